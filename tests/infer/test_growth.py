"""Sets of lemmas that grow until they are inductive."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import holdfast
from holdfast.infer.search.candidates import rows_by_count
from holdfast.verdict import Exhausted, Proved, Unknown
from tests.infer.models import SPECS

pytestmark = pytest.mark.smt


def test_rows_are_grouped_by_the_number_of_their_columns() -> None:
    chance = random.Random(1)
    for _ in range(200):
        size, most = chance.randrange(1, 30), chance.randrange(1, 5)
        columns = [chance.getrandbits(size) for _ in range(chance.randrange(6))]
        found = rows_by_count((1 << size) - 1, columns, most)
        for row in range(size):
            count = sum(c >> row & 1 for c in columns)
            groups = [n for n, rows in enumerate(found) if rows >> row & 1]
            assert groups == ([count] if count <= most else [])


@pytest.mark.parametrize("name", ["ShardTransfer", "Semaphore", "TwoPhase", "Fischer"])
def test_what_is_proved_for_one_size_is_inductive_in_an_exploration(
    name: str, tmp_path: Path
) -> None:
    result = holdfast.load(SPECS / name / f"{name}.tla").infer(
        one_size=True, remember=False, workers=1
    )
    assert isinstance(result.verdict, Proved)
    for path in itertools.chain((SPECS / name).glob("*.tla"), (SPECS / name).glob("*.cfg")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    module = result.tla
    (tmp_path / f"{name}IndInv.tla").write_text(module, encoding="utf-8")
    text = (SPECS / name / f"{name}.cfg").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if not row.startswith(("INVARIANT", "PROPERT"))]
    config = tmp_path / "reachable.cfg"
    config.write_text("\n".join((*rows, f"INVARIANT {result.invariant_name}\n")), encoding="utf-8")
    spec = holdfast.load(tmp_path / f"{name}IndInv.tla", config=config)
    assert isinstance(spec.check(deadlock=False).verdict, Exhausted)


UNDEFINED = """---- MODULE Undefined ----
EXTENDS Integers, Sequences
VARIABLES queue, next
Init == queue = <<>> /\\ next = 1
Put == Len(queue) < 2 /\\ queue' = Append(queue, next) /\\ next' = (next % 3) + 1
Take == queue # <<>> /\\ queue' = Tail(queue) /\\ next' = next
Next == Put \\/ Take
Inv == Len(queue) = 2 => queue[2] = (queue[1] % 3) + 1
====
"""


def test_lemmas_that_are_not_defined_everywhere_end_no_search(tmp_path: Path) -> None:
    path = tmp_path / "Undefined.tla"
    path.write_text(UNDEFINED, encoding="utf-8")
    path.with_suffix(".cfg").write_text("INIT Init\nNEXT Next\nINVARIANT Inv\n", encoding="utf-8")
    result = holdfast.load(path).infer(one_size=True, seconds=20, remember=False, workers=1)
    assert isinstance(result.verdict, Proved | Unknown)
    if isinstance(result.verdict, Unknown):
        assert result.verdict.cause != "time"
