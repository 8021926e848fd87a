"""The answer of `prove` as text and JSON."""

from __future__ import annotations

from dataclasses import replace

from holdfast.prove.proof import Hypothesis
from holdfast.report.answer import Question
from holdfast.report.proof import show_proof
from holdfast.report.proof_json import proof_envelope
from holdfast.smt.encoding import Lemma
from holdfast.verdict import Bounded, Unknown, exit_code
from tests.report.proofs import CTI, PROOF, settled

QUESTION = Question("Lock.tla", "Lock.cfg")


def test_a_proof_says_for_which_sizes_and_by_what() -> None:
    text = show_proof(PROOF, QUESTION)
    assert "ok  Safe  holds in every reachable state, for all sizes, by induction (z3 1)" in text
    assert "2 of 2 obligations proved" in text


def test_what_is_assumed_stands_in_the_first_line_of_the_verdict() -> None:
    text = show_proof(replace(PROOF, assumed=("Q # {}",)), QUESTION)
    first = next(line for line in text.splitlines() if line.startswith("ok"))
    assert "for all sizes, assuming Q # {}, by induction" in first


def test_lemmas_of_the_library_and_proposals_are_listed() -> None:
    proof = replace(
        PROOF,
        library_lemmas=(Lemma("overlap", "two majorities meet"),),
        proposed=(Hypothesis("QNotEmpty", "Q # {}", True),),
    )
    text = show_proof(proof, QUESTION)
    assert "overlap: two majorities meet" in text
    assert "--assume QNotEmpty" in " ".join(text.split())


def test_what_is_open_is_named_with_its_reason() -> None:
    left = settled("Safe", "Give", "unknown", "z3 gives up")
    unknown = Unknown(cause="undecided", reason="open")
    proof = replace(PROOF, verdict=unknown, obligations=(PROOF.obligations[0], left))
    assert "??  Safe / Give: z3 gives up" in show_proof(proof, QUESTION)
    assert exit_code(proof) == 20


def test_a_wide_table_becomes_a_list() -> None:
    many = tuple(settled("Safe", f"AnActionWithALongName{i}") for i in range(9))
    text = show_proof(replace(PROOF, obligations=many), QUESTION)
    assert "Safe  9 of 9 proved" in text


def test_a_counterexample_to_induction_is_21_in_json_and_no_violation() -> None:
    unknown = Unknown(cause="not-inductive", reason="no")
    found = proof_envelope(replace(PROOF, verdict=unknown, cti=CTI), QUESTION)
    assert found.cause == "not-inductive"
    assert (found.exit, found.verdict, found.kind) == (21, "unknown", None)
    shown = found.own["cti"]
    assert isinstance(shown, dict)
    assert shown["action"] == "Take(3)"
    assert shown["before"] == {"x": {"#bigint": "1"}}
    assert shown["after"] == {"x": {"#bigint": "2"}}


def test_an_obligation_has_its_keys() -> None:
    own = proof_envelope(PROOF, QUESTION).own
    obligations = own["obligations"]
    assert isinstance(obligations, list)
    assert obligations[0] == {
        "lemma": "Safe",
        "action": "Take",
        "status": "proved",
        "solver": "z3 1",
        "seconds": 0.25,
        "kind": "consecution",
        "cached": False,
        "reason": None,
        "construct": "Safe / Take",
        "line": None,
    }


def test_a_depth_that_was_asked_for_is_fine() -> None:
    proof = replace(PROOF, verdict=Bounded(4), method="bmc", k=4, scope="N = 3")
    found = proof_envelope(proof, QUESTION)
    assert (found.exit, found.scope) == (0, "all states up to depth 4 of N = 3")
    assert "deeper states were not checked" in show_proof(proof, QUESTION)
