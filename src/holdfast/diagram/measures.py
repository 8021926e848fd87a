"""Orderings of a diagram as formulas: in the domain of the order, less, and not more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.diagram.diagram import Ordering
from holdfast.diagram.parameters import inside
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Diagnostic, SpecError

ORDERS = {
    "numbers": "natural numbers are well-founded",
    "sets": "finite sets are well-founded under strict inclusion",
    "tuples": "tuples of natural numbers of one length are well-founded lexicographically",
}
"""The orders that are well-founded, and why."""


Definitions: TypeAlias = Mapping[str, ir.Definition]
Formula: TypeAlias = Callable[[Ordering, ir.Expr], ir.Expr]
Size: TypeAlias = Callable[[ir.Expr, bool], ir.Expr]
"""A formula about a set, which is evidently a finite set of integers or not."""

_SETS = Ordering("", "", "sets")


@dataclass(frozen=True, slots=True)
class Measure:
    """An ordering: its term is in the domain of the order, decreases, does not increase.

    The formulas of `by_sets` imply these: a size decreases if its set loses elements, or if each
    new element is one less than an old one, as in the tail of a sequence, and an old one is not
    met. Solvers know less about sizes than about sets.
    """

    ordering: Ordering
    domain: ir.Expr
    decreases: ir.Expr
    keeps: ir.Expr
    by_sets: tuple[ir.Expr, ir.Expr, ir.Expr]

    @property
    def is_size(self) -> bool:
        """Whether the term is the size of a set."""
        return self.by_sets != (self.domain, self.decreases, self.keeps)


MEASURED = 6
"""How many formulas there are about each ordering."""


def measure_formulas(
    ordering: Ordering, e: ir.Expr, below: bool, definitions: Definitions
) -> list[ir.Expr]:
    """The formulas about the term of an ordering, `below` parameters or not; raises SpecError."""
    if ordering.order not in ORDERS:
        known = ", ".join(f'"{name}"' for name in ORDERS)
        message = f"`{ordering.order}` is not the name of a well-founded order"
        raise SpecError(Diagnostic("diagram-order", message, ordering.span, f"use one of {known}"))

    def by_sets(t: ir.Expr, size: Size, otherwise: Formula) -> ir.Expr:
        counted = _counted(t, definitions) if ordering.order == "numbers" else None
        if counted is None:
            return otherwise(ordering, t)
        return size(counted, _is_finite(counted, definitions))

    return [
        inside(e, below, lambda t: _domain(ordering, t)),
        inside(e, below, lambda t: _less(ordering, t)),
        inside(e, below, lambda t: _not_more(ordering, t)),
        inside(e, below, lambda t: by_sets(t, _finite, _domain)),
        inside(e, below, lambda t: by_sets(t, _fewer, _less)),
        inside(e, below, lambda t: by_sets(t, _no_more, _not_more)),
    ]


# ---- sizes ----


def _finite(s: ir.Expr, evidently: bool) -> ir.Expr:
    """A set is finite; if that is evident, a formula that is true where the set is defined."""
    return _apply(Op.SUBSETEQ, s, s) if evidently else _domain(_SETS, s)


def _fewer(s: ir.Expr, of_numbers: bool) -> ir.Expr:
    """A set has fewer elements after a step."""
    lost = _less(_SETS, s)
    if not of_numbers:
        return lost
    new, old = ir.Name("@new"), ir.Name("@old")
    missed = ir.Apply(Op.NOT, (_apply(Op.IN, _moved(old, Op.SUB), ir.Prime(s)),))
    some = ir.Bind(ir.Binder.EXISTS, (ir.Bound((old.name,), s),), missed, span=s.span)
    return ir.Apply(Op.OR, (lost, _all((_shifted(s, new), some))), span=s.span)


def _no_more(s: ir.Expr, of_numbers: bool) -> ir.Expr:
    """A set has no more elements after a step."""
    kept = _not_more(_SETS, s)
    if not of_numbers:
        return kept
    return ir.Apply(Op.OR, (kept, _shifted(s, ir.Name("@new"))), span=s.span)


def _shifted(s: ir.Expr, new: ir.Name) -> ir.Expr:
    """Each element after a step is one less than an element before it."""
    inside = _apply(Op.IN, _moved(new, Op.ADD), s)
    return ir.Bind(ir.Binder.FORALL, (ir.Bound((new.name,), ir.Prime(s)),), inside, span=s.span)


def _moved(name: ir.Name, op: Op) -> ir.Expr:
    return ir.Apply(op, (name, ir.Literal(1)))


def _counted(t: ir.Expr, definitions: Definitions) -> ir.Expr | None:
    """The set whose size a term is."""
    match t:
        case ir.Call(name, ()) if name in definitions and not definitions[name].recursive:
            return _counted(definitions[name].body, definitions)
        case ir.Apply(Op.BUILTIN, (ir.Literal("FiniteSets!Cardinality"), s)):
            return s
        case _:
            return None


def _is_finite(s: ir.Expr, definitions: Definitions) -> bool:
    """Whether a set is evidently a finite set of integers."""
    match s:
        case ir.Call(name, ()) if name in definitions and not definitions[name].recursive:
            return _is_finite(definitions[name].body, definitions)
        case ir.Bind(ir.Binder.FILTER, (ir.Bound(_, domain),), _) if domain is not None:
            return _is_finite(domain, definitions)
        case ir.Apply(Op.RANGE, _):
            return True
        case _:
            return False


def _domain(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _natural(t)
        case "sets":
            return ir.Apply(Op.BUILTIN, (ir.Literal("FiniteSets!IsFiniteSet"), t), span=t.span)
        case _:
            return _all(tuple(map(_natural, _items(ordering, t))))


def _less(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _apply(Op.LT, ir.Prime(t), t)
        case "sets":
            return _all((_apply(Op.SUBSETEQ, ir.Prime(t), t), _apply(Op.NE, ir.Prime(t), t)))
        case _:
            return _smaller(_items(ordering, t), ir.FALSE)


def _not_more(ordering: Ordering, t: ir.Expr) -> ir.Expr:
    match ordering.order:
        case "numbers":
            return _apply(Op.LE, ir.Prime(t), t)
        case "sets":
            return _apply(Op.SUBSETEQ, ir.Prime(t), t)
        case _:
            return _smaller(_items(ordering, t), ir.TRUE)


def _smaller(items: tuple[ir.Expr, ...], equal: ir.Expr) -> ir.Expr:
    """Lexicographically less, or, if all items are equal, what is given."""
    found = equal
    for t in reversed(items):
        same = _all((_apply(Op.EQ, ir.Prime(t), t), found))
        found = ir.Apply(Op.OR, (_apply(Op.LT, ir.Prime(t), t), same), span=t.span)
    return found


def _items(ordering: Ordering, t: ir.Expr) -> tuple[ir.Expr, ...]:
    match t:
        case ir.Apply(Op.TUPLE, items) if items:
            return items
        case _:
            message = f"`{ordering.text}` is not written as a tuple"
            help = "write the items of the tuple: <<a, b>>"
            raise SpecError(Diagnostic("diagram-order", message, t.span, help))


def _natural(t: ir.Expr) -> ir.Expr:
    return _apply(Op.IN, t, ir.Apply(Op.NAT))


def _apply(op: Op, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Apply(op, (left, right), span=left.span or right.span)


def _all(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    return parts[0] if len(parts) == 1 else ir.Apply(Op.AND, parts, span=parts[0].span)
