"""The inductive ones among candidates, and those that a claim needs: Houdini with a solver.

A candidate that does not hold initially, or that a step may break although all others hold before
it, is dropped, until none is. What remains is inductive together with the claim. The solver also
says which hypotheses each result needed: these are the lemmas of the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from holdfast.cancellation import tick
from holdfast.ir import expr as ir
from holdfast.ir.system import System
from holdfast.prove.obligations import (
    Claim,
    Labelled,
    Obligations,
    closed,
    merged,
    relevant,
    steps_of,
)
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.session import Session
from holdfast.smt.solvers.solve import Limits
from holdfast.smt.terms.term import TRUE, Term, declarations, not_, show
from holdfast.source import SpecError

_LIMITS = Limits(rlimit=300_000, seconds=10)


def inductive_lemmas(
    system: System, encoding: Encoding, claim: Claim, candidates: Sequence[ir.Expr]
) -> tuple[ir.Expr, ...] | None:
    """The candidates that the claim needs, directly or not; None if they do not suffice."""
    return _Houdini(system, encoding, claim, candidates).run()


def inductive_candidates(
    system: System, encoding: Encoding, candidates: Sequence[ir.Expr], wanted: Iterable[int]
) -> tuple[int, ...]:
    """The numbers of the wanted candidates that are inductive, and of those that they need."""
    return _Houdini(system, encoding, Claim(()), candidates).all_inductive(wanted)


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is to be shown in a scene: for a formula, or (None) for the claim and the actions."""

    about: int | None
    term: Term


@dataclass(frozen=True, slots=True)
class _Scene:
    """Assumptions, hypotheses by the numbers of the formulas, and goals."""

    given: tuple[Labelled, ...]
    hypotheses: Mapping[int, Term]
    goals: tuple[_Goal, ...]


