"""What the engines compute for a builtin operator is what its module defines.

Each page of `agreement/` compares the two on small values. A module's definitions are reached
under another name, `DefinedBags` for `Bags`, because the engines know the bundled name.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from holdfast import load
from holdfast.front.tla.bundled import bundled_names, bundled_source
from tools.library_page import chapters

PAGES = sorted((Path(__file__).parent / "agreement").glob("*.tla"))
PRIMITIVE = {"Naturals", "Integers", "Reals"}
WITHOUT_A_DEFINITION = {
    "Apalache": "Gen Guess",
    "CSV": "CSVRead CSVRecords CSVWrite CSVWriteRecord",
    "DifferentialEquations": "Integrate",
    "GraphViz": "DotDiGraph",
    "IOUtils": (
        "Deserialize IODeserialize IOEnv IOEnvExec IOEnvExecTemplate IOExec IOExecTemplate"
        " IOSerialize Serialize atoi"
    ),
    "Json": (
        "JsonDeserialize JsonSerialize ToJson ToJsonArray ToJsonObject ndJsonDeserialize"
        " ndJsonSerialize"
    ),
    "Randomization": "RandomSetOfSubsets RandomSubset",
    "SVG": "NodeOfRingNetwork NodesOfDirectedMultiGraph SVGElemToString",
    "Statistics": "ChiSquare",
    "TLC": "Any Assert JavaTime Print PrintT RandomElement TLCEval TLCGet TLCSet ToString",
    "TLCExt": (
        "AssertError CounterExample PickSuccessor TLCCache TLCDefer TLCEvalDefinition TLCFP"
        " TLCGetOrDefault TLCModelValue ToTrace Trace"
    ),
    "Toolbox": "_TETrace",
}
"""Builtins that read, write, draw lots or look at the run: a formula cannot say what they do."""


def write_definitions(folder: Path) -> None:
    """Write every module under a name that no engine knows."""
    for name in bundled_names():
        source = bundled_source(name)
        assert source is not None
        text = source.text.replace(f"MODULE {name} ", f"MODULE Defined{name} ", 1)
        if name in {"FiniteSets", "Sequences"}:
            # A search through all numbers would not end.
            text = text.replace("\\in Nat ", "\\in 0 .. 4 ").replace("\\in Nat}", "\\in 0 .. 4}")
        (folder / f"Defined{name}.tla").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_builtins_agree_with_their_definitions(page: Path, tmp_path: Path) -> None:
    write_definitions(tmp_path)
    shutil.copy(page, tmp_path)
    result = load(tmp_path / page.name).check()
    assert result.ok, result.violated or result.reason


def test_every_builtin_that_has_a_definition_is_compared() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    known = {f"{m}!{name}" for m, names in WITHOUT_A_DEFINITION.items() for name in names.split()}
    assert {q for q in _builtins() if f"Def{q}" not in text} == known


def _builtins() -> set[str]:
    return {
        f"{module.name}!{name}"
        for module in chapters()
        if module.name not in PRIMITIVE
        for entry in module.entries
        if entry.builtin
        for name in entry.names
    }
