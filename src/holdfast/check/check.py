"""`check`: explore all reachable states and check the properties of the model."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from holdfast.cancellation import Cancellation, Interruption, ctrl_c_cancels, running
from holdfast.check.combinations import require_supported
from holdfast.check.conclusion import aliased, explained, failed, undecided
from holdfast.check.engine import (
    DEFAULTS,
    BeyondEngine,
    Exploration,
    Search,
    SearchObserver,
    SearchOptions,
)
from holdfast.check.engines import ENGINES
from holdfast.check.graph import graph_of
from holdfast.check.judge import judge, remarks, tally
from holdfast.check.temporal_limits import trusted, unchecked
from holdfast.interp.context import ALLOW_ALL, Context, Permissions
from holdfast.interp.machine import Machine
from holdfast.ir.body import assertion_names
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.source import Diagnostic, Span, SpecError
from holdfast.verdict import (
    Answer,
    Exhausted,
    Unchecked,
    Unknown,
    Violated,
    violated_names,
)

_LATE = 0.5
"""Seconds to explain a violation that was found before a search was cancelled."""
_OVERTIME = 5.0
"""How many seconds reasons and postconditions may take, although the time limit is over."""


def check(
    system: System,
    options: SearchOptions = DEFAULTS,
    observer: SearchObserver | None = None,
    cancellation: Cancellation | None = None,
) -> Answer:
    """Explore the reachable states of a system whose passes have run, and check them."""
    require_supported(system)
    started = time.monotonic()
    printed: list[str] = []
    context = Context(
        output=printed.append,
        permissions=ALLOW_ALL if options.allow_io else Permissions(),
        random=Random(options.seed),
    )
    left_out = unchecked(system, options.guessed, options.safety_only, options.trust_symmetry)
    not_checked = _not_checked(system, tuple(left_out))
    answer = Answer(
        Exhausted(),
        checked=_checked(system, not_checked),
        not_checked=not_checked,
        safety_only=options.safety_only,
        reductions=reductions_of(system),
        assumed=system.assumed,
        said={p.name: "is true at the end" for p in system.postconditions}
        | {p.name: "is possible" for p in system.possible}
        | {p.name: _in_every_behaviour(system) for p in system.temporal}
        | dict.fromkeys(assertion_names(system), "holds in every step"),
    )
    token = cancellation or Cancellation()
    try:
        with ctrl_c_cancels(token):
            asked = _Question(options, observer, token, started, printed)
            answer = asked.answered(system, context, answer)
    except EvalError as error:
        answer = replace(answer, verdict=failed(error, system), complete=False)
    return replace(answer, seconds=time.monotonic() - started, output=tuple(printed))


@dataclass(frozen=True, slots=True)
class _Question:
    """One run of `check`: its options, and the output of the spec during evaluation."""

    options: SearchOptions
    observer: SearchObserver | None
    token: Cancellation
    started: float
    printed: list[str]

    def answered(self, system: System, context: Context, answer: Answer) -> Answer:
        """The result, as far as the time limit allows."""
        found: _Found | None = None
        doing = "assumptions were evaluated"
        try:
            with running(self.token, seconds=self.options.limits.seconds):
                machine = Machine(system, context)
                with ranked_by(machine.ranks):
                    doing = "the properties were prepared"
                    exploration = Exploration(machine, self.options, self.started)
                    doing = "assumptions were evaluated"
                    wrong = assumption_violated(machine)
                    if wrong is not None:
                        return replace(answer, verdict=wrong, complete=False)
                    doing = "the search was prepared"
                    found = self._searched(exploration)
        except Interruption as stop:
            if found is None:
                return replace(answer, verdict=self._too_early(stop, doing), complete=False)
        with ranked_by(found.exploration.machine.ranks):
            return self._concluded(found, answer)

    def _too_early(self, stop: Interruption, doing: str) -> Unknown:
        limit = self.options.limits.seconds
        seconds = round(time.monotonic() - self.started, 1) if limit is None else limit
        how = "interrupted" if stop.cause == "cancelled" else f"stopped after {seconds:g} s"
        return Unknown(cause=stop.cause, reason=f"{how}, while {doing}")

    # ---- the search ----

    def _searched(self, exploration: Exploration) -> _Found:
        """The search of the first engine that supports the system."""
        wanted = self.options.engine
        *others, last = [name for name in ENGINES if wanted in ("auto", name)]
        if exploration.system.init is None:
            # The interpreter evaluates assumptions for every engine; there are no states here.
            return _Found(exploration, Search(complete=True), [*others, last][0])
        context, before = exploration.machine.context, len(self.printed)
        registers = dict(context.registers)
        passed_over: tuple[str, Span | None] | None = None
        for name in others:
            try:
                search = self._run(name, exploration)
                return _Found(exploration, search, name, passed_over)
            except _Refused as refused:
                problem = refused.diagnostics[0]
                passed_over = problem.message, problem.span
            except BeyondEngine as limit:
                # Start over: discard the output and the registers of this search.
                del self.printed[before:]
                context.registers = dict(registers)
                passed_over = str(limit), limit.span
        try:
            return _Found(exploration, self._run(last, exploration), last, passed_over)
        except BeyondEngine as limit:
            help = "`--engine auto` goes on with the interpreter"
            raise SpecError(Diagnostic("native-limit", str(limit), limit.span, help)) from None

    def _run(self, name: str, exploration: Exploration) -> Search:
        engine = ENGINES[name]()
        problems = engine.refusals(exploration)
        if problems:
            raise _Refused(*problems)
        return engine.run(exploration, self.options.limits, self.observer)

    # ---- the result ----

    def _concluded(self, found: _Found, answer: Answer) -> Answer:
        """The result, with explanations as far as the time limit allows."""
        late = self.token.cancelled
        try:
            with running(*(() if late else (self.token,)), seconds=self._time_to_conclude(late)):
                verdict, about = judge(found.search, found.exploration)
                more = tuple(_shown(v, found.exploration) for v in found.search.more)
                about = (*about, *remarks(found.exploration, found.search, verdict))
        except Interruption as stop:
            how = "interrupted" if stop.cause == "cancelled" else "out of time"
            reason = f"{how}, after all states were explored"
            verdict = found.search.verdict or Unknown(cause=stop.cause, reason=reason)
            more, about = tuple(found.search.more), ()
        answer = replace(answer, verdict=verdict, more_violations=more, warnings=about)
        return self._completed(found, answer)

    def _time_to_conclude(self, late: bool) -> float | None:
        limit = self.options.limits.seconds
        if late:
            return _LATE
        return None if limit is None else max(self.started + limit - time.monotonic(), _OVERTIME)

    def _completed(self, found: _Found, answer: Answer) -> Answer:
        """The result with everything that needs no further evaluation."""
        system, search = found.exploration.system, found.search
        # PlusCal adds this disjunct even to algorithms that never terminate.
        names = dict.fromkeys(a.name for a in system.actions if a.name != "Terminating")
        fired = [a for a in system.actions if id(a) in search.fired]
        enabled = {a.name for a in fired}
        never = tuple(n for n in names if n not in enabled)
        executed = {i for a in fired for i in a.parts}
        unreached = tuple(p for i, p in enumerate(system.parts) if i not in executed)
        counted = tuple(tally(search)) if self.options.keep_going else ()
        queue = 0 if search.complete else found.exploration.standing().queue
        unchecked = (*found.exploration.unchecked, *search.unchecked)
        not_checked = _not_checked(system, unchecked, violated_names(answer))
        return replace(
            answer,
            checked=_checked(system, not_checked),
            not_checked=not_checked,
            counts=replace(search.counts(), queue=queue),
            complete=search.complete,
            asked_bound=self.options.limits.depth is not None,
            never_enabled=never if search.complete else (),
            unreached=unreached if search.complete else (),
            vacuous=found.exploration.vacuity.never_true() if search.complete else (),
            warnings=(
                *found.instead(),
                *_exposed(found.exploration),
                *_unrestricted(system),
                *trusted(system, self.options.trust_symmetry),
                *search.notes,
                *answer.warnings,
                *counted,
            ),
            engine=found.engine,
            collision_probability=search.collision_probability(),
            graph=graph_of(search, system) if self.options.keep_graph else None,
            coverage=search.coverage,
            observed=search.observed,
            violations=dict(search.violations) if self.options.keep_going else {},
        )


class _Refused(SpecError):
    """An engine does not support a system."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A search, the engine that ran it, and why a preferred engine did not."""

    exploration: Exploration
    search: Search
    engine: str
    passed_over: tuple[str, Span | None] | None = None

    def instead(self) -> tuple[str, ...]:
        """A remark if the preferred engine was not used."""
        if self.passed_over is None:
            return ()
        reason, span = self.passed_over
        place = ""
        if span is not None:
            line, column = span.source.position(span.start)
            place = f" ({span.source.name}:{line}:{column})"
        used = "the interpreter" if self.engine == "interp" else f"the engine `{self.engine}`"
        return (f"{used} was used: {reason}{place}",)