class _Houdini:
    """One run; the formulas are the conjuncts of the claim, and then the candidates."""

    def __init__(
        self, system: System, encoding: Encoding, claim: Claim, candidates: Sequence[ir.Expr]
    ) -> None:
        self.system = system
        self.encoding = encoding
        self.makes = Obligations(system, encoding, claim)
        self.formulas = [*(c.expr for c in claim.everything), *candidates]
        self.claimed = range(len(claim.everything))
        self.alive = [i for i in range(len(self.formulas)) if self._is_encoded(i)]
        self.needs: dict[tuple[int, int], frozenset[int]] = {}
        """For each scene and goal that is shown, the hypotheses that this needed."""

    def _is_encoded(self, i: int) -> bool:
        try:
            self.encoding.holds(self.formulas[i], self.makes.before)
        except SpecError:
            if i in self.claimed:
                raise
            return False
        return True

    def run(self) -> tuple[ir.Expr, ...] | None:
        """Drop candidates until the others are inductive."""
        scenes = list(self._scenes())
        sessions = [self._session(scene) for scene in scenes]
        if self._shows_claim(scenes, sessions, self.claimed):
            return ()
        self._drop(scenes, sessions)
        if not self._shows_claim(scenes, sessions, self.alive):
            return None
        needed = set(self._needed(scenes, set(self.claimed)))
        return tuple(self.formulas[i] for i in sorted(needed.difference(self.claimed)))

    def all_inductive(self, wanted: Iterable[int]) -> tuple[int, ...]:
        """The wanted candidates that remain, and what they and the actions need."""
        scenes = list(self._scenes())
        sessions = [self._session(scene) for scene in scenes]
        self._drop(scenes, sessions)
        for n, g in self._wanted(scenes, ()):
            used = self._shown(sessions[n], self.alive, g)
            if used is not None:
                self.needs[n, g] = used
        return tuple(self._needed(scenes, set(self.alive).intersection(wanted)))

    def _drop(self, scenes: Sequence[_Scene], sessions: Sequence[Session]) -> None:
        """Drop candidates until a goal of each of the others is shown in each scene."""
        dropped = True
        while dropped:
            dropped = False
            for number, scene in enumerate(scenes):
                failed = self._failed(number, scene, sessions[number])
                dropped = dropped or bool(failed)
                self.alive = [i for i in self.alive if i not in failed]

    # ---- what is to be shown ----

    def _scenes(self) -> Iterator[_Scene]:
        """Initial states, the branches of the actions, and definedness."""
        makes, encoding = self.makes, self.encoding
        first = encoding.state("i")
        starts = encoding.starts(first)
        given = (*makes.typed(first), ("the state is initial", starts))
        candidates = [i for i in self.alive if i not in self.claimed]
        goals = [_Goal(i, encoding.holds(self.formulas[i], first)) for i in candidates]
        yield _Scene(given, {}, tuple(goals))
        about = makes.typed(makes.before)
        before = {i: encoding.holds(self.formulas[i], makes.before) for i in self.alive}
        for rule in self.system.actions:
            for formula, after in steps_of(encoding, rule, makes.before, makes.after):
                given = (*about, ("the action " + rule.name, formula), *makes.typed(after))
                goals = [_Goal(i, encoding.holds(self.formulas[i], after)) for i in self.alive]
                yield _Scene(given, before, tuple(goals))
        yield _Scene(about, before, tuple(self._definedness()))

    def _definedness(self) -> Iterator[_Goal]:
        for i in self.alive:
            for goal, _, _ in self.encoding.conditions(self.formulas[i], self.makes.before):
                yield _Goal(i, goal)
        for rules in merged(self.system.actions):
            for rule in rules:
                e = closed(rule)
                for goal, _, _ in self.encoding.conditions(e, self.makes.before, self.makes.after):
                    yield _Goal(None, goal)

    # ---- solving ----

    def _session(self, scene: _Scene) -> Session:
        """A solver for a scene, in which hypotheses and denied goals are enabled by literals."""
        denied = [not_(goal.term) for goal in scene.goals]
        given = [f for _, f in scene.given]
        terms = [*given, *scene.hypotheses.values(), *denied]
        facts = relevant(self.encoding.hypotheses(), [("", f) for f in terms], TRUE)
        rows = [*declarations([*(f for _, f in facts), *terms])]
        rows += [f"(assert {show(f)})" for f in (*(f for _, f in facts), *given)]
        session = Session("\n".join(rows), limits=_LIMITS, strategy="ematching")
        for i, f in scene.hypotheses.items():
            session.add(f"(assert {show(f)})", under=_hypothesis(i))
        for g, f in enumerate(denied):
            session.add(f"(assert {show(f)})", under=_denied(g))
        return session

    def _failed(self, number: int, scene: _Scene, session: Session) -> set[int]:
        """The candidates with a goal that is not shown."""
        alive = set(self.alive)
        given = [i for i in self.alive if i in scene.hypotheses]
        failed: set[int] = set()
        for g, goal in enumerate(scene.goals):
            i = goal.about
            if i is None or i in self.claimed or i not in alive or i in failed:
                continue
            if self.needs.get((number, g), _UNKNOWN) <= alive:
                continue
            used = self._shown(session, given, g)
            if used is None:
                failed.add(i)
            else:
                self.needs[number, g] = used
        return failed

    def _shows_claim(
        self, scenes: Sequence[_Scene], sessions: Sequence[Session], alive: Iterable[int]
    ) -> bool:
        """Whether some formulas are enough for the claim, and for definedness."""
        for n, g in self._wanted(scenes, self.claimed):
            given = [i for i in alive if i in scenes[n].hypotheses]
            used = self._shown(sessions[n], given, g)
            if used is None:
                return False
            self.needs[n, g] = used
        return True

    def _shown(self, session: Session, given: Iterable[int], goal: int) -> frozenset[int] | None:
        """The hypotheses that a goal needed, if it is shown."""
        tick()
        literals = {_hypothesis(i): i for i in given}
        outcome = session.check((*literals, _denied(goal)))
        if outcome.status != "unsat":
            return None
        return frozenset(literals[name] for name in outcome.core if name in literals)

    # ---- what is needed ----

    def _wanted(
        self, scenes: Sequence[_Scene], formulas: Iterable[int]
    ) -> Iterator[tuple[int, int]]:
        """The goals of some formulas, and those of no formula."""
        wanted = {None, *formulas}
        for n, scene in enumerate(scenes):
            for g, goal in enumerate(scene.goals):
                if goal.about in wanted:
                    yield n, g

    def _needed(self, scenes: Sequence[_Scene], found: set[int]) -> list[int]:
        """Some formulas, and those that they and the actions need."""
        none: frozenset[int] = frozenset()
        while True:
            goals = self._wanted(scenes, found)
            more = {i for key in goals for i in self.needs.get(key, none)} - found
            if not more:
                return sorted(found)
            found = found | more


_UNKNOWN = frozenset({-1})


def _hypothesis(i: int) -> str:
    return f"formula {i}"


def _denied(goal: int) -> str:
    return f"goal {goal}"
