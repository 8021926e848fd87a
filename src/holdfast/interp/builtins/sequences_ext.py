"""Module SequencesExt."""

from __future__ import annotations

from itertools import permutations

from holdfast.interp.arguments import Operator, function, number, sequence, truth, values_of
from holdfast.interp.builtins.folds import fold_function, fold_left, fold_right
from holdfast.interp.builtins.sequences import concatenate, subsequence
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError, outside
from holdfast.interp.members import check_size, elements_in_order, listed
from holdfast.ir.construct import set_of
from holdfast.ir.notation import show
from holdfast.ir.order import equal, ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import Value, boolean


def set_to_seq(collection: Value) -> Value:
    """SetToSeq(collection): the least element first."""
    return ordered(listed(collection))


def set_to_seqs(collection: Value) -> Value:
    """SetToSeqs(collection)."""
    members = ordered(listed(collection))
    check_factorial(len(members))
    return set_of(permutations(members))


def check_factorial(count: int) -> None:
    """Raise an error if a set of this size has too many permutations to enumerate."""
    total = 1
    for factor in range(2, count + 1):
        total *= factor
        check_size(total)


def contains(s: Value, element: Value) -> Value:
    """Contains(s, element)."""
    return boolean(any(equal(e, element) for e in sequence(s, "Contains")))


def remove(s: Value, element: Value) -> Value:
    """Remove(s, element)."""
    return tuple([e for e in sequence(s, "Remove") if not equal(e, element)])


def remove_at(s: Value, place: Value) -> Value:
    """RemoveAt(s, place)."""
    row, index = sequence(s, "RemoveAt"), number(place, "RemoveAt")
    # By its definition, the positions just before and after the sequence are allowed.
    if not 0 <= index <= len(row) + 1:
        raise outside(f"RemoveAt: {index} is not a position of {show(row)}")
    return (*row[: max(0, index - 1)], *row[index:])


def front(s: Value) -> Value:
    """Front(s)."""
    return subsequence(s, 1, len(s if type(s) is str else sequence(s, "Front")) - 1)


def last(s: Value) -> Value:
    """Last(s)."""
    row = sequence(s, "Last")
    if not row:
        raise outside("Last of an empty sequence", "test that its length is not 0 first")
    return row[-1]


def reverse(s: Value) -> Value:
    """Reverse(s)."""
    return sequence(s, "Reverse")[::-1]


def to_set(s: Value) -> Value:
    """ToSet(s)."""
    return set_of(values_of(function(s)))


def is_prefix(s: Value, t: Value) -> Value:
    """IsPrefix(s, t)."""
    if type(s) is str and type(t) is str:
        return boolean(t.startswith(s))
    start, whole = sequence(s, "IsPrefix"), sequence(t, "IsPrefix")
    return boolean(len(start) <= len(whole) and all(map(equal, start, whole)))


def _find(s: Value, low: int, high: int, test: Operator, step: int) -> int:
    """The first position from `low` to `high`, or the reverse, whose element satisfies it, or 0."""
    row = sequence(s, "the search in a sequence")
    if low > high:
        return 0
    for place in (low, high):
        if not 1 <= place <= len(row):
            raise outside(f"{place} is not a position of {show(row)}")
    places = range(low, high + 1)
    for place in places if step > 0 else reversed(places):
        if truth(test(row[place - 1]), "the search in a sequence"):
            return place
    return 0


def select_in_sub_seq(s: Value, low: Value, high: Value, test: Operator) -> Value:
    """SelectInSubSeq(s, low, high, test)."""
    first, final = number(low, "SelectInSubSeq"), number(high, "SelectInSubSeq")
    return _find(s, first, final, test, 1)


def select_in_seq(s: Value, test: Operator) -> Value:
    """SelectInSeq(s, test)."""
    return _find(s, 1, len(sequence(s, "SelectInSeq")), test, 1)


def select_last_in_sub_seq(s: Value, low: Value, high: Value, test: Operator) -> Value:
    """SelectLastInSubSeq(s, low, high, test)."""
    first, final = number(low, "SelectLastInSubSeq"), number(high, "SelectLastInSubSeq")
    return _find(s, first, final, test, -1)