def _shown(violated: Violated, exploration: Exploration) -> Violated:
    return aliased(explained(violated, exploration), exploration)[0]


def assumption_violated(machine: Machine) -> Violated | None:
    """The verdict for the first assumption that is false."""
    for assumption in machine.system.assumptions:
        if not assumption.axiom and not machine.holds(assumption.expr):
            from holdfast.interp.explain import explain_false

            reason = explain_false(machine, assumption.expr, None)
            return Violated("assumption", assumption.name, None, reason)
    return None


def _checked(system: System, not_checked: Iterable[Unchecked]) -> tuple[str, ...]:
    """The properties that are checked in full."""
    groups = (
        system.invariants,
        system.initial_properties,
        system.step_properties,
        system.temporal,
    )
    names = [p.name for group in groups for p in group]
    names += assertion_names(system)
    if system.check_deadlock and system.actions:
        names.append("deadlock")
    names += [p.name for p in (*system.postconditions, *system.possible)]
    without = {each.name for each in not_checked}
    return tuple(n for n in dict.fromkeys(names) if n not in without)


def _not_checked(
    system: System, temporal: Sequence[Unchecked], violated: Container[str] = ()
) -> tuple[Unchecked, ...]:
    """What is not checked because of some temporal properties that are not.

    If the safety part of a property is violated, the property has been decided.
    """
    asking = undecided(system) if temporal else ()
    reason = "it asks for a counterexample to what is temporal"
    free = all(each.excused for each in temporal)
    rest = (Unchecked(p.name, reason, excused=free) for p in asking)
    return (*(each for each in temporal if each.name not in violated), *rest)


def _exposed(exploration: Exploration) -> Iterator[str]:
    if exploration.exposes:
        yield "transient states are counted as states, because temporal properties are about them"


def _unrestricted(system: System) -> Iterator[str]:
    """As TLC, a search ignores the subscript."""
    if system.unrestricted:
        names = ", ".join(system.unrestricted)
        yield (
            f"the subscript of `[][Next]_v` does not have {names}, which may then change in any "
            "step: only steps of Next are considered"
        )


def _in_every_behaviour(system: System) -> str:
    within = " and ".join(_constraints(system))
    return f"holds in every behaviour{f' within {within}' if within else ''}"


def _constraints(system: System) -> Iterator[str]:
    if system.constraints:
        yield "CONSTRAINT " + ", ".join(p.name for p in system.constraints)
    if system.action_constraints:
        yield "ACTION_CONSTRAINT " + ", ".join(p.name for p in system.action_constraints)


def reductions_of(system: System) -> tuple[str, ...]:
    """The reductions of the state space that the model asks for."""
    found = list(_constraints(system))
    if system.view is not None:
        found.append(f"VIEW {system.view.name}")
    if system.symmetry is not None:
        found.append(f"SYMMETRY {system.symmetry.name}")
    return tuple(found)
