"""`holdfast prove` and `holdfast recheck` from the outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.main import run

pytestmark = pytest.mark.smt

Capture = pytest.CaptureFixture[str]
SPECS = Path(__file__).resolve().parents[2] / "specs"
LOCK = SPECS / "LockServer"
PROOF = (str(LOCK / "LockServerProof.tla"), "--config", str(LOCK / "LockServer.cfg"))
SMALL = ("--const", "Server={s1, s2}", "--const", "Client={c1, c2}")


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


def prove(capsys: Capture, *args: str, code: int = 0) -> dict[str, Any]:
    assert run(["prove", *args, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["exit"] == code
    return found


def test_an_inductive_invariant_is_proved_for_all_sizes(capsys: Capture) -> None:
    found = prove(capsys, *PROOF, "--invariant", "IndInv", "--all-sizes")
    assert (found["verdict"], found["scope"]) == ("proved", "all sizes")
    assert found["checked"] == ["IndInv"]
    assert found["assumed"] == []
    own = found["prove"]
    assert (own["method"], own["k"], own["cti"]) == ("induction", 1, None)
    pairs = {(o["lemma"], o["action"]) for o in own["obligations"]}
    lemmas, actions = ("Safe", "FreeIsNotHeld"), ("Init", "Connect", "Disconnect")
    assert {(lemma, action) for lemma in lemmas for action in actions} <= pairs
    assert {o["status"] for o in own["obligations"]} == {"proved"}


def test_an_inductive_invariant_is_proved_for_its_size(capsys: Capture) -> None:
    found = prove(capsys, *PROOF, *SMALL, "--invariant", "IndInv")
    assert found["verdict"] == "proved"
    assert "c1, c2" in found["scope"]


@pytest.mark.parametrize("sizes", [("--all-sizes",), ()])
def test_a_counterexample_to_induction_is_no_violation(
    capsys: Capture, sizes: tuple[str, ...]
) -> None:
    found = prove(capsys, *PROOF, *SMALL, "--invariant", "Safe", *sizes, code=21)
    assert found["verdict"] == "unknown"
    cti = found["prove"]["cti"]
    assert cti["conjunct"] == "Safe"
    assert cti["action"].startswith("Connect(")
    assert set(cti["before"]) == set(cti["after"]) == {"locked", "held"}
    if sizes:
        assert cti["sizes"]["Server"] == 1
        assert cti["sizes"]["Client"] == 2


def test_the_answer_as_text_has_the_table_and_the_states(capsys: Capture) -> None:
    assert run(["prove", *PROOF, "--invariant", "Safe", "--all-sizes"]) == 21
    text = capsys.readouterr().out
    assert "not inductive" in text
    assert "breaks Safe" in text
    assert "violat" not in text.replace("finds the violation", "")


def test_a_lemma_helps(capsys: Capture) -> None:
    lemma = ("--with", "FreeIsNotHeld")
    assert (
        prove(capsys, *PROOF, "--invariant", "Safe", *lemma, "--all-sizes")["verdict"] == "proved"
    )


def test_bounded_model_checking_finds_a_violation_with_its_trace(capsys: Capture) -> None:
    spec = str(SPECS / "DieHard" / "DieHard.tla")
    found = prove(capsys, spec, "--method", "bmc", "--k", "8", code=12)
    assert found["verdict"] == "violated"
    assert found["prove"]["trace"]["length"] == 7


def test_bounded_model_checking_says_nothing_beyond_its_depth(capsys: Capture) -> None:
    spec = str(SPECS / "DieHard" / "DieHard.tla")
    found = prove(capsys, spec, "--method", "bmc", "--k", "3")
    assert found["verdict"] == "bounded"
    assert "depth 3" in found["scope"]


def test_methods_with_steps_work_for_all_sizes(capsys: Capture) -> None:
    asked = (*PROOF, "--invariant", "IndInv", "--all-sizes", "--k", "2")
    assert prove(capsys, *asked, "--method", "kinduction")["verdict"] == "proved"
    found = prove(capsys, *asked, "--method", "bmc")
    assert (found["verdict"], found["prove"]["k"]) == ("bounded", 2)


def test_the_types_of_the_spec_are_a_lemma_for_one_size(capsys: Capture) -> None:
    found = prove(capsys, *PROOF, *SMALL, "--invariant", "IndInv")
    assert found["checked"] == ["TypeOK", "IndInv"]


def test_a_certificate_is_written_and_verified(capsys: Capture, tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    prove(capsys, *PROOF, "--invariant", "IndInv", "--all-sizes", "--certificate", folder)
    assert run(["recheck", folder, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "proved"
    assert found["recheck"]["problems"] == []
    assert all(file["ok"] for file in found["recheck"]["files"])


def test_an_open_proof_gives_a_certificate_that_proves_nothing(
    capsys: Capture, tmp_path: Path
) -> None:
    folder = str(tmp_path / "proof")
    prove(capsys, *PROOF, "--invariant", "Safe", "--all-sizes", "--certificate", folder, code=21)
    assert run(["recheck", folder]) == 20
    assert "does not prove it" in capsys.readouterr().out


def test_a_folder_without_a_certificate_is_refused(capsys: Capture, tmp_path: Path) -> None:
    assert run(["recheck", str(tmp_path)]) == 20
    assert "there is no proof.json" in capsys.readouterr().err


QUORUMS = """---- MODULE Votes ----
CONSTANTS Node, Value, Quorum
VARIABLES votes, decided
Init == votes = {} /\\ decided = {}
Cast(n, v) == /\\ \\A w \\in Value : <<n, w>> \\notin votes
              /\\ votes' = votes \\union {<<n, v>>} /\\ decided' = decided
