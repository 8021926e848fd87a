"""The states of a program, and what its expressions and statements do to them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.promela.evaluator.flow import Flow, make_flow
from tests.promela.evaluator.memory import (
    INT,
    Place,
    Slot,
    Width,
    lay_out,
    locate,
    message_widths,
    size_of,
)
from tests.promela.evaluator.tree import (
    Assert,
    Assign,
    Binary,
    ChannelInit,
    Condition,
    Conditional,
    Declaration,
    Eval,
    Expr,
    Number,
    Poll,
    Print,
    Probe,
    Process,
    Program,
    Receive,
    Ref,
    Run,
    Send,
    Unary,
)

Message: TypeAlias = tuple[int, ...]
Frozen: TypeAlias = tuple[object, ...]

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "%": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1),
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class FatalError(Exception):
    """An error that ends Spin's search."""


@dataclass(slots=True)
class Channel:
    init: ChannelInit
    owner: int  # -1: global
    messages: list[Message] = field(default_factory=list)


@dataclass(slots=True)
class Live:
    """A process that exists: its type, its control point and its locals."""

    kind: int
    point: int
    slots: list[int]


@dataclass(slots=True)
class State:
    slots: list[int]
    channels: list[Channel]
    live: list[Live]

    def copy(self) -> State:
        channels = [Channel(one.init, one.owner, list(one.messages)) for one in self.channels]
        live = [Live(one.kind, one.point, list(one.slots)) for one in self.live]
        return State(list(self.slots), channels, live)

    def freeze(self) -> Frozen:
        """The value of this state, for comparison."""
        channels = tuple((one.owner, tuple(one.messages)) for one in self.channels)
        live = tuple((one.kind, one.point, tuple(one.slots)) for one in self.live)
        return tuple(self.slots), channels, live


