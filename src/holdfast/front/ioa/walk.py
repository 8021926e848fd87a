"""The parts of expressions, in one place: a new kind of expression is a type error here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.front.ioa import tree


def children(e: tree.Expr) -> tuple[tree.Expr, ...]:  # a case for each kind
    """The direct sub-expressions of an expression."""
    match e:
        case tree.Literal() | tree.Local() | tree.Parameter() | tree.Variable():
            return ()
        case tree.ComponentVariable(path):
            return tuple(index for _, index in path if index is not None)
        case tree.Apply(_, items) | tree.Call(_, items) | tree.UserCall(_, items):
            return items
        case tree.SetOf(items) | tree.SeqOf(items) | tree.TupleOf(items) | tree.MsetOf(items):
            return items
        case tree.RecordOf(items) | tree.TemporalFormula(_, items):
            return items
        case tree.IfElse(test, yes, no):
            return (test, yes, no)
        case tree.Quantifier(_, bounds, body):
            return (*_domains(bounds), body)
        case tree.SetComprehension(element, bounds, condition):
            return (*_domains(bounds), *_given(condition), element)
        case tree.SeqComprehension(element, bound, condition):
            return (*_domains((bound,)), *_given(condition), element)
        case tree.MapComprehension(bound, value):
            return (*_domains((bound,)), value)
        case tree.Field(record):
            return (record,)
        case tree.Index(of, index):
            return (of, index)
        case tree.Slice(of, low, high):
            return (of, *_given(low), *_given(high))
        case _:
            assert_never(e)


def walk(e: tree.Expr) -> Iterator[tree.Expr]:
    """An expression and all its parts, parents first."""
    pending = [e]
    while pending:
        e = pending.pop()
        yield e
        pending.extend(reversed(children(e)))


def free_locals(e: tree.Expr) -> frozenset[str]:
    """The local names that an expression does not bind itself."""
    match e:
        case tree.Local(name):
            return frozenset((name,))
        case tree.Quantifier(_, bounds) | tree.SetComprehension(_, bounds):
            bound = frozenset(b.name for b in bounds)
        case tree.SeqComprehension(_, one) | tree.MapComprehension(one):
            bound = frozenset((one.name,))
        case _:
            bound = frozenset()
    inner = (free_locals(c) for c in children(e))
    return frozenset().union(*inner) - bound


def state_variables(e: tree.Expr) -> frozenset[str]:
    """The state variables of the automaton itself in an expression."""
    return frozenset(part.name for part in walk(e) if isinstance(part, tree.Variable))


def conjuncts(e: tree.Expr | None) -> tuple[tree.Expr, ...]:
    """The parts of a conjunction, from left to right; none of no formula."""
    match e:
        case None:
            return ()
        case tree.Apply(tree.Operator.AND, items):
            return tuple(c for item in items for c in conjuncts(item))
        case _:
            return (e,)


def _domains(bounds: tuple[tree.Bound, ...]) -> Iterator[tree.Expr]:
    return (b.domain for b in bounds if b.domain is not None)


def _given(e: tree.Expr | None) -> tuple[tree.Expr, ...]:
    return () if e is None else (e,)
