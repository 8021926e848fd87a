"""Reads the options that a program gives as keywords: an unknown one is an error."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from numbers import Integral, Real
from os import PathLike
from typing import Any, TypeVar

from holdfast.cancellation import Cancellation
from holdfast.front.suggest import did_you_mean
from holdfast.limits import LONGEST, bounds

Options = TypeVar("Options", bound=Mapping[str, Any])


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    # To Python, True is a number.
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_path(value: object) -> bool:
    return isinstance(value, str | PathLike)


def _names_values(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _names_texts(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    return all(_is_path(path) and _is_text(text) for path, text in value.items())


def _is_cancellation(value: object) -> bool:
    return isinstance(value, Cancellation)


_KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "bool": ("True or False", _is_truth),
    "int": ("a whole number", _is_whole),
    "float": ("a number", _is_number),
    "str": ("a text", _is_text),
    "str | PathLike[str]": ("a path", _is_path),
    "Mapping[str, object]": ("a dict from names to values", _names_values),
    "Overlays": ("a dict from paths to texts", _names_texts),
    "Cancellation": ("a Cancellation", _is_cancellation),
    "SuiteProgress": ("a function", callable),
}
"""What a value of each type is called, and how to recognise it."""

_LISTS = {"Sequence[str]": "names", "Sequence[str | PathLike[str]]": "paths"}

_SHOWN = 80
"""The longest wrong value that a message repeats."""


def read_keywords(
    function: str, given: Options, kind: type[Options], choices: Mapping[str, Sequence[str]]
) -> Options:
    """The options of a function, whose keys and types are those of `kind`, a TypedDict.

    A single name where names are expected becomes a list. Raises TypeError for an option that
    is unknown or has another type, and ValueError for a word that is not one of the `choices`
    and for a number that is too small.
    """
    types: dict[str, Any] = kind.__annotations__
    if not isinstance(given, Mapping):
        raise TypeError(f"{function}(): the options are a dict, not {_shown(given)}")
    result = dict(given)
    for name, value in given.items():
        require_known(function, name, types)
        declared = types[name]
        words = str(getattr(declared, "__forward_arg__", declared))
        if words in _LISTS:
            result[name] = read_list(function, name, value, _LISTS[words])
        else:
            _require_kind(function, name, value, words)
        if name in choices:
            require_choice(function, name, result[name], choices[name])
    return result  # type: ignore[return-value]  # the keys are those of `kind`


def require_known(function: str, name: str, known: Collection[str]) -> None:
    """Raise TypeError for an option that a function does not have, with the nearest one."""
    if name not in known:
        found = did_you_mean(name, known)
        more = f": {found}" if found else f"; its options are {', '.join(known)}"
        raise TypeError(f"{function}() has no option `{name}`{more}")


def require_whole(function: str, name: str, value: object) -> None:
    """Raise TypeError or ValueError for what is neither None nor a whole number within bounds."""
    if value is None:
        return
    if not _is_whole(value):
        raise TypeError(f"{function}(): `{name}` is a whole number, not {_shown(value)}")
    assert isinstance(value, Integral)
    least, most = bounds(name)
    if int(value) < least:
        raise ValueError(f"{function}(): `{name}` is at least {least}, not {_shown(value)}")
    if int(value) > most:
        raise ValueError(f"{function}(): `{name}` is at most {most}, not {_shown(value)}")


def read_list(function: str, name: str, value: object, what: str = "names") -> tuple[Any, ...]:
    """Names, texts or paths, or a single one, as a tuple; raises TypeError for anything else."""
    is_item = _is_path if what == "paths" else _is_text
    if is_item(value):
        return (value,)
    if isinstance(value, Iterable) and not isinstance(value, Mapping | bytes | bytearray):
        # The order of a set is another one in each run.
        items = tuple(sorted(value, key=str) if isinstance(value, Set) else value)
        if all(map(is_item, items)):
            return items
    raise TypeError(f"{function}(): `{name}` is a list of {what}, or one, not {_shown(value)}")


def _require_kind(function: str, name: str, value: object, words: str) -> None:
    plain = words.removesuffix(" | None")
    if value is None and plain != words:
        return
    expected, fits = _KINDS["SuiteProgress" if plain.startswith("Callable[") else plain]
    if not fits(value):
        raise TypeError(f"{function}(): `{name}` is {expected}, not {_shown(value)}")
    if plain == "int":
        require_whole(function, name, value)
    # Not a number is not greater than 0, either.
    if name == "seconds" and isinstance(value, Real) and (value <= 0 or not value <= LONGEST):
        more = "" if value <= 0 else "; None is no limit"
        shown = _shown(value)
        raise ValueError(f"{function}(): `{name}` is a positive number, not {shown}{more}")


def _shown(value: object) -> str:
    """A wrong value, or its beginning."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no whole number with more than 4,300 digits
        return "a number with thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def require_choice(function: str, name: str, value: object, choices: Sequence[str]) -> None:
    """Raise ValueError for a word, or one of several, that is not one of the choices."""
    for each in value if isinstance(value, tuple) else (value,):
        if each not in choices:
            listed = ", ".join(map(repr, choices))
            raise ValueError(f"{function}(): `{name}` is one of {listed}, not {_shown(each)}")
