"""Results without a proof: a violation, a search that is stuck or was stopped."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from holdfast.cancellation import Interruption, StopCause, running
from holdfast.infer.grammar.grammar import atom_text
from holdfast.infer.grammar.language import Grammar
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.inference import CHECK_SECONDS, MOST_CHECKED, Inference, made
from holdfast.infer.naming import named_lemmas
from holdfast.infer.refute import unrefuted
from holdfast.infer.result import Conjunct, Inferred, Open
from holdfast.infer.search.gates import violation_at
from holdfast.infer.search.missing import what_is_missing, what_is_supported
from holdfast.infer.search.oracles import unlifted
from holdfast.infer.search.outcomes import Reached, Stuck
from holdfast.infer.search.search import Search
from holdfast.infer.search.suggest import suggestions
from holdfast.infer.support_sets import proof_graph
from holdfast.interp.step import State
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import ranked_by
from holdfast.source import SpecError
from holdfast.verdict import Cause, Exhausted, Unknown

_GRAPH = 1.0
"""How many seconds the graph of a partial result may take after the time limit."""
_CANCELLED_GRAPH = 0.2
"""The same after a cancellation."""
_STUCK_GRAPH = 20.0


def violated_at(state: State, now: Inference) -> Inferred | None:
    """The result if a reachable state of some instance violates the property."""
    s = made(now.sampled)
    question = (now.property, now.journal.left(CHECK_SECONDS) or CHECK_SECONDS)
    elsewhere = violation_at(state, now.system, s.model, s.lifted, question)
    if elsewhere is None:
        return None
    checked, where = elsewhere
    now.journal.warnings.append(where)
    return now.result(checked.verdict, checked=checked)


def reached_result(reached: Reached, now: Inference) -> Inferred:
    """The result if a step from a reachable state violates the property."""
    reason = "a reachable state violates it, and no trace to it was found"
    with ranked_by(now.ranks()):
        return violated_at(reached.state, now) or partial_result("undecided", reason, now)


def stuck_result(stuck: Stuck, now: Inference) -> Inferred:
    """The lemmas so far, and the step that no lemma of the grammar excludes."""
    search, row = made(now.search), stuck.row
    names = search.lifted.system.variables
    with ranked_by(now.ranks()):
        before = dict(zip(names, map(sort_sets, row.before.state), strict=True))
        after = dict(zip(names, map(sort_sets, row.after.state), strict=True))
        types = types_of_lifted(search.lifted, now.system.types)
        missing = what_is_missing(before, after, types)
        suggested = _suggested(search, stuck, now)
        what = Open(now.property.name, row.action, before, after, missing, suggested)
        now.journal.search = search
        search.best = what_is_supported(search)
        seconds = now.journal.left(_STUCK_GRAPH) or _STUCK_GRAPH
        found = partial_result("not-inductive", why_stuck(stuck), now, seconds)
        return replace(found, open=what)


def _suggested(search: Search, stuck: Stuck, now: Inference) -> tuple[str, ...]:
    """Atoms with which a lemma would exclude the step, as text."""
    found: tuple[str, ...] = ()
    seconds = now.journal.left(_STUCK_GRAPH) or _STUCK_GRAPH
    with suppress(Interruption), running(seconds=seconds):
        atoms = suggestions(search, stuck.row)
        plain = [replace(a, expr=unlifted(a.expr, search.lifted)) for a in atoms]
        found = tuple(atom_text(a, _unlifted_sorts(search)) for a in plain)
    return found


def _unlifted_sorts(search: Search) -> Grammar:
    """The grammar with its sorts as expressions of the spec."""
    grammar = search.grammar
    sorts = (replace(s, domain=unlifted(s.domain, search.lifted)) for s in grammar.sorts)
    return replace(grammar, sorts=tuple(sorts))


def unsupported_result(problem: SpecError, now: Inference) -> Inferred:
    """The result if no encoding supports the spec: what was explored, or else the error."""
    if not isinstance(made(now.checked).verdict, Exhausted):
        raise problem
    first = problem.diagnostics[0]
    where = "" if first.span is None else f" ({first.span.location()})"
    reason = Unknown(cause="unsupported", reason=f"{first.message}{where}")
    return now.result(reason)


def why_stuck(stuck: Stuck) -> str:
    """The reason why a search is stuck."""
    return f"no lemma of the grammar excludes a step of {stuck.row.action} that breaks it"


def interrupted_result(cause: StopCause, now: Inference) -> Inferred:
    """The partial result at the time limit or after a cancellation."""
    if cause == "cancelled":
        return partial_result(cause, "interrupted", now, _CANCELLED_GRAPH)
    return partial_result(cause, f"out of time after {now.journal.elapsed():.0f} s", now)


def partial_result(cause: Cause, reason: str, now: Inference, seconds: float = _GRAPH) -> Inferred:
    """The lemmas so far, and their proof graph with its open nodes.

    This may exceed the time limit slightly, to show how far the search was.
    """
    search = now.journal.search
    conjuncts: tuple[Conjunct, ...] = ()
    graph = None
    if search is not None and search.best:
        conjuncts = named_lemmas(search, search.best, now.taken())
    with suppress(Interruption), running(seconds=2 * seconds):
        conjuncts = unrefuted_lemmas(now, conjuncts, seconds)
        with running(seconds=seconds):
            if now.finders and conjuncts:
                graph = proof_graph(now.finders[-1], conjuncts, is_proved=False)
    return now.result(Unknown(cause=cause, reason=reason), invariant=conjuncts, graph=graph)


def unrefuted_lemmas(
    now: Inference, conjuncts: tuple[Conjunct, ...], seconds: float | None
) -> tuple[Conjunct, ...]:
    """The lemmas without those that a reachable state of the configured instance falsifies."""
    if len(conjuncts) < 2:
        return conjuncts
    limit = CHECK_SECONDS if seconds is None else min(seconds, CHECK_SECONDS)
    return unrefuted(now.system, conjuncts, MOST_CHECKED, limit)
