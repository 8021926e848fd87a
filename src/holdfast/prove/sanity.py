"""What would make a proof vacuous: contradictory hypotheses, actions that are never enabled.

From a contradiction everything follows. So a solver also checks whether there is an initial
state, and for each action whether it is enabled in a state of the invariant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from holdfast.prove.obligations import Obligations, merged, steps_of
from holdfast.prove.strategies import FIRST, QUICK, Effort
from holdfast.smt.solvers.pool import Ask, Attempt, Pool
from holdfast.smt.terms.term import FALSE, Query, Term, or_, to_smtlib


@dataclass(frozen=True, slots=True)
class Sanity:
    """Whether the solver finds that no initial state exists, and the actions never enabled."""

    contradiction: bool = False
    never_enabled: tuple[str, ...] = ()


def examine(makes: Obligations, pool: Pool, effort: Effort) -> Sanity:
    """Run the checks; what a solver cannot decide quickly is assumed to be possible."""
    asked = list(_questions(makes))
    texts = [to_smtlib(query) for _, query in asked]
    answers = dict(pool.run([_task(text, effort) for text in texts]))
    impossible = [name for i, (name, _) in enumerate(asked) if answers[i] == "unsat"]
    return Sanity(None in impossible, tuple(name for name in impossible if name is not None))


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


def _task(text: str, effort: Effort) -> Callable[[Ask], str]:
    # cvc5 often finds a model quickly where z3 does not.
    ways = [("z3", "auto", QUICK // 3), ("cvc5", "finite-model", QUICK // 3), ("z3", "auto", FIRST)]
    attempts = [
        Attempt(text, solver, effort.limits(rlimit), strategy)
        for solver, strategy, rlimit in ways
        if solver in effort.solvers
    ]

    def ask_all(ask: Ask) -> str:
        status = ""
        for attempt in attempts:
            status = ask(attempt).outcome.status
            if status in ("sat", "unsat"):
                break
        return status

    return ask_all
