"""What the encoding for one size does not support: a table of reasons, each with its advice."""

from __future__ import annotations

from holdfast.source import Diagnostic, Span, SpecError

BOUNDED_REASONS: dict[str, tuple[str, str | None]] = {
    "builtin": ("the operator {} on values that are not known", None),
    "choose": ("a CHOOSE among {}", None),
    "endless": ("all elements of {}", "give it a finite set"),
    "key": ("a function whose arguments are {}", None),
    "large": ("a set with more than {} elements", None),
    "long": ("a sequence with more than {} items", None),
    "operator": ("the operator {}", None),
    "recursion": (
        "{}, which calls itself too deeply on values that are not known",
        "recursion over a set or a number with few possible values is fine",
    ),
    "temporal": ("a temporal formula", None),
    "unbounded": ("a quantifier without a set", "give it a set to range over"),
    "unset": ("{} before it has a value", None),
    "untyped": (
        "the variable {}, whose values are not known",
        "say what it is in the invariant, as in `x \\in S`",
    ),
    "recursive-action": ("an action that is recursive", None),
    "assertion": ("an assertion within an action", None),
    "transient": ("transient states", None),
    "incomplete": ("an action that gives no value to {}", "add UNCHANGED"),
    "compare": ("a comparison of {}", None),
}


def refuse_bounded(reason: str, span: Span | None, what: str = "") -> SpecError:
    """The error for an unsupported construct at a location."""
    text, help_ = BOUNDED_REASONS[reason]
    message = f"a solver cannot be asked about {text.format(what)}"
    return SpecError(Diagnostic("smt-unsupported", message, span, help=help_))