Decide(v, Q) == /\\ \\A n \\in Q : <<n, v>> \\in votes
                /\\ decided' = decided \\union {v} /\\ votes' = votes
Next == \\/ \\E n \\in Node, v \\in Value : Cast(n, v)
        \\/ \\E v \\in Value, Q \\in Quorum : Decide(v, Q)
Agreement == \\A v, w \\in decided : v = w
OneVote == \\A n \\in Node, v, w \\in Value : <<n, v>> \\in votes /\\ <<n, w>> \\in votes => v = w
HasQuorum == \\A v \\in decided : \\E Q \\in Quorum : \\A n \\in Q : <<n, v>> \\in votes
Inv == Agreement /\\ OneVote /\\ HasQuorum
====
"""
QUORUMS_CFG = """
CONSTANTS Node = {n1, n2, n3}  Value = {v1, v2}  Quorum = {{n1, n2}, {n1, n3}, {n2, n3}}
INIT Init
NEXT Next
"""


def test_a_hypothesis_that_the_spec_does_not_state_is_proposed_and_not_used(
    capsys: Capture, tmp_path: Path
) -> None:
    (tmp_path / "Votes.tla").write_text(QUORUMS)
    (tmp_path / "Votes.cfg").write_text(QUORUMS_CFG)
    asked = ("Votes.tla", "--invariant", "Inv", "--all-sizes")
    found = prove(capsys, *asked, code=21)
    assert found["prove"]["cti"]["conjunct"] == "Agreement"
    (proposed,) = [p for p in found["prove"]["proposed"] if p["name"] == "QuorumOverlap"]
    assert proposed["holds"] is True
    inside = "Quorum \\subseteq SUBSET Node"
    assert found["assumed"] == [inside]
    accepted = prove(capsys, *asked, "--assume", "QuorumOverlap")
    assert accepted["verdict"] == "proved"
    assert accepted["assumed"] == [proposed["statement"], inside]
    assert run(["prove", *asked, "--assume", "QuorumOverlap", "-q"]) == 0
    assert "assuming" in capsys.readouterr().out
    assert run(["prove", *asked, "--assume", "Nonsense"]) == 2


def test_a_name_that_is_not_defined_is_a_mistake(capsys: Capture) -> None:
    found = prove(capsys, *PROOF, "--invariant", "IndInw", code=151)
    assert found["diagnostics"][0]["code"] == "model-unknown-name"


def test_one_solver_cannot_agree(capsys: Capture) -> None:
    assert run(["prove", *PROOF, "--solver", "z3", "--agree"]) == 2
    assert run(["prove", *PROOF, "--solver", "yices"]) == 2


def test_what_the_model_replaces_is_listed_as_assumed(capsys: Capture, tmp_path: Path) -> None:
    spec = tmp_path / "Small.tla"
    spec.write_text(
        "---- MODULE Small ----\nEXTENDS Naturals\nVARIABLE x\nFew == 0..3\nInit == x = 0\n"
        "Next == x' \\in {n \\in Nat : n = x}\nInv == x \\in Nat\n====\n",
        encoding="utf-8",
    )
    spec.with_suffix(".cfg").write_text("INIT Init\nNEXT Next\nCONSTANT Nat <- Few\n")
    found = prove(capsys, str(spec), "--invariant", "Inv", "--all-sizes")
    assert found["assumed"] == ["Nat is Few, as in the configuration"]
