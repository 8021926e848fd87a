"""Counterexamples to induction: from small models, confirmed by the interpreter."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import assert_never

from holdfast.cancellation import OutOfTime, running, tick
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.conjuncts import Conjunct
from holdfast.prove.obligations import INIT, Claim, Obligation, Obligations, Part
from holdfast.prove.proof import Cti
from holdfast.prove.settle import Settled
from holdfast.prove.shrink import shrink
from holdfast.prove.small import BOUNDS, small_query
from holdfast.prove.strategies import FIRST, RLIMITS, Effort
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.model import Model, UnreadableModel
from holdfast.smt.solvers.outcome import LENGTHS, sized_parts
from holdfast.smt.solvers.pool import Attempt, Pool
from holdfast.smt.terms.term import to_smtlib
from holdfast.source import SpecError
from holdfast.verdict import Reason, Step, Trace, Violated

_SIZES = (1, 2, 3, 4, 6)
_MOST_MODELS = 4
_SECONDS = 10.0
"""The time that the interpreter has for one model: its numbers may be large."""


class Counterexamples:
    """Finds counterexamples for refuted obligations."""

    def __init__(
        self,
        system: System,
        encoding: Encoding,
        pool: Pool,
        effort: Effort,
        until: float | None = None,
    ) -> None:
        self.system = system
        self.encoding = encoding
        self.pool = pool
        self.effort = effort
        self.until = until

    def find(self, settled: Settled, claim: Claim) -> Cti | Violated:
        """The counterexample of a refuted obligation; raises NotConfirmed if there is none."""
        found = self.small(settled, claim)
        if found is not None:
            return found
        obligation = settled.obligation
        part = obligation.parts[settled.part]
        text = settled.parts[settled.part].texts[-1]
        try:
            return self._confirmed_model(obligation, part, text, claim.everything)
        except NotConfirmed:
            if obligation.kind != "consecution" or self.encoding.scope != "all sizes":
                raise
            found = self._at_one_size(obligation, claim)
            if found is None:
                raise
            return found

    def small(self, settled: Settled, claim: Claim) -> Cti | Violated | None:
        """A counterexample with small integers, if there is one; for all sizes only."""
        if self.encoding.scope != "all sizes":
            return None
        obligation = settled.obligation
        for most in BOUNDS:
            for part in obligation.parts[settled.part :]:
                query = small_query(part.query, most)
                model = None if query is None else self._small_model(to_smtlib(query))
                if model is not None:
                    with suppress(NotConfirmed):
                        return self._confirmed(obligation, part, model, claim.everything)
        return None

    def _small_model(self, text: str) -> Model | None:
        """A model of a query without quantifiers over integers, if one is found quickly."""
        if self.until is not None and time.monotonic() > self.until:
            return None
        solver = "z3" if "z3" in self.effort.solvers else "cvc5"
        limits = self.effort.limits(FIRST, self.until)
        return self.pool.ask(Attempt(text, solver, limits, model=True)).outcome.model

    def _at_one_size(self, obligation: Obligation, claim: Claim) -> Cti | Violated | None:
        """The same for the constants of the configuration, whose values are all known.

        For all sizes, the axioms about sizes are sound but incomplete.
        """
        from holdfast.smt.bounded.encoding import BoundedEncoding

        try:
            encoding = BoundedEncoding(self.system, [c.expr for c in claim.everything])
            finder = Counterexamples(self.system, encoding, self.pool, self.effort, self.until)
            rules = [a for a in self.system.actions if a.name == obligation.action]
            wanted = [c for c in claim.everything if c.name == obligation.lemma]
            for same in Obligations(self.system, encoding, claim).kept_by(rules, wanted):
                for part in same.parts:
                    text = to_smtlib(part.query)
                    try:
                        return finder._confirmed_model(same, part, text, claim.everything)
                    except NotConfirmed:
                        continue
        except SpecError:
            pass  # not supported by the encoding for one size
        return None

    def _confirmed_model(
        self, obligation: Obligation, part: Part, text: str, lemmas: Sequence[Conjunct]
    ) -> Cti | Violated:
        problem = NotConfirmed("no solver gives a state for it")
        for number, model in enumerate(self.models(text)):
            try:
                return self._confirmed(obligation, part, model, lemmas)
            except NotConfirmed as error:
                problem = error
            if number + 1 == _MOST_MODELS:
                break
        raise problem

    # ---- models ----

    def models(self, text: str) -> Iterator[Model]:
        """Models of the negated goal, small ones first."""
        sorts = sized_parts(text)
        model = self._least_model(text) if set(sorts) - {LENGTHS} else None
        if model is not None:
            yield model
        for size in _SIZES if sorts else ():
            model = self._model(text, dict.fromkeys(sorts, size))
            if model is not None:
                yield self._smaller(text, model, dict.fromkeys(sorts, size))
        model = self._model(text, {}, RLIMITS[1])
        if model is not None:
            yield self._smaller(text, model, {})

    def _least_model(self, text: str) -> Model | None:
        """The model of a solver that tries small domains first."""
        if "cvc5" not in self.effort.solvers:
            return None
        limits = self.effort.limits(FIRST, self.until)
        attempt = Attempt(text, "cvc5", limits, "finite-model", model=True)
        return self.pool.ask(attempt).outcome.model

    def _smaller(self, text: str, model: Model, sizes: Mapping[str, int]) -> Model:
        """A model in which the sorts are minimised one after the other."""
        known = {sort: len(elements) for sort, elements in model.universes.items()}
        bounds = {sort: min(n, known.get(sort, n)) for sort, n in (sizes or known).items()}
        for sort, most in list(bounds.items()):
            for size in range(1, most):
                found = self._model(text, {**bounds, sort: size})
                if found is not None:
                    bounds[sort], model = size, found
                    break
        return model

    def _model(self, text: str, sizes: Mapping[str, int], rlimit: int = RLIMITS[0]) -> Model | None:
        if self.until is not None and time.monotonic() > self.until:
            raise NotConfirmed("the time limit is reached")
        limits = self.effort.limits(rlimit, self.until)
        bounds = tuple(sizes.items())
        ways = [("z3", "auto"), ("cvc5", "finite-model"), ("z3", "mbqi")]
        for solver, strategy in ways:
            if solver not in self.effort.solvers:
                continue
            attempt = Attempt(text, solver, limits, strategy, model=True, sizes=bounds)
            outcome = self.pool.ask(attempt).outcome
            if outcome.status == "unsat":
                return None
            if outcome.model is not None:
                return outcome.model
        return None

    # ---- confirmation ----

    def _confirmed(
        self, obligation: Obligation, part: Part, model: Model, lemmas: Sequence[Conjunct]
    ) -> Cti | Violated:
        try:
            with running(seconds=_SECONDS):
                return self._interpreted(obligation, part, model, lemmas)
        except OutOfTime:
            tick()  # raises if it is the time limit of the proof
            raise NotConfirmed(f"it takes the interpreter more than {_SECONDS:g} s") from None

    def _interpreted(
        self, obligation: Obligation, part: Part, model: Model, lemmas: Sequence[Conjunct]
    ) -> Cti | Violated:
        try:
            constants = self.encoding.read_constants(model)
            judge = Judge(self.system, constants)
            with ranked_by(judge.machine.ranks):
                # The interpreter computes the state after a single step.
                needed = part.states[:-1] if obligation.kind == "consecution" else part.states
                states = tuple(judge.row(self.encoding.read_state(model, s)) for s in needed)
        except (UnreadableModel, EvalError) as error:
            raise NotConfirmed(f"the solver's model cannot be read: {error}") from None
        with ranked_by(judge.machine.ranks):
            judge.require_assumptions()
            found = _Found(judge, obligation, states, tuple(lemmas), part.label).conclusion()
            if isinstance(found, Violated):
                return found
            chosen = {n: sort_sets(judge.machine.value(ir.Call(n))) for n in constants}
            sizes = {sort: len(elements) for sort, elements in model.universes.items()}
            return replace(found, constants=chosen, sizes=sizes)


@dataclass(frozen=True, slots=True)
class _Found:
    """States of a model, and the obligation that they should refute."""

    judge: Judge
    obligation: Obligation
    states: tuple[State, ...]
    lemmas: tuple[Conjunct, ...]
    label: str

    @property
    def conjunct(self) -> Conjunct:
        """The lemma that the last state should violate."""
        assert self.obligation.conjunct is not None, "only definedness has no lemma"
        return self.obligation.conjunct

    def conclusion(self) -> Cti | Violated:
        """The confirmed counterexample, by the kind of the obligation."""
        match self.obligation.kind:
            case "initiation":
                return self.initial_violation()
            case "definedness":
                return self.undefined()
            case "consecution":
                return self.not_kept()
            case "step":
                return self.path_that_breaks()
            case "base" | "depth":
                return self.violation()
            case "empty":
                raise AssertionError("an unproved empty set is excluded by assumption")
            case "diagram":
                raise AssertionError("`diagram/` confirms its counterexamples")
            case _:
                assert_never(self.obligation.kind)

    def initial_violation(self) -> Violated:
        """An initial state in which the lemma does not hold."""
        self.judge.require_initial(self.states[0])
        return self._violated(Trace((Step(self.judge.named(self.states[0])),)))

    def violation(self) -> Violated:
        """Steps from an initial state to one in which the lemma does not hold."""
        self.judge.require_initial(self.states[0])
        return self._violated(Trace(self._path()))

    def _violated(self, trace: Trace) -> Violated:
        last = self.states[-1]
        if not self.judge.is_broken(self.conjunct, last):
            raise NotConfirmed(f"{self.conjunct.name} holds in the last state")
        return Violated("invariant", self.conjunct.of, trace, self.judge.why(self.conjunct, last))

    def not_kept(self) -> Cti | Violated:
        """A step that breaks the lemma, from a state in which all lemmas hold.

        From an initial state, that is a violation.
        """
        judge, conjunct = self.judge, self.conjunct
        judge.require_lemmas(self.lemmas, self.states[0])
        broken = judge.broken_step(self.states[0], conjunct, self.obligation.action)
        if not judge.is_initial(broken.before):
            broken = shrink(judge, self.lemmas, broken)
        reason = judge.why(conjunct, broken.after)
        if judge.is_initial(broken.before):
            trace = Trace((Step(judge.named(broken.before)), broken.step))
            return Violated("invariant", conjunct.of, trace, reason)
        return Cti(judge.named(broken.before), broken.step, conjunct.name, reason)

    def path_that_breaks(self) -> Cti:
        """Steps through states in which all lemmas hold, the last of which breaks one."""
        judge, conjunct = self.judge, self.conjunct
        for state in self.states[:-1]:
            judge.require_lemmas(self.lemmas, state)
        path = self._path()
        if not judge.is_broken(conjunct, self.states[-1]):
            raise NotConfirmed(f"{conjunct.name} holds in the last state")
        reason = judge.why(conjunct, self.states[-1])
        before = judge.named(self.states[-2])
        return Cti(before, path[-1], conjunct.name, reason, path[:-1])

    def _path(self) -> tuple[Step, ...]:
        """The states as a trace, if there are steps between them."""
        judge = self.judge
        path = [Step(judge.named(self.states[0]))]
        for before, after in pairwise(self.states):
            step = next((step for step, to in judge.steps(before) if to == after), None)
            if step is None:
                raise NotConfirmed(f"there is no step from state {len(path)} to the next")
            path.append(step)
        return tuple(path)

    def undefined(self) -> Cti:
        """A state in which all lemmas hold and an expression cannot be evaluated."""
        judge, obligation, state = self.judge, self.obligation, self.states[0]
        if obligation.action == INIT and obligation.rule is None and obligation.conjunct is None:
            judge.initial_states()  # raises NotConfirmed with the error, if there is one
            raise NotConfirmed("the interpreter can evaluate every expression")
        if obligation.conjunct is None:
            judge.require_lemmas(self.lemmas, state)
            error = judge.step_error(state, obligation.action)
        else:
            error = judge.lemma_error(self.lemmas, state)
        if error is None:
            raise NotConfirmed("the interpreter can evaluate every expression")
        step = Step(judge.named(state), obligation.action)
        reason = Reason(error.message, error.span)
        return Cti(judge.named(state), step, self.label, reason, what="defined")
