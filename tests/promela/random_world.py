"""The variables and channels of a random Promela program, and expressions over them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

T = TypeVar("T")

KINDS = ("bit", "bool", "byte", "byte", "short", "int", "pid", "unsigned")
FIELDS = ("byte", "byte", "bit", "bool", "short", "int", "mtype")
NAMES = ("red", "green", "blue")
HOLDS = {
    "bit": ("byte", "pid", "short", "int"),
    "bool": ("byte", "pid", "short", "int"),
    "byte": ("byte", "pid", "short", "int"),
    "short": ("short", "int"),
    "int": ("int",),
    "mtype": ("mtype",),
}
"""Variables that hold every value of a field. In others, Spin restores a message wrongly."""
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Variable:
    """How a variable is written, and its type; `unsigned` has two bits."""

    name: str
    kind: str
    counts: bool = False  # a loop uses it

    @property
    def natural(self) -> bool:
        return self.kind not in ("short", "int")


@dataclass(frozen=True, slots=True)
class Channel:
    name: str
    capacity: int
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a statement may use, and where it is."""

    variables: tuple[Variable, ...]
    channels: tuple[Channel, ...]
    depth: int = 0
    atomic: bool = False
    deterministic: bool = False
    loops: bool = False  # a `break` is possible
    labels: tuple[str, ...] = ()

    def deeper(self, atomic: bool = False, loops: bool = False) -> Scope:
        return replace(
            self,
            depth=self.depth + 1,
            atomic=self.atomic or atomic,
            loops=self.loops or loops,
        )

    def with_variable(self, variable: Variable) -> Scope:
        return replace(self, variables=(*self.variables, variable))


@dataclass(slots=True)
class World:
    """Random choices, and the declarations made so far."""

    random: Random
    counter: int = 0
    inlines: list[str] = field(default_factory=list)
    macros: list[str] = field(default_factory=list)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, values: Sequence[T]) -> T:
        return values[self.random.randrange(len(values))]

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def declare(self, name: str, kind: str, init: str = "") -> str:
        bits = " : 2" if kind == "unsigned" else ""
        return f"{kind} {name}{bits}{f' = {init}' if init else ''}"

    # Expressions

    def constant(self) -> str:
        return str(self.random.randrange(3))

    def operand(self, scope: Scope) -> str:
        plain = [one.name for one in scope.variables if one.kind != "mtype"]
        if self.chance(8):
            return "_pid"
        if self.chance(5):
            return "_nr_pr"
        buffered = [one for one in scope.channels if one.capacity]
        if buffered and self.chance(10):
            return f"len({self.pick(buffered).name})"
        return self.pick(plain) if plain and self.chance(65) else self.constant()

    def term(self, scope: Scope) -> str:
        """An expression; its values are not bounded."""
        match self.random.randrange(12):
            case 0 | 1 | 2:
                return f"({self.operand(scope)} + {self.operand(scope)})"
            case 3:
                return f"({self.operand(scope)} - {self.operand(scope)})"
            case 4:
                return f"({self.operand(scope)} * {self.constant()})"
            case 5:
                return f"({self.operand(scope)} / 2)"
            case 6:
                op = self.pick(("&", "|", "^"))
                return f"({self.operand(scope)} {op} {self.operand(scope)})"
            case 7:
                return f"({self.condition(scope)} -> {self.operand(scope)} : {self.constant()})"
            case 8:
                return self.pick((f"(-{self.operand(scope)})", f"(~{self.operand(scope)} & 3)"))
            case 9 if self.macros:
                return f"{self.pick(self.macros)}({self.operand(scope)}, {self.constant()})"
            case _:
                return self.operand(scope)

    def bounded(self, scope: Scope) -> str:
        """An expression with few values."""
        if self.chance(35):
            return self.constant()
        return f"{self.term(scope)} % {self.pick((2, 2, 3))}"

    def condition(self, scope: Scope) -> str:
        names = [one.name for one in scope.variables if one.kind == "mtype"]
        match self.random.randrange(12):
            case 0:
                return f"({self.comparison(scope)} && {self.comparison(scope)})"
            case 1:
                return f"({self.comparison(scope)} || {self.comparison(scope)})"
            case 2:
                return f"!({self.comparison(scope)})"
            case 3 | 4 if names:
                return f"({self.pick(names)} {self.pick(('==', '!='))} {self.pick(NAMES)})"
            case 5 | 6 if polled := [one for one in scope.channels if one.capacity]:
                return self.poll(scope, self.pick(polled))
            case _:
                return f"({self.comparison(scope)})"

    def comparison(self, scope: Scope) -> str:
        return f"{self.operand(scope)} {self.pick(COMPARISONS)} {self.term(scope)}"

    def index(self, scope: Scope, size: int) -> str:
        natural = [one.name for one in scope.variables if one.natural and one.kind != "mtype"]
        match self.random.randrange(3):
            case 0:
                return f"_pid % {size}"
            case 1 if natural:
                return f"{self.pick(natural)} % {size}"
            case _:
                return str(self.random.randrange(size))

    # Messages

    def message(self, scope: Scope, channel: Channel) -> str:
        return ", ".join(
            self.pick(NAMES) if kind == "mtype" else self.bounded(scope) for kind in channel.fields
        )

    def pattern(self, scope: Scope, channel: Channel) -> str:
        """The arguments of a receive, which do not depend on each other."""
        free = [one for one in scope.variables if not one.counts]
        found = []
        for kind in channel.fields:
            fits = [one for one in free if one.kind in HOLDS[kind]]
            constant = self.pick(NAMES) if kind == "mtype" else self.constant()
            if not fits or self.chance(25):
                found.append(self.pick((constant, constant, "_")))
            elif self.chance(8):
                found.append(f"eval({self.pick(fits).name})")
            else:
                chosen = self.pick(fits).name
                free = [one for one in free if not _words(one.name) & _words(chosen)]
                found.append(chosen)
        return ", ".join(found)

    def poll(self, scope: Scope, channel: Channel) -> str:
        patterns = [
            self.pick(NAMES) if kind == "mtype" else self.constant() for kind in channel.fields
        ]
        return f"{channel.name}{self.pick(('?', '?', '??'))}[{', '.join(patterns)}]"


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]\w*", text))
