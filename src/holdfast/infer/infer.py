"""`infer`: find the lemmas that make a property inductive, and prove them.

The phases: check the property on the configured instance, sample states of several sizes,
mine a grammar, search (`search.py`), take away what is not needed, and prove what is left.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from holdfast.cancellation import (
    Cancellation,
    Interruption,
    StopCause,
    cancel_by,
    ctrl_c_cancels,
    is_over,
    running,
    tick,
)
from holdfast.check.check import check
from holdfast.check.engine import Options as CheckOptions
from holdfast.infer.cti.cti import Finder, Kept, Unclear
from holdfast.infer.cti.hypotheses import needed_hypotheses
from holdfast.infer.grammar.grammar import mine
from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.journal import Journal
from holdfast.infer.lift import Lifted, lift, lift_expr, machine_of
from holdfast.infer.naming import named_lemmas
from holdfast.infer.refute import unrefuted
from holdfast.infer.result import Conjunct, InferenceProgress, Inferred, Open, Options
from holdfast.infer.samples.instances import (
    Model,
    read_model,
    with_chosen_constants,
    with_plain_constants,
)
from holdfast.infer.samples.mutate import Mutator
from holdfast.infer.samples.samples import Budget, Sampler, Samples
from holdfast.infer.search.background import extended, inductive_subset, needed
from holdfast.infer.search.endive import MOST_CTIS, run_endive
from holdfast.infer.search.finders import (
    LARGER_SIZES,
    SIZES,
    accepted_hypotheses,
    make_finders,
    sizes_for,
)
from holdfast.infer.search.gates import asked_about, violating, violation_at
from holdfast.infer.search.graph import ProofGraph
from holdfast.infer.search.minimise import improve, minimise
from holdfast.infer.search.missing import what_is_missing, what_is_supported
from holdfast.infer.search.oracles import Leaving, Nearby, Solver
from holdfast.infer.search.pool import PROPERTY
from holdfast.infer.search.search import Choice, Reached, Search, Stuck
from holdfast.infer.still_open import resisting, why_open
from holdfast.infer.support_sets import proof_graph
from holdfast.infer.watch import telling
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import sort_sets
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.prove.options import Options as ProveOptions
from holdfast.prove.proof import Proof
from holdfast.prove.prove import prove
from holdfast.prove.strategies import Effort
from holdfast.source import SpecError
from holdfast.verdict import Answer as CheckAnswer
from holdfast.verdict import Cause, Exhausted, Failed, Proved, Unknown, Verdict, Violated

T = TypeVar("T")

_PATIENCE = 140
"""After how many rounds a search is helped by lemmas that are inductive anyway."""
_LESS_PATIENCE = 70
"""The same where an action names so many elements that each round takes long."""
_LITTLE = Effort(rlimit=4_000_000)
"""What is tried first for a proof: if that is not enough, larger instances may tell why."""
_LITTLE_SECONDS = 40.0
_SEEDS = 150
"""How many steps from states near reachable ones a search begins with."""
_MOST_CHECKED = 150_000
_CHECK_SECONDS = 20.0
_GRAPH = 1.0
"""How many seconds the graph of a partial result may take, once the time is over."""
_CANCELLED_GRAPH = 0.2
"""The same once somebody has cancelled the search, and waits."""
_STUCK_GRAPH = 20.0


def infer(
    system: System,
    property: Property,
    options: Options,
    observer: Callable[[InferenceProgress], None] | None = None,
    cancellation: Cancellation | None = None,
) -> Inferred:
    """An inductive invariant with the property, proved; or what is known if there is none."""
    options.limits.allow("infer", "seconds")
    journal = Journal(options.limits.seconds, observer)
    token = cancellation or Cancellation()
    with ctrl_c_cancels(token), ranked_by(Ranks(system.names)):
        return _Inference(system, property, options, journal).run(token)


def mined_grammar(system: System, property: Property, options: Options) -> str:
    """The grammar for a property, as text."""
    from holdfast.infer.grammar.grammar import show_grammar

    system = with_chosen_constants(system)
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    with ranked_by(machine.ranks):
        sampler = Sampler(system, lifted, machine, model, options.seed)
        states = sampler.run(Budget()).states
        atoms = tuple(lift_expr(e, lifted) for e in options.atoms)
        goal = lift_expr(property.expr, lifted)
        return show_grammar(mine(system, lifted, machine, states, goal, atoms))


@dataclass(slots=True)
class _Inference:
    system: System
    property: Property
    options: Options
    journal: Journal
    sizes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    instances: tuple[int, ...] = SIZES
    finders: tuple[Finder, ...] = ()
    warnings: tuple[str, ...] = ()
    checked: CheckAnswer | None = None
    model: Model | None = None
    unclear: Unclear | None = None

    def run(self, token: Cancellation) -> Inferred:
        """All phases, one after the other; what there is, if they cannot be completed."""
        try:
            with running(token, seconds=self.journal.limit):
                return self._answered()
        except Interruption as stop:
            return self._interrupted(stop.cause)
        except KeyboardInterrupt as error:
            cancel_by(error)
            return self._interrupted("cancelled")

    def _answered(self) -> Inferred:
        try:
            self.checked = answer = self._timed("check", self._check)
            if isinstance(answer.verdict, Violated | Failed):
                return self._result(answer.verdict)
            tick()
            return self._strengthened(is_complete(answer))
        except Reached as reached:
            return self._reached(reached)
        except EvalError as error:
            reason = f"an expression has no value in a state that was tried: {error}"
            return self._partial("undecided", reason)

    def _interrupted(self, cause: StopCause) -> Inferred:
        if cause == "cancelled":
            return self._partial(cause, "interrupted", _CANCELLED_GRAPH)
        return self._partial(cause, f"out of time after {self.journal.elapsed():.0f} s")

    # ---- phases ----

    def _check(self) -> CheckAnswer:
        """The property on the configured instance: a violation there is the answer."""
        limit = self.journal.limit
        seconds = _CHECK_SECONDS if limit is None else min(_CHECK_SECONDS, limit / 3)
        options = CheckOptions(limits=Limits(seconds=seconds, states=_MOST_CHECKED))
        return check(asked_about(self.system, (self.property,)), options)

    def _strengthened(self, all_checked: bool) -> Inferred:
        system = self.system = with_chosen_constants(self.system)
        model = self.model = read_model(system)
        lifted = lift(system, model.names)
        machine = machine_of(lifted)
        with ranked_by(machine.ranks):
            goal = lift_expr(self.property.expr, lifted)
            samples = self._sampled(Sampler(system, lifted, machine, model, self.options.seed))
            if not samples.states:
                nothing = Unknown(cause="no-initial-state", reason="there is no initial state")
                return self._result(nothing)
            known = tuple(model.values[n] for n in lifted.constants) if all_checked else None
            bad = self._timed("sample", lambda: violating(samples.states, machine, goal, known))
            violated = None if bad is None else self._violated(bad, model, lifted)
            if violated is not None:
                return violated
            atoms = tuple(lift_expr(e, lifted) for e in self.options.atoms)
            grammar = self._timed(
                "mine", lambda: mine(system, lifted, machine, samples.states, goal, atoms)
            )
            self.journal.tell("searching")
            scene = (lifted, machine, grammar, goal, self.property.name, samples.states)
            search = self._timed("candidates", lambda: Search(*scene, self.options.seed))
            self.journal.search = search
            search.tell = lambda: self.journal.tell("search")
            if system.init_formula is not None:
                search.is_initial = search.test(lift_expr(system.init_formula, lifted))
            self._offer(search, lifted)
            types = types_of_lifted(lifted, system.types)
            mutator = Mutator(lifted, types, samples.states, self.options.seed)
            self._timed("seed", lambda: search.seed(mutator.some(10 * _SEEDS), _SEEDS))
            return self._searched_and_proved(search, mutator, machine, model)

    def _sampled(self, sampler: Sampler) -> Samples:
        """Reachable states of several instances, the configured one first."""
        samples = self._timed("sample", lambda: sampler.run(Budget()))
        self.journal.states, self.sizes = len(samples.states), tuple(samples.sizes)
        if samples.undefined is not None:
            self.warnings += (f"not all steps are sampled, one has no value: {samples.undefined}",)
        return samples

    def _searched_and_proved(
        self, search: Search, mutator: Mutator, machine: Machine, model: Model
    ) -> Inferred:
        """The lemmas that a search finds, with a proof as strong as there is one."""
        system = self.system
        self.assumed = accepted_hypotheses(system)
        plain = with_plain_constants(system)
        sizes = self.instances = sizes_for(system, model)

        def finders(some: tuple[str, ...], chosen: tuple[int, ...] = sizes) -> list[Finder]:
            return make_finders(plain, some, model.numbers, chosen)

        self.finders = tuple(self._timed("encode", lambda: finders(self.assumed)))
        oracle = Solver(list(self.finders), search.lifted)
        try:
            if self.options.algorithm == "endive":
                chosen = self._timed("search", lambda: self._endive(search, mutator, machine))
                return self._timed("prove", lambda: self._proved(search, chosen))
            found = self._found(search, oracle, lambda: finders(self.assumed, (sizes[-1] + 1,)))
            found = self._assuming_less(found, finders)
            found = self._for_its_size(found)
        except Stuck as stuck:
            return self._stuck(stuck, search)
        if not isinstance(found.verdict, Proved):
            left = self.journal.left(_CHECK_SECONDS)
            found = replace(found, invariant=self._unrefuted(found.invariant, left))
        graph = self._timed("graph", lambda: self._graph(found.invariant, found.verdict))
        phases = dict(self.journal.phases)
        return replace(found, graph=graph, seconds=self.journal.elapsed(), phases=phases)

    def _offer(self, search: Search, lifted: Lifted) -> None:
        """Add the lemmas of the user and those of earlier runs."""
        for number, e in enumerate(self.options.lemmas, start=1):
            if not search.offer(lift_expr(e, lifted), f"Given{number}"):
                self.warnings += (f"lemma {number} is left out: a reachable state falsifies it",)
        for e in self.options.remembered:
            search.offer(lift_expr(e, lifted), None)

    def _assuming_less(
        self, found: Inferred, finders: Callable[[tuple[str, ...]], list[Finder]]
    ) -> Inferred:
        """The same lemmas, proved under as few hypotheses as possible."""
        if not self.assumed or not isinstance(found.verdict, Proved):
            return found
        lemmas = [c.expr for c in found.invariant]
        before = self.assumed
        self.assumed = self._timed("hypotheses", lambda: needed_hypotheses(before, lemmas, finders))
        if self.assumed != before:
            fewer = self._timed("prove", lambda: self._of(found.invariant, None))
            if isinstance(fewer.verdict, Proved):
                return fewer
        self.assumed = before
        return found

    def _for_its_size(self, found: Inferred) -> Inferred:
        """The lemmas proved for the configured size, if they are not for all."""
        verdict = found.verdict
        if not isinstance(verdict, Unknown) or is_over():
            return found
        proof = self._timed(
            "prove", lambda: self._prove(found.invariant, Effort(), all_sizes=False)
        )
        if not isinstance(proof.verdict, Proved):
            return found
        self.warnings += (f"not for all sizes: {verdict.reason}",)
        return self._result(
            proof.verdict, invariant=found.invariant, proof=proof, assumed=proof.assumed
        )

    def _found(
        self, search: Search, oracle: Solver, larger: Callable[[], list[Finder]]
    ) -> Inferred:
        """The lemmas for which the oracle finds nothing, as few as possible, and their proof."""
        chosen = self._fewest(search, oracle)
        found = self._first_try(search, chosen)
        while weak := resisting(found, chosen) - search.banned:
            # What samples and small instances say is true, and solvers do not: another may do.
            search.banned |= weak
            chosen = self._fewest(search, oracle)
            found = self._first_try(search, chosen)
        if isinstance(found.verdict, Proved):
            return found
        # What is inductive for three elements and not for all breaks with a few more.
        oracle.finders += self._timed("encode", larger)
        reply = self._timed("search", lambda: oracle.ask(search.expressions(chosen)))
        if isinstance(reply, Leaving):
            chosen = self._fewest(search, oracle)
        return self._timed("prove", lambda: self._proved(search, chosen))

    def _first_try(self, search: Search, chosen: tuple[int, ...]) -> Inferred:
        """A proof with little effort."""
        return self._timed("prove", lambda: self._proved(search, chosen, _LITTLE))

    def _fewest(self, search: Search, oracle: Solver) -> tuple[int, ...]:
        """The lemmas for which the oracle finds nothing, as few as possible."""
        choice = self._timed("search", lambda: self._searched(search, oracle))
        chosen = choice.lemmas
        if isinstance(choice.known, Unclear):
            # Which of them are needed is not known either; perhaps a proof of all succeeds.
            self.unclear = choice.known
        else:
            self.unclear = None
            chosen = self._timed("minimise", lambda: minimise(search, oracle, chosen))
            if self.options.selection == "cheapest":
                chosen = self._timed("improve", lambda: improve(search, oracle, chosen))
        search.best = chosen
        return chosen

    def _searched(self, search: Search, oracle: Solver) -> Choice:
        """The search; if it takes long, with lemmas that are inductive anyway behind it."""
        patience = _LESS_PATIENCE if self.instances == LARGER_SIZES else _PATIENCE
        choice = search.run(oracle, search.figures.rounds + patience)
        while choice is None:
            search.assume(inductive_subset(search, oracle))
            self.journal.tell("searching with lemmas that are inductive together")
            if extended(search, oracle):
                choice = Choice((PROPERTY,), Kept())
            else:
                choice = search.run(oracle, search.figures.rounds + patience)
        if search.background:
            choice = replace(choice, lemmas=needed(search, oracle.finders[-1], choice.lemmas))
            search.assume(())
        return choice

    def _endive(self, search: Search, mutator: Mutator, machine: Machine) -> tuple[int, ...]:
        """The published algorithm, with random states for counterexamples."""
        search.pool.clear()
        nearby = Nearby(mutator, machine, self.options.n_ctis, MOST_CTIS)
        return run_endive(search, nearby, self.options.n_lemmas, self.options.seed)

    # ---- proofs ----

    def _proved(
        self, search: Search, chosen: tuple[int, ...], effort: Effort | None = None
    ) -> Inferred:
        return self._of(named_lemmas(search, chosen, self._taken()), effort)

    def _of(self, conjuncts: tuple[Conjunct, ...], effort: Effort | None) -> Inferred:
        """What a proof of some lemmas says."""
        proof = self._prove(conjuncts, effort or Effort())
        verdict = proof.verdict
        if not isinstance(verdict, Proved):
            tick()
            verdict = why_open(proof, self.unclear)
        return self._result(verdict, invariant=conjuncts, proof=proof, assumed=proof.assumed)

    def _prove(
        self, conjuncts: tuple[Conjunct, ...], effort: Effort, all_sizes: bool = True
    ) -> Proof:
        properties = (
            self.property,
            *(Property(c.name, c.expr) for c in conjuncts[1:]),
        )
        plain = with_plain_constants(self.system)
        asked = replace(plain, invariants=properties, properties=(), temporal=())
        observer = telling(self.journal.tell)
        if all_sizes:
            try:
                return prove(asked, self._prove_options(True, effort), observer)
            except SpecError as problem:
                self.warnings += (f"not for all sizes: {problem.diagnostics[0].message}",)
        return prove(asked, self._prove_options(False, effort), observer)

    def _prove_options(self, all_sizes: bool, effort: Effort) -> ProveOptions:
        most = _LITTLE_SECONDS if effort is _LITTLE else None
        return ProveOptions(
            all_sizes=all_sizes,
            assume=self.assumed if all_sizes else (),
            effort=effort,
            limits=Limits(seconds=self.journal.left(most)),
            workers=self.options.workers,
            remember=self.options.remember,
        )

    # ---- violations ----

    def _violated(self, state: State, model: Model, lifted: Lifted) -> Inferred | None:
        """The answer if a reachable state of some instance violates the property."""
        question = (self.property, self.journal.left(_CHECK_SECONDS) or _CHECK_SECONDS)
        elsewhere = violation_at(state, self.system, model, lifted, question)
        if elsewhere is None:
            return None
        self.checked, where = elsewhere
        return self._result(self.checked.verdict, warnings=(*self.warnings, where))

    def _reached(self, reached: Reached) -> Inferred:
        """The answer if a step from a reachable state violates the property."""
        search = self.journal.search
        assert search is not None
        assert self.model is not None
        violated = self._violated(reached.state, self.model, search.lifted)
        reason = "a reachable state violates it, and no way to it was found"
        return violated or self._partial("undecided", reason)

    # ---- what there is without a proof ----

    def _stuck(self, stuck: Stuck, search: Search) -> Inferred:
        names = search.lifted.system.variables
        row = stuck.row
        before = dict(zip(names, map(sort_sets, row.before.state), strict=True))
        after = dict(zip(names, map(sort_sets, row.after.state), strict=True))
        types = types_of_lifted(search.lifted, self.system.types)
        missing = what_is_missing(before, after, types)
        what = Open(self.property.name, row.action, before, after, missing)
        reason = f"no lemma of the grammar rules out a step of {row.action} that breaks it"
        search.best = what_is_supported(search)
        seconds = self.journal.left(_STUCK_GRAPH) or _STUCK_GRAPH
        found = self._partial("not-inductive", reason, seconds)
        return replace(found, open=what)

    def _partial(self, cause: Cause, reason: str, seconds: float = _GRAPH) -> Inferred:
        """The lemmas so far, and the graph of what they do and do not keep.

        A little over its time: without it nobody sees how far the search was.
        """
        search = self.journal.search
        conjuncts: tuple[Conjunct, ...] = ()
        graph = None
        if search is not None and search.best:
            conjuncts = named_lemmas(search, search.best, self._taken())
        with suppress(Interruption), running(seconds=2 * seconds):
            conjuncts = self._unrefuted(conjuncts, seconds)
            with running(seconds=seconds):
                graph = self._graph(conjuncts, None)
        return self._result(Unknown(cause=cause, reason=reason), invariant=conjuncts, graph=graph)

    def _unrefuted(
        self, conjuncts: tuple[Conjunct, ...], seconds: float | None
    ) -> tuple[Conjunct, ...]:
        if len(conjuncts) < 2:
            return conjuncts
        limit = _CHECK_SECONDS if seconds is None else min(seconds, _CHECK_SECONDS)
        return unrefuted(self.system, conjuncts, _MOST_CHECKED, limit)

    def _graph(self, conjuncts: tuple[Conjunct, ...], verdict: object) -> ProofGraph | None:
        if not self.finders or not conjuncts:
            return None
        return proof_graph(self.finders[-1], conjuncts, isinstance(verdict, Proved))

    def _result(self, verdict: Verdict, **known: Any) -> Inferred:
        known.setdefault("warnings", tuple(dict.fromkeys(self.warnings)))
        return Inferred(
            verdict,
            self.property.name,
            sizes=self.sizes,
            states=self.journal.states,
            candidates=self.journal.candidates,
            ctis=self.journal.ctis,
            seconds=self.journal.elapsed(),
            phases=dict(self.journal.phases),
            checked=self.checked,
            **known,
        )

    def _taken(self) -> frozenset[str]:
        """The names that the spec uses."""
        system = self.system
        return frozenset(
            (*self.options.taken, *system.definitions, *system.variables, *system.constants)
        )

    def _timed(self, phase: str, work: Callable[[], T]) -> T:
        return self.journal.timed(phase, work)


def is_complete(answer: CheckAnswer) -> bool:
    """Whether all states of the configured instance were explored."""
    return isinstance(answer.verdict, Exhausted)
