"""Tests and assignments to code: the leaves of the trees that actions become.

Each takes its continuation. An assignment becomes a test if its variable has a
value already, and removes the value when the continuation has returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from holdfast.interp.closures import not_boolean
from holdfast.interp.frames import MISSING, NEXT, NOW, Code, Frame
from holdfast.interp.sets import contains, elements
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.order import equal
from holdfast.ir.values import FALSE, TRUE, Boolean
from holdfast.source import Span

Run: TypeAlias = Callable[[Frame], None]
Place: TypeAlias = tuple[int, int]
"""A variable of the state being computed: the slot of the state in the frame, and its index."""

_ALWAYS_CANONICAL = frozenset((int, str, Boolean))


def require(code: Code, then: Run, e: ir.Expr) -> Run:
    """Continue if a formula holds."""

    def run(f: Frame) -> None:
        value = code(f)
        if value is TRUE:
            then(f)
        elif value is not FALSE:
            raise not_boolean(value).at(e.span)

    return run


def observe(code: Code, number: int, then: Run, e: ir.Expr, broken: list[int]) -> Run:
    """Continue; meanwhile, if a formula is false, the number of its assertion is among `broken`."""

    def run(f: Frame) -> None:
        value = code(f)
        if value is TRUE:
            then(f)
            return
        if value is not FALSE:
            raise not_boolean(value).at(e.span)
        broken.append(number)
        try:
            then(f)
        finally:
            broken.pop()

    return run


def assign(place: Place, code: Code, then: Run, span: Span | None) -> Run:
    """Assign a variable, or continue if it has that value already."""
    target, index = place

    def run(f: Frame) -> None:
        state = f[target]
        known = state[index]
        value = code(f)
        if type(value) not in _ALWAYS_CANONICAL:
            try:
                value = canonical(value)
            except EvalError as error:
                raise error.at(span) from None
        if known is None:
            state[index] = value
            f[MISSING] -= 1
            then(f)
            f[MISSING] += 1
            state[index] = None
        elif _same(known, value, span):
            then(f)

    return run


def keep(index: int, then: Run, span: Span | None) -> Run:
    """Assign a variable its value in the current state."""

    def run(f: Frame) -> None:
        state = f[NEXT]
        known, value = state[index], f[NOW][index]
        if known is None:
            state[index] = value
            f[MISSING] -= 1
            then(f)
            f[MISSING] += 1
            state[index] = None
        elif _same(known, value, span):
            then(f)

    return run


def keep_all(indices: tuple[int, ...], then: Run, one_by_one: Callable[[], Run]) -> Run:
    """Assign several variables their values in the current state, if none is assigned yet.

    Otherwise each is assigned or compared: `one_by_one` makes what does so, which is rare.
    """
    count = len(indices)
    slow: list[Run] = []

    def run(f: Frame) -> None:
        state, now = f[NEXT], f[NOW]
        for index in indices:
            if state[index] is not None:
                if not slow:
                    slow.append(one_by_one())
                return slow[0](f)
        for index in indices:
            state[index] = now[index]
        f[MISSING] -= count
        then(f)
        f[MISSING] += count
        for index in indices:
            state[index] = None
        return None

    return run


def assign_from(place: Place, code: Code, then: Run, span: Span | None) -> Run:
    """Assign a variable each element of a set, or continue if its value is in the set."""
    target, index = place

    def run(f: Frame) -> None:
        state = f[target]
        domain = code(f)
        known = state[index]
        try:
            if known is not None:
                if contains(domain, known):
                    then(f)
                return
            values = elements(domain)
        except EvalError as error:
            raise error.at(span) from None
        f[MISSING] -= 1
        for value in values:
            try:
                state[index] = canonical(value)
            except EvalError as error:
                raise error.at(span) from None
            then(f)
        f[MISSING] += 1
        state[index] = None

    return run


def _same(known: Any, value: Any, span: Span | None) -> bool:
    try:
        return equal(known, value)
    except EvalError as error:
        raise error.at(span) from None
