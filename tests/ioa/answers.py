"""What holdfast says about a random composition, and how that differs from the naive judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import holdfast
from holdfast import SpecError
from holdfast.check.evaluate import initial_states
from holdfast.interp.machine import Machine
from holdfast.ir.order import ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import Boolean, FiniteSet, Function, LazyFunction, LazySet, Value
from holdfast.verdict import Answer, Exhausted, Trace, Violated
from holdfast.workbench.prepared import prepare
from tests.ioa.finite_types import FrozenMap
from tests.ioa.random_compositions import Case
from tests.ioa.textbook import Explored, Variables

SECONDS = 60
ENGINES = ("interp", "native")
FILE = "Sys.py"

Plain: TypeAlias = Any
"""A value that both sides are converted to: sequences, records and maps are sets of pairs."""
PlainState: TypeAlias = frozenset[tuple[str, Plain]]
PlainStep: TypeAlias = tuple[PlainState, str, tuple[Plain, ...], PlainState]


def of_judge(value: Any) -> Plain:
    """A value of the judge; sequences count from 1, as in TLA+."""
    match value:
        case bool():
            return ("bool", value)
        case int() | str():
            return value if isinstance(value, str) else int(value)
        case frozenset():
            return ("set", frozenset(map(of_judge, value)))
        case FrozenMap():
            return _function(value.items(), of_judge)
        case tuple() if hasattr(value, "_asdict"):
            return _function(value._asdict().items(), of_judge)
        case tuple():
            return _function(enumerate(value, 1), of_judge)
        case _:
            raise AssertionError(value)


def of_holdfast(value: Value) -> Plain:
    """A value of holdfast."""
    match value:
        case Boolean():
            return ("bool", bool(value))
        case int() | str():
            return value
        case FiniteSet(elements=elements):
            return ("set", frozenset(map(of_holdfast, elements)))
        case tuple():
            return _function(enumerate(value, 1), of_holdfast)
        case Function(domain=domain, values=values):
            return _function(zip(ordered(domain), values, strict=True), of_holdfast)
        case LazySet() | LazyFunction():
            return of_holdfast(value.finite())
        case _:
            raise AssertionError(value)


def _function(pairs: Any, convert: Any) -> Plain:
    return ("function", frozenset((convert(k), convert(v)) for k, v in pairs))


def state_of_judge(variables: Variables) -> PlainState:
    """A state of the judge."""
    return frozenset((name, of_judge(value)) for name, value in variables.items())


def state_of_holdfast(state: Mapping[str, Value]) -> PlainState:
    """A state of holdfast."""
    return frozenset((name, of_holdfast(value)) for name, value in state.items())


class Expected:
    """What the judge says, converted."""

    def __init__(self, explored: Explored) -> None:
        self.states = [state_of_judge(state) for state in explored.states]
        self.initial = frozenset(self.states[: explored.initial])
        self.steps: frozenset[PlainStep] = frozenset(
            (self.states[before], name, tuple(map(of_judge, args)), self.states[after])
            for before, (name, args), after in explored.steps
        )
        self.violated = explored.violated
        self.shortest = explored.shortest


def write_file(case: Case, folder: Path) -> Path:
    """Write the file of a case."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    path.write_text(case.text, encoding="utf-8")
    return path


def differences(
    case: Case, folder: Path, engines: tuple[str, ...], kinds: Counter[str]
) -> Iterator[str]:
    """How holdfast and the judge differ about a case; `kinds` counts the answers."""
    spec = holdfast.load(write_file(case, folder), constants=case.constants)
    expected = Expected(case.explored)
    asked = {engine: partial(_wrong_answer, spec, engine, expected) for engine in engines}
    if "types" not in expected.violated:
        asked["machine"] = partial(_wrong_steps, spec, expected)
    for name, ask in asked.items():
        try:
            wrong = list(ask())
        except SpecError as error:
            kinds[f"{name} refused"] += 1
            yield f"{name}: refused: {error}"
        except Exception as error:  # every crash is a finding
            kinds[f"{name} broken"] += 1
            yield f"{name}: {error!r}"
        else:
            kinds[f"{name} {'differs' if wrong else 'agrees'}"] += 1
            yield from (f"{name}: {text}" for text in wrong)


def _wrong_steps(spec: holdfast.Specification, expected: Expected) -> Iterator[str]:
    """The steps with their arguments, by the interpreter."""
    machine = Machine(prepare(spec).system)
    with ranked_by(machine.ranks):
        yield from _wrong_steps_of(machine, expected)


