"""The domains of functions that are the same in all states, as formulas."""

from __future__ import annotations

from holdfast.smt.terms.term import Symbol, Term, symbols, variable
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Set


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
