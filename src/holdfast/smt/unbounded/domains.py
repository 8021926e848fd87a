"""The shapes of symbolic values, and the domains of functions that never change, as formulas."""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

from holdfast.smt.terms.term import FALSE, REAL, TRUE, Symbol, Term, symbols, variable
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.elements import elements
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Reified, Set, Sym, Undefined, Union


def shape_of(v: Sym) -> Shape:
    """The shape of a value."""
    match v:
        case sym.Truth(term):
            known = term is TRUE or term is FALSE
            return shapes.Truths(frozenset((term is TRUE,))) if known else shapes.Truths()
        case sym.Number(term, values):
            return shapes.Reals() if term.sort == REAL else shapes.Numbers(values)
        case sym.Atom(_, values):
            return shapes.Atoms(values)
        case sym.Element(term):
            return shapes.Elements(term.sort)
        case sym.Tuple(items):
            return shapes.Tuples(tuple(map(shape_of, items)))
        case sym.Record(fields):
            return shapes.Records(tuple((n, shape_of(x)) for n, x in fields))
        case Set(of):
            return shapes.Sets(of)
        case Reified(term, of, within):
            return shapes.Reified(term.sort, of, within)
        case Function(domain):
            return function_shape(domain, _range(v))
        case Union(choices):
            return shapes.join_all(shape_of(x) for _, x in choices)
        case sym.Size():
            raise refuse("cardinality", None)
        case _:
            assert_never(v)


def _range(f: Function) -> Shape:
    found: Shape = shapes.NOTHING
    for item in elements(f.domain):
        with suppress(Undefined):
            found = shapes.join(found, shape_of(f.at(item.value)))
    return found


def function_shape(domain: Set, of: Shape) -> Shape:
    """The shape of functions with a domain whose values have a shape."""
    fixed = fixed_domain(domain)
    if fixed is None and domain.length is not None:
        return shapes.Sequences(of)
    return shapes.Functions(domain.of, fixed, of, domain.length)


def places(s: Shape) -> tuple[Term, ...]:
    """The variables for the terms of an argument in the formula of a domain."""
    sorts = shapes.sorts(s)
    if sorts is None:
        raise refuse("deep-set", None, shapes.label(s))
    return tuple(variable(f"place {i}", sort) for i, sort in enumerate(sorts))


def fixed_domain(domain: Set) -> tuple[Term, ...] | None:
    """The formulas of a domain, unless they contain symbols of a state or bound variables."""
    found = []
    for alternative in shapes.alternatives(domain.of):
        variables = places(alternative)
        formula = domain.has(sym.rebuild(alternative, variables))
        if not formula.free <= set(variables) or any(is_of_state(f) for f in symbols(formula)):
            return None
        found.append(formula)
    return tuple(found)


STATE_MARK = "."
"""The separator after a state's name in the names of its symbols."""


def is_of_state(symbol: Symbol) -> bool:
    """Whether a symbol may have another value in another state."""
    return STATE_MARK in symbol.name and not symbol.name.startswith('"')


def atoms_of(s: Shape) -> frozenset[str]:
    """The strings and single model values in a shape."""
    match s:
        case shapes.Atoms(values):
            return values or frozenset()
        case shapes.Tuples(items) | shapes.Unions(items):
            return frozenset().union(*map(atoms_of, items))
        case shapes.Records(fields):
            return frozenset().union(*(atoms_of(f) for _, f in fields))
        case shapes.Sets(of) | shapes.Reified(_, of) | shapes.Sequences(of):
            return atoms_of(of)
        case shapes.Functions(key, _, of):
            return atoms_of(key) | atoms_of(of)
        case (
            shapes.Nothing()
            | shapes.Truths()
            | shapes.Numbers()
            | shapes.Reals()
            | shapes.Elements()
        ):
            return frozenset()
        case _:
            assert_never(s)