class Machine:
    """The program, and the state that its statements read and write."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.globals = lay_out(program, program.variables)
        self.locals = [self.places_of(one) for one in program.processes]
        self.flows: list[Flow] = [make_flow(one) for one in program.processes]
        self.state = State([0] * size_of(self.globals), [], [])
        self.self = 0  # the process that moves
        self.timeout = False
        self.errors = 0
        self.start_program()

    def places_of(self, process: Process) -> dict[str, Place]:
        return lay_out(self.program, [*process.parameters, *process.declarations])

    def start_program(self) -> None:
        for declared in self.program.variables:
            self.initialise(self.state.slots, self.globals[declared.name], declared, -1)
        for kind, process in enumerate(self.program.processes):
            for _ in range(process.active):
                self.start_process(kind, [0] * len(process.parameters))

    def start_process(self, kind: int, arguments: Sequence[int]) -> int:
        process, places = self.program.processes[kind], self.locals[kind]
        number = len(self.state.live)
        if number >= 255:
            raise FatalError("too many processes")
        slots = [0] * size_of(places)
        for place, value in zip(places.values(), arguments, strict=False):
            slots[place.first] = place.widths[0].convert(value)
        self.state.live.append(Live(kind, self.flows[kind].start, slots))
        caller, self.self = self.self, number
        for declared in process.starting:
            self.initialise(slots, places[declared.name], declared, number)
        self.self = caller
        return number

    def initialise(self, slots: list[int], place: Place, declared: Declaration, owner: int) -> None:
        if declared.init is None:
            return
        for index in range(place.count):
            if isinstance(declared.init, ChannelInit):
                self.state.channels.append(Channel(declared.init, owner))
                value = len(self.state.channels)
            else:
                value = self.evaluate(declared.init)
            slots[place.first + index] = place.widths[0].convert(value)

    def end_process(self) -> bool:
        """End the process that moves; only the youngest can end."""
        if self.self + 1 != len(self.state.live):
            return False
        self.state.live.pop()
        channels = self.state.channels
        self.state.channels = [one for one in channels if one.owner != self.self]
        return True

    # Variables

    def find(self, reference: Ref) -> tuple[list[int], int, Width]:
        """The slots and the index of a variable, and its width."""
        live = self.state.live[self.self] if self.state.live else None
        slots, places = self.state.slots, self.globals
        if live is not None and reference.path[0][0] in self.locals[live.kind]:
            slots, places = live.slots, self.locals[live.kind]
        slot: Slot = locate(self.program, places, reference)
        position = slot.base
        for expr, stride, count in slot.indices:
            index = self.evaluate(expr)
            if not 0 <= index < count:
                raise FatalError("index out of bounds")
            position += index * stride
        return slots, position, slot.width

    def write(self, reference: Ref, value: int) -> None:
        if reference.path[0][0] == "_":
            return
        slots, index, width = self.find(reference)
        slots[index] = width.convert(value)

    def channel(self, reference: Ref) -> Channel:
        number = self.evaluate(reference)
        if not 0 < number <= len(self.state.channels):
            raise FatalError("no such channel")
        return self.state.channels[number - 1]

    # Expressions

    def evaluate(self, expr: Expr) -> int:
        match expr:
            case Number(value):
                return value
            case Ref():
                return self.read(expr)
            case Unary(op, argument):
                value = self.evaluate(argument)
                return INT.convert(int(not value) if op == "!" else ~value if op == "~" else -value)
            case Binary("&&", left, right):
                return int(self.evaluate(left) != 0 and self.evaluate(right) != 0)
            case Binary("||", left, right):
                return int(self.evaluate(left) != 0 or self.evaluate(right) != 0)
            case Binary(op, left, right):
                return INT.convert(int(OPERATORS[op](self.evaluate(left), self.evaluate(right))))
            case Conditional(test, then, otherwise):
                return self.evaluate(then if self.evaluate(test) else otherwise)
            case Run(name, arguments):
                kinds = [process.name for process in self.program.processes]
                values = [self.evaluate(one) for one in arguments]
                return self.start_process(kinds.index(name), values)
            case Probe(kind, reference):
                return self.probe(kind, self.channel(reference))
            case Poll(receive):
                return int(self.match(receive) is not None)

    def read(self, reference: Ref) -> int:
        match reference.path[0][0]:
            case "_pid":
                return self.self
            case "_nr_pr":
                return len(self.state.live)
            case "timeout":
                return int(self.timeout)
            case _:
                slots, index, _ = self.find(reference)
                return slots[index]

    def probe(self, kind: str, channel: Channel) -> int:
        length, capacity = len(channel.messages), channel.init.capacity
        results = {
            "len": length,
            "empty": length == 0,
            "nempty": length > 0,
            "full": length == capacity,
            "nfull": length < capacity,
        }
        return int(results[kind])

    def match(self, receive: Receive) -> int | None:
        """The position of the message that a receive takes."""
        messages = self.channel(receive.channel).messages
        for position, message in enumerate(messages if receive.anywhere else messages[:1]):
            for pattern, value in zip(receive.patterns, message, strict=True):
                if isinstance(pattern, Eval) and self.evaluate(pattern.argument) != value:
                    break
                if isinstance(pattern, Number) and pattern.value != value:
                    break
            else:
                return position
        return None

    # Statements

    def execute(self, action: object) -> bool:
        """Execute a statement, unless it is disabled; `else` and the end are not meant."""
        match action:
            case Assign(target, value):
                self.write(target, self.evaluate(value))
            case Condition(test):
                return self.evaluate(test) != 0
            case Assert(test):
                self.errors += self.evaluate(test) == 0
            case Print():
                pass
            case Send():
                return self.send(action)
            case Receive():
                return self.receive(action)
            case _:
                raise AssertionError(action)
        return True

    def send(self, send: Send) -> bool:
        channel = self.channel(send.channel)
        if len(channel.messages) >= max(1, channel.init.capacity):
            return False
        values = [self.evaluate(one) for one in send.arguments]
        widths = message_widths(channel.init.fields)
        place = len(channel.messages)
        if send.ordered:
            greater = (i for i, one in enumerate(channel.messages) if one > tuple(values))
            place = next(greater, place)
        message = tuple(w.convert(value) for w, value in zip(widths, values, strict=True))
        channel.messages.insert(place, message)
        return True

    def receive(self, receive: Receive) -> bool:
        position = self.match(receive)
        if position is None:
            return False
        messages = self.channel(receive.channel).messages
        message = messages[position] if receive.keeps else messages.pop(position)
        for pattern, value in zip(receive.patterns, message, strict=True):
            if isinstance(pattern, Ref):
                self.write(pattern, value)
        return True
