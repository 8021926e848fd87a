"""The conjuncts of the invariants of an automaton and its components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.setting import Setting
from holdfast.front.ioa.compose.instances import every, for_all
from holdfast.front.ioa.walk import conjuncts
from holdfast.ir import expr as ir
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A conjunct of an invariant of an automaton or a component, in the scope of the automaton.

    `owner` declares it, and calls it `own_name`; `of` is the invariant.
    """

    name: str
    formula: ir.Expr
    owner: tree.Automaton | tree.Composition
    own_name: str
    of: str
    span: Span


def facts_of(setting: Setting) -> tuple[Fact, ...]:
    """The conjuncts of the invariants of an automaton and its components, components first."""
    found = []
    for instance in every(setting.instance):
        for named in instance.automaton.invariants:
            for own_name, part in conjuncts_of(named):
                formula = setting.lower(part, instance.scope())
                whole = for_all(instance.indices, formula, part.span)
                name = instance.qualified(own_name)
                found.append(Fact(name, whole, instance.automaton, own_name, named.name, part.span))
    return tuple(found)


def conjuncts_of(named: tree.Named) -> Iterator[tuple[str, tree.Expr]]:
    """The conjuncts of an invariant, with their names."""
    parts = conjuncts(named.formula)
    for number, part in enumerate(parts, 1):
        yield (named.name if len(parts) == 1 else f"{named.name}!{number}"), part
