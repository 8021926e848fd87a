"""`check`: is everything that the model asks for true of all reachable states?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from holdfast.check.conclusion import aliased, explained, failed, postconditions, undecided
from holdfast.check.deadline import TimeIsUp, deadline
from holdfast.check.explore import DEFAULTS, Explorer, Options, Progress, Search
from holdfast.check.figures import figure
from holdfast.check.graph import graph_of
from holdfast.interp.context import ALLOW_ALL, Context, Permissions
from holdfast.interp.explain import Vacuity, explain_false, tautologies
from holdfast.interp.machine import Machine
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, Span, SpecError
from holdfast.verdict import (
    Answer,
    Bounded,
    Exhausted,
    Failed,
    Reason,
    Trace,
    Unchecked,
    Unknown,
    Verdict,
    Violated,
)

_LATER = "it is temporal; only safety is checked yet"


def check(
    system: System,
    options: Options = DEFAULTS,
    progress: Callable[[Progress], None] | None = None,
) -> Answer:
    """Explore the reachable states of a system whose passes have run, and judge them."""
    started = time.monotonic()
    printed: list[str] = []
    context = Context(
        output=printed.append,
        permissions=ALLOW_ALL if options.allow_io else Permissions(),
        random=Random(options.seed),
    )
    answer = Answer(
        Exhausted(),
        checked=_checked(system),
        not_checked=tuple(_not_checked(system)),
        reductions=_reductions(system),
        said={p.name: "is true at the end" for p in system.postconditions}
        | {p.name: "is possible" for p in system.possible},
    )
    try:
        machine = Machine(system, context)
        with ranked_by(machine.ranks):
            explorer = Explorer(machine, options, progress)
            verdict = _assumptions(machine, options.seconds)
            if verdict is None:
                answer = _explored(explorer, answer, printed)
            else:
                answer = replace(answer, verdict=verdict, complete=False)
    except EvalError as error:
        answer = replace(answer, verdict=failed(error, system), complete=False)
    return replace(answer, seconds=time.monotonic() - started, output=tuple(printed))


def _explored(explorer: Explorer, answer: Answer, printed: list[str]) -> Answer:
    machine, system, options = explorer.machine, explorer.system, explorer.options
    vacuity = Vacuity(machine, system.invariants)
    explorer.observers.append(vacuity.observe)
    search, engine, notes = _search(explorer, vacuity, printed)
    verdict, about = _verdict(search, explorer)
    # PlusCal adds this disjunct to every algorithm; in an endless one it never happens.
    names = dict.fromkeys(a.name for a in system.actions if a.name != "Terminating")
    return replace(
        answer,
        verdict=verdict,
        counts=search.counts(),
        complete=search.complete,
        asked_bound=options.depth is not None,
        never_enabled=tuple(n for n in names if n not in search.fired) if search.complete else (),
        vacuous=vacuity.never_true() if search.complete else (),
        more_violations=tuple(aliased(explained(v, explorer), explorer)[0] for v in search.more),
        warnings=(
            *notes,
            *about,
            *_remarks(system, verdict),
            *(_tally(search) if options.keep_going else ()),
        ),
        engine=engine,
        collision_probability=search.collision_probability(),
        graph=graph_of(search, system) if options.keep_graph else None,
    )


def _search(
    explorer: Explorer, vacuity: Vacuity, printed: list[str]
) -> tuple[Search, str, tuple[str, ...]]:
    """The search, the engine that ran it, and why it was not the one that was wanted."""
    wanted = explorer.options.engine
    if explorer.system.init is None:
        # Assumptions are the interpreter's with either engine, and there are no states to search.
        return Search(complete=True), "interp" if wanted == "interp" else "native", ()
    if wanted == "interp":
        return explorer.run(), "interp", ()
    from holdfast.check.native_check import BeyondNative, search_natively, why_not_native

    problems = why_not_native(explorer)
    if problems and wanted == "native":
        raise SpecError(*problems)
    if problems:
        return explorer.run(), "interp", (_instead(problems[0].message, problems[0].span),)
    before, registers = len(printed), dict(explorer.machine.context.registers)
    try:
        search = search_natively(explorer, vacuity)
        return search, "native", (*_not_kept(), *search.uncounted())
    except BeyondNative as limit:
        if wanted == "native":
            help = "`--engine auto` goes on with the interpreter"
            raise SpecError(Diagnostic("native-limit", str(limit), limit.span, help)) from None
        # From the beginning: nothing of the native search is left.
        del printed[before:]
        explorer.machine.context.registers = registers
        explorer.machine.context.figure = lambda name: figure(explorer, name)
        return explorer.run(), "interp", (_instead(str(limit), limit.span),)


def _not_kept() -> tuple[str, ...]:
    from holdfast.native.build.cache import trouble

    reason = trouble()
    return () if reason is None else (f"compiled code is not kept for the next run: {reason}",)


def _instead(reason: str, span: Span | None) -> str:
    place = ""
    if span is not None:
        line, column = span.source.position(span.start)
        place = f" ({span.source.name}:{line}:{column})"
    return f"the interpreter was used: {reason}{place}"


def _verdict(search: Search, explorer: Explorer) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict, and what the user should know of what was evaluated for it."""
    found, system, depth = search.verdict, explorer.system, explorer.options.depth
    if isinstance(found, Violated):
        found, notes = aliased(explained(found, explorer), explorer)
        return found, (*notes, *_false_besides(explorer, found.trace))
    if isinstance(found, Unknown) and depth is not None and "depth" in found.reason:
        found = Bounded(depth)
    elif found is not None:
        return found, ()
    wrong = next(postconditions(explorer), None)
    return wrong or _impossible(explorer, found) or found or _established(search, system), ()


