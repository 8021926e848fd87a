"""Tuples of numbers with a given sum, generated lazily: there may be too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.cancellation import tick


def rows_with_total(ranges: Sequence[tuple[int, int]], total: int) -> Iterator[tuple[int, ...]]:
    """The tuples of numbers from these ranges with a given sum, in order."""
    tick()
    if not ranges:
        if total == 0:
            yield ()
        return
    (low, top), rest = ranges[0], ranges[1:]
    least, most = sum(r[0] for r in rest), sum(r[1] for r in rest)
    for size in range(max(low, total - most), min(top, total - least) + 1):
        for others in rows_with_total(rest, total - size):
            yield (size, *others)
