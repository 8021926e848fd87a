"""`infer`: find the lemmas that make a property inductive, and prove them.

The phases: check the property on the configured instance, sample states of several sizes,
mine a grammar, search (`search.py`), take away what is not needed, and prove what is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from holdfast.check.check import check
from holdfast.check.explore import Options as CheckOptions
from holdfast.infer.background import extended, inductive_subset, needed
from holdfast.infer.clock import OutOfTime, is_over, limited
from holdfast.infer.cti import Finder
from holdfast.infer.endive import MOST_CTIS, run_endive
from holdfast.infer.finders import (
    LARGER_SIZES,
    SIZES,
    accepted_hypotheses,
    make_finders,
    sizes_for,
)
from holdfast.infer.gates import asked_about, violating, violation_at
from holdfast.infer.grammar import mine
from holdfast.infer.hypotheses import needed_hypotheses
from holdfast.infer.instances import (
    Model,
    read_model,
    with_chosen_constants,
    with_plain_constants,
)
from holdfast.infer.lift import Lifted, lift, lift_expr, machine_of
from holdfast.infer.minimise import improve, minimise
from holdfast.infer.missing import what_is_missing, what_is_supported
from holdfast.infer.mutate import Mutator
from holdfast.infer.oracles import Nearby, Solver, unlifted
from holdfast.infer.pool import PROPERTY
from holdfast.infer.result import Conjunct, Inferred, Open, Options, Progress
from holdfast.infer.samples import Budget, Sampler
from holdfast.infer.search import Search, Stuck
from holdfast.infer.sorts import types_of_lifted
from holdfast.infer.support import proof_graph
from holdfast.infer.tla import lemma_text
from holdfast.infer.watch import Obligations
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.system import Property, System
from holdfast.prove.options import Options as ProveOptions
from holdfast.prove.proof import Proof
from holdfast.prove.prove import prove
from holdfast.prove.strategies import Effort
from holdfast.source import SpecError
from holdfast.verdict import Answer as CheckAnswer
from holdfast.verdict import Exhausted, Failed, Proved, Unknown, Violated

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
_STUCK_GRAPH = 20.0


def infer(
    system: System,
    property: Property,
    options: Options,
    progress: Callable[[Progress], None] | None = None,
) -> Inferred:
    """An inductive invariant with the property, proved; or what is known if there is none."""
    return _Inference(system, property, options, progress).run()


def mined_grammar(system: System, property: Property, options: Options) -> str:
    """The grammar for a property, as text."""
    from holdfast.infer.grammar import show_grammar

    system = with_chosen_constants(system)
    model = read_model(system)
    lifted = lift(system, model.names)
    machine = machine_of(lifted)
    sampler = Sampler(system, lifted, machine, model, options.seed)
    states = sampler.run(Budget()).states
    atoms = tuple(lift_expr(e, lifted) for e in options.atoms)
    return show_grammar(
        mine(system, lifted, machine, states, lift_expr(property.expr, lifted), atoms)
    )


@dataclass(slots=True)
class _Inference:
    system: System
    property: Property
    options: Options
    progress: Callable[[Progress], None] | None
    started: float = field(default_factory=time.monotonic)
    phases: dict[str, float] = field(default_factory=dict)
    search: Search | None = None
    states: int = 0
    sizes: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    instances: tuple[int, ...] = SIZES
    finders: tuple[Finder, ...] = ()
    warnings: tuple[str, ...] = ()

    def run(self) -> Inferred:
        """All phases, one after the other."""
        answer = self._timed("check", self._check)
        if isinstance(answer.verdict, Violated | Failed):
            return self._result(answer.verdict, checked=answer)
        if _was_interrupted(answer.verdict):
            return self._partial("interrupted", answer)
        seconds = self.options.seconds
        try:
            with limited(None if seconds is None else self.started + seconds):
                return self._strengthened(answer)
        except KeyboardInterrupt:
            return self._partial("interrupted", answer)
        except OutOfTime:
            return self._partial(f"out of time after {self._elapsed():.0f} s", answer)

    # ---- phases ----

    def _check(self) -> CheckAnswer:
        """The property on the configured instance: a violation there is the answer."""
        asked = asked_about(self.system, self.property)
        limits = CheckOptions(
            engine="auto", max_states=_MOST_CHECKED, seconds=self._left(_CHECK_SECONDS)
        )
        return check(asked, limits)

    def _strengthened(self, answer: CheckAnswer) -> Inferred:
        system = self.system = with_chosen_constants(self.system)
        model = read_model(system)
        lifted = lift(system, model.names)
        machine = machine_of(lifted)
        sampler = Sampler(system, lifted, machine, model, self.options.seed)
        samples = self._timed("sample", lambda: sampler.run(Budget()))
        self.states, self.sizes = len(samples.states), tuple(samples.sizes)
        if not samples.states:
            return self._result(Unknown("there is no initial state"), checked=answer)
        goal = lift_expr(self.property.expr, lifted)
        known = tuple(model.values[n] for n in lifted.constants) if is_complete(answer) else None
        bad = self._timed("sample", lambda: violating(samples.states, machine, goal, known))
        violated = self._violated(bad, model, lifted)
        if violated is not None:
            return violated
        atoms = tuple(lift_expr(e, lifted) for e in self.options.atoms)
        grammar = self._timed(
            "mine", lambda: mine(system, lifted, machine, samples.states, goal, atoms)
        )
        self._tell("searching")
        scene = (lifted, machine, grammar, goal, self.property.name, samples.states)
        self.search = search = self._timed("candidates", lambda: Search(*scene, self.options.seed))
        search.tell = lambda: self._tell("search")
        self._offer(search, lifted)
        mutator = Mutator(
            lifted, types_of_lifted(lifted, system.types), samples.states, self.options.seed
        )
        self._timed("seed", lambda: search.seed(mutator.some(10 * _SEEDS), _SEEDS))
        self.assumed = accepted_hypotheses(system)
        plain = with_plain_constants(system)
        sizes = self.instances = sizes_for(system, model)
        finders = self._timed(
            "encode", lambda: make_finders(plain, self.assumed, model.numbers, sizes)
        )
        self.finders = tuple(finders)
        oracle = Solver(finders, lifted)

        def larger() -> list[Finder]:
            return make_finders(plain, self.assumed, model.numbers, (sizes[-1] + 1,))

        def assuming(some: tuple[str, ...]) -> list[Finder]:
            return make_finders(plain, some, model.numbers, sizes)

        try:
            if self.options.algorithm == "endive":
                chosen = self._timed("search", lambda: self._endive(search, mutator, machine))
                return self._timed("prove", lambda: self._proved(search, chosen, answer))
            found = self._found(search, oracle, answer, larger)
            found = self._assuming_less(found, answer, assuming)
            found = self._for_its_size(found, answer)
        except Stuck as stuck:
            return self._stuck(stuck, answer)
        proved = isinstance(found.verdict, Proved)
        graph = self._timed("graph", lambda: proof_graph(finders[-1], found.invariant, proved))
        return replace(found, graph=graph, seconds=self._elapsed(), phases=dict(self.phases))

    def _offer(self, search: Search, lifted: Lifted) -> None:
        """Add the lemmas of the user and those of earlier runs."""
        for number, e in enumerate(self.options.lemmas, start=1):
            if not search.offer(lift_expr(e, lifted), f"Given{number}"):
                self.warnings += (f"lemma {number} is left out: a reachable state falsifies it",)
        for e in self.options.remembered:
            search.offer(lift_expr(e, lifted), None)

    def _assuming_less(
        self,
        found: Inferred,
        answer: CheckAnswer,
        finders: Callable[[tuple[str, ...]], list[Finder]],
    ) -> Inferred:
        """The same lemmas, proved under as few hypotheses as possible."""
        if not self.assumed or not isinstance(found.verdict, Proved):
            return found
        lemmas = [c.expr for c in found.invariant]
        before = self.assumed
        self.assumed = self._timed("hypotheses", lambda: needed_hypotheses(before, lemmas, finders))
        if self.assumed != before:
            fewer = self._timed("prove", lambda: self._of(found.invariant, answer, None))
            if isinstance(fewer.verdict, Proved):
                return fewer
        self.assumed = before
        return found

    def _for_its_size(self, found: Inferred, answer: CheckAnswer) -> Inferred:
        """The lemmas proved for the configured size, if they are not for all."""
        verdict = found.verdict
        if not isinstance(verdict, Unknown) or _was_interrupted(verdict) or is_over():
            return found
        proof = self._timed(
            "prove", lambda: self._prove(found.invariant, Effort(), all_sizes=False)
        )
        if not isinstance(proof.verdict, Proved):
            return found
        self.warnings += (f"not for all sizes: {verdict.reason}",)
        return self._result(
            proof.verdict,
            invariant=found.invariant,
            proof=proof,
            checked=answer,
            assumed=proof.assumed,
        )

    def _violated(self, state: State | None, model: Model, lifted: Lifted) -> Inferred | None:
        """The answer if a sample violates the property, in an instance of another size."""
        if state is None:
            return None
        question = (self.property, self._left(_CHECK_SECONDS) or _CHECK_SECONDS)
        elsewhere = violation_at(state, self.system, model, lifted, question)
        if elsewhere is None:
            return None
        answer, where = elsewhere
        return self._result(answer.verdict, checked=answer, warnings=(*self.warnings, where))

    def _found(
        self,
        search: Search,
        oracle: Solver,
        answer: CheckAnswer,
        larger: Callable[[], list[Finder]],
    ) -> Inferred:
        """The lemmas for which the oracle finds nothing, as few as possible, and their proof."""
        chosen = self._fewest(search, oracle)
        found = self._first_try(search, chosen, answer)
        while weak := _resisting(found, chosen) - search.banned:
            # What samples and small instances say is true, and solvers do not: another may do.
            search.banned |= weak
            chosen = self._fewest(search, oracle)
            found = self._first_try(search, chosen, answer)
        if isinstance(found.verdict, Proved) or _was_interrupted(found.verdict):
            return found
        # What is inductive for three elements and not for all breaks with a few more.
        oracle.finders += self._timed("encode", larger)
        if self._timed("search", lambda: oracle.states(search.expressions(chosen))):
            chosen = self._fewest(search, oracle)
        return self._timed("prove", lambda: self._proved(search, chosen, answer))

    def _first_try(self, search: Search, chosen: tuple[int, ...], answer: CheckAnswer) -> Inferred:
        """A proof with little effort."""
        return self._timed("prove", lambda: self._proved(search, chosen, answer, _LITTLE))

    def _fewest(self, search: Search, oracle: Solver) -> tuple[int, ...]:
        """The lemmas for which the oracle finds nothing, as few as possible."""
        chosen = self._timed("search", lambda: self._searched(search, oracle))
        chosen = self._timed("minimise", lambda: minimise(search, oracle, chosen))
        if self.options.selection == "cheapest":
            chosen = self._timed("improve", lambda: improve(search, oracle, chosen))
        search.best = chosen
        return chosen

    def _searched(self, search: Search, oracle: Solver) -> tuple[int, ...]:
        """The search; if it takes long, with lemmas that are inductive anyway behind it."""
        patience = _LESS_PATIENCE if self.instances == LARGER_SIZES else _PATIENCE
        chosen = search.run(oracle, search.figures.rounds + patience)
        while chosen is None:
            search.assume(inductive_subset(search, oracle))
            self._tell("searching with lemmas that are inductive together")
            if extended(search, oracle):
                chosen = (PROPERTY,)
            else:
                chosen = search.run(oracle, search.figures.rounds + patience)
        if search.background:
            chosen = needed(search, oracle.finders[-1], chosen)
            search.assume(())
        return chosen

    def _endive(self, search: Search, mutator: Mutator, machine: Machine) -> tuple[int, ...]:
        """The published algorithm, with random states for counterexamples."""
        search.pool.clear()
        nearby = Nearby(mutator, machine, self.options.n_ctis, MOST_CTIS)
        return run_endive(search, nearby, self.options.n_lemmas, self.options.seed)

    # ---- results ----

    def _proved(
        self,
        search: Search,
        chosen: tuple[int, ...],
        answer: CheckAnswer,
        effort: Effort | None = None,
    ) -> Inferred:
        return self._of(self._conjuncts(search, chosen), answer, effort)

    def _of(
        self, conjuncts: tuple[Conjunct, ...], answer: CheckAnswer, effort: Effort | None
    ) -> Inferred:
        """What a proof of some lemmas says."""
        proof = self._prove(conjuncts, effort or Effort())
        result = self._result(
            proof.verdict,
            invariant=conjuncts,
            proof=proof,
            checked=answer,
            assumed=proof.assumed,
        )
        if isinstance(proof.verdict, Proved):
            return result
        return replace(result, verdict=Unknown(_why_open(proof)))

    def _prove(
        self, conjuncts: tuple[Conjunct, ...], effort: Effort, all_sizes: bool = True
    ) -> Proof:
        properties = (
            self.property,
            *(Property(c.name, c.expr) for c in conjuncts[1:]),
        )
        plain = with_plain_constants(self.system)
        asked = replace(plain, invariants=properties, properties=(), temporal=())
        watcher = Obligations(self._tell)
        if all_sizes:
            try:
                return prove(asked, self._prove_options(True, effort), watcher)
            except SpecError as problem:
                self.warnings += (f"not for all sizes: {problem.diagnostics[0].message}",)
        return prove(asked, self._prove_options(False, effort), watcher)

    def _prove_options(self, all_sizes: bool, effort: Effort) -> ProveOptions:
        return ProveOptions(
            all_sizes=all_sizes,
            assume=self.assumed if all_sizes else (),
            effort=effort,
            seconds=self._left(_LITTLE_SECONDS if effort is _LITTLE else None),
            workers=self.options.workers,
            remember=self.options.remember,
        )

    def _conjuncts(self, search: Search, chosen: tuple[int, ...]) -> tuple[Conjunct, ...]:
        taken = {*self.system.definitions, *self.system.variables, *self.system.constants}
        found = []
        number = 0
        for i in chosen:
            lemma = search.pool.lemmas[i]
            name = lemma.name
            if name is None:
                number += 1
                while f"Lemma{number}" in taken:
                    number += 1
                name = f"Lemma{number}"
            e = unlifted(lemma.expr, search.lifted)
            found.append(Conjunct(name, e, lemma_text(e)))
        return tuple(found)

    def _stuck(self, stuck: Stuck, answer: CheckAnswer) -> Inferred:
        search = self.search
        assert search is not None
        names = search.lifted.system.variables
        row = stuck.row
        before = dict(zip(names, row.before.state, strict=True))
        after = dict(zip(names, row.after.state, strict=True))
        types = types_of_lifted(search.lifted, self.system.types)
        missing = what_is_missing(before, after, types)
        what = Open(self.property.name, row.action, before, after, missing)
        reason = f"no lemma of the grammar rules out a step of {row.action} that breaks it"
        search.best = what_is_supported(search)
        found = self._partial(reason, answer, self._left(_STUCK_GRAPH) or _STUCK_GRAPH)
        return replace(found, open=what)

    def _partial(self, reason: str, answer: CheckAnswer, seconds: float = _GRAPH) -> Inferred:
        search = self.search
        conjuncts: tuple[Conjunct, ...] = ()
        if search is not None and search.best:
            conjuncts = self._conjuncts(search, search.best)
        graph = None
        if self.finders and conjuncts:
            # A little over its time: without it nobody sees how far the search was.
            with limited(time.monotonic() + seconds):
                graph = proof_graph(self.finders[-1], conjuncts, is_proved=False)
        return self._result(Unknown(reason), invariant=conjuncts, checked=answer, graph=graph)

    def _result(self, verdict: object, **known: object) -> Inferred:
        search = self.search
        known.setdefault("warnings", tuple(dict.fromkeys(self.warnings)))
        return Inferred(
            verdict,  # type: ignore[arg-type]
            self.property.name,
            sizes=self.sizes,
            states=self.states,
            candidates=0 if search is None else len(search.pool.lemmas) - 1,
            ctis=0 if search is None else len(search.pool.rows),
            seconds=self._elapsed(),
            phases=dict(self.phases),
            **known,  # type: ignore[arg-type]
        )

    # ---- time ----

    def _elapsed(self) -> float:
        return time.monotonic() - self.started

    def _left(self, most: float | None) -> float | None:
        if self.options.seconds is None:
            return most
        left = max(1.0, self.options.seconds - self._elapsed())
        return left if most is None else min(most, left)

    def _timed(self, phase: str, work: Callable[[], T]) -> T:
        self._tell(phase)
        start = time.monotonic()
        try:
            return work()
        finally:
            spent = time.monotonic() - start
            self.phases[phase] = self.phases.get(phase, 0.0) + spent

    def _tell(self, phase: str) -> None:
        if self.progress is not None:
            search = self.search
            self.progress(
                Progress(
                    phase,
                    self.states,
                    0 if search is None else len(search.pool.lemmas) - 1,
                    0 if search is None else len(search.pool.rows),
                    0 if search is None else len(search.best),
                    self._elapsed(),
                )
            )


def _was_interrupted(verdict: object) -> bool:
    return isinstance(verdict, Unknown) and verdict.reason.startswith("interrupted")


def _resisting(found: Inferred, chosen: tuple[int, ...]) -> frozenset[int]:
    """The lemmas of which a first attempt does not even prove that they hold initially."""
    if found.proof is None:
        return frozenset()
    names = {c.name: i for c, i in zip(found.invariant, chosen, strict=True)}
    still_open = {
        o.obligation.lemma
        for o in found.proof.obligations
        if o.status in ("unknown", "refuted") and o.obligation.kind == "initiation"
    }
    return frozenset(i for name, i in names.items() if name in still_open and i != PROPERTY)


def _why_open(proof: Proof) -> str:
    verdict = proof.verdict
    return verdict.reason if isinstance(verdict, Unknown) else "the proof is open"


def is_complete(answer: CheckAnswer) -> bool:
    """Whether all states of the configured instance were explored."""
    return isinstance(answer.verdict, Exhausted)
