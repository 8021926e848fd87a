"""`prove`: does an invariant hold in all reachable states, of one instance or of all?"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.prove.bmc import bmc_obligations
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.conjuncts import Conjunct, conjuncts_of
from holdfast.prove.counterexample import Counterexamples
from holdfast.prove.encodings import encoding_for, hypotheses_for
from holdfast.prove.induction import expected_count, induction_obligations
from holdfast.prove.kinduction import kinduction_obligations
from holdfast.prove.obligations import Claim, Obligation, Obligations
from holdfast.prove.options import Nobody, Options, Watcher
from holdfast.prove.proof import Cti, Proof
from holdfast.prove.sanity import Sanity, examine
from holdfast.prove.settle import Settled, comments, settle
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.pool import Pool
from holdfast.smt.terms.term import to_smtlib
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Bounded, Proved, Unknown, Verdict, Violated

_SHOWN = 3
_EXAMINED = 25
_NO_START = "the assumptions contradict each other, or there is no initial state"
_CONTRADICTION = (
    "the interpreter finds an initial state, a solver says that there is none: this is a mistake in"
    " holdfast, and nothing is proved"
)


def prove(system: System, options: Options, watcher: Watcher | None = None) -> Proof:
    """Try to prove the invariants of a system whose passes have run."""
    started = time.monotonic()
    attempt = _Attempt(system, options, watcher or Nobody(), started)
    with ranked_by(Ranks(system.names)):
        proof = attempt.run()
    return replace(proof, seconds=time.monotonic() - started)


def claim_of(system: System, options: Options) -> Claim:
    """What is to be shown: the conjuncts of the invariants, and of the lemmas before them."""
    asked = [p for p in system.invariants if p.name not in options.lemmas]
    lemmas = [p for p in system.invariants if p.name in options.lemmas]
    if options.method == "bmc":
        return Claim(tuple(_whole(system, p) for p in (*lemmas, *asked)))
    return Claim(conjuncts_of(system, asked), conjuncts_of(system, lemmas))


def _whole(system: System, prop: Property) -> Conjunct:
    return Conjunct(prop.name, prop.expr, frozenset(system.variables), prop.name)


def obligations_of(
    system: System, claim: Claim, encoding: Encoding, options: Options
) -> Iterator[Obligation]:
    """What is to be settled for a claim, by the method that is asked for."""
    makes = Obligations(system, encoding, claim)
    match options.method:
        case "induction":
            return induction_obligations(makes)
        case "kinduction":
            return kinduction_obligations(makes, options.k)
        case "bmc":
            return bmc_obligations(makes, options.k)


def obligation_texts(system: System, options: Options) -> Iterator[str]:
    """The SMT-LIB text of every obligation, part by part; no solver is called.

    A part is written with all its hypotheses. Where fewer do, a proof may succeed with these.
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
    """One run of `prove`."""

    system: System
    options: Options
    watcher: Watcher
    started: float
    settled: dict[int, Settled] = field(default_factory=dict)
    expected: int = 0
    interrupted: bool = False
    shortened: bool = False

    def run(self) -> Proof:
        """The proof, as far as it goes."""
        options, system = self.options, self.system
        _require_behaviour(system)
        proof = Proof(
            Unknown("nothing was tried"),
            options.method,
            options.k,
            checked=tuple(p.name for p in system.invariants),
            reductions=_ignored(system, options),
            system=system,
        )
        problem, warnings, starts = _sanity(system)
        if problem is not None:
            return replace(proof, verdict=problem)
        claim = claim_of(system, options)
        encoding = encoding_for(system, claim, options)
        proposed = hypotheses_for(system, options)
        with Pool(options.workers, options.remember) as pool:
            self._settle(claim, encoding, pool)
            found, cti = self._counterexamples(claim, encoding, pool)
            sanity = self._sanity(claim, encoding, pool)
            given = (*encoding.assumed, *self._empty_sets(claim, encoding, pool))
        # The encoding for one size may have to cut the lengths of sequences.
        self.shortened = bool(getattr(encoding, "shortened", False))
        proof = replace(
            proof,
            obligations=tuple(self.settled[i] for i in sorted(self.settled)),
            expected=max(len(self.settled), self.expected if self.interrupted else 0),
            cti=cti,
            library_lemmas=encoding.lemmas_used,
            assumed=tuple(dict.fromkeys(given)),
            proposed=proposed,
            warnings=warnings,
            never_enabled=sanity.never_enabled,
            engine=_engine(self.settled.values()),
            scope=encoding.scope,
        )
        if sanity.contradiction and starts is not False:
            why = _NO_START if starts is None else _CONTRADICTION
            return replace(proof, verdict=Unknown(why))
        return replace(proof, verdict=found or self._verdict(proof))

    @property
    def until(self) -> float | None:
        """When the time is up, if it is limited."""
        seconds = self.options.seconds
        return None if seconds is None else self.started + seconds

    # ---- obligations ----

    def _settle(self, claim: Claim, encoding: Encoding, pool: Pool) -> None:
        self.expected = expected_count(self.system, claim)
        self.watcher.begin(self.expected)
        obligations = obligations_of(self.system, claim, encoding, self.options)
        try:
            for index, settled in settle(obligations, pool, self.options.effort, self.until):
                self.settled[index] = settled
                self.watcher.tell(settled)
                if self.options.method == "bmc" and settled.status == "refuted":
                    return  # deeper violations are longer
        except KeyboardInterrupt:
            self.interrupted = True

    def _sanity(self, claim: Claim, encoding: Encoding, pool: Pool) -> Sanity:
        """Whether what is proved says something; not asked where nothing is proved."""
        if self.interrupted or not self._is_proved() or self.options.method != "induction":
            return Sanity()
        try:
            return examine(Obligations(self.system, encoding, claim), pool, self.options.effort)
        except KeyboardInterrupt:
            self.interrupted = True
            return Sanity()

    def _empty_sets(self, claim: Claim, encoding: Encoding, pool: Pool) -> tuple[str, ...]:
        """What must be assumed for a proof to say nothing wrong of empty constant sets."""
        if not self.options.all_sizes or self.interrupted or not self._is_proved():
            return ()
        from holdfast.prove.empty import settle_empty_sets
        from holdfast.smt.unbounded.encoding import UnboundedEncoding

        assert isinstance(encoding, UnboundedEncoding)
        try:
            found = settle_empty_sets(
                encoding,
                self.options,
                lambda other: obligations_of(self.system, claim, other, self.options),
                pool,
                self.until,
            )
        except KeyboardInterrupt:
            self.interrupted = True
            return ()
        for settled in found.settled:
            self.settled[max(self.settled, default=-1) + 1] = settled
        return found.assumed

    def _is_proved(self) -> bool:
        return all(each.status == "proved" for each in self.settled.values())

    # ---- counterexamples ----

    def _counterexamples(
        self, claim: Claim, encoding: Encoding, pool: Pool
    ) -> tuple[Violated | None, Cti | None]:
        """The first violation, the first counterexample to induction; others are only confirmed."""
        finder = Counterexamples(self.system, encoding, pool, self.options.effort, self.until)
        violated: Violated | None = None
        cti: Cti | None = None
        refuted = [i for i in sorted(self.settled) if self.settled[i].status == "refuted"]
        for index in refuted[:_EXAMINED]:
            if self.interrupted:
                break
            try:
                found = finder.find(self.settled[index], claim)
            except NotConfirmed as problem:
                self.settled[index] = _doubted(self.settled[index], str(problem))
                continue
            except KeyboardInterrupt:
                self.interrupted = True
                break
            if isinstance(found, Violated):
                violated = violated or found
            else:
                cti = cti or found
        return violated, None if violated is not None else cti

    # ---- the verdict ----

    def _verdict(self, proof: Proof) -> Verdict:
        every = proof.obligations
        proved = sum(1 for each in every if each.status == "proved")
        if self.interrupted:
            return Unknown(f"interrupted: {proved} obligations were proved until then")
        if proof.cti is not None:
            return Unknown(_not_inductive(proof.cti, self.options.k))
        left = [each for each in every if each.status != "proved"]
        if not left and self.shortened:
            return Unknown(f"proved only for {proof.scope}: longer ones were not looked at")
        if left:
            names = "; ".join(f"{s.obligation.name}: {s.reason or s.status}" for s in left[:_SHOWN])
            more = f"; and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
            return Unknown(f"{len(left)} of {len(every)} obligations are open: {names}{more}")
        if not every:
            return Unknown("there is nothing to prove")
        match self.options.method:
            case "bmc":
                return Bounded(self.options.k)
            case "kinduction":
                return Proved(proof.scope, f"{self.options.k}-induction ({proof.engine})")
            case "induction":
                return Proved(proof.scope, f"induction ({proof.engine})")


def _not_inductive(cti: Cti, k: int) -> str:
    if cti.what == "defined":
        return f"in some state of the invariant it is not so that {cti.conjunct}"
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


# ---- what must be so before anything is proved ----


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


def _sanity(system: System) -> tuple[Verdict | None, tuple[str, ...], bool | None]:
    """A false assumption, warnings, and whether there is an initial state, if that is known."""
    judge = _judge(system)
    warnings: tuple[str, ...] = ()
    for assumption in system.assumptions:
        try:
            if not judge.machine.holds(assumption.expr):
                return Violated("assumption", assumption.name, None), (), None
        except EvalError as error:
            warnings += (f"the assumption {assumption.name} is taken to be true: {error}",)
    try:
        starts = judge.starts()
    except (EvalError, NotConfirmed):
        return None, warnings, None
    if not starts:
        warnings += ("there is no initial state: whatever is proved says nothing",)
    return None, warnings, starts


def _ignored(system: System, options: Options) -> tuple[str, ...]:
    """What of the model is not needed for a proof, which is about all states."""
    if options.method == "bmc":
        return tuple(f"CONSTRAINT {p.name}" for p in system.constraints)
    return ()
