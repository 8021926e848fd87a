"""The phases that choose lemmas: search for an inductive set, make it smaller and cheaper."""

from __future__ import annotations

import math
from dataclasses import replace

from holdfast.cancellation import OutOfTime, running, seconds_left, tick
from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.inference import Inference, made
from holdfast.infer.search.background import extended, inductive_subset, repaired, settled
from holdfast.infer.search.endive import MOST_CTIS, run_endive
from holdfast.infer.search.finders import LARGER_SIZES
from holdfast.infer.search.growth import grown
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.minimise import improve, minimise
from holdfast.infer.search.oracles import Leaving, Nearby, Solver
from holdfast.infer.search.outcomes import Choice
from holdfast.infer.search.search import Search

_PATIENCE = 140
"""After how many rounds a search uses a background of mutually inductive lemmas."""
_LESS_PATIENCE = 70
"""The same if an action names so many elements that each round takes long."""
_NEARBY = 500
"""How many states near reachable ones tell general lemmas from others."""
_REPAIR_SHARE = 0.75
"""The share of the remaining time of a search for lemmas that more numbers need."""


def search_lemmas(now: Inference) -> Inference:
    """Choose lemmas with which no counterexample to induction is found."""
    if now.options.algorithm == "endive":
        return replace(now, chosen=_endive(now), settled=True)
    choice = _searched(now)
    unclear = choice.known if isinstance(choice.known, Unclear) else None
    # If the oracle gave up, keep all lemmas: a proof may still succeed.
    return replace(now, chosen=choice.lemmas, unclear=unclear, settled=unclear is not None)


def try_larger(now: Inference) -> Inference:
    """Search for a counterexample to the chosen lemmas at a larger size.

    If there is one, other lemmas are searched for, otherwise these are worth a thorough proof.
    """
    reply = made(now.oracle).ask(made(now.search).expressions(now.chosen))
    again = "search" if isinstance(reply, Leaving) else "prove"
    return replace(now, thorough=True, again=again)


def drop_lemmas(now: Inference) -> Inference:
    """Drop the lemmas that the others do not need to be inductive."""
    return replace(now, chosen=minimise(made(now.search), made(now.oracle), now.chosen))


def exchange_lemmas(now: Inference) -> Inference:
    """Search for a cheaper set of lemmas."""
    return replace(now, chosen=improve(made(now.search), made(now.oracle), now.chosen))


def _searched(now: Inference) -> Choice:
    """The search; about numbers, first for few of them, and repaired for more if that works.

    For one size, a set that grows is inductive after a fraction of the rounds. For all sizes, the
    sets that are selected anew in each round are smaller, and easier to prove.
    """
    search, oracle = made(now.search), made(now.oracle)
    if now.one_size:
        return grown(search, oracle, made(now.mutator).some(_NEARBY))
    choice = _searched_with(now, oracle)
    more = now.with_more_numbers(1) if isinstance(choice.known, Kept) else []
    if not more:
        return choice
    now.journal.tell("search, more numbers")
    few = oracle.finders
    oracle.finders = [*few, *more]
    lemmas = _repaired(search, oracle, choice.lemmas)
    search.assume(())
    if lemmas is None:
        oracle.finders = few
        return choice
    return replace(choice, lemmas=lemmas)


def _repaired(search: Search, oracle: Solver, lemmas: tuple[int, ...]) -> tuple[int, ...] | None:
    """The lemmas with others that more numbers need, if these are found in time."""
    left = seconds_left(math.inf)
    try:
        with running(seconds=None if math.isinf(left) else left * _REPAIR_SHARE):
            return repaired(search, oracle, lemmas)
    except OutOfTime:
        tick()
        return None


def _searched_with(now: Inference, oracle: Solver) -> Choice:
    """The search; if it takes long, with a background of mutually inductive lemmas."""
    search = made(now.search)
    patience = _LESS_PATIENCE if now.sizes == LARGER_SIZES else _PATIENCE
    choice = search.run(oracle, search.figures.rounds + patience)
    while choice is None:
        search.assume(inductive_subset(search, oracle))
        now.journal.tell("search, with mutually inductive lemmas")
        if extended(search, oracle):
            choice = Choice((PROPERTY,), Kept())
        else:
            choice = search.run(oracle, search.figures.rounds + patience)
        if choice is not None:
            lemmas = settled(search, oracle, (*choice.lemmas, *search.background))
            choice = None if lemmas is None else replace(choice, lemmas=lemmas)
    search.assume(())
    return choice


def _endive(now: Inference) -> tuple[int, ...]:
    """The lemmas of the published algorithm, with random states for counterexamples."""
    search, options = made(now.search), now.options
    search.pool.clear()
    nearby = Nearby(made(now.mutator), search.machine, options.n_ctis, MOST_CTIS)
    return run_endive(search, nearby, options.n_lemmas, options.seed)
