"""Atoms about the items of sequences: which there are, which is first, which comes before which."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from holdfast.infer.grammar.language import Atom, Params
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op

Elements: TypeAlias = Callable[[Params], Iterator[tuple[ir.Expr, Params]]]
"""Gives the possible items over new parameters, which follow those given."""
_NOTHING = ir.Apply(Op.TUPLE)


def about_sequence(s: ir.Expr, params: Params, elements: Elements, letter: str) -> Iterator[Atom]:
    """The atoms about a sequence; the names of indices begin with a letter."""
    i, j = ir.Name(f"{letter}1"), ir.Name(f"{letter}2")
    yield Atom(ir.Apply(Op.EQ, (s, _NOTHING)), params, "type")
    for x, one in elements(params):
        yield Atom(_at_some((i,), s, _item(s, i, x)), one, "sequence", 2)
        first = (ir.Apply(Op.NE, (s, _NOTHING)), _item(s, ir.Literal(1), x))
        yield Atom(ir.Apply(Op.AND, first), one, "sequence", 2)
        for y, both in elements(one):
            parts = (ir.Apply(Op.LT, (i, j)), _item(s, i, x), _item(s, j, y))
            yield Atom(_at_some((i, j), s, ir.Apply(Op.AND, parts)), both, "sequence", 3)


def length_of(s: ir.Expr) -> ir.Expr:
    """The length of a sequence."""
    return ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), s))


def is_prefix(s: ir.Expr, t: ir.Expr, letter: str) -> ir.Expr:
    """That a sequence is the beginning of another one."""
    i = ir.Name(f"{letter}1")
    inside = ir.Apply(Op.IN, (i, ir.Apply(Op.DOMAIN, (t,))))
    same = ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (s, i)), ir.Apply(Op.INDEX, (t, i))))
    bound = ir.Bound((i.name,), ir.Apply(Op.DOMAIN, (s,)))
    return ir.Bind(ir.Binder.FORALL, (bound,), ir.Apply(Op.AND, (inside, same)))


def _item(s: ir.Expr, place: ir.Expr, item: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (s, place)), item))


def _at_some(places: tuple[ir.Name, ...], s: ir.Expr, body: ir.Expr) -> ir.Expr:
    """That something holds for some indices of a sequence."""
    bounds = tuple(ir.Bound((p.name,), ir.Apply(Op.DOMAIN, (s,))) for p in places)
    return ir.Bind(ir.Binder.EXISTS, bounds, body)
