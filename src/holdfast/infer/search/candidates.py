"""Candidate lemmas: clauses that hold in all samples and are minimal.

`prime_clauses` finds all of them up to a number of literals, over the variables of one shape.
`blocking_clauses` finds those that are false in a given state, as minimal hitting sets: each
row of the samples must differ from that state in one of the clause's literals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from holdfast.cancellation import tick
from holdfast.infer.grammar.language import Clause, Grammar, Literal, Shape, canonical
from holdfast.infer.samples.totals import rows_with_total
from holdfast.infer.search.table import Place, Sighting, Table

_BETWEEN_TICKS = 100
_COUNTED = 4
"""Up to which number of columns rows are distinguished."""
_MOST_VISITS = 3000
"""The limit on partial clauses that are extended for one choice of variables."""


def shapes(grammar: Grammar, total: int) -> list[Shape]:
    """The shapes with this number of variables; with fewer, if no larger ones are allowed."""
    return list(rows_with_total([(0, most) for most in grammar.most], total))


def prime_clauses(
    table: Table, literals: int, most_cost: int | None = None, most: int = 20_000
) -> list[Clause]:
    """All minimal clauses with at most `literals` literals that hold in all samples.

    They have no atoms of more than `most_cost`.

    A clause is extended only while some row falsifies all of its literals, so that every
    clause found is minimal: that is checked for the literals not dropped first.
    """
    grammar = table.grammar
    choices: list[tuple[Literal, int]] = []
    units: set[Clause] = set()
    for place in table.places_up_to(most_cost):
        for positive in (True, False):
            false_in = table.literal(place, positive)
            literal = (*place, positive)
            if false_in:
                choices.append((literal, false_in))
            else:
                units.add(canonical((literal,), grammar))
    found: dict[Clause, None] = dict.fromkeys(sorted(units, key=sorted))
    seen: set[Clause] = set(units)
    for size in range(2, literals + 1):
        for clause in _of_size(choices, size, table):
            key = canonical(clause, grammar)
            if key not in seen and not _is_tautology(clause):
                seen.add(key)
                found[key] = None
                if len(found) >= most:
                    return list(found)
    return list(found)


def _is_tautology(clause: tuple[Literal, ...]) -> bool:
    """Whether a clause has an atom and its negation."""
    return len({(atom, args) for atom, args, _ in clause}) < len(clause)


def unique_clauses(table: Table, most_cost: int | None = None, most: int = 4000) -> list[Clause]:
    """Minimal clauses of three literals that say that two variables are equal."""
    grammar = table.grammar
    plain: list[tuple[Literal, int]] = []
    equal: list[tuple[Literal, int]] = []
    for place in table.places_up_to(most_cost):
        if grammar.atoms[place[0]].origin == "equality":
            equal.append(((*place, True), table.literal(place, True)))
        elif grammar.atoms[place[0]].params:
            plain.append(((*place, False), table.literal(place, False)))
    found: dict[Clause, None] = {}
    for (equation, different), (i, (one, first)) in product(equal, enumerate(plain)):
        tick()
        both = different & first
        if not both:
            continue
        for other, second in plain[i + 1 :]:
            if not both & second and first & second and different & second:
                found[canonical((equation, one, other), grammar)] = None
                if len(found) >= most:
                    return list(found)
    return list(found)


def _of_size(
    choices: list[tuple[Literal, int]], size: int, table: Table
) -> Iterator[tuple[Literal, ...]]:
    def extend(start: int, left: int, chosen: tuple[int, ...]) -> Iterator[tuple[Literal, ...]]:
        tick()
        last = len(chosen) + 1 == size
        for i in range(start, len(choices)):
            both = left & choices[i][1]
            if not both:
                # With fewer literals it would have been found before, unless it is minimal.
                if last and _is_minimal((*chosen, i), choices):
                    yield tuple(choices[j][0] for j in (*chosen, i))
            elif not last:
                yield from extend(i + 1, both, (*chosen, i))

    yield from extend(0, table.all_rows, ())


def _is_minimal(chosen: tuple[int, ...], choices: list[tuple[Literal, int]]) -> bool:
    for dropped in chosen[:-1]:
        left = -1
        for j in chosen:
            if j != dropped:
                left &= choices[j][1]
        if not left:
            return False
    return True


def blocking_clauses(
    table: Table, state: Sighting, literals: int, most_cost: int | None = None, most: int = 200
) -> list[Clause]:
    """Minimal clauses that hold in all samples and are false in a state.

    They have no atoms of more than `most_cost`.
    """
    usable = table.places_up_to(most_cost)
    found: dict[Clause, None] = {}
    for choice in choices_of(state, table.shape):
        tick()
        for clause in _hitting_sets(table, state, choice, literals, usable, most):
            found[canonical(clause, table.grammar)] = None
        if len(found) >= most:
            break
    return list(found)


def choices_of(state: Sighting, shape: Shape) -> Iterator[int]:
    """Choices of different values for the variables: other choices need fewer variables.

    Those that differ in the order of variables of one sort give the same clauses.
    """
    variables = [(s, i) for s, count in enumerate(shape) for i in range(count)]
    sizes = [state.sizes[s] for s, _ in variables]
    rows = [combinations(range(state.sizes[s]), count) for s, count in enumerate(shape) if count]
    for picked in product(*rows):
        values = [v for row in picked for v in row]
        index = 0
        for value, size in zip(values, sizes, strict=True):
            index = index * size + value
        yield index


def _hitting_sets(  # noqa: PLR0913  # one choice of variables and the limits
    table: Table, state: Sighting, choice: int, literals: int, usable: list[Place], most: int
) -> Iterator[tuple[Literal, ...]]:
    """Sets of literals, false in the state, of which every row has one that is true."""
    false_here = _false_literals(table, state, choice, usable)
    false_in = [table.literal((atom, args), positive) for atom, args, positive in false_here]
    everywhere = table.all_rows
    for column in false_in:
        everywhere &= column
    if everywhere:
        return  # all literals are false in some row
    order = sorted(range(len(false_here)), key=lambda i: (false_in[i].bit_count(), i))
    hardest = rows_by_count(table.all_rows, [table.all_rows & ~f for f in false_in], _COUNTED)
    count = 0
    visits = 0
    seen: set[frozenset[int]] = set()
    hits: dict[int, list[int]] = {}

    def extend(left: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal visits
        if not left:
            yield chosen
            return
        visits += 1
        if visits % _BETWEEN_TICKS == 0:
            tick()
        if len(chosen) == literals or visits > _MOST_VISITS:
            return
        some = next((h for rows in hardest if (h := left & rows)), left)
        row = some & -some
        true_there = hits.get(row)
        if true_there is None:
            true_there = hits[row] = [i for i in order if not false_in[i] & row]
        last = len(chosen) + 1 == literals
        for i in true_there:
            both = left & false_in[i]
            if last and both:
                continue
            key = frozenset((*chosen, i))
            if key not in seen:
                seen.add(key)
                yield from extend(both, (*chosen, i))

    for chosen in extend(table.all_rows, ()):
        if _all_needed(chosen, false_in):
            count += 1
            yield tuple(false_here[i] for i in chosen)
            if count >= most:
                return


def _false_literals(
    table: Table, state: Sighting, choice: int, usable: list[Place]
) -> list[Literal]:
    """The literals that are false in a state for a choice of the variables."""
    columns = state.columns(table.shape)
    return [(*p, not columns[table.position[p]] >> choice & 1) for p in usable]


def rows_by_count(every: int, columns: list[int], most: int) -> list[int]:
    """The rows that are in few columns: in none, in one, and so on."""
    found = [every, *[0] * most]
    for column in columns:
        for count in range(most, 0, -1):
            found[count] = (found[count] & ~column) | (found[count - 1] & column)
        found[0] &= ~column
    return found


def _all_needed(chosen: tuple[int, ...], false_in: list[int]) -> bool:
    for dropped in chosen:
        left = -1
        for i in chosen:
            if i != dropped:
                left &= false_in[i]
        if not left or left == -1:
            return len(chosen) == 1
    return True
