"""Code for binders: quantifiers, CHOOSE, set filters and maps, functions.

Several bounds are enumerated as TLC does it: all sets first, then the first name fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from holdfast.interp.closures import not_boolean
from holdfast.interp.frames import Code, Frame, capture
from holdfast.interp.functions import RuleFunction
from holdfast.interp.lazy_sets import Subsets
from holdfast.interp.members import list_up_distinct
from holdfast.interp.names import ExprCompiler, Names
from holdfast.interp.row_sets import Rows
from holdfast.interp.sets import (
    FilteredSet,
    as_set,
    contains,
    elements,
    elements_in_order,
    is_listable,
    product,
)
from holdfast.ir import expr as ir
from holdfast.ir.construct import function_on, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Binder
from holdfast.ir.notation import show
from holdfast.ir.values import FALSE, TRUE, LazySet, Value
from holdfast.source import Span

_LONGEST_SET = 60
_MOST_LISTED = 100_000
CompileExpr: TypeAlias = Callable[[ir.Expr, Names], Code]


@dataclass(slots=True)
class Setter:
    """One bound: the code of its set and the slots that its elements go to."""

    domain: Code
    slots: tuple[int, ...]
    pattern: bool
    span: Span | None

    def put(self, f: Frame, value: Any) -> None:
        """Bind the names to an element."""
        if not self.pattern:
            f[self.slots[0]] = value
            return
        if not isinstance(value, tuple) or len(value) != len(self.slots):
            raise EvalError(
                "eval-pattern",
                f"expected a tuple of {len(self.slots)} elements, found {show(value)}",
            ).at(self.span)
        for slot, part in zip(self.slots, value, strict=True):
            f[slot] = part

    def members(self, f: Frame) -> Any:
        """The elements of the set, in order."""
        try:
            return elements(self.domain(f))
        except EvalError as error:
            raise error.at(self.span) from None

    def members_again(self, f: Frame) -> Iterable[Any]:
        """The elements of the set, in order, for several loops; a huge set is not stored."""
        try:
            collection = self.domain(f)
            if isinstance(collection, Rows | Subsets) and collection.size() > _MOST_LISTED:
                return _Enumerated(collection)
            return tuple(elements(collection))
        except EvalError as error:
            raise error.at(self.span) from None


@dataclass(frozen=True, slots=True)
class _Enumerated:
    """A set whose elements are computed again for each loop."""

    collection: LazySet

    def __iter__(self) -> Iterator[Value]:
        return iter(elements(self.collection))


def bind_slots(
    compiler: ExprCompiler, bounds: tuple[ir.Bound, ...], names: Names, compile_expr: CompileExpr
) -> tuple[Names, tuple[Setter, ...]]:
    """The names inside a binder and the setters of their slots."""
    setters = []
    slots: dict[str, int] = {}
    for b in bounds:
        if b.domain is None:
            raise _ranges_over_everything(b.names[0]).at(b.span)
        domain = compile_expr(b.domain, names)
        own = {n: compiler.take_slot() for n in b.names}
        setters.append(Setter(domain, tuple(own.values()), b.pattern, b.domain.span))
        slots.update(own)
    return names.bind(slots), tuple(setters)


def bindings(setters: tuple[Setter, ...], f: Frame) -> Iterator[None]:
    """Bind the names to each combination of elements, one after the other."""
    if len(setters) == 1:
        setter = setters[0]
        for value in setter.members(f):
            setter.put(f, value)
            yield
    elif not setters:
        yield
    else:
        yield from _nested(setters, [s.members_again(f) for s in setters], f, len(setters) - 1)


def _nested(
    setters: tuple[Setter, ...], domains: list[Iterable[Any]], f: Frame, last: int
) -> Iterator[None]:
    for value in domains[last]:
        setters[last].put(f, value)
        if last == 0:
            yield
        else:
            yield from _nested(setters, domains, f, last - 1)


def compile_bind(compiler: ExprCompiler, e: ir.Bind, names: Names) -> Code:
    """The code of a binder expression."""
    unbounded = _unbounded(e)
    if unbounded is not None:
        return unbounded
    inner, setters = bind_slots(compiler, e.bounds, names, compiler.expr)
    body = compiler.expr(e.body, inner)
    match e.binder:
        case Binder.FORALL:
            return _quantifier(setters, body, e, FALSE, TRUE)
        case Binder.EXISTS:
            return _quantifier(setters, body, e, TRUE, FALSE)
        case Binder.CHOOSE:
            return _choose(setters[0], body, e)
        case Binder.FILTER:
            return _filter(setters[0], body, e)
        case Binder.MAP:
            return lambda f: list_up_distinct(body(f) for _ in bindings(setters, f))
        case Binder.FUNCTION:
            return _function(setters, body, e)


def _unbounded(e: ir.Bind) -> Code | None:
    """An unbounded binder is an error when it is evaluated, not before."""
    open_bounds = [b for b in e.bounds if b.domain is None]
    if not open_bounds:
        return None
    name = open_bounds[0].names[0]

    def fail(f: Frame) -> Any:
        raise _ranges_over_everything(name).at(e.span)

    return fail


def _ranges_over_everything(name: str) -> EvalError:
    return EvalError(
        "eval-unbounded",
        f"`{name}` ranges over everything: there is no set to enumerate",
        help="give the name a set, as in `x \\in S`, or override the definition",
    )


def _quantifier(
    setters: tuple[Setter, ...], body: Code, e: ir.Bind, decisive: Any, otherwise: Any
) -> Code:
    span = e.body.span

    def quantified(f: Frame) -> Any:
        for _ in bindings(setters, f):
            value = body(f)
            if value is decisive:
                return decisive
            if value is not otherwise:
                raise not_boolean(value).at(span)
        return otherwise

    if len(setters) > 1 or setters[0].pattern:
        return quantified
    setter, slot = setters[0], setters[0].slots[0]

    def over_one(f: Frame) -> Any:
        for element in setter.members(f):
            f[slot] = element
            value = body(f)
            if value is decisive:
                return decisive
            if value is not otherwise:
                raise not_boolean(value).at(span)
        return otherwise

    return over_one


def _choose(setter: Setter, body: Code, e: ir.Bind) -> Code:
    span = e.span

    def choose(f: Frame) -> Any:
        try:
            domain = setter.domain(f)
            candidates = elements_in_order(domain)
        except EvalError as error:
            raise error.at(setter.span) from None
        for element in candidates:
            setter.put(f, element)
            value = body(f)
            if value is TRUE:
                return element
            if value is not FALSE:
                raise not_boolean(value).at(e.body.span)
        raise _no_witness(domain).at(span)

    return choose


def _no_witness(domain: Value) -> EvalError:
    text = domain.construction() if isinstance(domain, LazySet) else show(domain)
    which = text if len(text) <= _LONGEST_SET else "the set"
    return EvalError(
        "eval-no-witness",
        f"no element of {which} satisfies this CHOOSE",
        "test that there is one: `IF \\E x \\in S : P THEN CHOOSE x \\in S : P ELSE ...`",
    )


def _filter(setter: Setter, body: Code, e: ir.Bind) -> Code:
    def holds(f: Frame, element: Any) -> bool:
        setter.put(f, element)
        value = body(f)
        if value is not TRUE and value is not FALSE:
            raise not_boolean(value).at(e.body.span)
        return value is TRUE

    def select(f: Frame) -> Any:
        domain = setter.domain(f)
        try:
            as_set(domain)
            if is_listable(domain):
                return set_of([x for x in elements(domain) if holds(f, x)])
        except EvalError as error:
            raise error.at(setter.span) from None
        kept = capture(f)
        return FilteredSet(domain, lambda x: holds(kept, x))

    return select


def membership_in_filter(compiler: ExprCompiler, element: Code, e: ir.Bind, names: Names) -> Code:
    """`x \\in {y \\in S : p}` without computing the set."""
    inner, setters = bind_slots(compiler, e.bounds, names, compiler.expr)
    setter, body, span = setters[0], compiler.expr(e.body, inner), e.span

    def member(f: Frame) -> Any:
        value = element(f)
        try:
            if not contains(setter.domain(f), value):
                return FALSE
        except EvalError as error:
            raise error.at(span) from None
        setter.put(f, value)
        return body(f)

    return member


def _function(setters: tuple[Setter, ...], body: Code, e: ir.Bind) -> Code:
    if len(setters) > 1:

        def of_many(f: Frame) -> Any:
            sets = [s.domain(f) for s in setters]
            domain = product(sets)
            if not all(map(is_listable, sets)):
                return _rule(setters, capture(f), body, domain)
            return function_on(domain, [_at_tuple(setters, f, x, body) for x in elements(domain)])

        return of_many
    setter = setters[0]

    def of_one(f: Frame) -> Any:
        domain = setter.domain(f)
        try:
            as_set(domain)
            if is_listable(domain):
                values = []
                for element in elements(domain):
                    setter.put(f, element)
                    values.append(body(f))
                return function_on(domain, values)
        except EvalError as error:
            raise error.at(e.span) from None
        return _rule(setters, capture(f), body, domain)

    return of_one


def _at_tuple(setters: tuple[Setter, ...], f: Frame, element: Any, body: Code) -> Any:
    for setter, part in zip(setters, element, strict=True):
        setter.put(f, part)
    return body(f)


def _rule(setters: tuple[Setter, ...], frame: Frame, body: Code, domain: Any) -> Any:
    """A function that is evaluated where it is applied."""
    many = len(setters) > 1

    def apply(argument: Any) -> Any:
        f = frame[:]
        if many:
            return _at_tuple(setters, f, argument, body)
        setters[0].put(f, argument)
        return body(f)

    return RuleFunction(domain, apply)


def recursive_function(
    compiler: ExprCompiler, e: ir.Expr, names: Names, slot: int | None = None
) -> Code:
    """`f[x \\in S] == ... f[y] ...`: always a rule, because its body applies it.

    A function of a LET finds itself in its own `slot`.
    """
    assert isinstance(e, ir.Bind)
    inner, setters = bind_slots(compiler, e.bounds, names, compiler.expr)
    body = compiler.expr(e.body, inner)

    def make(f: Frame) -> Any:
        sets = [s.domain(f) for s in setters]
        domain = sets[0] if len(sets) == 1 else product(sets)
        kept = capture(f)
        function = _rule(setters, kept, body, domain)
        if slot is not None:
            kept[slot] = function
        return function

    return make
