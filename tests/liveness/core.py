"""Temporal formulas in few shapes: atoms, `~`, `/\\`, `[]`, `[]<>`, `U` and `X`.

The truth value of `[]<>F` is the same at all positions of a behaviour. So values are chosen for
those formulas, one after the other, until the formula does not depend on others: the choice
between the two sides of a fairness condition is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from tests.liveness import formula as ltl
from tests.liveness.formula import Now, Step


@dataclass(frozen=True, slots=True)
class Not:
    """`~F`."""

    body: Core


@dataclass(frozen=True, slots=True)
class And:
    """`F /\\ G ...`; without parts it is true."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Always:
    """`[]F`."""

    body: Core


@dataclass(frozen=True, slots=True)
class Often:
    """`[]<>F`."""

    body: Core


@dataclass(frozen=True, slots=True)
class Until:
    """`F U G`."""

    left: Core
    right: Core


@dataclass(frozen=True, slots=True)
class Next:
    """`X F`."""

    body: Core


Core: TypeAlias = Now | Step | Not | And | Always | Often | Until | Next
Values: TypeAlias = Mapping[Core, bool]

TRUE = And(())
FALSE = Not(TRUE)


@dataclass(frozen=True, slots=True)
class Choice:
    """A formula without `[]<>`, and the formulas that are true infinitely often, or are not."""

    formula: Core
    visited: tuple[Core, ...]
    avoided: tuple[Core, ...]


def choices(formula: Core, chosen: Values) -> Iterator[Choice]:
    """All ways to choose the value of `[]<>F` for each F, as far as the formula depends on it."""
    if formula == FALSE:
        return
    undecided = next(recurring(formula), None)
    if undecided is None:
        visited = tuple(body for body, often in chosen.items() if often)
        avoided = tuple(body for body, often in chosen.items() if not often)
        yield Choice(formula, visited, avoided)
        return
    for often in (True, False):
        more = {**chosen, undecided: often}
        yield from choices(substituted(formula, more), more)


def recurring(formula: Core) -> Iterator[Core]:
    """The body F of each `[]<>F`, the innermost first."""
    match formula:
        case Now() | Step():
            return
        case And(parts):
            for part in parts:
                yield from recurring(part)
        case Not(body) | Always(body) | Next(body):
            yield from recurring(body)
        case Until(left, right):
            yield from recurring(left)
            yield from recurring(right)
        case Often(body):
            yield from recurring(body)
            yield body
        case _:
            assert_never(formula)


def core(formula: ltl.Formula) -> Core:
    """A formula in the shapes of this module."""
    match formula:
        case Now() | Step():
            return formula
        case ltl.Not(body):
            return negation(core(body))
        case ltl.And(parts):
            return conjunction(map(core, parts))
        case ltl.Or(parts):
            return negation(conjunction(negation(core(part)) for part in parts))
        case ltl.Always(body):
            return always(core(body), {})
        case ltl.Eventually(body):
            return negation(always(negation(core(body)), {}))
        case ltl.Until(left, right):
            return Until(core(left), core(right))
        case ltl.Next(body):
            return Next(core(body))
        case _:
            assert_never(formula)


def substituted(formula: Core, often: Values) -> Core:
    """A formula with the chosen values of `[]<>F`."""
    match formula:
        case Now() | Step():
            return formula
        case Not(body):
            return negation(substituted(body, often))
        case And(parts):
            return conjunction(substituted(part, often) for part in parts)
        case Always(body):
            return always(substituted(body, often), often)
        case Often(body):
            return infinitely_often(substituted(body, often), often)
        case Until(left, right):
            return Until(substituted(left, often), substituted(right, often))
        case Next(body):
            return Next(substituted(body, often))
        case _:
            assert_never(formula)


def negation(formula: Core) -> Core:
    """`~F`, and F for `~~F`."""
    return formula.body if isinstance(formula, Not) else Not(formula)


def conjunction(parts: Iterable[Core]) -> Core:
    """A conjunction without those parts that are true."""
    kept = tuple(dict.fromkeys(part for part in parts if part != TRUE))
    if FALSE in kept:
        return FALSE
    return kept[0] if len(kept) == 1 else And(kept)


def always(body: Core, often: Values) -> Core:
    """`[]F`; what is the same at all positions stays as it is."""
    match body:
        case Not(Always(never)):
            return infinitely_often(negation(never), often)
        case Often() | Not(Often()) | And(()) | Not(And(())):
            return body
        case _:
            return Always(body)


def infinitely_often(body: Core, often: Values) -> Core:
    """`[]<>F`, or its value if that is chosen."""
    if body in often:
        return TRUE if often[body] else FALSE
    match body:
        case Often() | Not(Often()) | And(()) | Not(And(())):
            return body
        case _:
            return Often(body)
