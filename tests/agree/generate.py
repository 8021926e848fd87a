"""Random constant expressions as TLA+ text: the same seed gives the same expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import cycle
from random import Random
from typing import TypeAlias

from tests.agree.grammar import GRAMMAR, MODULE, PARTS

Type: TypeAlias = tuple["str | Type", ...]
Scope: TypeAlias = Mapping[str, Type]

_PLACE = re.compile(r"`([^`]*)`|#([a-z])")
_VARIABLES = frozenset("TUWD")
_BASIC = ("int", "int", "int", "bool", "str", "str", "mv")
_ARGUMENTS = ("int", "str", "mv", "bool")
_STRINGS = ("a", "b", "foo", "x y", "", "zeta", "type")
_MODEL_VALUES = (*("m1", "m2", "m3") * 16, *("A_x", "A_y") * 2, "B_x")
_MISTAKES = 0.012
LONGEST = 600


def expressions(seed: int, count: int) -> list[str]:
    """Random expressions; no two are equal, and the lines of the grammar take turns."""
    random = Random(seed)
    found: dict[str, None] = {}
    lines = cycle(line for line in GRAMMAR if line[0].split()[0] not in ("big", "flaw"))
    while len(found) < count:
        pattern, text = next(lines)
        writer = _Writer(random)
        known: dict[str, Type] = {}
        if pattern in _VARIABLES:
            known[pattern] = writer.some_type(2)
        expression = writer.fill(text, known, random.randint(1, 3), {})
        if len(expression) <= LONGEST:
            found[expression] = None
    return list(found)


def module_of(expressions: list[str]) -> str:
    """A module with one assumption for each expression, which does not depend on its value."""
    lines = [f"ASSUME Case({i}, {e})" for i, e in enumerate(expressions)]
    return MODULE + "\n".join(lines) + "\n====\n"


@cache
def read_type(text: str) -> Type:
    """A type in the notation of the grammar."""
    words = text.split()
    found = _take_type(words)
    assert not words, text
    return found


def _take_type(words: list[str]) -> Type:
    word = words.pop(0)
    return (word, *(_take_type(words) for _ in range(PARTS.get(word, 0))))


def matches(pattern: Type, goal: Type, known: dict[str, Type]) -> bool:
    """Whether a type has the form of a pattern; says in `known` what its variables are."""
    head = pattern[0]
    if head in _VARIABLES:
        assert isinstance(head, str)
        return known.setdefault(head, goal) == goal
    if head != goal[0] or len(pattern) != len(goal):
        return False
    parts = zip(pattern[1:], goal[1:], strict=True)
    return all(
        matches(p, g, known) for p, g in parts if isinstance(p, tuple) and isinstance(g, tuple)
    )


class _Writer:
    """Writes one expression."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = 0

    def some_type(self, depth: int) -> Type:
        """Any type of values that can be compared, nested at most so deep."""
        r = self.random
        if depth == 0 or r.random() < 0.5:
            return (r.choice(_BASIC),)
        kind = r.choice(("set", "set", "seq", "pair", "row", "fun"))
        if kind == "fun":
            return ("fun", (r.choice(_ARGUMENTS),), self.some_type(depth - 1))
        return (kind, *(self.some_type(depth - 1) for _ in range(PARTS[kind])))

    def write(self, goal: Type, depth: int, scope: Scope) -> str:
        """An expression of a type, or now and then of another."""
        r = self.random
        if r.random() < _MISTAKES and goal[0] not in ("small", "big"):
            goal = self.some_type(1)
        fitting = [name for name, type_ in scope.items() if type_ == goal]
        if fitting and r.random() < 0.4:
            return r.choice(fitting)
        if goal[0] == "small" or ((depth <= 0 or r.random() < 0.1) and goal[0] in _LEAVES):
            return _LEAVES[str(goal[0])](self, goal, scope)
        text, known = r.choice(_choices(goal) or _any_choices(goal))
        if goal[0] not in ("big", "flaw", "text", "bag") and r.random() < 0.25:
            text, known = r.choice(_any_choices(goal))
        return f"({self.fill(text, dict(known), depth - 1, scope)})"

    def fill(self, text: str, known: dict[str, Type], depth: int, scope: Scope) -> str:
        """The text with its places filled and its new names made."""
        fresh: dict[str, str] = {}

        def instance(pattern: Type) -> Type:
            head = str(pattern[0])
            if head in _VARIABLES:
                if head not in known:
                    known[head] = (
                        (self.random.choice(_ARGUMENTS),) if head == "D" else self.some_type(1)
                    )
                return known[head]
            return (head, *(instance(p) for p in pattern[1:] if isinstance(p, tuple)))

        def place(match: re.Match[str]) -> str:
            if match[2]:
                return name(match[2])
            type_text, _, more = match[1].partition(";")
            inner = dict(scope)
            for binding in filter(None, map(str.strip, more.split(","))):
                short, _, bound = binding.partition(": ")
                inner[short if short == "@" else name(short)] = instance(read_type(bound))
            return self.write(instance(read_type(type_text)), depth, inner)

        def name(short: str) -> str:
            if short not in fresh:
                self.names += 1
                fresh[short] = f"{short}{self.names}"
            return fresh[short]

        return _PLACE.sub(place, text)

    def items(self, type_: Type, scope: Scope, least: int = 0, most: int = 3) -> str:
        """Some simple expressions with commas."""
        number = self.random.randint(least, most)
        return ", ".join(self.write(type_, 0, scope) for _ in range(number))


