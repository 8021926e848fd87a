"""Definedness: every index is in range, every divisor positive, every value of its type."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

from holdfast.front.document import Axiom, AxiomCase, Hypotheses
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.candidates import Candidate, Candidates
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.composed import in_composition, possible
from holdfast.front.ioa.axioms.composite import Part, parts_of
from holdfast.front.ioa.axioms.facts import Fact, facts_of
from holdfast.front.ioa.axioms.invariants import inductive_cases
from holdfast.front.ioa.axioms.primitive import where_of
from holdfast.front.ioa.axioms.setting import Setting, arguments
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.instances import leaves
from holdfast.front.ioa.compose.logic import or_
from holdfast.front.ioa.lower.conditions import Condition
from holdfast.front.ioa.lower.defined import Definedness
from holdfast.front.ioa.lower.defined_effects import effect_conditions
from holdfast.ir import expr as ir
from holdfast.ir.system import System
from holdfast.source import Span, SpecError


def definedness_axioms(setting: Setting, root: Setting) -> Iterator[Axiom]:
    """The axioms that the expressions and effects of an automaton are defined.

    What is not defined in a component alone may be in the composition `root`.
    """
    return _Axioms(setting, root).every()


@dataclass(frozen=True, slots=True)
class _Construct:
    """A construct whose conditions are to be proved for some candidates.

    `invariants` are those that hold where it is evaluated. `composed` are the same conditions in
    the whole system.
    """

    name: str
    span: Span
    candidates: Candidates
    conditions: Callable[[], tuple[Condition, ...]]
    shown: tuple[Candidate, ...] = ()
    invariants: tuple[Fact, ...] = ()
    composed: Callable[[], tuple[AxiomCase, ...]] | None = None


class _Axioms:
    def __init__(self, setting: Setting, root: Setting) -> None:
        self.setting = setting
        self.root = root
        self.definedness = Definedness(setting.lowering, setting.file.functions)

    def every(self) -> Iterator[Axiom]:
        """An axiom for each construct that is evaluated."""
        automaton = self.setting.automaton
        yield from self._where()
        if isinstance(automaton, tree.Automaton):
            constructs = [*self._signature(automaton), *self._transitions(automaton)]
        else:
            constructs = list(self._components())
        for construct in (*constructs, *self._formulas()):
            yield self._axiom(construct)

    @cached_property
    def invariants(self) -> tuple[Fact, ...]:
        """The conjuncts of the invariants."""
        return facts_of(self.setting)

    @cached_property
    def whole(self) -> _Axioms:
        """The same about the whole system."""
        return _Axioms(self.root, self.root)

    def inductive(self, names: Collection[str]) -> Iterable[tuple[str, AxiomCase]]:
        """The cases that prove some of them by induction."""
        return inductive_cases(self.setting, [f for f in self.invariants if f.name in names])

    def _axiom(self, construct: _Construct) -> Axiom:
        cases: tuple[AxiomCase, ...]
        try:
            found = construct.conditions()
        except SpecError as error:
            witness = Witness("")
            samples, problem = construct.candidates.samples, error.diagnostics[0]
            cases = (AxiomCase(construct.span, None, witness, samples, problem=problem),)
        else:
            cases = tuple(self._case(construct, c) for c in found)
        title = f"the {construct.name} is defined"
        composed = construct.composed if cases else None
        return Axiom("defined", construct.name, title, construct.span, cases, composed)

    def _case(self, construct: _Construct, condition: Condition) -> AxiomCase:
        candidates = construct.candidates
        code = " ".join(condition.span.text.split())
        witness = Witness(
            f"{condition.message}, in `{code}`",
            arguments=construct.shown,
            others=candidates.every,
        )
        case = case_of(candidates, lambda: condition.formula, condition.span, witness)
        if case.system is None or not construct.invariants:
            return case

        def given(names: Collection[str]) -> System:
            known = [f.formula for f in construct.invariants if f.name in names]
            return candidates.knowing(*known).system(
                condition.formula, condition.span, witness.arguments
            )

        names = tuple(f.name for f in construct.invariants)
        return replace(case, hypotheses=Hypotheses(names, given, self.inductive))

    # ---- constructs ----

    def _where(self) -> Iterator[Axiom]:
        automaton, candidates = self.setting.automaton, self.setting.candidates
        where = automaton.where
        if where is not None:
            free = Candidates(candidates.every, (), candidates.definitions, candidates.strings)
            name = f"where-clause of {automaton.name}"
            yield self._axiom(_Construct(name, where.span, free, partial(self._of, where)))

    def _signature(self, automaton: tree.Automaton) -> Iterator[_Construct]:
        for entry in automaton.signature:
            chosen = arguments(entry.name, entry.params)
            if entry.where is None:
                continue
            name = f"where-clause of {entry.name} in {automaton.name}"
            yield _Construct(
                name,
                entry.where.span,
                self.setting.candidates.having(*chosen),
                partial(self._of, entry.where, entry.params, chosen),
                chosen,
            )

    def _transitions(self, automaton: tree.Automaton) -> Iterator[_Construct]:
        if automaton.initially is not None:
            initially = automaton.initially
            name = f"initial predicate of {automaton.name}"
            known = self.setting.candidates
            yield _Construct(name, initially.span, known, partial(self._of, initially))
        for t in automaton.transitions:
            chosen = arguments(t.name, t.params)
            entries = [a for a in automaton.signature if a.name == t.name and a.kind is t.kind]
            where = or_([where_of(self.setting, e) for e in entries])
            candidates = self.setting.candidates.having(*chosen).knowing(where)
            before = [c.formula for c in self._of(t.precondition, t.params, chosen)]
            if t.precondition is not None:
                yield _Construct(
                    f"precondition of {t.name} in {automaton.name}",
                    t.precondition.span,
                    candidates,
                    partial(self._of, t.precondition, t.params, chosen),
                    chosen,
                    self.invariants,
                    self._composed(t, with_effect=False),
                )
            if t.effect:
                yield _Construct(
                    f"effect of {t.name} in {automaton.name}",
                    t.effect[0].span,
                    candidates.knowing(*before, self._precondition(t, chosen)),
                    partial(self._effect, automaton, t, chosen),
                    chosen,
                    self.invariants,
                    self._composed(t, with_effect=True),
                )

    def _components(self) -> Iterator[_Construct]:
        name = self.setting.automaton.name
        for part in parts_of(self.setting.instance):
            c, candidates = part.component, self.setting.candidates
            if c.bound is not None and c.bound.domain is not None:
                domain = c.bound.domain
                indices = f"indices of {c.name} in {name}"
                yield _Construct(indices, domain.span, candidates, partial(self._of, domain))
            yield _Construct(
                f"arguments of {c.name} in {name}",
                c.span,
                candidates.having(*part.candidates()).knowing(*part.known()),
                partial(self._arguments, part),
                part.candidates(),
            )

    def _formulas(self) -> Iterator[_Construct]:
        """The invariants, each if those before it hold, and the temporal properties."""
        automaton, candidates = self.setting.automaton, self.setting.candidates
        for index, named in enumerate(automaton.invariants):
            mine = {n.name for n in automaton.invariants[index:]}
            before = tuple(
                f for f in self.invariants if f.owner is not automaton or f.of not in mine
            )
            yield _Construct(
                f"invariant {named.name} of {automaton.name}",
                named.span,
                candidates,
                partial(self._of, named.formula),
                (),
                before,
            )
        for named in automaton.properties:
            yield _Construct(
                f"property {named.name} of {automaton.name}",
                named.span,
                candidates,
                partial(self._of, named.formula),
                (),
                self.invariants,
            )

    # ---- in the whole system ----

    def _composed(
        self, t: tree.Transition, with_effect: bool
    ) -> Callable[[], tuple[AxiomCase, ...]] | None:
        if self.root.automaton is self.setting.automaton:
            return None
        automaton = self.setting.automaton
        return lambda: tuple(self.whole.transition_cases(automaton, t, with_effect))

    def transition_cases(
        self, automaton: tree.Automaton | tree.Composition, t: tree.Transition, with_effect: bool
    ) -> Iterator[AxiomCase]:
        """The conditions of a transition of a component, in every state of the whole system."""
        assert isinstance(automaton, tree.Automaton)
        chosen = arguments(t.name, t.params)
        names = tuple(c.variable for c in chosen)
        for leaf in leaves(self.setting.instance):
            if leaf.automaton is not automaton:
                continue
            scope = leaf.scope().with_arguments(t.params, names)
            before = self.definedness.conditions(t.precondition, scope) if t.precondition else ()
            found = before
            candidates = in_composition(self.setting, leaf, t, chosen)
            if with_effect:
                declared = {v.name: v.type for v in automaton.states}
                found = effect_conditions(t.effect, scope, declared, self.definedness)
                taken = self.setting.lower(t.precondition, scope)
                candidates = candidates.knowing(*(c.formula for c in before), taken)
                candidates = candidates.knowing(*possible(self.setting, t.name, names))
            name = f"{t.name} of {leaf.name}"
            construct = _Construct(name, t.span, candidates, lambda: (), chosen, self.invariants)
            yield from (self._case(construct, c) for c in found)

    # ---- conditions ----

    def _of(
        self,
        e: tree.Expr | None,
        params: tuple[tree.Declared, ...] = (),
        chosen: tuple[Candidate, ...] = (),
    ) -> tuple[Condition, ...]:
        names = tuple(c.variable for c in chosen)
        scope = self.setting.scope.with_arguments(params, names)
        return () if e is None else self.definedness.conditions(e, scope)

    def _precondition(self, t: tree.Transition, chosen: tuple[Candidate, ...]) -> ir.Expr:
        names = tuple(c.variable for c in chosen)
        return self.setting.lower(
            t.precondition, self.setting.scope.with_arguments(t.params, names)
        )

    def _effect(
        self, automaton: tree.Automaton, t: tree.Transition, chosen: tuple[Candidate, ...]
    ) -> tuple[Condition, ...]:
        names = tuple(c.variable for c in chosen)
        scope = self.setting.scope.with_arguments(t.params, names)
        declared = {v.name: v.type for v in automaton.states}
        return effect_conditions(t.effect, scope, declared, self.definedness)

    def _arguments(self, part: Part) -> tuple[Condition, ...]:
        c, scope = part.component, self.setting.scope
        if c.bound is not None and part.index is not None:
            scope = scope.with_locals({c.bound.name: ir.Name(part.index.name)})
        pairs = zip(part.instance.automaton.params, c.args, strict=True)
        return tuple(x for p, arg in pairs for x in self.definedness.passed(arg, p.type, scope))
