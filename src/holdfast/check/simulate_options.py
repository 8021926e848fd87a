"""The keyword arguments of `simulate` for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from holdfast.cancellation import Cancellation

if TYPE_CHECKING:
    from holdfast.check.simulation import SimulationProgress


class SimulateOptions(TypedDict, total=False):
    """The options of `simulate`, beside `traces`; by default those of the configuration.

    `depth` is the largest number of steps of a behaviour. `count` are formulas whose frequency
    is estimated. The others are those of `check`.
    """

    depth: int
    seconds: float | None
    seed: int
    count: Sequence[str]
    constants: Mapping[str, object]
    invariants: Sequence[str]
    more_invariants: Sequence[str]
    properties: Sequence[str]
    deadlock: bool
    alias: str | None
    allow_io: bool
    engine: str
    workers: int | None
    progress: Callable[[SimulationProgress], None] | None
    cancellation: Cancellation | None
