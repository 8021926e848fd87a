"""What an encoding of a `System` offers to those who ask a solver about it.

Two encodings meet this protocol: `unbounded.py`, for all sizes of the constant sets, and
`bounded.py`, for the constants of a configuration. Both raise a `SpecError` with the code
`smt-unsupported` and the exact place for what they cannot express.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeAlias

from holdfast.ir.expr import Expr
from holdfast.ir.system import Action
from holdfast.ir.values import Value
from holdfast.smt.terms.term import Term
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Lemma:
    """A fact of the library about sizes or quorums that a proof may use."""

    name: str
    statement: str
    justification: str = ""


class State(Protocol):
    """Symbols for the variables in one state; only the encoding that made it looks inside."""

    @property
    def name(self) -> str:
        """What the state is called in the names of its symbols."""
        ...


class Interpretation(Protocol):
    """What a solver says of the symbols when a question is satisfiable (see `solve.py`)."""

    @property
    def universes(self) -> Mapping[str, tuple[str, ...]]:
        """The elements of each uninterpreted sort, by the sort's name."""
        ...

    def value(self, symbol: str, args: tuple[bool | int | str, ...] = ()) -> bool | int | str:
        """The value of a symbol at arguments: a truth value, a number, or an element."""
        ...


Condition: TypeAlias = "tuple[Term, str, Span | None]"
"""A formula that must hold where an operation is evaluated, what it says, and where."""

NameValues: TypeAlias = Mapping[str, object]
"""Symbolic values of bound names; what they are is the encoding's business."""

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
        """The lemmas of the library that formulas made so far rest on."""
        ...

    def state(self, name: str) -> State:
        """Fresh symbols for each variable; equal names give equal symbols."""
        ...

    def hypotheses(self) -> tuple[tuple[str, Term], ...]:
        """What holds of the constants: assumptions of the spec and lemmas, with labels.

        Making a formula may add definitions and lemmas that it rests on: ask for the hypotheses
        of a question after all its formulas are made.
        """
        ...

    def typed(self, state: State) -> Term:
        """What every reachable state satisfies beyond the sorts of the symbols.

        It holds initially and is kept by every step by construction; nobody has to prove it.
        """
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

    def read_state(self, model: Interpretation, state: State) -> Mapping[str, Value]:
        """The values of the variables in a model."""
        ...

    def read_constants(self, model: Interpretation) -> Mapping[str, Value]:
        """The values of the constants in a model; elements of sorts become model values."""
        ...
