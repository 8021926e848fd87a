"""Claims on diagrams: formulas, fairness, orderings, counterexamples and what would forbid them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.diagram.claims import read_formula
from holdfast.diagram.diagram import Diagram, Diagrams, Fairness
from holdfast.diagram.judged import JudgedClaim, judge, judge_claim, verdict_of
from holdfast.diagram.product import Run, counterexample
from holdfast.diagram.remedies import Descent, MoreFair
from holdfast.diagram.run_word import WrongRun, verify
from holdfast.source import SpecError
from holdfast.verdict import Proved, Unknown, Violated
from tests.diagram.drawn import changed, one, protocol

ALL_RECEIVED = "[]<>(rcvd = sent)"


def decided(diagram: Diagram, text: str) -> Run | None:
    return counterexample(diagram, read_formula(diagram, text))


def claim_of(diagrams: Diagrams, diagram: str, claim: str) -> JudgedClaim:
    found = diagrams.diagram(diagram)
    return judge_claim(found, next(c for c in found.claims if c.name == claim))


# ---- the seed's diagrams (X1, X4) ----


@pytest.mark.parametrize("name", ["Transmission", "Synchronised", "Channels"])
def test_all_claims_about_the_protocol_hold(name: str) -> None:
    diagram = protocol().diagram(name)
    assert diagram.claims
    assert all(judge_claim(diagram, claim).run is None for claim in diagram.claims)


def test_without_weak_fairness_the_receiver_waits_for_ever() -> None:
    judged = claim_of(changed(("RcvNewMsg WF", "RcvNewMsg")), "Transmission", "AllReceived")
    assert judged.run is not None
    assert [s.node.name for s in judged.run.stages] == ["Idle", "Sending"]
    assert judged.run.loop == 1
    assert judged.run.stages[1].edge is None
    assert dict(judged.run.stages[1].valuation) == {"rcvd = sent": False}
    assert judged.remedies == (MoreFair("RcvNewMsg", Fairness.WEAK, True),)


def test_without_orderings_old_messages_never_end() -> None:
    judged = claim_of(changed((", <)", ", <=)")), "Channels", "AllReceived")
    assert judged.run is not None
    assert {s.node.name for s in judged.run.repeated} <= {"Sending", "SendingLost"}
    assert any(s.edge and "RcvMsg" in s.edge.actions for s in judged.run.repeated)


def test_with_weak_instead_of_strong_fairness_all_copies_may_be_lost() -> None:
    judged = claim_of(changed(("RcvMsg SF", "RcvMsg WF")), "Channels", "AllReceived")
    assert judged.run is not None
    assert {s.node.name for s in judged.run.repeated} == {"Sending", "SendingLost"}
    assert MoreFair("RcvMsg", Fairness.STRONG, True) in judged.remedies


# ---- orderings ----

DESCENT = """
  action Down
  action Other WF
  ordering t
  node A initial: ~P
  node B: P
  edge A -> A: Down (t, <) | Other{}
  edge A -> B: Down
  predicate P
"""


def test_an_ordering_that_decreases_again_and_again_must_increase() -> None:
    fair = DESCENT.replace("action Down", "action Down WF")
    assert decided(one(fair.format(" (t, <=)")), "<>P") is None
    run = decided(one(fair.format("")), "<>P")
    assert run is not None
    assert [s.edge.actions for s in run.repeated if s.edge] == [("Down",), ("Other",)]


def test_staying_in_a_node_does_not_increase_what_is_annotated_there() -> None:
    text = """
      predicate P
      action Down SF enabled A
      ordering t
      node A initial: ~P
      node B: P
      edge A -> A: Down (t, <)
      edge A -> B: Down
    """
    assert decided(one(text), "<>P") is None
    moved = text.replace("edge A -> A: Down (t, <)", "node C: ~P\nedge A -> C: Down (t, <)")
    run = decided(one(f"{moved}\nedge C -> A (t, <=)".replace("A (t", "A: (t")), "<>P")
    assert run is not None
    assert all(s.node.name == "C" for s in run.repeated)


def test_the_ordering_that_is_missing_is_found() -> None:
    fair = DESCENT.replace("action Down", "action Down WF").format("")
    diagram = one(f"{fair}\nclaim Arrives == <>P")
    judged = judge_claim(diagram, diagram.claims[0])
    descents = [r for r in judged.remedies if isinstance(r, Descent)]
    assert [(d.ordering, d.strict.actions, d.enough) for d in descents] == [("t", ("Down",), True)]
    assert [e.actions for e in descents[0].kept] == [("Other",)]


# ---- formulas ----

STAIRS = one(
    """
  predicate Low == x = 0
  predicate High
  action Up WF
  node First initial: Low, ~High
  node Second: ~Low
  node Third: ~Low, High
  edge First -> Second: Up
  edge Second -> Third: Up
