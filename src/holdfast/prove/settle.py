"""Discharge obligations with solvers: in parallel, with growing effort, results as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias

from holdfast.prove.guards import guarded
from holdfast.prove.indices import WithInstances
from holdfast.prove.obligations import Obligation, Part
from holdfast.prove.split import Case, cases_of
from holdfast.prove.strategies import (
    INSTANTIATING,
    QUICK,
    RLIMITS,
    Effort,
    Rung,
    confirmations,
    levels,
    opening,
)
from holdfast.smt.solvers.outcome import Outcome
from holdfast.smt.solvers.pool import Ask, Attempt, Pool
from holdfast.smt.terms.term import Query, to_smtlib
from holdfast.source import Span

Status: TypeAlias = Literal["proved", "refuted", "unknown", "timeout"]
_Task: TypeAlias = "Callable[[Ask], tuple[SettledPart, ...]]"


@dataclass(frozen=True, slots=True)
class Vote:
    """The result of one solver for one query: unsatisfiable means that the goal follows."""

    solver: str
    answer: str
    strategy: str
    rlimit: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SettledPart:
    """The queries that decided a part, and the results of the solvers.

    There is one query, or one for each case.
    """

    label: str
    status: Status
    texts: tuple[str, ...]
    votes: tuple[Vote, ...] = ()
    reason: str | None = None
    span: Span | None = None
    seconds: float = 0.0
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """An obligation and its status; `part` is the index of the part that is refuted or open."""

    obligation: Obligation
    status: Status
    parts: tuple[SettledPart, ...] = field(repr=False)
    seconds: float = 0.0
    reason: str | None = None
    part: int = 0

    @property
    def solver(self) -> str | None:
        """The solvers that decided, by name and version."""
        names = dict.fromkeys(
            v.solver for p in self.parts for v in p.votes if v.answer in ("unsat", "sat")
        )
        return ", ".join(names) or None

    @property
    def cached(self) -> bool:
        """Whether all results are cached ones."""
        return bool(self.parts) and all(p.cached for p in self.parts)


@dataclass(frozen=True, slots=True)
class Seen:
    """The open obligations that have counterexamples; `decided` if the others do not matter."""

    refuted: frozenset[int] = frozenset()
    decided: bool = False


Look: TypeAlias = Callable[[Mapping[int, Settled]], Seen]
"""Looks for counterexamples to open obligations, which are given by their indices."""


def settle(
    obligations: Iterable[Obligation],
    pool: Pool,
    effort: Effort,
    until: float | None = None,
    look: Look | None = None,
) -> Iterator[tuple[int, Settled]]:
    """The result of each obligation with its index, in the order of completion.

    With `look`, the limits are raised only after it has looked at what is open until then.
    """
    made: list[tuple[Obligation, list[_Attempts]]] = []
    first = effort if look is None else replace(effort, rlimit=min(QUICK, effort.rlimit))

    def tasks() -> Iterator[_Task]:
        for obligation in obligations:
            parts = [_Attempts(part, until) for part in obligation.parts]
            made.append((obligation, parts))
            yield partial(_discharge, parts, first)

    open_ones: dict[int, Settled] = {}
    for index, found in pool.run(tasks()):
        settled = _together(made[index][0], found)
        if look is not None and settled.status not in ("proved", "refuted"):
            open_ones[index] = settled
        else:
            made[index][1].clear()
            yield index, settled
    seen = Seen() if look is None else look(open_ones)
    for index, settled in open_ones.items():
        if index in seen.refuted:
            yield index, replace(settled, status="refuted", reason=None)
        elif seen.decided:
            yield index, settled
    left = [] if seen.decided else [i for i in open_ones if i not in seen.refuted]
    again: list[_Task] = [partial(_discharge, made[i][1], effort) for i in left]
    for position, found in pool.run(again):
        yield left[position], _together(made[left[position]][0], found)


def _discharge(parts: list[_Attempts], effort: Effort, ask: Ask) -> tuple[SettledPart, ...]:
    """Discharge the parts one after the other, up to the first that is not proved."""
    found = []
    for each in parts:
        found.append(each.run(effort, ask))
        if found[-1].status != "proved":
            break
    return tuple(found)


def _together(obligation: Obligation, parts: tuple[SettledPart, ...]) -> Settled:
    seconds = sum(p.seconds for p in parts)
    if not parts or parts[-1].status == "proved":
        return Settled(obligation, "proved", parts, seconds)
    last = parts[-1]
    return Settled(obligation, last.status, parts, seconds, last.reason, len(parts) - 1)


class _Question:
    """A goal with growing hypotheses; the texts of its queries are made lazily."""

    def __init__(self, queries: Sequence[Query], notes: tuple[str, ...]) -> None:
        self.queries = queries
        self.notes = notes
        self.texts: dict[int, str] = {}
        self.guarded: dict[int, str | None] = {}
        self.too_few: set[int] = set()
        self.proof: str | None = None
        self.tried: set[Rung] = set()

    def quantified(self, index: int) -> bool:
        """Whether there is something to instantiate in the query with some of the hypotheses."""
        query = self.queries[index]
        return bool(query.goal.height or any(f.height for _, f in query.assumptions))

    def rung(self, rung: Rung) -> Rung | None:
        """The attempt as it is made: where there is nothing to instantiate, it may take longer."""
        if self.quantified(rung.slice) or rung.strategy not in INSTANTIATING:
            return rung
        if rung.slice == len(self.queries) - 1:
            return None  # this strategy does not differ from `auto`
        return replace(rung, rlimit=max(rung.rlimit, RLIMITS[0]))

    def text(self, index: int) -> str:
        """The text of the query with some of the hypotheses."""
        if index not in self.texts:
            self.texts[index] = self._text_of(self.queries[index])
        return self.texts[index]

    def text_for(self, rung: Rung) -> str | None:
        """The text for an attempt; none if there is nothing to guard."""
        if not rung.guarded:
            return self.text(rung.slice)
        if rung.slice not in self.guarded:
            query = guarded(self.queries[rung.slice])
            self.guarded[rung.slice] = None if query is None else self._text_of(query)
        return self.guarded[rung.slice]

    def _text_of(self, query: Query) -> str:
        return to_smtlib(query, comments=self.notes)

    @cached_property
    def cases(self) -> list[_Question]:
        """The same split into cases, if there are some."""
        return [
            _Question(_in_each(self.queries, case), self.notes)
            for case in cases_of(self.queries[-1].goal)
        ]


def _in_each(queries: Sequence[Query], case: Case) -> Sequence[Query]:
    if isinstance(queries, WithInstances):
        return queries.mapped(lambda query: _in_case(query, case))
    return [_in_case(query, case) for query in queries]


def _in_case(query: Query, case: Case) -> Query:
    return Query(query.name, (*query.assumptions, *case.given), case.goal)


class _Decided(Exception):
    """The part is decided, but not proved."""

    def __init__(self, part: SettledPart) -> None:
        self.part = part


class _Attempts:
    """The attempts to prove one part, in order of growing effort; none is made twice."""

    def __init__(self, part: Part, until: float | None) -> None:
        self.part = part
        self.effort = Effort()
        self.until = until
        self.proved: SettledPart | None = None
        self.question = _Question(part.slices, comments(part))
        self.votes: list[Vote] = []
        self.seconds = 0.0
        self.cached = True
        self.last: Outcome | None = None
        self.missing: dict[str, str] = {}

    def run(self, effort: Effort, ask: Ask) -> SettledPart:
        """Try until an attempt decides; a later run with more effort continues."""
        self.effort = effort
        try:
            self.proved = self.proved or self._done("proved", *self._proof(ask))
            return self.proved
        except _Decided as decided:
            return decided.part

    def _proof(self, ask: Ask) -> list[str]:
        """Unsatisfiable texts that together prove the goal."""
        whole = self.question
        count = len(whole.queries)
        large = isinstance(whole.queries, WithInstances)
        found = self._try_all(ask, whole, opening(self.effort, count, large))
        if found is not None:
            return [found]
        ways = list(levels(self.effort, count))
        asked = whole.cases or [whole]
        for question in asked:
            for way in ways[:1]:
                question.proof = question.proof or self._try_all(ask, question, way)
        for question in asked:
            for way in ways[1:]:
                question.proof = question.proof or self._try_all(ask, question, way)
            if question.proof is None:
                raise _Decided(self._given_up(self.last))
        return [question.proof for question in asked if question.proof is not None]

    def _try_all(self, ask: Ask, question: _Question, rungs: Iterable[Rung]) -> str | None:
        """The unsatisfiable text, if there is one."""
        everything = len(question.queries) - 1
        for rung in filter(None, map(question.rung, rungs)):
            known = rung.slice in question.too_few or rung in question.tried
            if known or rung.solver in self.missing:
                continue
            question.tried.add(rung)
            text = question.text_for(rung)
            if text is None:
                continue
            outcome = self._try(ask, text, rung.solver, rung.strategy, rung.rlimit)
            if outcome.status == "unsat":
                self._require_agreement(ask, text, rung.solver)
                return text
            if outcome.status == "missing":
                self.missing[rung.solver] = outcome.reason
            elif outcome.status != "sat":
                self.last = outcome
            elif rung.guarded:
                continue  # a weaker query
            elif rung.slice == everything:
                raise _Decided(self._done("refuted", text))
            else:
                question.too_few.add(rung.slice)
        return None

    def _try(self, ask: Ask, text: str, solver: str, strategy: str, rlimit: int) -> Outcome:
        if self.until is not None and time.monotonic() > self.until:
            raise _Decided(self._open("timeout", "the time limit is reached"))
        reply = ask(Attempt(text, solver, self.effort.limits(rlimit, self.until), strategy))
        outcome = reply.outcome
        self.cached = self.cached and reply.cached
        self.seconds += 0.0 if reply.cached else outcome.seconds
        self.votes.append(Vote(outcome.solver, outcome.status, strategy, rlimit, outcome.seconds))
        return outcome

    def _require_agreement(self, ask: Ask, text: str, first: str) -> None:
        """If all solvers must agree: every other solver proves the same text."""
        for solver in self.effort.solvers if self.effort.agree else ():
            if solver == first:
                continue
            said = ""
            for strategy, rlimit in confirmations(solver):
                said = self._try(ask, text, solver, strategy, rlimit).status
                if said in ("unsat", "sat", "missing"):
                    break
            if said == "sat":
                why = f"{first} and {solver} contradict each other"
                raise _Decided(self._open("unknown", why))
            if said != "unsat":
                why = f"{first} proves it, {solver} does not ({said})"
                raise _Decided(self._open("unknown", why))

    def _given_up(self, last: Outcome | None) -> SettledPart:
        if last is None:
            return self._open("unknown", "; ".join(self.missing.values()) or "no solver was run")
        match last.status:
            case "timeout":
                return self._open("timeout", last.reason or "the limit was reached")
            case "memory":
                return self._open("unknown", f"{last.solver} ran out of memory")
            case "crash":
                return self._open("unknown", f"{last.solver} failed: {last.reason}")
            case _:
                return self._open("unknown", f"{last.solver} gives up: {last.reason}".rstrip(": "))

    def _open(self, status: Status, reason: str) -> SettledPart:
        return replace(
            self._done(status, self.question.text(len(self.question.queries) - 1)), reason=reason
        )

    def _done(self, status: Status, *texts: str) -> SettledPart:
        part = self.part
        return SettledPart(
            part.label,
            status,
            texts,
            tuple(self.votes),
            None,
            part.span,
            self.seconds,
            self.cached and bool(self.votes),
        )


def comments(part: Part) -> tuple[str, ...]:
    """The comments of a text that name its origin."""
    return () if part.span is None else (f"from {part.span.location()}",)
