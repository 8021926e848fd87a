"""The options of `mine`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from holdfast.cancellation import Cancellation
from holdfast.limits import NO_LIMITS, Limits
from holdfast.mine.facts import Form

if TYPE_CHECKING:
    from holdfast.check.engine import SearchProgress

USUAL: tuple[Form, ...] = (
    "order",
    "bound",
    "difference",
    "congruence",
    "implication",
    "quantified",
)
"""The forms that are looked for unless some are chosen."""


class MineOptions(TypedDict, total=False):
    """The options of `mine`; by default the forms with one or two terms, and no limit.

    `forms` are those to look for. `variables` are names of variables or texts of terms; only these
    are observed. `by_type` (a type of the language, or "Boolean" or "integer") and `by_name` (a
    term or a variable) choose among the relations. `at` are locations: values of controls such as
    `pc`. `templates` are formulas with holes, `?x + ?y <= ?z`. `all` keeps relations that others
    imply. `prove` tries to prove them. The others are those of `check`.
    """

    constants: Mapping[str, object]
    forms: Sequence[str]
    variables: Sequence[str]
    by_type: Sequence[str]
    by_name: Sequence[str]
    at: Sequence[str]
    templates: Sequence[str]
    all: bool
    prove: bool
    max_states: int | None
    depth: int | None
    seconds: float | None
    memory: int | None
    allow_io: bool
    engine: str
    workers: int | None
    progress: Callable[[SearchProgress], None] | None
    cancellation: Cancellation | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What to look for, and how to search; with `ranges`, two bounds become one relation."""

    forms: tuple[Form, ...] = USUAL
    variables: tuple[str, ...] = ()
    by_type: tuple[str, ...] = ()
    by_name: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    everything: bool = False
    ranges: bool = True
    prove: bool = False
    limits: Limits = NO_LIMITS
    allow_io: bool = False
    engine: str = "auto"
    workers: int | None = None
    names: frozenset[str] = frozenset()
    templates: tuple[str, ...] = ()
