"""The atoms of formulas about runs of a diagram: nodes, predicates, actions and orderings.

A state of a run is a node, a valuation of predicates and the step that comes next, so that all
atoms are about states (`product.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from holdfast.check.liveness.formulas import Atom, Formula, Literal, disjunction
from holdfast.ir import expr as ir


@dataclass(frozen=True, slots=True)
class Holds:
    """A predicate is true."""

    predicate: str


@dataclass(frozen=True, slots=True)
class At:
    """The run is at a node."""

    node: str


@dataclass(frozen=True, slots=True)
class Taken:
    """The next step is along an edge with an action."""

    action: str


@dataclass(frozen=True, slots=True)
class Decreases:
    """An ordering decreases in the next step."""

    ordering: str


@dataclass(frozen=True, slots=True)
class Rises:
    """An ordering may increase in the next step."""

    ordering: str


Fact: TypeAlias = Holds | At | Taken | Decreases | Rises

_KINDS: dict[str, type[Fact]] = {
    "holds": Holds,
    "at": At,
    "taken": Taken,
    "decreases": Decreases,
    "rises": Rises,
}


def formula_of(fact: Fact) -> Literal:
    """A fact as a formula."""
    match fact:
        case Holds(name):
            kind = "holds"
        case At(name):
            kind = "at"
        case Taken(name):
            kind = "taken"
        case Decreases(name):
            kind = "decreases"
        case Rises(name):
            kind = "rises"
        case _:
            assert_never(fact)
    return Literal(Atom(ir.Call(kind, (ir.Name(name),))))


def fact_of(atom: Atom) -> Fact:
    """The fact that an atom of `formula_of` is about."""
    call = atom.expr
    assert isinstance(call, ir.Call)
    name = call.args[0]
    assert isinstance(name, ir.Name)
    return _KINDS[call.name](name.name)


def at_some(nodes: Iterable[str]) -> Formula:
    """The run is at one of some nodes."""
    return disjunction(formula_of(At(node)) for node in sorted(nodes))
