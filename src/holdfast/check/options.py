"""The keyword arguments of `check` for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from holdfast.cancellation import Cancellation
from holdfast.limits import Limits

if TYPE_CHECKING:
    from holdfast.check.engine import SearchOptions, SearchProgress

EngineName: TypeAlias = Literal["auto", "native", "interp"]


class CheckOptions(TypedDict, total=False):
    """The options of `check`; by default those of the configuration, and no limit.

    A constant is TLA+ text (`"{p1, p2}"`) or a Python value (`3`). `invariants`, `properties` and
    `alias` are names or expressions, and replace those of the configuration; `more_invariants`
    are formulas in addition to them. `memory` is in bytes.
    `progress` is called regularly during the search; `cancellation` ends it from another thread.
    `engine` is "auto", "native" or "interp"; `workers` are its threads, all processors otherwise;
    `exact` compares states in full. `safety_only` leaves the temporal properties out;
    `trust_symmetry` checks them even if SYMMETRY or VIEW identifies states. `coverage` counts how
    often each action and each part of the spec is evaluated. Without `claims`, nothing of a Promela
    model is checked but assertions and deadlock, as Spin's verifier does with `-DNOCLAIM`; with
    `weak_fairness`, its processes are weakly fair.
    """

    constants: Mapping[str, object]
    invariants: Sequence[str]
    more_invariants: Sequence[str]
    properties: Sequence[str]
    alias: str | None
    deadlock: bool
    keep_going: bool
    keep_graph: bool
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    seed: int
    engine: str
    workers: int | None
    exact: bool
    trust_symmetry: bool
    safety_only: bool
    claims: bool
    weak_fairness: bool
    coverage: bool
    progress: Callable[[SearchProgress], None] | None
    cancellation: Cancellation | None


def explore_options(options: CheckOptions) -> SearchOptions:
    """The options of the search itself."""
    from holdfast.check.engine import SearchOptions

    limits = Limits(
        options.get("seconds"),
        options.get("memory"),
        options.get("depth"),
        options.get("max_states"),
    )
    names = [f.name for f in fields(SearchOptions) if f.name in options]
    return SearchOptions(limits=limits, **{name: options[name] for name in names})  # type: ignore[literal-required]  # the fields are keys
