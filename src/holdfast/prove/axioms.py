"""Whether the axioms of a spec hold: a solver proves each case, or finds a witness.

A case is a formula about all typed candidates: the invariant of a system that never steps. A
witness counts only if the interpreter agrees that it has the right types and that the formula is
false.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TypeAlias

from holdfast.cancellation import (
    Cancellation,
    Interruption,
    StopCause,
    cancel_by,
    ctrl_c_cancels,
    running,
)
from holdfast.front.document import Axiom, AxiomCase, Hypotheses
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.passes.pipeline import run_pipeline
from holdfast.prove.axiom_answer import AxiomProgress, AxiomStatus, SettledAxiom, Violation
from holdfast.prove.confirm import Judge
from holdfast.prove.conjuncts import Conjunct
from holdfast.prove.counterexample import Counterexamples
from holdfast.prove.obligations import Claim, Obligation, Obligations
from holdfast.prove.settle import Settled, settle
from holdfast.prove.strategies import RLIMITS, Effort
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.model import UnreadableModel
from holdfast.smt.solvers.pool import Pool, pool_or_new
from holdfast.source import Diagnostic, SpecError

_MOST_MODELS = 4
_RLIMIT = RLIMITS[0]
"""The steps of a solver for each case: axioms are simple, or wrong."""
_FEW_SAMPLES = 50
"""How many small candidates are tried before a solver is asked."""
_SAMPLES = 1_000
"""How many are tried if no solver proves the case: a solver's witness may be large."""
_MORE_SAMPLES = 20_000
"""How many are tried if the interpreter does not confirm the solver's."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A case with its encoding."""

    case: AxiomCase
    system: System
    encoding: Encoding


@dataclass(frozen=True, slots=True)
class _Found:
    """The result of a case: the witness or the reason; `given` if it depends on invariants."""

    status: AxiomStatus
    text: str = ""
    seconds: float = 0.0
    solver: str | None = None
    given: bool = False


_Asked: TypeAlias = Sequence[tuple[AxiomCase, Callable[[], System]]]


@dataclass(frozen=True, slots=True)
class AxiomLimits:
    """The effort for axioms: seconds for all of them, solvers in parallel, cached results.

    A `pool` that is given has the solvers, and remains open.
    """

    seconds: float | None = None
    workers: int | None = None
    remember: bool = True
    effort: Effort = field(default_factory=lambda: Effort(rlimit=_RLIMIT))
    pool: Pool | None = None


def settle_axioms(
    axioms: Sequence[Axiom],
    limits: AxiomLimits | None = None,
    observer: Callable[[AxiomProgress], None] | None = None,
    cancellation: Cancellation | None = None,
) -> tuple[SettledAxiom, ...]:
    """Decide each axiom, for all parameters and all values of the types."""
    limits, token = limits or AxiomLimits(), cancellation or Cancellation()
    run = _Run(axioms, limits, observer)
    solvers = pool_or_new(limits.pool, limits.workers, limits.remember)
    with ctrl_c_cancels(token), solvers as pool:
        run.run(pool, token)
    return run.results()


