"""Facts: the relations between single terms that hold in a scene, before any are left out.

order        a <= b         in the lattice of `lattice.py`
bound        a <= 3
difference   a - b <= 3     if it is not 0 or -1, and the bounds do not imply it
sum          a + b <= c     a + b <= 3, likewise
congruence   a % 3 = 1
implication  a => b, a <=> b, ~(a /\\ b), a \\/ b      of Booleans
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from holdfast.ir.observation import Scene
from holdfast.mine.lattice import Rel, relation_of
from holdfast.mine.terms import Term

Form: TypeAlias = Literal[
    "order", "bound", "difference", "sum", "congruence", "implication", "at", "quantified"
]
FORMS: tuple[Form, ...] = get_args(Form)
"""The forms that can be chosen; with `at` also at each location, with `quantified` for all keys."""

Word: TypeAlias = Literal["=>", "<=>", "excludes", "or", "in"]


@dataclass(frozen=True, slots=True)
class Fact:
    """`left rel right + offset`; several terms are added, a congruence has its modulus as well.

    Terms are numbers. Of an implication, `rel` is the operator and `left` and `right` one term
    each; `in` is for a range from the offset to `upper`.
    """

    form: Form
    rel: Rel | Word
    left: tuple[int, ...]
    right: tuple[int, ...] = ()
    offset: int = 0
    modulus: int = 0
    upper: int = 0

    @property
    def terms(self) -> tuple[int, ...]:
        """All terms, from left to right."""
        return (*self.left, *self.right)


def facts_of(scene: Scene, terms: tuple[Term, ...], forms: Collection[Form]) -> Iterator[Fact]:
    """The facts of some forms in a scene; terms that failed somewhere take no part."""
    usable = {a for a in scene.ranges if not scene.failed.get(a)}
    boolean = {a for a in usable if terms[a].kind == "Boolean"}
    logic = boolean if "implication" in forms else set()
    if "bound" in forms:
        yield from _bounds(scene, usable, terms)
    if "congruence" in forms:
        yield from _congruences(scene, usable)
    for (a, b), (least, most) in scene.differences.items():
        if not {a, b} <= usable:
            continue
        if {a, b} <= logic:
            yield from _implications(scene, a, b, terms)
            continue
        if "order" in forms:
            rel = relation_of(least, most, (a, b) in scene.equal)
            if rel is not Rel.NONE:
                yield Fact("order", rel, (a,), (b,))
        if "difference" in forms and all(is_counted(terms[t]) for t in (a, b)):
            yield from _differences(scene, a, b, least, most)
    if "sum" in forms:
        yield from _sums(scene, usable, logic)
        yield from _triples(scene, usable)


def is_counted(term: Term) -> bool:
    """Whether differences of a term say more than an order: it is one number, not a Boolean."""
    return term.kind == "integer" and not term.several


def _bounds(scene: Scene, usable: set[int], terms: tuple[Term, ...]) -> Iterator[Fact]:
    """The range of each term; that of a Boolean only if it is constant."""
    for a in sorted(usable):
        low, high = scene.ranges[a]
        if low == high:
            yield Fact("bound", Rel.EQ, (a,), (), low)
        elif terms[a].kind != "Boolean":
            yield Fact("bound", Rel.GE, (a,), (), low)
            yield Fact("bound", Rel.LE, (a,), (), high)


def _congruences(scene: Scene, usable: set[int]) -> Iterator[Fact]:
    for a in sorted(usable):
        step = scene.step[a]
        if step > 1:
            yield Fact("congruence", Rel.EQ, (a,), (), scene.first[a] % step, step)


def _differences(scene: Scene, a: int, b: int, least: int, most: int) -> Iterator[Fact]:
    (low_a, high_a), (low_b, high_b) = scene.ranges[a], scene.ranges[b]
    if least == most:
        if least != 0 and (low_a, low_b) != (high_a, high_b):
            yield Fact("difference", Rel.EQ, (a,), (b,), least)
        return
    if most < high_a - low_b and most not in (0, -1):
        yield Fact("difference", Rel.LE, (a,), (b,), most)
    if least > low_a - high_b and least not in (0, 1):
        yield Fact("difference", Rel.GE, (a,), (b,), least)


def _implications(scene: Scene, a: int, b: int, terms: tuple[Term, ...]) -> Iterator[Fact]:
    """What holds between two Booleans that both change."""
    if any(len({*scene.ranges[t]}) == 1 for t in (a, b)):
        return
    least, most = scene.differences[a, b]
    if least == most == 0:
        yield Fact("implication", "<=>", (a,), (b,))
        return
    if most <= 0:
        yield Fact("implication", "=>", (a,), (b,))
    if least >= 0:
        yield Fact("implication", "=>", (b,), (a,))
    if (a, b) in scene.sums:
        low, high = scene.sums[a, b]
        if high <= 1:
            yield Fact("implication", "excludes", (a,), (b,))
        if low >= 1:
            yield Fact("implication", "or", (a,), (b,))


def _sums(scene: Scene, usable: set[int], logic: set[int]) -> Iterator[Fact]:
    """Sums of two terms that are bounded by more than the bounds of the terms."""
    for (a, b), (least, most) in scene.sums.items():
        if not {a, b} <= usable or {a, b} <= logic:
            continue
        (low_a, high_a), (low_b, high_b) = scene.ranges[a], scene.ranges[b]
        if low_a == high_a or low_b == high_b:
            continue
        if least == most:
            yield Fact("sum", Rel.EQ, (a, b), (), least)
            continue
        if most < high_a + high_b:
            yield Fact("sum", Rel.LE, (a, b), (), most)
        if least > low_a + low_b:
            yield Fact("sum", Rel.GE, (a, b), (), least)


def _triples(scene: Scene, usable: set[int]) -> Iterator[Fact]:
    """`a + b rel c` that is not implied by pairs of these terms and their bounds."""
    for (a, b, c), (least, most) in scene.triples.items():
        if not {a, b, c} <= usable or any(len({*scene.ranges[t]}) == 1 for t in (a, b, c)):
            continue
        if least == most:
            yield Fact("sum", Rel.EQ, (a, b), (c,), least)
            continue
        implied = _implied(scene, a, b, c)
        if most <= 0 and most < implied[1]:
            yield Fact("sum", Rel.LT if most < 0 else Rel.LE, (a, b), (c,))
        if least >= 0 and least > implied[0]:
            yield Fact("sum", Rel.GT if least > 0 else Rel.GE, (a, b), (c,))


def _implied(scene: Scene, a: int, b: int, c: int) -> tuple[int, int]:
    """The bounds of `a + b - c` that pairs imply."""
    ways = [
        (difference_of(scene, a, c), scene.ranges[b]),
        (difference_of(scene, b, c), scene.ranges[a]),
        (scene.sums[a, b], (-scene.ranges[c][1], -scene.ranges[c][0])),
    ]
    lows, highs = zip(*((x[0] + y[0], x[1] + y[1]) for x, y in ways), strict=True)
    return max(lows), min(highs)


def difference_of(scene: Scene, a: int, b: int) -> tuple[int, int]:
    """The extremes of `a - b`; the two terms were compared."""
    if a < b:
        return scene.differences[a, b]
    least, most = scene.differences[b, a]
    return -most, -least
