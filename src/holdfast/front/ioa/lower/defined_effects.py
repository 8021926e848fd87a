"""The conditions under which an effect is defined: each statement in the state that it is reached.

Every value that is assigned must be of the declared type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import at, plus
from holdfast.front.ioa.lower.conditions import (
    Condition,
    always_fits,
    around,
    distinct,
    guarded,
    is_part,
)
from holdfast.front.ioa.lower.defined import OUTSIDE, Definedness, index_inside
from holdfast.front.ioa.lower.effects import Execution
from holdfast.front.ioa.lower.execution import Executes, Given, State
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.lower.updates import part_type
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.source import Span


def effect_conditions(
    statements: Iterable[tree.Statement],
    scope: Scope,
    declared: Mapping[str, Type],
    definedness: Definedness,
) -> tuple[Condition, ...]:
    """What must be true in the state before so that an effect is defined."""
    run = _CheckedExecution(definedness, declared)
    run.execute(tuple(statements), State(scope))
    return distinct(run.conditions)


class _CheckedExecution(Execution):
    """A symbolic execution that collects conditions; `guards` are the tests around a statement."""

    def __init__(
        self,
        definedness: Definedness,
        declared: Mapping[str, Type],
        definitions: Sequence[ir.Definition] = (),
    ) -> None:
        super().__init__(definedness.lowering, declared, definitions)
        self.definedness = definedness
        self.conditions: list[Condition] = []
        self.guards: tuple[ir.Expr, ...] = ()

    def add(self, conditions: Iterable[Condition]) -> None:
        """Conditions in the state that is reached."""
        self.conditions += around(self.closed, guarded(self.guards, conditions))

    def lower(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The value of an expression, whose conditions are collected."""
        self.add(self.definedness.conditions(e, scope))
        return super().lower(e, scope)

    def require_index(self, formula: ir.Expr, span: Span) -> None:
        """The condition that an index is in range."""
        self.add((Condition(formula, OUTSIDE, span),))

    def inner(self) -> Executes:
        """An execution of the body of a loop."""
        known = (*self.around, *self.definitions)
        return _CheckedExecution(self.definedness, self.declared, known)

    def left(self, inner: Executes, around_body: Callable[[ir.Expr], ir.Expr]) -> None:
        """After the body of a loop: its conditions hold in every iteration."""
        assert isinstance(inner, _CheckedExecution)
        self.add(around(around_body, inner.conditions))

    def assigning(
        self, target: tree.Target, path: Sequence[ir.Expr], given: Given, state: State
    ) -> None:
        """Before an assignment: the target exists, and the value is of its type."""
        if path:
            self._check_path(target, path, state)
        source = given.source
        if source is None:
            always = is_part(given.type, target.type)
        else:
            always = always_fits(source, target.type)
        if not always:
            span = (source or target).span
            self.add(self.definedness.value_fits(given.value, target.type, span))

    def _check_path(self, target: tree.Target, path: Sequence[ir.Expr], state: State) -> None:
        value, t = state.value(target), self.type_of(target, state)
        for i, (step, key) in enumerate(zip(target.path, path, strict=True)):
            is_new_key = isinstance(t, types.Map) and i == len(path) - 1
            if not isinstance(step, str) and not is_new_key:
                index = key if isinstance(t, types.Map) else plus(key, -1)
                self.add(index_inside(t, value, index, target.span))
            value, t = at(value, key, target.span), part_type(t, step, target)

    def branch(self, test: ir.Expr, statements: tuple[tree.Statement, ...], state: State) -> State:
        """The state after statements that are executed if a test is true."""
        outer, self.guards = self.guards, (*self.guards, test)
        after = super().branch(test, statements, state)
        self.guards = outer
        return after
