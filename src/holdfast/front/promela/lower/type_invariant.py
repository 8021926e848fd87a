"""The invariant that every variable has a value of its type, for proofs.

Numbers are within the bounds of their types, a control variable is at a point of a process that can
be in its slot, a channel has at most as many messages as fit, processes are a stack, and a process
inside an atomic sequence is alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.promela.expression_nodes import Predefined
from holdfast.front.promela.lower.channels import Channel
from holdfast.front.promela.lower.control_invariant import control_invariants
from holdfast.front.promela.lower.folding import bounds
from holdfast.front.promela.lower.layout import widened
from holdfast.front.promela.lower.logic import apply, length, library, not_, number, or_
from holdfast.front.promela.lower.memory import Updates
from holdfast.front.promela.lower.world import (
    EXCLUSIVE,
    LAST,
    World,
    control,
    control_name,
    priority_name,
)
from holdfast.front.promela.types import Type, Unlimited
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property
from holdfast.source import Span

TYPES = "types"
"""The name of the invariant."""
_PRIORITIES = 0, 255


def type_invariant(w: World, initial: Updates, span: Span) -> Property:
    """The values of the variables, whose initial values are given, are those that are declared."""
    typed = tuple(e for e in _parts(w) if _is_about(e, initial))
    parts = (*typed, *control_invariants(w, initial))
    return Property(TYPES, ir.Apply(Op.AND, parts, span=span), span=span, everywhere=True)


def _is_about(e: ir.Expr, variables: Updates) -> bool:
    """Whether a formula mentions variables of the system only."""
    return all(p.name in variables for p in ir.walk(e) if isinstance(p, ir.Name))


def _parts(w: World) -> Iterator[ir.Expr]:
    for cell in w.memory.cells.values():
        base = _numbers(cell.leaf.type)
        sizes = () if cell.is_single else cell.leaf.sizes
        for size in reversed(sizes):
            keys = apply(Op.RANGE, number(1), number(size))
            base = apply(Op.FUNCTION_SET, keys, base)
        yield from (_within(name, base) for name in cell.variables())
    for c in w.statics.channels.by_number.values():
        if not c.is_rendezvous:
            yield from _channel(c)
    if w.is_exclusive:
        yield _within(EXCLUSIVE, _range(0, w.slot_count))
    if Predefined.LAST in w.uses:
        yield _within(LAST, _range(0, w.slot_count))
    for slot in range(w.slot_count):
        yield from _slot(w, slot)


def _slot(w: World, slot: int) -> Iterator[ir.Expr]:
    points = [p.number for i in w.slots.instances[slot] for p in i.type.automaton.points]
    known = apply(Op.SET, *(number(n) for n in sorted({0, *points})))
    yield _within(control_name(slot), known)
    if w.has_priorities:
        yield _within(priority_name(slot), _range(*_PRIORITIES))
    if slot:
        here, below = (apply(Op.NE, control(n), number(0)) for n in (slot, slot - 1))
        yield or_((not_(here), below))


def _channel(c: Channel) -> Iterator[ir.Expr]:
    fields = c.fields if len(c.fields) > 1 else (widened(c.fields[0]),)
    items = [_numbers(t) for t in fields]
    message = items[0] if len(items) == 1 else apply(Op.PRODUCT, *items)
    yield apply(Op.IN, c.contents, library("Sequences!Seq", message))
    yield apply(Op.LE, length(c.contents), number(c.capacity))


def _within(name: str, values: ir.Expr) -> ir.Expr:
    return apply(Op.IN, ir.Name(name), values)


def _numbers(t: Type) -> ir.Expr:
    return apply(Op.INT) if isinstance(t, Unlimited) else _range(*bounds(t))


def _range(low: int, high: int) -> ir.Expr:
    least = number(low) if low >= 0 else apply(Op.NEG, number(-low))
    return apply(Op.RANGE, least, number(high))
