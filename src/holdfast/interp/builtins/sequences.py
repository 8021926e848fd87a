"""Module Sequences. As in TLC, some operators also work on strings."""

from __future__ import annotations

from holdfast.interp.arguments import Operator, number, sequence, string, truth
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError, outside
from holdfast.interp.given_sets import Sequences
from holdfast.interp.members import as_set
from holdfast.ir.notation import show
from holdfast.ir.ranks import known_string
from holdfast.ir.values import Value


def all_sequences(base: Value) -> Value:
    """Seq(base)."""
    return Sequences(as_set(base))


def length(s: Value) -> Value:
    """Len(s)."""
    return len(s if type(s) is str else sequence(s, "Len"))


def concatenate(s: Value, t: Value) -> Value:
    """s \\o t."""
    if type(s) is str:
        return known_string(s + string(t, "`\\o` after a string"))
    return sequence(s, "`\\o`") + sequence(t, "`\\o`")


def append(s: Value, element: Value) -> Value:
    """Append(s, element)."""
    return (*sequence(s, "Append"), element)


def head(s: Value) -> Value:
    """Head(s)."""
    row = sequence(s, "Head")
    if not row:
        raise _empty("Head")
    return row[0]


def tail(s: Value) -> Value:
    """Tail(s)."""
    if type(s) is str and s:
        return known_string(s[1:])
    row = s if type(s) is str else sequence(s, "Tail")
    if not row:
        raise _empty("Tail")
    return row[1:]


def _empty(operator: str) -> EvalError:
    return outside(f"{operator} of an empty sequence", "test that its length is not 0 first")


def subsequence(s: Value, first: Value, last: Value) -> Value:
    """SubSeq(s, first, last)."""
    row = s if type(s) is str else sequence(s, "SubSeq")
    low, high = number(first, "SubSeq"), number(last, "SubSeq")
    if low > high:
        return row[:0]
    for place in (low, high):
        if not 1 <= place <= len(row):
            raise outside(
                f"SubSeq: {place} is not a position of {show(row)}", f"its length is {len(row)}"
            )
    part = row[low - 1 : high]
    return known_string(part) if isinstance(part, str) else part


def select(s: Value, test: Operator) -> Value:
    """SelectSeq(s, test)."""
    row = sequence(s, "SelectSeq")
    return tuple([e for e in row if truth(test(e), "SelectSeq")])


TABLE: Table = {
    "Sequences!Seq": all_sequences,
    "Sequences!Len": length,
    "Sequences!\\o": concatenate,
    "Sequences!Append": append,
    "Sequences!Head": head,
    "Sequences!Tail": tail,
    "Sequences!SubSeq": subsequence,
    "Sequences!SelectSeq": select,
}
