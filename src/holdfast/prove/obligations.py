"""Verification conditions: one proof obligation for each lemma and action.

An obligation is discharged part by part (the branches of an action, the operations of an
expression). A part has the same goal with more and more hypotheses: fewer are faster, and a goal
that follows from some of them is proved; a counterexample counts only with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.system import Action, System
from holdfast.prove.conjuncts import Conjunct, Reads
from holdfast.prove.ground import Grounds
from holdfast.prove.indices import Indices
from holdfast.smt.encoding import Encoding, State
from holdfast.smt.terms.term import Query, Term, conjuncts, symbols
from holdfast.source import Span

Kind: TypeAlias = Literal[
    "initiation", "consecution", "definedness", "base", "step", "depth", "empty", "diagram"
]
Labelled: TypeAlias = tuple[str, Term]
Holding: TypeAlias = Sequence[tuple[Conjunct, Term]]

INIT = "Init"
"""The name in place of an action: the initial predicate."""
DEFINED = "definedness"
"""The name in place of a lemma: definedness of expressions."""


@dataclass(frozen=True, slots=True)
class Part:
    """One goal with growing sets of hypotheses, the last of which has all, and its states."""

    label: str
    slices: Sequence[Query]
    states: tuple[State, ...]
    span: Span | None = None

    @property
    def query(self) -> Query:
        """The query with all hypotheses."""
        return self.slices[-1]


@dataclass(frozen=True, slots=True)
class Obligation:
    """A lemma and an action: the lemma holds after each step, if all lemmas hold before it."""

    lemma: str
    action: str
    kind: Kind
    parts: tuple[Part, ...] = field(repr=False)
    span: Span | None = field(default=None, repr=False)
    conjunct: Conjunct | None = field(default=None, repr=False)
    rule: Action | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """Both names, as in the table of results."""
        return f"{self.lemma} / {self.action}"

    @property
    def query(self) -> Query:
        """The query of the first part, with all hypotheses."""
        return self.parts[0].query


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be proved: the conjuncts, and the lemmas that are proved before them."""

    conjuncts: tuple[Conjunct, ...]
    lemmas: tuple[Conjunct, ...] = ()

    @property
    def everything(self) -> tuple[Conjunct, ...]:
        """What an induction may assume about the state before a step."""
        names = {lemma.name for lemma in self.lemmas}
        return (*self.lemmas, *(c for c in self.conjuncts if c.name not in names))


@dataclass(frozen=True, slots=True)
class _Step:
    """One branch of an action: its formula, and the state after it."""

    action: str
    given: tuple[Labelled, ...]
    after: State


