"""The interface of an encoding of a `System`.

Two encodings implement this protocol: `unbounded/`, for all sizes of the constant sets, and
`bounded/`, for the constants of a configuration. Both raise a `SpecError` with the code
`smt-unsupported` and the exact location for constructs that they do not support.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeAlias

from holdfast.ir.expr import Expr
from holdfast.ir.system import Action
from holdfast.ir.values import Value
from holdfast.smt.solvers.model import Element
from holdfast.smt.terms.term import Term
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Lemma:
    """A fact of the library about sizes or quorums that a proof may use."""

    name: str
    statement: str
    justification: str = ""


class State(Protocol):
    """Symbols for the variables in one state; opaque outside its encoding."""

    @property
    def name(self) -> str:
        """The name of the state in the names of its symbols."""
        ...


class Interpretation(Protocol):
    """A solver's model of a satisfiable query (see `solve.py`)."""

    @property
    def universes(self) -> Mapping[str, tuple[str, ...]]:
        """The elements of each uninterpreted sort, by the sort's name."""
        ...

    def value(self, symbol: str, args: tuple[Element, ...] = ()) -> Element:
        """The value of a symbol at arguments: a Boolean, a number, or an element."""
        ...


Condition: TypeAlias = "tuple[Term, str, Span | None]"
"""A condition for the definedness of an operation, its description, and its location."""

NameValues: TypeAlias = Mapping[str, object]
"""Symbolic values of bound variables, opaque outside the encoding."""

NO_NAMES: NameValues = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Successor:
    """A step in functional form: if `guard` holds, the step leads to the state `after`.

    `parameters` are the fresh symbols of what the action chooses: its quantified names, in their
    order. The step exists for some values of the parameters exactly if the relational form does.
    """

    guard: Term
    parameters: tuple[tuple[str, Term], ...]
    after: State


class Encoding(Protocol):
    """The meaning of a `System` as formulas."""

    @property
    def scope(self) -> str:
        """`all sizes`, or the constants that it is about."""
        ...

    @property
    def assumed(self) -> tuple[str, ...]:
        """Hypotheses about constants that the spec does not state and a user accepted."""
        ...

    @property
    def lemmas_used(self) -> tuple[Lemma, ...]:
        """The lemmas of the library that the formulas made so far depend on."""
        ...

    def state(self, name: str) -> State:
        """Fresh symbols for each variable; equal names give equal symbols."""
        ...

    def hypotheses(self) -> tuple[tuple[str, Term], ...]:
        """Facts about the constants: assumptions of the spec and lemmas, with labels.

        Making a formula may add definitions and lemmas that it depends on: call this after all
        formulas of a query are made.
        """
        ...

    def typed(self, state: State) -> Term:
        """What every reachable state satisfies beyond the sorts of the symbols.

        It holds initially and every step preserves it by construction; it needs no proof.
        """
        ...

    def lemmas_about(self, state: State) -> tuple[tuple[str, Term], ...]:
        """Lemmas of the library about the values of the variables in a state, with labels."""
        ...

    def holds(
        self, e: Expr, state: State, after: State | None = None, names: NameValues = NO_NAMES
    ) -> Term:
        """A formula of the spec in a state, or a pair of them, as a term."""
        ...

    def starts(self, state: State) -> Term:
        """The state is initial."""
        ...

    def steps(self, action: Action, before: State, after: State) -> Term:
        """The action leads from one state to the other."""
        ...

    def successors(self, action: Action, before: State) -> tuple[Successor, ...] | None:
        """The action in functional form, one for each of its branches; None if it has none."""
        ...

    def conditions(
        self, e: Expr, state: State, after: State | None = None
    ) -> tuple[Condition, ...]:
        """What must hold for the evaluation of `e` to be defined."""
        ...

    def read_state(
        self, model: Interpretation, state: State, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the variables in a model; sets have the integers in a `window` only."""
        ...

    def read_constants(
        self, model: Interpretation, window: range | None = None
    ) -> Mapping[str, Value]:
        """The values of the constants in a model; elements of sorts become model values."""
        ...
