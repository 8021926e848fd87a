"""Names in scope, and the values of the variables, while an expression is evaluated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import Term
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.operators import field_of
from holdfast.smt.unbounded.symbolic import Sym, Undefined

Values: TypeAlias = Mapping[str, Sym]


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """An operator with the names around it; an argument is one without parameters."""

    params: tuple[str, ...]
    body: ir.Expr
    names: Names
    known: dict[tuple[int, int], Known] = field(default_factory=dict)


Known: TypeAlias = "tuple[Values | None, Values | None, Sym]"
"""A value with the two states of its evaluation, which keeps these alive."""

Names: TypeAlias = Mapping[str, "Sym | Operator"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The meaning of names, and the values of the variables in both states."""

    names: Names
    now: Values | None = None
    next: Values | None = None

    def bind(self, names: Names) -> Scope:
        """The same with more names."""
        return replace(self, names={**self.names, **names})


def bind(bounds: Sequence[ir.Bound], values: Sequence[Sym], scope: Scope) -> Scope:
    """The scope with the bound names: one value for each name, or for each tuple of names."""
    names: dict[str, Sym] = {}
    given = iter(values)
    for b in bounds:
        if b.pattern:
            v = next(given)
            names |= {n: field_of(v, i) for i, n in enumerate(b.names)}
        else:
            names |= {n: next(given) for n in b.names}
    return scope.bind(names)


def truth_of(v: Sym) -> Term:
    """The formula of a Boolean value."""
    for _, option in sym.options(v):
        if isinstance(option, sym.Truth):
            return option.term
    raise Undefined("this is not a formula")


def variables_of(v: Sym) -> tuple[Term, ...]:
    """The variables in a value that is a row of terms."""
    match v:
        case sym.Number(t) | sym.Atom(t) | sym.Element(t) | sym.Truth(t) | sym.Reified(t):
            return tuple(t.free)
        case sym.Tuple(items):
            return tuple(x for i in items for x in variables_of(i))
        case sym.Record(fields):
            return tuple(x for _, i in fields for x in variables_of(i))
        case _:
            return ()
