"""States as a user of the language reads them: where each process is, names of mtypes, messages.

A process is shown with its variables while it exists. Arrays count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from holdfast.front.promela.lower.automaton import Point
from holdfast.front.promela.lower.formula_text import NO_WORDS, Words, formula_text
from holdfast.front.promela.lower.world import EXCLUSIVE, World, control_name
from holdfast.front.promela.types import Basic, Mtype, Type
from holdfast.ir.expr import Expr
from holdfast.ir.notation import Cell, Notation, Owned, Trail, show
from holdfast.ir.values import Value

_LONGEST = 40
_RANGES = {
    "bit": (0, 1),
    "byte": (0, (1 << 8) - 1),
    "short": (-(1 << 15), (1 << 15) - 1),
    "int": (-(1 << 31), (1 << 31) - 1),
}


@dataclass(frozen=True, slots=True)
class PromelaNotation(Notation):
    """The notation of a model: `names` are those of numbers, by their mtype."""

    points: Mapping[int, str] = field(default_factory=dict)
    """Control points, by number: the process type and the statement."""
    owners: Mapping[str, tuple[str, frozenset[int]]] = field(default_factory=dict)
    """By variable of a process: its control variable, and the points of its type."""
    controls: Mapping[str, int] = field(default_factory=dict)
    """The control variables, with their slots."""
    types: Mapping[str, tuple[Type, ...]] = field(default_factory=dict)
    """By variable: its type, or those of the fields of its messages."""
    names: Mapping[tuple[str | None, int], str] = field(default_factory=dict)
    channels: Mapping[int, str] = field(default_factory=dict)
    """The variables of channels, by number."""
    words: Words = NO_WORDS
    shown: tuple[Type, ...] = ()
    is_control: bool = False
    is_message: bool = False

    conjunct: ClassVar[str] = ""
    may_end: ClassVar[str] = "a label that begins with `end`, or `--no-deadlock`"
    without_fairness: ClassVar[str] = (
        "There is no fairness condition: a process that can move may be passed over for ever."
    )
    is_tla: ClassVar[bool] = False
    has_sizes: ClassVar[bool] = False
    has_modules: ClassVar[bool] = False

    def readable(self, e: Expr) -> str | None:
        """A formula as an expression, if it is about what others see of a process."""
        return formula_text(e, self.words)

    def of(self, name: str) -> PromelaNotation:
        """The notation of the values of a variable."""
        return replace(self, shown=self.types.get(name, ()), is_control=name in self.controls)

    @property
    def elements(self) -> PromelaNotation:
        """The notation of the elements of an array or channel."""
        return replace(self, is_message=len(self.shown) > 1)

    def show(self, value: Value) -> str:
        """The value as text."""
        if self.is_control and isinstance(value, int):
            return self.points.get(value, "ended")
        if self.is_message:
            return self._row(value)
        if isinstance(value, tuple):
            return f"[{', '.join(map(self.elements.show, value))}]"
        if isinstance(value, int) and self.shown:
            return self._number(value, self.shown[0])
        return show(value)

    def _row(self, message: Value) -> str:
        if not isinstance(message, tuple):
            return show(message)
        pairs = zip(message, self.shown, strict=False)
        return f"({', '.join(self._number(v, t) for v, t in pairs)})"

    def _number(self, value: Value, t: Type) -> str:
        match t, value:
            case Mtype(subtype), int():
                return self.names.get((subtype, value), str(value))
            case Basic.BOOL, 0 | 1:
                return "true" if value else "false"
            case Basic.CHAN, int():
                return self.channels.get(value, str(value))
            case _:
                return show(value)

    def part(self, function: Value, argument: Value) -> tuple[str, PromelaNotation]:
        """How an element of an array, a message of a channel or a field of one is selected."""
        if isinstance(argument, int):
            own = self.elements
            if self.is_message:
                own = replace(self, shown=self.shown[argument - 1 : argument], is_message=False)
            return f"[{argument - 1}]", own
        return f"[{show(argument)}]", self

    def is_location(self, variable: str) -> bool:
        """Whether a variable says where a process is."""
        return variable in self.controls

    def instances(self) -> Mapping[str, tuple[Owned, ...]]:
        """`user.x` for the variables x of all processes of type user."""
        found: dict[str, tuple[Owned, ...]] = {}
        for name, (control, points) in self.owners.items():
            kind, _, rest = name.partition("[")
            shared = f"{kind}{rest.partition(']')[2]}"
            found[shared] = (*found.get(shared, ()), Owned(name, control, points))
        return found

    def type_of(self, variable: str) -> str | None:
        """The declared type."""
        declared = self.types.get(variable, ())
        return declared[0].value if declared and isinstance(declared[0], Basic) else None

    def narrower_type(self, variable: str, low: int, high: int) -> str | None:
        """A type with fewer bits for these numbers."""
        order, declared = list(_RANGES), self.type_of(variable)
        # An array of bits is one of bytes.
        if declared not in order[1:] or variable.endswith("]"):
            return None
        narrower = order[: order.index(declared)]
        return next((n for n in narrower if _RANGES[n][0] <= low and high <= _RANGES[n][1]), None)

    def cells(self, state: Mapping[str, Value]) -> tuple[Cell, ...]:
        """The parts of a state that are shown: those of processes that exist."""
        return tuple(
            Cell(self._title(name, value), value, self.of(name))
            for name, value in state.items()
            if self._exists(name, value, state)
        )

    def _title(self, name: str, value: Value) -> str:
        return f"process {self.controls[name]}" if name in self.controls else name

    def _exists(self, name: str, value: Value, state: Mapping[str, Value]) -> bool:
        if name in self.controls:
            return value != 0
        if name == EXCLUSIVE:
            return False  # the steps of the trace show it
        if name not in self.owners:
            return True
        control, points = self.owners[name]
        return state.get(control) in points

    def step(self, action: str, values: Sequence[Value]) -> str:
        """A step: the process, its statement, and the partner of a rendezvous."""
        process, _, statement = action.partition(" ")
        if ":" not in process:
            return action  # no step of a process, such as the first state of a counterexample
        slots = "".join(f"[{show(v)}]" for v in values[:1])
        partner = "".join(f" with process {show(v)}" for v in values[1:])
        kind, _, line = process.partition(":")
        return f"{kind}{slots}:{line} {statement}{partner}"

    def lanes(self, state: Mapping[str, Value]) -> Mapping[Value, str]:
        """The processes of a state, by pid."""
        found: dict[Value, str] = {}
        for name, slot in self.controls.items():
            point = state[name]
            if isinstance(point, int) and point:
                kind, _, _ = self.points[point].partition(":")
                found[slot] = f"{kind}[{slot}]"
        return found

    def statement(self, action: str, values: Sequence[Value]) -> str:
        """The statement, without the process."""
        return action.partition(" ")[2]

    def message(self, channel: Value, fields: Sequence[Value]) -> str:
        """A message as it is sent: `q!ack,1`."""
        name = self.channels.get(channel, "?") if isinstance(channel, int) else "?"
        pairs = zip(fields, self.types.get(name, ()), strict=False)
        return f"{name}!{','.join(self._number(v, t) for v, t in pairs)}"

    def trail(self, steps: Sequence[Trail], loop: int | None) -> str | None:
        """A trail as Spin writes it: the number of a step, a pid, and the number of a statement."""
        if len(steps) > 1 and not any(steps):
            return None
        rows: list[str] = []
        number = 0
        for at, step in enumerate(steps):
            if at and at - 1 == loop:
                rows.append("-1:-1:-1")
            for pid, statement in step:
                number += 1
                rows.append(f"{number}:{show(pid)}:{statement}")
        return "".join(f"{row}\n" for row in rows)


def _shown(p: Point) -> str:
    """The statement at a control point; of a choice, a loop or a block only the first word."""
    if p.is_end:
        return "-end-"
    text = " ".join(p.span.text.split())
    if len(p.steps) > 1 or p.is_compound:
        return text.split(" ")[0].rstrip("{")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def notation_of(w: World) -> PromelaNotation:
    """The notation of a model."""
    points: dict[int, str] = {}
    owners: dict[str, tuple[str, frozenset[int]]] = {}
    types: dict[str, tuple[Type, ...]] = {}
    for t in w.types:
        for p in t.automaton.points:
            line, _ = p.span.source.position(p.span.start)
            points[p.number] = f"{t.name}:{line} {_shown(p)}"
    for (slot, _), cell in w.memory.cells.items():
        for name in cell.variables():
            types[name] = (cell.leaf.type,)
            if slot is not None:
                own = next(i for i in w.slots.instances[slot] if cell.owner == f"{i.name}.")
                numbers = frozenset(p.number for p in own.type.automaton.points)
                owners[name] = control_name(slot), numbers
    for c in w.statics.channels.by_number.values():
        types[c.name] = c.fields
    return PromelaNotation(
        points,
        owners,
        {control_name(slot): slot for slot in range(w.slot_count)},
        types,
        {(m.subtype, value): name for m in w.model.mtypes for name, value in m.names},
        {c.number: c.name for c in w.statics.channels.by_number.values()},
        _words(w, owners),
    )


def _words(w: World, owners: Mapping[str, tuple[str, frozenset[int]]]) -> Words:
    """What expressions outside of processes may mention."""
    numbers = [n for (slot, _), c in w.memory.cells.items() if slot is None for n in c.variables()]
    slots: dict[str, tuple[int, frozenset[int] | None]] = {}
    for slot, instances in enumerate(w.slots.instances):
        points = [frozenset(p.number for p in i.type.automaton.points) for i in instances]
        slots[control_name(slot)] = slot, points[0] if len(set(points)) == 1 else None
    labels = {
        p.number: (t.name, label)
        for t in w.types
        for label, p in t.automaton.labels.items()
        if p is not None
    }
    remote = {}
    for name in owners:
        process, _, variable = name.partition("].")
        if variable.isidentifier():  # there is no reference to a part of a variable
            remote[name] = f"{process}]:{variable}"
    channels = w.statics.channels.by_number.values()
    shared = frozenset(c.name for c in channels if c.slot is None and not c.is_rendezvous)
    return Words(frozenset(numbers), remote, shared, slots, labels)
