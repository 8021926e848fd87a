"""The operators of Sequences and SequencesExt on symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from holdfast.interp.builtins import BUILTINS
from holdfast.ir.ops import Op
from holdfast.smt.bounded.cases import SymOperator, by_cases
from holdfast.smt.bounded.functions import apply
from holdfast.smt.bounded.numbers import at_most, calculate
from holdfast.smt.bounded.order import first, ordered_members
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import contains, same
from holdfast.smt.bounded.rows import (
    Row,
    append,
    concatenate,
    from_row,
    head,
    length,
    rows,
    select,
    subsequence,
    tail,
)
from holdfast.smt.bounded.symbolic import Mixed, SequenceSet, Sym, cases
from holdfast.smt.bounded.values import as_truth, make_set, merge, merge_all, truth_value
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, not_, or_


def _to_set(v: Sym, at: Place) -> Sym:
    found = []
    for guard, row in rows(v, at, "ToSet"):
        found += [(item, and_(guard, p)) for p, item in row]
    return make_set(found)


def _contains_item(v: Sym, item: Sym, at: Place) -> Sym:
    return truth_value(contains(_to_set(v, at), item, at))


def _last(v: Sym, at: Place) -> Sym:
    return apply(v, length(v, at), at)


def _front(v: Sym, at: Place) -> Sym:
    size = length(v, at)
    at.require(at_most(1, size, at), "the sequence given to Front is not empty")
    return subsequence(v, 1, calculate(Op.SUB, size, 1, at), at)


def _fold_items(op: SymOperator, base: Sym, v: Sym, at: Place, *, from_left: bool) -> Sym:
    options: list[tuple[Term, Sym]] = []
    for guard, row in rows(v, at, "a fold"):
        result = base
        for present, item in row if from_left else reversed(row):
            here = at.under(and_(guard, present))
            new = op(result, item, here) if from_left else op(item, result, here)
            result = merge(present, new, result)
        options.append((guard, result))
    return merge_all(options)


def _fold_left(op: SymOperator, base: Sym, v: Sym, at: Place) -> Sym:
    return _fold_items(op, base, v, at, from_left=True)


def _fold_right(op: SymOperator, v: Sym, base: Sym, at: Place) -> Sym:
    return _fold_items(op, base, v, at, from_left=False)


def _also_on_strings(name: str, own: Callable[..., Sym]) -> Callable[..., Sym]:
    """An operator on sequences that the interpreter also computes for strings."""

    def call(v: Sym, *args: Any) -> Sym:
        *rest, at = args
        found: list[tuple[Term, Sym]] = []
        strings = [(g, x) for g, x in cases(v) if isinstance(x, str)]
        for guard, text in strings:
            here = at.under(guard)
            value = by_cases(BUILTINS[name], [text, *rest], here, f"`{name}`")
            found.append((guard, value))
        others = [(g, x) for g, x in cases(v) if not isinstance(x, str)]
        if others or not strings:
            row = others[0][1] if len(others) == 1 else Mixed(tuple(others))
            there = or_(*(g for g, _ in others))
            found.append((there, own(row, *rest, at.under(there))))
        return merge_all(found)

    return call


def _select(v: Sym, test: SymOperator, at: Place) -> Sym:
    return select(v, lambda item, here: as_truth(test(item, here), here), at)


def _fold_in_order(op: SymOperator, base: Sym, v: Sym, at: Place) -> Sym:
    """FoldSeq: the first item is combined with the base first."""
    return _fold_items(
        lambda result, item, here: op(item, result, here), base, v, at, from_left=True
    )


def _each(v: Sym, at: Place, operator: str, f: Callable[[Row, Place], Sym]) -> Sym:
    return merge_all([(g, f(row, at.under(g))) for g, row in rows(v, at, operator)])


def _find(v: Sym, test: SymOperator, at: Place, *, last: bool) -> Sym:
    """The first or last index whose item satisfies the test, or 0."""

    def of(row: Row, here: Place) -> Sym:
        passing = [
            (i, and_(p, as_truth(test(item, here.under(p)), here)))
            for i, (p, item) in enumerate(row, 1)
        ]
        found = reversed(passing) if last else passing
        return first([*found, (0, TRUE)], here, "there is a place")

    return _each(v, at, "the search in a sequence", of)


def _is_prefix(a: Sym, b: Sym, at: Place) -> Sym:
    parts: list[Term] = []
    for g, left in rows(a, at, "IsPrefix"):
        for h, right in rows(b, at, "IsPrefix"):
            items = [
                or_(
                    not_(p),
                    and_(right[i][0], same(x, right[i][1], at)) if i < len(right) else FALSE,
                )
                for i, (p, x) in enumerate(left)
            ]
            parts.append(and_(g, h, *items))
    return truth_value(or_(*parts))


def _remove(v: Sym, item: Sym, at: Place) -> Sym:
    return select(v, lambda x, here: not_(same(x, item, here)), at)


def _reverse(v: Sym, at: Place) -> Sym:
    def of(row: Row, here: Place) -> Sym:
        result: Sym = ()
        for present, item in row:
            longer = concatenate(from_row([(TRUE, item)], here), result, here)
            result = merge(present, longer, result)
        return result

    return _each(v, at, "Reverse", of)


def _flatten(v: Sym, at: Place) -> Sym:
    def of(row: Row, here: Place) -> Sym:
        result: Sym = ()
        for i, (present, part) in enumerate(row):
            longer = part if i == 0 else _join(result, part, here.under(present))
            result = merge(present, longer, result)
        return result

    return _each(v, at, "FlattenSeq", of)


def _sequence_of_set(v: Sym, at: Place) -> Sym:
    """SetToSeq: the least element first."""
    result: Sym = ()
    for e, g in ordered_members(v, at):
        result = merge(g, append(result, e, at), result)
    return result


_join = _also_on_strings("Sequences!\\o", concatenate)

SEQUENCES: Mapping[str, Callable[..., Sym]] = {
    "Sequences!Seq": lambda base, at: SequenceSet(base),
    "Sequences!Len": _also_on_strings("Sequences!Len", length),
    "Sequences!\\o": _join,
    "Sequences!Append": append,
    "Sequences!Head": head,
    "Sequences!Tail": _also_on_strings("Sequences!Tail", tail),
    "Sequences!SubSeq": _also_on_strings("Sequences!SubSeq", subsequence),
    "Sequences!SelectSeq": _select,
    "SequencesExt!ToSet": _to_set,
    "SequencesExt!Contains": _contains_item,
    "SequencesExt!Last": _last,
    "SequencesExt!Front": _also_on_strings("SequencesExt!Front", _front),
    "SequencesExt!FoldLeft": _fold_left,
    "SequencesExt!FoldRight": _fold_right,
    "SequencesExt!FoldSeq": _fold_in_order,
    "SequencesExt!SelectInSeq": lambda v, test, at: _find(v, test, at, last=False),
    "SequencesExt!SelectLastInSeq": lambda v, test, at: _find(v, test, at, last=True),
    "SequencesExt!IsPrefix": _also_on_strings("SequencesExt!IsPrefix", _is_prefix),
    "SequencesExt!Remove": _remove,
    "SequencesExt!Reverse": _reverse,
    "SequencesExt!FlattenSeq": _flatten,
    "SequencesExt!SetToSeq": _sequence_of_set,
}
