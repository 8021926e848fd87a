"""The type of an operator's value from the types of its arguments: one row per operator.

An operator applied to arguments that it does not accept is undefined, so any type is correct; the
rows give the least surprising one. `Never` is the type of an argument of which no value is
known yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from holdfast.ir import types as ty
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Op, Result
from holdfast.ir.types import ANY, BOOL, EMPTY, INT, NEVER, STR, Type
from holdfast.ir.types import domain_of as arguments
from holdfast.ir.types import element_of as element
from holdfast.ir.types import range_of as values

Rule: TypeAlias = Callable[..., Type]

# ---- sets ----


def _set(*items: Type) -> Type:
    return ty.Set(ty.join_all(items))


def _union(a: Type, b: Type) -> Type:
    return ty.Set(ty.join(element(a), element(b)))


def _intersection(a: Type, b: Type) -> Type:
    """Elements of both have both types; that of the left is used if it is known."""
    return ty.Set(element(b) if element(a) == ANY else element(a))


def _same_set(a: Type, *_: Type) -> Type:
    return ty.Set(element(a))


# ---- functions ----


def index(table: Type, key: object, key_type: Type) -> Type:
    """The type of `table[key]`; `key` is the literal value of the argument, or None."""
    match table:
        case ty.Record(fields) if isinstance(key, str):
            return dict(fields).get(key, NEVER)
        case ty.Tuple(items) if type(key) is int:
            return items[key - 1] if 0 < key <= len(items) else NEVER
        case _:
            return NEVER if key_type == NEVER else values(table)


def changed(table: Type, key: object, value: Type) -> Type:
    """The type of `[table EXCEPT ![key] = value]`."""
    match table:
        case ty.Record(fields, optional):
            known = isinstance(key, str)
            new = tuple((n, _put(t, value, n == key, known)) for n, t in fields)
            return ty.Record(new, optional)
        case ty.Tuple(items):
            known = type(key) is int
            return ty.Tuple(
                tuple(_put(t, value, i == key, known) for i, t in enumerate(items, start=1))
            )
        case ty.Seq(of):
            return ty.Seq(ty.join(of, value))
        case ty.Function(domain, of):
            return ty.Function(domain, ty.join(of, value))
        case ty.Never():
            return NEVER
        case _:
            return ANY


def _put(old: Type, new: Type, here: bool, known: bool) -> Type:
    """The type at one position: changed here, or possibly, if the key is not known."""
    if not known:
        return ty.join(old, new)
    return new if here else old


def _extended(a: Type, b: Type) -> Type:
    """`a @@ b` has the arguments of both."""
    match a, b:
        case (ty.Tuple(()), other) | (other, ty.Tuple(())):
            return other
        case ty.Record(), ty.Record():
            both = ty.join(a, b)
            assert isinstance(both, ty.Record)
            ours = {n for n, _ in a.fields} - a.optional
            theirs = {n for n, _ in b.fields} - b.optional
            return ty.Record(both.fields, both.optional - ours - theirs)
        case _:
            return ty.Function(ty.join(arguments(a), arguments(b)), ty.join(values(a), values(b)))


# ---- sequences ----


def _sequence(s: Type, *_: Type) -> Type:
    """Some of the items of a sequence; of a string, which is one for some operators, a string."""
    return s if s in (STR, ANY) else ty.Seq(values(s))


def _concatenation(s: Type, t: Type) -> Type:
    if s in (STR, ANY):
        return s
    return ty.Seq(ty.join(values(s), values(t)))


def _tail(s: Type) -> Type:
    match s:
        case ty.Tuple((_, *rest)):
            return ty.Tuple(tuple(rest))
        case _:
            return _sequence(s)


def _always(t: Type) -> Rule:
    return lambda *_: t


OPERATORS: dict[Op, Rule] = {
    Op.SET: _set,
    Op.UNION2: _union,
    Op.INTERSECT: _intersection,
    Op.MINUS_SET: _same_set,
    Op.SUBSET: lambda s: ty.Set(ty.Set(element(s))),
    Op.UNION: lambda s: ty.Set(element(element(s))),
    Op.PRODUCT: lambda *sets: ty.Set(ty.Tuple(tuple(map(element, sets)))),
    Op.TUPLE: lambda *items: ty.Tuple(items),
    Op.FUNCTION_SET: lambda s, t: ty.Set(ty.Function(element(s), element(t))),
    Op.DOMAIN: lambda f: ty.Set(arguments(f)),
    **{op: _always(INT) for op in Op if op.row.result is Result.NUMBER},
    Op.RANGE: _always(ty.Set(INT)),
    Op.BOOLEAN: _always(ty.Set(BOOL)),
    Op.STRING: _always(ty.Set(STR)),
    Op.NAT: _always(ty.Set(INT)),
    Op.INT: _always(ty.Set(INT)),
    Op.REAL: _always(ty.Set(ANY)),
    Op.INFINITY: _always(ANY),
    Op.DIVIDE: _always(ANY),
}
"""Rows whose value depends on the types of the arguments alone; the formulas are below."""

_BAG = ty.Function

_BY_RESULT: dict[Result, Rule] = {Result.NUMBER: _always(INT), Result.STRING: _always(STR)}

BUILTINS: dict[str, Rule] = {
    name: _BY_RESULT[row.result] for name, row in LIBRARY_OPS.items() if row.result in _BY_RESULT
} | {
    "Bags!(+)": _extended,
    "Bags!(-)": lambda a, _: _BAG(arguments(a), INT),
    "Bags!BagToSet": lambda b: ty.Set(arguments(b)),
    "Bags!EmptyBag": _always(EMPTY),
    "Bags!SetToBag": lambda s: _BAG(element(s), INT),
    "BagsExt!BagAdd": lambda b, x: _BAG(ty.join(arguments(b), x), INT),
    "BagsExt!BagRemove": lambda b, _: _BAG(arguments(b), INT),
    "FiniteSetsExt!kSubset": lambda _, s: ty.Set(ty.Set(element(s))),
    "Functions!Range": lambda f: ty.Set(values(f)),
    "Randomization!RandomSubset": lambda _, s: ty.Set(element(s)),
    "Sequences!Append": lambda s, e: ty.Seq(ty.join(values(s), e)),
    "Sequences!Head": lambda s: index(s, 1, INT),
    "Sequences!SelectSeq": _sequence,
    "Sequences!Seq": lambda s: ty.Set(ty.Seq(element(s))),
    "Sequences!SubSeq": _sequence,
    "Sequences!Tail": _tail,
    "Sequences!\\o": _concatenation,
    "SequencesExt!Front": _sequence,
    "SequencesExt!Last": values,
    "SequencesExt!Remove": _sequence,
    "SequencesExt!RemoveAt": _sequence,
    "SequencesExt!Reverse": _sequence,
    "SequencesExt!SetToSeq": lambda s: ty.Seq(element(s)),
    "SequencesExt!SetToSeqs": lambda s: ty.Set(ty.Seq(element(s))),
    "SequencesExt!ToSet": lambda s: ty.Set(values(s)),
    "TLC!:>": ty.Function,
    "TLC!@@": _extended,
    "TLC!Permutations": lambda s: ty.Set(ty.Function(element(s), element(s))),
    "TLC!Print": lambda _, e: e,
    "TLC!RandomElement": element,
    "TLC!SortSeq": _sequence,
    "TLC!TLCEval": lambda e: e,
}
"""The rules of library operators. One without a rule may give anything."""

TESTS = frozenset(name for name, row in LIBRARY_OPS.items() if row.result is Result.BOOLEAN)
"""Library operators whose value is a Boolean, whatever the arguments."""

FOLDS: dict[str, tuple[tuple[int, int, int], bool, Rule]] = {
    "FiniteSetsExt!FoldSet": ((0, 1, 2), False, element),
    "Functions!FoldFunction": ((0, 1, 2), False, values),
    "Functions!FoldFunctionOnSet": ((0, 1, 2), False, values),
    "SequencesExt!FoldSeq": ((0, 1, 2), False, values),
    "SequencesExt!FoldLeft": ((0, 1, 2), True, values),
    "SequencesExt!FoldRight": ((0, 2, 1), False, values),
    "Apalache!ApaFoldSet": ((0, 1, 2), True, element),
    "Apalache!ApaFoldSeqLeft": ((0, 1, 2), True, values),
}
"""Folds: the positions of the operator, the base and the collection among the arguments, whether
the operator takes the result so far first, and what it takes of the collection."""
