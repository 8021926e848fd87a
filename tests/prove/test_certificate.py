"""Certificates: what is written can be verified from its files, and nothing else is believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from holdfast.prove import prove as engine
from holdfast.prove.certificate import SUMMARY, write_certificate, write_files
from holdfast.prove.options import ProofOptions
from holdfast.prove.proof import Proof
from holdfast.prove.recheck import Rechecked, recheck
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.prove.small_encoding import SmallEncoding, system_of

pytestmark = pytest.mark.smt

COUNTER = """
VARIABLE n
vars == n
Init == n = 0
Up == n < 5 /\\ n' = n + 1
Down == n > 0 /\\ n' = n - 1
Next == Up \\/ Down
Spec == Init /\\ [][Next]_vars
Bounds == n >= 0 /\\ n <= 5
"""


@pytest.fixture
def proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Proof:
    monkeypatch.setattr(
        engine, "encoding_for", lambda system, _claim, _options: SmallEncoding(system)
    )
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    return engine.prove(system_of(tmp_path, COUNTER, "Bounds"), ProofOptions(workers=1))


@pytest.fixture
def folder(proof: Proof, tmp_path: Path) -> Path:
    write_certificate(proof, "Small.tla", tmp_path / "proof")
    return tmp_path / "proof"


def verified(folder: Path) -> Rechecked:
    return recheck(folder, ("z3",), workers=1)


def change(folder: Path, old: str, new: str) -> None:
    path = folder / SUMMARY
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_certificate_holds_when_it_is_verified(folder: Path) -> None:
    found = verified(folder)
    assert found.ok
    assert len(found.files) == 6
    assert found.invariants == ("Bounds",)


def test_every_question_names_what_it_comes_from(folder: Path) -> None:
    text = (folder / "obligations" / "0003-Bounds_1-Up-1.smt2").read_text()
    assert text.startswith("; Bounds!1 is kept by Up\n; from ")
    assert "Small.tla:" in text


def test_the_summary_tells_who_answered(folder: Path) -> None:
    summary = json.loads((folder / SUMMARY).read_text())
    answers = summary["obligations"][0]["parts"][0]["answers"]
    assert answers[-1]["answer"] == "unsat"
    assert answers[-1]["solver"].startswith("z3 ")


def test_a_changed_question_is_noticed(folder: Path) -> None:
    path = next((folder / "obligations").iterdir())
    path.write_text(path.read_text() + "; more\n")
    found = verified(folder)
    assert not found.ok
    assert "was changed" in found.problems[0]


def test_a_question_that_is_not_proved_is_noticed_even_if_its_hash_fits(folder: Path) -> None:
    summary = json.loads((folder / SUMMARY).read_text())
    files = {name: (folder / name).read_text() for name in summary.pop("files")}
    queries = {name: text for name, text in files.items() if name.endswith(".smt2")}
    others = {name: text for name, text in files.items() if name not in queries}
    queries[min(queries)] = "(declare-const x Int)(assert (> x 0))(check-sat)\n"
    write_files(folder, summary, queries, others)
    found = verified(folder)
    assert not found.problems
    assert not found.ok


def test_a_missing_file_is_noticed(folder: Path) -> None:
    sorted((folder / "obligations").iterdir())[2].unlink()
    assert "is missing" in verified(folder).problems[0]


def test_a_missing_obligation_is_noticed(folder: Path) -> None:
    summary = json.loads((folder / SUMMARY).read_text())
    summary["obligations"] = [
        row
        for row in summary["obligations"]
        if (row["lemma"], row["action"]) != ("Bounds!1", "Down")
    ]
    (folder / SUMMARY).write_text(json.dumps(summary))
    assert verified(folder).problems == ("there is no obligation that Down preserves Bounds!1",)


def without_an_action(summary: Any) -> None:
    summary["actions"].remove("Down")
    summary["obligations"] = [r for r in summary["obligations"] if r["action"] != "Down"]


def without_queries(summary: Any) -> None:
    summary["obligations"][2].update(parts=[], of=0)


def one_query_for_all(summary: Any) -> None:
    parts = [part for row in summary["obligations"] for part in row["parts"]]
    for part in parts:
        part["files"] = parts[0]["files"]


def another_invariant(summary: Any) -> None:
    summary["invariants"] = ["Other"]


def less_assumed(summary: Any) -> None:
    summary["assumed"] = ["nothing"]


@pytest.mark.parametrize(
    "edit",
    [without_an_action, without_queries, one_query_for_all, another_invariant, less_assumed],
)
def test_an_edited_summary_does_not_fit_the_queries(
    folder: Path, edit: Callable[[Any], None]
) -> None:
    summary = json.loads((folder / SUMMARY).read_text())
    edit(summary)
    (folder / SUMMARY).write_text(json.dumps(summary))
    (problem,) = verified(folder).problems
    assert "belong to another certificate" in problem


def test_a_file_outside_the_folder_is_refused(folder: Path) -> None:
    change(folder, "obligations/0001-Bounds_1-Init-1.smt2", "../../secret.smt2")
    with pytest.raises(SpecError, match="not inside"):
        verified(folder)


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"there is no proof\.json"):
        verified(tmp_path)


def test_the_module_reads_as_a_proof_for_tlaps(folder: Path) -> None:
    text = (folder / "SmallCertificate.tla").read_text()
    assert "LEMMA Consecution == Invariant /\\ [Next]_vars => Invariant'" in text
    assert "<1>1. CASE Up" in text
    (folder / "Small.tla").write_text(
        f"---- MODULE Small ----\nEXTENDS Integers\n{COUNTER}\n====\n"
    )
    assert load(folder / "SmallCertificate.tla").diagnostics == ()


@pytest.mark.parametrize(
    "spec",
    [
        "Init /\\ [][Next]_n",
        "n = 0 /\\ [][Up \\/ Down]_<<n>>",
    ],
)
def test_the_module_unfolds_definitions_only(spec: str, tmp_path: Path) -> None:
    body = COUNTER.replace("Init /\\ [][Next]_vars", spec)
    (tmp_path / "Small.tla").write_text(f"---- MODULE Small ----\nEXTENDS Integers\n{body}\n====\n")
    (tmp_path / "Small.cfg").write_text("SPECIFICATION Spec\nINVARIANT Bounds\n")
    proof = load(tmp_path / "Small.tla").prove(remember=False, workers=1).proof
    write_certificate(proof, "Small.tla", tmp_path)
    assert load(tmp_path / "SmallCertificate.tla").diagnostics == ()
