"""Drafts: facts that will be reported, quantified and joined where that says the same with less.

x >= 0 and x <= 5                                        x \\in 0..5
pc[i] = "a" => x[i] = 1 and pc[i] = "b" => x[i] = 1      pc[i] \\in {"a", "b"} => x[i] = 1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from holdfast.ir.values import FiniteSet, Value
from holdfast.mine.facts import Fact
from holdfast.mine.fold import Condition, Folded, Placed, covered, fold
from holdfast.mine.lattice import Rel
from holdfast.mine.terms import Term


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact; for all keys if there are `domains`, at the `values` of a control if there is one."""

    fact: Fact
    control: int | None = None
    values: tuple[Value, ...] = ()
    places: tuple[int, ...] = ()
    domains: tuple[FiniteSet, ...] = ()
    condition: Condition = ""


def draft(  # noqa: PLR0913  # the facts, what they are about, and what to make of them
    facts: Iterable[Placed],
    wanted: Sequence[Placed],
    terms: Sequence[Term],
    controls: Sequence[Term],
    *,
    quantify: bool,
    ranges: bool,
) -> list[Draft]:
    """The drafts for the wanted facts; all facts decide what can be quantified."""
    by_fact = covered(fold(facts, terms, controls)) if quantify else {}
    found: dict[Draft, None] = {}
    for placed in wanted:
        found.setdefault(_draft(placed, by_fact.get(placed)))
    joined = _with_values(found)
    return _with_ranges(joined) if ranges else joined


def _draft(placed: Placed, whole: Folded | None) -> Draft:
    if whole is None:
        values = () if placed.value is None else (placed.value,)
        return Draft(placed.fact, placed.control, values)
    example = whole.example
    values = () if example.value is None else (example.value,)
    return Draft(
        example.fact, example.control, values, whole.places, whole.domains, whole.condition
    )


def _with_values(drafts: Iterable[Draft]) -> list[Draft]:
    """Drafts that differ only in the value of the control become one."""
    found: dict[Draft, tuple[Value, ...]] = {}
    for each in drafts:
        key = replace(each, values=())
        found[key] = (*found.get(key, ()), *each.values)
    return [replace(key, values=values) for key, values in found.items()]


def _with_ranges(drafts: list[Draft]) -> list[Draft]:
    """A lower and an upper bound of a term become a range."""
    bounds = (Rel.GE, Rel.LE)
    low: dict[Draft, int] = {}
    for each in drafts:
        if each.fact.form == "bound" and each.fact.rel is Rel.GE:
            low[_bounded(each)] = each.fact.offset
    ranged = {
        _bounded(d): d.fact.offset
        for d in drafts
        if d.fact.form == "bound" and d.fact.rel is Rel.LE and _bounded(d) in low
    }
    found: dict[Draft, None] = {}
    for each in drafts:
        key = _bounded(each)
        if each.fact.form == "bound" and each.fact.rel in bounds and key in ranged:
            fact = replace(each.fact, rel="in", offset=low[key], upper=ranged[key])
            found.setdefault(replace(each, fact=fact))
        else:
            found.setdefault(each)
    return list(found)


def _bounded(each: Draft) -> Draft:
    return replace(each, fact=replace(each.fact, rel=Rel.NONE, offset=0))
