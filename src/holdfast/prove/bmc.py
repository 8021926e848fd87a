"""Bounded model checking: is there a violation within k steps of an initial state?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from holdfast.prove.obligations import Labelled, Obligation, Obligations, Part
from holdfast.prove.settle import Settled
from holdfast.smt.encoding import State
from holdfast.smt.terms.term import or_


@dataclass(slots=True)
class Unrolling:
    """A sequence of symbolic states, and the assumptions about them."""

    makes: Obligations
    prefix: str = "s"
    states: list[State] = field(default_factory=list)
    known: list[Labelled] = field(default_factory=list)

    def start(self, initial: bool) -> None:
        """The first state: an initial state, or an arbitrary one."""
        encoding = self.makes.encoding
        state = encoding.state(f"{self.prefix}0")
        self.states.append(state)
        # Encode this first: it determines the possible values of the state.
        if initial:
            self.known.append(("state 0 is initial", encoding.starts(state)))
        self.known += self.makes.typed(state)

    def extend(self) -> None:
        """Add a state, after a step of any action; the constraints hold before it."""
        makes, before = self.makes, self.states[-1]
        number = len(self.states)
        after = makes.encoding.state(f"{self.prefix}{number}")
        formulas = [makes.encoding.steps(a, before, after) for a in makes.system.actions]
        for each in makes.system.constraints:
            holds = makes.encoding.holds(each.expr, before)
            self.known.append((f"{each.name} holds in state {number - 1}", holds))
        self.known.append((f"a step from state {number - 1} to state {number}", or_(*formulas)))
        for each in makes.system.action_constraints:
            holds = makes.encoding.holds(each.expr, before, after)
            self.known.append((f"{each.name} holds of that step", holds))
        self.known += makes.typed(after)
        self.states.append(after)


def bmc_obligations(makes: Obligations, depth: int) -> Iterator[Obligation]:
    """For each depth and invariant: no state at that depth violates it."""
    path = Unrolling(makes)
    path.start(initial=True)
    for number in range(depth + 1):
        if number:
            path.extend()
        yield from violations_at(path, number)


def violations_at(path: Unrolling, number: int) -> Iterator[Obligation]:
    """The obligations that the last state of a path violates no conjunct."""
    for c in path.makes.claim.everything:
        goal = path.makes.encoding.holds(c.expr, path.states[-1])
        name = f"{c.name} holds after {number} steps"
        query = path.makes.query(name, tuple(path.known), goal)
        part = Part(c.name, (query,), tuple(path.states), c.span)
        yield Obligation(c.name, f"step {number}", "depth", (part,), c.span, c)


def first_is_refuted(settled: Mapping[int, Settled]) -> bool:
    """Whether an obligation is refuted, and all before it are decided; several are in progress."""
    refuted = [i for i, each in settled.items() if each.status == "refuted"]
    return bool(refuted) and all(i in settled for i in range(min(refuted)))
