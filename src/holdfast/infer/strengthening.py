"""The phases that choose lemmas: search for an inductive set, make it smaller and cheaper."""

from __future__ import annotations

from dataclasses import replace

from holdfast.infer.cti.cti import Kept, Unclear
from holdfast.infer.inference import Inference, made
from holdfast.infer.search.background import extended, inductive_subset, needed
from holdfast.infer.search.closure import closed
from holdfast.infer.search.endive import MOST_CTIS, run_endive
from holdfast.infer.search.finders import LARGER_SIZES
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.minimise import improve, minimise
from holdfast.infer.search.oracles import Leaving, Nearby
from holdfast.infer.search.search import Choice

_PATIENCE = 140
"""After how many rounds a search uses a background of mutually inductive lemmas."""
_LESS_PATIENCE = 70
"""The same if an action names so many elements that each round takes long."""


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
    """The search; if it takes long, with a background of mutually inductive lemmas."""
    search, oracle = made(now.search), made(now.oracle)
    patience = _LESS_PATIENCE if now.sizes == LARGER_SIZES else _PATIENCE
    choice = search.run(oracle, search.figures.rounds + patience)
    is_again = False
    while choice is None:
        search.assume(inductive_subset(search, oracle))
        now.journal.tell("search, with mutually inductive lemmas")
        # What grows and prunes at once takes longest: it comes after a search with the background.
        if extended(search, oracle) or (is_again and closed(search, oracle)):
            choice = Choice((PROPERTY,), Kept())
        else:
            choice = search.run(oracle, search.figures.rounds + patience)
        is_again = True
    if search.background:
        choice = replace(choice, lemmas=needed(search, oracle.finders, choice.lemmas))
        search.assume(())
    return choice


def _endive(now: Inference) -> tuple[int, ...]:
    """The lemmas of the published algorithm, with random states for counterexamples."""
    search, options = made(now.search), now.options
    search.pool.clear()
    nearby = Nearby(made(now.mutator), search.machine, options.n_ctis, MOST_CTIS)
    return run_endive(search, nearby, options.n_lemmas, options.seed)
