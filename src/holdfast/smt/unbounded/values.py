"""Operations on symbolic values that every construct needs: equality, choice, shape, inclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar, assert_never

from holdfast.smt.terms.term import (
    FALSE,
    TRUE,
    Term,
    alike,
    and_,
    as_number,
    eq,
    iff,
    ite,
    not_,
    number,
    or_,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.apart import told_apart
from holdfast.smt.unbounded.domains import shape_of
from holdfast.smt.unbounded.elements import elements, for_all, member
from holdfast.smt.unbounded.number_sets import one_to
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import (
    Function,
    Item,
    Maker,
    Reified,
    Set,
    Sym,
    Undefined,
    Union,
)

# ---- sets ----


def as_set(v: Sym) -> Set:
    """A set in either of its two forms, as a set."""
    match v:
        case Set():
            return v
        case Reified(term, of):
            mem = sym.membership(term.sort, of)
            (alternative,) = shapes.alternatives(of)
            return sym.plain_set(
                of, lambda x: or_(*(and_(c, mem(*t, term)) for c, t in sym.rows(x, alternative)))
            )
        case _:
            raise Undefined("this is not a set")


def listed(values: tuple[Sym, ...]) -> Set:
    """The set of some values."""
    of = shapes.join_all(map(shape_of, values))

    def each(_: Maker) -> tuple[Item, ...]:
        return tuple(Item((), g, x) for v in values for g, x in sym.options(v))

    return Set(of, lambda x: or_(*(equal(x, v) for v in values)), each)


def includes(small: Set, large: Set) -> Term:
    """Whether all elements of one set belong to another."""
    if large.whole is not None and small.of == large.of:
        return TRUE
    return for_all(elements(small), lambda x: member(x, large))


def equal_sets(a: Set, b: Set) -> Term:
    """Whether two sets have the same elements."""
    if a is b:
        return TRUE
    if a.length is not None and b.length is not None:
        return eq(a.length, b.length)
    if a.plain and b.plain and shapes.alternatives(a.of) == shapes.alternatives(b.of):
        items = sym.items_of(a.of, lambda _: TRUE)
        return for_all(items, lambda x: iff(a.has(x), b.has(x)))
    return and_(includes(a, b), includes(b, a))


# ---- equality ----


def equal(a: Sym, b: Sym) -> Term:
    """Whether two values are equal; raises Undefined where TLC could not compare them."""
    match a, b:
        case (Union(), _) | (_, Union()):
            return _equal_unions(a, b)
        case sym.Truth(x), sym.Truth(y):
            return iff(x, y)
        case sym.Number(x), sym.Number(y):
            return _equal_enumerated(eq(*alike(x, y)), a.values, b.values)
        case sym.Atom(x), sym.Atom(y):
            told_apart(sym.sides(a), sym.sides(b))
            return _equal_enumerated(eq(x, y), a.values, b.values)
        case sym.Element(x), sym.Element(y):
            if x.sort != y.sort:
                raise refuse("different-sorts", None, f"{x.sort.name} and {y.sort.name}")
            return eq(x, y)
        case Reified(x), Reified(y) if x.sort == y.sort:
            return eq(x, y)
        case ((Set() | Reified()), (Set() | Reified())):
            return equal_sets(as_set(a), as_set(b))
        case Function(), Function():
            return _equal_functions(a, b)
        case sym.Tuple(xs), sym.Tuple(ys):
            return and_(*map(equal, xs, ys)) if len(xs) == len(ys) else FALSE
        case sym.Tuple(), Function():
            return _equal_functions(as_function(a), b)
        case Function(), sym.Tuple():
            return _equal_functions(as_function(b), a)
        case sym.Record(xs), sym.Record(ys):
            same = [n for n, _ in xs] == [n for n, _ in ys]
            return (
                and_(*(equal(x, y) for (_, x), (_, y) in zip(xs, ys, strict=True)))
                if same
                else FALSE
            )
        case _:
            return _equal_kinds(a, b)


def _equal_enumerated(term: Term, a: frozenset[object] | None, b: frozenset[object] | None) -> Term:
    return FALSE if a is not None and b is not None and a.isdisjoint(b) else term


def _equal_unions(a: Sym, b: Sym) -> Term:
    parts = []
    for g, x in sym.options(a):
        for h, y in sym.options(b):
            both = and_(g, h)
            if both is not FALSE:
                parts.append(and_(both, equal(x, y)))
    return or_(*parts)


def _equal_functions(a: Function, b: Function) -> Term:
    if a is b:
        return TRUE
    same_domain = equal_sets(a.domain, b.domain)
    if same_domain is FALSE:
        return FALSE
    if b.domain.length is not None and as_number(b.domain.length) is not None:
        a, b = b, a
    values = for_all(elements(a.domain), lambda x: equal(a.at(x), b.at(x)))
    return and_(same_domain, values)


def _equal_kinds(a: Sym, b: Sym) -> Term:
    """Values of different kinds: TLC compares model values with everything, and little else."""
    told_apart(sym.sides(a), sym.sides(b))
    for v in (a, b):
        match v:
            case sym.Element():
                return FALSE
            case sym.Atom(_, values) if values is not None:
                if not any(text.startswith('"') for text in values):
                    return FALSE
            case _:
                pass
    if isinstance(a, sym.Tuple | sym.Record | Function) and isinstance(
        b, sym.Tuple | sym.Record | Function
    ):
        for v in (a, b):
            if isinstance(v, Function) and v.domain.length is None:
                raise refuse("record-as-function", None)
        return FALSE
    raise Undefined("values of different kinds are compared")


# ---- tuples as functions ----


def as_function(v: sym.Tuple) -> Function:
    """A tuple as a function on 1..n."""
    indices = tuple(sym.literal_number(i) for i in range(1, len(v.items) + 1))

    domain = replace(listed(indices), length=number(len(indices)))
    return Function(domain, by_index(lambda index: item_at(v.items, index)))


def by_index(item: Callable[[Term], Sym]) -> Callable[[Sym], Sym]:
    """The values of a function on numbers, from a rule on their terms."""

    def at(key: Sym) -> Sym:
        found = sym.rows(key, shapes.Numbers())
        return defined([(c, lambda index=index: item(index)) for c, (index,) in found])  # type: ignore[misc]

    return at


def item_at(items: tuple[Sym, ...], index: Term) -> Sym:
    """An item of a tuple; any item if the index is outside."""
    known = as_number(index)
    if not items or (known is not None and not 1 <= known <= len(items)):
        raise Undefined("an index outside the tuple")
    if known is not None:
        return items[known - 1]
    value = items[-1]
    for i, item in reversed(list(enumerate(items[:-1], 1))):
        value = choose(eq(index, number(i)), item, value)
    return value


# ---- choosing one of several values ----


def choose(test: Term, yes: Sym, no: Sym) -> Sym:
    """`IF test THEN yes ELSE no` on values."""
    if test is TRUE or yes is no:
        return yes
    if test is FALSE:
        return no
    return combine([(test, yes), (not_(test), no)])


def combine(choices: Iterable[tuple[Term, Sym]]) -> Sym:
    """The value whose condition holds; exactly one does."""
    by_kind: dict[tuple[object, ...], list[tuple[Term, Sym]]] = {}
    for condition, value in choices:
        for g, v in sym.options(value):
            both = and_(condition, g)
            if both is not FALSE:
                by_kind.setdefault(value_kind(v), []).append((both, v))
    if not by_kind:
        raise Undefined("no case applies")
    groups = []
    for group in _with_tuples_as_functions(by_kind):
        merged = group[-1][1]
        for condition, value in reversed(group[:-1]):
            merged = _merge(condition, value, merged)
        groups.append((or_(*(c for c, _ in group)), merged))
    return groups[0][1] if len(groups) == 1 else Union(tuple(groups))


def _with_tuples_as_functions(
    by_kind: dict[tuple[object, ...], list[tuple[Term, Sym]]],
) -> list[list[tuple[Term, Sym]]]:
    """The groups, but no tuples beside sequences of unknown length."""
    functions = by_kind.get(("functions",), [])
    if not functions or any(
        v.domain.length is None for _, v in functions if isinstance(v, Function)
    ):
        return list(by_kind.values())
    for kind in [k for k in by_kind if k[0] == "tuples"]:
        group = by_kind.pop(kind)
        functions += [(c, as_function(v)) for c, v in group if isinstance(v, sym.Tuple)]
    return list(by_kind.values())


def _merge(test: Term, a: Sym, b: Sym) -> Sym:
    """One of two values of one kind."""
    if a is b:
        return a
    match a, b:
        case sym.Truth(x), sym.Truth(y):
            return sym.Truth(ite(test, x, y))
        case sym.Number(x, known), sym.Number(y, other):
            return sym.Number(ite(test, *alike(x, y)), _either(known, other))
        case sym.Atom(x, names), sym.Atom(y, others):
            return sym.Atom(ite(test, x, y), _either(names, others))
        case sym.Element(x), sym.Element(y):
            return sym.Element(ite(test, x, y))
        case Reified(x, of, within), Reified(y) if x.sort == y.sort:
            return Reified(ite(test, x, y), of, within if within == b.within else None)
        case ((Set() | Reified()), (Set() | Reified())):
            return _merge_sets(test, as_set(a), as_set(b))
        case sym.Tuple(xs), sym.Tuple(ys):
            return sym.Tuple(tuple(choose(test, x, y) for x, y in zip(xs, ys, strict=True)))
        case sym.Record(xs), sym.Record(ys):
            pairs = zip(xs, ys, strict=True)
            return sym.Record(tuple((n, choose(test, x, y)) for (n, x), (_, y) in pairs))
        case Function(), Function():
            return _merge_functions(test, a, b)
        case _:
            raise refuse("cardinality", None)


T = TypeVar("T")


def _either(a: frozenset[T] | None, b: frozenset[T] | None) -> frozenset[T] | None:
    return None if a is None or b is None else a | b


def _merge_sets(test: Term, a: Set, b: Set) -> Set:
    def each(make: Maker) -> tuple[Item, ...]:
        ours = (replace(i, guard=and_(test, i.guard)) for i in elements(a, make))
        theirs = (replace(i, guard=and_(not_(test), i.guard)) for i in elements(b, make))
        return (*ours, *theirs)

    def has(v: Sym) -> Term:
        return ite(test, a.has(v), b.has(v))

    if a.length is not None and b.length is not None:
        return one_to(ite(test, a.length, b.length))
    of = shapes.join(a.of, b.of)
    if a.plain and b.plain and shapes.alternatives(a.of) == shapes.alternatives(b.of):
        return sym.plain_set(of, has)
    return Set(of, has, each if a.each is not None and b.each is not None else None)


def _merge_functions(test: Term, a: Function, b: Function) -> Function:
    same = a.domain is b.domain or equal_sets(a.domain, b.domain) is TRUE
    domain = a.domain if same else _merge_sets(test, a.domain, b.domain)

    def at(x: Sym) -> Sym:
        return defined([(test, lambda: a.at(x)), (not_(test), lambda: b.at(x))])

    return Function(domain, at)


def defined(choices: Iterable[tuple[Term, Callable[[], Sym]]]) -> Sym:
    """The value whose condition holds, without undefined ones."""
    found = []
    for condition, make in choices:
        if condition is not FALSE:
            with suppress(Undefined):
                found.append((condition, make()))
    return combine(found)


def value_kind(v: Sym) -> tuple[object, ...]:
    """The kind of a value, as for shapes."""
    match v:
        case sym.Truth():
            return ("Truths",)
        case sym.Number():
            return ("Numbers",)
        case sym.Atom():
            return ("Atoms",)
        case sym.Element(term):
            return ("elements", term.sort)
        case sym.Tuple(items):
            return ("tuples", len(items))
        case sym.Record(fields):
            return ("records", *(n for n, _ in fields))
        case Set() | Reified():
            return ("sets",)
        case Function():
            return ("functions",)
        case sym.Size():
            return ("Size",)
        case Union():
            raise AssertionError("a union has no kind of its own")
        case _:
            assert_never(v)
