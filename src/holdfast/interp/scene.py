"""A state or a step in which a formula is explained: values, names, definitions.

Compiled code runs on frames whose layout is fixed. Here the frame grows as the walk proceeds:
every binder, LET and definition that is entered takes new slots, so that the values of all
names on the way stay where the code for the parts below expects them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from holdfast.interp.binders import bind_slots, bindings
from holdfast.interp.frames import Closure, Frame
from holdfast.interp.labels import own_text, source_text, terms
from holdfast.interp.names import Names, Slots
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import NEXT_FORM
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
    """The context of an expression: its local names, and how many definitions were entered."""

    names: Names = field(default_factory=Names)
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
        self.notation = machine.system.notation
        self.slots = slots
        self.frame: Frame = [state, after, 0 if after is not None else machine.width]

    # ---- values ----

    def value(self, e: ir.Expr, place: Place) -> Value:
        """The value of an expression."""
        code = self.compiler.expr(e, place.names)
        self._grow()
        self.compiler.restart()
        result: Value = code(self.frame)
        return result

    def possible_value(self, e: ir.Expr, place: Place) -> Value | None:
        """The value of an expression, or None if it cannot be evaluated or is an operator."""
        try:
            result: Any = self.value(e, place)
        except EvalError:
            return None
        return None if isinstance(result, Closure) else result

    def _grow(self) -> None:
        self.frame += [None] * (self.slots.size - len(self.frame))

    # ---- names ----

    def bind(self, bounds: tuple[ir.Bound, ...], place: Place) -> tuple[Place, Iterator[None]]:
        """The context below a binder, and all choices of values for its names."""
        names, setters = bind_slots(self.compiler, bounds, place.names, self.compiler.expr)
        self._grow()
        return replace(place, names=names), bindings(setters, self.frame)

    def witness(self, bounds: tuple[ir.Bound, ...], place: Place) -> tuple[tuple[str, Value], ...]:
        """The names that a binder binds, with the values that they have now."""
        return tuple((n, self.frame[place.names.slots[n]]) for b in bounds for n in b.names)

    def let(self, definitions: tuple[ir.Definition, ...], place: Place) -> Place:
        """The context below a LET."""
        names, enter = self.compiler.let_names(definitions, place.names)
        self._grow()
        enter(self.frame)
        return replace(place, names=names)

    def enter(self, e: ir.Call, place: Place) -> Entered | None:
        """The definition that is called, or None if its body explains nothing."""
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
        inside = Place(names, place.depth + 1)
        params = [(p, self.possible_value(ir.Name(p), inside)) for p in definition.params]
        return Entered(definition.body, inside, tuple(_shown_parameters(dict(params))))

    def _argument(self, e: ir.Expr, place: Place) -> Any:
        """An argument as compiled code expects it: a value, a closure or a thunk."""
        make = self.compiler.argument(e, place.names)
        self._grow()
        return make(self.frame)

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
            label, text = self.label(term, place), self.notation.show(value)
            longest = _SHORT if inner else _LONGEST
            if label != text.replace(" ", "") and label != text and len(text) <= longest:
                found.setdefault(label, value)
        return tuple(found.items())[:_MOST_VALUES]

    def label(self, e: ir.Expr, place: Place) -> str:
        """An expression as the user wrote it, with the values of small names substituted."""
        small = {n: self.notation.show(v) for n, v in self._known(e, place) if _is_small(v)}
        text = source_text(e, small) or own_text(e, small)
        if "'" in text or not any(map(_is_next, ir.walk(e))):
            return text
        return f"{text}'" if re.fullmatch(r"[\w.\[\]\"]+", text) else f"({text})'"

    def _known(self, e: ir.Expr, place: Place) -> Iterator[tuple[str, Value]]:
        for part in ir.walk(e):
            if isinstance(part, ir.Name) and part.name in place.names.slots:
                value = self.possible_value(part, place)
                if value is not None:
                    yield part.name, value

    def differences(self, e: ir.Expr, place: Place) -> tuple[tuple[str, Value], ...]:
        """The variables, of those in a tuple, that a step changes, before and after."""
        found: list[tuple[str, Value]] = []
        for variable in ir.variables_in(e):
            before = self.possible_value(variable, place)
            after = self.possible_value(ir.Prime(variable), place)
            if before is not None and after is not None and before != after:
                found += [(variable.name, before), (f"{variable.name}'", after)]
        return tuple(found)


def _is_next(e: ir.Expr) -> bool:
    """Whether an expression is about the next state, by itself or by the form it was given."""
    return isinstance(e, ir.Prime) or (
        isinstance(e, ir.Name | ir.Call) and e.name.endswith(NEXT_FORM)
    )


def _shown_parameters(values: dict[str, Value | None]) -> Iterator[tuple[str, Value]]:
    """The values of parameters; that for the next state, only if it is another one."""
    for name, value in values.items():
        own = name.removesuffix(NEXT_FORM)
        if value is not None and (own == name or value != values.get(own)):
            # The parameters of an instance have names of their own: `i@Inner`.
            shown = re.sub(r"@[^\W\d]\w*$", "", own)
            yield shown if own == name else f"{shown}'", value


def _is_small(value: Value) -> bool:
    return isinstance(value, int | str | ModelValue | Boolean)
