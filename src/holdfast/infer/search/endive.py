"""Algorithm 1 of endive ("Plain and Simple Inductive Invariant Inference", FMCAD 2022).

Candidate lemmas are random disjunctions of the grammar's atoms that hold in the reachable
states of one finite instance; counterexamples to induction are found among random states; and
the lemma that eliminates most of them is added, until none are left. It is here for comparison;
its lemmas are proved, or not, like any others.
"""

from __future__ import annotations

from random import Random

from holdfast.infer.grammar.language import Clause, Shape, canonical, instances_in
from holdfast.infer.search.lemma_pool import PROPERTY, Row
from holdfast.infer.search.oracles import Leaving, Oracle
from holdfast.infer.search.outcomes import Stuck
from holdfast.infer.search.search import Search

_ROUNDS = 4
_LITERALS = (2, 3, 4)
MOST_CTIS = 400
"""How many counterexamples are generated at a time."""
_MOST_SAMPLES = 1000
"""How many samples candidates are checked on besides those in the tables."""


def run_endive(search: Search, oracle: Oracle, n_lemmas: int, seed: int) -> tuple[int, ...]:
    """The lemmas of the algorithm; raises Stuck if they are not enough."""
    random = Random(seed)
    pool = search.pool
    search.library.samples += map(search.sighting, search.reserve.states[:_MOST_SAMPLES])
    chosen = [PROPERTY]
    rounds = 0
    _eliminate(search, oracle, chosen)
    while True:
        search.check_time()
        left = _uneliminated(search, chosen)
        if not left:
            if not _eliminate(search, oracle, chosen):
                return tuple(chosen)
            continue
        best = max(range(len(pool.lemmas)), key=lambda i: ((pool.before[i] & left).bit_count(), -i))
        if pool.before[best] & left:
            chosen.append(best)
            search.best = tuple(chosen)
            continue
        if rounds == _ROUNDS * len(_LITERALS):
            row = pool.rows[(left & -left).bit_length() - 1]
            raise Stuck(_broken(search, row, chosen), tuple(chosen))
        _generate(search, n_lemmas, _LITERALS[rounds % len(_LITERALS)], random)
        rounds += 1


def _uneliminated(search: Search, chosen: list[int]) -> int:
    """The counterexamples that no chosen lemma rules out."""
    ruled_out = 0
    for i in chosen:
        ruled_out |= search.pool.before[i]
    return ((1 << len(search.pool.rows)) - 1) & ~ruled_out


def _eliminate(search: Search, oracle: Oracle, chosen: list[int]) -> bool:
    """Generate counterexamples for the present candidate; returns whether there were any.

    Random states may miss all of them; then the proof fails.
    """
    reply = oracle.ask(search.expressions(chosen))
    if not isinstance(reply, Leaving):
        return False
    for state in reply.states:
        seen = search.sighting(state)
        search.pool.add_row(Row(seen, seen, ""))
    return True


def _broken(search: Search, row: Row, chosen: list[int]) -> Row:
    """The step from a counterexample that breaks a lemma."""
    for mover in search.machine.movers:
        for after in search.machine.successors(row.before.state, mover):
            seen = search.sighting(after)
            if any(not search.holds(search.pool.lemmas[i].expr, seen) for i in chosen):
                return Row(row.before, seen, mover.action.name)
    return row


def _generate(search: Search, count: int, literals: int, random: Random) -> None:
    """Add random disjunctions that hold in all samples."""
    grammar = search.grammar
    shape: Shape = tuple(min(m, 2) for m in grammar.most)
    places = instances_in(shape, grammar)
    table = search.library.table(shape)
    seen: set[Clause] = set()
    for _ in range(count):
        search.check_time()
        row = [(*random.choice(places), random.random() < 0.5) for _ in range(literals)]
        clause = canonical(row, grammar)
        if clause not in seen and clause not in search.pool.index:
            seen.add(clause)
            if table.holds(frozenset(row)):
                search.pool.add_clause(clause)
