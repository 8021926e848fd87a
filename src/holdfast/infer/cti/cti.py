"""Counterexamples to induction from a solver, on a few elements of each sort.

A query has no quantifiers over these sorts (`ground.py`). Each lemma and each action is
asserted once, under a literal that enables it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from holdfast.cancellation import seconds_left, tick, uninterrupted
from holdfast.infer.cti.ground import AFTER, Grounder, TooLarge
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.errors import EvalError
from holdfast.ir.system import Action, System
from holdfast.ir.values import Value
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.model import UnreadableModel
from holdfast.smt.solvers.outcome import Limits, Outcome
from holdfast.smt.solvers.session import Session
from holdfast.smt.terms import term as tm
from holdfast.smt.terms.term import Symbol, Term

Meanings: TypeAlias = dict[ir.Expr, tuple[Term, Term]]
"""Lemmas encoded for the states before and after a step."""

_SMALL = "small constants"
_MOST = 8
"""The largest value of a number that is a constant, if possible: steps range over such numbers."""
LIMITS = Limits(rlimit=40_000_000, memory_mb=2000, seconds=20.0)


def _limits() -> Limits:
    return replace(LIMITS, seconds=seconds_left(LIMITS.seconds))


@dataclass(frozen=True, slots=True)
class Found:
    """A state that satisfies all lemmas and has a step to one that does not."""

    constants: Mapping[str, Value]
    state: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Kept:
    """There is no such step at these sizes; `core` are the lemmas that this needs."""

    core: frozenset[ir.Expr] = frozenset()


@dataclass(frozen=True, slots=True)
class Broken:
    """There is such a step."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Unknown whether there is such a step: a solver gave up, and why."""

    reason: str


