"""The text of automata that Python has imported: their declarations, found in the sources.

A program may contain other statements, and a notebook has a source for each cell. So the text of
a model consists of the declarations that an automaton needs. Those of its own source stay on
their lines.
"""

from __future__ import annotations

import ast
import linecache
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from holdfast.workbench.ioa_words import LanguageType, spelled

Declaration = ast.FunctionDef | ast.AnnAssign


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """The source in which Python found a declaration, and the names that are visible there."""

    file: str
    text: str
    names: Mapping[str, Any] = field(repr=False)

    @staticmethod
    def of(function: FunctionType) -> Origin:
        """The source of a function, as Python knows it now."""
        file = function.__code__.co_filename
        linecache.checkcache(file)
        text = "".join(linecache.getlines(file, function.__globals__))
        return Origin(file, text, function.__globals__)

    def declarations(self) -> list[Declaration]:
        """The types, functions and automata of the source."""
        try:
            body = ast.parse(self.text).body
        except SyntaxError:  # a cell may have commands that are not Python
            return []
        return [node for node in body if isinstance(node, Declaration) and _declares(node)]

    def declares(self, name: str) -> bool:
        """Whether the source declares a name."""
        return any(_name(d) == name for d in self.declarations())


class Collected(ABC):
    """An automaton as a Python object."""

    name: str

    @abstractmethod
    def collect(self, text: ModelText) -> None:
        """Add the declarations of the automaton to the text of a model."""


class ModelText:
    """Collects the declarations that automata need."""

    def __init__(self) -> None:
        self.sources: dict[str, tuple[Origin, dict[int, Declaration]]] = {}
        self.composed: dict[str, str] = {}

    def add(self, name: str, origin: Origin) -> None:
        """Add a function or automaton, and whatever it uses."""
        known = self._source(origin)
        declared = [d for d in origin.declarations() if _name(d) == name]
        new = {d.lineno: d for d in declared if d.lineno not in known}
        known.update(new)
        for node in new.values():
            for called in _called(node):
                self._add_called(called, origin)

    def _source(self, origin: Origin) -> dict[int, Declaration]:
        """The declarations that are taken from a source: all its types, to begin with."""
        if origin.file not in self.sources:
            types = {d.lineno: d for d in origin.declarations() if _is_type(d)}
            self.sources[origin.file] = (origin, types)
        return self.sources[origin.file][1]

    def _add_called(self, name: str, origin: Origin) -> None:
        match origin.names.get(name):
            case Collected() as automaton if automaton.name == name:
                automaton.collect(self)
            case FunctionType() as function:
                self.add(name, Origin.of(function))
            case _:
                self.add(name, origin)

    def compose(self, name: str, text: str) -> None:
        """Add an automaton that a program has composed."""
        self.composed[name] = text

    def text(self, own: Origin | None = None) -> str:
        """The whole text; the declarations of the own source come last, on their lines."""
        parts = [*self._foreign_types()]
        for origin, nodes in self.sources.values():
            if own is None or origin.file != own.file:
                parts += [_segment(origin, node) for _, node in sorted(nodes.items())]
        parts += self.composed.values()
        above = "\n\n".join(parts)
        if own is None:
            return above + "\n"
        lines = own.text.splitlines()
        kept = {line for node in self.sources[own.file][1].values() for line in _lines(node)}
        below = "\n".join(
            line if number in kept else "" for number, line in enumerate(lines, start=1)
        )
        return f"{above}\n\n{below}\n" if above else f"{below}\n"

    def _foreign_types(self) -> Iterator[str]:
        """Types that are imported, or defined in another cell: Python knows their values."""
        declared = {_name(d) for _, nodes in self.sources.values() for d in nodes.values()}
        for origin, nodes in self.sources.values():
            types = {n: v for n, v in origin.names.items() if isinstance(v, LanguageType)}
            names = {id(v): n for n, v in reversed(types.items()) if v.items}
            used = {n for node in nodes.values() for n in _names(node)}
            for name, value in types.items():
                # The members of an Enum are used without its name.
                needed = name in used or value.items
                if needed and name not in declared and repr(value) != name:
                    declared.add(name)
                    yield f"{name}: type = {spelled(value, names)}"


def _declares(node: Declaration) -> bool:
    return isinstance(node, ast.FunctionDef) or _is_type(node)


def _is_type(node: Declaration) -> bool:
    match node:
        case ast.AnnAssign(ast.Name(), ast.Name("type"), value):
            return value is not None
        case _:
            return False


def _name(node: Declaration) -> str:
    if isinstance(node, ast.FunctionDef):
        return node.name
    assert isinstance(node.target, ast.Name)
    return node.target.id


def _called(node: ast.AST) -> set[str]:
    """The functions and automata that a declaration uses."""
    calls = (n.func for n in ast.walk(node) if isinstance(n, ast.Call))
    return {f.id for f in calls if isinstance(f, ast.Name)}


def _names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _lines(node: Declaration) -> range:
    first = node.decorator_list[:1] if isinstance(node, ast.FunctionDef) else []
    start = first[0].lineno if first else node.lineno
    return range(start, (node.end_lineno or node.lineno) + 1)


def _segment(origin: Origin, node: Declaration) -> str:
    lines = origin.text.splitlines()
    return "\n".join(lines[number - 1] for number in _lines(node))
