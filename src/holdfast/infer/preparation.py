"""The first phases, before lemmas are selected."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from holdfast.cancellation import tick
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.infer.fallback import follow_second
from holdfast.infer.grammar.evaluate import Evaluator
from holdfast.infer.grammar.grammar import mine
from holdfast.infer.grammar.sorts import has_messages_with_numbers, types_of_lifted
from holdfast.infer.inference import (
    CHECK_SECONDS,
    MOST_CHECKED,
    Inference,
    Sampled,
    made,
)
from holdfast.infer.lift import lift, lift_expr, machine_of
from holdfast.infer.one_size import (
    goal_of,
    integers_of,
    may_type,
    numbers_of,
    one_size_finders,
    own_states,
    typed,
)
from holdfast.infer.open_results import violated_at
from holdfast.infer.result import Inferred
from holdfast.infer.samples.instances import read_model, with_chosen_constants
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.samples.samples import Budget, Sampler
from holdfast.infer.search.finders import accepted_hypotheses, sizes_for
from holdfast.infer.search.gates import asked_about, violating
from holdfast.infer.search.oracles import Solver
from holdfast.infer.search.search import Search
from holdfast.ir.ranks import ranked_by
from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Exhausted, Failed, Unknown, Violated

_LARGER = Budget(walks=60, depth=60, generated=30_000, rare=4_000)
"""How much to sample with larger numbers than configured."""
_ONE = Budget(per_instance=500, walks=40, generated=8_000)
"""How much to sample of the instance of a counterexample."""
_SEEDS = 150
"""The initial number of steps from states near reachable ones."""


def check_property(now: Inference) -> Inference | Inferred:
    """Check the property on the configured instance: a violation ends the inference."""
    limit = now.journal.limit
    seconds = CHECK_SECONDS if limit is None else min(CHECK_SECONDS, limit / 3)
    options = SearchOptions(limits=Limits(seconds=seconds, states=MOST_CHECKED))
    answer = check(asked_about(now.system, (now.property,)), options)
    now = replace(now, checked=answer)
    if isinstance(answer.verdict, Violated | Failed):
        return now.result(answer.verdict)
    tick()
    return now


def sample_states(now: Inference) -> Inference | Inferred:
    """Find reachable states of several instances, the configured one first."""
    if now.solvers is not None:
        now.solvers.start()  # they are ready when there is something to prove
    system = with_chosen_constants(now.system)
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    with ranked_by(machine.ranks):
        goal = lift_expr(now.property.expr, lifted)
        evaluator = Evaluator(machine, (), len(lifted.constants))
        sampler = Sampler(system, lifted, machine, model, now.options.seed)
        samples = sampler.run(_budget(now))
        if has_messages_with_numbers(system):
            sampler.run_larger(_LARGER, evaluator.test(goal))
        now.journal.states, now.journal.sizes = len(samples.states), tuple(samples.sizes)
        if samples.undefined is not None:
            now.journal.warnings.append(
                f"not all steps are sampled, one cannot be evaluated: {samples.undefined}"
            )
        now = replace(
            now,
            system=system,
            sampled=Sampled(model, lifted, machine, goal, samples.states),
        )
        if not samples.states:
            nothing = Unknown(cause="no-initial-state", reason="there is no initial state")
            return now.result(nothing)
        complete = isinstance(made(now.checked).verdict, Exhausted)
        known = tuple(model.values[n] for n in lifted.constants) if complete else None
        bad = violating(samples.states, evaluator.function(goal), known)
        return (violated_at(bad, now) if bad is not None else None) or now


def _budget(now: Inference) -> Budget:
    """How much to sample; all states of the configured instance unless too many are known."""
    budget = Budget()
    has_too_many = made(now.checked).counts.distinct > budget.native
    return replace(budget, native=0) if has_too_many else budget


def mine_grammar(now: Inference) -> Inference:
    """Mine the atoms of lemmas."""
    s = made(now.sampled)
    atoms = tuple(lift_expr(e, s.lifted) for e in (*now.options.atoms, *now.defined))
    numbers = numbers_of(now)
    only = now.options.only_grammar
    grammar = mine(now.system, s.lifted, s.machine, s.states, s.goal, atoms, numbers, only)
    return replace(now, grammar=grammar)


def find_candidates(now: Inference) -> Inference:
    """Find the clauses that hold in all samples; add the lemmas of the user and of earlier runs."""
    s, journal = made(now.sampled), now.journal
    goal = goal_of(now)
    scene = (s.lifted, s.machine, made(now.grammar), goal, now.property.name, s.states)
    journal.search = search = Search(*scene, now.options.seed)
    search.shown = s.goal
    search.is_watchful = now.options.algorithm == "holdfast" and not now.defined and now.may_define
    sampler = Sampler(now.system, s.lifted, s.machine, s.model, now.options.seed)
    search.explore = lambda constants: sampler.states_of(constants, _ONE)
    search.tell = lambda: journal.tell("search")
    now = replace(now, search=search)
    search.follow = partial(follow_second, now)
    if now.system.init_formula is not None:
        search.is_initial = search.test(lift_expr(now.system.init_formula, s.lifted))
    for number, e in enumerate(now.options.lemmas, start=1):
        if not search.offer(lift_expr(e, s.lifted), f"Given{number}"):
            journal.warnings.append(f"lemma {number} is left out: a reachable state falsifies it")
    for e in now.options.remembered:
        search.offer(lift_expr(e, s.lifted), None)
    return now


def seed_search(now: Inference) -> Inference:
    """Learn from steps between states near reachable ones."""
    s = made(now.sampled)
    types = types_of_lifted(s.lifted, now.system.types)
    mutator = Mutator(s.lifted, types, own_states(now), now.options.seed)
    made(now.search).seed(mutator.some(10 * _SEEDS), _SEEDS)
    return replace(now, mutator=mutator)


def encode(now: Inference) -> Inference:
    """Make the finders of counterexamples: on a few elements, or for one size."""
    s = made(now.sampled)
    if now.one_size:
        try:
            finders = one_size_finders(now)
        except SpecError:
            if not may_type(now):
                raise
            return typed(now)
        oracle = Solver(finders, s.lifted, s.model.values)
        return replace(now, finders=tuple(finders), oracle=oracle)
    now = replace(now, integers=integers_of(now))
    assumed = accepted_hypotheses(now.system)
    sizes = sizes_for(now.system, s.model)
    finders = now.finders_of(assumed, sizes)
    return replace(
        now,
        assumed=assumed,
        sizes=sizes,
        finders=tuple(finders),
        oracle=Solver(finders, s.lifted),
    )


def encode_larger(now: Inference) -> Inference:
    """Add a finder with one element more; before it one with more numbers, if there are some.

    A set that is inductive for three elements but not for all usually fails with a few more.
    """
    finders = made(now.oracle).finders
    finders += now.with_more_numbers(2)
    finders += now.finders_of(now.assumed, (now.sizes[-1] + 1,))
    return now