def select_last_in_seq(s: Value, test: Operator) -> Value:
    """SelectLastInSeq(s, test)."""
    return _find(s, 1, len(sequence(s, "SelectLastInSeq")), test, -1)


def longest_common_prefix(collection: Value) -> Value:
    """LongestCommonPrefix(collection)."""
    members = list(elements_in_order(collection))
    if not members:
        raise EvalError("eval-no-witness", "LongestCommonPrefix of an empty set")
    if all(type(m) is str for m in members):
        texts = [str(m) for m in members]
        return known_string(texts[0][: _common([tuple(t) for t in texts])])
    rows = [sequence(m, "LongestCommonPrefix") for m in members]
    return rows[0][: _common(rows)]


def _common(rows: list[tuple[Value, ...]] | list[tuple[str, ...]]) -> int:
    length = min(map(len, rows))
    for place in range(length):
        if not all(equal(rows[0][place], row[place]) for row in rows[1:]):
            return place
    return length


def flatten(s: Value) -> Value:
    """FlattenSeq(s)."""
    parts = sequence(s, "FlattenSeq")
    if not parts:
        return ()
    result = parts[0]
    for part in parts[1:]:
        result = concatenate(result, part)
    return result


def replace_first(new: Value, old: Value, s: Value) -> Value:
    """ReplaceFirstSubSeq(new, old, s)."""
    if type(new) is str and type(old) is str and type(s) is str:
        return known_string(s.replace(old, new, 1))
    fresh, part, row = (sequence(x, "ReplaceFirstSubSeq") for x in (new, old, s))
    for at in range(len(row) - len(part) + 1):
        if _stands_at(part, row, at):
            return (*row[:at], *fresh, *row[at + len(part) :])
    return row


def replace_all(new: Value, old: Value, s: Value) -> Value:
    """ReplaceAllSubSeqs(new, old, s): before each element if `old` is empty."""
    if type(new) is str and type(old) is str and type(s) is str:
        between = "".join(new + character for character in s) if s else new
        return known_string(s.replace(old, new) if old else between)
    fresh, part, row = (sequence(x, "ReplaceAllSubSeqs") for x in (new, old, s))
    if not part and not row:
        return fresh
    result: list[Value] = []
    at = 0
    while at < len(row):
        found = _stands_at(part, row, at)
        if found:
            result += fresh
            at += len(part)
        if not found or not part:
            result.append(row[at])
            at += 1
    return tuple(result)


def _stands_at(part: tuple[Value, ...], row: tuple[Value, ...], at: int) -> bool:
    window = row[at : at + len(part)]
    return len(window) == len(part) and all(map(equal, part, window))


TABLE: Table = {
    "SequencesExt!SetToSeq": set_to_seq,
    "SequencesExt!SetToSeqs": set_to_seqs,
    "SequencesExt!Contains": contains,
    "SequencesExt!Remove": remove,
    "SequencesExt!RemoveAt": remove_at,
    "SequencesExt!Front": front,
    "SequencesExt!Last": last,
    "SequencesExt!Reverse": reverse,
    "SequencesExt!ToSet": to_set,
    "SequencesExt!IsPrefix": is_prefix,
    "SequencesExt!SelectInSubSeq": select_in_sub_seq,
    "SequencesExt!SelectInSeq": select_in_seq,
    "SequencesExt!SelectLastInSubSeq": select_last_in_sub_seq,
    "SequencesExt!SelectLastInSeq": select_last_in_seq,
    "SequencesExt!LongestCommonPrefix": longest_common_prefix,
    "SequencesExt!FoldSeq": fold_function,
    "SequencesExt!FoldLeft": fold_left,
    "SequencesExt!FoldRight": fold_right,
    "SequencesExt!FlattenSeq": flatten,
    "SequencesExt!ReplaceFirstSubSeq": replace_first,
    "SequencesExt!ReplaceAllSubSeqs": replace_all,
}
