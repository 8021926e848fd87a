"""What the statements of an effect assign, as expressions over the state before.

    x = x + 1                            x:  x + 1
    if p: y = x                          y:  IF p THEN x + 1 ELSE y

Statements are executed symbolically, one after the other. Values that are used more than once
become local definitions, which are evaluated only where they are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from holdfast.front.ioa import tree
from holdfast.front.ioa.lower.build import at, is_small, number, unsupported
from holdfast.front.ioa.lower.local_definitions import close
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.lower.updates import Updates
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir


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
        beside = [ir.Call(d.name) for d in (*self.around, *self.definitions)]
        name = self.lowering.names.fresh(hint, scope, value, *beside)
        self.definitions.append(ir.Definition(name, (), value, span=value.span))
        return ir.Call(name, span=value.span)

    def execute(self, statements: tuple[tree.Statement, ...], state: State) -> State:
        """The state after some statements."""
        for s in statements:
            match s:
                case tree.Assign():
                    state = self._assign(s, state)
                case tree.If():
                    state = self._if(s, state)
                case tree.For():
                    raise unsupported("`for` is not supported", s.span)
                case _:
                    assert_never(s)
        return state

    # ---- assignments ----

    def _assign(self, s: tree.Assign, state: State) -> State:
        values = self._values(s, state)
        updates = Updates(self.lowering, self.define, state.scope)
        keys = [updates.keys(target, self.type_of(target, state)) for target in s.targets]
        for target, path, value in zip(s.targets, keys, values, strict=True):
            whole = self.type_of(target, state)
            new = updates.updated(state.value(target), whole, path, value) if path else value
            state = self._with(target, new, whole, state)
        return state

    def _values(self, s: tree.Assign, state: State) -> Sequence[ir.Expr]:
        """The values that the targets get, all from the state before."""
        scope = state.scope
        lower = self.lowering.lower
        match s.targets, s.value:
            case (target,), value:
                return [self.define(target.name, lower(value, scope), scope)]
            case targets, tree.TupleOf(items):
                pairs = zip(targets, items, strict=True)
                return [self.define(t.name, lower(i, scope), scope) for t, i in pairs]
            case targets, value:
                row = self.define("row", lower(value, scope), scope)
                span = value.span
                return [at(row, number(i, span), span) for i in range(1, len(targets) + 1)]

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
        test = self.lowering.lower(s.test, state.scope)
        test = self.define("test", test, state.scope)
        yes, no = self.execute(s.yes, state), self.execute(s.no, state)
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
