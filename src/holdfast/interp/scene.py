"""A state, or a step, in which one walks down a formula: values, names, definitions.

Compiled code runs on frames whose layout is fixed. Here the frame grows as the walk goes
on: every binder, LET and definition that is entered takes new slots, so that the values of
all names met on the way stay where the code for the parts below expects them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from holdfast.interp.binders import bind_slots, bindings
from holdfast.interp.calls import Names, Slots
from holdfast.interp.frames import NEXT, Closure, Frame, Thunk
from holdfast.interp.labels import own_text, source_text, terms
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.values import Boolean, ModelValue, Value

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.interp.step import State

_DEEPEST = 60
_SHORT = 60
_LONGEST = 200
_MOST_VALUES = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: its local names, and whether it is about the next state."""

    names: Names = field(default_factory=Names)
    primed: bool = False
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Entered:
    """The body of a definition that was entered, and its parameters with their values."""

    body: ir.Expr
    place: Place
    params: tuple[tuple[str, Value], ...]


class Scene:
    """One state or step, and a frame that grows; to be used inside `compiler.layout()`."""

    def __init__(
        self, machine: Machine, slots: Slots, state: State | None, after: Any = None
    ) -> None:
        self.machine = machine
        self.compiler = machine.compiler
        self.slots = slots
        self.frame: Frame = [state, after, 0 if after is not None else machine.width]

    # ---- values ----

    def value(self, e: ir.Expr, place: Place) -> Value:
        """The value of an expression."""
        code = self.compiler.expr(e, place.names, place.primed)
        self._grow()
        self.compiler.restart()
        result: Value = code(self.frame)
        return result

    def possible_value(self, e: ir.Expr, place: Place) -> Value | None:
        """The value of an expression, or None if it has none: an error, or an operator."""
        try:
            result: Any = self.value(e, place)
        except EvalError:
            return None
        return None if isinstance(result, Closure) else result

    def _grow(self) -> None:
        self.frame += [None] * (self.slots.size - len(self.frame))

    # ---- names ----

    def bind(self, bounds: tuple[ir.Bound, ...], place: Place) -> tuple[Place, Iterator[None]]:
        """The place below a binder, and all ways to choose values for its names."""
        names, setters = bind_slots(
            self.compiler,
            bounds,
            place.names,
            lambda e, inside: self.compiler.expr(e, inside, place.primed),
        )
        self._grow()
        return replace(place, names=names), bindings(setters, self.frame)

    def witness(self, bounds: tuple[ir.Bound, ...], place: Place) -> tuple[tuple[str, Value], ...]:
        """The names that a binder binds, with the values that they have now."""
        return tuple((n, self.frame[place.names.slots[n]]) for b in bounds for n in b.names)

    def let(self, definitions: tuple[ir.Definition, ...], place: Place) -> Place:
        """The place below a LET."""
        names, enter = self.compiler.let_names(definitions, place.names)
        self._grow()
        enter(self.frame)
        return replace(place, names=names)

    def enter(self, e: ir.Call, place: Place) -> Entered | None:
        """The definition that is called, or None if there is nothing to look into."""
        if e.name in place.names.slots or place.depth > _DEEPEST:
            return None
        local = place.names.local.get(e.name)
        definition = local.definition if local else self.machine.system.definitions.get(e.name)
        if definition is None or definition.recursive:
            return None
        makers = [self._argument(a, place) for a in e.args]
        if local is not None:
            names, slots = local.names, local.params
        else:
            own = {p: self.compiler.take_slot() for p in definition.params}
            names, slots = Names().bind(own, thunks=True), tuple(own.values())
        self._grow()
        for slot, argument in zip(slots, makers, strict=True):
            self.frame[slot] = argument
        inside = Place(names, place.primed, place.depth + 1)
        params = [(p, self.possible_value(ir.Name(p), inside)) for p in definition.params]
        shown = tuple((p, v) for p, v in params if v is not None)
        return Entered(definition.body, inside, shown)

    def _argument(self, e: ir.Expr, place: Place) -> Any:
        """An argument as compiled code expects it: a value, a closure or a thunk."""
        compiler = self.compiler
        if isinstance(e, ir.Literal | ir.Lambda):
            return self.value(e, place)
        if isinstance(e, ir.Name) and e.name in place.names.slots:
            return self.frame[place.names.slots[e.name]]
        code = compiler.expr(e, place.names, place.primed)
        after = None
        if not place.primed and compiler.levels.of(e) < Level.ACTION:
            after = compiler.expr(e, place.names, True)
        self._grow()
        return Thunk(code, self.frame, after)

    # ---- what a formula is about ----

    def values(self, e: ir.Expr, place: Place) -> tuple[tuple[str, Value], ...]:
        """The terms of a formula with their values, outer ones first."""
        found: dict[str, Value] = {}
        for term, inner in terms(e):
            if isinstance(term, ir.Name) and term.name in place.names.slots:
                continue  # a witness, which is shown as such
            value = self.possible_value(term, place)
            if value is None:
                continue
            label, text = self.label(term, place), show(value)
            longest = _SHORT if inner else _LONGEST
            if label != text.replace(" ", "") and label != text and len(text) <= longest:
                found.setdefault(label, value)
        return tuple(found.items())[:_MOST_VALUES]

    def label(self, e: ir.Expr, place: Place) -> str:
        """An expression as the user wrote it, with the values of small names put in."""
        small = {n: show(v) for n, v in self._known(e, place) if _is_small(v)}
        text = source_text(e, small) or own_text(e, small)
        primed = place.primed and Level.CONSTANT < self.compiler.levels.of(e) < Level.ACTION
        if not primed:
            return text
        return f"{text}'" if re.fullmatch(r"[\w.\[\]\"]+", text) else f"({text})'"

    def _known(self, e: ir.Expr, place: Place) -> Iterator[tuple[str, Value]]:
        for part in ir.walk(e):
            if isinstance(part, ir.Name) and part.name in place.names.slots:
                value = self.possible_value(part, place)
                if value is not None:
                    yield part.name, value

    def differences(self, e: ir.Expr, place: Place) -> tuple[tuple[str, Value], ...]:
        """The parts of a tuple of variables that a step changes, before and after."""
        match e:
            case ir.Apply(Op.TUPLE, args):
                return tuple(pair for a in args for pair in self.differences(a, place))
            case ir.Call():
                entered = self.enter(e, place)
                if entered is not None:
                    return self.differences(entered.body, entered.place)
            case _:
                pass
        before = self.possible_value(e, place)
        later = replace(place, primed=True)
        after = self.possible_value(e, later) if self.frame[NEXT] is not None else None
        if before is None or after is None or before == after:
            return ()
        return ((self.label(e, place), before), (self.label(e, later), after))


def _is_small(value: Value) -> bool:
    return isinstance(value, int | str | ModelValue | Boolean)
