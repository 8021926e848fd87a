"""The data that the studio's page and the notebook's widgets read: plain JSON.

`docs/studio-api.md` describes them. Values and names of variables are in the notation of the spec's
language. Steps are numbered from 1.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from holdfast.report.envelope import Json

Failure: TypeAlias = dict[str, Json]
"""A diagnostic, with the keys of `docs/json.md`."""


class Tree(TypedDict):
    """A value. An atom has only its text; a long text is `cut`, `more` counts parts left out."""

    text: str
    kind: NotRequired[Literal["record", "function", "set", "sequence"]]
    parts: NotRequired[list[Part]]
    cut: NotRequired[bool]
    more: NotRequired[int]


class Part(TypedDict):
    """A part of a value; elements of sets have no key."""

    key: str | None
    value: Tree


class Position(TypedDict):
    """A position in a file: lines and columns from 1, the offset from 0."""

    line: int
    column: int
    offset: int


class Place(TypedDict):
    """A range of a file."""

    file: str
    start: Position
    end: Position


class ModelOptions(TypedDict, total=False):
    """How a spec is read."""

    automaton: str | None
    wide: bool
    translate: bool


class ModelKey(TypedDict):
    """Which model to open; paths are relative to the folder of the project."""

    spec: str
    config: NotRequired[str | None]
    constants: NotRequired[dict[str, str]]
    options: NotRequired[ModelOptions]


class Change(TypedDict):
    """A part of a state that a step changed; `before` or `after` is None if it is not there."""

    place: str
    before: str | None
    after: str | None
    text: str


class Variable(TypedDict):
    """A variable of a state, and whether the step to it changed it."""

    name: str
    value: Tree
    changed: bool


class Watched(TypedDict, total=False):
    """The value of an expression, or why it has none: one of the two."""

    text: str
    value: Tree
    error: str


class Step(TypedDict):
    """A state and the step to it; the first state has no action.

    `id` is that of the state, `key` what a path contains for this step. `reasons` says why a truth
    is None. `outside` are the constraints of the model that are false: a check leaves such a state
    or step out. A `transient` state is passed within a step: a check does not count it.
    """

    number: NotRequired[int]
    id: str
    key: str
    label: str | None
    action: str | None
    arguments: list[tuple[str | None, str]]
    place: Place | None
    state: list[Variable]
    changes: list[Change]
    truth: dict[str, bool | None]
    reasons: NotRequired[dict[str, str]]
    watch: dict[str, Watched]
    lane: str | None
    transient: bool
    outside: list[str]
    like: NotRequired[int]


class Ended(TypedDict):
    """Where a walk ended early: the number of the step that is no longer possible, and why."""

    at: int
    reason: str


class Disabled(TypedDict):
    """An action with instances that are disabled, and how many; `enabled` counts the others."""

    action: str
    instances: int
    enabled: int


class Walk(TypedDict):
    """The steps of a path, and what is possible after it.

    `next` are the successors, or the initial states of an empty path: at most 200 are sent, `more`
    is how many there are beside these, None if they were not counted. `error` is why the
    successors could not be computed.
    """

    ended: Ended | None
    path: list[str]
    steps: list[Step]
    next: list[Step]
    more: int | None
    disabled: list[Disabled]
    deadlock: bool
    invariants: list[str]
    variables: list[str]
    error: Failure | None


class Evaluated(TypedDict, total=False):
    """The value of an expression, or an error: one of the two."""

    value: Tree
    error: Failure


class Instance(TypedDict):
    """One way to take an action."""

    label: str
    enabled: bool
    reason: str | None
    place: Place | None
    parts: list[ExplainedPart]


class Why(TypedDict):
    """Why the instances of an action are disabled, at most 200; `more` counts the others."""

    action: str
    instances: list[Instance]
    more: int


class ExplainedPart(TypedDict):
    """A part of a formula that decides its value.

    `start` and `end` are offsets in the text of the definition, None if the part is elsewhere.
    `bindings` are the values of bound variables, `values` those of terms of the part.
    """

    text: str
    start: int | None
    end: int | None
    value: bool | None
    bindings: dict[str, str]
    values: dict[str, str]
    reason: str
    place: Place | None


class Explained(TypedDict):
    """Why a formula has its value; `definition` is the text that offsets are about."""

    formula: str
    value: bool | None
    definition: str
    place: Place | None
    parts: list[ExplainedPart]
    reason: str


class Lane(TypedDict):
    """Someone who acts, in the rows from `begun` to `ended`, which is None if it never ends."""

    name: str
    begun: int
    ended: int | None


class Note(TypedDict):
    """What a lane does by itself, in a row; rows count from 0 and row 0 is the initial state."""

    lane: int
    row: int
    text: str


class Arrow(TypedDict):
    """A message, sent and received in these rows; one never received has no target."""

    kind: Literal["message", "exchange", "create"]
    text: str
    source: int
    sent: int
    target: int | None
    received: int | None


class Lanes(TypedDict):
    """A trace as lanes and arrows; `by` is one of `choices`, `guessed` if nobody declared it."""

    by: str
    choices: list[str]
    guessed: bool
    lanes: list[Lane]
    notes: list[Note]
    arrows: list[Arrow]


class Trace(TypedDict):
    """The steps of a trace, or some of them; `loop` is the number of a step."""

    length: int
    loop: int | Literal["stutter"] | None
    property: str | None
    kind: str | None
    reason: str | None
    invariants: list[str]
    variables: list[str]
    steps: list[Step]
    lanes: Lanes | None
    closing: str | None


class ComparedRow(TypedDict):
    """Two steps beside each other; None if only one trace has it."""

    left: int | None
    right: int | None
    same: bool
    label: str | None
    changes: list[Change]


class Compared(TypedDict):
    """Two traces; `first_difference` is the index of the first row that is not the same."""

    rows: list[ComparedRow]
    first_difference: int | None


class Drawn(TypedDict):
    """An element of a picture: its name, attributes, text and children, all from short lists."""

    name: str
    attributes: dict[str, str]
    text: str
    children: list[Drawn]


class Animated(TypedDict):
    """The picture of a state by a definition of the spec; None if there is none."""

    definition: str | None
    picture: Drawn | None
    dropped: list[str]
    error: Failure | None


class Bundle(TypedDict):
    """All that a page needs to show a run without a server."""

    holdfast: str
    spec: str
    config: str | None
    constants: dict[str, str]
    trace: Trace | None
    explanations: dict[str, Explained]
    pictures: list[Drawn | None]
    texts: dict[str, str]
