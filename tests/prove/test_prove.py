"""Proofs of specs about integers, from the obligations to the verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdfast.ir.system import System
from holdfast.prove import prove as engine
from holdfast.prove.obligations import Claim
from holdfast.prove.options import ProofOptions, ProofProgress
from holdfast.prove.proof import Proof
from holdfast.smt.terms.term import FALSE, INT, Symbol, eq, lt
from holdfast.verdict import Bounded, Proved, Unknown, Violated, exit_code
from tests.prove.small_encoding import SmallEncoding, system_of

pytestmark = pytest.mark.smt

COUNTER = """
VARIABLE n, m
Init == n = 0 /\\ m = 0
Up == n < 5 /\\ n' = n + 1 /\\ m' = m + 1
Down == n > 0 /\\ n' = n - 1 /\\ m' = m - 1
Next == Up \\/ Down
Low == n >= 0
High == n <= 5
Bounds == Low /\\ High
Same == n = m
Twin == m >= 0
Both == Same /\\ Twin
All == Bounds /\\ Same
Small == n < 3
"""


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def encode(system: System, _claim: Claim, _options: ProofOptions) -> SmallEncoding:
        return SmallEncoding(system)

    monkeypatch.setattr(engine, "encoding_for", encode)
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


def proved(folder: Path, *names: str, text: str = COUNTER, **options: Any) -> Proof:
    return engine.prove(system_of(folder, text, *names), ProofOptions(workers=1, **options))


def statuses(proof: Proof) -> dict[tuple[str, str], str]:
    return {(s.obligation.lemma, s.obligation.action): s.status for s in proof.obligations}


def test_an_inductive_invariant_is_proved_for_each_conjunct_and_action(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Bounds")
    assert isinstance(proof.verdict, Proved)
    assert exit_code(proof) == 0
    assert statuses(proof) == {
        (lemma, action): "proved" for lemma in ("Low", "High") for action in ("Init", "Up", "Down")
    }


def test_a_step_out_of_the_invariant_is_a_counterexample_to_induction(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Twin")
    assert isinstance(proof.verdict, Unknown)
    assert exit_code(proof) == 21
    assert proof.cti is not None
    assert proof.cti.conjunct == "Twin"
    assert proof.cti.step.action == "Down"
    assert proof.cti.before["m"] == 0
    assert proof.cti.step.state["m"] == -1
    assert proof.cti.before["n"] != 0


def test_a_lemma_makes_it_inductive(tmp_path: Path) -> None:
    assert isinstance(proved(tmp_path, "Low", "Both").verdict, Proved)


def test_a_lemma_that_is_shown_first_may_be_used_after_the_step(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Low", "Same", "Twin", lemmas=("Low", "Same"))
    assert isinstance(proof.verdict, Proved)


def test_an_initial_state_outside_the_invariant_is_a_violation(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Wrong", text=COUNTER + "Wrong == n > 0")
    assert isinstance(proof.verdict, Violated)
    assert exit_code(proof) == 12
    assert proof.verdict.trace is not None
    assert len(proof.verdict.trace) == 1


def test_a_violation_within_the_depth_is_found_with_a_shortest_trace(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Small", method="bmc", k=6)
    assert isinstance(proof.verdict, Violated)
    assert proof.verdict.trace is not None
    assert [step.state["n"] for step in proof.verdict.trace.steps] == [0, 1, 2, 3]
    assert exit_code(proof) == 12


def test_no_violation_within_the_depth_says_nothing_beyond_it(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Small", method="bmc", k=2)
    assert proof.verdict == Bounded(2)
    assert exit_code(proof) == 0


EVENLY = """
VARIABLE a, b
Init == a = 0 /\\ b = 1
Next == a' = b /\\ b' = a
Not2 == a # 2
"""


def test_k_induction_proves_what_induction_does_not(tmp_path: Path) -> None:
    text = EVENLY.replace("a # 2", "a < 2")
    assert proved(tmp_path, "Not2", text=text).cti is not None
    proof = proved(tmp_path, "Not2", text=text, method="kinduction", k=2)
    assert isinstance(proof.verdict, Proved)
    assert proof.verdict.by.startswith("2-induction")


def test_k_induction_shows_a_path(tmp_path: Path) -> None:
    proof = proved(tmp_path, "Twin", method="kinduction", k=2)
    assert proof.cti is not None
    assert len(proof.cti.path) == 2
    assert exit_code(proof) == 21


def test_an_operation_outside_its_domain_is_reported(tmp_path: Path) -> None:
    text = """
