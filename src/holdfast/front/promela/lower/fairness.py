"""Weak fairness: a process that can move from some point on, in every state, moves.

That is a condition for each slot: again and again, the process in it cannot move or does. As in
Spin, a process that waits to receive from a rendezvous channel cannot move: the sender does. States
inside an atomic block of another process do not count: there it is not known whether it could.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.front.promela.lower.guards import by_point, can_move
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.logic import apply, number, or_
from holdfast.front.promela.lower.world import EXCLUSIVE, Scope, World
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE
from holdfast.ir.ops import Op
from holdfast.ir.system import Action
from holdfast.source import Span

FAIR = "every process is weakly fair"


def weak_fairness(w: World, actions: Sequence[Action]) -> Iterator[ir.Expr]:
    """The fairness conditions of all slots, given the actions of processes."""
    for slot in range(w.slot_count):
        found = w.slots.instances[slot]
        taken = [a.body.expr for a in actions if number(slot) in a.args]
        enabled = or_(_can_move(w, i) for i in found)
        if not taken or enabled == FALSE:
            continue
        if w.is_exclusive:
            enabled = or_((enabled, apply(Op.NE, ir.Name(EXCLUSIVE), number(0))))
        step = ir.Apply(Op.OR, tuple(taken))
        yield ir.Apply(Op.WEAK_FAIR, (step, enabled), span=_heading(found))


def _can_move(w: World, i: Instance) -> ir.Expr:
    scope = Scope(i)
    return by_point(i, [(p, can_move(w, i, p, scope)) for p in i.type.automaton.points])


def _heading(found: Sequence[Instance]) -> Span:
    """The first line of the process type."""
    span = found[0].type.tree.span
    head = span.text.partition("{")[0].rstrip()
    return Span(span.source, span.start, span.start + len(head))
