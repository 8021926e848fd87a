"""What the encoding for all sizes does not support: a table of reasons, each with its advice."""

from __future__ import annotations

from dataclasses import replace

from holdfast.source import Diagnostic, Span, SpecError

REASONS: dict[str, tuple[str, str | None]] = {
    "action-forall": ("an action under `\\A`", "write the next value as one function or set"),
    "builtin": ("the operator {}", None),
    "cardinality": (
        "`Cardinality` here",
        "comparisons with a small number, and of linear sums with a set of model values, are known",
    ),
    "choose": ("a CHOOSE without a set", "give it a set, or name the value in the configuration"),
    "compose": ("`\\cdot`", None),
    "recursive-action": ("an action that is recursive", None),
    "assertion": ("an assertion within an action", None),
    "transient": ("transient states", None),
    "constant": ("the constant {} with this value", None),
    "deep-set": (
        "a set of {}",
        "sets of model values, numbers, tuples, records and sets are known",
    ),
    "different-sorts": (
        "a comparison of elements of {}",
        "nothing says that these constants have no element in common",
    ),
    "enabled": ("ENABLED here", None),
    "incomplete": ("an action that gives no next value to {}", "add UNCHANGED"),
    "operator": ("the operator {}", None),
    "overlap": ("the constant {}, whose elements belong to several others", None),
    "pattern": ("this tuple of names", None),
    "quantified-functions": ("a quantifier over functions", None),
    "quantified-unbounded": ("a quantifier without a set", "give it a set to range over"),
    "real": ("a real number that is used as an integer", None),
    "recursive": ("the recursive definition {}", None),
    "record-as-function": ("a record that may be equal to a function", None),
    "sequence": ("a function that may be a sequence", "a function on 1..n is known to be one"),
    "string-as-sequence": ("a string as a sequence", None),
    "too-many-branches": ("a formula with so many cases", None),
    "undefined": ("a value that is not defined ({})", None),
    "unknown-shape": ("the variable {}, whose values are not known", None),
    "width": ("a number that wraps around, unless its width is a number from 1 to 4096", None),
    "temporal": ("a temporal formula", None),
}


def refuse(reason: str, span: Span | None, what: str = "") -> SpecError:
    """The error for an unsupported construct at a location."""
    text, help_ = REASONS[reason]
    message = f"for all sizes, a solver cannot be asked about {text.format(what)}"
    return SpecError(Diagnostic("smt-unsupported", message, span, help=help_))


def placed(error: SpecError, span: Span | None) -> SpecError:
    """The same error with a location, if it has none."""
    if all(d.span is not None for d in error.diagnostics):
        return error
    return SpecError(
        *(d if d.span is not None else replace(d, span=span) for d in error.diagnostics)
    )
