"""The words of the language of I/O automata as Python objects.

Python evaluates the types of a file when it imports it. It does not execute automata, so the
functions of the language are only names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

Item = object
"""What is between the brackets of a type: a type, a name, a number, or a slice of these."""


@dataclass(frozen=True, slots=True)
class Word:
    """A function or decorator of the language, which has a meaning only in an automaton."""

    name: str

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Only a model can use it."""
        raise TypeError(
            f"`{self.name}` has a meaning only inside an automaton, which Python never executes"
        )

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class LanguageType:
    """A type of the language; `items` are what is between its brackets."""

    family: str
    items: tuple[Item, ...] = ()

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Only a model has values of the type."""
        raise TypeError(f"values of {self} exist only in models; a parameter can be given as text")

    def __repr__(self) -> str:
        return spelled(self, {})


@dataclass(frozen=True, slots=True, eq=False)
class TypeFamily(Word):
    """A type with type arguments: `Seq` of `Seq[int]`; some are functions, too."""

    def __getitem__(self, items: Item) -> LanguageType:
        return LanguageType(self.name, items if isinstance(items, tuple) else (items,))


def spelled(t: LanguageType, names: Mapping[int, str]) -> str:
    """A type as the language writes it; `names` are those of types, by identity."""
    shown = ", ".join(_item(item, names) for item in t.items)
    return f"{t.family}[{shown}]" if shown else t.family


def _item(item: Item, names: Mapping[int, str]) -> str:
    match item:
        case LanguageType():
            return names.get(id(item)) or spelled(item, names)
        case str():
            return json.dumps(item, ensure_ascii=False)
        case slice(start=start, stop=stop):
            return f"{_item(start, names)}:{_item(stop, names)}"
        case type():
            return item.__name__
        case _:
            return repr(item)
