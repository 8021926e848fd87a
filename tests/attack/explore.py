"""All reachable states of a spec without operators, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.attack.brute import At, State, Step, Undefined, equal, key, steps, truth, value
from tests.attack.expand import Expander, Flat, Op
from tests.attack.tree import Lit, Spec, property_name


@dataclass(slots=True)
class Flattened:
    """A spec without operators."""

    variables: tuple[str, ...]
    init: Flat
    next: Flat
    invariants: dict[str, Flat]
    properties: dict[str, tuple[Flat, Flat]]
    constraint: Flat
    action_constraint: Flat
    view: Flat


def flatten(spec: Spec, early: bool = False) -> Flattened:
    """Expand everything that the configuration asks about."""
    expander = Expander(spec, early)
    always = Lit(True)
    return Flattened(
        spec.root.variables,
        expander.definition("Init"),
        expander.definition("Next"),
        {name: expander.definition(name) for name in spec.invariants},
        {
            property_name(a): (expander.definition(a), expander.definition(v))
            for a, v in spec.action_properties
        },
        expander.definition(spec.constraint) if spec.constraint else always,
        expander.definition(spec.action_constraint) if spec.action_constraint else always,
        expander.definition(spec.view) if spec.view else always,
    )


@dataclass(slots=True)
class Explored:
    """What is reachable, and what is wrong there.

    `violated` has the number of states in the shortest trace that shows it, for each property
    that fails. `undefined` is why a formula has no value, if one of those met has none.
    """

    generated: int = 0
    states: set[tuple[object, ...]] = field(default_factory=set)
    violated: dict[str, int] = field(default_factory=dict)
    undefined: str | None = None


LIMIT = 400


def explore(spec: Flattened) -> Explored:
    """All reachable states, level by level; stops after the level in which a value is missing."""
    found, level = Explored(), list[State]()
    try:
        for state in _complete(spec, steps(spec.init, At({}, None, {}), prime=False)):
            found.generated += 1
            _enter(spec, found, level, 1, (None, state))
    except Undefined as reason:
        found.undefined = str(reason)
    length = 1
    while level and found.undefined is None:
        length += 1
        level = _next_level(spec, found, level, length)
    return found


def _next_level(spec: Flattened, found: Explored, level: list[State], length: int) -> list[State]:
    entered = list[State]()
    for state in level:
        try:
            for successor in _complete(spec, steps(spec.next, At(state, {}, {}, spec.variables))):
                found.generated += 1
                _enter(spec, found, entered, length, (state, successor))
        except Undefined as reason:
            found.undefined = str(reason)
    return entered


def _complete(spec: Flattened, states: Iterator[State]) -> Iterator[State]:
    for state in states:
        if any(v not in state for v in spec.variables):
            raise Undefined("a variable has no next value")
        yield {v: state[v] for v in spec.variables}


def _enter(spec: Flattened, found: Explored, level: list[State], length: int, step: Step) -> None:
    """Judge a state and the step that leads to it, and keep the state if it is new."""
    before, state = step
    row = tuple(key(state[v]) for v in spec.variables)
    at = At(state, None, {})
    inside = truth(spec.constraint, at)
    if before is not None:
        inside = inside and truth(spec.action_constraint, At(before, state, {}))
    new = row not in found.states
    if inside:
        value(spec.view, at)  # it has all variables, and perhaps no value
    failed = set[str]()
    if new:
        failed = {name for name, e in spec.invariants.items() if not truth(e, at)}
    if before is not None:
        pair = At(before, state, {})
        failed |= {name for name, p in spec.properties.items() if not _allows(p, pair)}
    for name in failed:
        found.violated.setdefault(name, length)
    if new and inside:
        found.states.add(row)
        level.append(state)
        if len(found.states) > LIMIT:
            raise Undefined("too many states")


def _allows(box: tuple[Flat, Flat], pair: At) -> bool:
    """Whether `[A]_v` is true of a step."""
    action, subscript = box
    return truth(action, pair) or equal(value(subscript, pair), value(Op("'", (subscript,)), pair))
