"""What would make a proof vacuous: contradictory hypotheses, actions that are never enabled.

From a contradiction everything follows. So a solver also checks whether there is an initial
state, and for each action whether it is enabled in a state of the invariant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.ir.errors import EvalError
from holdfast.ir.system import System
from holdfast.prove.confirm import Judge, NotConfirmed
from holdfast.prove.obligations import Obligations, merged, steps_of
from holdfast.prove.strategies import FIRST, QUICK, Effort
from holdfast.smt.solvers.pool import Ask, Attempt, Pool
from holdfast.smt.terms.term import FALSE, Query, Term, or_, to_smtlib

_Ways: TypeAlias = Sequence[tuple[str, str, int]]
"""Solvers, strategies and limits, in the order in which they are tried."""

_QUICK: _Ways = (("z3", "auto", QUICK // 3),)
# cvc5 often finds a model quickly where z3 does not.
_LONGER: _Ways = (("cvc5", "finite-model", QUICK // 3), ("z3", "auto", FIRST))
_MOST_INITIAL = 10


@dataclass(frozen=True, slots=True)
class Sanity:
    """Whether the solver finds that no initial state exists, and the actions never enabled."""

    contradiction: bool = False
    never_enabled: tuple[str, ...] = ()


def examine(makes: Obligations, pool: Pool, effort: Effort) -> Sanity:
    """Run the checks; what a solver cannot decide quickly is assumed to be possible."""
    every = {name: to_smtlib(query) for name, query in _questions(makes)}
    found = _asked(every, _QUICK, pool, effort)
    if not all(found.values()):
        seen = _seen(makes.system)
        left = {n: text for n, text in every.items() if not found[n] and n not in seen}
        found |= _asked(left, _LONGER, pool, effort)
    impossible = [name for name in every if found[name] == "unsat"]
    return Sanity(None in impossible, tuple(name for name in impossible if name is not None))


def _asked(
    texts: Mapping[str | None, str], ways: _Ways, pool: Pool, effort: Effort
) -> dict[str | None, str]:
    """The status of each query; it is empty if no solver decides."""
    answers = dict(pool.run([_task(text, effort, ways) for text in texts.values()]))
    return {name: answers[i] for i, name in enumerate(texts)}


def _seen(system: System) -> set[str | None]:
    """What the interpreter finds: an initial state, the actions enabled in one of a few."""
    judge = Judge(system)
    found: set[str | None] = set()
    try:
        for state in judge.initial_states(_MOST_INITIAL):
            found.add(None)
            found |= {step.action for step, _ in judge.steps(state)}
    except (EvalError, NotConfirmed):
        pass
    return found


def _questions(makes: Obligations) -> Iterator[tuple[str | None, Query]]:
    """The queries whether FALSE follows from an initial state, and from a step of each action."""
    encoding = makes.encoding
    s = encoding.state("i")
    starts = encoding.starts(s)
    given = (*makes.typed(s), ("the state is initial", starts))
    yield None, makes.query("there is no initial state", given, FALSE)
    holding = tuple((f"{c.name} holds", formula) for c, formula in makes.holding())
    for rules in merged(makes.system.actions):
        steps: list[Term] = []
        for rule in rules:
            steps += [t for t, _ in steps_of(encoding, rule, makes.before, makes.after)]
        about = (*makes.typed(makes.before), *holding, ("a step", or_(*steps)))
        yield rules[0].name, makes.query(f"{rules[0].name} never happens", about, FALSE)


def _task(text: str, effort: Effort, ways: _Ways) -> Callable[[Ask], str]:
    attempts = [
        Attempt(text, solver, effort.limits(rlimit), strategy)
        for solver, strategy, rlimit in ways
        if solver in effort.solvers
    ]

    def ask_all(ask: Ask) -> str:
        for attempt in attempts:
            status = ask(attempt).outcome.status
            if status in ("sat", "unsat"):
                return status
        return ""

    return ask_all
