"""Reads the options that a program gives as keywords: an unknown one is an error."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar

from holdfast.front.suggest import did_you_mean

Options = TypeVar("Options", bound=Mapping[str, Any])

_WORDS = {"bool": "True or False", "int": "a whole number", "float": "a number", "str": "a text"}
_KINDS: dict[str, type] = {"bool": bool, "int": Integral, "float": Real, "str": str}


def read_keywords(
    function: str, given: Options, kind: type[Options], choices: Mapping[str, Sequence[str]]
) -> Options:
    """The options of a function, whose keys and types are those of `kind`, a TypedDict.

    A single name where names are expected becomes a list. Raises TypeError for an option that
    is unknown or has another type, and ValueError for a word that is not one of the `choices`.
    """
    types: dict[str, Any] = kind.__annotations__
    result = dict(given)
    for name, value in given.items():
        if name not in types:
            raise TypeError(f"{function}() has no option `{name}`{_suggestion(name, types)}")
        declared = types[name]
        words = str(getattr(declared, "__forward_arg__", declared))
        if words.startswith("Sequence[str]"):
            result[name] = list_of_names(value)
        elif not _fits(value, words):
            expected = _WORDS[words.removesuffix(" | None")]
            raise TypeError(f"{function}(): `{name}` is {expected}, not {value!r}")
        if name in choices and value not in choices[name]:
            listed = ", ".join(map(repr, choices[name]))
            raise ValueError(f"{function}(): `{name}` is one of {listed}, not {value!r}")
    return result  # type: ignore[return-value]  # the keys are those of `kind`


def list_of_names(value: str | Sequence[str]) -> tuple[str, ...]:
    """The given names, or the single given name, as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def _suggestion(name: str, known: Collection[str]) -> str:
    found = did_you_mean(name, known)
    return f": {found}" if found else f"; its options are {', '.join(known)}"


def _fits(value: object, words: str) -> bool:
    plain = words.removesuffix(" | None")
    if plain not in _KINDS or (value is None and plain != words):
        return True
    # To Python, True is a number.
    return isinstance(value, _KINDS[plain]) and (plain == "bool" or not isinstance(value, bool))
