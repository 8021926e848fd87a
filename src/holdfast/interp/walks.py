"""Random behaviours: the random numbers and the counts, the same for every engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from holdfast.ir.fingerprint import MASK, mix
from holdfast.ir.system import System

MOST_INITIAL = 1 << 16
"""How many initial states a simulation chooses from: a sample of them, if there are more."""
MOST_BINDINGS = 1 << 12
"""How many instances of an action are chosen one by one; if there are more, all are run."""
_GOLDEN = 0x9E3779B97F4A7C15


class Stream:
    """The random numbers of one behaviour, a function of the seed and its number (splitmix64)."""

    def __init__(self, seed: int, number: int) -> None:
        self._state = mix((mix(seed & MASK) + number * _GOLDEN) & MASK)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; `n` has at most 32 bits."""
        self._state = (self._state + _GOLDEN) & MASK
        return ((mix(self._state) >> 32) * n) >> 32


def action_names(system: System) -> dict[str, int]:
    """The names of the actions, several of which may have the same, and their numbers."""
    names = dict.fromkeys(action.name for action in system.actions)
    return {name: number for number, name in enumerate(names)}


@dataclass(slots=True)
class Count:
    """How often something occurred, and in how many behaviours.

    `squares` and `products` are sums over behaviours: of the square of how often, and of its
    product with the number of states. The variance of a share of states is computed from them.
    """

    times: int = 0
    behaviours: int = 0
    squares: int = 0
    products: int = 0

    def add(self, other: Count) -> None:
        """Add the count of other behaviours."""
        self.times += other.times
        self.behaviours += other.behaviours
        self.squares += other.squares
        self.products += other.products


@dataclass(slots=True)
class Tally:
    """The counts of some behaviours: of each name of an action, then of each formula.

    `states` are those visited, `generated` include successors that were not chosen. `stuck`
    behaviours ended early, because no further step was possible. `squares` is the sum of the
    squares of the numbers of states. `digest` identifies the behaviours, in any order.
    `initial` is the number of initial states within the constraints.
    """

    counts: list[Count]
    behaviours: int = 0
    states: int = 0
    generated: int = 0
    longest: int = 0
    stuck: int = 0
    squares: int = 0
    digest: int = 0
    initial: int = field(default=0, kw_only=True)

    @staticmethod
    def empty(width: int) -> Tally:
        """The tally of no behaviour."""
        return Tally([Count() for _ in range(width)])

    def add_behaviour(self, states: int, generated: int, occurred: Iterable[int]) -> None:
        """Add the states of one behaviour, and how often everything occurred in it."""
        self.behaviours += 1
        self.states += states
        self.generated += generated
        self.longest = max(self.longest, states - 1)
        self.squares += states * states
        for count, times in zip(self.counts, occurred, strict=True):
            count.add(Count(times, times > 0, times * times, times * states))

    def add(self, other: Tally) -> None:
        """Add the counts of other behaviours."""
        for mine, others in zip(self.counts, other.counts, strict=True):
            mine.add(others)
        self.behaviours += other.behaviours
        self.states += other.states
        self.generated += other.generated
        self.longest = max(self.longest, other.longest)
        self.stuck += other.stuck
        self.squares += other.squares
        self.digest = (self.digest + other.digest) & MASK
