"""What `infer` says to a user: the proof as prose, atoms that are missing, a run that continues."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.verdict import Proved
from tests.infer.models import SPECS

pytestmark = pytest.mark.smt
TWO_PHASE = SPECS / "TwoPhase" / "TwoPhase.tla"
ATOMS = (
    'm \\in RM : rmState[m] = "committed"',
    'm \\in RM : rmState[m] = "prepared"',
    'tmState = "init"',
    'tmState = "committed"',
    'tmState = "aborted"',
    "m \\in RM : m \\in tmPrepared",
    'm \\in RM : [type |-> "prepared", rm |-> m] \\in msgs',
    '[type |-> "commit"] \\in msgs',
)
MISSING = '[type |-> "abort"] \\in msgs'


def test_the_explanation_names_the_steps_that_need_each_lemma() -> None:
    spec = holdfast.load(SPECS / "LockServer" / "LockServer.tla")
    result = spec.infer(property="Safe", seconds=60.0, remember=False)
    (lemma,) = list(result.invariant)[1:]
    text = result.explanation
    assert text.startswith("Why Safe holds for all sizes: ")
    assert f"Connect preserves it because {lemma} held before the step." in text
    assert f"{lemma}: {result.invariant[lemma]}\n" in text
    assert "It is needed so that Connect cannot break Safe." in text


def test_an_explanation_without_a_proof_claims_none() -> None:
    beyond = Path(__file__).parent / "beyond" / "Vault.tla"
    result = holdfast.load(beyond).infer(property="Guarded", seconds=60.0, remember=False)
    assert "This is not a proof" in result.explanation
    assert "Open: whether Take preserves it." in result.explanation


def test_a_run_that_lacks_an_atom_suggests_it_and_the_next_one_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path))
    spec = holdfast.load(TWO_PHASE)
    stuck = spec.infer(property="TCConsistent", grammar=ATOMS, only_grammar=True, seconds=60.0)
    assert stuck.exit_code == 20
    assert stuck.inferred.open is not None
    assert MISSING in stuck.inferred.open.suggested
    assert f"  {MISSING}" in str(stuck)
    again = spec.infer(
        property="TCConsistent", grammar=ATOMS, only_grammar=True, seconds=60.0, resume=True
    )
    assert isinstance(again.verdict, Proved)
    assert again.verdict.scope == "all sizes"


def test_with_only_a_given_grammar_lemmas_have_no_other_atoms() -> None:
    shown = holdfast.load(TWO_PHASE).grammar(
        property="TCConsistent", grammar=ATOMS[:2], only_grammar=True
    )
    atoms = [row.split("\\*")[0].strip() for row in shown.split("atoms\n")[1].splitlines()]
    assert atoms == [
        "m1 \\in RM, m2 \\in RM : m1 = m2",
        'm1 \\in RM : rmState[m1] = "committed"',
        'm1 \\in RM : rmState[m1] = "prepared"',
    ]
