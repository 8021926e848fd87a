"""Random expressions have the same values, and errors of the same kinds, here and in TLC."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.agree import ours, tlc
from tests.agree.compare import difference, kind_of_ours, kind_of_theirs, same
from tests.agree.generate import expressions
from tests.agree.tlc import needs_tlc

SEED = int(os.environ.get("HOLDFAST_SEED", "1"))
COUNT = 2000


@pytest.mark.tlc
@pytest.mark.slow
@needs_tlc
def test_tlc_gives_the_same_answers(tmp_path: Path) -> None:
    texts = expressions(SEED, COUNT)
    theirs = tlc.answers(texts, tmp_path)
    pairs = list(zip(texts, theirs, ours.answers(texts), strict=True))
    different = [case for case in pairs if not same(case[1], case[2])]
    assert [case for case in different if difference(*case) is None] == []
    assert len(different) <= 0.02 * COUNT
    errors = [(a, b) for _, a, b in pairs if a[0] == b[0] == "E"]
    other_kind = [(a, b) for a, b in errors if kind_of_theirs(a) != kind_of_ours(b)]
    assert len(other_kind) <= 0.03 * len(errors)
