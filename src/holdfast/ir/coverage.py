"""What a search evaluated: how often actions were tried, and parts of the spec evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from holdfast.source import Span

Role: TypeAlias = Literal[
    "definition",
    "property",
    "conjunct",
    "disjunct",
    "antecedent",
    "consequent",
    "condition",
    "branch",
    "body",
]
"""What a site is to the expression around it."""


@dataclass(frozen=True, slots=True)
class PartCoverage:
    """How often a definition that an action calls was evaluated, and the states it generated.

    In `\\E m \\in msgs : Receive(m) \\/ Lose(m)` it is evaluated once for each element of the set.
    """

    name: str
    span: Span | None
    evaluated: int
    generated: int


@dataclass(frozen=True, slots=True)
class ActionCoverage:
    """How often an action was tried and enabled, in states, and the states that it generated.

    `span` is the definition that names it, `formula` the disjunct; `distinct` counts the states
    that no earlier step had reached. `share` is its part of the time of all actions. `parts` are
    the definitions that it calls, if they do not name it.
    """

    name: str
    span: Span | None
    formula: Span | None
    tried: int
    enabled: int
    generated: int
    distinct: int
    share: float
    parts: tuple[PartCoverage, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteCoverage:
    """How often a part of the spec was evaluated and was true; `true` None: not a formula.

    A part of an action is true once for each way to satisfy it.
    """

    span: Span
    role: Role
    evaluated: int
    true: int | None


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a search evaluated: initial states, actions, and the parts of the spec, in order.

    `never_evaluated` are the outermost parts that were not, `never_true` the innermost formulas
    that were evaluated and always false, except in negations. `properties` and `constraints` are
    the definitions of these.
    """

    initial: ActionCoverage
    actions: tuple[ActionCoverage, ...]
    sites: tuple[SiteCoverage, ...]
    never_evaluated: tuple[SiteCoverage, ...] = ()
    never_true: tuple[SiteCoverage, ...] = ()
    properties: tuple[tuple[str, Span], ...] = ()
    constraints: tuple[tuple[str, Span], ...] = ()
