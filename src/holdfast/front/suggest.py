"""What messages about names have in common: suggestions, numbers of arguments."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to `name`, if any is similar."""
    pool = [c for c in candidates if c != name and abs(len(c) - len(name)) <= 3]
    folded = name.casefold()
    for candidate in pool:
        if candidate.casefold() == folded:
            return candidate
    if len(name) == 1:
        return None
    limit = max(1, len(name) // 3)
    letters = set(name)
    near = {c: _edits(name, c) for c in pool if len(letters ^ set(c)) <= 2 * limit}
    near |= {c: 1 for c in near if sorted(c) == sorted(name)}
    fewest = min(near.values(), default=limit + 1)
    if fewest <= limit:
        pool = [c for c, edits in near.items() if edits == fewest]
        return max(pool, key=lambda c: SequenceMatcher(None, name, c).ratio())
    similar = get_close_matches(name, pool, n=1, cutoff=0.6 if len(name) > 3 else 0.5)
    return similar[0] if similar else None


def _edits(one: str, other: str) -> int:
    """The edit distance, with swaps of neighbouring letters."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The help line that suggests the closest candidate."""
    found = closest(name, candidates)
    return None if found is None else f"did you mean `{found}`?"


def wrong_number(what: str, wanted: int, given: int) -> str:
    """The message about a wrong number of arguments."""
    takes = f"{wanted} argument{'' if wanted == 1 else 's'}" if wanted else "no arguments"
    are = "is" if given < 2 else "are"
    return f"{what} takes {takes}, but {given or 'none'} {are} given"