def _false_besides(explorer: Explorer, trace: Trace | None) -> Iterator[str]:
    """The postconditions that are false after a violation, which is what counts."""
    for wrong in postconditions(explorer, trace):
        match wrong:
            case Violated(_, name):
                yield f"the postcondition {name} is false"
            case Failed(_, diagnostics):
                for d in diagnostics:
                    place = "" if d.span is None else f" ({d.span.location()})"
                    yield f"a postcondition has no value: {d.message}{place}"
            case _:
                pass


def _impossible(explorer: Explorer, found: Bounded | None) -> Verdict | None:
    """What became of the formulas that should be possible; None if all have been true."""
    missing = explorer.possible.never_seen()
    if not missing:
        return None
    if found is not None:
        names = ", ".join(p.name for p in missing)
        return Unknown(f"up to depth {found.depth} nothing satisfies {names}")
    reason = Reason("no reachable state and no step satisfies it", missing[0].span)
    return Violated("postcondition", missing[0].name, None, reason)


def _established(search: Search, system: System) -> Verdict:
    if system.init is not None and not search.initial:
        return Unknown("there is no initial state: nothing was explored, nothing is established")
    if system.temporal:
        names = ", ".join(p.name for p in system.temporal)
        return Unknown(f"not everything was checked: {names}")
    return Exhausted()


def _remarks(system: System, verdict: Verdict) -> Iterator[str]:
    """What is suspicious about the model, whatever the verdict."""
    yield from (f"{each} is true whatever happens" for each in tautologies(system))
    levels = Levels.of_system(system)
    idle = dict.fromkeys(a.name for a in system.actions if levels.of(a.body.expr) == Level.STATE)
    for name in idle:
        yield f"action `{name}` primes no variable: it says nothing about the next state"
    if isinstance(verdict, Violated) and verdict.kind == "deadlock" and verdict.reason is not None:
        yield from _bounds(verdict.reason, system)
    if isinstance(verdict, Violated) and verdict.trace is None and verdict.kind != "postcondition":
        yield "there is no trace: the time was over before it could be computed"


def _tally(search: Search) -> Iterator[str]:
    """How often each property was found violated, as far as the engine counts."""
    found = [v for v in (search.verdict, *search.more) if isinstance(v, Violated)]
    steps = {v.property for v in found if v.kind == "action"}
    for name, count in search.violations.items():
        what = "step" if name in steps else "state"
        yield f"{name}: {count:,} {what}{'' if count == 1 else 's'} in violation of it"


def _bounds(stuck: Reason, system: System) -> Iterator[str]:
    """The numbers of the model that hold an action back, so that a deadlock may be theirs alone."""
    found = (
        f"the bound {name} = {value} of the model holds back {action.name}: the deadlock may be an"
        " effect of it"
        for action, reason in zip(system.actions, stuck.because, strict=True)
        for name, value in _values(reason)
        if name in system.constants and type(value) is int
    )
    yield from dict.fromkeys(found)


def _values(reason: Reason) -> Iterator[tuple[str, Value]]:
    yield from reason.values
    for part in reason.because:
        yield from _values(part)


def _assumptions(machine: Machine, seconds: float | None) -> Verdict | None:
    try:
        with deadline(seconds):
            for assumption in machine.system.assumptions:
                if not assumption.axiom and not machine.holds(assumption.expr):
                    reason = explain_false(machine, assumption.expr, None)
                    return Violated("assumption", assumption.name, None, reason)
    except TimeIsUp:
        return Unknown(f"stopped after {seconds:g} s, while assumptions were evaluated")
    return None


def _checked(system: System) -> tuple[str, ...]:
    groups = (system.invariants, system.initial_properties, system.step_properties)
    names = [p.name for group in groups for p in group]
    if system.check_deadlock and system.actions:
        names.append("deadlock")
    decided = [p for p in system.postconditions if p not in undecided(system)]
    names += [p.name for p in (*decided, *system.possible)]
    # Of a property with a temporal part, what was checked is not the whole.
    partly = {p.name for p in system.temporal}
    return tuple(n for n in dict.fromkeys(names) if n not in partly)


def _not_checked(system: System) -> Iterator[Unchecked]:
    yield from (Unchecked(p.name, _LATER) for p in system.temporal)
    for p in undecided(system):
        yield Unchecked(p.name, "it asks for a counterexample to what is temporal")


def _reductions(system: System) -> tuple[str, ...]:
    found = []
    if system.constraints:
        found.append("CONSTRAINT " + ", ".join(p.name for p in system.constraints))
    if system.action_constraints:
        found.append("ACTION_CONSTRAINT " + ", ".join(p.name for p in system.action_constraints))
    if system.view is not None:
        found.append(f"VIEW {system.view.name}")
    if system.symmetry is not None:
        found.append(f"SYMMETRY {system.symmetry.name}")
    return tuple(found)
