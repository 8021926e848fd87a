"""Vacuous implications: those whose left side is true in no state.

For each implication of an invariant, a formula says that its left side is true for some
values of the names around it:

    \\A p \\in P : a(p) => (b(p) => c)        \\E p \\in P : a(p)
                                            \\E p \\in P : a(p) /\\ b(p)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System
from holdfast.source import Span

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.interp.step import State

_LONGEST = 100
Wrap: TypeAlias = Callable[[ir.Expr], ir.Expr]


@dataclass(frozen=True, slots=True)
class Implication:
    """An implication inside an invariant, and the formula that its left side can be true."""

    invariant: str
    text: str
    triggered: ir.Expr
    right: ir.Expr
    span: Span | None


def implications(system: System, invariant: Property) -> tuple[Implication, ...]:
    """The implications of an invariant below conjunctions and universal quantifiers."""
    return tuple(_below(system.definitions, invariant.name, invariant.expr, _itself, 0))


def _below(
    definitions: Mapping[str, ir.Definition], invariant: str, e: ir.Expr, wrap: Wrap, depth: int
) -> Iterator[Implication]:
    match e:
        case ir.Apply(Op.AND, items):
            for item in items:
                yield from _below(definitions, invariant, item, wrap, depth)
        case ir.Bind(Binder.FORALL, bounds, body):
            yield from _below(definitions, invariant, body, _for_some(bounds, wrap), depth)
        case ir.Let(local, body):
            yield from _below(definitions, invariant, body, _within(local, wrap), depth)
        case ir.Apply(Op.IMPLIES, (left, right)):
            yield Implication(invariant, _text(e), wrap(left), right, e.span)
            yield from _below(definitions, invariant, right, _given(left, wrap), depth)
        case ir.Call(name, args) if name in definitions and depth < len(definitions):
            called = definitions[name]
            if not called.recursive and not called.operators:
                body = substitute(called.body, dict(zip(called.params, args, strict=True)))
                yield from _below(definitions, invariant, body, wrap, depth + 1)
        case _:
            return


def _itself(e: ir.Expr) -> ir.Expr:
    return e


def _for_some(bounds: tuple[ir.Bound, ...], wrap: Wrap) -> Wrap:
    return lambda e: wrap(ir.Bind(Binder.EXISTS, bounds, e, span=e.span))


def _within(definitions: tuple[ir.Definition, ...], wrap: Wrap) -> Wrap:
    return lambda e: wrap(ir.Let(definitions, e, span=e.span))


def _given(left: ir.Expr, wrap: Wrap) -> Wrap:
    return lambda e: wrap(ir.Apply(Op.AND, (left, e), span=e.span))


def _text(e: ir.Expr) -> str:
    text = re.sub(r"\s+", " ", e.span.text if e.span is not None else show_expr(e))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


class Vacuity:
    """Watches states for the implications of invariants whose left side is never true."""

    def __init__(self, machine: Machine, invariants: Iterable[Property]) -> None:
        self.machine = machine
        self._waiting = [i for p in invariants for i in implications(machine.system, p)]

    def observe(self, state: State) -> None:
        """Look at one more state; an implication is dropped once its left side was true."""
        if self._waiting:
            self._waiting = [i for i in self._waiting if self._still_waits(i, state)]

    def _still_waits(self, implication: Implication, state: State) -> bool:
        try:
            return not self.machine.holds(implication.triggered, state)
        except EvalError:
            # Its vacuity is unknown: the invariant itself reports the error.
            return False

    def awaited(self) -> tuple[ir.Expr, ...]:
        """For each implication, the formula that its left side can be true."""
        return tuple(i.triggered for i in self._waiting)

    def keep(self, awaited: Iterable[ir.Expr]) -> None:
        """Drop all implications but those whose formulas, as `awaited` gave them, are these."""
        kept = {id(e) for e in awaited}
        self._waiting = [i for i in self._waiting if id(i.triggered) in kept]

    def never_true(self) -> tuple[str, ...]:
        """The implications whose left side was true in no state so far."""
        return tuple(dict.fromkeys(f"`{i.text}` in {i.invariant}" for i in self._waiting))


def tautologies(system: System) -> tuple[str, ...]:
    """The implications of invariants that are tautologies: those that imply TRUE."""
    found = (i for p in system.invariants for i in implications(system, p))
    return tuple(f"`{i.text}` in {i.invariant}" for i in found if i.right == ir.TRUE)