class Obligations:
    """Makes the obligations of a claim about a system, in one encoding."""

    def __init__(self, system: System, encoding: Encoding, claim: Claim) -> None:
        self.system = system
        self.encoding = encoding
        self.claim = claim
        self.reads = Reads(system)
        self.before = encoding.state("s")
        self.after = encoding.state("t")
        self.held: Holding = ()
        self.grounds = Grounds()
        self.indices = Indices()

    # ---- induction ----

    def initiation(self) -> Iterator[Obligation]:
        """Every lemma holds in every initial state."""
        encoding = self.encoding
        s = encoding.state("i")
        # Encode this first: the initial predicate may determine the encoding of the state.
        starts = encoding.starts(s)
        given = (*self.typed(s), ("the state is initial", starts))
        for c in self.claim.everything:
            goal = encoding.holds(c.expr, s)
            query = self.query(f"{c.name} holds initially", given, goal)
            part = Part(c.name, self.indices.slices((query,)), (s,), c.span)
            yield Obligation(c.name, INIT, "initiation", (part,), c.span, c)

    def consecution(self) -> Iterator[Obligation]:
        """Every action preserves every lemma."""
        for rules in merged(self.system.actions):
            yield from self.kept_by(rules, self.claim.everything)

    def kept_by(self, rules: Sequence[Action], wanted: Iterable[Conjunct]) -> Iterator[Obligation]:
        """One action preserves some lemmas, if all hold before it."""
        holding = self.holding()
        first = {lemma.name for lemma in self.claim.lemmas}
        steps = list(self._steps(rules))
        for c in wanted:
            shown = () if c.name in first else self.claim.lemmas
            slices = self._slices(c, rules, holding)
            parts = tuple(self._kept(c, step, slices, shown) for step in steps)
            yield Obligation(c.name, rules[0].name, "consecution", parts, c.span, c, rules[0])

    def holding(self) -> Holding:
        """The hypotheses before a step: every lemma."""
        if not self.held:
            s, every = self.before, self.claim.everything
            self.held = [(c, self.encoding.holds(c.expr, s)) for c in every]
        return self.held

    def _steps(self, rules: Sequence[Action]) -> Iterator[_Step]:
        """The branches of an action: a formula about both states, and the state after."""
        for rule in rules:
            for formula, after in steps_of(self.encoding, rule, self.before, self.after):
                given = (("the action " + rule.name, formula), *self.typed(after))
                yield _Step(rule.name, given, after)

    def _kept(
        self,
        goal: Conjunct,
        step: _Step,
        slices: Sequence[Holding],
        shown: Iterable[Conjunct],
    ) -> Part:
        encoding = self.encoding
        about = (*self.typed(self.before), *step.given)
        also = tuple(
            (f"{c.name} holds after it", encoding.holds(c.expr, step.after)) for c in shown
        )
        wanted = encoding.holds(goal.expr, step.after)
        name = f"{goal.name} is kept by {step.action}"
        holding = [tuple((f"{c.name} holds before it", t) for c, t in each) for each in slices]
        queries = [self.query(name, (*about, *before, *also), wanted) for before in holding]
        least = self.grounds.questions(self.query(name, (*about, *also), wanted), holding[-1])
        growing = self.indices.slices((*least, *queries))
        return Part(goal.name, growing, (self.before, step.after), goal.span)

    def _slices(
        self,
        goal: Conjunct,
        rules: Sequence[Action],
        holding: Holding,
    ) -> list[Holding]:
        """No lemmas; those about the variables that the goal and the action read; all."""
        read = goal.variables.union(*(self.reads.of(rule.body.expr) for rule in rules))
        alone = [(c, t) for c, t in holding if c.name == goal.name]
        close = [(c, t) for c, t in holding if c.name == goal.name or c.variables <= goal.variables]
        near = [(c, t) for c, t in holding if c.name == goal.name or c.variables & read]
        found: list[Holding] = []
        for each in (alone, close, near, holding):
            if all(len(each) != len(other) for other in found):
                found.append(each)
        return found

    # ---- definedness ----

    def definedness(self) -> Iterator[Obligation]:
        """Every expression is defined wherever it is evaluated."""
        s, t = self.before, self.after
        about = self.typed(s)
        holding = tuple((f"{c.name} holds", formula) for c, formula in self.holding())
        if self.system.init is not None:
            found = self._defined(INIT, self.system.init.expr, about, (s,))
            if found.parts:
                yield found
        for rules in merged(self.system.actions):
            parts: list[Part] = []
            for rule in rules:
                e = closed(rule)
                parts += self._conditions(rule.name, e, (*about, *holding), (s, t))
            if parts:
                yield Obligation(
                    DEFINED,
                    rules[0].name,
                    "definedness",
                    tuple(parts),
                    rules[0].span,
                    None,
                    rules[0],
                )
        for c in self.claim.everything:
            found = self._defined(c.name, c.expr, (*about, *holding), (s,), c)
            if found.parts:
                yield found

    def _defined(
        self,
        name: str,
        e: ir.Expr,
        given: tuple[Labelled, ...],
        states: tuple[State, ...],
        conjunct: Conjunct | None = None,
    ) -> Obligation:
        parts = tuple(self._conditions(name, e, given, states))
        return Obligation(DEFINED, name, "definedness", parts, e.span, conjunct)

    def _conditions(
        self, name: str, e: ir.Expr, given: tuple[Labelled, ...], states: tuple[State, ...]
    ) -> Iterator[Part]:
        after = states[1] if len(states) > 1 else None
        for goal, message, span in self.encoding.conditions(e, states[0], after):
            query = self.query(f"{message}, in {name}", given, goal)
            yield Part(message, (query,), states[:1], span)

    # ---- hypotheses ----

    def query(self, name: str, given: tuple[Labelled, ...], goal: Term) -> Query:
        """The query with the facts about constants that are relevant to it.

        An encoding collects the facts about constants that its formulas depend on: so this
        comes last.
        """
        return Query(name, (*relevant(self.encoding.hypotheses(), given, goal), *given), goal)

    def typed(self, state: State) -> tuple[Labelled, ...]:
        """The type hypotheses of a state, and lemmas of the library about it."""
        parts = conjuncts(self.encoding.typed(state))
        types = tuple(("the types of the variables", part) for part in parts)
        return (*types, *self.encoding.lemmas_about(state))


def relevant(
    hypotheses: Sequence[Labelled], given: Iterable[Labelled], goal: Term
) -> list[Labelled]:
    """The hypotheses that share symbols with the others, directly or transitively."""
    about = set(symbols(goal, *(formula for _, formula in given)))
    names = [frozenset(symbols(formula)) for _, formula in hypotheses]
    kept = [False] * len(names)
    size = -1
    while size != len(about):
        size = len(about)
        for i, mine in enumerate(names):
            if not mine or not mine.isdisjoint(about):
                kept[i] = True
                about |= mine
    return [each for each, wanted in zip(hypotheses, kept, strict=True) if wanted]


def merged(actions: Iterable[Action]) -> list[tuple[Action, ...]]:
    """The actions by name: several disjuncts may be calls of one definition."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(action.name, []).append(action)
    return [tuple(group) for group in found.values()]


def steps_of(
    encoding: Encoding, rule: Action, before: State, after: State
) -> list[tuple[Term, State]]:
    """The branches of an action: a formula about both states, and the state after it."""
    functional = encoding.successors(rule, before)
    if functional is not None:
        return [(each.guard, each.after) for each in functional]
    return [(encoding.steps(rule, before, after), after)]


def closed(rule: Action) -> ir.Expr:
    """The formula of an action with its quantifiers around it."""
    e: ir.Expr = rule.body.expr
    for bounds in reversed(rule.bounds):
        e = ir.Bind(ir.Binder.EXISTS, bounds, e, span=rule.span)
    return e
