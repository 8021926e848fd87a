"""The translation of an effect, as its loops know it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.types import Type
from holdfast.source import Span


@dataclass(slots=True)
class Execution(ABC):
    """One effect; `name` is that of its transition, `loops` are the functions of its loops.

    `targets` are those of all assignments that may have been executed so far.
    """

    to: Expressions
    automaton: tree.Automaton
    name: str
    transition: tree.Transition
    loops: list[str] = field(default_factory=list)
    targets: list[tree.Target] = field(default_factory=list)
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

    def annotation(self, t: Type, span: Span) -> str:
        """The type of a variable, if it is known."""
        return "" if rules.is_unclear(t) else f": {self.to.context.type_text(t, span)}"

    def result(self, scope: Scope, local: Iterable[str], state: bool = True) -> str:
        """The state and some local variables, as one value."""
        values = [*((self.state(scope),) if state else ()), *(scope.locals[n] for n in local)]
        return values[0] if len(values) == 1 else f"({', '.join(values)})"

    def taken(
        self, rows: list[str], scope: Scope, local: Mapping[str, Type], state: bool = True
    ) -> tuple[list[str], Scope]:
        """Take the state and some local variables from a value, which ends with a semicolon."""
        self.count += 1
        whole = f"out'{self.count}"
        names_ = [*(("s",) if state else ()), *map(names.identifier, local)]
        kinds = [*((": State",) if state else ()), *("" for _ in local)]
        if state:
            scope = replace(scope, variables={})
        for n, t in local.items():
            scope = scope.with_local(n, names.identifier(n), t)
        if len(names_) == 1:
            return [f"var {names_[0]}{kinds[0]} :=", *rows], scope
        parts = [
            f"var {name}{kind} := {whole}.{i};"
            for i, (name, kind) in enumerate(zip(names_, kinds, strict=True))
        ]
        return [f"var {whole} :=", *rows, *parts], scope


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