class Finder:
    """Finds counterexamples to induction with sorts of one size."""

    types_state_after: ClassVar[bool] = True
    """Whether the state after a step is any state of the right types, or what the step gives."""

    def __init__(  # noqa: PLR0913  # the inputs of a query
        self,
        system: System,
        encoding: Encoding,
        sizes: Mapping[str, int],
        numbers: Mapping[str, int] | None = None,
        known: Meanings | None = None,
        integers: range | None = None,
    ) -> None:
        self.system = system
        self.encoding = encoding
        self.sizes = sizes
        self.before = encoding.state("s")
        self.after = encoding.state("t")
        self.grounder = Grounder(sizes, numbers, integers)
        self.integers = integers
        self.numbers = dict(numbers or {})
        self.complete = False
        self.declared: set[str] = set()
        self.framed: set[Symbol] = set()
        self.assumed: set[Term] = set()
        self.session = Session("", limits=LIMITS)
        self.lemmas: dict[ir.Expr, str] = {}
        self.named = 0
        self.known: Meanings = {} if known is None else known
        for name, value in self.numbers.items():
            # Formulas contain the value; a model must have it, too.
            spelled = tm.spell(name)
            self.session.add(f"(declare-fun {spelled} () Int)(assert (= {spelled} {value}))")
        self._add(encoding.typed(self.before))
        if self.types_state_after:
            self._add(encoding.typed(self.after))
        self.preferred = self._prefer_small_constants()
        self.actions = [self._action(i, a) for i, a in enumerate(system.actions)]
        self.session.add(f"(assert (or {' '.join(map(tm.spell, self.actions))}))")
        self._hypotheses()

    # ---- assertions ----

    def _action(self, index: int, action: Action) -> str:
        literal = f"act {index}"
        steps = self.encoding.steps(action, self.before, self.after)
        self._add(steps, under=literal)
        for choice in self.grounder.without_symmetry(steps):
            self._add(choice, under=literal)
        return literal

    def _prefer_small_constants(self) -> list[str]:
        """The literal under which numbers that are constants are small, if there are some."""
        given = self.system.constants
        free = [c for c in given if self.system.types.get(c) == ty.INT and c not in self.numbers]
        for name in free:
            value = Symbol(name, (), tm.INT)()
            small = tm.and_(tm.le(tm.number(-1), value), tm.le(value, tm.number(_MOST)))
            self._add(small, under=_SMALL)
        return [_SMALL] if free else []

    def lemma(self, e: ir.Expr) -> str:
        """Assert a lemma; returns the stem of its two literals."""
        known = self.lemmas.get(e)
        if known is None:
            known = f"lemma {self.named}"
            self.named += 1
            before, after = self._meanings(e)
            self.complete = False
            self._add(before, under=f"{known} before")
            self._add(tm.not_(after), under=f"{known} broken")
            # Only now: a formula that is too large, or interrupted, is not asserted.
            self.lemmas[e] = known
        return known

    def _meanings(self, e: ir.Expr) -> tuple[Term, Term]:
        """A lemma encoded for the states before and after a step."""
        found = self.known.get(e)
        if found is None:
            encoding = self.encoding
            found = encoding.holds(e, self.before), encoding.holds(e, self.after)
            self.known[e] = found
        return found

    def _hypotheses(self) -> None:
        """Assert the hypotheses that new formulas need."""
        if self.complete:
            return
        for _, hypothesis in self.encoding.hypotheses():
            if hypothesis not in self.assumed:
                self._add(hypothesis)
                self.assumed.add(hypothesis)
        self.complete = True

    def _add(self, formula: Term, under: str | None = None) -> None:
        tick()
        grounded = self.grounder.ground(formula)
        used = tm.symbols(grounded)
        frame = list(self.grounder.frame([f for f in used if f not in self.framed]))
        lines = [d for d in tm.declarations((grounded, *frame)) if d not in self.declared]
        rows = [*lines, *(f"(assert {tm.show(f)})" for f in frame)]
        text = f"(assert {tm.show(grounded)})"
        tick()
        with uninterrupted():
            self.framed.update(used)
            self.declared.update(lines)
            if rows:
                self.session.add("\n".join(rows))
            self.session.add(text, under=under)

    def assume(self, e: ir.Expr) -> None:
        """Assume a formula about the state before every step; raises SpecError, TooLarge."""
        self._add(self.encoding.holds(e, self.before))
        self.complete = False

    # ---- queries ----

    def find(
        self, lemmas: Sequence[ir.Expr], broken: Iterable[ir.Expr] = ()
    ) -> Found | Kept | Unclear:
        """A state with a step that breaks one of the lemmas (of those in `broken`, if given)."""
        try:
            stems = [self.lemma(e) for e in lemmas]
            goals = [self.lemma(e) for e in broken] or stems
            self._hypotheses()
        except TooLarge:
            return _TOO_LARGE
        with uninterrupted():
            self.session.push()
            try:
                spelled = " ".join(tm.spell(f"{g} broken") for g in goals)
                self.session.add(f"(assert (or {spelled} false))")
                literals = [f"{s} before" for s in stems]
                outcome = self._check([*literals, *self.preferred], model=True)
                if self.preferred and outcome.status != "sat":
                    outcome = self._check(literals, model=True)
                return self._found(outcome)
            finally:
                self.session.pop()

    def _check(self, literals: list[str], model: bool = False) -> Outcome:
        tick()
        return self.session.check(literals, model=model, unread=AFTER, limits=_limits())

    def _found(self, outcome: Outcome) -> Found | Kept | Unclear:
        match outcome.status:
            case "unsat":
                return Kept()
            case "sat" if outcome.model is not None:
                try:
                    constants = self.encoding.read_constants(outcome.model, self.integers)
                    state = self.encoding.read_state(outcome.model, self.before, self.integers)
                except (UnreadableModel, EvalError) as error:
                    return Unclear(f"the state of {outcome.solver} cannot be read: {error}")
                return Found({**constants, **self.numbers}, state)
            case _:
                return _unclear(outcome)

    def core(
        self, lemmas: Sequence[ir.Expr], goal: ir.Expr, action: int
    ) -> Kept | Broken | Unclear:
        """Whether an action preserves the goal under some lemmas, and a core of these lemmas."""
        try:
            stems = {f"{self.lemma(e)} before": e for e in lemmas}
            literals = [*stems, self.actions[action], f"{self.lemma(goal)} broken"]
            self._hypotheses()
        except TooLarge:
            return _TOO_LARGE
        with uninterrupted():
            outcome = self._check(literals)
        match outcome.status:
            case "unsat":
                return Kept(frozenset(stems[name] for name in outcome.core if name in stems))
            case "sat":
                return Broken()
            case _:
                return _unclear(outcome)


class InstanceFinder(Finder):
    """Finds counterexamples of one instance."""

    types_state_after = False


_TOO_LARGE = Unclear("the query gets too large without its quantifiers")


def _unclear(outcome: Outcome) -> Unclear:
    return Unclear(f"{outcome.solver}: {outcome.reason or outcome.status}")


def finder_for(  # noqa: PLR0913  # the inputs of a query
    system: System,
    encoding: Encoding,
    sizes: Mapping[str, int],
    numbers: Mapping[str, int] | None = None,
    known: Meanings | None = None,
    integers: range | None = None,
) -> Finder | None:
    """A finder with these sizes of sorts; None if the query gets too large.

    `known` are encoded lemmas, shared by all finders with the same encoding. If `integers` are
    given, quantified integers and those of states are within that range.
    """
    try:
        return Finder(system, encoding, sizes, numbers, known, integers)
    except TooLarge:
        return None
