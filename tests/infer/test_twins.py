"""Wrong twins of protocols, a sample of `python -m tests.infer.twins`: none is proved."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.infer.twins import is_wrongly_proved, wrong_twins

pytestmark = pytest.mark.smt


def test_no_wrong_twin_is_proved(tmp_path: Path) -> None:
    some = [t for t in islice(wrong_twins(tmp_path), 12) if t.name != "ChordRing"][:5]
    assert {t.way for t in some} >= {"as it is", "blind"}
    assert [is_wrongly_proved(t, tmp_path, seconds=8.0) for t in some] == [None] * len(some)
