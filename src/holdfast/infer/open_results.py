"""Results without a proof: of a violation elsewhere, of a search that is stuck or was stopped."""

from __future__ import annotations

import time
from dataclasses import replace

from holdfast.infer.clock import OutOfTime, heard, is_urgent, limited
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.inference import CHECK_SECONDS, MOST_CHECKED, Inference, made
from holdfast.infer.naming import named_lemmas
from holdfast.infer.refute import unrefuted
from holdfast.infer.result import Conjunct, Inferred, Open
from holdfast.infer.search.gates import violation_at
from holdfast.infer.search.missing import what_is_missing, what_is_supported
from holdfast.infer.search.search import Reached, Stuck
from holdfast.infer.support_sets import proof_graph
from holdfast.interp.step import State
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.verdict import Unknown

_GRAPH = 1.0
"""How many seconds the graph of a partial result may take, once the time is over."""
_STUCK_GRAPH = 20.0


def violated_at(state: State, now: Inference) -> Inferred | None:
    """The answer if a reachable state of some instance violates the property."""
    s = made(now.sampled)
    question = (now.property, now.journal.left(CHECK_SECONDS) or CHECK_SECONDS)
    elsewhere = violation_at(state, now.system, s.model, s.lifted, question)
    if elsewhere is None:
        return None
    checked, where = elsewhere
    now.journal.warnings.append(where)
    return now.result(checked.verdict, checked=checked)


def reached_result(reached: Reached, now: Inference) -> Inferred:
    """The answer if a step from a reachable state violates the property."""
    reason = "a reachable state violates it, and no way to it was found"
    with ranked_by(now.ranks()):
        return violated_at(reached.state, now) or partial_result(reason, now)


def stuck_result(stuck: Stuck, now: Inference) -> Inferred:
    """The lemmas so far, and the step that none of the grammar rules out."""
    search, row = made(now.search), stuck.row
    names = search.lifted.system.variables
    with ranked_by(now.ranks()):
        before = dict(zip(names, map(sort_sets, row.before.state), strict=True))
        after = dict(zip(names, map(sort_sets, row.after.state), strict=True))
        types = types_of_lifted(search.lifted, now.system.types)
        missing = what_is_missing(before, after, types)
        what = Open(now.property.name, row.action, before, after, missing)
        reason = f"no lemma of the grammar rules out a step of {row.action} that breaks it"
        search.best = what_is_supported(search)
        found = partial_result(reason, now, now.journal.left(_STUCK_GRAPH) or _STUCK_GRAPH)
        return replace(found, open=what)


def partial_result(reason: str, now: Inference, seconds: float = _GRAPH) -> Inferred:
    """The lemmas so far, and the graph of what they do and do not keep.

    A little over its time: without it nobody sees how far the search was.
    """
    search = now.journal.search
    conjuncts: tuple[Conjunct, ...] = ()
    graph = None
    if search is not None and search.best:
        conjuncts = named_lemmas(search, search.best, now.taken())
    try:
        conjuncts = unrefuted_lemmas(now, conjuncts, seconds)
        with limited(time.monotonic() + seconds):
            if now.finders and conjuncts:
                graph = proof_graph(now.finders[-1], conjuncts, is_proved=False)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        if is_urgent():
            raise
        heard()
    return now.result(Unknown(reason), invariant=conjuncts, graph=graph)


def unrefuted_lemmas(
    now: Inference, conjuncts: tuple[Conjunct, ...], seconds: float | None
) -> tuple[Conjunct, ...]:
    """The lemmas without those that a reachable state of the configured instance falsifies."""
    if len(conjuncts) < 2:
        return conjuncts
    limit = CHECK_SECONDS if seconds is None else min(seconds, CHECK_SECONDS)
    return unrefuted(now.system, conjuncts, MOST_CHECKED, limit)
