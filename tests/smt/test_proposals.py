from __future__ import annotations

import pytest

from holdfast.ir.system import System
from holdfast.smt.unbounded.hypotheses import accepted, proposals
from holdfast.source import SpecError
from tests.smt.unbounded_proofs import system_of_text

MODULE = r"""
EXTENDS Naturals
CONSTANTS Node, Quorum, N
{assume}
VARIABLE x
Init == x = {{}}
Next == \E Q \in Quorum : x' = Q
"""


def model(assume: str = "", quorums: str = "{{a, b}, {b, c}}") -> System:
    config = f"INIT Init NEXT Next CONSTANTS Node = {{a, b, c}} Quorum = {quorums} N = 2"
    return system_of_text(MODULE.format(assume=assume), config)


def test_quorums_without_an_assumption_are_proposed_to_overlap() -> None:
    found = {p.name: (p.statement, p.holds) for p in proposals(model())}
    assert found == {
        "NIsNatural": (r"N \in Nat", True),
        "QuorumOverlap": (r"\A P, Q \in Quorum : P \intersect Q # {}", True),
        "QuorumNotEmpty": ("Quorum # {}", True),
    }


def test_a_proposal_says_that_the_model_does_not_meet_it() -> None:
    found = {p.name: p.holds for p in proposals(model(quorums="{{a}, {b}}"))}
    assert found["QuorumOverlap"] is False


def test_what_is_assumed_is_not_proposed() -> None:
    stated = r"ASSUME N \in Nat /\ Quorum # {} /\ \A P \in Quorum : \A Q \in Quorum : P \cap Q # {}"
    assert proposals(model(stated)) == ()


def test_an_unknown_hypothesis_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SpecError) as error:
        accepted(model(), ("Everything",))
    assert error.value.diagnostics[0].code == "smt-unknown-hypothesis"
    assert "QuorumOverlap" in str(error.value.diagnostics[0].help)


def test_a_hypothesis_is_accepted_by_its_name_or_its_text() -> None:
    (by_name,) = accepted(model(), ("QuorumNotEmpty",))
    (by_text,) = accepted(model(), ("Quorum # {}",))
    assert by_name == by_text


SWITCH = r"""
CONSTANTS Careful, Node
ASSUME Careful \in BOOLEAN
VARIABLE x
Init == x \in Node
Next == Careful /\ x' \in Node
"""


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_constant_is_proposed_to_have_its_value_in_the_model(value: bool) -> None:
    text = str(value).upper()
    config = f"INIT Init NEXT Next CONSTANTS Careful = {text} Node = {{a, b}}"
    found = {p.name: (p.statement, p.holds) for p in proposals(system_of_text(SWITCH, config))}
    assert found == {f"CarefulIs{value}": (f"Careful = {text}", True)}