class _Run:
    """One run: the cases of all axioms, and their results so far."""

    def __init__(
        self,
        axioms: Sequence[Axiom],
        limits: AxiomLimits,
        observer: Callable[[AxiomProgress], None] | None,
    ) -> None:
        self.axioms = axioms
        self.effort = limits.effort
        self.observer = observer
        self.started = time.monotonic()
        self.until = None if limits.seconds is None else self.started + limits.seconds
        self.cases = [case for axiom in axioms for case in axiom.cases]
        self.found: dict[int, _Found] = {}
        self.inductive: dict[object, frozenset[str]] = {}
        self.composed: dict[int, tuple[AxiomCase, ...]] = {}
        self.stopped: StopCause | None = None

    def run(self, pool: Pool, token: Cancellation) -> None:
        """Decide as many cases as the time limit allows."""
        try:
            with running(token):
                self._settle(pool)
        except Interruption as stop:
            self.stopped = stop.cause
        except KeyboardInterrupt as error:
            cancel_by(error)
            self.stopped = "cancelled"

    def results(self) -> tuple[SettledAxiom, ...]:
        """The result of each axiom."""
        return tuple(map(self._result, self.axioms))

    def _result(self, axiom: Axiom) -> SettledAxiom:
        if not axiom.cases:
            return SettledAxiom(axiom, "evident")
        cases = self.composed.get(id(axiom), axiom.cases)
        found = [(c, self.found.get(id(c), self._missing())) for c in cases]
        seconds = sum(f.seconds for _, f in found)
        solver = next((f.solver for _, f in found if f.solver), None)
        for status in ("violated", "unknown"):
            for case, each in found:
                if each.status == status == "violated":
                    violation = Violation(each.text, case.span)
                    return SettledAxiom(axiom, "violated", violation, None, seconds, solver)
                if each.status == status == "unknown":
                    return SettledAxiom(axiom, "unknown", None, each.text, seconds, solver)
        given = any(f.given for _, f in found) or id(axiom) in self.composed
        return SettledAxiom(axiom, "holds", None, None, seconds, solver, given)

    def _missing(self) -> _Found:
        how = "interrupted" if self.stopped == "cancelled" else "the time limit is reached"
        return _Found("unknown", how)

    # ---- the cases ----

    def _settle(self, pool: Pool) -> None:
        self._tell()
        self._settle_cases(self.cases, pool)
        for axiom in self.axioms:
            if axiom.composed is not None and not all(map(self._holds, axiom.cases)):
                with suppress(SpecError):  # then the component alone decides
                    self.composed[id(axiom)] = axiom.composed()
                self._settle_cases(self.composed.get(id(axiom), ()), pool)

    def _settle_cases(self, cases: Sequence[AxiomCase], pool: Pool) -> None:
        """Decide cases, first without invariants, then with them."""
        for case, found in self._decide([(c, partial(_system, c)) for c in cases], pool):
            self._keep(case, found)
        open_ = [(c, h) for c in cases if (h := c.hypotheses) and not self._holds(c)]
        asked = [(c, partial(h.given, h.names)) for c, h in open_]
        for case, found in list(self._decide(asked, pool)):
            hypotheses = case.hypotheses
            if hypotheses is not None and found.status == "holds":
                found = self._given(case, hypotheses, pool)
            self._keep(case, found)

    def _holds(self, case: AxiomCase) -> bool:
        found = self.found.get(id(case))
        return found is not None and found.status == "holds"

    def _given(self, case: AxiomCase, hypotheses: Hypotheses, pool: Pool) -> _Found:
        """Whether a case holds that follows from invariants: they must be proved."""
        for names in (frozenset((name,)) for name in hypotheses.names):
            [(_, found)] = self._decide([(case, partial(hypotheses.given, names))], pool)
            if found.status == "holds" and self._inductive(hypotheses, names, pool) == names:
                return replace(found, given=True)
        proved = self._inductive(hypotheses, frozenset(hypotheses.names), pool)
        [(_, found)] = self._decide([(case, partial(hypotheses.given, proved))], pool)
        if found.status == "holds":
            return replace(found, given=True)
        reason = "it follows from invariants, which are not proved"
        return _Found("unknown", reason, found.seconds, found.solver)

    def _inductive(
        self, hypotheses: Hypotheses, names: frozenset[str], pool: Pool
    ) -> frozenset[str]:
        """The largest part of some invariants that is inductive (the algorithm of Houdini)."""
        key = (hypotheses.inductive, names)
        while names and key not in self.inductive:
            cases = list(hypotheses.inductive(names))
            asked = [(case, partial(_system, case)) for _, case in cases]
            of = {id(case): name for name, case in cases}
            proved = set(of.values())
            for case, found in self._decide(asked, pool):
                if found.status != "holds":
                    proved.discard(of[id(case)])
            if proved == names:
                break
            names = frozenset(proved)
        return self.inductive.setdefault(key, names)

    def _decide(self, asked: _Asked, pool: Pool) -> Iterator[tuple[AxiomCase, _Found]]:
        """Decide cases, each with its system."""
        made: list[_Case] = []
        without: list[tuple[AxiomCase, _Found]] = []
        obligations = self._obligations(asked, made, without)
        for index, settled in settle(obligations, pool, self.effort, self.until):
            yield made[index].case, self._conclusion(made[index], settled, pool)
            while without:
                yield without.pop()
        yield from without

    def _obligations(
        self, asked: _Asked, made: list[_Case], without: list[tuple[AxiomCase, _Found]]
    ) -> Iterator[Obligation]:
        """The queries of the cases; those that are decided `without` a solver have none."""
        for case, make in asked:
            try:
                system = run_pipeline(make())
                witness = _sample(case, system, _FEW_SAMPLES)
                if witness is not None:
                    without.append((case, _Found("violated", witness)))
                    continue
                encoding, obligation = _encoded(system)
            except SpecError as error:
                without.append((case, _Found("unknown", _text(error.diagnostics[0]))))
                continue
            made.append(_Case(case, system, encoding))
            yield obligation

    def _conclusion(self, mine: _Case, settled: Settled, pool: Pool) -> _Found:
        seconds, solver = settled.seconds, settled.solver
        if settled.status == "proved":
            return _Found("holds", "", seconds, solver)
        reason = settled.reason or settled.status
        text = _sample(mine.case, mine.system, _SAMPLES)
        if text is None and settled.status == "refuted":
            text = self._witness(mine, settled, pool)
            text = text or _sample(mine.case, mine.system, _MORE_SAMPLES)
            reason = "a solver finds a violation that the interpreter does not confirm"
        if text is not None:
            return _Found("violated", text, seconds, solver)
        return _Found("unknown", reason, seconds, solver)

    def _witness(self, mine: _Case, settled: Settled, pool: Pool) -> str | None:
        """The violation in words, from a model that the interpreter confirms."""
        finder = Counterexamples(mine.system, mine.encoding, pool, self.effort, self.until)
        [state] = settled.obligation.parts[0].states
        for number, model in enumerate(finder.models(settled.parts[0].texts[-1])):
            try:
                values = mine.encoding.read_state(model, state)
                if _is_violated(Judge(mine.system), values):
                    return mine.case.witness(values)
            except (UnreadableModel, EvalError):
                pass
            if number + 1 == _MOST_MODELS:
                break
        return None

    def _keep(self, case: AxiomCase, found: _Found) -> None:
        self.found[id(case)] = found
        self._tell()

    def _tell(self) -> None:
        if self.observer is not None:
            seconds = time.monotonic() - self.started
            more = sum(map(len, self.composed.values()))
            expected, settled = len(self.cases) + more, len(self.found)
            self.observer(AxiomProgress(seconds=seconds, expected=expected, settled=settled))


