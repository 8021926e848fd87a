"""`for` in an effect: one function constructor if the iterations are independent, else a fold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import (
    apply,
    at,
    bind,
    both,
    indices,
    interval,
    is_small,
    length,
    let,
    library,
    number,
    plus,
)
from holdfast.front.ioa.lower.execution import Executes, State
from holdfast.front.ioa.lower.independence import Pointwise, pointwise, targets, whole_name
from holdfast.front.ioa.lower.ranges import Range, make_range
from holdfast.front.ioa.lower.scope import Scope
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.source import Span


def execute_loop(run: Executes, s: tree.For, state: State) -> State:
    """The state after a loop."""
    found = pointwise(s, run.declared, state.types)
    return _fold(run, s, state) if found is None else _independent(run, s, found, state)


# ---- independent iterations ----


def _independent(run: Executes, s: tree.For, loop: Pointwise, state: State) -> State:
    """A function constructor for each sequence that the loop changes."""
    scope, span = state.scope, s.span
    numbers = _range(run, s, scope)
    name = run.fresh("k", scope, numbers.start, numbers.stop)
    k = ir.Name(name, span=span)
    before = state.with_local(s.bound.name, plus(k, -1, span), s.bound.type)
    for local, v in loop.items.items():
        t = run.declared[v]
        assert isinstance(t, types.Seq)
        before = before.with_local(local, at(scope.variables[v], k, span), t.of)
        before = before.with_local(whole_name(v), scope.variables[v], t)
    for v in loop.items.values():
        if not _is_whole(numbers, scope.variables[v]):
            run.require_index(_is_inside(numbers, scope.variables[v]), span)
    inner = run.inner()
    end = inner.execute(loop.body, before)
    positions = interval(plus(numbers.start, 1, span), numbers.stop, span)
    run.left(inner, lambda formula: bind(Binder.FORALL, name, positions, formula, span))
    for local, v in loop.items.items():
        new = inner.closed(end.scope.locals[local])
        value = _constructed(scope.variables[v], numbers, name, new)
        state = state.with_variable(v, run.define(v, value, state.scope))
    return state


def _range(run: Executes, s: tree.For, scope: Scope) -> Range:
    domain = s.bound.domain
    assert isinstance(domain, tree.Call)
    numbers = make_range(domain, tuple(run.lower(a, scope) for a in domain.args))
    return replace(
        numbers,
        start=run.define("low", numbers.start, scope),
        stop=numbers.stop if _is_length(numbers.stop) else run.define("high", numbers.stop, scope),
    )


def _is_length(e: ir.Expr) -> bool:
    match e:
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), s)):
            return is_small(s)
        case _:
            return False


def _constructed(s: ir.Expr, numbers: Range, name: str, new: ir.Expr) -> ir.Expr:
    """The sequence with new items in a range; SubSeq fails if that is not inside it."""
    span, low, high = numbers.span, numbers.start, numbers.stop
    if _is_whole(numbers, s):
        return bind(Binder.FUNCTION, name, indices(s, span), new, span)
    k = ir.Name(name, span=span)
    tests = [apply(Op.LE, k, high, span=span)]
    if low != ir.Literal(0):
        tests.insert(0, apply(Op.LT, low, k, span=span))
    item = ir.If(both(tests, span), new, at(s, k, span), span=span)
    made = bind(Binder.FUNCTION, name, indices(s, span), item, span)
    outside = library("Sequences!SubSeq", s, plus(low, 1, span), high, span=span)
    return ir.If(_is_inside(numbers, s), made, outside, span=span)


def _is_whole(numbers: Range, s: ir.Expr) -> bool:
    """Whether a range has exactly the indices of a sequence."""
    return numbers.start == ir.Literal(0) and numbers.stop == length(s, numbers.span)


def _is_inside(numbers: Range, s: ir.Expr) -> ir.Expr:
    """The formula that all numbers of a range are indices of a sequence."""
    span, low, high = numbers.span, numbers.start, numbers.stop
    ends = apply(Op.LE, high, length(s, span), span=span)
    if low == ir.Literal(0):
        return ends
    starts = apply(Op.GE, low, number(0, span), span=span)
    empty = apply(Op.GE, low, high, span=span)
    return apply(Op.OR, empty, both((starts, ends), span), span=span)


# ---- folds ----


@dataclass(frozen=True, slots=True)
class _Carried:
    """The variables that go from one iteration of a loop to the next."""

    targets: tuple[tree.Target, ...]
    span: Span

    def values(self, state: State) -> ir.Expr:
        """Their values, in a tuple unless there is only one."""
        found = tuple(state.value(t) for t in self.targets)
        return found[0] if len(found) == 1 else ir.Apply(Op.TUPLE, found, span=self.span)

    def assigned(self, state: State, row: ir.Expr) -> State:
        """The state in which they have the values of a row."""
        for i, t in enumerate(self.targets, 1):
            value = row if len(self.targets) == 1 else at(row, number(i, row.span), row.span)
            if t.local:
                state = state.with_local(t.name, value, state.types[t.name])
            else:
                state = state.with_variable(t.name, value)
        return state


def _fold(run: Executes, s: tree.For, state: State) -> State:
    scope, span = state.scope, s.span
    known = {t.name: t for t in targets(s.body) if not t.local or t.name in state.types}
    carried = _Carried(tuple(known.values()), span)
    assert s.bound.domain is not None, "a loop ranges over something"
    items = run.define("items", run.lower(s.bound.domain, scope), scope)
    base = run.define("before", carried.values(state), scope)
    row = run.fresh("row", scope)
    one = run.fresh(s.bound.name, scope, ir.Name(row))
    before = carried.assigned(state, ir.Name(row, span=span))
    inner = run.inner()
    end = inner.execute(
        s.body, before.with_local(s.bound.name, ir.Name(one, span=span), s.bound.type)
    )
    step = ir.Lambda((row, one), inner.closed(carried.values(end)), span=span)

    def after(of: ir.Expr) -> ir.Expr:
        return library("SequencesExt!FoldLeft", step, base, of, span=span)

    def in_every_iteration(formula: ir.Expr) -> ir.Expr:
        k = run.fresh("k", scope, formula, step, items)
        position = ir.Name(k, span=span)
        done = library(
            "Sequences!SubSeq", items, number(1, span), plus(position, -1, span), span=span
        )
        reached = run.fresh("reached", scope, formula, step, items, position)
        definition = ir.Definition(reached, (), after(done), span=span)
        values = {row: ir.Call(reached, span=span), one: at(items, position, span)}
        body = let((definition,), substitute(formula, values), span)
        return bind(Binder.FORALL, k, indices(items, span), body, span)

    run.left(inner, in_every_iteration)
    return carried.assigned(state, run.define("after", after(items), scope)) if known else state
