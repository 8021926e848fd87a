"""The step of one instance when an action happens: a transition if the action is its own.

An instance that is one automaton takes one of its transitions. For a sequence of automata the
variables are functions, and all automata of the sequence take their steps at once:

    P.x' = [i \\in 0..N-1 |-> IF the action is of P[i] THEN effect ELSE P.x[i]]
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.ioa.compose.instances import Instance, for_all
from holdfast.front.ioa.compose.logic import and_, if_, implies, not_, or_
from holdfast.front.ioa.compose.members import Membership, Move, unchanged
from holdfast.front.ioa.tree import Kind
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op

_CHOICE = "choice@"
"""Which of several transitions each automaton of a sequence takes for an input."""


def step(m: Membership) -> ir.Expr:
    """What an instance does when the action happens."""
    if not m.where:
        return unchanged(m.leaf)
    return or_(_steps_of_sequence(m)) if m.leaf.indices else _step_of_one(m)


# ---- one automaton ----


def _step_of_one(m: Membership) -> ir.Expr:
    if len(m.where) == 1:
        ((kind, where),) = m.where.items()
        moves = or_([_move(m, x, ir.TRUE) for x in m.moves_as(kind)])
        return if_(where, moves, unchanged(m.leaf))
    each = [_move(m, x, m.where[x.transition.kind]) for x in m.moves if _declared(m, x)]
    outside = and_([not_(m.condition(*m.where)), unchanged(m.leaf)])
    return or_([*each, outside])


def _declared(m: Membership, move: Move) -> bool:
    return move.transition.kind in m.where


def _move(m: Membership, move: Move, where: ir.Expr) -> ir.Expr:
    span = move.transition.span
    assigned = [_assign(m.leaf, name, value) for name, value in move.values.items()]
    kept = [
        ir.Name(m.leaf.qualified(v.name)) for v in m.automaton.states if v.name not in move.values
    ]
    return and_([where, move.precondition, *assigned, *_keep(kept)], span)


def _assign(leaf: Instance, variable: str, value: ir.Expr) -> ir.Expr:
    primed = ir.Prime(ir.Name(leaf.qualified(variable)))
    return ir.Apply(Op.EQ, (primed, value), span=value.span)


def _keep(names: list[ir.Name]) -> Iterator[ir.Expr]:
    if names:
        what = names[0] if len(names) == 1 else ir.Apply(Op.TUPLE, tuple(names))
        yield ir.Apply(Op.UNCHANGED, (what,))


# ---- a sequence of automata ----


def _steps_of_sequence(m: Membership) -> Iterator[ir.Expr]:
    """One formula for each transition of the automaton that controls the action, if any."""
    own, inputs = m.condition(*m.controlled), m.moves_as(Kind.INPUT)
    as_input = and_([not_(own), m.condition(Kind.INPUT)])
    for move in m.moves_as(*m.controlled) or (None,):
        guard = not_(own) if move is None else implies(own, _possible(m, move))
        if len(inputs) > 1:
            yield _with_choice(m, move, own, as_input, guard)
            continue
        accepted = implies(as_input, inputs[0].precondition if inputs else ir.FALSE)
        cases = ((own, move), (m.condition(Kind.INPUT), inputs[0] if inputs else None))
        guards = [*_for_each(m.leaf, guard), *_for_each(m.leaf, accepted)]
        yield and_([*guards, *_values(m, cases)])


def _possible(m: Membership, move: Move) -> ir.Expr:
    """That a transition can be taken by an automaton that controls the action."""
    where = m.where[move.transition.kind] if len(m.controlled) > 1 else ir.TRUE
    return and_([where, move.precondition])


def _with_choice(
    m: Membership, move: Move | None, own: ir.Expr, as_input: ir.Expr, guard: ir.Expr
) -> ir.Expr:
    """The steps if several transitions of each automaton of a sequence accept the input."""
    inputs = m.moves_as(Kind.INPUT)
    chosen: ir.Expr = ir.Name(_CHOICE)
    choices: ir.Expr = ir.Apply(Op.RANGE, (ir.Literal(1), ir.Literal(len(inputs))))
    for i in reversed(m.leaf.indices):
        choices = ir.Apply(Op.FUNCTION_SET, (i.domain, choices))
    for i in m.leaf.indices:
        chosen = ir.Apply(Op.INDEX, (chosen, ir.Name(i.name)))
    taken = [ir.Apply(Op.EQ, (chosen, ir.Literal(n + 1))) for n in range(len(inputs))]
    accepted = or_([and_([t, x.precondition]) for t, x in zip(taken, inputs, strict=True)])
    # Where there is no choice, only the first is generated.
    before = if_(as_input, accepted, taken[0])
    cases = [(and_([as_input, t]), x) for t, x in zip(taken, inputs, strict=True)]
    body = and_(
        [*_for_each(m.leaf, guard), *_for_each(m.leaf, before), *_values(m, ((own, move), *cases))]
    )
    return ir.Bind(ir.Binder.EXISTS, (ir.Bound((_CHOICE,), choices),), body)


def _for_each(leaf: Instance, formula: ir.Expr) -> Iterator[ir.Expr]:
    if formula != ir.TRUE:
        yield for_all(leaf.indices, formula, formula.span)


def _values(m: Membership, cases: tuple[tuple[ir.Expr, Move | None], ...]) -> Iterator[ir.Expr]:
    """The next values of the variables: in each case those of a transition, else as before."""
    for v in m.automaton.states:
        old = m.scope.variables[v.name]
        value = old
        for test, move in reversed(cases):
            if move is not None and v.name in move.values:
                value = if_(test, move.values[v.name], value)
            elif value is not old:
                value = if_(test, old, value)
        if value is old:
            yield from _keep([ir.Name(m.leaf.qualified(v.name))])
            continue
        for i in reversed(m.leaf.indices):
            bound = ir.Bound((i.name,), i.domain)
            value = ir.Bind(ir.Binder.FUNCTION, (bound,), value, span=value.span)
        yield _assign(m.leaf, v.name, value)
