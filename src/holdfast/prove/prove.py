"""`prove`: does an invariant hold in all reachable states, of one instance or of all?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from holdfast.cancellation import (
    Cancellation,
    Interruption,
    StopCause,
    cancel_by,
    ctrl_c_cancels,
    running,
)
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.prove.bmc import bmc_obligations, first_is_refuted
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.conjuncts import Conjunct, conjuncts_of
from holdfast.prove.counterexample import Counterexamples
from holdfast.prove.encodings import encoding_for, hypotheses_for
from holdfast.prove.induction import expected_count, induction_obligations
from holdfast.prove.kinduction import kinduction_obligations
from holdfast.prove.obligations import Claim, Obligation, Obligations
from holdfast.prove.options import ProofOptions, ProofProgress
from holdfast.prove.proof import Cti, Hypothesis, Proof
from holdfast.prove.sanity import Sanity, examine
from holdfast.prove.settle import Seen, Settled, comments, settle
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.pool import Pool, pool_or_new
from holdfast.smt.terms.term import to_smtlib
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Bounded, Proved, Unknown, Verdict, Violated

_SHOWN = 3
_EXAMINED = 25
_NO_START = "the assumptions contradict each other, or there is no initial state"
_CONTRADICTION = (
    "the interpreter finds an initial state, a solver says that there is none: this is a bug in"
    " holdfast, and nothing is proved"
)


_NOTHING = Unknown(cause="undecided", reason="nothing was tried")


def prove(
    system: System,
    options: ProofOptions,
    observer: Callable[[ProofProgress], None] | None = None,
    cancellation: Cancellation | None = None,
    pool: Pool | None = None,
) -> Proof:
    """Try to prove the invariants of a system whose passes have run; `pool` may be given."""
    options.limits.allow("prove", "seconds", "memory")
    _require_behaviour(system)
    started = time.monotonic()
    token = cancellation or Cancellation()
    if options.limits.memory is not None:
        effort = replace(options.effort, memory_mb=options.limits.memory >> 20)
        options = replace(options, effort=effort)
    attempt = _Attempt(system, options, observer, started, pool)
    with ctrl_c_cancels(token), ranked_by(Ranks(system.names)):
        attempt.run(token)
        return replace(attempt.proof(), seconds=time.monotonic() - started)


def claim_of(system: System, options: ProofOptions) -> Claim:
    """What is to be proved: the conjuncts of the invariants, and of the lemmas before them."""
    asked = [p for p in system.invariants if p.name not in options.lemmas]
    lemmas = [p for p in system.invariants if p.name in options.lemmas]
    if options.method == "bmc":
        return Claim(tuple(_whole(system, p) for p in (*lemmas, *asked)))
    return Claim(conjuncts_of(system, asked), conjuncts_of(system, lemmas))


def _whole(system: System, prop: Property) -> Conjunct:
    return Conjunct(prop.name, prop.expr, frozenset(system.variables), prop.name)


def obligations_of(
    system: System, claim: Claim, encoding: Encoding, options: ProofOptions
) -> Iterator[Obligation]:
    """The obligations of a claim, by the chosen method."""
    makes = Obligations(system, encoding, claim)
    match options.method:
        case "induction":
            return induction_obligations(makes)
        case "kinduction":
            return kinduction_obligations(makes, options.k)
        case "bmc":
            return bmc_obligations(makes, options.k)


def obligation_texts(system: System, options: ProofOptions) -> Iterator[str]:
    """The SMT-LIB text of every obligation, part by part; no solver is called.

    A part is written with all its hypotheses; a proof may succeed with fewer.
    """
    _require_behaviour(system)
    _judge(system)
    claim = claim_of(system, options)
    encoding = encoding_for(system, claim, options)
    for obligation in obligations_of(system, claim, encoding, options):
        for part in obligation.parts:
            yield to_smtlib(part.query, comments=comments(part))


@dataclass(slots=True)
class _Attempt:
    """One run of `prove`, and its results so far."""

    system: System
    options: ProofOptions
    observer: Callable[[ProofProgress], None] | None
    started: float
    pool: Pool | None = None
    settled: dict[int, Settled] = field(default_factory=dict)
    expected: int = 0
    stopped: StopCause | None = None
    encoding: Encoding | None = None
    problem: Verdict | None = None
    starts: bool | None = None
    found: dict[int, Cti | Violated] = field(default_factory=dict)
    violated: Violated | None = None
    cti: Cti | None = None
    sanity: Sanity = field(default_factory=Sanity)
    warnings: tuple[str, ...] = ()
    proposed: tuple[Hypothesis, ...] = ()
    not_empty: tuple[str, ...] = ()

    def run(self, token: Cancellation) -> None:
        """Prove as much as the time limit allows."""
        try:
            with running(token):
                self._run()
        except Interruption as stop:
            self.stopped = stop.cause
        except KeyboardInterrupt as error:
            cancel_by(error)
            self.stopped = "cancelled"

    def _run(self) -> None:
        options, system = self.options, self.system
        self.problem, self.warnings, self.starts = _sanity(system, options)
        if self.problem is not None:
            return
        claim = claim_of(system, options)
        self.encoding = encoding = encoding_for(system, claim, options)
        self.proposed = hypotheses_for(system, options)
        with pool_or_new(self.pool, options.workers, options.remember) as pool:
            finder = Counterexamples(system, encoding, pool, options.effort, self.until)
            self._settle(claim, encoding, pool, finder)
            self._counterexamples(claim, finder)
            if self._is_proved():
                self._sanity(claim, encoding, pool)
                self._empty_sets(claim, encoding, pool)

    def proof(self) -> Proof:
        """The result so far."""
        options, encoding = self.options, self.encoding
        proof = Proof(
            self.problem or _NOTHING,
            options.method,
            options.k,
            checked=tuple(p.name for p in self.system.invariants),
            reductions=_ignored(self.system, options),
            system=self.system,
        )
        if self.problem is not None:
            return proof
        given = self.system.assumed
        if encoding is not None:
            given = (*given, *encoding.assumed, *self.not_empty)
        proof = replace(
            proof,
            obligations=tuple(self.settled[i] for i in sorted(self.settled)),
            expected=max(len(self.settled), self.expected if self.stopped else 0),
            cti=None if self.violated is not None else self.cti,
            library_lemmas=() if encoding is None else encoding.lemmas_used,
            assumed=tuple(dict.fromkeys(given)),
            proposed=self.proposed,
            warnings=self.warnings,
            never_enabled=self.sanity.never_enabled,
            engine=_engine(self.settled.values()),
        )
        if encoding is not None:
            # The encoding for one size may have to cut the lengths of sequences.
            shortened = getattr(encoding, "shortened", False)
            warnings = (*self.warnings, *getattr(encoding, "unused", ()))
            proof = replace(proof, scope=encoding.scope, shortened=shortened, warnings=warnings)
        return replace(proof, verdict=self._verdict(proof))

    @property
    def until(self) -> float | None:
        """The deadline, if the time is limited."""
        seconds = self.options.limits.seconds
        return None if seconds is None else self.started + seconds

    # ---- obligations ----

    def _settle(
        self, claim: Claim, encoding: Encoding, pool: Pool, finder: Counterexamples
    ) -> None:
        self.expected = expected_count(self.system, claim)
        self._tell(None)

        def look(open_ones: Mapping[int, Settled]) -> Seen:
            for index, settled in open_ones.items():
                found = finder.small(settled, claim)
                if found is not None:
                    self.found[index] = found
            violated = any(isinstance(found, Violated) for found in self.found.values())
            return Seen(frozenset(self.found), violated)

        options, bmc = self.options, self.options.method == "bmc"
        obligations = obligations_of(self.system, claim, encoding, options)
        looking = None if bmc else look
        for index, settled in settle(obligations, pool, options.effort, self.until, looking):
            self.settled[index] = settled
            self._tell(settled)
            if bmc and first_is_refuted(self.settled):
                return  # deeper violations are longer

    def _tell(self, latest: Settled | None) -> None:
        if self.observer is not None:
            self.observer(
                ProofProgress(
                    seconds=time.monotonic() - self.started,
                    expected=self.expected,
                    settled=len(self.settled),
                    proved=sum(1 for each in self.settled.values() if each.status == "proved"),
                    latest=latest,
                )
            )

    def _sanity(self, claim: Claim, encoding: Encoding, pool: Pool) -> None:
        """Check that a proof would not be vacuous."""
        if self.options.method == "induction":
            makes = Obligations(self.system, encoding, claim)
            self.sanity = examine(makes, pool, self.options.effort)

    def _empty_sets(self, claim: Claim, encoding: Encoding, pool: Pool) -> None:
        """The assumptions that make a proof sound for empty constant sets."""
        if not self.options.all_sizes:
            return
        from holdfast.prove.empty import settle_empty_sets
        from holdfast.smt.unbounded.encoding import UnboundedEncoding

        assert isinstance(encoding, UnboundedEncoding)
        found = settle_empty_sets(
            encoding,
            self.options,
            lambda other: obligations_of(self.system, claim, other, self.options),
            pool,
            self.until,
        )
        for settled in found.settled:
            self.settled[max(self.settled, default=-1) + 1] = settled
        self.not_empty = found.assumed

    def _is_proved(self) -> bool:
        return all(each.status == "proved" for each in self.settled.values())

    # ---- counterexamples ----

    def _counterexamples(self, claim: Claim, finder: Counterexamples) -> None:
        """The first violation, the first counterexample to induction; others are only confirmed."""
        refuted = [i for i in sorted(self.settled) if self.settled[i].status == "refuted"]
        for index in refuted[:_EXAMINED]:
            try:
                found = self.found.get(index) or finder.find(self.settled[index], claim)
            except NotConfirmed as problem:
                self.settled[index] = _doubted(self.settled[index], str(problem))
                continue
            if isinstance(found, Violated):
                self.violated = self.violated or found
            else:
                self.cti = self.cti or found

    # ---- the verdict ----

    def _verdict(self, proof: Proof) -> Verdict:
        if self.sanity.contradiction and self.starts is not False:
            if self.starts is None:
                return Unknown(cause="no-initial-state", reason=_NO_START)
            return Unknown(cause="disagreement", reason=_CONTRADICTION)
        if self.violated is not None:
            return self.violated
        every = proof.obligations
        if self.stopped is not None:
            proved = sum(1 for each in every if each.status == "proved")
            how = "interrupted" if self.stopped == "cancelled" else "the time limit is reached"
            reason = f"{how}: {proved} obligations were proved until then"
            return Unknown(cause=self.stopped, reason=reason)
        if proof.cti is not None:
            reason = _not_inductive(proof.cti, self.options.k)
            return Unknown(cause="not-inductive", reason=reason)
        left = [each for each in every if each.status != "proved"]
        if left:
            return self._open(left, len(every))
        if proof.shortened:
            reason = f"proved only for {proof.scope}: longer ones were not considered"
            return Unknown(cause="undecided", reason=reason)
        if not every:
            return Unknown(cause="not-checked", reason="there is nothing to prove")
        match self.options.method:
            case "bmc":
                return Bounded(self.options.k)
            case "kinduction":
                return Proved(proof.scope, f"{self.options.k}-induction ({proof.engine})")
            case "induction":
                return Proved(proof.scope, f"induction ({proof.engine})")

    def _open(self, left: Sequence[Settled], of: int) -> Unknown:
        names = "; ".join(f"{s.obligation.name}: {s.reason or s.status}" for s in left[:_SHOWN])
        more = f"; and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        late = self.until is not None and time.monotonic() > self.until
        timed_out = late and any(each.status == "timeout" for each in left)
        return Unknown(
            cause="time" if timed_out else "undecided",
            reason=f"{len(left)} of {of} obligations are open: {names}{more}",
        )


def _not_inductive(cti: Cti, k: int) -> str:
    if cti.what == "defined":
        return f"this condition fails in some state of the invariant: {cti.conjunct}"
    steps = f"{k} steps" if k > 1 else f"a step of {cti.step.action}"
    return f"not inductive: {steps} from the invariant can break {cti.conjunct}"


def _doubted(settled: Settled, why: str) -> Settled:
    reason = f"the solver's counterexample is not confirmed by the interpreter: {why}"
    return replace(settled, status="unknown", reason=reason)


def _engine(settled: Iterable[Settled]) -> str:
    names = dict.fromkeys(
        name for each in settled for name in (each.solver or "").split(", ") if name
    )
    return ", ".join(sorted(names))


# ---- before a proof ----


def _require_behaviour(system: System) -> None:
    if system.init is None or not system.invariants:
        what = "no behaviour" if system.init is None else "no invariant"
        raise SpecError(
            Diagnostic(
                "model-no-behaviour" if system.init is None else "prove-nothing",
                f"there is {what} to prove something about",
                None,
                "name an invariant with --invariant, or with INVARIANT in the configuration",
            )
        )


def _judge(system: System) -> Judge:
    try:
        return Judge(system)
    except EvalError as error:
        raise SpecError(Diagnostic(error.code, error.message, error.span, error.help)) from None


def _sanity(
    system: System, options: ProofOptions
) -> tuple[Verdict | None, tuple[str, ...], bool | None]:
    """A false assumption, warnings, and whether there is an initial state, if that is known."""
    judge = _judge(system)
    # A proof for all sizes is not about the values of constants whose types are declared.
    are_open = options.all_sizes and system.declared.keys() >= set(system.constants)
    warnings: tuple[str, ...] = ()
    for assumption in system.assumptions:
        try:
            if not judge.machine.holds(assumption.expr):
                if are_open:
                    return None, (), None
                return Violated("assumption", assumption.name, None), (), None
        except EvalError as error:
            warnings += (f"the assumption {assumption.name} is taken to be true: {error}",)
    try:
        starts = judge.starts()
    except (EvalError, NotConfirmed):
        return None, warnings, None
    if not starts:
        warnings += ("there is no initial state: a proof would be vacuous",)
    return None, warnings, starts


def _ignored(system: System, options: ProofOptions) -> tuple[str, ...]:
    """The constraints of a bounded search; other methods are about all states."""
    if options.method == "bmc":
        return tuple(f"CONSTRAINT {p.name}" for p in system.constraints)
    return ()
