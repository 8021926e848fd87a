"""Refinement of diagrams, condition by condition."""

from __future__ import annotations

import pytest

from holdfast.diagram.diagram import Diagram, Diagrams, Fairness, Literal
from holdfast.diagram.refinement import Refined, Status, check_refinement, clusters
from holdfast.diagram.remedies import MoreFair
from tests.diagram.drawn import changed, protocol, read
from tests.diagram.random_refinements import disagreement


def refined(diagrams: Diagrams, number: int = 0) -> Refined:
    return check_refinement(diagrams, diagrams.refinements[number])


def statuses(result: Refined) -> dict[str, Status]:
    """The conditions that do not hold."""
    return {c.number: c.status for c in result.conditions if c.status != "holds"}


def findings(result: Refined) -> list[str]:
    return [f.message for c in result.conditions for f in c.findings]


# ---- the seed's refinements (X2, X4) ----


@pytest.mark.parametrize("number", [0, 1])
def test_the_diagrams_of_the_protocol_refine_each_other(number: int) -> None:
    assert statuses(refined(protocol(), number)) == {}
    assert refined(protocol(), number).status == "holds"


def test_a_node_that_loses_a_literal_does_not_imply_its_image() -> None:
    result = refined(changed(("rcvd = sent, rBit = sBit, sAck = rBit\n", "rBit = sBit\n")))
    assert statuses(result) == {"ii": "fails"}
    assert findings(result) == ["Idle does not have rcvd = sent of Idle, and it does not follow"]


def test_without_weak_fairness_the_abstract_action_is_not_taken() -> None:
    diagrams = changed(
        (
            "abstract action RcvNewMsg WF\n  abstract action RcvNewAck",
            "abstract action RcvNewMsg\n  abstract action RcvNewAck",
        )
    )
    result = refined(diagrams)
    assert statuses(result) == {"vi": "fails"}
    finding = result.conditions[5].findings[0]
    assert finding.action == "RcvNewMsg"
    assert finding.run is not None
    assert [(s.node.name, s.edge) for s in finding.run.repeated] == [("Sending", None)]
    assert finding.remedies == (MoreFair("RcvNewMsg", Fairness.WEAK, True),)


def test_without_orderings_the_channels_do_not_refine_the_bits() -> None:
    result = refined(changed((", <)", ", <=)")), 1)
    assert statuses(result) == {"vi": "fails"}
    assert [f.action for f in result.conditions[5].findings] == ["RcvNewMsg", "RcvNewAck"]


def test_with_weak_fairness_the_channels_do_not_refine_the_bits() -> None:
    result = refined(changed(("RcvMsg SF", "RcvMsg WF"), ("RcvAck SF", "RcvAck WF")), 1)
    assert statuses(result) == {"vi": "fails"}
    for finding in result.conditions[5].findings:
        assert finding.run is not None
        actions = {a for s in finding.run.repeated if s.edge for a in s.edge.actions}
        assert actions & {"LoseMsg", "LoseAck"}


# ---- the conditions ----

PAIR = """
diagram Concrete
  predicate P
  predicate Q
  action A WF
  action B
  ordering t
  node N1 initial: P, Q
  node N2: P, ~Q
  node M: ~P
  edge N1 -> N2: B (t, <=)
  edge N2 -> N1: B (t, <=)
  edge N1 -> M: A (t, <)
  edge N2 -> M: A (t, <)
  edge M -> N1: B
end
diagram Abstract
  predicate P
  action A WF
  ordering t
  node N initial: P
  node M: ~P
  edge N -> M: A (t, <)
  edge M -> N
end
refinement Concrete refines Abstract
  N1, N2 -> N
  M -> M
end
"""


def of_pair(*replacements: tuple[str, str]) -> Refined:
    text = PAIR
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    return refined(read(text))


def test_the_pair_is_a_refinement() -> None:
    assert statuses(of_pair()) == {}


