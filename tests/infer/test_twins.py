"""Wrong twins of protocols, a sample of `python -m tests.infer.twins`: none is proved."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.infer.models import SPECS
from tests.infer.twins import Twin, is_wrongly_proved, wrong_twins

pytestmark = pytest.mark.smt


def test_no_wrong_twin_is_proved(tmp_path: Path) -> None:
    some = [t for t in islice(wrong_twins(tmp_path), 5) if t.name == "ClientServer"]
    assert [t.way for t in some] == ["as it is", "blind"]
    assert [is_wrongly_proved(t, tmp_path, seconds=6.0) for t in some] == [None, None]


def test_a_proof_would_be_noticed(tmp_path: Path) -> None:
    spec = SPECS / "LockServer" / "LockServer.tla"
    config = spec.with_suffix(".cfg").read_text("utf-8")
    correct = Twin("LockServer", spec.read_text("utf-8"), config, "Safe", "nothing", "blind")
    claim = is_wrongly_proved(correct, tmp_path, seconds=20.0)
    assert claim == "LockServer, blind: nothing: proved for all sizes"
