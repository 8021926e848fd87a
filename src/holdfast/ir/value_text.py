"""Values as TLA+ text.

The caller passes the function that sorts a set: `order.py` needs the text for its errors. All
other modules use `notation.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from holdfast.ir.errors import EvalError
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)

Sort: TypeAlias = Callable[[FiniteSet], tuple[Value, ...]]


_ESCAPES = str.maketrans(
    {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
)
_LONGEST_IN_MESSAGE = 200


def text_of(value: Value, ordered: Sort, sort: bool = True) -> str:
    """The value as TLA+ text; without `sort` the elements of sets are in the order of theirs."""
    match value:
        case Boolean():
            return repr(value)
        case int():
            return str(value)
        case str():
            return quoted(value)
        case ModelValue():
            return value.name
        case FiniteSet():
            return "{" + ", ".join(_elements(value, ordered, sort)) + "}"
        case tuple():
            return "<<" + ", ".join([text_of(v, ordered, sort) for v in value]) + ">>"
        case Function():
            return _function_text(value, ordered, sort)
        case LazySet() | LazyFunction():
            return value.text()


def _elements(finite: FiniteSet, ordered: Sort, sort: bool) -> list[str]:
    if not sort:
        return sorted([text_of(e, ordered, sort) for e in finite.elements])
    try:
        return [text_of(e, ordered) for e in ordered(finite)]
    except EvalError:
        return _elements(finite, ordered, False)


def _function_text(function: Function, ordered: Sort, sort: bool) -> str:
    arguments = ordered(function.domain)
    values = [text_of(v, ordered, sort) for v in function.values]
    if type(function) is Record and all(_is_name(str(name)) for name in arguments):
        pairs = zip(arguments, values, strict=True)
        return "[" + ", ".join([f"{name} |-> {value}" for name, value in pairs]) + "]"
    keys = [text_of(k, ordered, sort) for k in arguments]
    return "(" + " @@ ".join([f"{k} :> {v}" for k, v in zip(keys, values, strict=True)]) + ")"


def _is_name(text: str) -> bool:
    """Whether a field name may be written without quotes."""
    return (
        text.replace("_", "a").isalnum()
        and any(c.isalpha() for c in text)
        and not text.startswith(("WF_", "SF_"))
    )


def quoted(text: str) -> str:
    """A string literal of TLA+ with this text."""
    return f'"{text.translate(_ESCAPES)}"'


def described(value: Value, ordered: Sort) -> str:
    """The value with the name of its kind, for a message; a long one is cut."""
    text = text_of(value, ordered)
    if len(text) > _LONGEST_IN_MESSAGE:
        text = text[: _LONGEST_IN_MESSAGE - 4] + " ..."
    return f"{kind_of(value)} {text}"


def kind_of(value: Value) -> str:
    """The kind of a value, for messages."""
    match value:
        case Boolean():
            return "the boolean"
        case int():
            return "the integer"
        case str():
            return "the string"
        case ModelValue():
            return f"the model value of type `{value.type}`" if value.type else "the model value"
        case FiniteSet() | LazySet():
            return "the set"
        case tuple():
            return "the sequence"
        case Record():
            return "the record"
        case Function() | LazyFunction():
            return "the function"