@pytest.mark.parametrize(
    ("old", "new", "condition", "message"),
    [
        ("predicate Q", "predicate Q\n  predicate (x = 1)", None, None),
        ("ordering t", "ordering t == 1", "i", "ordering t is 1 (numbers) here, and t"),
        ("predicate P\n", "predicate P == x\n", "i", "predicate P is x here, and P there"),
        ("N1 initial: P, Q", "N1 initial: Q", "ii", "N1 does not have P of N"),
        ("N1 initial: P, Q", "N1 initial: ~P, Q", "ii", "N1 contradicts P of N"),
        ("node M: ~P", "node M initial: ~P", "iii", "M is initial, M is not"),
        ("edge M -> N1: B", "edge M -> N1: A", "iv", "M -> N1: A: no edge from M to N with A"),
        ("edge N1 -> N2: B", "edge N1 -> N2: A", "iv", "no edge from N to N with A"),
        ("edge M -> N1: B", "edge M -> M: B\n  edge M -> N1: B", None, None),
        ("edge N1 -> M: A (t, <)", "edge N1 -> M: A (t, <=)", "v", "needs (t, <)"),
        ("edge N1 -> N2: B (t, <=)", "edge N1 -> N2: B", "v", "N1 -> N2: B needs (t, <=)"),
        ("edge N1 -> N2: B (t, <=)", "edge N1 -> N2: B (t, <)", None, None),
        ("action A WF", "action A", "vi", "not weakly fair to A"),
    ],
)
def test_a_change_that_breaks_one_condition(
    old: str, new: str, condition: str | None, message: str | None
) -> None:
    result = of_pair((old, new))
    assert list(statuses(result)) == ([condition] if condition else [])
    assert message is None or any(message in found for found in findings(result))


def test_an_abstract_action_must_exist() -> None:
    result = of_pair(
        ("action A WF\n  action B", "action C WF\n  action B"),
        ("M: A (t, <)", "M: C (t, <)"),
        ("M: A (t, <)", "M: C (t, <)"),
    )
    assert statuses(result) == {"i": "fails"}


def test_strong_fairness_is_a_condition_of_its_own() -> None:
    strong = ("  predicate P\n  action A WF\n", "  predicate P\n  action A SF\n")
    assert statuses(of_pair(strong)) == {}
    seldom = ("edge N1 -> N2", "edge N1 -> M: B (t, <)\n  edge N1 -> N2")
    result = of_pair(strong, seldom, ("edge M -> N\n", "edge M -> N\n  edge N -> M: (t, <)\n"))
    assert statuses(result) == {"vii": "fails"}


def test_staying_in_a_node_must_not_increase_what_staying_in_its_image_does_not() -> None:
    result = of_pair(
        ("  predicate P\n  action A WF\n", "  predicate P\n  action A\n"),
        ("edge N2 -> N1: B (t, <=)\n", ""),
        ("edge N2 -> M: A (t, <)\n", ""),
    )
    assert statuses(result) == {"v": "fails"}
    assert findings(result) == ["t may increase while a run stays in N2"]


def test_an_implication_between_formulas_is_asked_for() -> None:
    text = PAIR.replace("diagram Concrete", 'diagram Concrete\n  spec "S.tla"')
    diagrams = read(text.replace("N1 initial: P, Q", "N1 initial: Q"))
    refinement = diagrams.refinements[0]
    asked: list[tuple[tuple[Literal, ...], tuple[Literal, ...]]] = []

    def known(answer: bool | None) -> Refined:
        def implies(d: Diagram, a: tuple[Literal, ...], b: tuple[Literal, ...]) -> bool | None:
            assert d.name == "Concrete"
            asked.append((a, b))
            return answer

        return check_refinement(diagrams, refinement, implies)

    assert known(True).status == "holds"
    assert known(False).status == "fails"
    assert known(None).status == "open"
    assert asked[0] == ((Literal("Q"),), (Literal("P"),))


def test_nodes_are_grouped_by_their_image() -> None:
    assert clusters(protocol().refinements[1]) == {
        "Idle": ("Idle",),
        "Sending": ("Sending", "SendingLost"),
        "Acking": ("Acking", "AckingNone"),
    }


# ---- claims carry over ----


def test_claims_carry_over_to_random_refinements() -> None:
    found = [disagreement(seed) for seed in range(200)]
    assert not [wrong for _, wrong in found if wrong is not None]
    assert sum(status == "holds with claims" for status, _ in found) > 50
