"""The messages of evaluation errors: what was expected, and the actual value."""

from __future__ import annotations

from holdfast.ir.errors import EvalError
from holdfast.ir.notation import describe, show
from holdfast.ir.values import FiniteSet, Function, LazySet, ModelValue, Value

__all__ = [
    "EvalError",
    "check_model_value",
    "not_a_boolean",
    "not_a_function",
    "not_a_number",
    "not_a_sequence",
    "not_a_set",
    "not_a_string",
    "not_enumerable",
    "outside",
    "unsupported",
]


def not_a_set(value: Value) -> EvalError:
    """Another value is used where a set is needed."""
    help = f"did you mean `{{{show(value)}}}`, the set with this one element?"
    if isinstance(value, Function | tuple):
        help = "the set of the values of a function or sequence is `{f[x] : x \\in DOMAIN f}`"
    return EvalError("eval-not-a-set", f"{describe(value)} is not a set", help)


def not_a_function(value: Value) -> EvalError:
    """Another value is applied or changed as a function."""
    help = None
    if isinstance(value, FiniteSet | LazySet):
        help = (
            "`[x \\in S |-> e]` is a function and `[a |-> e]` a record; `[S -> T]` and `[a: S]`"
            " are sets of them"
        )
    return EvalError("eval-not-a-function", f"{describe(value)} is not a function", help)


def not_a_sequence(value: Value, operator: str) -> EvalError:
    """Another value is given to an operator on sequences."""
    help = f"did you mean `<<{show(value)}>>`, the sequence with this one element?"
    if isinstance(value, FiniteSet | LazySet):
        help = "the number of elements of a set is its `Cardinality`, of module FiniteSets"
    message = f"{operator} needs a sequence, not {describe(value)}"
    return EvalError("eval-not-a-sequence", message, help)


def not_a_number(value: Value, operator: str, needed: str = "an integer") -> EvalError:
    """Another value is given to an operator on numbers."""
    return EvalError("eval-not-a-number", f"{operator} needs {needed}, not {describe(value)}")


def not_a_string(value: Value, operator: str) -> EvalError:
    """Another value is given where a string is needed."""
    return EvalError("eval-not-a-string", f"{operator} needs a string, not {describe(value)}")


def not_a_boolean(value: Value, where: str) -> EvalError:
    """Another value is used as a formula."""
    return EvalError("eval-not-boolean", f"{where} is {describe(value)}, not TRUE or FALSE")


def outside(message: str, help: str | None = None) -> EvalError:
    """An argument is outside the domain of what is applied to it."""
    return EvalError("eval-out-of-domain", message, help)


def unsupported(message: str, help: str | None = None) -> EvalError:
    """An operator cannot be evaluated."""
    return EvalError("eval-unsupported", message, help)


def not_enumerable(collection: LazySet, help: str | None = None) -> EvalError:
    """The elements of a set are needed, but cannot be enumerated."""
    return EvalError(
        "eval-not-enumerable",
        f"the elements of {collection.construction()} cannot be enumerated",
        help,
    )


def check_model_value(value: Value, collection: LazySet) -> bool:
    """FALSE for an untyped model value, which is not an element; an error for anything else."""
    if type(value) is ModelValue and not value.type:
        return False
    raise EvalError(
        "eval-kinds-differ",
        f"{describe(value)} cannot be an element of {collection.construction()}",
    )


def too_deep() -> EvalError:
    """The error for infinite recursion of functions or operators."""
    return EvalError("eval-endless", "the recursion here is too deep: does it ever end?")


def no_state(name: str) -> EvalError:
    """The error for a variable where there is no state."""
    return EvalError(
        "eval-undefined",
        f"`{name}` cannot be evaluated here: there is no state",
        "use constants only",
    )


def unassigned(name: str, primed: bool) -> EvalError:
    """The error for a variable that has no value yet."""
    if primed:
        return EvalError(
            "eval-unassigned",
            f"`{name}'` is read before the action gives it a value",
            help=f"move the conjunct that determines `{name}'` (or UNCHANGED) before this one",
        )
    return EvalError("eval-unassigned", f"`{name}` is read before it is assigned")
