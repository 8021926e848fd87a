"""Conditions as a TLA+ module, which is parsed by us and by SANY."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import holdfast
from holdfast.diagram.diagram import Annotation, Diagram, Ordering
from holdfast.workbench.conforming import export_conditions
from holdfast.workbench.prepared import LoadedModel
from tests.agree.tlc import CLASS_PATH, needs_tlc
from tests.diagram.abp import channels, protocol
from tests.diagram.small import (
    COUNTER,
    COUNTER_DIAGRAM,
    LOCK,
    LOCK_CONFIG,
    ONE,
    load_text,
)


def exported(spec: LoadedModel, diagram: Diagram, folder: Path) -> Path:
    """The file of the exported module, beside the spec."""
    for path in spec.path.parent.glob("*.tla"):
        (folder / path.name).write_text(path.read_text())
    target = folder / "Conditions.tla"
    target.write_text(export_conditions(spec, diagram, "Conditions"))
    return target


def with_orders(order: str, text: str) -> Diagram:
    """The diagram of the counter with another order."""
    edges = (replace(COUNTER_DIAGRAM.edges[0], annotations=(Annotation("t"),)),)
    orderings = (Ordering("t", text, order),)
    return replace(COUNTER_DIAGRAM, orderings=orderings, edges=(*edges, *COUNTER_DIAGRAM.edges[1:]))


CASES = {
    "alternating bit": lambda folder: (protocol(), channels()),
    "counter": lambda folder: (load_text(folder, "Counter", COUNTER), COUNTER_DIAGRAM),
    "sets": lambda folder: (load_text(folder, "Counter", COUNTER), with_orders("sets", "1..x")),
    "tuples": lambda folder: (
        load_text(folder, "Counter", COUNTER),
        with_orders("tuples", "<<x, 0>>"),
    ),
    "parameters": lambda folder: (load_text(folder, "Lock", LOCK, LOCK_CONFIG), ONE),
}


@pytest.mark.parametrize("case", CASES)
def test_the_module_is_parsed(case: str, tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "out").mkdir()
    path = exported(*CASES[case](tmp_path / "spec"), tmp_path / "out")
    assert holdfast.load(path).document.diagnostics == ()
    text = path.read_text()
    for kind in ("O1_", "O2_", "O4a_", "O4b_"):
        assert f"THEOREM {kind}" in text


@pytest.mark.tlc
@needs_tlc
@pytest.mark.parametrize("case", CASES)
def test_sany_accepts_the_module(case: str, tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "out").mkdir()
    path = exported(*CASES[case](tmp_path / "spec"), tmp_path / "out")
    command = ["java", "-cp", CLASS_PATH, "tla2sany.SANY", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    assert "Semantic errors" not in done.stdout
    assert "Could not parse" not in done.stdout
    assert "Fatal" not in done.stdout
    assert done.returncode == 0, done.stdout


def test_the_theorems_are_those_of_the_diagram() -> None:
    text = export_conditions(protocol(), channels(), "Conditions")
    assert text.count("THEOREM O2_") == 5
    assert text.count("THEOREM O4b_") == 11
    assert "THEOREM O4a_RcvMsg == FairSpec => SF_Variables(" in text
