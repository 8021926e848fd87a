"""Proofs for one size about a function that is assigned through a local definition."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.source import SpecError
from holdfast.verdict import Proved
from holdfast.workbench import load

pytestmark = pytest.mark.smt

SPEC = r"""---- MODULE Local ----
EXTENDS Integers
VARIABLE f
G(d) == [x \in d |-> 0]
Init == f = [x \in {1} |-> 0]
Next == {next}
One == 1 \in DOMAIN f
Same == DOMAIN f = {{1}}
===="""


def is_proved(folder: Path, next_action: str, invariant: str) -> bool:
    path = folder / "Local.tla"
    path.write_text(SPEC.replace("{next}", next_action).replace("{{1}}", "{1}"), "utf-8")
    path.with_suffix(".cfg").write_text("INIT Init\nNEXT Next\n", "utf-8")
    spec = load(path)
    try:
        result = spec.prove(invariants=(invariant,), seconds=60.0, remember=False)
    except SpecError as error:
        return error.diagnostics[0].code != "smt-unsupported"
    return isinstance(result.verdict, Proved)


def test_a_function_keeps_its_domain(tmp_path: Path) -> None:
    kept = "LET g == [f EXCEPT ![1] = 1 - @] IN f' = g"
    assert is_proved(tmp_path, kept, "Same")
    assert is_proved(tmp_path, kept, "One")


@pytest.mark.parametrize(
    "wrong",
    [
        r"LET g == [f EXCEPT ![1] = 1] h == [x \in {2} |-> 0] k == h IN f' = k",
        r"LET g == [f EXCEPT ![1] = 1] IN f' = g \/ LET h == [x \in {2} |-> 0] IN f' = h",
        r"LET g == IF f[1] > 0 THEN [x \in {2} |-> 0] ELSE [f EXCEPT ![1] = 1] IN f' = g",
        r"\E n \in 1..2 : LET d == {n} IN LET g == [x \in d |-> 0] IN f' = g",
        r"\E n \in 1..2 : LET g == G({n}) IN f' = g",
        r"LET s == [{2} -> {0}] IN f' \in s",
    ],
)
def test_another_domain_is_not_overlooked(tmp_path: Path, wrong: str) -> None:
    assert not is_proved(tmp_path, wrong, "Same")
    assert not is_proved(tmp_path, wrong, "One")
