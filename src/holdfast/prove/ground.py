"""A query with instances of its lemmas in place of their outermost quantifiers.

Lemmas quantify over all servers; a step and a goal name two or three. Instances for those are
nearly always enough, and a solver has nothing left to instantiate for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import TypeAlias

from holdfast.prove.split import named
from holdfast.smt.terms.term import (
    Head,
    Quantifier,
    Query,
    Sort,
    Symbol,
    Term,
    and_,
    instantiate,
    not_,
    or_,
    subterms,
)

_MOST_INSTANCES = 64

Things: TypeAlias = Mapping[Sort, Sequence[Term]]
"""Constants, by their sorts."""


class Grounds:
    """Makes such queries; instances are memoised."""

    def __init__(self) -> None:
        self._made: dict[tuple[Term, tuple[Term, ...]], Term] = {}

    def questions(self, query: Query, lemmas: Sequence[tuple[str, Term]]) -> list[Query]:
        """The query with lemmas instantiated at the constants of its formulas, and then also at the
        witnesses of these instances; fewer queries if they are the same.

        Each is weaker than the query with the lemmas themselves: what follows from it is proved.
        """
        goal, _ = named(query.goal)
        at_hand = _constants((goal, *(formula for _, formula in query.assumptions)))
        instances = [(label, i) for label, f in lemmas for i in self._instances(f, at_hand, {})]
        given, meant = [f for _, f in lemmas], [f for _, f in instances]
        if len(meant) == len(given) and all(a is b for a, b in zip(meant, given, strict=True)):
            return []
        found = [Query(query.name, (*query.assumptions, *instances), goal)]
        witnesses = Witnesses()
        opened = [(label, witnesses.opened(i, True)) for label, i in instances]
        if witnesses.names:
            new = witnesses.by_sort()
            more = [(label, i) for label, f in lemmas for i in self._instances(f, at_hand, new)]
            assumptions = dict.fromkeys((*query.assumptions, *opened, *more))
            found.append(Query(query.name, tuple(assumptions), goal))
        return found

    def _instances(self, lemma: Term, at_hand: Things, new: Things) -> Iterator[Term]:
        """The lemma for all constants; with `new` ones, instances with at least one of these."""
        match lemma.shape:
            case Quantifier(True, variables) if all(v.sort in at_hand for v in variables):
                grids = list(_grids([v.sort for v in variables], at_hand, new))
                if sum(prod(map(len, grid)) for grid in grids) <= _MOST_INSTANCES:
                    rows = chain.from_iterable(product(*grid) for grid in grids)
                    yield from (self._instance(lemma, values) for values in rows)
                    return
            case _:
                pass
        yield lemma

    def _instance(self, lemma: Term, values: tuple[Term, ...]) -> Term:
        found = self._made.get((lemma, values))
        if found is None:
            found = self._made[lemma, values] = instantiate(lemma, values)
        return found


def _grids(sorts: Sequence[Sort], at_hand: Things, new: Things) -> Iterator[list[Sequence[Term]]]:
    """For each variable its possible terms: known constants, or a new one for one variable."""
    yield [at_hand[s] for s in sorts]
    for i, sort in enumerate(sorts):
        if sort in new:
            yield [new[sort] if i == j else at_hand[s] for j, s in enumerate(sorts)]


class Witnesses:
    """Skolem constants, one set for each existential formula; `name` tells them from others."""

    def __init__(self, name: str = "witness") -> None:
        self.name = name
        self.names: dict[Term, tuple[Term, ...]] = {}

    def opened(self, formula: Term, positive: bool) -> Term:
        """The formula with Skolem constants in place of existential quantifiers."""
        match formula.shape:
            case Head.AND:
                return and_(*(self.opened(a, positive) for a in formula.args))
            case Head.OR:
                return or_(*(self.opened(a, positive) for a in formula.args))
            case Head.NOT:
                return not_(self.opened(formula.args[0], not positive))
            case Quantifier(universal, variables) if universal != positive and not formula.free:
                if formula not in self.names:
                    start = sum(map(len, self.names.values()))
                    self.names[formula] = tuple(
                        Symbol(f"{self.name} {v.sort.name} {start + i}", (), v.sort)()
                        for i, v in enumerate(variables)
                    )
                return self.opened(instantiate(formula, self.names[formula]), positive)
            case _:
                return formula

    def by_sort(self) -> Things:
        """All of them."""
        found: dict[Sort, list[Term]] = {}
        for name in (n for names in self.names.values() for n in names):
            found.setdefault(name.sort, []).append(name)
        return found


def _constants(formulas: Iterable[Term]) -> Things:
    found: dict[Sort, list[Term]] = {}
    for t in subterms(*formulas):
        if isinstance(t.shape, Symbol) and not t.args and not t.sort.given:
            found.setdefault(t.sort, []).append(t)
    return found
