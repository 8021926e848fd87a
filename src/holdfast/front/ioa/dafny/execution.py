"""The translation of an effect, as its loops know it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import Scope


@dataclass(slots=True)
class Execution(ABC):
    """One effect; `name` is that of its transition, `loops` are the functions of its loops."""

    to: Expressions
    automaton: tree.Automaton
    name: str
    transition: tree.Transition
    loops: list[str] = field(default_factory=list)
    count: int = 0

    @abstractmethod
    def run(self, statements: tuple[tree.Statement, ...], scope: Scope) -> tuple[list[str], Scope]:
        """The `var` expressions of some statements, and the scope after them."""

    def state(self, scope: Scope) -> str:
        """The state at some point of the effect."""
        if not scope.variables:
            return "s"
        values = (scope.variable(v.name) for v in self.automaton.states)
        return f"State({', '.join(values)})"


def assigned(statements: tuple[tree.Statement, ...]) -> tuple[set[str], set[str]]:
    """The state variables and the local variables that statements may assign."""
    variables: set[str] = set()
    local: set[str] = set()
    for target in targets_of(statements):
        (local if target.local else variables).add(target.name)
    return variables, local


def targets_of(statements: tuple[tree.Statement, ...]) -> Iterator[tree.Target]:
    """All targets of assignments in statements."""
    for s in statements:
        match s:
            case tree.Assign(targets):
                yield from targets
            case tree.If(_, yes, no):
                yield from targets_of((*yes, *no))
            case tree.For(_, body):
                yield from targets_of(body)
            case _:
                assert_never(s)
