"""Conformance by solvers: for the constants of the configuration, or for all sizes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from holdfast.diagram.conditions import Condition, conditions_of
from holdfast.diagram.conform import (
    Conformance,
    Judged,
    action_names,
    fair_by_liveness,
    order_judged,
    stated_fair,
)
from holdfast.diagram.fair_engines import persistences
from holdfast.diagram.instance import Example, require_supported
from holdfast.diagram.meaning import Meaning
from holdfast.diagram.queries import Queries
from holdfast.diagram.refute import NotEvaluated, Refuter, false_in
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property
from holdfast.limits import Limits
from holdfast.prove.confirm import NotConfirmed
from holdfast.prove.conjuncts import Conjunct, conjuncts_of
from holdfast.prove.empty import settle_empty_sets
from holdfast.prove.encodings import encoding_for
from holdfast.prove.obligations import Claim, Obligation
from holdfast.prove.options import ProofOptions
from holdfast.prove.sanity import examine
from holdfast.prove.settle import Settled, settle
from holdfast.smt.encoding import Encoding
from holdfast.smt.solvers.pool import Pool, pool_or_new
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.source import SpecError

_BY_SOLVERS = ("O1", "O2", "O3", "O4b")
_ON_INSTANCE = Limits(seconds=20.0, states=200_000)
"""The effort of the liveness engine on the configured instance."""
_CONTRADICTION = "the hypotheses contradict each other, or there is no initial state"


def conform_by_solvers(
    meaning: Meaning,
    options: ProofOptions,
    pool: Pool | None = None,
    candidates: tuple[Property, ...] = (),
) -> Conformance:
    """Prove all conditions; the invariants of the system are lemmas, proved with the diagram.

    `candidates` are formulas that may exclude counterexamples.
    """
    require_supported(meaning.system)
    started = time.monotonic()
    lemmas = conjuncts_of(meaning.system, meaning.system.invariants)
    encoding = encoding_for(meaning.system, Claim(lemmas), options)
    seconds = options.limits.seconds
    until = None if seconds is None else started + seconds
    with (
        ranked_by(Ranks(meaning.system.names)),
        pool_or_new(pool, options.workers, options.remember) as solvers,
    ):
        attempt = _Attempt(meaning, encoding, lemmas, options, solvers, until, candidates)
        return replace(attempt.run(), seconds=time.monotonic() - started)


@dataclass(slots=True)
class _Attempt:
    """One run, and its results so far."""

    meaning: Meaning
    encoding: Encoding
    lemmas: tuple[Conjunct, ...]
    options: ProofOptions
    pool: Pool
    until: float | None
    candidates: tuple[Property, ...] = ()
    judged: dict[Condition, Judged] = field(default_factory=dict)
    support: list[Settled] = field(default_factory=list)
    assumed: tuple[str, ...] = ()

    def run(self) -> Conformance:
        """Discharge all obligations."""
        meaning, names = self.meaning, action_names(self.meaning)
        every = conditions_of(meaning.diagram, names)
        queries = Queries(meaning, self.encoding, self.lemmas)
        self._settle(queries, every)
        for c in every:
            if c.kind == "O5":
                self.judged[c] = order_judged(meaning, c)
            elif c.kind == "O4a":
                self.judged[c] = stated_fair(meaning, c) or self._fair(c)
        problem = self._problem(queries)
        if problem is None and self._all_proved(every):
            self._empty_sets(every)
        return Conformance(
            meaning.diagram,
            self.encoding.scope,
            tuple(self.judged[c] for c in every),
            tuple(self.support),
            names,
            tuple(p.name for p in meaning.system.invariants),
            tuple(dict.fromkeys((*self.encoding.assumed, *self.assumed))),
            self.encoding.lemmas_used,
            problem=problem,
        )

    def _settle(self, queries: Queries, every: tuple[Condition, ...]) -> None:
        asked: list[tuple[Condition | None, Obligation]] = []
        for condition in every:
            if condition.kind in _BY_SOLVERS:
                try:
                    asked.append((condition, queries.obligation(condition)))
                except SpecError as error:
                    self.judged[condition] = self._open(condition, _first_line(error))
        asked += [(None, each) for each in (*queries.inductive(), *queries.definedness())]
        effort = self.options.effort
        refuter = Refuter(self.meaning, queries, self.pool, effort, self.until)
        obligations = [each for _, each in asked]
        for index, settled in settle(obligations, self.pool, effort, self.until):
            decided = asked[index][0]
            if decided is None:
                self.support.append(settled)
            else:
                self.judged[decided] = self._judge(decided, settled, refuter)

    def _fair(self, c: Condition) -> Judged:
        """O4a by persistence; otherwise an instance may refute it."""
        try:
            asked = list(persistences(self.meaning, c, self.lemmas, self.options))
        except SpecError as error:
            return self._open(c, _first_line(error))
        for _, settled in settle(asked, self.pool, self.options.effort, self.until):
            if settled.status == "proved":
                by, scope = settled.solver or "solvers", self.encoding.scope
                return Judged(c, "proved", by, scope, "persistence", settled=settled)
        found = fair_by_liveness(self.meaning, c, "the configured instance", _ON_INSTANCE)
        if found.status == "refuted":
            return found
        holds = "true for the configured instance" if found.status == "proved" else found.reason
        return self._open(c, f"the spec does not state it for this action: {holds}")

    def _judge(self, c: Condition, settled: Settled, refuter: Refuter) -> Judged:
        scope, by = self.encoding.scope, settled.solver or "solvers"
        if settled.status == "proved":
            return Judged(c, "proved", by, scope, settled=settled)
        if settled.status != "refuted":
            reason = settled.reason or settled.status
            return Judged(c, "open", by, scope, reason, settled=settled)
        try:
            example = refuter.example(c, settled)
        except NotEvaluated as problem:
            return self._excluded(c, settled, problem.example, f"has an error ({problem})")
        except NotConfirmed as problem:
            reason = f"the solver's counterexample is not confirmed by the interpreter: {problem}"
            return Judged(c, "open", by, scope, reason, settled=settled)
        if example.reachable:
            return Judged(c, "refuted", by, scope, None, example, settled=settled)
        unreachable = "is not reachable" if example.reachable is False else "may be unreachable"
        return self._excluded(c, settled, example, unreachable)

    def _excluded(self, c: Condition, settled: Settled, example: Example, what: str) -> Judged:
        """An open condition, with a counterexample that a lemma may exclude."""
        false = false_in(self.meaning.system, example, self.candidates)
        lemma = f"the lemma {false[0]} excludes it" if false else "a lemma may exclude it"
        reason = f"the state of the counterexample {what}: {lemma}"
        scope, by = self.encoding.scope, settled.solver or "solvers"
        return Judged(c, "open", by, scope, reason, example, excluded_by=false, settled=settled)

    def _open(self, c: Condition, reason: str) -> Judged:
        return Judged(c, "open", "none", self.encoding.scope, reason)

    # ---- what would make a proof worthless ----

    def _problem(self, queries: Queries) -> str | None:
        # The encoding for one size may have to cut the lengths of sequences.
        if getattr(self.encoding, "shortened", False):
            return f"proved only for {self.encoding.scope}: longer ones were not considered"
        if examine(queries.makes, self.pool, self.options.effort).contradiction:
            return _CONTRADICTION
        return None

    def _all_proved(self, every: tuple[Condition, ...]) -> bool:
        mine = (self.judged[c].status for c in every if c.kind in _BY_SOLVERS)
        return all(x == "proved" for x in (*mine, *(s.status for s in self.support)))

    def _empty_sets(self, every: tuple[Condition, ...]) -> None:
        """The assumptions that make a proof sound for empty constant sets."""
        if not isinstance(self.encoding, UnboundedEncoding):
            return

        def obligations(other: UnboundedEncoding) -> Iterator[Obligation]:
            queries = Queries(self.meaning, other, self.lemmas)
            for condition in every:
                if condition.kind in _BY_SOLVERS:
                    yield queries.obligation(condition)
            yield from queries.inductive()
            yield from queries.definedness()

        found = settle_empty_sets(self.encoding, self.options, obligations, self.pool, self.until)
        self.support += found.settled
        self.assumed = found.assumed


def _first_line(error: SpecError) -> str:
    d = error.diagnostics[0]
    where = "" if d.span is None else f" ({d.span.location()})"
    return f"{d.message}{where}"
