"""Facts that hold for all keys become one quantified relation.

`number[1] <= highest[1]` and `number[2] <= highest[2]` have one pattern, `number[i] <= highest[i]`.
If a pattern holds for all its keys, different names being different keys, it is quantified; with
numbers as keys, also if it holds whenever `i < j`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Literal, TypeAlias

from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Value
from holdfast.mine.facts import Fact, Word
from holdfast.mine.lattice import Rel
from holdfast.mine.terms import Key, Term

_SYMMETRIC = {Rel.EQ, Rel.NE, "<=>", "excludes", "or"}
Condition: TypeAlias = Literal["", "different", "ascending"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact in a scene: of all states (`control` None), or of those with a control at a value."""

    fact: Fact
    control: int | None = None
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Folded:
    """A fact for all keys: `example` is one instance, `places` has the name of each of its keys.

    The keys are those of the control, then of the terms. `covers` are the facts that it implies.
    """

    example: Placed
    places: tuple[int, ...]
    domains: tuple[FiniteSet, ...]
    condition: Condition
    covers: frozenset[Placed]


def fold(facts: Iterable[Placed], terms: Sequence[Term], controls: Sequence[Term]) -> list[Folded]:
    """The quantified facts, strongest first."""
    return _Fold(terms, controls).run(facts)


_Pattern: TypeAlias = tuple[object, ...]
_Groups: TypeAlias = dict[_Pattern, dict[tuple[Value, ...], tuple[Placed, Placed]]]


class _Fold:
    def __init__(self, terms: Sequence[Term], controls: Sequence[Term]) -> None:
        self.terms = terms
        self.controls = controls

    def run(self, facts: Iterable[Placed]) -> list[Folded]:
        """Group the facts and those that they imply by pattern; keep the complete groups."""
        groups: _Groups = defaultdict(dict)
        for fact in facts:
            for variant in _variants(fact):
                keys = self.keys(variant)
                if keys:
                    values, places = _named(keys)
                    pattern = self._pattern(variant, places, keys)
                    known = groups[pattern].get(values)
                    if known is None or _is_stronger(variant, known[0]):
                        groups[pattern][values] = variant, fact
        found = [f for pattern, group in groups.items() for f in self._folded(pattern, group)]
        return self._without_repetition(self._joined(found))

    def keys(self, placed: Placed) -> list[Key]:
        """The keys of the control and of the terms."""
        own = [] if placed.control is None else list(self.controls[placed.control].keys)
        return [*own, *(k for t in placed.fact.terms for k in self.terms[t].keys)]

    def _pattern(self, placed: Placed, places: tuple[int, ...], keys: list[Key]) -> _Pattern:
        fact = placed.fact
        control = None if placed.control is None else self.controls[placed.control].family
        families = tuple(self.terms[t].family for t in fact.terms)
        offset = None if _is_bounding(fact) else fact.offset
        shape = fact.form, fact.rel, len(fact.left), offset, fact.modulus
        return shape, control, placed.value, families, places

    def _folded(
        self, pattern: _Pattern, group: dict[tuple[Value, ...], tuple[Placed, Placed]]
    ) -> Iterator[Folded]:
        example = next(iter(group.values()))[0]
        _, places = _named(self.keys(example))
        domains = _domains(self.keys(example), places)
        if all(len(d.elements) < 2 for d in domains):
            return
        for condition in _conditions(domains):
            wanted = list(_assignments(domains, condition))
            if wanted and all(each in group for each in wanted):
                chosen = [group[each] for each in wanted]
                weakest = _weakest([variant for variant, _ in chosen])
                covers = frozenset(
                    original for variant, original in chosen if _same(variant, weakest, original)
                )
                yield Folded(weakest, places, domains, condition, covers)
                return

    def _joined(self, found: list[Folded]) -> list[Folded]:
        """What holds for equal keys and for different ones holds for all."""
        by_shape: dict[object, list[Folded]] = defaultdict(list)
        for f in found:
            by_shape[self._shape(f)].append(f)
        joined: list[Folded] = []
        for same in by_shape.values():
            apart = next((f for f in same if f.places == (0, 1) and f.condition), None)
            equal = next((f for f in same if f.places == (0, 0)), None)
            if apart is None or equal is None or apart.condition != "different":
                joined += same
                continue
            weakest = _weakest([apart.example, equal.example])
            both = replace(apart, example=weakest, condition="", covers=apart.covers | equal.covers)
            joined += [both, *(f for f in same if f not in (apart, equal))]
        return joined

    def _shape(self, f: Folded) -> object:
        fact = f.example.fact
        families = tuple(self.terms[t].family for t in fact.terms)
        offset = None if _is_bounding(fact) else fact.offset
        shape = fact.form, fact.rel, len(fact.left), offset, fact.modulus
        return shape, f.example.control, f.example.value, families

    def _without_repetition(self, found: list[Folded]) -> list[Folded]:
        """Of a relation and its converse the one whose terms are in order; none that is implied."""
        kept: dict[object, Folded] = {}
        for f in found:
            if not f.covers:
                continue  # each instance says more
            key = f.covers, f.example.control, f.example.value
            known = kept.get(key)
            if known is None or self._rank(f) < self._rank(known):
                kept[key] = f
        return sorted(kept.values(), key=self._rank)

    def _rank(self, f: Folded) -> tuple[object, ...]:
        fact = f.example.fact
        order = [Rel.EQ, "<=>", Rel.LT, Rel.GT, Rel.LE, Rel.GE, "=>", "excludes", "or", Rel.NE]
        return order.index(fact.rel), ["", "different", "ascending"].index(f.condition), fact.terms


