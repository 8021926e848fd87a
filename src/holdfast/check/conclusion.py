"""Evaluation after a search: the explanation of a violation, ALIAS and POSTCONDITION."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from holdfast.cancellation import Interruption, running, tick
from holdfast.check.advice import diagnose
from holdfast.check.engine import Exploration
from holdfast.check.trace_values import counterexample_value, trace_value
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.body import walk_body
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.fixpoint import Fixpoint
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Assert, Property, System
from holdfast.ir.values import Record, Value
from holdfast.verdict import Failed, Kind, Reason, Step, Trace, Verdict, Violated

_MOST_EXPLAINING = 20.0
"""The time limit of an explanation, in seconds."""


def explained(found: Violated, exploration: Exploration) -> Violated:
    """The violation with its explanation, unless that takes long; evaluation prints nothing."""
    if found.trace is None or found.trace.loop is not None:
        return found  # a lasso is explained where it is found
    try:
        with exploration.machine.context.quietly(), running(seconds=_MOST_EXPLAINING):
            return replace(found, reason=_reason(found, found.trace, exploration))
    except Interruption:
        tick()  # is there time for anything else?
        return found


def _reason(found: Violated, trace: Trace, exploration: Exploration) -> Reason | None:
    from holdfast.interp.explain import explain_disabled, explain_false

    machine, system = exploration.machine, exploration.system
    states = _states(trace, system)
    of_step = found.kind in ("action", "assert")
    step = (states[-2], states[-1]) if of_step else (states[-1], None)
    exploration.level = len(states) - of_step
    if found.kind == "assert":
        return _why_asserted_false(found, machine, *step)
    for formula in _formulas(found, system):
        # A property may have several parts of one kind.
        if not machine.holds(formula, *step):
            return explain_false(machine, formula, *step)
    if found.kind == "deadlock":
        stuck = tuple(explain_disabled(machine, a, states[-1]) for a in system.actions)
        return Reason("no action is enabled", because=stuck)
    return None


def _states(trace: Trace, system: System) -> list[State]:
    return [tuple(s.state[v] for v in system.variables) for s in trace.steps]


def _formulas(found: Violated, system: System) -> Iterator[ir.Expr]:
    """The parts of the property that are about states or steps, as the violation is."""
    groups: dict[str, tuple[Property, ...]] = {
        "invariant": system.invariants,
        "action": system.step_properties,
        "temporal": system.initial_properties,
    }
    return (p.expr for p in groups.get(found.kind, ()) if p.name == found.property)


def _why_asserted_false(
    found: Violated, machine: Machine, before: State, after: State | None
) -> Reason | None:
    """Why the only assertion of that name in the last action is false, if it has no local names."""
    from holdfast.interp.explain import explain_false

    system = machine.system
    known = {*system.variables, *system.constants, *system.definitions}
    last = found.trace.steps[-1].action if found.trace is not None else None
    bodies = [a.body for a in system.actions if a.name == last]
    parts = [part for b in bodies for part in walk_body(b) if isinstance(part, Assert)]
    conditions = dict.fromkeys(p.condition for p in parts if p.name == found.property)
    if len(conditions) != 1:
        return None
    [condition] = conditions
    if not names_in(condition) <= known or machine.holds(condition, before, after):
        return None
    return explain_false(machine, condition, before, after)


# ---- ALIAS ----


def aliased(found: Violated, exploration: Exploration) -> tuple[Violated, tuple[str, ...]]:
    """The violation with its trace mapped by ALIAS, or a warning if that fails."""
    alias, trace = exploration.system.alias, found.trace
    if alias is None or trace is None:
        return found, ()
    states, context = _states(trace, exploration.system), exploration.machine.context
    steps: list[Step] = []
    trouble: tuple[str, ...] = ()
    for i, step in enumerate(trace.steps):
        exploration.level = i + 1
        context.trace = lambda end=i + 1: trace_value(s.state for s in trace.steps[:end])  # type: ignore[misc]  # `end` is bound here
        following = states[min(i + 1, len(states) - 1)]
        try:
            value = canonical(exploration.machine.value(alias.expr, states[i], following))
            steps.append(replace(step, alias=_by_name(value)))
        except EvalError as error:
            steps.append(step)
            trouble = trouble or (_no_alias(alias.name, i + 1, error),)
    return replace(found, trace=replace(trace, steps=tuple(steps))), trouble


def _by_name(value: Value) -> dict[str, Value] | None:
    if not isinstance(value, Record):
        return None
    names = [n if isinstance(n, str) else show(n) for n in ordered(value.domain)]
    return dict(zip(names, value.values, strict=True))


def _no_alias(name: str, state: int, error: EvalError) -> str:
    place = f" ({error.span.location()})" if error.span is not None else ""
    return f"ALIAS {name} fails in state {state}, which is shown without it: {error}{place}"


# ---- POSTCONDITION ----


def postconditions(exploration: Exploration, trace: Trace | None = None) -> Iterator[Verdict]:
    """The verdict if a postcondition fails; `trace` is its `CounterExample`."""
    context = exploration.machine.context
    exploration.level = 0
    context.trace = lambda: None
    context.counterexample = lambda: counterexample_value(trace)
    skipped = undecided(exploration.system) if exploration.unchecked and trace is None else ()
    for condition in exploration.system.postconditions:
        if condition in skipped:
            continue
        try:
            if not exploration.machine.holds(condition.expr):
                yield Violated("postcondition", condition.name, None)
        except EvalError as error:
            yield failed(error, exploration.system)


def undecided(system: System) -> tuple[Property, ...]:
    """The postconditions that refer to a counterexample to temporal properties."""
    if not system.temporal:
        return ()
    asking = Fixpoint[str, bool](lambda name: asks(system.definitions[name].body), False)

    def asks(e: ir.Expr) -> bool:
        return any(_asks(part) for part in ir.walk(e))

    def _asks(part: ir.Expr) -> bool:
        match part:
            case ir.Apply(Op.BUILTIN, (ir.Literal("TLCExt!CounterExample"), *_)):
                return True
            case ir.Call(name) | ir.Name(name):
                return name in system.definitions and asking.of(name)
            case _:
                return False

    return tuple(p for p in system.postconditions if asks(p.expr))


def failed(error: EvalError, system: System) -> Failed:
    """The verdict for an evaluation error."""
    kind: Kind = "assert" if error.code == "eval-assert" else "evaluation"
    return Failed(kind, (diagnose(error, system),))
