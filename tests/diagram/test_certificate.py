"""Certificates of diagrams: complete ones are accepted, all others are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.diagram.certificate import write_diagram_certificate
from holdfast.diagram.diagram import Claim
from holdfast.prove.certificate import SUMMARY, digest
from holdfast.source import SpecError
from holdfast.workbench.conforming import conform
from holdfast.workbench.proving import recheck
from tests.diagram.small import COUNTER, COUNTER_DIAGRAM, load_text

pytestmark = pytest.mark.smt
CLAIMED = replace(COUNTER_DIAGRAM, claims=(Claim("Ends", "<>[]done"),))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of the counter, for all sizes."""
    folder = tmp_path_factory.mktemp("certificate")
    spec = load_text(folder, "Counter", COUNTER)
    found = conform(spec, CLAIMED, by="solvers", all_sizes=True, lemmas=("Natural",), workers=1)
    assert found.conforms
    write_diagram_certificate(found, "Counter.tla", folder / "proof")
    return folder / "proof"


@pytest.fixture
def copy(certificate: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to be changed."""
    for path in certificate.rglob("*"):
        if path.is_file():
            target = tmp_path / path.relative_to(certificate)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())
    return tmp_path


def edited(folder: Path, change: Callable[[Any], object]) -> None:
    """Change the summary."""
    summary = json.loads((folder / SUMMARY).read_text())
    change(summary)
    (folder / SUMMARY).write_text(json.dumps(summary))


def problems(folder: Path) -> str:
    """Why a certificate is rejected."""
    found = recheck(folder)
    assert not found.rechecked.ok
    return "\n".join(found.rechecked.problems)


def test_a_complete_certificate_is_accepted(certificate: Path) -> None:
    found = recheck(certificate)
    assert found.rechecked.problems == ()
    assert found.rechecked.ok
    assert found.rechecked.invariants == ("Ends",)
    assert found.rechecked.scope == "all sizes"
    assert "the spec states it (O4a: Dec is fair)" in found.rechecked.assumed


@pytest.mark.parametrize("kind", ["O1", "O2", "O3", "O4a", "O4b", "O5"])
def test_a_missing_condition_is_noticed(copy: Path, kind: str) -> None:
    def drop(summary: Any) -> None:
        rows = summary["obligations"]
        rows.remove(next(row for row in rows if row["lemma"].startswith(kind)))

    edited(copy, drop)
    assert f"there is no obligation for {kind}" in problems(copy)


def test_a_missing_case_of_a_lemma_is_noticed(copy: Path) -> None:
    def drop(summary: Any) -> None:
        rows = summary["obligations"]
        rows.remove(next(row for row in rows if row["kind"] == "consecution"))

    edited(copy, drop)
    assert "preserves Natural" in problems(copy)


def test_another_diagram_is_noticed(copy: Path) -> None:
    path = copy / "diagram.json"
    data = json.loads(path.read_text())
    data["diagrams"][0]["actions"][0]["fairness"] = "SF"
    text = json.dumps(data)
    path.write_text(text)
    assert "diagram.json was changed" in problems(copy)
    edited(copy, lambda summary: summary["files"].update({"diagram.json": digest(text)}))
    assert "belong to another certificate" in problems(copy)


def test_an_action_less_is_noticed(copy: Path) -> None:
    def drop(summary: Any) -> None:
        summary["actions"].remove("Stop")
        summary["obligations"] = [
            row for row in summary["obligations"] if not row["lemma"].endswith("/ Stop")
        ]

    edited(copy, drop)
    assert "other actions, lemmas" in problems(copy)


def test_a_condition_without_its_queries_is_noticed(copy: Path) -> None:
    def strip(summary: Any) -> None:
        row = next(row for row in summary["obligations"] if row["lemma"].startswith("O2"))
        row["kind"], row["parts"], row["of"] = "stated", [], 0

    edited(copy, strip)
    assert "needs queries" in problems(copy)


def test_a_claim_that_does_not_hold_is_noticed(tmp_path: Path) -> None:
    spec = load_text(tmp_path, "Counter", COUNTER)
    wrong = replace(COUNTER_DIAGRAM, claims=(Claim("Positive", "[]positive"),))
    found = conform(spec, wrong, by="solvers", all_sizes=True, lemmas=("Natural",), workers=1)
    write_diagram_certificate(found, "Counter.tla", tmp_path / "proof")
    assert "the claim Positive does not hold on the diagram" in problems(tmp_path / "proof")


def test_an_open_condition_is_not_proved(tmp_path: Path) -> None:
    spec = load_text(tmp_path, "Counter", COUNTER)
    found = conform(spec, CLAIMED, by="solvers", all_sizes=True, workers=1)
    write_diagram_certificate(found, "Counter.tla", tmp_path / "proof")
    assert "is not proved" in problems(tmp_path / "proof")


def test_a_certificate_without_its_diagram_is_an_error(copy: Path) -> None:
    (copy / "diagram.json").unlink()
    with pytest.raises(SpecError):
        recheck(copy)
