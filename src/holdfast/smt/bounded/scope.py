"""The states and names with which an expression is evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.bounded.place import Path, Recorder
from holdfast.smt.bounded.symbolic import Sym
from holdfast.smt.terms.term import TRUE, Term

Values: TypeAlias = Mapping[str, Sym]


@dataclass(frozen=True, slots=True)
class Scene:
    """The states in which an expression is evaluated, and the path to it."""

    now: Values
    next: Values | None = None
    path: Path = None

    def under(self, guard: Term) -> Scene:
        """The same states, where the formula holds."""
        return self if guard is TRUE else self.on((self.path, guard))

    def on(self, path: Path) -> Scene:
        """The same states on another path."""
        return Scene(self.now, self.next, path)


@dataclass(slots=True, eq=False)
class Thunk:
    """An argument, evaluated lazily."""

    expr: ir.Expr
    env: Env
    scene: Scene
    known: dict[tuple[int, int], tuple[Scene, Sym, Recorder]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """A definition of a LET, a LAMBDA or an operator argument, with the names that it sees."""

    params: tuple[str, ...]
    body: ir.Expr
    env: Env
    name: str = ""
    recursive: bool = False


Env: TypeAlias = "Mapping[str, Sym | Thunk | Operator]"
