"""Random automata over small finite types, and their axioms by enumeration in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

TYPES = """\
R: type = IntRange[0:3]
Color: type = Enum["RED", "GREEN"]
Pair: type = NamedTuple["fst": R, "snd": bool]
"""
_NUMBERS = range(3)
_COLORS = ("RED", "GREEN")
_SETS = tuple(frozenset(x for x in _NUMBERS if bits >> x & 1) for bits in range(8))


@dataclass(frozen=True)
class _Pair:
    fst: int
    snd: bool


_PAIRS = tuple(_Pair(x, b) for x in _NUMBERS for b in (False, True))
_ENVIRONMENT: dict[str, Any] = {
    "__builtins__": {"len": len, "all": all, "any": any, "range": range},
    "implies": lambda a, b: not a or b,
    "incre": lambda x: (x + 1) % 3,
    "RED": "RED",
    "GREEN": "GREEN",
}
ARGUMENTS = {"x": _NUMBERS, "c": _COLORS, "s": _SETS, "r": _PAIRS}
_FORMALS = "x: R, c: Color, s: Set[R], r: Pair"


class Formulas:
    """Random formulas over the parameter `p`, the arguments and perhaps the variable `v`."""

    def __init__(self, random: Random, with_state: bool = False) -> None:
        self.random = random
        self.numbers = ["x", "p", "r.fst", "incre(p)", "x + 1", "p - 1", "2 * x"]
        if with_state:
            self.numbers += ["v", "v", "v - x"]

    def formula(self, depth: int = 3) -> str:
        """A formula as text."""
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return self._atom()
        one, other = self.formula(depth - 1), self.formula(depth - 1)
        return pick(
            [
                f"({one} and {other})",
                f"({one} and {other})",
                f"({one} or {other})",
                f"(not {one})",
                f"implies({one}, {other})",
                f"(all({one} for x in range(2)))",
                f"(any({one} for x in s))",
            ]
        )

    def _atom(self) -> str:
        pick = self.random.choice
        number, other = pick(self.numbers), pick([*self.numbers, "0", "1", "2"])
        compared = f"{number} {pick(['==', '!=', '<', '<='])} {other}"
        return pick([compared, compared, f"{number} in s", "c == RED", "c != GREEN", "r.snd"])


@dataclass(frozen=True)
class Sample:
    """An automaton and a composition of two instances, with the truth about some axioms."""

    name: str
    text: str
    disjoint: bool
    enabled: bool
    compatible: bool


def sample(number: int) -> Sample:
    """The sample with this number."""
    random = Random(number)
    formulas = Formulas(random)
    inputs, outputs = formulas.formula(), formulas.formula()
    pre = Formulas(random, with_state=True).formula(2)
    # Otherwise few of the axioms would hold.
    if random.random() < 0.5:
        outputs = f"(not {inputs}) and {outputs}"
    if random.random() < 0.5:
        outputs = f"x == p and {outputs}"
    if random.random() < 0.5:
        pre = f"v <= x or not {inputs} or {pre} or x < v"
    first, second = random.choice([(0, 1), (1, 2), (0, 0), (2, 0)])
    in_sequence = random.random() < 0.5
    components = (
        "P: [{name}(i) for i in range(1, 3)]"
        if in_sequence
        else f"P0: {{name}}({first})\n        P1: {{name}}({second})"
    )
    name = f"A{number}"
    text = _TEXT.format(
        name=name,
        formals=_FORMALS,
        inputs=inputs,
        outputs=outputs,
        pre=pre,
        components=components.format(name=name),
    )
    pairs = [(1, 2)] if in_sequence else [(first, second)]
    ins, outs = _compiled(inputs), _compiled(outputs)
    guard = _compiled(pre)
    return Sample(
        name,
        text,
        not any(_holds(ins, e) and _holds(outs, e) for e in _states()),
        all(
            not _holds(ins, e) or _holds(guard, {**e, "v": v}) for e in _states() for v in _NUMBERS
        ),
        not any(
            _holds(outs, {**e, "p": a}) and _holds(outs, {**e, "p": b})
            for a, b in pairs
            for e in _states()
        ),
    )


def _states() -> Iterator[dict[str, Any]]:
    for values in product(_NUMBERS, *ARGUMENTS.values()):
        yield dict(zip(("p", *ARGUMENTS), values, strict=True))


def _compiled(text: str) -> Any:
    return compile(text, "formula", "eval")


def _holds(formula: Any, values: dict[str, Any]) -> bool:
    return bool(eval(formula, {**_ENVIRONMENT, **values}))


_TEXT = """
@automaton
def {name}(p: R):
    class signature:
        @input
        def act({formals}):
            where = {inputs}

        @output
        def act({formals}):
            where = {outputs}

    class states:
        v: R

    initially = v == 0

    class transitions:
        @input
        @pre({pre})
        def act(x, c, s, r):
            v = x

        @output
        def act(x, c, s, r):
            v = 0


@composition
def S{name}():
    class components:
        {components}
"""
