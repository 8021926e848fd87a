"""Symbolic values: the possible values of an expression over unknown variables.

A known value is a value of the interpreter. Other values are represented as explicitly as possible:
a set has its possible elements, each with a condition; a function has its possible arguments; one
of several values is a list of cases. The conditions of cases are mutually exclusive. Where none of
them holds, the expression is undefined, and its value is arbitrary.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from holdfast.ir.notation import show
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Record, Value
from holdfast.smt.terms.term import TRUE, Term


@dataclass(frozen=True, slots=True, eq=False)
class SymBool:
    """A formula."""

    term: Term


@dataclass(frozen=True, slots=True, eq=False)
class SymInt:
    """A number, between `low` and `high` where those are known."""

    term: Term
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SymSet:
    """A finite set: known elements, each with a formula, and unknown ones, perhaps equal."""

    known: Mapping[Value, Term]
    rest: tuple[tuple[Sym, Term], ...] = ()

    def members(self) -> list[tuple[Sym, Term]]:
        """All elements with the formulas that say when they are in the set."""
        return [*self.known.items(), *self.rest]


@dataclass(frozen=True, slots=True, eq=False)
class SymFun:
    """A function: its possible arguments, when each is one, and its value there.

    Records, tuples and sequences are functions. `sequence`: the arguments are 1..n for some n.
    """

    entries: Mapping[Value, tuple[Term, Sym]]
    sequence: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Mixed:
    """One of several values of which none is itself mixed."""

    cases: tuple[tuple[Term, Sym], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A function on a set that is not enumerated, or a recursive one: evaluated on application."""

    domain: Sym
    apply: Callable[[Sym, Any], Sym]
    known: dict[Value, Sym] = field(default_factory=dict)


# ---- sets that are not enumerated ----


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """`low .. high` where a bound is not known."""

    low: Sym
    high: Sym


@dataclass(frozen=True, slots=True, eq=False)
class Powerset:
    """`SUBSET base`."""

    base: Sym


@dataclass(frozen=True, slots=True, eq=False)
class FunctionSet:
    """`[domain -> range]`."""

    domain: Sym
    range: Sym


@dataclass(frozen=True, slots=True, eq=False)
class PartialFunctions:
    """The functions from subsets of a set."""

    domain: Sym
    range: Sym


@dataclass(frozen=True, slots=True, eq=False)
class RecordSet:
    """`[name : S, ...]`; also `S \\X T`, whose names are 1, 2, ..."""

    fields: tuple[tuple[Value, Sym], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SequenceSet:
    """`Seq(base)`; of those, only the ones with at most `longest` items, if that is given."""

    base: Sym
    longest: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """`Nat`, `Int`, `Real` or `STRING`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Filtered:
    """The elements of a set that is not enumerated that satisfy a test."""

    base: Sym
    test: Callable[[Sym, Any], Term]


@dataclass(frozen=True, slots=True, eq=False)
class Combined:
    """A union, intersection or difference with a set that is not enumerated."""

    operator: str
    left: Sym
    right: Sym


LazySym: TypeAlias = (
    Range
    | Powerset
    | FunctionSet
    | PartialFunctions
    | RecordSet
    | SequenceSet
    | Given
    | Filtered
    | Combined
)
LAZY = (
    Range,
    Powerset,
    FunctionSet,
    PartialFunctions,
    RecordSet,
    SequenceSet,
    Given,
    Filtered,
    Combined,
)
Sym: TypeAlias = "Value | SymBool | SymInt | SymSet | SymFun | Mixed | Rule | LazySym"

NOTHING = Mixed(())
"""The value of an undefined expression."""

_CONCRETE = frozenset((int, str, Boolean, ModelValue, FiniteSet, tuple, Record, Function))
_MOST_TEXT = 60
"""The maximal length of a value's text in the name of a symbol."""

_KINDS: Mapping[type, str] = {
    Boolean: "boolean",
    SymBool: "boolean",
    int: "number",
    SymInt: "number",
    str: "string",
    ModelValue: "model value",
    FiniteSet: "set",
    SymSet: "set",
    tuple: "function",
    Record: "function",
    Function: "function",
    SymFun: "function",
    Rule: "function",
    **dict.fromkeys(LAZY, "set"),
}


def is_known(v: Sym) -> bool:
    """Whether a value is known, that is, a value of the interpreter."""
    return type(v) in _CONCRETE


def kind_of(v: Sym) -> str:
    """The kind of a value that is not mixed."""
    return _KINDS[type(v)]


def cases(v: Sym) -> Sequence[tuple[Term, Sym]]:
    """The cases of a value; their conditions are mutually exclusive."""
    return v.cases if isinstance(v, Mixed) else ((TRUE, v),)


def short_text(v: Sym, otherwise: str = "something") -> str:
    """A value in TLA+, for the name of a symbol; `otherwise` if it is not known or long."""
    if not is_known(v):
        return otherwise
    text = show(v, sort=False)  # type: ignore[arg-type]  # is_known says that it is a Value
    return text if len(text) <= _MOST_TEXT else otherwise
