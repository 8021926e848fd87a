"""Settling obligations with solvers: in parallel, with growing effort, results as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from holdfast.prove.obligations import Obligation, Part
from holdfast.prove.split import cases_of
from holdfast.prove.strategies import Effort, confirmations, rungs
from holdfast.smt.outcome import Outcome
from holdfast.smt.pool import Ask, Attempt, Pool
from holdfast.smt.term import to_smtlib
from holdfast.source import Span

Status: TypeAlias = Literal["proved", "refuted", "unknown", "timeout"]


@dataclass(frozen=True, slots=True)
class Vote:
    """What one solver said about one question: unsatisfiable means that the goal follows."""

    solver: str
    answer: str
    strategy: str
    rlimit: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SettledPart:
    """The questions that decided a part, all of which say no, and what solvers said to them.

    There is one, or one for each case.
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
    """An obligation and what became of it; `part` is the index of what was refuted or is open."""

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
        """Whether everything was known from an earlier run."""
        return bool(self.parts) and all(p.cached for p in self.parts)


def settle(
    obligations: Iterable[Obligation], pool: Pool, effort: Effort, until: float | None = None
) -> Iterator[tuple[int, Settled]]:
    """What becomes of each obligation, with its place, in the order in which that is known."""
    made: list[Obligation] = []

    def tasks() -> Iterator[Callable[[Ask], tuple[SettledPart, ...]]]:
        for obligation in obligations:
            made.append(obligation)
            # Text is made here and not in the threads: terms are shared and not locked.
            ladders = [_Ladder(part, effort, until) for part in obligation.parts]
            yield lambda ask, ladders=ladders: _climb_all(ladders, ask)  # type: ignore[misc]  # bound now

    for index, parts in pool.run(tasks()):
        yield index, _together(made[index], parts)


def _climb_all(ladders: list[_Ladder], ask: Ask) -> tuple[SettledPart, ...]:
    """The parts one after the other, up to the first that is not proved."""
    found = []
    for ladder in ladders:
        found.append(ladder.climb(ask))
        if found[-1].status != "proved":
            break
    return tuple(found)


def _together(obligation: Obligation, parts: tuple[SettledPart, ...]) -> Settled:
    seconds = sum(p.seconds for p in parts)
    if not parts or parts[-1].status == "proved":
        return Settled(obligation, "proved", parts, seconds)
    last = parts[-1]
    return Settled(obligation, last.status, parts, seconds, last.reason, len(parts) - 1)


class _Ladder:
    """The attempts at one part, from cheap to dear."""

    def __init__(self, part: Part, effort: Effort, until: float | None) -> None:
        self.part = part
        self.effort = effort
        self.until = until
        self.texts = [to_smtlib(query, comments=comments(part)) for query in part.slices]
        self.cases = [to_smtlib(query, comments=comments(part)) for query in cases_of(part.query)]
        self.votes: list[Vote] = []
        self.seconds = 0.0
        self.cached = True
        self.reason = "nothing was tried"

    def climb(self, ask: Ask) -> SettledPart:
        """Try until something decides."""
        last: Outcome | None = None
        split = False
        for rung in rungs(self.effort, len(self.texts)):
            if self.until is not None and time.monotonic() > self.until:
                return self._open("timeout", "the time is up")
            if rung.rlimit > 4_000_000 and not split:
                split = True
                if self._by_cases(ask):
                    return self._done("proved", *self.cases)
            text = self.texts[rung.slice]
            outcome = self._try(ask, text, rung.solver, rung.strategy, rung.rlimit)
            if outcome.status == "unsat":
                return self._agreed(ask, text, rung.solver)
            if outcome.status == "sat" and rung.slice == len(self.texts) - 1:
                return self._done("refuted", text)
            if outcome.status not in ("sat", "unsat"):
                last = outcome
        return self._given_up(last)

    def _try(self, ask: Ask, text: str, solver: str, strategy: str, rlimit: int) -> Outcome:
        reply = ask(Attempt(text, solver, self.effort.limits(rlimit, self.until), strategy))
        outcome = reply.outcome
        self.cached = self.cached and reply.cached
        self.seconds += 0.0 if reply.cached else outcome.seconds
        self.votes.append(Vote(outcome.solver, outcome.status, strategy, rlimit, outcome.seconds))
        return outcome

    def _by_cases(self, ask: Ask) -> bool:
        """Whether the question is settled by asking whether its terms are equal or not."""
        if not self.cases or self.effort.agree:
            return False
        for solver in self.effort.solvers:
            strategy = "auto" if solver == "z3" else "full-saturate"
            answers = (self._try(ask, t, solver, strategy, 4_000_000).status for t in self.cases)
            if all(answer == "unsat" for answer in answers):
                return True
        return False

    def _agreed(self, ask: Ask, text: str, first: str) -> SettledPart:
        """Proved, if that is enough or every other solver says so of the same text."""
        if not self.effort.agree:
            return self._done("proved", text)
        for solver in self.effort.solvers:
            if solver == first:
                continue
            said = ""
            for strategy, rlimit in confirmations(solver):
                outcome = self._try(ask, text, solver, strategy, rlimit)
                said = outcome.status
                if said in ("unsat", "sat", "missing"):
                    break
            if said == "sat":
                return self._open("unknown", f"{first} and {solver} contradict each other")
            if said != "unsat":
                return self._open("unknown", f"{first} proves it, {solver} does not ({said})")
        return self._done("proved", text)

    def _given_up(self, last: Outcome | None) -> SettledPart:
        if last is None:
            return self._open("unknown", "no solver was asked")
        match last.status:
            case "timeout":
                return self._open("timeout", last.reason or "the limit was reached")
            case "memory":
                return self._open("unknown", f"{last.solver} ran out of memory")
            case "missing":
                return self._open("unknown", last.reason)
            case "crash":
                return self._open("unknown", f"{last.solver} failed: {last.reason}")
            case _:
                return self._open("unknown", f"{last.solver} gives up: {last.reason}".rstrip(": "))

    def _open(self, status: Status, reason: str) -> SettledPart:
        return replace(self._done(status, self.texts[-1]), reason=reason)

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
    """What a text says of where it comes from."""
    return () if part.span is None else (f"from {part.span.location()}",)
