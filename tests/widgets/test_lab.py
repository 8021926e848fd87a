"""In a real JupyterLab with a browser: widgets and their traits, and the tutorial."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.studio import ROOT, browser_path
from tests.widgets.kernels import require
from tests.widgets.lab import Desk, Lab, open_desk

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TUTORIAL = ROOT / "docs/tutorial.ipynb"
CELLS = [
    "import holdfast\nspec = holdfast.load('wire.tla')\nresult = spec.check()\n"
    "w = result.explore()\nw",
    "print(w.at, w.state['pc'], w.watch)",
    "w.at = 5",
    "v = spec.step()\nv",
    "print(len(v.path), v.at, v.state['pc'])",
    "d = holdfast.load_diagrams(text='diagram D\\nnode A initial\\nend\\n').edit()\nd",
    "print(d.file['D'])",
]


def notebook(cells: list[str]) -> str:
    """A notebook with some cells of code."""
    own: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": []}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps(
        {
            "cells": [
                {**own, "execution_count": None, "id": f"c{i}", "source": source}
                for i, source in enumerate(cells)
            ],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    require("jupyterlab", "playwright", "anywidget")
    if browser_path() is None:
        pytest.skip("there is no browser: set HOLDFAST_BROWSER")
    folder = tmp_path_factory.mktemp("lab")
    shutil.copy(ROOT / "src/holdfast/examples/wire/wire.tla", folder)
    shutil.copy(TUTORIAL, folder)
    (folder / "widgets.ipynb").write_text(notebook(CELLS), encoding="utf-8")
    with open_desk(folder) as desk:
        yield desk


@pytest.fixture(scope="module")
def lab(desk: Desk) -> Lab:
    return desk.open("widgets.ipynb")


def test_a_click_on_a_step_is_read_back(lab: Lab) -> None:
    lab.run(0)
    widget = lab.cell(0).locator(".holdfast-widget")
    widget.get_by_text("Check(2)").first.click()
    assert "('Withdraw', 'Withdraw')" in lab.run(1)
    assert lab.run(1).startswith("3 ")


def test_what_python_selects_is_shown(lab: Lab) -> None:
    lab.run(2)
    widget = lab.cell(0).locator(".holdfast-widget")
    widget.get_by_role("heading", name="State 5").wait_for()


def test_another_step_leaves_the_trace_and_there_is_a_way_back(lab: Lab) -> None:
    widget = lab.cell(0).locator(".holdfast-widget")
    widget.get_by_text("Check(2)").first.click()
    widget.get_by_role("button", name="Withdraw(2)").first.click()
    widget.get_by_role("heading", name="State 4").wait_for()
    assert lab.run(1).startswith("4 ('Withdraw', 'Deposit')")
    widget.get_by_role("button", name="Back to the trace").click()
    widget.get_by_role("heading", name="State 5").wait_for()
    assert lab.run(1).startswith("None ('Deposit', 'Deposit')")


def test_steps_are_read_back(lab: Lab) -> None:
    lab.run(3)
    widget = lab.cell(3).locator(".holdfast-widget")
    widget.get_by_role("button", name="amount = <<1, 1>>").first.click()
    widget.get_by_role("button", name="Check(1)").first.click()
    widget.get_by_role("heading", name="State 2").wait_for()
    assert lab.run(4).strip() == "2 2 ('Withdraw', 'Check')"


def test_a_diagram_is_changed_and_read_back(lab: Lab) -> None:
    lab.run(5)
    widget = lab.cell(5).locator(".holdfast-widget")
    widget.get_by_role("button", name="New node").click()
    # The new node takes the focus, which the next cell needs.
    widget.get_by_role("button", name=re.compile(r"^Node\b")).wait_for()
    assert lab.run(6).strip() == "<Diagram D: 2 nodes, 0 edges>"


def test_nothing_leaves_the_machine_and_no_script_fails(lab: Lab) -> None:
    assert lab.complaints == []


def test_the_tutorial_runs(desk: Desk) -> None:
    lab = desk.open("tutorial.ipynb")
    cells = [cell for cell in lab.run_all() if cell["cell_type"] == "code"]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert [each for each in outputs if each["output_type"] == "error"] == []
    assert all(cell["execution_count"] for cell in cells)
    assert cells[-1]["outputs"][-1]["data"]["text/plain"] == "'exhausted'"
    lab.page.evaluate("() => jupyterapp.shell.currentWidget.content.scrollToItem(33)")
    editor = lab.page.locator(".holdfast-widget").last
    editor.get_by_role("button", name="Conforms?").click()
    editor.get_by_text("conditions").first.wait_for()
    assert lab.complaints == []
