"""`holdfast infer` from the outside."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from holdfast.cli.main import run

pytestmark = pytest.mark.smt

Capture = pytest.CaptureFixture[str]
SPECS = Path(__file__).resolve().parents[2] / "specs"
BEYOND = Path(__file__).resolve().parents[1] / "infer" / "beyond"
LEMMA = "\\A s \\in Server, c \\in Client : locked[s] => s \\notin held[c]"
KEYS = {
    *("invariant", "sizes", "instances", "states_sampled", "candidates", "ctis"),
    *("proof", "phases", "graph", "open"),
}


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    for suffix in ("tla", "cfg"):
        shutil.copy(SPECS / "LockServer" / f"LockServer.{suffix}", tmp_path)


def infer(capsys: Capture, *args: str, code: int = 0) -> tuple[str, str]:
    assert run(["infer", *args]) == code
    printed = capsys.readouterr()
    return printed.out, printed.err


def lock_server(capsys: Capture, *args: str, code: int = 0) -> tuple[str, str]:
    return infer(capsys, "LockServer.tla", "--property", "Safe", *args, code=code)


def test_the_answer_is_one_object_with_all_its_keys(capsys: Capture) -> None:
    answer: dict[str, Any] = json.loads(lock_server(capsys, "--json")[0])
    assert (answer["verdict"], answer["scope"], answer["assumed"]) == ("proved", "all sizes", [])
    own = answer["infer"]
    assert set(own) == KEYS
    assert [set(c) for c in own["invariant"]] == [{"name", "tla"}] * 2
    assert {3} <= set(own["sizes"]["Server"])
    assert own["proof"]["method"] == "induction"
    assert all(o["status"] == "proved" for o in own["proof"]["obligations"])
    assert own["graph"]["nodes"] == [
        {"lemma": "Safe", "action": "Connect", "support": ["Lemma1"], "open": False},
        {"lemma": "Lemma1", "action": "Disconnect", "support": ["Safe"], "open": False},
    ]


def test_everything_that_is_asked_for_is_written(capsys: Capture) -> None:
    files = ("--write", "--graph", "why.svg", "--certificate", "proof")
    out, _ = lock_server(capsys, *files)
    assert "LockServerIndInv.tla: IndInv written" in out
    assert "why.svg: the proof graph" in out
    assert not any(line != line.rstrip() for line in out.splitlines())
    assert "IndInit ==" in Path("LockServerIndInv.tla").read_text("utf-8")
    ElementTree.parse("why.svg")
    assert run(["recheck", "proof", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "proved"


def test_a_graph_is_written_as_the_name_of_its_file_says(capsys: Capture) -> None:
    lock_server(capsys, "--graph", "why.html")
    assert Path("why.html").read_text("utf-8").startswith("<!doctype html>")
    lock_server(capsys, "--graph", "why.dot")
    assert Path("why.dot").read_text("utf-8").startswith("digraph proof {")


def test_a_violation_writes_nothing_and_says_so(capsys: Capture) -> None:
    text = Path("LockServer.tla").read_text("utf-8")
    broken = text.replace("/\\ locked[s] = TRUE", "/\\ TRUE")
    Path("LockServer.tla").write_text(broken, encoding="utf-8")
    files = ("--write", "--graph", "why.svg", "--certificate", "proof")
    out, _ = lock_server(capsys, *files, code=12)
    assert "Safe is violated" in out
    assert out.count("not written") == 3
    assert not Path("LockServerIndInv.tla").exists()


def test_a_users_lemma_is_shown_as_it_was_written(capsys: Capture) -> None:
    Path("mine.txt").write_text(f"\\* mine\n{LEMMA}\n\n\\A s \\in Server : locked[s]\n", "utf-8")
    out, _ = lock_server(capsys, "--lemmas", "mine.txt", "--write")
    assert f"Given1  {LEMMA}" in out
    assert "lemma 2 is left out: a reachable state falsifies it" in out
    assert f"Given1 ==\n  {LEMMA}\n" in Path("LockServerIndInv.tla").read_text("utf-8")


@pytest.mark.parametrize("option", ["--lemmas", "--grammar"])
def test_a_mistake_in_a_users_formula_is_shown_there(capsys: Capture, option: str) -> None:
    Path("mine.txt").write_text("s \\in Server : locked[s]\nc \\in Clint : TRUE\n", "utf-8")
    if option == "--lemmas":
        Path("mine.txt").write_text(f"{LEMMA}\n\\A c \\in Clint : TRUE\n", "utf-8")
    _, err = lock_server(capsys, option, "mine.txt", code=150)
    assert f"--> {option}:2:10" in err
    assert "did you mean `Client`?" in err


def test_the_grammar_that_is_shown_can_be_given(capsys: Capture) -> None:
    out, _ = lock_server(capsys, "--show-grammar")
    atoms = out.partition("atoms\n")[2]
    assert "s1 \\in Server, c1 \\in Client : s1 \\in held[c1]" in atoms
    Path("atoms.txt").write_text(atoms, "utf-8")
    assert lock_server(capsys, "--grammar", "atoms.txt", "-q")[0].startswith("ok  Safe")


def test_lemmas_of_an_open_search_are_said_to_be_kept(capsys: Capture) -> None:
    vault = str(BEYOND / "Vault.tla")
    out, _ = infer(capsys, vault, "--property", "Guarded", "--time", "60", code=20)
    assert "The next run begins with these lemmas" in out
    out, _ = infer(capsys, vault, "--property", "Guarded", "--no-cache", code=20)
    assert "The next run" not in out


def test_a_hypothesis_that_is_missing_is_said_in_the_first_line(capsys: Capture) -> None:
    name = "ToyConsensusQuorums"
    text = (SPECS / name / f"{name}.tla").read_text("utf-8")
    start = text.index("ASSUME")
    bare = text[:start] + text[text.index("VARIABLES") :]
    Path(f"{name}.tla").write_text(bare, "utf-8")
    shutil.copy(SPECS / name / f"{name}.cfg", f"{name}.cfg")
    out, _ = infer(capsys, f"{name}.tla", "--property", "Agreement", "--json")
    answer = json.loads(out)
    assert (answer["verdict"], answer["scope"]) == ("proved", "all sizes")
    overlap, inside = answer["assumed"]
    assert overlap == "\\A P, Q \\in Quorum : P \\intersect Q # {}"
    assert inside == "Quorum \\subseteq SUBSET Node"
    out, _ = infer(capsys, f"{name}.tla", "--property", "Agreement", "-q")
    assert "assuming \\A P, Q \\in Quorum" in " ".join(out.split())


def test_a_violation_of_another_size_is_the_answer(capsys: Capture) -> None:
    name = "QuorumLeaderElection"
    shutil.copy(SPECS.parent / "tests" / "infer" / "mutants" / f"{name}.tla", f"{name}.tla")
    shutil.copy(SPECS / name / f"{name}.cfg", f"{name}.cfg")
    out, _ = infer(capsys, f"{name}.tla", "--const", "Node={n1}", code=12)
    assert "OneLeader is violated" in out
    assert "not the size of the configuration" in out
