"""`holdfast simulate`: the text, the JSON, the files, and one message for a wrong command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, LOCK, write

pytestmark = pytest.mark.native


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))
    write(tmp_path, Counter_tla=COUNTER, Lock_tla=LOCK)


def test_the_text_says_what_was_simulated(holdfast: Holdfast) -> None:
    command = "simulate Lock.tla --const Clients={1,2} --invariant Alone --no-deadlock --traces 40"
    done = holdfast(*command.split(), "--depth", "9", "--count", "holder = {1}")
    assert done.exit == 0
    assert "--  Alone  no violation in 40 random behaviours of at most 9 steps" in done.out
    for name in ("Ask", "Take"):
        assert f"\n  {name} " in done.out
    assert "\n  holder = {1}" in done.out
    assert "40 behaviours, " in done.out
    assert "seed 0" in done.out
    assert "ok " not in done.out


def test_a_violation_has_its_trace_and_exit_code(holdfast: Holdfast, tmp_path: Path) -> None:
    command = "simulate Counter.tla --const N=9 --invariant Small"
    done = holdfast(*command.split())
    assert done.exit == 12
    assert "x  Small is violated after 3 steps" in done.out
    assert "n = 3" in done.out
    assert holdfast("why", "Never").exit == 0


def test_quiet_prints_the_verdict_only(holdfast: Holdfast) -> None:
    command = "simulate Counter.tla --const N=9 --invariant TypeOK --no-deadlock --traces 3 -q"
    assert holdfast(*command.split()).out == (
        "--  TypeOK  no violation in 3 random behaviours of at most 100 steps\n"
    )


def test_the_json_has_the_statistics(holdfast: Holdfast) -> None:
    command = "simulate Counter.tla --const N=4 --no-deadlock --traces 20 --seed 3 --json"
    done = holdfast(*command.split(), "--count", "n = 4", "--count", "n' > n")
    found = done.json["simulate"]
    assert (done.json["verdict"], done.json["exit"], found["seed"]) == ("bounded", 0, 3)
    assert done.json["scope"] == "20 random behaviours of at most 100 steps of this instance"
    assert (found["behaviours"], found["visited"], found["ended_early"]) == (20, 100, 20)
    assert found["actions"] == {
        "Up": {"steps": 80, "behaviours": 20},
        "Never": {"steps": 0, "behaviours": 0},
    }
    state, step = found["counts"]
    assert (state["of"], state["in_states"]["times"], state["in_states"]["total"]) == (
        "states",
        20,
        100,
    )
    assert (step["of"], step["in_states"]["share"]) == ("steps", 1.0)
    assert found["trace"] is None


def test_results_do_not_depend_on_the_number_of_workers(holdfast: Holdfast) -> None:
    command = "simulate Lock.tla --const Clients={1,2,3} --no-deadlock --traces 300 --json"
    found = [holdfast(*command.split(), "--workers", n).json["simulate"] for n in ("1", "2", "4")]
    assert found[0] == found[1] == found[2]


def test_behaviours_are_written_to_a_folder(holdfast: Holdfast, tmp_path: Path) -> None:
    command = "simulate Counter.tla --const N=2 --no-deadlock --traces 3 --itf new/behaviours"
    done = holdfast(*command.split())
    assert "behaviours: 3 behaviours written" in done.out
    files = sorted((tmp_path / "new" / "behaviours").iterdir())
    assert [f.name for f in files] == ["001.itf.json", "002.itf.json", "003.itf.json"]
    states = json.loads(files[0].read_text("utf-8"))["states"]
    assert [s["n"] for s in states] == [{"#bigint": str(n)} for n in range(3)]
    assert states[1]["#meta"]["action"] == "Up"


def test_a_violation_is_written_beside_the_behaviours_or_to_a_file(
    holdfast: Holdfast, tmp_path: Path
) -> None:
    command = "simulate Counter.tla --const N=9 --invariant Small --itf"
    holdfast(*command.split(), "traces")
    assert [f.name for f in (tmp_path / "traces").iterdir()] == ["violation.itf.json"]
    holdfast(*command.split(), "bug.itf.json")
    found = json.loads((tmp_path / "bug.itf.json").read_text("utf-8"))
    assert (len(found["states"]), found["#meta"]["property"]) == (4, "Small")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("--traces 0", 2, "'--traces': 0 is not in the range x>=1"),
        ("--depth many", 2, "'many' is not a valid integer"),
        ("--time -1", 2, "--time"),
        ("--engine fast", 2, "'fast' is not one of"),
        ("--num 5", 2, "No such option '--num'"),
        ("--count n+", 150, "--count:1:"),
        ("--count Nope", 150, "`Nope` is not declared"),
        ("--invariant Nope", 151, "`Nope`"),
        ("--const N=2..4", 2, "one value of N; write (2..4) for the set"),
        ("--itf Counter.tla --traces 1 --no-deadlock", 153, "Counter.tla"),
    ],
)
def test_a_wrong_command_line_gives_one_message(
    holdfast: Holdfast, arguments: str, code: int, message: str
) -> None:
    done = holdfast("simulate", "Counter.tla", "--const", "N=2", *arguments.split())
    assert done.exit == code
    assert message in done.err + done.out
    assert "Traceback" not in done.err + done.out
