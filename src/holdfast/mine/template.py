"""Templates: linear relations with holes for terms, such as `?x + ?y <= ?z` or `2 * ?a - ?b = 1`.

template  ::=  sum relation sum           relation  ::=  = | # | < | > | <= | >=
sum       ::=  [-] part {(+ | -) part}    part  ::=  [number *] (?name | number | constant)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from holdfast.ir.observation import WeightedSum
from holdfast.mine.lattice import Rel
from holdfast.source import Diagnostic, Source, Span, SpecError

MOST_INSTANCES = 20_000
_TOKEN = re.compile(r"\s*(\?\w+|\d+|\w+|<=|>=|=<|/=|[-+*=#<>])")
_RELATIONS = {"=<": "<=", "/=": "#"}


@dataclass(frozen=True, slots=True)
class Template:
    """`factors * holes + offset rel 0`, and its text."""

    text: str
    holes: tuple[str, ...]
    factors: tuple[int, ...]
    rel: Rel
    offset: int
    sign: str

    def instances(self, terms: Sequence[int]) -> Iterator[WeightedSum]:
        """The template with different terms in its holes; of symmetric ones the first."""
        seen: set[tuple[object, ...]] = set()
        for chosen in permutations(terms, len(self.holes)):
            key = tuple(sorted(zip(chosen, self.factors, strict=True)))
            if key not in seen:
                seen.add(key)
                yield WeightedSum(chosen, self.factors, self.offset)

    def holds(self, least: int, most: int, zero: bool) -> bool:
        """Whether the relation holds, from the extremes of the sum."""
        match self.rel:
            case Rel.EQ:
                return least == most == 0
            case Rel.NE:
                return not zero
            case Rel.LE:
                return most <= 0
            case Rel.LT:
                return most < 0
            case Rel.GE:
                return least >= 0
            case _:
                return least > 0


def read_template(text: str, constants: Mapping[str, int]) -> Template:
    """Read a template; raises SpecError, with the location of a mistake."""
    return _Reader(text, constants).read()


class _Reader:
    def __init__(self, text: str, constants: Mapping[str, int]) -> None:
        self.text = text
        self.source = Source("--template", text)
        self.constants = constants
        self.at = 0
        self.factors: dict[str, int] = {}
        self.offset = 0

    def read(self) -> Template:
        self._sum(1)
        word = self._take()
        sign = _RELATIONS.get(word, word)
        if sign not in {r.value for r in Rel if r.value and r is not Rel.NONE}:
            raise self._wrong("a relation is expected here: = # < > <= >=", word)
        self._sum(-1)
        if self._peek():
            raise self._wrong("nothing more is expected here", self._take())
        holes = tuple(self.factors)
        if not holes:
            raise self._wrong("a template has a hole, such as ?x", "")
        return Template(
            self.text, holes, tuple(self.factors.values()), Rel(sign), self.offset, word
        )

    def _sum(self, side: int) -> None:
        sign = -1 if self._peek() == "-" and self._take() else 1
        self._part(side * sign)
        while self._peek() in ("+", "-"):
            self._part(side if self._take() == "+" else -side)

    def _part(self, factor: int) -> None:
        word = self._take()
        if word.isdecimal() and self._peek() == "*":
            self._take()
            factor *= int(word)
            word = self._take()
        if word.startswith("?"):
            self.factors[word] = self.factors.get(word, 0) + factor
        elif word.isdecimal():
            self.offset += factor * int(word)
        elif word in self.constants:
            self.offset += factor * self.constants[word]
        else:
            raise self._wrong("a hole such as ?x, a number or a constant is expected here", word)

    def _peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[1] if found else self.text[self.at :].strip()

    def _take(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            word, self.at = self.text[self.at :].strip(), len(self.text)
            return word
        self.at = found.end()
        return found[1]

    def _wrong(self, message: str, word: str) -> SpecError:
        start = max(self.at - len(word), 0)
        return SpecError(Diagnostic("mine-template", message, Span(self.source, start, self.at)))
