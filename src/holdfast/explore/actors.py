"""Who acts in each step of a trace, where the language does not say.

A lane is the first argument of an action, unless it is clear that it is not that one who acts: the
part of no variable at this argument changes, other steps with it do change one, and all that the
step changes is never changed by these. `docs/studio-api.md` has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from holdfast.explore.opened import Opened, Taken
from holdfast.explore.steps import parameters_of, state_mapping
from holdfast.interp.step import State
from holdfast.ir.order import ordered
from holdfast.ir.values import Function, Value

FIRST_ARGUMENT = "first argument"
NOBODY = "one lane"
_FIRST_WORD = re.compile(r"[A-Z]{2,}(?=[A-Z][a-z]|_|$)|[A-Z]?[a-z]{2,}(?=[A-Z_])")
_ARGUMENT = "argument "
_PART = "part of "


class Acted(NamedTuple):
    """A step of a trace, with the state before it."""

    before: State
    taken: Taken


def lane_choices(model: Opened, steps: Sequence[Acted]) -> list[str]:
    """The ways to find out who acts, the first is what is taken if nobody chooses."""
    names: dict[str, None] = {}
    for step in steps:
        if step.taken.action is not None:
            for name in parameters_of(model, step.taken.action):
                if name is not None:
                    names[name] = None
    parts = [f"{_PART}{name}" for name in _keyed_variables(model, steps)]
    arguments = [FIRST_ARGUMENT] if names else []
    with_argument = sum(bool(step.taken.arguments) for step in steps)
    first = arguments if 2 * with_argument >= len(steps) else []
    program = [part for part in parts if part == f"{_PART}pc"]
    every = [*first, *program, *arguments, *parts, *(f"{_ARGUMENT}{n}" for n in names), NOBODY]
    return list(dict.fromkeys(every))


def _keyed_variables(model: Opened, steps: Sequence[Acted]) -> list[str]:
    """The variables that are functions of which steps change one value, the most often first."""
    counts: dict[str, int] = {}
    for step in steps:
        for name, key in _changed_parts(model, step):
            if key is not None:
                counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: -counts[name])


def actors(model: Opened, steps: Sequence[Acted], by: str) -> list[str]:
    """The lane of each step."""
    if by == FIRST_ARGUMENT:
        return _by_first_argument(model, steps)
    found = [_actor(model, step, by) for step in steps]
    rest = _rest_name(model, [s for s, own in zip(steps, found, strict=True) if own is None])
    return [rest if own is None else own for own in found]


def _actor(model: Opened, step: Acted, by: str) -> str | None:
    if by.startswith(_PART):
        variable = by.removeprefix(_PART)
        keys = [key for name, key in _changed_parts(model, step) if name == variable]
        return model.notation.show(keys[0]) if len(keys) == 1 and keys[0] is not None else None
    if by.startswith(_ARGUMENT) and step.taken.action is not None:
        names = parameters_of(model, step.taken.action)
        wanted = by.removeprefix(_ARGUMENT)
        if wanted in names:
            return model.notation.show(step.taken.arguments[names.index(wanted)])
    return None


# ---- the first argument ----


def _by_first_argument(model: Opened, steps: Sequence[Acted]) -> list[str]:
    parts = [list(_changed_parts(model, step)) for step in steps]
    owners: set[Value] = set()
    theirs: set[str] = set()
    for step, own in zip(steps, parts, strict=True):
        first = step.taken.arguments[:1]
        if first and any(key == first[0] for _, key in own):
            owners.add(first[0])
            theirs |= {name for name, _ in own}
    known = _who_may_act(model, steps)
    lanes: list[str | None] = []
    for step, own in zip(steps, parts, strict=True):
        actor = _first_actor(step, own, owners, theirs, known)
        lanes.append(None if actor is None else model.notation.show(actor))
    rest = _rest_name(model, [s for s, lane in zip(steps, lanes, strict=True) if lane is None])
    return [rest if lane is None else lane for lane in lanes]


def _who_may_act(model: Opened, steps: Sequence[Acted]) -> set[Value]:
    """First arguments, and the other arguments of functions that are defined for one of these."""
    known = {step.taken.arguments[0] for step in steps if step.taken.arguments}
    for value in steps[0].before:
        match value:
            case Function() if not known.isdisjoint(value.domain.elements):
                known |= value.domain.elements
            case _:
                pass
    return known


def _first_actor(
    step: Acted,
    changed: Sequence[tuple[str, Value | None]],
    owners: set[Value],
    theirs: set[str],
    known: set[Value],
) -> Value | None:
    """Who acts in a step, given who owns parts of variables, and which variables these are of."""
    keys = {key for _, key in changed if key is not None}
    if not step.taken.arguments:
        # The only one whose parts change, if others act by that name.
        return next(iter(keys)) if len(keys) == 1 and keys <= known else None
    first = step.taken.arguments[0]
    if first in keys or first not in owners or not changed:
        return first
    return first if any(name in theirs for name, _ in changed) else None


def _changed_parts(model: Opened, step: Acted) -> Iterator[tuple[str, Value | None]]:
    """The variables that a step changes, those that are functions with each changed argument."""
    before, after = state_mapping(model, step.before), state_mapping(model, step.taken.state)
    for name, old in before.items():
        new = after[name]
        if old == new:
            continue
        match old, new:
            case Function(), Function() if old.domain == new.domain:
                keys = ordered(old.domain)
                for key, was, now in zip(keys, old.values, new.values, strict=True):
                    if was != now:
                        yield name, key
            case tuple(), tuple() if len(old) == len(new):
                for i, (was, now) in enumerate(zip(old, new, strict=True), 1):
                    if was != now:
                        yield name, i
            case _:
                yield name, None


def _rest_name(model: Opened, steps: Sequence[Acted]) -> str:
    """A name for who acts without being named: the words that begin all the actions."""
    names = {s.taken.action.name for s in steps if s.taken.action is not None}
    words = {_FIRST_WORD.match(name) for name in names}
    first = {word[0] for word in words if word is not None}
    if len(first) != 1 or None in words:
        return "others"
    # The first word of a single action is a verb, unless it is an abbreviation.
    (word,) = first
    return word if len(names) > 1 or word.isupper() else "others"
