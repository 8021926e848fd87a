"""The table of published invariants."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.published import Case, Run, cases, run, table

COUNTER = """---- MODULE Counter ----
EXTENDS Naturals
CONSTANTS Start(_), Most
VARIABLE n
Init == Start(n)
Next == n < Most /\\ n' = n + 1
Spec == Init /\\ [][Next]_n
Inv == n \\in 0..Most
====
"""


def test_every_file_has_one_row() -> None:
    files = [case.file for case in cases()]
    assert len(files) == len(set(files)) > 60


def test_a_configuration_has_constants_for_one_size() -> None:
    case = Case(file="A.tla", invariants=("Inv",), constants="N = 1", one_size="M = 2")
    assert case.config(all_sizes=False).splitlines() == [
        "SPECIFICATION Spec",
        "CONSTANTS N = 1 M = 2",
        "INVARIANTS Inv",
    ]
    assert "M = 2" not in case.config(all_sizes=True)


@pytest.mark.smt
def test_a_published_invariant_is_proved_with_values_of_operators(tmp_path: Path) -> None:
    folder = tmp_path / "specifications"
    folder.mkdir()
    (folder / "Counter.tla").write_text(COUNTER, "utf-8")
    case = Case(
        file="Counter.tla",
        invariants=("Inv",),
        constants="Start <- Zero Most = 3",
        definitions="Zero(m) == m = 0",
    )
    found = run(case, tmp_path, 60)
    assert found.one_size == "proved"
    assert found.all_sizes.startswith("violated")  # Most may be negative
    assert "Of 1 files: one size 1, all sizes 0." in table([found])


def test_a_cell_has_no_bars() -> None:
    found = Run(Case(file="A.tla", invariants=("Inv",)), "unknown: a | b", "proved", (), 1.0)
    assert "unknown: a \\| b" in table([found])