VARIABLE x
Init == x = 1
Next == x' = 6 \\div x
Positive == x >= 0
"""
    proof = proved(tmp_path, "Positive", text=text)
    assert statuses(proof)["definedness", "Next"] == "refuted"
    assert proof.cti is not None
    assert proof.cti.what == "defined"
    assert proof.cti.before == {"x": 0}


def test_a_second_run_knows_the_answers(tmp_path: Path) -> None:
    system = system_of(tmp_path, COUNTER, "Bounds")
    first = engine.prove(system, ProofOptions(workers=1))
    second = engine.prove(system, ProofOptions(workers=1))
    assert not any(s.cached for s in first.obligations)
    assert all(s.cached for s in second.obligations)
    assert second.verdict == first.verdict


def test_both_solvers_may_be_asked_to_agree(tmp_path: Path) -> None:
    from holdfast.prove.strategies import Effort

    proof = proved(tmp_path, "Bounds", effort=Effort(agree=True))
    assert isinstance(proof.verdict, Proved)
    assert all("z3" in (s.solver or "") and "cvc5" in (s.solver or "") for s in proof.obligations)


def test_a_spec_without_an_initial_state_is_warned_about(tmp_path: Path) -> None:
    text = "VARIABLE x\nInit == x = 1 /\\ x = 2\nNext == x' = x\nGood == x = 7"
    proof = proved(tmp_path, "Good", text=text)
    assert "no initial state" in proof.warnings[0]


def test_an_action_that_never_happens_is_named(tmp_path: Path) -> None:
    text = COUNTER.replace(
        "Next == Up", "Never == n > 7 /\\ n' = 0 /\\ m' = 0\nNext == Never \\/ Up"
    )
    proof = proved(tmp_path, "Bounds", text=text)
    assert isinstance(proof.verdict, Proved)
    assert proof.never_enabled == ("Never",)


def test_hypotheses_that_contradict_each_other_prove_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zero = Symbol("zero", (), INT)()
    wrong = (("wrong", lt(zero, zero)), ("and", eq(zero, zero)))
    assert wrong[0][1] is FALSE
    monkeypatch.setattr(SmallEncoding, "hypotheses", lambda _: wrong)
    proof = proved(tmp_path, "Bounds")
    assert isinstance(proof.verdict, Unknown)
    assert proof.verdict.cause == "disagreement"


def test_ctrl_c_gives_the_partial_result(tmp_path: Path) -> None:
    def interrupt(progress: ProofProgress) -> None:
        if progress.settled:
            raise KeyboardInterrupt

    system = system_of(tmp_path, COUNTER, "Bounds")
    proof = engine.prove(system, ProofOptions(workers=1), interrupt)
    assert isinstance(proof.verdict, Unknown)
    assert proof.verdict.cause == "cancelled"
    assert len(proof.obligations) == 1
    assert exit_code(proof) == 20


def test_a_step_from_an_initial_state_that_breaks_it_is_a_violation(tmp_path: Path) -> None:
    text = """
VARIABLE n
Init == n = 0
Next == n' = n + 1
Zero == n = 0
"""
    proof = proved(tmp_path, "Zero", text=text)
    assert isinstance(proof.verdict, Violated)
    assert proof.verdict.trace is not None
    assert [s.state["n"] for s in proof.verdict.trace.steps] == [0, 1]
    assert exit_code(proof) == 12
