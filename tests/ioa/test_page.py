"""The example of `docs/ioa.md` gives the results that the page promises."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import holdfast
from tests.ioa.models import changed, written

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "ioa.md"
PARTS = re.findall(r"^```python lock\.py\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.M)


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return written(tmp_path, "\n\n".join(PARTS), "lock.py")


def test_the_first_part_is_an_open_system(tmp_path: Path) -> None:
    client = holdfast.load(written(tmp_path, PARTS[0], "lock.py"), constants={"me": 0})
    assert client.check().distinct == 3


def test_two_clients_and_the_lock_satisfy_their_properties(lock: Path) -> None:
    result = holdfast.load(lock, automaton="TwoClients").check()
    assert (result.outcome, result.distinct) == ("exhausted", 9)
    assert {"invariant_of", "held", "served"} <= set(result.answer.checked)


def test_without_the_task_of_the_lock_a_client_may_wait_for_ever(tmp_path: Path) -> None:
    text = changed("\n\n".join(PARTS), ("    class tasks:\n        granting = {grant}\n", ""))
    path = written(tmp_path, text, "lock.py")
    assert holdfast.load(path, automaton="TwoClients").check().violated == "served"


@pytest.mark.smt
def test_the_invariant_needs_its_lemma(lock: Path) -> None:
    spec = holdfast.load(lock, automaton="TwoClients")
    assert spec.prove(invariants=["invariant_of"], all_sizes=True).exit_code == 21
    assert spec.prove(all_sizes=True).outcome == "proved"


@pytest.mark.parametrize(("clients", "states"), [(2, 9), (3, 31), (4, 129)])
def test_a_sequence_of_clients_has_its_states(lock: Path, clients: int, states: int) -> None:
    result = holdfast.load(lock, constants={"N": clients}).check()
    assert (result.outcome, result.distinct) == ("exhausted", states)


@pytest.mark.smt
def test_mutual_exclusion_is_proved_for_any_number_of_clients(lock: Path) -> None:
    assert holdfast.load(lock).prove(all_sizes=True).outcome == "proved"


def test_the_counterexample_is_in_the_notation_of_the_file(lock: Path) -> None:
    spec = holdfast.load(lock, automaton="TwoClients")
    shown = spec.check(invariants=["B.mode != CRITICAL"]).show()
    for part in (
        "request(c=1)",
        "grant(c=1)",
        "lock.queue: [] -> [1]",
        "B.mode: WAITING -> CRITICAL",
    ):
        assert part in shown


def test_the_file_can_be_imported(lock: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(lock.parent)
    names: dict[str, Any] = {}
    exec("from holdfast.ioa import compose\nfrom lock import Client, Clients, Lock", names)
    monkeypatch.delitem(sys.modules, "lock")
    client, three = names["Client"], names["Clients"](N=3)
    assert three.check().distinct == 31
    parts = {"lock": names["Lock"](3), "A": client(0), "B": client(1), "C": client(2)}
    assert names["compose"]("Three", **parts).check().distinct == 31
