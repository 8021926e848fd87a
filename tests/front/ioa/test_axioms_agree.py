"""The axioms of random automata, decided by solvers and by enumeration in plain Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.front.document import Asked
from holdfast.front.load import load
from holdfast.prove.axioms import settle_axioms
from tests.front.ioa.axiom_generator import TYPES, sample

pytestmark = pytest.mark.smt
_SAMPLES = 40
_EXPECTED = {True: ("holds", "evident"), False: ("violated",)}


def test_solvers_and_enumeration_agree(tmp_path: Path) -> None:
    samples = [sample(number) for number in range(_SAMPLES)]
    path = tmp_path / "random.py"
    path.write_text(TYPES + "".join(s.text for s in samples))
    document = load(path)
    assert document.ok, document.diagnostics
    axioms, expected = [], []
    for each in samples:
        for axiom in document.axioms(Asked(automaton=f"S{each.name}")):
            match axiom.kind:
                case "signature":
                    truth = each.disjoint
                case "input-enabled":
                    truth = each.enabled
                case "compatibility" if "outputs" in axiom.title:
                    truth = each.compatible
                case _:
                    continue
            axioms.append(axiom)
            expected.append(truth)
    assert set(expected) == {True, False}
    for settled, truth in zip(settle_axioms(axioms), expected, strict=True):
        said = (settled.axiom.title, settled.status, settled.reason, settled.violation)
        assert settled.status in _EXPECTED[truth], said