def _part(goal: Type, index: int) -> Type:
    part = goal[index]
    assert isinstance(part, tuple)
    return part


def _number(writer: _Writer, goal: Type, scope: Scope) -> str:
    value = writer.random.randint(-2, 4)
    return str(value) if value >= 0 else f"({value})"


def _row(writer: _Writer, goal: Type, scope: Scope) -> str:
    first, second = (writer.write(_part(goal, i), 0, scope) for i in (1, 2))
    return f"[a |-> {first}, type |-> {second}]"


def _pair(writer: _Writer, goal: Type, scope: Scope) -> str:
    first, second = (writer.write(_part(goal, i), 0, scope) for i in (1, 2))
    return f"<<{first}, {second}>>"


def _function(writer: _Writer, goal: Type, scope: Scope) -> str:
    domain = writer.write(("set", _part(goal, 1)), 0, scope)
    writer.names += 1
    return f"[q{writer.names} \\in {domain} |-> {writer.write(_part(goal, 2), 0, scope)}]"


def _list_of(opening: str, closing: str) -> Callable[[_Writer, Type, Scope], str]:
    def write(writer: _Writer, goal: Type, scope: Scope) -> str:
        return opening + writer.items(_part(goal, 1), scope) + closing

    return write


_LEAVES: dict[str, Callable[[_Writer, Type, Scope], str]] = {
    "int": _number,
    "small": lambda w, _, __: str(w.random.randint(0, 3)),
    "bool": lambda w, _, __: w.random.choice(("TRUE", "FALSE")),
    "str": lambda w, _, __: f'"{w.random.choice(_STRINGS)}"',
    "mv": lambda w, _, __: w.random.choice(_MODEL_VALUES),
    "text": lambda w, _, __: f"ToString({w.random.randint(-2, 12)})",
    "set": _list_of("{", "}"),
    "big": _list_of("{", "}"),
    "seq": _list_of("<<", ">>"),
    "bag": _list_of("SetToBag({", "})"),
    "pair": _pair,
    "row": _row,
    "fun": _function,
}


@cache
def _choices(goal: Type) -> tuple[tuple[str, tuple[tuple[str, Type], ...]], ...]:
    """The lines of the grammar for values of this form."""
    return _lines(goal, lambda pattern: pattern not in _VARIABLES)


@cache
def _any_choices(goal: Type) -> tuple[tuple[str, tuple[tuple[str, Type], ...]], ...]:
    """The lines of the grammar for values of any type."""
    return _lines(goal, lambda pattern: pattern in _VARIABLES)


def _lines(
    goal: Type, wanted: Callable[[str], bool]
) -> tuple[tuple[str, tuple[tuple[str, Type], ...]], ...]:
    found = []
    for pattern, text in GRAMMAR:
        known: dict[str, Type] = {}
        if wanted(pattern) and matches(read_type(pattern), goal, known):
            found.append((text, tuple(known.items())))
    return tuple(found)
