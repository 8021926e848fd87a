"""Which actions can be enabled in a state: those for the values of control variables.

Actions often begin with a test such as `pc = 3`. Where consecutive actions test the same variable,
a table has the actions for each of its values, so that others are not even called. If all of them
go on with the same test of small values, such as `turn = 0 \\/ turn = 2`, that is evaluated once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.ops import Op
from holdfast.ir.system import Action
from holdfast.native.emit.generator import Generator

_LARGEST = 1 << 15
_WORTH_IT = 4
"""So many actions are called one after the other, rather than looked up."""


@dataclass(slots=True)
class _Group:
    """Actions from `first` on that test one variable; `ranges` are those for each of its values.

    Without a variable they can always be enabled.
    """

    variable: str | None
    first: int
    end: int
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    guard: ir.Expr | None = None


def _control(action: Action) -> tuple[str, int] | None:
    """The variable and the number that an action begins to compare."""
    first = action.body
    if action.bounds or not isinstance(first, body.Sequence) or not first.items:
        return None
    match first.items[0]:
        case body.Test(ir.Apply(Op.EQ, (ir.Name(variable), ir.Literal(value)))):
            is_small = type(value) is int and 0 <= value < _LARGEST
            return (variable, value) if is_small and isinstance(value, int) else None
        case _:
            return None


def _groups(g: Generator) -> list[_Group]:
    found: list[_Group] = []
    if g.sites is not None or len(g.system.actions) >= _LARGEST:
        return found  # all of them are tried, or there is no room for their numbers
    for number, action in enumerate(g.system.actions):
        control = _control(action)
        variable = None if control is None or control[0] not in g.variables else control[0]
        last = found[-1] if found else None
        value = -1 if control is None else control[1]
        guard = None if variable is None else _guard(action)
        apart = (
            last is None
            or last.variable != variable
            or last.guard != guard
            # The actions for one value follow each other.
            or (value in last.ranges and last.ranges[value][1] != number)
        )
        if apart:
            last = _Group(variable, number, number, guard=guard)
            found.append(last)
        assert last is not None
        last.end = number + 1
        if variable is not None:
            last.ranges[value] = (last.ranges.get(value, (number, number))[0], number + 1)
    return found


def write_dispatch(g: Generator) -> Iterator[str]:
    """The function that gives the next action that can be enabled, from a number on."""
    groups = [_plain(group) for group in _groups(g)]
    if all(group.variable is None for group in groups):
        return
    for i, group in enumerate(groups):
        if group.variable is not None:
            yield from _table(i, group)
    yield "static u32 model_next(Context *c, u32 from) {"
    for i, group in enumerate(groups):
        yield f"    if (from < {group.end}) {{"
        if group.variable is None:
            yield f"        return {_at_least(group.first)};"
        else:
            yield f"        V value = c->now[{g.variables[group.variable]}];"
            yield f"        u64 at = (value >> 3) - {min(group.ranges)};"
            yield f"        if (TAG(value) != TAG_INT) return {_at_least(group.first)};"
            yield f"        if (at < {_size(group)}{_also(g, group)}) {{"
            yield f"            u32 first = actions_{i}[at][0];"
            yield "            if (first < from) first = from;"
            yield f"            if (first < actions_{i}[at][1]) return first;"
            yield "        }"
        yield "    }"
    yield f"    (void)c; return {len(g.system.actions)};"
    yield "}"
    yield ""


def _guard(action: Action) -> ir.Expr | None:
    """The second test of an action, if it compares one variable with small numbers."""
    assert isinstance(action.body, body.Sequence)
    match action.body.items[1:2]:
        case (body.Test(ir.Apply(Op.OR, parts) as test),) if (
            len({_compared(p) for p in parts}) == 1
        ):
            return test if _compared(parts[0]) is not None else None
        case _:
            return None


def _compared(e: ir.Expr) -> str | None:
    match e:
        case ir.Apply(Op.EQ, (ir.Name(variable), ir.Literal(value))) if type(value) is int:
            return variable
        case _:
            return None


def _also(g: Generator, group: _Group) -> str:
    """C for the guard of a group; a value that is not a number makes all actions run."""
    if not isinstance(group.guard, ir.Apply):
        return ""
    variable = _compared(group.guard.args[0])
    if variable is None or variable not in g.variables:
        return ""
    value = f"c->now[{g.variables[variable]}]"
    numbers = [p.args[1].value for p in group.guard.args if isinstance(p, ir.Apply)]  # type: ignore[union-attr]  # they are comparisons
    tests = " || ".join(f"{value} == V_INT({n})" for n in numbers)
    return f" && (TAG({value}) != TAG_INT || {tests})"


def _at_least(first: int) -> str:
    return f"from < {first} ? {first} : from"


def _plain(group: _Group) -> _Group:
    if group.variable is not None and group.end - group.first < _WORTH_IT:
        return _Group(None, group.first, group.end)
    return group


def _size(group: _Group) -> int:
    return max(group.ranges) - min(group.ranges) + 1


def _table(number: int, group: _Group) -> Iterator[str]:
    yield f"static const u16 actions_{number}[{_size(group)}][2] = {{"
    low = min(group.ranges)
    rows = (group.ranges.get(low + i, (0, 0)) for i in range(_size(group)))
    yield from (f"    {{{first}, {end}}}," for first, end in rows)
    yield "};"


def has_dispatch(g: Generator) -> bool:
    """Whether there is a variable that decides which actions are called."""
    return any(_plain(group).variable is not None for group in _groups(g))
