"""The built-in functions of the language on lowered arguments."""

from __future__ import annotations

from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import (
    Names,
    apply,
    at,
    bind,
    indices,
    length,
    library,
    number,
    plus,
    unsupported,
)
from holdfast.front.ioa.lower.operators import power_of_two
from holdfast.front.ioa.lower.ranges import make_range
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op


class Calls:
    """Applies built-in functions to lowered arguments."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def call(self, e: tree.Call, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        """A built-in function, applied."""
        span, first = e.span, args[0]
        match e.function:
            case Builtin.LEN:
                return _size(e, first)
            case Builtin.MAX | Builtin.MIN:
                return self._extreme(e, args, scope)
            case Builtin.ABS:
                return self.names.shared(first, "n", scope, lambda n: _absolute(e, n))
            case Builtin.INCRE | Builtin.DECRE:
                return self.names.shared(first, "n", scope, lambda n: _next(e, n))
            case Builtin.DISJOINT:
                common = apply(Op.INTERSECT, *args, span=span)
                return apply(Op.EQ, common, apply(Op.SET, span=span), span=span)
            case Builtin.RANGE:
                return make_range(e, args).as_sequence(self.names, scope)
            case Builtin.BV_EXTRACT:
                shifted = apply(Op.DIV, first, power_of_two(args[1], span), span=span)
                return apply(Op.MOD, shifted, number(2, span), span=span)
            case Builtin.I_MIN:
                return self.names.shared(first, "s", scope, lambda s: self._least(e, s, scope))
            case Builtin.KEYS:
                return apply(Op.DOMAIN, first, span=span)
            case Builtin.COUNT:
                return self._count(e, args, scope)
            case Builtin.SET:
                return elements(e.args[0], first)
            case _:
                assert_never(e.function)

    def _extreme(self, e: tree.Call, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        """The greatest or the least of some numbers or of one collection."""
        if len(args) == 1:
            name = "FiniteSetsExt!Max" if e.function is Builtin.MAX else "FiniteSetsExt!Min"
            return library(name, elements(e.args[0], args[0]), span=e.span)
        op = Op.GE if e.function is Builtin.MAX else Op.LE

        def best_of(first: ir.Expr, rest: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
            if not rest:
                return first

            def with_second(a: ir.Expr, b: ir.Expr) -> ir.Expr:
                return ir.If(apply(op, a, b, span=e.span), a, b, span=e.span)

            def with_first(a: ir.Expr) -> ir.Expr:
                inner = scope.with_locals({"@first": a})
                second = rest[0]
                best = self.names.shared(second, "b", inner, lambda b: with_second(a, b))
                return best_of(best, rest[1:], scope)

            return self.names.shared(first, "a", scope, with_first, *rest)

        return best_of(args[0], args[1:], scope)

    def _least(self, e: tree.Call, s: ir.Expr, scope: Scope) -> ir.Expr:
        """The first index of a smallest element of a sequence; of records, by the first field."""
        i, j = self.names.several(("i", "j"), scope, s)
        kind = e.args[0].type

        def item(name: str) -> ir.Expr:
            value = at(s, ir.Name(name), e.span)
            match kind:
                case types.Seq(types.Record(_, ((field, _), *_))):
                    return at(value, ir.Literal(field), e.span)
                case _:
                    return value

        before = apply(Op.LT, ir.Name(j), ir.Name(i), span=e.span)
        first = ir.If(
            before,
            apply(Op.LT, item(i), item(j), span=e.span),
            apply(Op.LE, item(i), item(j), span=e.span),
            span=e.span,
        )
        positions = indices(s, e.span)
        least = bind(Binder.FORALL, j, positions, first, e.span)
        return plus(bind(Binder.CHOOSE, i, positions, least, e.span), -1, e.span)

    def _count(self, e: tree.Call, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        of, element = args
        match e.args[0].type:
            case types.Mset():
                return library("Bags!CopiesIn", element, of, span=e.span)
            case _:
                name = self.names.fresh("x", scope, of, element)
                test = apply(Op.EQ, ir.Name(name, span=e.span), element, span=e.span)
                same = ir.Lambda((name,), test, span=e.span)
                return length(library("Sequences!SelectSeq", of, same, span=e.span), e.span)


def elements(e: tree.Expr, value: ir.Expr) -> ir.Expr:
    """The set of the elements of a collection, or of the keys of a map."""
    span = e.span
    match e.type, value:
        case types.Seq(), ir.Apply(Op.TUPLE, items):
            return apply(Op.SET, *items, span=span)
        case types.Seq(), _:
            return library("SequencesExt!ToSet", value, span=span)
        case types.Set(), _:
            return value
        case ((types.Map() | types.Mset()), _):
            return apply(Op.DOMAIN, value, span=span)
        case _:
            raise unsupported(f"{types.show(e.type)} has no elements", span)


def _size(e: tree.Call, of: ir.Expr) -> ir.Expr:
    match e.args[0].type:
        case types.Set():
            return library("FiniteSets!Cardinality", of, span=e.span)
        case types.Map():
            keys = apply(Op.DOMAIN, of, span=e.span)
            return library("FiniteSets!Cardinality", keys, span=e.span)
        case types.Mset():
            return library("Bags!BagCardinality", of, span=e.span)
        case types.Tuple(items):
            return number(len(items), e.span)
        case _:
            return length(of, e.span)


def _absolute(e: tree.Call, n: ir.Expr) -> ir.Expr:
    negative = apply(Op.LT, n, number(0, e.span), span=e.span)
    return ir.If(negative, apply(Op.NEG, n, span=e.span), n, span=e.span)


def _next(e: tree.Call, n: ir.Expr) -> ir.Expr:
    """The next or the previous number of an IntRange, which wraps around."""
    t = wrapping_type(e)
    first, last = number(t.low, e.span), number(t.high - 1, e.span)
    if e.function is Builtin.INCRE:
        return ir.If(apply(Op.EQ, n, last, span=e.span), first, plus(n, 1, e.span), span=e.span)
    return ir.If(apply(Op.EQ, n, first, span=e.span), last, plus(n, -1, e.span), span=e.span)


def wrapping_type(e: tree.Call) -> types.IntRange:
    """The IntRange in which `incre` and `decre` wrap around."""
    for t in (e.args[0].type, e.type):
        if isinstance(t, types.IntRange):
            return t
    raise unsupported(f"`{e.function.value}` needs a value of an IntRange", e.span)