def _system(case: AxiomCase) -> System:
    if case.system is None:
        assert case.problem is not None, "a case without a system has a problem"
        raise SpecError(case.problem)
    return case.system


def _encoded(system: System) -> tuple[Encoding, Obligation]:
    """The query that the formula holds for all candidates."""
    from holdfast.smt.unbounded.encoding import UnboundedEncoding

    encoding = UnboundedEncoding(system)
    [axiom] = system.invariants
    conjunct = Conjunct(axiom.name, axiom.expr, frozenset(system.variables), axiom.name)
    [obligation] = Obligations(system, encoding, Claim((conjunct,))).initiation()
    return encoding, obligation


def _sample(case: AxiomCase, system: System, most: int) -> str | None:
    """A violation by a small candidate, in words."""
    judge = Judge(system)
    for values in islice(case.samples(system), most):
        try:
            if _is_violated(judge, values):
                return case.witness(values)
        except EvalError:
            continue
    return None


def _is_violated(judge: Judge, values: Mapping[str, Value]) -> bool:
    """Whether values have the right types and violate the formula; raises EvalError."""
    [axiom], [typed] = judge.system.invariants, judge.system.possible
    with ranked_by(judge.machine.ranks):
        state = judge.row(values)
        return judge.machine.holds(typed.expr, state) and not judge.machine.holds(axiom.expr, state)


def _text(problem: Diagnostic) -> str:
    where = "" if problem.span is None else f" ({problem.span.location()})"
    return f"{problem.message}{where}"
