"""From a formula to branches: a tableau formula and acceptance conditions each.

    <>p /\\ ([]<>q \\/ <>[]r)       one branch: <>p, and the condition that ~r occurs only
                                  finitely often or q infinitely often (a Streett condition)
    <>p \\/ []q                    two branches

A behaviour satisfies the formula if it satisfies one of its branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from holdfast.check.liveness.formulas import (
    FALSE,
    Always,
    And,
    Constant,
    Eventually,
    Formula,
    Or,
    conjunction,
    disjunction,
    is_immediate,
    negation,
)
from holdfast.source import Diagnostic, Span, SpecError

MOST_BRANCHES = 20_000


@dataclass(frozen=True, slots=True)
class Condition:
    """If `bad` is true infinitely often, so is `good`; both are immediate formulas."""

    bad: Formula
    good: Formula


@dataclass(frozen=True, slots=True)
class Branch:
    """A conjunction: `rest` needs a tableau, the conditions do not."""

    rest: Formula
    conditions: tuple[Condition, ...]


def branches_of(f: Formula, span: Span | None) -> list[Branch]:
    """The branches of a formula."""
    conditions: dict[Condition, None] = {}
    rest: list[Formula] = []
    for item in f.items if isinstance(f, And) else (f,):
        condition = _condition(item)
        if condition is not None:
            conditions[condition] = None
        else:
            rest.append(item)
    found: dict[Branch, None] = {}
    for count, parts in enumerate(_choices(rest)):
        if count >= MOST_BRANCHES:
            message = f"the temporal formula has more than {MOST_BRANCHES:,} cases"
            raise SpecError(Diagnostic("temporal-unsupported", message, span))
        own = [c for c in map(_condition, parts) if c is not None]
        formula = conjunction(p for p in parts if _condition(p) is None)
        if formula != FALSE:
            found[Branch(formula, tuple(dict.fromkeys((*conditions, *own))))] = None
    return list(found)


def _condition(f: Formula) -> Condition | None:
    """The formula as one condition, if it is one."""
    good: list[Formula] = []
    bad: list[Formula] = []
    for item in f.items if isinstance(f, Or) else (f,):
        match item:
            case Always(Eventually(body)) if is_immediate(body):
                good.append(body)
            case Eventually(Always(body)) if is_immediate(body):
                bad.append(negation(body))
            case _:
                return None
    if len(bad) > 1:
        # `<>[]p \/ <>[]q` is not `<>[](p \/ q)`.
        return None
    return Condition(bad[0] if bad else Constant(True), disjunction(good))


def _choices(items: list[Formula]) -> Iterator[tuple[Formula, ...]]:
    """The disjuncts of a conjunction, each as its parts that are neither `/\\` nor `\\/`."""
    if not items:
        yield ()
        return
    first, *others = items
    match first:
        case And(parts):
            yield from _choices([*parts, *others])
        case Or(parts) if _condition(first) is None:
            yield from _distinct(_choices([part, *others]) for part in _merged(parts))
        case _:
            for rest in _choices(others):
                yield (first, *rest)


def _merged(parts: tuple[Formula, ...]) -> Iterator[Formula]:
    """The disjuncts, those that are one condition together as one."""
    good = [p for p in parts if isinstance(p, Always) and _condition(p) is not None]
    if good:
        yield disjunction(good)
    yield from (p for p in parts if p not in good)


def _distinct(
    groups: Iterable[Iterator[tuple[Formula, ...]]],
) -> Iterator[tuple[Formula, ...]]:
    seen: set[tuple[Formula, ...]] = set()
    for group in groups:
        for choice in group:
            if choice not in seen:
                seen.add(choice)
                yield choice
