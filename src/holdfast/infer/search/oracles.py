"""Oracles: sources of counterexamples to induction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, assert_never

from holdfast.cancellation import tick
from holdfast.infer.cti.cti import Finder, Found, Kept, Unclear
from holdfast.infer.lift import Lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.expr import map_children
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Leaving:
    """States of the lifted system in which some lemmas hold, each with a step that breaks one."""

    states: tuple[State, ...]


Reply: TypeAlias = Leaving | Kept | Unclear
"""The reply of an oracle: a solver that gave up differs from one that found nothing."""


class Oracle(Protocol):
    """Finds states from which a step breaks a set of lemmas that hold there."""

    def ask(self, lemmas: list[ir.Expr], given: Sequence[ir.Expr] = ()) -> Reply:
        """Some such states; that there are none, if that is proved; or why it is unknown.

        Lemmas that are `given` hold before the step; they need not hold after it.
        """
        ...


class Nearby:
    """Searches random states near reachable ones."""

    def __init__(self, mutator: Mutator, machine: Machine, tries: int, most: int = 4) -> None:
        self.mutator = mutator
        self.machine = machine
        self.tries = tries
        self.most = most

    def ask(self, lemmas: list[ir.Expr], given: Sequence[ir.Expr] = ()) -> Reply:
        """Some states near reachable ones with a step that breaks a lemma."""
        tests = [self.machine.test(e) for e in lemmas]
        known = [self.machine.test(e) for e in given]
        found = []
        for state in self.mutator.some(self.tries):
            tick()
            try:
                if all(t(state) for t in (*tests, *known)) and self._breaks(state, tests):
                    found.append(state)
            except EvalError:
                continue
            if len(found) >= self.most:
                break
        if not found:
            return Unclear(f"none of {self.tries} random states has such a step")
        return Leaving(tuple(found))

    def _breaks(self, state: State, tests: list) -> bool:  # type: ignore[type-arg]
        return any(
            not all(t(after) for t in tests)
            for mover in self.machine.movers
            for after in self.machine.successors(state, mover)
        )


class Solver:
    """Queries a solver, with more and more elements in each sort.

    `known` are constants that the states of a solver do not have.
    """

    def __init__(
        self, finders: list[Finder], lifted: Lifted, known: Mapping[str, Value] | None = None
    ) -> None:
        self.finders = finders
        self.lifted = lifted
        self.known = dict(known or {})
        self.calls = 0
        self.plain: dict[int, tuple[ir.Expr, ir.Expr]] = {}

    def ask(self, lemmas: list[ir.Expr], given: Sequence[ir.Expr] = ()) -> Reply:
        """A state with a step that breaks a lemma, at the smallest size that has one."""
        plain = [self._unlifted(e) for e in lemmas]
        known = [self._unlifted(e) for e in given]
        unclear = None if self.finders else _NOBODY
        for finder in self.finders:
            self.calls += 1
            found = finder.find([*plain, *known], plain)
            match found:
                case Found(constants, state):
                    row = tuple(state[v] for v in self.lifted.variables)
                    return Leaving((self.lifted.row({**self.known, **constants}, row),))
                case Unclear():
                    unclear = unclear or found
                case Kept():
                    pass
                case _:
                    assert_never(found)
        return unclear or Kept()

    def _unlifted(self, e: ir.Expr) -> ir.Expr:
        known = self.plain.get(id(e))
        if known is None:
            # Keep a reference to the formula, so that its `id` is not reused.
            known = self.plain[id(e)] = (e, unlifted(e, self.lifted))
        return known[1]


_NOBODY = Unclear("the formula of a step is too large even for a few elements")


def unlifted(e: ir.Expr, lifted: Lifted) -> ir.Expr:
    """An expression of the lifted system, for the original one."""
    constants = frozenset(lifted.constants)

    def rule(part: ir.Expr) -> ir.Expr:
        match part:
            case ir.Name(name) if name in constants:
                return ir.Call(name, (), span=part.span)
            case _:
                return map_children(rule, part)

    return rule(e)
