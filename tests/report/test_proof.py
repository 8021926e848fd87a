"""The answer of `prove` as text and JSON."""

from __future__ import annotations

from dataclasses import replace

from holdfast.prove.obligations import Obligation, Part
from holdfast.prove.proof import Cti, Hypothesis, Proof, exit_of
from holdfast.prove.settle import Settled, SettledPart, Status, Vote
from holdfast.report.answer import Question
from holdfast.report.proof import show_proof
from holdfast.report.proof_json import proof_envelope
from holdfast.smt.encoding import Lemma
from holdfast.smt.terms.term import TRUE, Query
from holdfast.verdict import Bounded, Proved, Step, Unknown

QUESTION = Question("Lock.tla", "Lock.cfg")


def settled(
    lemma: str, action: str, status: Status = "proved", reason: str | None = None
) -> Settled:
    answer = {"proved": "unsat", "refuted": "sat"}.get(status, "unknown")
    vote = Vote("z3 1", answer, "auto", 1, 0.25)
    part = SettledPart(lemma, status, ("(check-sat)",), (vote,), reason)
    query = Part(lemma, (Query("q", (), TRUE),), ())
    return Settled(
        Obligation(lemma, action, "consecution", (query,)), status, (part,), 0.25, reason
    )


PROOF = Proof(
    Proved("all sizes", "induction (z3 1)"),
    "induction",
    1,
    (settled("Safe", "Take"), settled("Safe", "Give")),
    checked=("Safe",),
    scope="all sizes",
    engine="z3 1",
)


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
    proof = replace(
        PROOF,
        verdict=Unknown(cause="undecided", reason="open"),
        obligations=(PROOF.obligations[0], left),
    )
    assert "??  Safe / Give: z3 gives up" in show_proof(proof, QUESTION)
    assert exit_of(proof) == 20


def test_a_wide_table_becomes_a_list() -> None:
    many = tuple(settled("Safe", f"AnActionWithALongName{i}") for i in range(9))
    text = show_proof(replace(PROOF, obligations=many), QUESTION)
    assert "Safe  9 of 9 proved" in text


def test_a_counterexample_to_induction_is_21_in_json_and_no_violation() -> None:
    cti = Cti({"x": 1}, Step({"x": 2}, "Take", (3,)), "Safe", sizes={"Node": 2})
    found = proof_envelope(
        replace(PROOF, verdict=Unknown(cause="not-inductive", reason="no"), cti=cti), QUESTION
    )
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
    }


def test_a_depth_that_was_asked_for_is_fine() -> None:
    proof = replace(PROOF, verdict=Bounded(4), method="bmc", k=4, scope="N = 3")
    found = proof_envelope(proof, QUESTION)
    assert (found.exit, found.scope) == (0, "all states up to depth 4 of N = 3")
    assert "nothing is said beyond" in show_proof(proof, QUESTION)
