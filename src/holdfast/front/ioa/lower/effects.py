"""What the statements of an effect assign, as expressions over the state before.

    x = x + 1                            x:  x + 1
    if p: y = x                          y:  IF p THEN x + 1 ELSE y

Statements are executed symbolically, one after the other. Values that are used more than once
become local definitions, which are evaluated only where they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import apply, at, is_small, number
from holdfast.front.ioa.lower.execution import Executes, Given, State
from holdfast.front.ioa.lower.local_definitions import close
from holdfast.front.ioa.lower.loops import execute_loop
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.lower.updates import Updates
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Span


def effect(
    statements: Iterable[tree.Statement],
    scope: Scope,
    declared: Mapping[str, Type],
    lowering: ExprLowering,
) -> dict[str, ir.Expr]:
    """The final value of each state variable that the statements assign."""
    run = Execution(lowering, declared)
    end = run.execute(tuple(statements), State(scope))
    return {name: run.closed(end.scope.variables[name]) for name in end.assigned}


class Execution:
    """A symbolic execution; `definitions` are the values that it has named."""

    def __init__(
        self,
        lowering: ExprLowering,
        declared: Mapping[str, Type],
        around: Sequence[ir.Definition] = (),
    ) -> None:
        self.lowering = lowering
        self.declared = declared
        self.around = tuple(around)
        self.definitions: list[ir.Definition] = []

    def closed(self, value: ir.Expr) -> ir.Expr:
        """A value with the definitions that it uses."""
        return close(self.definitions, value)

    def define(self, hint: str, value: ir.Expr, scope: Scope) -> ir.Expr:
        """An expression for a value that may be used several times."""
        if is_small(value):
            return value
        name = self.fresh(hint, scope, value)
        self.definitions.append(ir.Definition(name, (), value, span=value.span))
        return ir.Call(name, span=value.span)

    def fresh(self, hint: str, scope: Scope, *beside: ir.Expr) -> str:
        """A name like `hint` that no definition has or contains: it may become part of others."""
        known = [e for d in (*self.around, *self.definitions) for e in (ir.Call(d.name), d.body)]
        return self.lowering.names.fresh(hint, scope, *beside, *known)

    # ---- what a subclass also does ----

    def lower(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The value of an expression."""
        return self.lowering.lower(e, scope)

    def inner(self) -> Executes:
        """An execution of the body of a loop."""
        return Execution(self.lowering, self.declared, (*self.around, *self.definitions))

    def left(self, inner: Executes, around: Callable[[ir.Expr], ir.Expr]) -> None:
        """After the body of a loop; `around` quantifies a formula over its iterations."""

    def require_index(self, formula: ir.Expr, span: Span) -> None:
        """An index is in range if a formula is true."""

    def assigning(
        self, target: tree.Target, path: Sequence[ir.Expr], given: Given, state: State
    ) -> None:
        """Before an assignment to a target with a path."""

    def branch(self, test: ir.Expr, statements: tuple[tree.Statement, ...], state: State) -> State:
        """The state after statements that are executed if a test is true."""
        return self.execute(statements, state)

    # ---- statements ----

    def execute(self, statements: tuple[tree.Statement, ...], state: State) -> State:
        """The state after some statements."""
        for s in statements:
            match s:
                case tree.Assign():
                    state = self._assign(s, state)
                case tree.If():
                    state = self._if(s, state)
                case tree.For():
                    state = execute_loop(self, s, state)
                case _:
                    assert_never(s)
        return state

    def _assign(self, s: tree.Assign, state: State) -> State:
        values = self._values(s, state.scope)
        updates = Updates(self.lower, self.lowering.names, self.define, state.scope)
        paths = [updates.keys(target, self.type_of(target, state)) for target in s.targets]
        for target, path, given in zip(s.targets, paths, values, strict=True):
            whole, new = self.type_of(target, state), given.value
            self.assigning(target, path, given, state)
            if path:
                new = updates.updated(state.value(target), whole, path, new)
            state = self._with(target, new, whole, state)
        return state

    def _values(self, s: tree.Assign, scope: Scope) -> Sequence[Given]:
        """The values that the targets get, all from the state before."""
        match s.targets, s.value:
            case (target,), value:
                return [self._given(target, value, scope)]
            case targets, tree.TupleOf(items):
                pairs = zip(targets, items, strict=True)
                return [self._given(t, i, scope) for t, i in pairs]
            case _, value:
                assert isinstance(value.type, types.Tuple), "several targets get a tuple"
                row = self.define("row", self.lower(value, scope), scope)
                span = value.span
                parts = enumerate(value.type.items, 1)
                return [Given(at(row, number(i, span), span), t) for i, t in parts]

    def _given(self, target: tree.Target, value: tree.Expr, scope: Scope) -> Given:
        defined = self.define(target.name, self.lower(value, scope), scope)
        return Given(defined, value.type, value)

    def type_of(self, target: tree.Target, state: State) -> Type:
        """The type of the variable of a target."""
        if not target.path:
            return target.type
        return (state.types if target.local else self.declared)[target.name]

    def _with(self, target: tree.Target, value: ir.Expr, t: Type, state: State) -> State:
        value = self.define(target.name, value, state.scope)
        if target.local:
            return state.with_local(target.name, value, t)
        return state.with_variable(target.name, value)

    # ---- control ----

    def _if(self, s: tree.If, state: State) -> State:
        test = self.define("test", self.lower(s.test, state.scope), state.scope)
        otherwise = apply(Op.NOT, test, span=s.test.span)
        yes, no = self.branch(test, s.yes, state), self.branch(otherwise, s.no, state)
        merged = state

        def choose(name: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
            chosen = a if a == b else ir.If(test, a, b, span=s.span)
            return self.define(name, chosen, merged.scope)

        for name in dict.fromkeys((*yes.assigned, *no.assigned)):
            value = choose(name, yes.scope.variables[name], no.scope.variables[name])
            merged = merged.with_variable(name, value)
        for name in yes.types:
            if name in no.types:
                value = choose(name, yes.scope.locals[name], no.scope.locals[name])
                merged = merged.with_local(name, value, yes.types[name])
        return merged
