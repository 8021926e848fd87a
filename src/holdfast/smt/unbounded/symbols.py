"""Symbolic values of a shape, made of fresh symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from holdfast.smt.terms.term import (
    INT,
    LENGTH_OF,
    TRUE,
    Sort,
    Symbol,
    Term,
    and_,
    eq,
    forall,
    implies,
    le,
    not_,
    number,
    or_,
    substitute,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.domains import places
from holdfast.smt.unbounded.elements import elements, for_all, member
from holdfast.smt.unbounded.number_sets import one_to
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Reified, Set, Sym, Undefined, Union
from holdfast.smt.unbounded.values import combine

# ---- values made of symbols ----


def symbolic(s: Shape, path: str, index: tuple[Term, ...] = ()) -> Sym:
    """An arbitrary value of a shape, made of symbols named by `path`."""
    sorts = tuple(t.sort for t in index)
    match s:
        case shapes.Truths(values) if len(values) == 2:
            return sym.Truth(Symbol(path, sorts, TRUE.sort)(*index))
        case shapes.Numbers() | shapes.Reals() | shapes.Atoms():
            return sym.rebuild(s, tuple(Symbol(path, sorts, t)(*index) for t in _row(s)))
        case shapes.Elements() | shapes.Reified():
            return sym.rebuild(s, tuple(Symbol(path, sorts, t)(*index) for t in _row(s)))
        case shapes.Truths():
            return sym.rebuild(s, ())
        case shapes.Tuples(items):
            names = range(1, len(items) + 1)
            return sym.Tuple(
                tuple(symbolic(x, f"{path}[{i}]", index) for i, x in zip(names, items, strict=True))
            )
        case shapes.Records(fields):
            return sym.Record(tuple((n, symbolic(f, f"{path}.{n}", index)) for n, f in fields))
        case shapes.Sets(of):
            return _relation(of, path, index)
        case shapes.Functions():
            return _function(s, path, index)
        case shapes.Sequences(shapes.Nothing()):
            return sym.Tuple(())
        case shapes.Sequences(of):
            length = Symbol(f"{LENGTH_OF}{path}", sorts, INT)(*index)
            return Function(one_to(length), _values(shapes.Numbers(), of, f"{path}[]", index))
        case shapes.Unions(choices):
            return _union(choices, path, index)
        case shapes.Nothing():
            raise AssertionError("there is no value of this shape")
        case _:
            assert_never(s)


def _row(s: Shape) -> tuple[Sort, ...]:
    row = shapes.sorts(s)
    assert row is not None
    return row


def _name(path: str, alternative: Shape, among: int) -> str:
    return path if among == 1 else f"{path} {shapes.label(alternative)}"


def _relation(of: Shape, path: str, index: tuple[Term, ...]) -> Set:
    known = shapes.alternatives(of)
    relations = []
    for a in known:
        row = shapes.sorts(a)
        if row is None:
            raise refuse("deep-set", None, shapes.label(a))
        sorts = (*(t.sort for t in index), *row)
        relations.append((a, Symbol(_name(path, a, len(known)), sorts, TRUE.sort)))

    def has(v: Sym) -> Term:
        found = [(c, t, r) for a, r in relations for c, t in sym.rows(v, a)]
        return or_(*(and_(c, r(*index, *t)) for c, t, r in found))

    return sym.plain_set(of, has)


def _function(s: shapes.Functions, path: str, index: tuple[Term, ...]) -> Function:
    at = _values(s.key, s.range, path, index)
    if s.domain is None:
        return Function(_relation(s.key, f"DOMAIN {path}", index), at)
    return Function(replace(fixed_set(s.key, s.domain), length=s.length), at)


def _values(key: Shape, of: Shape, path: str, index: tuple[Term, ...]) -> Callable[[Sym], Sym]:
    """The values of a function made of symbols."""
    known = shapes.alternatives(key)

    def at(v: Sym) -> Sym:
        if of == shapes.NOTHING:
            raise Undefined("a function without arguments is applied")
        choices = []
        for a in known:
            for c, t in sym.rows(v, a):
                choices.append((c, symbolic(of, _name(path, a, len(known)), (*index, *t))))
        return combine(_exclusive(choices))

    return at


def fixed_set(of: Shape, formulas: tuple[Term, ...]) -> Set:
    """The set of the values for which the formulas hold, one formula for each alternative."""
    known = shapes.alternatives(of)

    def has(v: Sym) -> Term:
        return or_(
            *(
                and_(c, substitute(formula, dict(zip(places(a), t, strict=True))))
                for a, formula in zip(known, formulas, strict=True)
                for c, t in sym.rows(v, a)
            )
        )

    whole = None
    match of:
        case shapes.Elements(sort) if formulas == (TRUE,):
            whole = sort
        case _:
            pass
    return sym.plain_set(of, has, whole)


def _exclusive(choices: list[tuple[Term, Sym]]) -> list[tuple[Term, Sym]]:
    """The last case is the default: outside the domain any value will do."""
    if not choices:
        raise Undefined("the argument is of another kind than the domain")
    rest, found = TRUE, []
    for condition, value in choices[:-1]:
        found.append((and_(rest, condition), value))
        rest = and_(rest, not_(condition))
    return [*found, (rest, choices[-1][1])]


def _union(choices: tuple[Shape, ...], path: str, index: tuple[Term, ...]) -> Union:
    sorts = tuple(t.sort for t in index)
    rest, found = TRUE, []
    for s in choices[:-1]:
        test = Symbol(f"{path} is {shapes.label(s)}", sorts, TRUE.sort)(*index)
        found.append((and_(rest, test), symbolic(s, f"{path} {shapes.label(s)}", index)))
        rest = and_(rest, not_(test))
    return Union((*found, (rest, symbolic(choices[-1], path, index))))


def enumerated(s: Shape, v: Sym) -> Term:
    """What the shape implies about a value of symbols beyond their sorts."""
    match s, v:
        case shapes.Numbers(values), sym.Number(term) if values is not None:
            return or_(*(eq(term, sym.literal_number(x).term) for x in sorted(values)))
        case shapes.Atoms(values), sym.Atom(term) if values is not None:
            return or_(*(eq(term, sym.literal_atom(x).term) for x in sorted(values)))
        case shapes.Reified(_, _, within), Reified(term) if within is not None:
            return within(term)
        case shapes.Tuples(items), sym.Tuple(values):
            return and_(*map(enumerated, items, values))
        case shapes.Records(fields), sym.Record(values):
            pairs = zip(fields, values, strict=True)
            return and_(*(enumerated(f, x) for (_, f), (_, x) in pairs))
        case shapes.Functions(_, _, of), Function(domain, at):
            return for_all(elements(domain), lambda x: enumerated(of, at(x)))
        case shapes.Sequences(of), Function(domain, at) if domain.length is not None:
            each = for_all(elements(domain), lambda x: enumerated(of, at(x)))
            return and_(le(number(0), domain.length), each)
        case shapes.Unions(choices), Union(alternatives):
            pairs2 = zip(choices, alternatives, strict=True)
            return and_(*(implies(g, enumerated(c, x)) for c, (g, x) in pairs2))
        case (shapes.Sets(of), Set(_, has)):
            return and_(*(_enumerated_elements(a, has) for a in shapes.alternatives(of)))
        case _:
            return TRUE


def _enumerated_elements(s: Shape, has: Callable[[Sym], Term]) -> Term:
    variables = tuple(sym.fresh(sort) for sort in _row(s))
    v = sym.rebuild(s, variables)
    return forall(variables, implies(has(v), enumerated(s, v)))


def any_element(s: Set, path: str) -> tuple[Sym, Term]:
    """An arbitrary element of a set, made of symbols, and that it is one."""
    value = symbolic(s.of, path)
    return value, and_(enumerated(s.of, value), member(value, s))
