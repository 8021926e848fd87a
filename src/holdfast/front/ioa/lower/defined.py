"""The conditions under which an expression is defined.

    s[i] > 0                         0 <= i and i < len(s)
    i < len(s) and s[i] > 0          implies(i < len(s), 0 <= i and i < len(s))

Partial operations are an index, a slice, a quotient and so on; and a number must be of the type
of what it is passed to. Variables and parameters are assumed to be of their types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.binders import Ranged, quantified, ranged
from holdfast.front.ioa.lower.bounded import bounded
from holdfast.front.ioa.lower.build import apply, both, length, number
from holdfast.front.ioa.lower.calls import wrapping_type
from holdfast.front.ioa.lower.conditions import Condition, always_fits, around, distinct, guarded
from holdfast.front.ioa.lower.domains import fits
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.source import Span

OUTSIDE = "index may be out of range"


class Definedness:
    """Finds the conditions of expressions; `functions` are those of the file."""

    def __init__(self, lowering: ExprLowering, functions: Iterable[tree.Function] = ()) -> None:
        self.lowering = lowering
        self.functions = {f.name: f for f in functions}

    def conditions(self, e: tree.Expr, scope: Scope) -> tuple[Condition, ...]:
        """What must be true so that an expression is defined."""
        return distinct(self._of(e, scope))

    def passed(self, e: tree.Expr, t: Type, scope: Scope) -> tuple[Condition, ...]:
        """What must be true so that an expression is defined and its value is of a type."""
        return distinct((*self._of(e, scope), *self._fits(e, t, scope)))

    # ---- expressions ----

    def _of(self, e: tree.Expr, scope: Scope) -> Iterator[Condition]:  # noqa: C901  # a case for each kind
        match e:
            case tree.Literal() | tree.Local() | tree.Parameter() | tree.Variable():
                return
            case tree.ComponentVariable():
                yield from self._component(e, scope)
            case tree.Apply(Operator.AND | Operator.IMPLIES, operands):
                yield from self._one_by_one(operands, scope, True)
            case tree.Apply(Operator.OR, operands):
                yield from self._one_by_one(operands, scope, False)
            case tree.Apply(_, operands):
                yield from self._all(operands, scope)
                yield from self._operator(e, scope)
            case tree.IfElse():
                yield from self._if_else(e, scope)
            case tree.Call(_, args):
                yield from self._all(args, scope)
                yield from self._call(e, scope)
            case tree.UserCall():
                yield from self._user_call(e, scope)
            case tree.Quantifier():
                yield from self._quantifier(e, scope)
            case tree.SetComprehension(element, bounds, condition):
                yield from self._below(bounds, condition, (element, _element(e.type)), scope)
            case tree.SeqComprehension(element, bound, condition):
                yield from self._below((bound,), condition, (element, _element(e.type)), scope)
            case tree.MapComprehension(bound, value):
                assert isinstance(e.type, types.Map)
                key = tree.Local(bound.name, type=bound.type, span=bound.span)
                yield from self._below((bound,), None, (key, e.type.key), scope)
                yield from self._below((bound,), None, (value, e.type.value), scope)
            case tree.SetOf(items) | tree.SeqOf(items) | tree.MsetOf(items):
                yield from self._given(items, [_element(e.type)] * len(items), scope)
            case tree.TupleOf(items):
                kinds = e.type.items if isinstance(e.type, types.Tuple) else [i.type for i in items]
                yield from self._given(items, kinds, scope)
            case tree.RecordOf(values):
                assert isinstance(e.type, types.Record)
                yield from self._given(values, [t for _, t in e.type.fields], scope)
            case tree.Field(record):
                yield from self._of(record, scope)
            case tree.Index(of, index):
                yield from self._all((of, index), scope)
                yield from self._index(e, scope)
            case tree.Slice():
                yield from self._slice(e, scope)
            case tree.TemporalFormula(_, operands):
                yield from self._all(operands, scope)
            case _:
                assert_never(e)

    def _all(self, items: Iterable[tree.Expr], scope: Scope) -> Iterator[Condition]:
        for item in items:
            yield from self._of(item, scope)

    def _given(
        self, items: Sequence[tree.Expr], kinds: Sequence[Type], scope: Scope
    ) -> Iterator[Condition]:
        """Conditions of values that are passed where types are declared."""
        for item, t in zip(items, kinds, strict=True):
            yield from self._of(item, scope)
            yield from self._fits(item, t, scope)

    def _fits(self, e: tree.Expr, t: Type, scope: Scope) -> Iterator[Condition]:
        if not always_fits(e, t):
            yield from self.value_fits(self.lowering.lower(e, scope), t, e.span)

    def value_fits(self, value: ir.Expr, t: Type, span: Span) -> Iterator[Condition]:
        """The condition that a value is of a type, unless it always is."""
        formula = fits(value, t, self.lowering.names)
        if formula is not None:
            yield Condition(formula, f"value may not be of type {types.show(t)}", span)

    # ---- order of evaluation ----

    def _one_by_one(
        self, operands: Sequence[tree.Expr], scope: Scope, while_true: bool
    ) -> Iterator[Condition]:
        """Each operand is evaluated if those before it are true, or false."""
        guards: list[ir.Expr] = []
        for operand in operands:
            yield from guarded(guards, self._of(operand, scope))
            value = self.lowering.lower(operand, scope)
            guards.append(value if while_true else apply(Op.NOT, value, span=operand.span))

    def _if_else(self, e: tree.IfElse, scope: Scope) -> Iterator[Condition]:
        yield from self._of(e.test, scope)
        test = self.lowering.lower(e.test, scope)
        yield from guarded((test,), self._given((e.yes,), (e.type,), scope))
        otherwise = apply(Op.NOT, test, span=e.test.span)
        yield from guarded((otherwise,), self._given((e.no,), (e.type,), scope))

    # ---- operators and functions ----

    def _operator(self, e: tree.Apply, scope: Scope) -> Iterator[Condition]:
        match e.operator, e.operands:
            case Operator.DIV, (_, divisor) if isinstance(e.type, types.Real):
                if not _is_at_least(divisor, 1):
                    yield self._compared(Op.NE, divisor, "divisor may be zero", scope)
            case ((Operator.DIV | Operator.MOD), (_, divisor)):
                if not _is_at_least(divisor, 1):
                    yield self._compared(Op.GT, divisor, "divisor may not be positive", scope)
            case ((Operator.LEFT | Operator.RIGHT), (_, places)):
                if not _is_at_least(places, 0):
                    yield self._compared(Op.GE, places, "shift may be negative", scope)
            case _:
                pass

    def _compared(self, op: Op, e: tree.Expr, message: str, scope: Scope) -> Condition:
        value = self.lowering.lower(e, scope)
        return Condition(apply(op, value, number(0, e.span), span=e.span), message, e.span)

    def _call(self, e: tree.Call, scope: Scope) -> Iterator[Condition]:
        match e.function, e.args:
            case ((Builtin.MAX | Builtin.MIN | Builtin.I_MIN), (collection,)):
                yield self._not_empty(e, collection, scope)
            case ((Builtin.INCRE | Builtin.DECRE), (n,)):
                yield from self._fits(n, wrapping_type(e), scope)
            case Builtin.BV_EXTRACT, (bits, position):
                if isinstance(bits.type, types.Bits):
                    places = types.IntRange("position", 0, bits.type.width)
                    if not always_fits(position, places):
                        formula = fits(self.lowering.lower(position, scope), places)
                        assert formula is not None, "a position can be out of range"
                        yield Condition(formula, OUTSIDE, position.span)
            case _:
                pass

    def _not_empty(self, e: tree.Call, collection: tree.Expr, scope: Scope) -> Condition:
        value = self.lowering.lower(collection, scope)
        if isinstance(collection.type, types.Seq):
            formula = apply(Op.GT, length(value, e.span), number(0, e.span), span=e.span)
        else:
            formula = apply(Op.NE, value, apply(Op.SET, span=e.span), span=e.span)
        return Condition(formula, f"`{e.function.value}` of a collection that may be empty", e.span)

    def _user_call(self, e: tree.UserCall, scope: Scope) -> Iterator[Condition]:
        """Those of the arguments, and those of the body of the function for these arguments."""
        f = self.functions[e.function]
        yield from self._given(e.args, [p.type for p in f.params], scope)
        values = [self.lowering.lower(a, scope) for a in e.args]
        inside = Scope(locals={p.name: v for p, v in zip(f.params, values, strict=True)})
        yield from self._given((f.body,), (f.result,), inside)

    # ---- binders ----

    def _quantifier(self, e: tree.Quantifier, scope: Scope) -> Iterator[Condition]:
        formula = bounded(e)
        if isinstance(formula, tree.Quantifier):
            body = (formula.body, types.BOOL)
            yield from self._below(formula.bounds, None, body, scope)
        else:
            yield from self._of(formula, scope)

    def _below(
        self,
        bounds: Sequence[tree.Bound],
        condition: tree.Expr | None,
        body: tuple[tree.Expr, Type],
        scope: Scope,
    ) -> Iterator[Condition]:
        """Conditions for all values of bound variables."""
        variables: list[Ranged] = []

        def for_all(formula: ir.Expr) -> ir.Expr:
            if not variables:
                return formula
            return quantified(Binder.FORALL, variables, formula, variables[0].span)

        for b in bounds:
            if b.domain is not None:
                yield from around(for_all, self._of(b.domain, scope))
            variables.append(ranged(b, scope, self.lowering))
            scope = variables[-1].scope
        guards: tuple[ir.Expr, ...] = ()
        if condition is not None:
            yield from around(for_all, self._of(condition, scope))
            guards = (self.lowering.lower(condition, scope),)
        element, t = body
        yield from around(for_all, guarded(guards, self._given((element,), (t,), scope)))

    # ---- parts ----

    def _index(self, e: tree.Index, scope: Scope) -> Iterator[Condition]:
        of, index = self.lowering.lower(e.of, scope), self.lowering.lower(e.index, scope)
        yield from index_inside(e.of.type, of, index, e.span)

    def _slice(self, e: tree.Slice, scope: Scope) -> Iterator[Condition]:
        ends = [x for x in (e.low, e.high) if x is not None]
        yield from self._all((e.of, *ends), scope)
        span, lower = e.span, self.lowering.lower
        size = length(lower(e.of, scope), span)
        values = [number(0, span), *(lower(x, scope) for x in ends), size]
        pairs = list(pairwise(values))
        if e.low is not None and _is_at_least(e.low, 0):
            del pairs[0]
        if ends and pairs:
            formula = both((apply(Op.LE, a, b, span=span) for a, b in pairs), span)
            yield Condition(formula, "slice may be out of range", span)

    def _component(self, e: tree.ComponentVariable, scope: Scope) -> Iterator[Condition]:
        yield from self._all([i for _, i in e.path if i is not None], scope)
        value = self.lowering.lower(e, scope)
        # The last indices are those of the path; the others are those of the automaton itself.
        for _ in [i for _, i in e.path if i is not None]:
            match value:
                case ir.Apply(Op.INDEX, (function, key)):
                    keys = apply(Op.DOMAIN, function, span=e.span)
                    yield Condition(apply(Op.IN, key, keys, span=e.span), OUTSIDE, e.span)
                    value = function
                case _:
                    return


def index_inside(of: Type, value: ir.Expr, index: ir.Expr, span: Span) -> Iterator[Condition]:
    """The condition that a sequence has an index, or a map a key."""
    match of:
        case types.Seq():
            yield Condition(_is_index(value, index, span), OUTSIDE, span)
        case types.Map():
            keys = apply(Op.DOMAIN, value, span=span)
            formula = apply(Op.IN, index, keys, span=span)
            yield Condition(formula, "key may not be in the map", span)
        case _:
            pass


def _is_index(s: ir.Expr, index: ir.Expr, span: Span) -> ir.Expr:
    below = apply(Op.LT, index, length(s, span), span=span)
    if isinstance(index, ir.Literal) and isinstance(index.value, int) and index.value >= 0:
        return below
    return both((apply(Op.GE, index, number(0, span), span=span), below), span)


def _is_at_least(e: tree.Expr, n: int) -> bool:
    return isinstance(e, tree.Literal) and isinstance(e.value, int) and e.value >= n


def _element(t: Type) -> Type:
    match t:
        case types.Seq(of) | types.Set(of) | types.Mset(of):
            return of
        case _:
            return types.UNKNOWN
