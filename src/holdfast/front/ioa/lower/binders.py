"""Quantifiers and comprehensions: a variable over a sequence becomes one over its positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.bounded import bounded
from holdfast.front.ioa.lower.build import (
    Names,
    apply,
    at,
    bind,
    indices,
    interval,
    let,
    library,
    number,
)
from holdfast.front.ioa.lower.calls import elements
from holdfast.front.ioa.lower.domains import domain
from holdfast.front.ioa.lower.ranges import make_range
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.source import Span


class Lowers(Protocol):
    """What lowers the parts of an expression."""

    names: Names

    def lower(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """An expression of the system."""


@dataclass(frozen=True, slots=True)
class Ranged:
    """A bound variable of the system, the scope below it, and definitions around the binder."""

    name: str
    domain: ir.Expr | None
    scope: Scope
    definitions: tuple[ir.Definition, ...]
    span: Span

    @property
    def bound(self) -> ir.Bound:
        """The bound of a binder."""
        return ir.Bound((self.name,), self.domain, span=self.span)

    def around(self, binder: Binder, body: ir.Expr, span: Span) -> ir.Expr:
        """The binder of this variable."""
        return let(self.definitions, bind(binder, self.name, self.domain, body, span), span)


def ranged(bound: tree.Bound, scope: Scope, low: Lowers) -> Ranged:
    """What a variable that ranges over a set or a sequence is in the system.

    Repetitions and the order of a sequence make no difference where it is used.
    """
    e = bound.domain
    if e is None:
        return _over(bound, domain(bound.type), scope, low)
    if isinstance(e, tree.Call) and e.function is Builtin.RANGE:
        numbers = make_range(e, tuple(low.lower(a, scope) for a in e.args))
        return _over(bound, numbers.as_set(low.names, scope), scope, low)
    value = low.lower(e, scope)
    match e.type, value:
        case types.Seq(), ir.Apply(Op.TUPLE):
            return _over(bound, elements(e, value), scope, low)
        case types.Seq(), _:
            return _over_positions(bound, value, scope, low)
        case _:
            return _over(bound, elements(e, value), scope, low)


def _over(bound: tree.Bound, of: ir.Expr | None, scope: Scope, low: Lowers) -> Ranged:
    name = low.names.fresh(bound.name, scope)
    inner = scope.with_locals({bound.name: ir.Name(name, span=bound.span)})
    return Ranged(name, of, inner, (), bound.span)


def _over_positions(bound: tree.Bound, s: ir.Expr, scope: Scope, low: Lowers) -> Ranged:
    definitions, s = defined("s", s, scope, low.names)
    name = low.names.fresh("k", scope, s)
    item = at(s, ir.Name(name, span=bound.span), bound.span)
    inner = scope.with_locals({bound.name: item})
    return Ranged(name, indices(s, bound.span), inner, definitions, bound.span)


def defined(
    hint: str, e: ir.Expr, scope: Scope, names: Names
) -> tuple[tuple[ir.Definition, ...], ir.Expr]:
    """A definition for an expression, unless it is a name, and the expression to use for it."""
    match e:
        case ir.Name() | ir.Call(_, ()) | ir.Apply(Op.INDEX):
            return (), e
        case _:
            name = names.fresh(hint, scope, e)
            definition = ir.Definition(name, (), e, span=e.span)
            return (definition,), ir.Call(name, span=e.span)


def lower_quantifier(e: tree.Quantifier, scope: Scope, low: Lowers) -> ir.Expr:
    """`forall`, `all`, `exists` or `any`."""
    formula = bounded(e)
    if not isinstance(formula, tree.Quantifier):
        return low.lower(formula, scope)
    variables = []
    for bound in formula.bounds:
        variables.append(ranged(bound, scope, low))
        scope = variables[-1].scope
    binder = Binder.FORALL if e.universal else Binder.EXISTS
    return quantified(binder, variables, low.lower(formula.body, scope), e.span)


def quantified(binder: Binder, variables: Sequence[Ranged], body: ir.Expr, span: Span) -> ir.Expr:
    """Binders for variables, of which each range may depend on those before it."""
    group: list[Ranged] = []
    for v in reversed(variables):
        if any(_depends(later, v) for later in group):
            body = _grouped(binder, group, body, span)
            group = []
        group.insert(0, v)
    return _grouped(binder, group, body, span)


def _depends(later: Ranged, v: Ranged) -> bool:
    """Whether a range can be evaluated only for a value of another variable."""
    if later.definitions or later.domain is None:
        return bool(later.definitions)
    return v.name in names_in(later.domain) or not all(map(_is_total, ir.walk(later.domain)))


_TOTAL = frozenset((Op.RANGE, Op.ADD, Op.SUB, Op.SET, Op.BOOLEAN, Op.INT, Op.NAT, Op.DOMAIN))


def _is_total(e: ir.Expr) -> bool:
    match e:
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), _)) | ir.Literal() | ir.Name():
            return True
        case ir.Apply(op):
            return op in _TOTAL
        case _:
            return False


def _grouped(binder: Binder, group: Sequence[Ranged], body: ir.Expr, span: Span) -> ir.Expr:
    definitions = tuple(d for v in group for d in v.definitions)
    return let(definitions, ir.Bind(binder, tuple(v.bound for v in group), body, span=span), span)


# ---- comprehensions ----


def lower_set(e: tree.SetComprehension, scope: Scope, low: Lowers) -> ir.Expr:
    """`{element for x in domain if condition}`."""
    first, *rest = e.bounds
    v = ranged(first, scope, low)
    if rest:
        inner = tree.SetComprehension(e.element, tuple(rest), e.condition, type=e.type, span=e.span)
        family = v.around(Binder.MAP, lower_set(inner, v.scope, low), e.span)
        return apply(Op.UNION, family, span=e.span)
    element = low.lower(e.element, v.scope)
    if e.condition is None:
        if _is_variable(element, v):
            assert v.domain is not None or not v.definitions
            return v.domain if v.domain is not None else v.around(Binder.MAP, element, e.span)
        return v.around(Binder.MAP, element, e.span)
    condition = low.lower(e.condition, v.scope)
    chosen = bind(Binder.FILTER, v.name, v.domain, condition, e.span)
    if _is_variable(element, v):
        return let(v.definitions, chosen, e.span)
    return let(v.definitions, bind(Binder.MAP, v.name, chosen, element, e.span), e.span)


def _is_variable(e: ir.Expr, v: Ranged) -> bool:
    return isinstance(e, ir.Name) and e.name == v.name


def lower_map(e: tree.MapComprehension, scope: Scope, low: Lowers) -> ir.Expr:
    """`{key: value for key in domain}`."""
    assert e.bound.domain is not None, "the reader requires a domain"
    v = _over(e.bound, set_of(e.bound.domain, scope, low), scope, low)
    return v.around(Binder.FUNCTION, low.lower(e.value, v.scope), e.span)


def set_of(e: tree.Expr, scope: Scope, low: Lowers) -> ir.Expr:
    """The set of the elements of a set, a sequence or a range, or of the keys of a map."""
    if isinstance(e, tree.Call) and e.function is Builtin.RANGE:
        args = tuple(low.lower(a, scope) for a in e.args)
        return make_range(e, args).as_set(low.names, scope)
    return elements(e, low.lower(e, scope))


def lower_sequence(e: tree.SeqComprehension, scope: Scope, low: Lowers) -> ir.Expr:
    """`[element for x in domain if condition]`: a function on positions."""
    of = e.bound.domain
    assert of is not None, "the reader requires a domain"
    if isinstance(of, tree.Call) and of.function is Builtin.RANGE and e.condition is None:
        return _over_range(e, of, scope, low)
    s = low.lower(of, scope)
    if e.condition is not None:
        s = _selected(e, e.condition, s, scope, low)
        if isinstance(e.element, tree.Local) and e.element.name == e.bound.name:
            return s
    v = _over_positions(e.bound, s, scope, low)
    return v.around(Binder.FUNCTION, low.lower(e.element, v.scope), e.span)


def _selected(
    e: tree.SeqComprehension, condition: tree.Expr, s: ir.Expr, scope: Scope, low: Lowers
) -> ir.Expr:
    v = _over(e.bound, None, scope, low)
    test = ir.Lambda((v.name,), low.lower(condition, v.scope), span=condition.span)
    return library("Sequences!SelectSeq", s, test, span=e.span)


def _over_range(e: tree.SeqComprehension, of: tree.Call, scope: Scope, low: Lowers) -> ir.Expr:
    numbers = make_range(of, tuple(low.lower(a, scope) for a in of.args))
    name = low.names.fresh("k", scope, numbers.start, numbers.stop)
    item = numbers.item(ir.Name(name, span=e.bound.span))
    body = low.lower(e.element, scope.with_locals({e.bound.name: item}))
    positions = interval(number(1, of.span), numbers.length(), of.span)
    return bind(Binder.FUNCTION, name, positions, body, e.span)
