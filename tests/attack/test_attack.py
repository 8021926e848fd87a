"""All evaluators say the same about random specs that pass primes, ENABLED and instances on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agree.tlc import needs_tlc
from tests.attack.attack import ENGINES, attack, shrunk
from tests.attack.named import compare_with_tlc

QUICK, SPECS = 200, 500
SPECS_FOR_TLC = 2000
AT_ONCE = 50


@pytest.mark.native
@pytest.mark.parametrize(
    "first",
    [
        *range(0, QUICK, AT_ONCE),
        *(pytest.param(s, marks=pytest.mark.slow) for s in range(QUICK, SPECS, AT_ONCE)),
    ],
)
def test_engines_agree_with_plain_substitution(first: int, tmp_path: Path) -> None:
    folder = tmp_path / "spec"
    found = [f for s in range(first, first + AT_ONCE) if (f := attack(s, folder))]
    if found:
        seeds = ", ".join(str(f.seed) for f in found)
        smallest = shrunk(found[0], folder, ENGINES, tries=150)
        pytest.fail(f"the evaluators disagree about the specs {seeds}\n{smallest}", pytrace=False)


@pytest.mark.tlc
@pytest.mark.slow
@needs_tlc
def test_tlc_agrees_with_plain_substitution(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare_with_tlc(range(SPECS_FOR_TLC), tmp_path) == 0, capsys.readouterr().out
