"""Hash-consed terms: sorts, symbols, and immutable nodes.

Equal terms, also up to the names of bound variables, are one object, so `is` compares them. The
constructors in `logic.py` ensure that; every sort is non-empty, as in SMT-LIB.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias
from weakref import WeakValueDictionary


@dataclass(frozen=True, slots=True)
class Sort:
    """The sort of a term: `BOOL`, `INT`, `REAL`, or an uninterpreted one."""

    name: str
    given: bool = False


BOOL = Sort("Bool", given=True)
INT = Sort("Int", given=True)
REAL = Sort("Real", given=True)
LENGTH_OF = "Len "
"""The prefix of the names of symbols that are lengths of sequences."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An uninterpreted function, relation (its result is `BOOL`) or constant (no arguments)."""

    name: str
    args: tuple[Sort, ...]
    result: Sort

    def __call__(self, *args: Term) -> Term:
        """The symbol applied to terms of its argument sorts."""
        assert tuple(a.sort for a in args) == self.args, f"{self} applied to {args}"
        return make(self, args, self.result)


class Head(Enum):
    """The interpreted functions, by their SMT-LIB names."""

    AND = "and"
    OR = "or"
    NOT = "not"
    IFF = "= "
    ITE = "ite"
    EQ = "="
    DISTINCT = "distinct"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "div"
    MOD = "mod"
    DIVIDE = "/"
    TO_REAL = "to_real"
    NEG = "- "
    LT = "<"
    LE = "<="

    # Terms are found by their shapes: the hash of a name, which Enum has, takes longer.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Constant:
    """A Boolean or a number; the class distinguishes 1 from true, and from the real number 1."""

    value: bool | int | Fraction
    of: type


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable to be bound; bound ones are numbered from the inside out and have no name."""

    name: str
    sort: Sort
    index: int = 0


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`forall` or `exists`, its variables, and its patterns (triggers)."""

    universal: bool
    variables: tuple[Term, ...]
    patterns: tuple[tuple[Term, ...], ...] = ()


Shape: TypeAlias = Symbol | Head | Constant | Variable | Quantifier


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Term:
    """A formula or another term; `free` are its free variables, `height` counts binders."""

    shape: Shape
    args: tuple[Term, ...]
    sort: Sort
    free: frozenset[Term]
    height: int

    def __repr__(self) -> str:
        match self.shape:
            case Symbol(name) | Variable(name, _, 0):
                head = name
            case Variable(_, sort, index):
                head = f"{sort.name}_{index}"
            case Constant(value):
                head = str(value)
            case Head() as op:
                head = op.value
            case Quantifier(universal, variables):
                head = f"{'forall' if universal else 'exists'} {variables}"
        return f"({' '.join([head, *map(repr, self.args)])})" if self.args else head

    def __reduce__(self) -> tuple[object, ...]:
        return make, (self.shape, self.args, self.sort)


_TERMS: WeakValueDictionary[tuple[Shape, tuple[Term, ...]], Term] = WeakValueDictionary()
_NEW = threading.Lock()
"""Held while a term is added: threads that make equal terms must get the same object."""
_NOTHING: frozenset[Term] = frozenset()


def make(shape: Shape, args: tuple[Term, ...], sort: Sort) -> Term:
    """The one term with this shape and these arguments."""
    key = (shape, args)
    found = _TERMS.get(key)
    if found is not None:
        return found
    free = _NOTHING.union(*(a.free for a in args)) if args else _NOTHING
    height = max((a.height for a in args), default=0)
    match shape:
        case Quantifier(_, variables):
            free, height = free.difference(variables), height + len(variables)
        case _:
            pass
    term = Term(shape, args, sort, free, height)
    if isinstance(shape, Variable):
        object.__setattr__(term, "free", frozenset((term,)))
    with _NEW:
        return _TERMS.setdefault(key, term)


def existing(shape: Shape, args: tuple[Term, ...]) -> Term | None:
    """The term with this shape and these arguments, if it was made before."""
    return _TERMS.get((shape, args))


# ---- literals and variables ----

TRUE = make(Constant(True, bool), (), BOOL)
FALSE = make(Constant(False, bool), (), BOOL)


def truth(value: bool) -> Term:
    """The formula true or false."""
    return TRUE if value else FALSE


def number(value: int) -> Term:
    """An integer."""
    return make(Constant(value, int), (), INT)


def real(value: Fraction) -> Term:
    """A rational number, as a real number."""
    return make(Constant(value, Fraction), (), REAL)


def variable(name: str, sort: Sort) -> Term:
    """A variable, to be bound by a quantifier; equal names and sorts are one variable."""
    return make(Variable(name, sort), (), sort)


def as_number(t: Term) -> int | None:
    """The number that a literal is."""
    match t.shape:
        case Constant(int(value), of) if of is int:
            return value
        case _:
            return None


# ---- walking ----


def subterms(*roots: Term) -> Iterator[Term]:
    """Every term below the roots, and they themselves, once each, arguments first."""
    seen: set[Term] = set()
    done: set[Term] = set()
    pending = [*reversed(roots)]
    while pending:
        t = pending[-1]
        if t not in seen:
            seen.add(t)
            if isinstance(t.shape, Quantifier):
                pending += [a for group in reversed(t.shape.patterns) for a in reversed(group)]
            pending += [a for a in reversed(t.args) if a not in seen]
        else:
            pending.pop()
            if t not in done:
                done.add(t)
                yield t


def symbols(*roots: Term) -> tuple[Symbol, ...]:
    """The uninterpreted symbols that occur, in the order of their first occurrence."""
    return tuple(dict.fromkeys(t.shape for t in subterms(*roots) if isinstance(t.shape, Symbol)))
