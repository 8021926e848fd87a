"""The tutorial is a notebook that runs from top to bottom, and shows what it promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.widgets.kernels import require

# Of nbclient and what it needs.
pytestmark = pytest.mark.filterwarnings("ignore")

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorial.ipynb"


def test_the_tutorial_has_no_outputs() -> None:
    for cell in json.loads(TUTORIAL.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The outputs of each cell, by its last line."""
    require("nbclient", "nbformat", "ipykernel", "anywidget")
    import nbclient
    import nbformat

    notebook = nbformat.read(TUTORIAL, as_version=4)
    folder = tmp_path_factory.mktemp("tutorial")
    client = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    assert list(folder.iterdir()) == [], "nothing is written"
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return {cell.source.splitlines()[-1]: cell.outputs for cell in codes}


def shown(outputs: Any) -> str:
    """The value of a cell; a line of progress may come before it."""
    return str(outputs[-1]["data"]["text/plain"])


def test_results_are_what_the_text_says(cells: dict[str, Any]) -> None:
    assert "NoOverdrafts is violated after 4 steps" in shown(cells["result"])
    assert "Safe  not inductive" in shown(cells['Lock.prove(invariants="Safe")'])
    assert "Safe  holds in every reachable state, for all sizes" in shown(cells["inferred"])
    assert shown(cells["e.file.conforms().outcome"]) == "'exhausted'"
    checked = [shown(outputs) for last, outputs in cells.items() if last == "===="]
    assert checked, "cells of specs show something"


def test_widgets_are_displayed_and_traits_are_read(cells: dict[str, Any]) -> None:
    for name in ("w", "v", "e"):
        (output,) = cells[name]
        assert "application/vnd.jupyter.widget-view+json" in output["data"]
    assert "('Deposit', 'Withdraw')" in shown(cells["w.state"])
