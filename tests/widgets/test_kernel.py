"""In a real kernel: cells, progress, and an interrupt that gives a partial result."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.widgets.kernels import Kernel, require, running_kernel

pytestmark = pytest.mark.filterwarnings("ignore")

GRID = r"""---- MODULE Grid ----
EXTENDS Naturals
VARIABLES a, b, c
Init == a = 0 /\ b = 0 /\ c = 0
Next == \/ a' = (a + 1) % 9000 /\ UNCHANGED <<b, c>>
        \/ b' = (b + 1) % 9000 /\ UNCHANGED <<a, c>>
        \/ c' = (c + 1) % 9000 /\ UNCHANGED <<a, b>>
Inv == a < 10000
====
"""


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    require("jupyter_client", "ipykernel")
    with running_kernel() as kernel:
        assert kernel.run("%load_ext holdfast").errors == []
        assert kernel.run(f"%%tla\n{GRID}").errors == []
        yield kernel


@pytest.mark.parametrize("engine", ["native", "interp"])
def test_an_interrupt_gives_a_partial_result(kernel: Kernel, engine: str) -> None:
    cell = kernel.run(
        f"result = Grid.check(invariants='Inv', engine={engine!r})\nresult.outcome",
        lambda kind: kind == "display_data",
    )
    assert cell.errors == []
    assert cell.text == "'unknown'"
    assert kernel.run("print(result.reason)").text.startswith("interrupted")
    assert kernel.run("result.distinct > 1 and not result.ok").text == "True"


def test_progress_is_one_line_that_is_replaced_and_then_removed(kernel: Kernel) -> None:
    cell = kernel.run("Grid.check(invariants='Inv', engine='interp', seconds=1.7).outcome")
    (line,) = cell.of("display_data")
    updates = cell.of("update_display_data")
    names = {each["transient"]["display_id"] for each in (line, *updates)}
    assert len(names) == 1
    assert "distinct states" in line["data"]["text/plain"]
    assert 1 <= len(updates) <= 5, "twice a second, and removed"
    assert updates[-1]["data"]["text/plain"] == ""


def test_an_observer_replaces_the_line_and_none_leaves_it_out(kernel: Kernel) -> None:
    for given in ("None", "lambda event: None"):
        cell = kernel.run(f"Grid.check(engine='interp', seconds=1.2, progress={given}).outcome")
        assert cell.of("display_data") == []


def test_an_error_of_a_cell_has_no_traceback(kernel: Kernel) -> None:
    cell = kernel.run("%%tla\n" + GRID.replace("a < 10000", "z < 10000"))
    (shown,), (asked,) = cell.errors, cell.of("execute_input")
    assert "Traceback" not in shown
    assert f"In[{asked['execution_count']}]/Grid.tla:9:8" in shown
    (shown,) = kernel.run(f"%%tla --chek\n{GRID}").errors
    assert shown.startswith("%%tla: No such option '--chek'")


def test_the_value_of_a_cell_is_the_result(kernel: Kernel) -> None:
    cell = kernel.run(f"%%tla --check --invariant 'a < 2'\n{GRID}")
    (value,) = cell.of("execute_result")
    assert "a < 2" in value["data"]["text/plain"]
    assert kernel.run("_.violated").text == "'a < 2'"


def test_braces_on_the_line_are_those_of_the_spec(kernel: Kernel) -> None:
    spec = (
        "---- MODULE Sets ----\nCONSTANT S\nVARIABLE x\nInit == x \\in S\nNext == x' \\in S\n===="
    )
    # IPython would replace {1} by 1, the value of the expression.
    assert kernel.run("%%tla --const S={1}\n" + spec).errors == []
    assert kernel.run("Sets.constants").text == "{'S': '{1}'}"
