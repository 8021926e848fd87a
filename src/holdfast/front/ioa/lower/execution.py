"""The states of a symbolic execution, and what the parts of it need from the whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from holdfast.front.ioa import tree
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class State:
    """What every name means at some point of an effect.

    `assigned` are the state variables that have been assigned, `types` the types of local ones.
    """

    scope: Scope
    assigned: tuple[str, ...] = ()
    types: Mapping[str, Type] = field(default_factory=dict)

    def value(self, target: tree.Target) -> ir.Expr:
        """The value of a variable as a whole."""
        names = self.scope.locals if target.local else self.scope.variables
        return names[target.name]

    def with_local(self, name: str, value: ir.Expr, t: Type) -> State:
        """The state after an assignment to a local variable."""
        scope = self.scope.with_locals({name: value})
        return replace(self, scope=scope, types={**self.types, name: t})

    def with_variable(self, name: str, value: ir.Expr) -> State:
        """The state after an assignment to a state variable."""
        scope = replace(self.scope, variables={**self.scope.variables, name: value})
        known = self.assigned if name in self.assigned else (*self.assigned, name)
        return replace(self, scope=scope, assigned=known)


@dataclass(frozen=True, slots=True)
class Given:
    """A value that is assigned, its type, and the expression that it comes from, if it is one."""

    value: ir.Expr
    type: Type
    source: tree.Expr | None = None


class Executes(Protocol):
    """An execution of statements; `effects.py` has it."""

    declared: Mapping[str, Type]

    def execute(self, statements: tuple[tree.Statement, ...], state: State) -> State:
        """The state after some statements."""

    def lower(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The value of an expression."""

    def define(self, hint: str, value: ir.Expr, scope: Scope) -> ir.Expr:
        """An expression for a value that may be used several times."""

    def fresh(self, hint: str, scope: Scope, *beside: ir.Expr) -> str:
        """A name like `hint` that no definition has."""

    def closed(self, value: ir.Expr) -> ir.Expr:
        """A value with the definitions that it uses."""

    def inner(self) -> Executes:
        """An execution of the body of a loop."""

    def left(self, inner: Executes, around: Callable[[ir.Expr], ir.Expr]) -> None:
        """After the body of a loop; `around` quantifies a formula over its iterations."""

    def require_index(self, formula: ir.Expr, span: Span) -> None:
        """An index is in range if a formula is true."""