"""
)


@pytest.mark.parametrize(
    "text",
    [
        "<>High",
        "Low /\\ ~High",
        "x = 0",
        "(x=0) U ~(x = 0)",
        "Low U at(Second)",
        "at(First) W at(Second)",
        "[](at(Third) => []High)",
        "Low ~> at(Third)",
        "<>[]at(Third)",
        "~Low R (at(First) \\/ at(Second))",
        "[](Low => X (Low \\/ at(Second)))",
        "TRUE /\\ ~FALSE",
        "\\lnot High",
        "at(First) <=> Low",
        "X X TRUE",
    ],
)
def test_a_formula_that_holds(text: str) -> None:
    assert decided(STAIRS, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "[]~High",
        "X ~Low",
        "[]<>Low",
        "Low U High",
        "<>High => []Low",
        "at(Second) ~> High /\\ FALSE",
        "[](at(Second) => ~High)",
        "High",
    ],
)
def test_a_formula_that_does_not_hold(text: str) -> None:
    formula = read_formula(STAIRS, text)
    run = counterexample(STAIRS, formula)
    assert run is not None
    verify(STAIRS, formula, run)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("Lo", "claim-unknown-name", "`Lo` is no predicate"),
        ("First", "claim-unknown-name", "`First` is no predicate"),
        ("at(Fist)", "claim-unknown-name", "at(Fist)"),
        ("Low /\\ High \\/ Low", "claim-syntax", "parentheses"),
        ("Low => High => Low", "claim-syntax", "parentheses"),
        ("Low U High U Low", "claim-syntax", "parentheses"),
        ("Low /\\", "claim-syntax", "expected a formula"),
        ("(Low", "claim-syntax", "not closed"),
        ("Low)", "claim-syntax", "closes nothing"),
        ("\\A i \\in S : []Low", "claim-syntax", "temporal operator"),
        ("y = [](Low)", "claim-syntax", "temporal operator"),
        ("", "claim-syntax", "expected a formula"),
        ("Low High", "claim-unknown-name", "`Low High`"),
        ("() /\\ Low", "claim-syntax", "expected a formula"),
    ],
)
def test_a_wrong_formula_is_rejected(text: str, code: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_formula(STAIRS, text)
    assert caught.value.diagnostics[0].code == code
    assert message in caught.value.diagnostics[0].message


def test_a_predicate_that_is_unknown_in_a_node_changes_freely_while_a_run_stays() -> None:
    diagram = one("predicate P\nnode A initial")
    assert decided(diagram, "[]P \\/ []~P") is not None
    assert decided(diagram, "[](P => X P)") is not None


# ---- verification of counterexamples ----


def test_a_run_that_is_none_is_not_accepted() -> None:
    diagram = protocol().diagram("Transmission")
    formula = read_formula(diagram, ALL_RECEIVED)
    unfair = changed(("RcvNewMsg WF", "RcvNewMsg")).diagram("Transmission")
    run = counterexample(unfair, formula)
    assert run is not None
    verify(unfair, formula, run)
    for wrong in (
        run,
        Run(run.stages[1:], 0),
        Run((replace(run.stages[0], edge=None), run.stages[1]), 1),
    ):
        with pytest.raises(WrongRun):
            verify(diagram, formula, wrong)


# ---- verdicts ----


def test_a_violated_claim_is_a_violation_only_of_the_diagram_itself() -> None:
    diagrams = changed(("RcvMsg SF", "RcvMsg WF"))
    with_spec = Diagrams((diagrams.diagram("Channels"),))
    assert isinstance(verdict_of(judge(with_spec)), Unknown)
    assert isinstance(verdict_of(judge(with_spec, alone=True)), Violated)
    without = Diagrams((replace(with_spec.diagrams[0], spec=None),))
    assert isinstance(verdict_of(judge(without)), Violated)


def test_a_file_that_claims_nothing_is_inconclusive() -> None:
    assert isinstance(verdict_of(judge(Diagrams((one("node A initial"),)))), Unknown)


def test_claims_that_hold_are_proved_for_all_runs() -> None:
    diagrams = Diagrams((protocol().diagram("Transmission"),))
    assert verdict_of(judge(diagrams)) == Proved(
        "all runs of the diagrams", "search for fair lassos"
    )
