"""`holdfast init` writes a configuration that can be used at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.cli.main import run
from tests.cli.specs import COUNTER, LOCK, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_was_found_and_a_value_for_each_constant_is_written(folder: Path) -> None:
    assert run(["init", "Counter.tla"]) == 0
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") == (
        "\\* A model of Counter, made by `holdfast init` for you to change.\n"
        "\n"
        "INIT Init\n"
        "NEXT Next\n"
        "\n"
        "CONSTANTS\n"
        "    N = 3   \\* used as a number\n"
        "\n"
        "INVARIANTS\n"
        "    TypeOK\n"
        "\n"
        "\\* A state without a next state is an error, unless you write:\n"
        "\\* CHECK_DEADLOCK FALSE\n"
    )


def test_the_result_can_be_checked_at_once(capsys: Capture) -> None:
    run(["init", "Lock.tla"])
    capsys.readouterr()
    run(["check", "Lock.tla", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["config"] == "Lock.cfg"
    assert found["constants"] == {"Clients": "{c1, c2, c3}"}
    assert found["check"]["states"]["distinct"] > 1


def test_a_configuration_that_is_there_is_kept_unless_forced(folder: Path, capsys: Capture) -> None:
    write(folder, Counter_cfg="mine")
    assert run(["init", "Counter.tla"]) == 1
    assert "already exists" in capsys.readouterr().err
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") == "mine"
    assert run(["init", "Counter.tla", "--force"]) == 0
    assert (folder / "Counter.cfg").read_text(encoding="utf-8") != "mine"


def test_it_can_be_printed_instead(folder: Path, capsys: Capture) -> None:
    assert run(["init", "Counter.tla", "--print"]) == 0
    assert "INIT Init" in capsys.readouterr().out
    assert not (folder / "Counter.cfg").exists()


def constants_of(text: str) -> dict[str, str]:
    """The constants of the configuration that is written for a module with this text."""
    Path("A.tla").write_text(
        f"---- MODULE A ----\nEXTENDS Naturals, FiniteSets\n{text}\n====\n", encoding="utf-8"
    )
    assert run(["init", "A.tla", "--force"]) == 0
    lines = Path("A.cfg").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("   \\*")[0].strip() for line in lines if line.startswith("    ")]
    return {name: value for name, _, value in (pair.partition(" = ") for pair in pairs)}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("CONSTANTS M, N\nASSUME M \\in Nat /\\ N \\in Nat /\\ M < N", {"M": "2", "N": "3"}),
        ("CONSTANT N\nASSUME N \\in Nat /\\ N % 5 = 0 /\\ N > 0", {"N": "5"}),
        ("CONSTANT S\nASSUME S \\subseteq Nat", {"S": "{1, 2, 3}"}),
        (
            "CONSTANTS Node, Quorum\nASSUME Quorum \\subseteq SUBSET Node\n"
            "ASSUME \\A a, b \\in Quorum : a \\intersect b # {}",
            {"Node": "{n1, n2, n3}", "Quorum": "{{n1, n2}, {n1, n3}, {n2, n3}}"},
        ),
        (
            "CONSTANTS Node, Faulty\nASSUME Faulty \\subseteq Node\nASSUME Cardinality(Faulty) < 2",
            {"Node": "{n1, n2, n3}", "Faulty": "{n1}"},
        ),
    ],
)
def test_the_values_satisfy_the_assumptions(text: str, values: dict[str, str]) -> None:
    assert constants_of(text) == values
    assert run(["check", "A.tla"]) == 0


def test_where_no_value_satisfies_the_assumptions_there_is_a_hole(folder: Path) -> None:
    constants_of("CONSTANTS N, M\nASSUME N \\in Nat /\\ N > 1000\nASSUME M \\in Nat")
    text = (folder / "A.cfg").read_text(encoding="utf-8")
    assert "    \\* N = ...   no value that was tried satisfies the ASSUMEs\n" in text
    assert "    M = 3   \\* used as a number\n" in text
    assert run(["check", "A.tla"]) == 151


ALGORITHM = """---- MODULE Once ----
EXTENDS Naturals
(*--algorithm Once
variable x = 0;
{fair}process P = 1
begin
    A: x := 1;
end process;
end algorithm; *)
====
"""


@pytest.mark.parametrize("fair", ["", "fair "])
def test_termination_is_a_comment_without_fairness(fair: str, folder: Path) -> None:
    write(folder, Once_tla=ALGORITHM.format(fair=fair))
    assert run(["init", "Once.tla"]) == 0
    text = (folder / "Once.cfg").read_text(encoding="utf-8")
    assert ("\nPROPERTIES\n    Termination\n" in text) == bool(fair)
    assert ("\n\\* PROPERTY Termination\n" in text) == (not fair)
    assert run(["check", "Once.tla"]) == 0