def _wrong_steps_of(machine: Machine, expected: Expected) -> Iterator[str]:
    names = machine.system.variables
    queue = list(initial_states(machine))
    plain = {s: state_of_holdfast(dict(zip(names, s, strict=True))) for s in queue}
    yield from _compared("initial state", frozenset(plain.values()), expected.initial)
    steps: set[PlainStep] = set()
    for state in queue:
        if plain[state] not in expected.states:
            continue  # reported below
        for mover in machine.movers:
            for after, args, _ in machine.moves(state, mover):
                if after not in plain:
                    queue.append(after)
                    plain[after] = state_of_holdfast(dict(zip(names, after, strict=True)))
                converted = tuple(map(of_holdfast, args))
                steps.add((plain[state], mover.action.name, converted, plain[after]))
    yield from _compared("state", frozenset(plain.values()), frozenset(expected.states))
    yield from _compared("step", frozenset(steps), expected.steps)


def _compared(what: str, ours: frozenset[Any], theirs: frozenset[Any]) -> Iterator[str]:
    for note, wrong in (("too many", ours - theirs), ("missing", theirs - ours)):
        if wrong:
            yield f"{len(wrong)} {what}s {note}, such as {show(min(wrong, key=repr))}"


def show(plain: Any) -> str:
    """A state, step or value as text."""
    match plain:
        case ("bool", truth):
            return str(truth)
        case ("set", elements):
            return "{" + ", ".join(sorted(map(show, elements))) + "}"
        case ("function", pairs):
            return "[" + ", ".join(sorted(f"{show(k)}: {show(v)}" for k, v in pairs)) + "]"
        case frozenset():
            return "(" + ", ".join(sorted(f"{name}={show(v)}" for name, v in plain)) + ")"
        case (before, str(name), tuple(args), after):
            return f"{show(before)} -{name}({', '.join(map(show, args))})-> {show(after)}"
        case _:
            return str(plain)


def _wrong_answer(spec: holdfast.Specification, engine: str, expected: Expected) -> Iterator[str]:
    """The graph of an engine, which invariants are violated and where, and the trace."""
    if "types" not in expected.violated:
        whole = spec.check(
            engine=engine, workers=1, seconds=SECONDS, keep_graph=True, keep_going=True
        ).answer
        yield from _wrong_graph(whole, expected)
        yield from _wrong_violations(whole, expected)
    answer = spec.check(engine=engine, workers=1, seconds=SECONDS).answer
    match answer.verdict:
        case Violated(trace=Trace() as trace, kind="invariant", property=name):
            yield from _wrong_trace(name, trace, expected)
        case Exhausted() if not answer.not_checked:
            if expected.shortest is not None:
                yield f"holds, but violated are {expected.violated}"
        case verdict:
            yield f"no answer: {verdict} {answer.not_checked}"


def _wrong_graph(answer: Answer, expected: Expected) -> Iterator[str]:
    graph = answer.graph
    if graph is None:
        yield f"no graph: {answer.verdict}"
        return
    states = [
        state_of_holdfast(dict(zip(graph.variables, state, strict=True))) for state in graph.states
    ]
    yield from _compared("state", frozenset(states), frozenset(expected.states))
    initial = frozenset(states[number] for number in graph.initial)
    yield from _compared("initial state", initial, expected.initial)
    steps = frozenset((states[a], name, (), states[b]) for a, b, name in graph.edges)
    unlabelled = frozenset((a, name, (), b) for a, name, _, b in expected.steps)
    yield from _compared("edge", steps, unlabelled)


def _wrong_violations(answer: Answer, expected: Expected) -> Iterator[str]:
    found: dict[str, int] = {}
    for violation in (answer.verdict, *answer.more_violations):
        if isinstance(violation, Violated) and violation.trace is not None:
            length = len(violation.trace) - 1
            found[violation.property] = min(length, found.get(violation.property, length))
    if found != expected.violated:
        yield f"violated are {found}, but by the judge {expected.violated}"


def _wrong_trace(name: str, trace: Trace, expected: Expected) -> Iterator[str]:
    """Why a counterexample is none, or not the shortest."""
    length = len(trace) - 1
    if expected.violated.get(name) != length or expected.shortest != length:
        yield f"{name} is violated after {length} steps, but by the judge {expected.violated}"
    states = [state_of_holdfast(step.state) for step in trace.steps]
    if states[0] not in expected.initial:
        yield f"the trace begins with {show(states[0])}"
    for before, after, step in zip(states, states[1:], trace.steps[1:], strict=False):
        taken = (before, step.action, tuple(map(of_holdfast, step.arguments)), after)
        if taken not in expected.steps:
            yield f"the trace has {show(taken)}, which is no step"
