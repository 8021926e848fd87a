"""Diagrams of a notebook: computed from a spec, compared with it, changed."""

from __future__ import annotations

import pytest

import holdfast
from holdfast import DiagramFile, SpecError

COUNTER = r"""---- MODULE Counter ----
EXTENDS Naturals
CONSTANT N
VARIABLE n
Init == n = 0
Up == n < N /\ n' = n + 1
Reset == n = N /\ n' = 0
Next == Up \/ Reset
Spec == Init /\ [][Next]_n /\ WF_n(Next)
====
"""


@pytest.fixture(scope="module")
def diagram() -> DiagramFile:
    spec = holdfast.load(text=COUNTER, constants={"N": 4})
    return DiagramFile.compute(spec, "n = 0", properties=["[]<>(n = 0)"])


def test_a_computed_diagram_is_compared_with_its_spec(diagram: DiagramFile) -> None:
    found = diagram.conforms()
    assert (found.outcome, found.claims) == ("exhausted", ())
    # The other spec has behaviours that the diagram does not cover.
    wrong = DiagramFile(
        diagram.path,
        diagram.contents,
        holdfast.load(text=COUNTER.replace("n = N /\\ n' = 0", "n' \\in 0..N"), constants={"N": 4}),
    )
    assert wrong.conforms().outcome == "violated"


def test_claims_can_be_added(diagram: DiagramFile) -> None:
    assert diagram.check("[]<>n_0").ok
    wrong = diagram.check("[]n_0")
    # A run of the diagram violates it; a behaviour of the spec may not.
    assert (wrong.outcome, wrong.claims[-1].claim.text) == ("unknown", "[]n_0")
    assert wrong.claims[-1].run is not None
    assert len(diagram.diagrams[0].claims) == 1, "nothing is changed"


def test_a_node_is_split_in_a_new_diagram_that_refines_the_old(diagram: DiagramFile) -> None:
    finer = diagram.split("not_n_0", "n = N")
    assert [d.name for d in finer.diagrams] == ["Counter", "Counter2"]
    assert len(diagram.diagrams) == 1
    assert finer.check("[]<>n_0").ok
    again = finer.split("n_0", "n > 2", ("Many", "Few"))
    assert [d.name for d in again.diagrams] == ["Counter", "Counter2", "Counter3"]
    assert again.check().ok
    assert holdfast.load_diagrams(text=again.text()).diagrams == again.diagrams


def test_what_cannot_be_split_is_an_error(diagram: DiagramFile) -> None:
    with pytest.raises(SpecError, match="`nope` is not declared"):
        diagram.split("not_n_0", "nope")
    with pytest.raises(SpecError, match="`nope` is not declared"):
        diagram.split("nope", "n = N")
    with pytest.raises(SpecError, match="is known in node"):
        diagram.split("n_0", "n = 0")


def test_several_diagrams_that_nothing_refines_are_ambiguous() -> None:
    text = "diagram A\nnode X initial\nend\ndiagram B\nnode Y initial\nend\n"
    file = holdfast.load_diagrams(text=text)
    with pytest.raises(ValueError, match="several diagrams"):
        file.check("[]TRUE")
    with pytest.raises(ValueError, match="has a spec"):
        file.conforms()
