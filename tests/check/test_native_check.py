"""`check` on the native engine: limits, interruption, graphs, output, and honest fallbacks."""

from __future__ import annotations

import _thread
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, SearchProgress
from holdfast.check.native_limits import EnginesDisagree
from holdfast.check.replay import Replay
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import ACTION, Event, Run, Trap
from holdfast.source import SpecError
from holdfast.verdict import Answer, Bounded, Cause, Failed, Unknown, Violated
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

NATIVE = replace(DEFAULTS, engine="native", compiler="tcc")
INTERPRETED = replace(DEFAULTS, engine="interp")
GRID = """
Init == x = [i \\in 1..6 |-> 0]
Next == \\E i \\in 1..6 : x[i] < 9 /\\ x' = [x EXCEPT ![i] = @ + 1]
"""
EXTENDS = "Integers, Sequences, FiniteSets, TLC"
QUIET = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"


@pytest.fixture
def grid(tmp_path: Path) -> System:
    """A million states."""
    return system_of(tmp_path, module(GRID), QUIET)


@pytest.mark.parametrize(
    ("limits", "cause", "reason"),
    [
        (Limits(states=5_000), "states", "stopped after 5000 distinct states"),
        (Limits(seconds=0.1), "time", "stopped after 0.1 s"),
        (Limits(memory=1 << 20), "memory", "stopped: more than 1 MiB of memory in use"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_ends_the_search(
    grid: System, limits: Limits, cause: Cause, reason: str, workers: int
) -> None:
    answer = check(grid, replace(NATIVE, workers=workers, limits=limits))
    assert answer.verdict == Unknown(cause=cause, reason=reason)
    assert not answer.complete
    assert 0 < answer.counts.distinct < 1_000_000


def test_a_stopped_search_tells_what_its_progress_counted_and_it_does_not(tmp_path: Path) -> None:
    text = """
Init == x \\in (0..299) \\X (0..299)
Next == \\E i \\in 1..400 : x' = <<(x[1] * 7 + i) % 100003, x[2]>>
"""
    told: list[SearchProgress] = []
    system = system_of(tmp_path, module(text), QUIET)
    answer = check(system, replace(NATIVE, limits=Limits(seconds=2.0)), told.append)
    counts = answer.counts
    assert isinstance(answer.verdict, Unknown)
    assert counts.generated >= counts.distinct
    assert all(p.generated >= p.distinct for p in told)
    if told and told[-1].distinct > counts.distinct:
        assert "more states of a level that was not finished were seen" in " ".join(answer.warnings)


def test_a_depth_is_a_bound_that_was_asked_for(grid: System) -> None:
    mine, other = (check(grid, replace(o, limits=Limits(depth=5))) for o in (NATIVE, INTERPRETED))
    assert mine.verdict == Bounded(5)
    assert (mine.verdict, mine.counts) == (other.verdict, other.counts)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_gives_what_was_found_so_far(grid: System, workers: int) -> None:
    timer = threading.Timer(0.5, _thread.interrupt_main)
    # In the background of a shell, a process begins with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        answer = check(grid, replace(NATIVE, workers=workers))
        timer.cancel()
    finally:
        signal.signal(signal.SIGINT, before)
    assert answer.verdict == Unknown(
        cause="cancelled", reason="interrupted: only a part was explored"
    )
    assert answer.counts.distinct > 0


def test_progress_is_told(grid: System) -> None:
    told: list[SearchProgress] = []
    check(grid, replace(NATIVE, limits=Limits(seconds=1.6)), told.append)
    assert told
    assert told[-1].distinct > 0
    assert told[-1].memory > 1 << 20


SMALL = """
Init == x = 0
Go == x < 5 /\\ x' \\in {x + 1, x}
Back == x = 3 /\\ x' = 0
Never == x > 7 /\\ x' = 1
Next == Go \\/ Back \\/ Never
Bound == x # 5
Inv == x = 9 => x > 10
"""


def same(mine: Answer, other: Answer) -> bool:
    """Whether two answers differ only in what an engine is free to choose."""
    free = {"engine": "", "seconds": 0.0, "collision_probability": 0.0}
    return replace(mine, **free) == replace(other, **free)  # type: ignore[arg-type]  # fields


@pytest.mark.parametrize("more", [{}, {"keep_graph": True}, {"exact": True}, {"workers": 2}])
def test_the_whole_answer_is_that_of_the_interpreter(tmp_path: Path, more: dict[str, Any]) -> None:
    config = QUIET + "CONSTRAINT Bound\nINVARIANT Inv\n"
    system = system_of(tmp_path, module(SMALL), config)
    answer = check(system, replace(NATIVE, **more))
    assert same(answer, check(system, replace(INTERPRETED, **more)))
    assert answer.never_enabled == ("Never",)
    assert answer.vacuous == ("`x = 9 => x > 10` in Inv",)


def test_exact_search_has_no_chance_of_a_collision(tmp_path: Path) -> None:
    system = system_of(tmp_path, module(SMALL), QUIET)
    assert check(system, NATIVE).collision_probability > 0
    assert check(system, replace(NATIVE, exact=True)).collision_probability == 0


def test_exact_search_is_refused_under_symmetry(tmp_path: Path) -> None:
    body = "CONSTANT P\nInit == x \\in P\nNext == x' \\in P\nSym == Permutations(P)"
    config = QUIET + "CONSTANT P = {p1, p2}\nSYMMETRY Sym\n"
    system = system_of(tmp_path, module(body, extends="TLC"), config)
    with pytest.raises(SpecError, match="SYMMETRY"):
        check(system, replace(NATIVE, exact=True))


TALKS = """
Init == x = 0 /\\ TLCSet(7, 0)
Next == /\\ x < 5 /\\ TLCSet(7, TLCGet(7) + 1)
        /\\ PrintT(<<"at", x, TLCGet("level")>>)
        /\\ x' = x + 1
Inv == x < 4
"""


def test_output_and_registers_are_those_of_the_interpreter(tmp_path: Path) -> None:
    config = QUIET + "INVARIANT Inv\n"
    system = system_of(tmp_path, module(TALKS, extends="Naturals, TLC"), config)
    mine = check(system, replace(NATIVE, workers=2))
    assert same(mine, check(system, INTERPRETED))
    assert mine.output == tuple(f'<<"at", {i}, {i + 1}>>' for i in range(4))
    assert isinstance(mine.verdict, Violated)


def test_strings_can_be_made_while_the_search_runs(tmp_path: Path) -> None:
    body = "Init == x = <<>>\nNext == Len(x) < 4 /\\ x' = Append(x, ToString(x))"
    system = system_of(tmp_path, module(body, extends="Sequences, Naturals, TLC"), QUIET)
    mine = check(system, replace(NATIVE, keep_graph=True))
    assert same(mine, check(system, replace(INTERPRETED, keep_graph=True)))


def test_chance_in_a_constant_is_the_interpreters(tmp_path: Path) -> None:
    body = "Some == RandomElement(1..9)\nInit == x = 0\nNext == x' = x + 1\nInv == x < Some - 9"
    system = system_of(tmp_path, module(body, extends="TLC, Naturals"), QUIET + "INVARIANT Inv\n")
    answer = check(system, NATIVE)
    assert answer.engine == "native"
    assert isinstance(answer.verdict, Violated)


def test_a_disagreement_is_our_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = 'Init == x = 0\nNext == x\' = IF x = 2 THEN x + "a" ELSE x + 1'
    system = system_of(tmp_path, module(body), QUIET)
    monkeypatch.setattr(Replay, "evaluate", lambda *_: None)
    with pytest.raises(EnginesDisagree, match="NOT_NUMBER in Next"):
        check(system, replace(NATIVE, engine="auto"))


def test_after_a_limit_of_the_c_nothing_is_printed_twice(tmp_path: Path) -> None:
    body = "Init == x = 1\nNext == x < 10^25 /\\ PrintT(x) /\\ x' = x * 10^9"
    system = system_of(tmp_path, module(body, extends="Naturals, TLC"), QUIET)
    answer = check(system, replace(NATIVE, engine="auto"))
    assert answer.engine == "interp"
    assert answer.output == check(system, INTERPRETED).output


@pytest.mark.parametrize(
    ("value", "trap"),
    [
        ("Cardinality({SUBSET (1..60)})", "TOO_LARGE"),
        ("0 ^ (x - 2)", "NO_VALUE"),
        ("x \\div (x - 2)", "DOMAIN"),
        ("1 \\div 0", "DOMAIN"),
        ("Len(SortSeq(<<1, 2>>, LAMBDA a, b : 7))", "NOT_BOOLEAN"),
    ],
)
def test_an_error_that_only_the_c_finds_is_our_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, trap: str
) -> None:
    body = f"Init == x = 0\nNext == x' = IF x = 2 THEN {value} ELSE x + 1"
    system = system_of(tmp_path, module(body, extends=EXTENDS), QUIET)
    monkeypatch.setattr(Replay, "evaluate", lambda *_: None)
    for engine in ("auto", "native"):
        with pytest.raises(EnginesDisagree, match=f"{trap} in Next"):
            check(system, replace(NATIVE, engine=engine))


LIMITS = {
    "a value beyond 61 bits": "2 ^ (x + 60)",
    "a string that it would have to take apart": 'Len(Tail("abc"))',
    "a string that it would": 'Len("ab" \\o "c")',
    "a value that it cannot hold": "{Nat}",
}


@pytest.mark.parametrize(("reason", "value"), list(LIMITS.items()))
def test_a_limit_of_the_c_is_said_and_the_interpreter_goes_on(
    tmp_path: Path, reason: str, value: str
) -> None:
    body = f"Init == x = 0\nNext == x' = IF x = 2 THEN {value} ELSE (x + 1) % 9"
    system = system_of(tmp_path, module(body, extends=EXTENDS), QUIET)
    answer = check(system, replace(NATIVE, engine="auto"))
    assert answer.engine == "interp"
    assert f"the native engine met {reason}" in answer.warnings[0]
    assert "in Next (" in answer.warnings[0]
    assert answer.verdict == check(system, INTERPRETED).verdict
    with pytest.raises(SpecError, match=reason):
        check(system, NATIVE)


def test_more_next_states_than_can_be_numbered_are_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = "Init == x = 0\nNext == x' = IF x = 2 THEN <<>>[1] ELSE x + 1"
    system = system_of(tmp_path, module(body), QUIET)
    event = Event(1, 0, 0, ACTION, Trap.CAPACITY)
    monkeypatch.setattr(Engine, "event", lambda *_: event)
    monkeypatch.delattr(Replay, "trace")
    with pytest.raises(SpecError, match="than it can number"):
        check(system, NATIVE)


FAILING = """
Init == x = 0
Next == x' = x + 1
Small == x < 2
Good == x # 4 \\/ x \\in 5
Other == x < 3
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_was_violated_before_an_error_is_told_with_it(tmp_path: Path, engine: str) -> None:
    config = QUIET + "INVARIANT Small Good Other\n"
    system = system_of(tmp_path, module(FAILING), config)
    answer = check(system, replace(NATIVE, engine=engine, keep_going=True))
    assert isinstance(answer.verdict, Failed)
    assert [v.property for v in answer.more_violations] == ["Small", "Other"]
    assert not answer.complete


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("limits", [Limits(depth=5), Limits(states=4)])
def test_a_limit_does_not_hide_what_was_violated(
    tmp_path: Path, engine: str, limits: Limits
) -> None:
    body = "Init == x = 0\nNext == x' = (x + 1) % 600\nSmall == x # 2"
    system = system_of(tmp_path, module(body), QUIET + "INVARIANT Small\n")
    answer = check(system, replace(NATIVE, engine=engine, keep_going=True, limits=limits))
    assert isinstance(answer.verdict, Violated)


LONG = "(\\A t \\in SUBSET (1..40) : Cardinality(t) < 50)"


@pytest.mark.parametrize(
    "body",
    [
        f"Init == x = 0 /\\ {LONG}\nNext == x' = x",
        f"Init == x = 0\nNext == x < 2 /\\ (x = 0 \\/ {LONG}) /\\ x' = x + 1",
        f"Init == x = 0\nNext == x < 2 /\\ x' = x + 1\nInv == x = 0 \\/ {LONG}",
        "Init == x \\in SUBSET (1..40)\nNext == x' = x",
        "Init == x = {}\nNext == x' \\in {t \\in SUBSET (1..40) : Cardinality(t) > 50}",
    ],
    ids=["first state", "guard", "invariant", "initial states", "next states"],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_step_that_never_ends_can_be_stopped(tmp_path: Path, body: str, workers: int) -> None:
    config = QUIET + ("INVARIANT Inv\n" if "Inv" in body else "")
    system = system_of(tmp_path, module(body, extends=EXTENDS), config)
    answer = check(system, replace(NATIVE, workers=workers, limits=Limits(seconds=0.5)))
    assert answer.verdict == Unknown(cause="time", reason="stopped after 0.5 s")
    assert not answer.complete


MANY = {
    "all subsets": "\\A t \\in SUBSET (1..20) : Cardinality(t) <= 20",
    "no function": "~\\E g \\in [1..10 -> 1..4] : g[1] + g[10] > 8",
    "a choice": "Cardinality(CHOOSE t \\in SUBSET (1..20) : Cardinality(t) = 20) = 20",
    "what a LET computes": "~\\E t \\in SUBSET (1..19) : LET u == t \\union {0} v == u IN u # v",
    "a filter": "~\\E t \\in {u \\in SUBSET (1..20) : Cardinality(u) > 19} : t = {}",
    "a listed filter": "Cardinality({i \\in 1..99999 : [j \\in 1..20 |-> i + j][3] > 9}) > 1",
    "a guard": "\\E t \\in SUBSET (1..20) : Cardinality(t) = 20",
}


@pytest.mark.parametrize("formula", list(MANY.values()), ids=list(MANY))
def test_looking_at_many_values_takes_little_memory(tmp_path: Path, formula: str) -> None:
    # `x` keeps the formula from being computed once and for all.
    body = f"Init == x = 20\nNext == x = 20 /\\ ({formula.replace('20', 'x')}) /\\ x' = 21"
    system = system_of(tmp_path, module(body, extends=EXTENDS), QUIET)
    with Engine(system, compiler="tcc") as engine:
        assert engine.run() is Run.DONE
        figures = engine.figures()
    assert figures.distinct == 2
    assert figures.bytes < 8 << 20
