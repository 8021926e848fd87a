"""Actions that change a few variables of a copy of the state, and tables of the actions to call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.ir.read import read_system
from holdfast.ir.system import System
from holdfast.native.emit.emit import emit_model
from holdfast.passes.pipeline import run_pipeline
from holdfast.verdict import Exhausted, Failed
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

# Two processes count to a limit; the second can only move if the first has.
COUNTERS = """\
system Counters
variables a, b, x, y
deadlock ignored
init
  sequence
    assign a = 0
    assign b = 0
    assign x = 0
    assign y = <<>>
"""
_STEP = """\
action {name}
  sequence
    test {control} = {at}
    test {guard}
    assign {control}' = {to}
    assign {variable}' = {value}
    keep {kept}
"""


def _step(name: str, control: str, at: int, to: int, guard: str, change: tuple[str, str]) -> str:  # noqa: PLR0913  # the parts of a step
    variable, value = change
    kept = ", ".join(v for v in ("a", "b", "x", "y") if v not in (control, variable))
    return _STEP.format(
        name=name,
        control=control,
        at=at,
        to=to,
        guard=guard,
        variable=variable,
        value=value,
        kept=kept,
    )


def _system(*steps: str) -> System:
    return run_pipeline(read_system(COUNTERS + "".join(steps)))


STEPS = (
    _step("A0", "a", 0, 1, "x < 4", ("x", "x + 1")),
    _step("A1", "a", 1, 0, "TRUE", ("y", "IF x > 2 THEN <<x>> ELSE y")),
    _step("A2", "a", 1, 2, "x = 4", ("x", "0")),
    _step("A3", "a", 2, 0, "y /= <<>>", ("y", "<<>>")),
    _step("B0", "b", 0, 1, "x > 1", ("y", "<<x, x>>")),
    _step("B1", "b", 1, 0, "y = <<x, x>>", ("x", "x - 1")),
)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_engines_find_the_same_states(workers: int) -> None:
    system = _system(*STEPS)
    wanted = check(system, SearchOptions(engine="interp"))
    found = check(system, SearchOptions(engine="native", workers=workers))
    assert found.counts == wanted.counts
    assert type(found.verdict) is type(wanted.verdict)


def test_only_what_changes_is_written() -> None:
    text = emit_model(_system(*STEPS))
    assert text.count("emit_made(") == len(STEPS)
    assert "emit_state(c)" not in text.split("action_0(Context *c) {")[1]
    assert "static u32 model_next(" in text


def test_a_control_variable_of_another_kind_is_an_error_as_in_the_interpreter() -> None:
    text = _step("Odd", "a", 2, 0, "TRUE", ("a", '"two"')).replace("    assign a' = 0\n", "")
    system = _system(*STEPS, text)
    wanted = check(system, SearchOptions(engine="interp"))
    found = check(system, SearchOptions(engine="native"))
    assert found.verdict == wanted.verdict


EARLY = {
    "a definition": "F'",
    "a recursive definition": "R(2)'",
    "a definition in a local one": "LET L == F' IN L + 1",
    "an operator argument": "Apply(LAMBDA n: n + F')",
    "a tuple": "<<R(1)', F'>>[2]",
}
DEFINITIONS = """
F == y + 1
RECURSIVE R(_)
R(n) == IF n = 0 THEN y ELSE R(n - 1) + 1
Apply(op(_)) == op(1)
"""


@pytest.mark.parametrize("value", EARLY.values(), ids=EARLY.keys())
def test_a_next_value_that_is_read_too_early_is_an_error(tmp_path: Path, value: str) -> None:
    early = f"x < 5 /\\ x' = {value} /\\ y' = y + 1"
    late = f"x < 5 /\\ y' = y + 1 /\\ x' = {value}"
    for step, outcome in ((early, Failed), (late, Exhausted)):
        text = module(f"{DEFINITIONS}Init == x = 0 /\\ y = 0\nNext == {step}", "x, y")
        system = replace(system_of(tmp_path, text), check_deadlock=False)
        found = check(system, SearchOptions(engine="native"))
        assert isinstance(found.verdict, outcome)
        assert found.counts == check(system, SearchOptions(engine="interp")).counts
