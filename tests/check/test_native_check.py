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
from holdfast.check.explore import DEFAULTS, Progress
from holdfast.check.native_check import EnginesDisagree
from holdfast.check.replay import Replay
from holdfast.ir.system import System
from holdfast.source import SpecError
from holdfast.verdict import Answer, Bounded, Unknown, Violated
from tests.native.test_agreement import module, system_of

pytestmark = pytest.mark.native

NATIVE = replace(DEFAULTS, engine="native", compiler="tcc")
INTERPRETED = replace(DEFAULTS, engine="interp")
GRID = """
Init == x = [i \\in 1..6 |-> 0]
Next == \\E i \\in 1..6 : x[i] < 9 /\\ x' = [x EXCEPT ![i] = @ + 1]
"""
QUIET = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"


@pytest.fixture
def grid(tmp_path: Path) -> System:
    """A million states."""
    return system_of(tmp_path, module(GRID), QUIET)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"max_states": 5_000}, "stopped after 5000 distinct states"),
        ({"seconds": 0.01}, "stopped after 0.01 s"),
        ({"memory": 1 << 20}, "stopped: more than 1 MiB of memory in use"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_ends_the_search(
    grid: System, limit: dict[str, Any], reason: str, workers: int
) -> None:
    answer = check(grid, replace(NATIVE, workers=workers, **limit))
    assert answer.verdict == Unknown(reason)
    assert not answer.complete
    assert 0 < answer.counts.distinct < 1_000_000


def test_a_depth_is_a_bound_that_was_asked_for(grid: System) -> None:
    mine, other = (check(grid, replace(o, depth=5)) for o in (NATIVE, INTERPRETED))
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
    assert answer.verdict == Unknown("interrupted: only a part was explored")
    assert answer.counts.distinct > 0


def test_progress_is_told(grid: System) -> None:
    told: list[Progress] = []
    check(grid, replace(NATIVE, seconds=1.6), told.append)
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
