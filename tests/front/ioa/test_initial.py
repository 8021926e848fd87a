"""Initial states: the sets that are found never leave a state out."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from tests.ioa.models import written

TEXT = """\
@automaton
def M():
    class signature:
        @output
        def go(): pass

    class states:
        m: Map[int, int]

    initially = {initially}

    class transitions:
        @output
        def go(): pass
"""


def initial_states(folder: Path, initially: str) -> int:
    path = written(folder, TEXT.format(initially=initially), "M.py")
    return holdfast.load(path).check().distinct


def test_what_holds_for_all_keys_of_a_map_bounds_its_values(tmp_path: Path) -> None:
    text = "m.keys() == {1, 7} and all(0 <= m[k] < 3 for k in m.keys())"
    assert initial_states(tmp_path, text) == 9


def test_what_holds_for_numbers_below_its_size_does_not(tmp_path: Path) -> None:
    text = "m.keys() == {1, 7} and len(m) == 2 and forall(i, implies(0 <= i < 2, m[i] in {0, 1}))"
    with pytest.raises(holdfast.SpecError, match="nothing says which values"):
        initial_states(tmp_path, text)
