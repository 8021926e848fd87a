"""Explores the reachable states of a program, and counts them as Spin does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.promela.evaluator.flow import Transition
from tests.promela.evaluator.machine import FatalError, Frozen, Machine, State
from tests.promela.evaluator.parser import read_program
from tests.promela.evaluator.tree import Block, Body, Break, Choice, Else, End, Goto, Receive, Send

CHAIN_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Counts:
    stored: int
    transitions: int
    errors: int


@dataclass(frozen=True, slots=True)
class Handshake:
    """A rendezvous that waits for its receiver."""

    sender: int
    channel: int


class Search:
    """The stored states, and those that wait for expansion."""

    def __init__(self, machine: Machine, limit: int) -> None:
        self.machine = machine
        self.limit = limit
        self.stored: set[Frozen] = set()
        self.waiting: list[State] = []
        self.transitions = 0

    def run(self) -> Counts:
        self.arrive(self.machine.state)
        while self.waiting:
            self.expand(self.waiting.pop())
        return Counts(len(self.stored), self.transitions, self.machine.errors)

    def arrive(self, state: State) -> None:
        self.transitions += 1
        value = state.freeze()
        if value not in self.stored:
            self.stored.add(value)
            self.waiting.append(state)
            if len(self.stored) > self.limit:
                raise FatalError("too many states")

    def expand(self, state: State) -> None:
        """All steps from a stored state."""
        everyone = range(len(state.live))
        self.machine.timeout = False
        if not state.live or self.move(state, everyone, None, 0):
            return
        self.machine.timeout = True
        if not self.move(state, everyone, None, 0):
            self.machine.errors += not self.may_end(state)

    def may_end(self, state: State) -> bool:
        flows = self.machine.flows
        return all(live.point in flows[live.kind].ends for live in state.live)

    def move(
        self, state: State, numbers: Iterable[int], handshake: Handshake | None, depth: int
    ) -> bool:
        """Execute all transitions of these processes; whether there is one."""
        moved = False
        for number in numbers:
            if handshake is None or number != handshake.sender:
                moved |= self.move_process(state, number, handshake, depth)
        return moved

    def move_process(
        self, state: State, number: int, handshake: Handshake | None, depth: int
    ) -> bool:
        live = state.live[number]
        if not self.is_provided(state, number):
            return False
        taken, escape = False, 0
        for step in self.machine.flows[live.kind].transitions[live.point]:
            if escape not in (0, step.escape):
                break
            after = self.take(state, number, step, handshake, taken)
            if after is None:
                continue
            timeout = self.machine.timeout
            if self.proceed(after, number, step, handshake, depth):
                taken, escape = True, step.escape
            else:
                escape = 0
            self.machine.timeout = timeout
        return taken

    def is_provided(self, state: State, number: int) -> bool:
        condition = self.machine.program.processes[state.live[number].kind].provided
        self.machine.state, self.machine.self = state, number
        return condition is None or self.machine.evaluate(condition) != 0

    def proceed(
        self, after: State, number: int, step: Transition, handshake: Handshake | None, depth: int
    ) -> bool:
        """Go on after a step: to a receiver, along a chain, or to a stored state."""
        if depth > CHAIN_LIMIT:
            raise FatalError("a chain does not end")
        if handshake is None and isinstance(step.action, Send):
            channel = self.machine.evaluate(step.action.channel)
            if self.machine.state.channels[channel - 1].init.capacity == 0:
                waiting = Handshake(number, channel)
                return self.move(after, range(len(after.live)), waiting, depth + 1)
        self.machine.timeout = False
        if not step.keeps or not self.move(after, [number], None, depth + 1):
            self.arrive(after)
        return True

    def take(
        self,
        before: State,
        number: int,
        step: Transition,
        handshake: Handshake | None,
        taken: bool,
    ) -> State | None:
        """The state after a step, or None if it is disabled."""
        machine = self.machine
        machine.self = number
        machine.state = state = before.copy()
        action = step.action
        if not self.may_take(step, handshake):
            return None
        if isinstance(action, End):
            return state if machine.end_process() else None
        if isinstance(action, Else):
            if taken:
                return None
        elif isinstance(action, Block):
            if not self.run_deterministically(action.body):
                return None
        elif not machine.execute(action):
            return None
        if step.target:
            state.live[number].point = step.target
        return state

    def may_take(self, step: Transition, handshake: Handshake | None) -> bool:
        """A rendezvous is received during its handshake, and nothing else happens then."""
        if not isinstance(step.action, Receive):
            return handshake is None
        channel = self.machine.evaluate(step.action.channel)
        if self.machine.channel(step.action.channel).init.capacity == 0:
            return handshake is not None and handshake.channel == channel
        return handshake is None

    # d_step

    def run_deterministically(self, body: Body) -> bool:
        """Run a `d_step`; False if its first statement is disabled."""
        started = _Started()
        try:
            self.run_body(body, started)
        except _Disabled:
            if started.value:
                raise FatalError("block in d_step") from None
            return False
        except _Jump:
            raise AssertionError("a jump leaves a d_step") from None
        return True

    def run_body(self, body: Body, started: _Started) -> None:
        position = 0
        while position < len(body):
            try:
                self.run_statement(body[position].statement, started)
                position += 1
            except _Jump as jump:
                labels = [i for i, one in enumerate(body) if jump.label in one.labels]
                if not labels:
                    raise
                position = labels[0]

    def run_statement(self, statement: object, started: _Started) -> None:
        match statement:
            case Choice(options, repeats):
                self.run_choice(options, repeats, started)
            case Block(_, body):
                self.run_body(body, started)
            case Goto(label):
                raise _Jump(label)
            case Break():
                raise _Jump("")
            case Else():
                pass
            case action:
                if not self.machine.execute(action):
                    raise _Disabled
        started.value = True

    def run_choice(self, options: tuple[Body, ...], repeats: bool, started: _Started) -> None:
        ordered = sorted(options, key=lambda option: option[0].statement == Else())
        while True:
            for option in ordered:
                fresh = _Started()
                try:
                    self.run_body(option, fresh)
                    break
                except _Disabled:
                    if fresh.value:
                        raise FatalError("block in d_step") from None
                except _Jump as jump:
                    if jump.label or not repeats:
                        raise
                    return
            else:
                raise _Disabled
            started.value = True
            if not repeats:
                return


@dataclass(slots=True)
class _Started:
    value: bool = False


class _Disabled(Exception):
    """A statement in a `d_step` is disabled."""


class _Jump(Exception):
    """A `goto`, or a `break` if the label is empty."""

    def __init__(self, label: str = "") -> None:
        super().__init__(label)
        self.label = label


def count(text: str, limit: int = 100_000) -> Counts:
    """The counts of a program."""
    return Search(Machine(read_program(text)), limit).run()
