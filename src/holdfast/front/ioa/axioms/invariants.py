"""The cases that prove invariants of automata by induction.

An invariant of a primitive automaton is proved for the automaton alone, whatever its environment
does. So it holds in every composition, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from holdfast.front.document import AxiomCase
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.candidates import Candidates
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.composite_induction import composite_cases
from holdfast.front.ioa.axioms.facts import Fact, conjuncts_of
from holdfast.front.ioa.axioms.setting import Setting, arguments, setting_of
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.logic import and_, or_
from holdfast.front.ioa.lower.defined import Definedness
from holdfast.front.ioa.lower.defined_effects import effect_conditions
from holdfast.front.ioa.lower.effects import effect
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir


def inductive_cases(setting: Setting, facts: Collection[Fact]) -> Iterator[tuple[str, AxiomCase]]:
    """The cases that prove facts by induction, each with the name of the fact.

    If one is an invariant of a composition, the induction is about all of them together.
    """
    if any(isinstance(f.owner, tree.Composition) for f in facts):
        yield from composite_cases(setting, facts)
        return
    for owner in dict.fromkeys(f.owner.name for f in facts):
        mine = [f for f in facts if f.owner.name == owner]
        automaton = mine[0].owner
        assert isinstance(automaton, tree.Automaton), "no fact is about a composition"
        alone = setting_of(setting.file, automaton)
        names = {f.own_name for f in mine}
        for own_name, case in _Induction(alone, automaton, names).cases():
            yield from ((f.name, case) for f in mine if f.own_name == own_name)


class _Induction:
    """The induction over the transitions of a primitive automaton, for some of its invariants."""

    def __init__(self, setting: Setting, automaton: tree.Automaton, names: Collection[str]) -> None:
        self.setting = setting
        self.automaton = automaton
        parts = [pair for named in automaton.invariants for pair in conjuncts_of(named)]
        self.goals = [(name, part) for name, part in parts if name in names]
        self.definedness = Definedness(setting.lowering, setting.file.functions)

    def cases(self) -> Iterator[tuple[str, AxiomCase]]:
        """Each invariant holds initially, and every transition preserves it."""
        setting, scope = self.setting, self.setting.scope
        start = setting.candidates.knowing(setting.lower(self.automaton.initially))
        yield from self._hold(start, scope)
        holding = [setting.lower(part) for _, part in self.goals]
        for t in self.automaton.transitions:
            chosen = arguments(t.name, t.params)
            inner = scope.with_arguments(t.params, tuple(c.variable for c in chosen))
            declared = {v.name: v.type for v in self.automaton.states}
            values = effect(t.effect, inner, declared, setting.lowering)
            if not values:
                continue
            after = replace(scope, variables={**scope.variables, **values})
            known = (*holding, *self._taken(t, inner, declared))
            yield from self._hold(setting.candidates.having(*chosen).knowing(*known), after)

    def _taken(
        self, t: tree.Transition, scope: Scope, declared: dict[str, Type]
    ) -> Iterator[ir.Expr]:
        """That a transition is possible, and defined: that is an axiom of its own."""
        entries = [a for a in self.automaton.signature if (a.name, a.kind) == (t.name, t.kind)]
        yield or_([self.setting.lower(e.where, scope) for e in entries])
        if t.precondition is not None:
            yield from (c.formula for c in self.definedness.conditions(t.precondition, scope))
            yield self.setting.lower(t.precondition, scope)
        found = effect_conditions(t.effect, scope, declared, self.definedness)
        yield and_(c.formula for c in found)

    def _hold(self, candidates: Candidates, scope: Scope) -> Iterator[tuple[str, AxiomCase]]:
        for name, part in self.goals:
            witness = Witness(f"{name} is not inductive", others=candidates.every)
            formula = self.setting.lower(part, scope)
            yield name, case_of(candidates, lambda f=formula: f, part.span, witness)  # type: ignore[misc]  # bound now
