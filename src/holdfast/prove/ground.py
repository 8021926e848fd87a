"""A question without its lemmas' outermost quantifiers: instances for the things at hand.

Lemmas speak of all servers, a step and a goal of two or three. Where what they say of those is
enough, as it is nearly always, nothing is left that could be instantiated for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from holdfast.prove.split import named
from holdfast.smt.term import Quantifier, Query, Sort, Symbol, Term, instantiate, subterms

_MOST_INSTANCES = 64


class Grounds:
    """Makes such questions; instances that several of them share are made once."""

    def __init__(self) -> None:
        self._made: dict[tuple[Term, tuple[Term, ...]], Term] = {}

    def question(self, query: Query, lemmas: Sequence[tuple[str, Term]]) -> Query | None:
        """The question with lemmas about the constants of its formulas; None if that is the same.

        It says less than the question with the lemmas themselves: what follows from it is proved.
        """
        goal, _ = named(query.goal)
        at_hand = _constants((goal, *(formula for _, formula in query.assumptions)))
        instances = [(label, i) for label, f in lemmas for i in self._instances(f, at_hand)]
        given, meant = [f for _, f in lemmas], [f for _, f in instances]
        if len(meant) == len(given) and all(a is b for a, b in zip(meant, given, strict=True)):
            return None
        return Query(query.name, (*query.assumptions, *instances), goal)

    def _instances(self, lemma: Term, at_hand: Mapping[Sort, Sequence[Term]]) -> Iterator[Term]:
        match lemma.shape:
            case Quantifier(True, variables) if all(v.sort in at_hand for v in variables):
                columns = [at_hand[v.sort] for v in variables]
                if prod(map(len, columns)) <= _MOST_INSTANCES:
                    yield from (self._instance(lemma, values) for values in product(*columns))
                    return
            case _:
                pass
        yield lemma

    def _instance(self, lemma: Term, values: tuple[Term, ...]) -> Term:
        found = self._made.get((lemma, values))
        if found is None:
            found = self._made[lemma, values] = instantiate(lemma, values)
        return found


def _constants(formulas: Iterable[Term]) -> Mapping[Sort, list[Term]]:
    found: dict[Sort, list[Term]] = {}
    for t in subterms(*formulas):
        if isinstance(t.shape, Symbol) and not t.args and not t.sort.given:
            found.setdefault(t.sort, []).append(t)
    return found
