"""Sequences of symbolic values, whose length may be unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from holdfast.smt.bounded.numbers import at_most, bounds
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import is_sequence, same, table
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import NOTHING, Sym, cases, kind_of
from holdfast.smt.bounded.values import count_terms, make_function, merge, merge_all
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, not_, or_

MOST_ITEMS = 200
"""The maximal length of a sequence."""

Row: TypeAlias = "list[tuple[Term, Sym]]"
"""The items of a sequence: the condition that an index exists, and the item."""


def rows(v: Sym, at: Place, operator: str) -> list[tuple[Term, Row]]:
    """The possible rows of a sequence, with their conditions."""
    found: list[tuple[Term, Row]] = []
    for guard, f in cases(v):
        here = at.under(guard)
        if kind_of(f) != "function":
            here.require(FALSE, f"{operator} is given a sequence")
            continue
        view = table(f, here)
        here.require(is_sequence(view), f"{operator} is given a sequence")
        numbers = [k for k in view.entries if type(k) is int and k > 0]
        row: Row = [
            view.entries.get(k, (FALSE, NOTHING)) for k in range(1, max(numbers, default=0) + 1)
        ]
        found.append((guard, row))
    return found


def from_row(row: Row, at: Place) -> Sym:
    """The sequence of these items."""
    if len(row) > MOST_ITEMS:
        raise refuse_bounded("long", at.span, str(MOST_ITEMS))
    return make_function(dict(enumerate(row, 1)), sequence=True)


def _each_row(v: Sym, at: Place, operator: str, f: Callable[[Row, Place], Sym]) -> Sym:
    found = [(g, f(row, at.under(g))) for g, row in rows(v, at, operator)]
    return merge_all(found)


def length(v: Sym, at: Place) -> Sym:
    """Len(v)."""
    return _each_row(v, at, "Len", lambda row, _: count_in_order([p for p, _ in row]))


def count_in_order(present: Sequence[Term]) -> Sym:
    """How many formulas hold, if each implies the one before it."""
    if all(p is TRUE for p in present):
        return len(present)
    if len(present) > 16:
        return count_terms(present)
    ends = [*present, FALSE]
    before: Term = TRUE
    found: list[tuple[Term, Sym]] = []
    for k, p in enumerate(ends):
        found.append((and_(before, not_(p)), k))
        before = p
    return merge_all(found)


def append(v: Sym, item: Sym, at: Place) -> Sym:
    """Append(v, item)."""
    return _each_row(
        v, at, "Append", lambda row, here: from_row(_joined(row, [(TRUE, item)]), here)
    )


def _joined(left: Row, right: Row) -> Row:
    """The concatenation: item j is from the left one, or from the right one, shifted."""
    fixed = next((k for k, (p, _) in enumerate(left) if p is not TRUE), len(left))
    result: Row = list(left[:fixed])
    ends = [p for p, _ in left] + [FALSE]
    # starts[k]: the left one has exactly k items
    starts = {k: and_(ends[k - 1] if k else TRUE, not_(ends[k])) for k in range(fixed, len(ends))}
    for j in range(fixed, len(left) + len(right)):
        options: list[tuple[Term, Sym]] = []
        present: list[Term] = []
        if j < len(left):
            options.append(left[j])
            present.append(left[j][0])
        for k, start in starts.items():
            if 0 <= j - k < len(right) and start is not FALSE:
                there, item = right[j - k]
                options.append((and_(start, there), item))
                present.append(and_(start, there))
        result.append((or_(*present), merge_all(options)))
    return result


def concatenate(a: Sym, b: Sym, at: Place) -> Sym:
    """a \\o b."""
    found: list[tuple[Term, Sym]] = []
    for g, left in rows(a, at, "\\o"):
        for h, right in rows(b, at, "\\o"):
            found.append((and_(g, h), from_row(_joined(left, right), at)))
    return merge_all(found)


def head(v: Sym, at: Place) -> Sym:
    """Head(v)."""

    def of(row: Row, here: Place) -> Sym:
        here.require(row[0][0] if row else FALSE, "the sequence given to Head is not empty")
        return row[0][1] if row else NOTHING

    return _each_row(v, at, "Head", of)


def tail(v: Sym, at: Place) -> Sym:
    """Tail(v)."""

    def of(row: Row, here: Place) -> Sym:
        here.require(row[0][0] if row else FALSE, "the sequence given to Tail is not empty")
        return from_row(row[1:], here) if row else NOTHING

    return _each_row(v, at, "Tail", of)


def subsequence(v: Sym, first: Sym, last: Sym, at: Place) -> Sym:
    """SubSeq(v, first, last)."""

    def of(row: Row, here: Place) -> Sym:
        size = len(row)
        found: list[tuple[Term, Sym]] = [(not_(at_most(first, last, here)), ())]
        low, high = bounds(first)
        low, high = max(1, 1 if low is None else low), min(size, size if high is None else high)
        covered: list[Term] = [found[0][0]]
        for a in range(low, high + 1):
            for b in range(a, size + 1):
                guard = and_(same(first, a, here), same(last, b, here))
                if guard is not FALSE:
                    covered.append(and_(guard, row[b - 1][0]))
                    found.append((guard, from_row([(TRUE, x) for _, x in row[a - 1 : b]], here)))
        here.require(or_(*covered), "the places given to SubSeq are places of the sequence")
        return merge_all(found)

    return _each_row(v, at, "SubSeq", of)


def select(v: Sym, test: Callable[[Sym, Place], Term], at: Place) -> Sym:
    """SelectSeq(v, test)."""

    def of(row: Row, here: Place) -> Sym:
        kept: Row = []
        for present, item in row:
            passes = and_(present, test(item, here.under(present)))
            longer = _joined(kept, [(TRUE, item)])
            shorter = [*kept, (FALSE, NOTHING)]
            kept = [
                (
                    or_(and_(passes, p), and_(not_(passes), q)),
                    merge(passes, x, y) if q is not FALSE else x,
                )
                for (p, x), (q, y) in zip(longer, shorter, strict=True)
            ]
            while kept and kept[-1][0] is FALSE:
                kept.pop()
        return from_row(kept, here)

    return _each_row(v, at, "SelectSeq", of)
