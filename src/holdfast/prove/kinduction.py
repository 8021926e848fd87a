"""k-induction: an invariant that holds in k consecutive states holds in the next.

base   the invariant holds in the first k states of every behaviour
step   after k states in which it holds, every action leads to a state in which it holds
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.prove.bmc import Unrolling, bmc_obligations
from holdfast.prove.obligations import Obligation, Obligations, Part, merged


def kinduction_obligations(makes: Obligations, k: int) -> Iterator[Obligation]:
    """The base, up to depth k - 1, and the step."""
    yield from bmc_obligations(makes, k - 1)
    path = Unrolling(makes, "k")
    path.start(initial=False)
    for _ in range(k - 1):
        path.extend()
    yield from _steps(makes, path)


def _steps(makes: Obligations, path: Unrolling) -> Iterator[Obligation]:
    encoding = makes.encoding
    held = [
        (f"{c.name} holds in state {i}", encoding.holds(c.expr, state))
        for i, state in enumerate(path.states)
        for c in makes.claim.everything
    ]
    before = path.states[-1]
    for rules in merged(makes.system.actions):
        after = encoding.state(f"k{len(path.states)}")
        steps = [encoding.steps(rule, before, after) for rule in rules]
        for c in makes.claim.everything:
            goal = encoding.holds(c.expr, after)
            parts = []
            for step in steps:
                given = (*path.known, *held, (f"the action {rules[0].name}", step))
                query = makes.query(
                    f"{c.name} holds after {len(path.states)} steps in the invariant,"
                    f" the last of {rules[0].name}",
                    (*given, *makes.typed(after)),
                    goal,
                )
                parts.append(Part(c.name, (query,), (*path.states, after), c.span))
            yield Obligation(c.name, rules[0].name, "step", tuple(parts), c.span, c, rules[0])