def _variants(placed: Placed) -> Iterator[Placed]:
    """The fact itself, what it implies, and all of them from right to left."""
    fact = placed.fact
    rels: list[Rel | Word] = [fact.rel]
    if isinstance(fact.rel, Rel) and not fact.modulus:
        rels += [r for r in fact.rel.weaker if r is not Rel.NE or fact.form == "order"]
    for rel in rels:
        one = replace(fact, rel=rel)
        yield replace(placed, fact=one)
        if len(fact.left) == 2:
            yield replace(placed, fact=replace(one, left=fact.left[::-1]))
        elif fact.right:
            other = _converse(one)
            if other is not None:
                yield replace(placed, fact=other)


def _converse(fact: Fact) -> Fact | None:
    if isinstance(fact.rel, Rel):
        return replace(
            fact, rel=fact.rel.converse, left=fact.right, right=fact.left, offset=-fact.offset
        )
    if fact.rel in _SYMMETRIC:
        return replace(fact, left=fact.right, right=fact.left)
    return None


def _is_bounding(fact: Fact) -> bool:
    """Whether a greater or smaller number makes the fact weaker."""
    return fact.form in ("bound", "difference", "sum") and fact.rel in (Rel.LE, Rel.GE)


def _is_stronger(a: Placed, b: Placed) -> bool:
    less = a.fact.offset < b.fact.offset
    return (
        _is_bounding(a.fact) and a.fact.offset != b.fact.offset and less == (a.fact.rel is Rel.LE)
    )


def _weakest(facts: list[Placed]) -> Placed:
    if not _is_bounding(facts[0].fact):
        return facts[0]
    choose = max if facts[0].fact.rel is Rel.LE else min
    return choose(facts, key=lambda p: p.fact.offset)


def _same(variant: Placed, weakest: Placed, original: Placed) -> bool:
    """Whether the quantified fact says as much as the original one."""
    if variant.fact.offset != weakest.fact.offset:
        return False
    return original.fact.rel in (variant.fact.rel, getattr(variant.fact.rel, "converse", None))


def _named(keys: Sequence[Key]) -> tuple[tuple[Value, ...], tuple[int, ...]]:
    """The different keys in order, and which of them is at each place."""
    names: dict[tuple[FiniteSet, Value], int] = {}
    places = tuple(names.setdefault((k.domain, k.value), len(names)) for k in keys)
    return tuple(value for _, value in names), places


def _domains(keys: Sequence[Key], places: tuple[int, ...]) -> tuple[FiniteSet, ...]:
    found: dict[int, FiniteSet] = {}
    for key, place in zip(keys, places, strict=True):
        found.setdefault(place, key.domain)
    return tuple(found.values())


def _conditions(domains: tuple[FiniteSet, ...]) -> Iterator[Condition]:
    if len(domains) == 1 or len(set(domains)) == len(domains):
        yield ""
        return
    yield "different"
    if len(domains) == 2 and all(isinstance(v, int) for v in domains[0].elements):
        yield "ascending"


def _assignments(
    domains: tuple[FiniteSet, ...], condition: Condition
) -> Iterator[tuple[Value, ...]]:
    """The keys that names may have: names of one domain have different ones."""
    if len(set(domains)) == 1:
        for keys in permutations(ordered(domains[0]), len(domains)):
            if condition != "ascending" or keys == tuple(sorted(keys)):  # type: ignore[type-var]  # they are numbers
                yield keys
        return
    for keys in product(*map(ordered, domains)):
        pairs = list(zip(domains, keys, strict=True))
        if len(set(pairs)) == len(pairs):
            yield keys


def covered(folded: Iterable[Folded]) -> Mapping[Placed, Folded]:
    """For each fact that is quantified, the first relation that implies it."""
    found: dict[Placed, Folded] = {}
    for each in folded:
        for fact in each.covers:
            found.setdefault(fact, each)
    return found
