"""What would make a proof say nothing: hypotheses that contradict, actions that never happen.

From a contradiction everything follows. So a solver is also asked whether there is an initial
state, and for each action whether it can happen in a state of the invariant.
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
    """Whether there is no initial state for the solver, and the actions that never happen."""

    contradiction: bool = False
    never_enabled: tuple[str, ...] = ()


def examine(makes: Obligations, pool: Pool, effort: Effort) -> Sanity:
    """Ask; what a solver cannot decide quickly is taken to be possible."""
    asked = list(_questions(makes))
    texts = [to_smtlib(query) for _, query in asked]
    answers = dict(pool.run([_task(text, effort) for text in texts]))
    impossible = [name for i, (name, _) in enumerate(asked) if answers[i] == "unsat"]
    return Sanity(None in impossible, tuple(name for name in impossible if name is not None))


def _questions(makes: Obligations) -> Iterator[tuple[str | None, Query]]:
    """Whether falsehood follows: from an initial state, and from a step of each action."""
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
    # Where z3 does not see at once that something is possible, cvc5 often does.
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
