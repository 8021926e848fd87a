from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdfast import load_diagrams
from holdfast.diagram.comments import comment_count, with_comments
from holdfast.diagram.diagram import Diagram, Diagrams, Edge, Fairness
from holdfast.diagram.edits import CHANGES, edit
from holdfast.diagram.json_form import diagram_json
from holdfast.diagram.reader import read_diagrams
from holdfast.diagram.writer import write_diagrams
from holdfast.source import Source, SpecError

FILE = Path(__file__).parents[2] / "specs/diagrams/AlternatingBit.diagram"
TEXT = """diagram D
  predicate P
  predicate Q == x = 1
  action A WF
  action B
  ordering t == n
  node One initial: P
  node Two: ~P, Q
  edge One -> Two: A
  edge Two -> One: B (t, <) | A & B
  edge Two -> Two: B (t, <=)
  claim C == []<>P
end
"""


def read(text: str = TEXT) -> Diagrams:
    return read_diagrams(Source("d", text))


def changed(**change: Any) -> Diagram:
    found = edit(read(), "D", change)
    assert read(write_diagrams(found)) == found
    return found.diagram("D")


def test_a_part_is_put_by_its_text() -> None:
    made = changed(do="put", text="predicate N == y \\in S")
    assert [p.name for p in made.predicates] == ["P", "Q", "N"]


def test_a_part_replaces_the_one_of_its_name_in_its_place() -> None:
    made = changed(do="put", text="action A SF enabled One == A2")
    assert [a.name for a in made.actions] == ["A", "B"]
    assert made.action("A").fairness is Fairness.STRONG


def test_a_part_replaces_the_one_that_it_is_put_instead_of() -> None:
    made = changed(do="put", text="claim Other == <>Q", instead="C")
    assert [(c.name, c.text) for c in made.claims] == [("Other", "<>Q")]


def test_a_part_that_is_put_with_another_name_is_renamed() -> None:
    made = changed(do="put", text="predicate Two == x = 2", instead="Q")
    assert made.node("Two").value("Two") is True
    assert [(p.name, p.text) for p in made.predicates] == [("P", "P"), ("Two", "x = 2")]
    made = changed(do="put", text="ordering u == n + 1", instead="t")
    assert {a.ordering for e in made.edges for a in e.annotations} == {"u"}
    made = changed(do="put", text="node Last: ~P", instead="Two")
    assert made.edges[0] == Edge("One", "Last", ("A",))


def test_a_formula_in_a_node_becomes_a_predicate() -> None:
    made = changed(do="put", text="node Three: y = 2, ~Q")
    assert made.node("Three").value("y = 2") is True
    assert [p.name for p in made.predicates] == ["P", "Q", "y = 2"]


def test_an_edge_replaces_all_edges_between_its_nodes() -> None:
    made = changed(do="put", text="edge Two -> One: A | B")
    assert made.edges[1:3] == (Edge("Two", "One", ("A",)), Edge("Two", "One", ("B",)))
    assert len(made.edges) == 4


def test_a_parameter_and_a_spec_are_put() -> None:
    made = edit(read(), "D", {"do": "put", "text": "parameter p \\in S"})
    made = edit(made, "D", {"do": "put", "text": "parameter p \\in T"})
    made = edit(made, "D", {"do": "put", "text": 'spec "M.tla"'})
    made = edit(made, "D", {"do": "put", "text": 'spec "N.tla"'})
    assert made.diagrams[0].parameters == (("p", "T"),)
    assert made.diagrams[0].spec == "N.tla"
    assert edit(made, "D", {"do": "spec", "spec": None}).diagrams[0].spec is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "node",
        "node X: P, Undeclared",
        "edge One -> Nowhere: A",
        "claim D == [](",
        "a\nb",
        "end",
    ],
)
def test_a_text_that_is_no_part_is_rejected(text: str) -> None:
    with pytest.raises(SpecError):
        changed(do="put", text=text)


def test_deleting_an_action_deletes_edges_that_have_no_other() -> None:
    made = changed(do="delete", part="action", name="A")
    assert [(e.source, e.target, e.actions) for e in made.edges] == [
        ("Two", "One", ("B",)),
        ("Two", "One", ("B",)),
        ("Two", "Two", ("B",)),
    ]


def test_deleting_a_predicate_deletes_its_literals() -> None:
    made = changed(do="delete", part="predicate", name="Q")
    assert made.node("Two").value("Q") is None


def test_a_predicate_of_a_claim_is_not_deleted() -> None:
    with pytest.raises(SpecError):
        changed(do="delete", part="predicate", name="P")


def test_deleting_an_ordering_deletes_its_annotations() -> None:
    made = changed(do="delete", part="ordering", name="t")
    assert all(not e.annotations for e in made.edges)


def test_the_last_initial_node_is_not_deleted() -> None:
    with pytest.raises(SpecError, match="no initial node"):
        changed(do="delete", part="node", name="One")


def test_an_action_that_is_renamed_still_means_that_of_the_spec() -> None:
    made = changed(do="rename", part="action", name="A", to="First")
    assert made.action("First").text == "A"
    assert made.edges[0].actions == ("First",)


def test_an_ordering_is_renamed_where_it_is_annotated() -> None:
    made = changed(do="rename", part="ordering", name="t", to="u")
    assert {a.ordering for e in made.edges for a in e.annotations} == {"u"}


def test_literals_are_true_false_or_unknown() -> None:
    for value in (True, False, None, True):
        made = changed(do="literal", node="Two", predicate="P", value=value)
        assert made.node("Two").value("P") is value


def test_edges_have_actions_and_annotations() -> None:
    made = changed(do="edge-actions", edge=0, actions=["A", "B"])
    assert made.edges[0].actions == ("A", "B")
    made = changed(do="annotate", edge=0, ordering="t", strict=True)
    assert made.edges[0].annotations[0].strict
    made = changed(do="delete-edge", edge=0)
    assert len(made.edges) == 3
    made = changed(do="delete-edges", source="Two", target="One")
    assert len(made.edges) == 2
    made = changed(do="add-edge", source="One", target="One", actions=["B"])
    assert made.edges[-1] == Edge("One", "One", ("B",))


def test_where_an_action_is_enabled_is_set() -> None:
    assert changed(do="enabled", action="A", nodes=["Two"]).action("A").enabled == ("Two",)
    assert changed(do="enabled", action="A", nodes=None).action("A").enabled is None


@pytest.mark.parametrize(
    "change",
    [
        {"do": "fly"},
        {"do": "put"},
        {"do": "delete", "part": "moon", "name": "x"},
        {"do": "delete-edge", "edge": 17},
        {"do": "fairness", "action": "A", "fairness": "XF"},
        {"do": "split", "node": "One", "predicate": "Q", "parts": ["a"]},
        {"do": "map", "node": "One", "image": "Two"},
    ],
)
def test_what_is_no_change_is_rejected(change: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        edit(read(), "D", change)


def test_every_change_has_a_test_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in CHANGES if f'"{name}"' not in text] == []


# ---- files and refinements ----


def test_a_diagram_is_added_renamed_and_deleted() -> None:
    made = edit(Diagrams(), "", {"do": "add-diagram", "name": "New"})
    assert made.diagrams[0].initial
    made = edit(made, "New", {"do": "rename-diagram", "to": "Other"})
    made = edit(made, "Other", {"do": "add-diagram", "name": "New"})
    assert [d.name for d in made.diagrams] == ["Other", "New"]
    assert [d.name for d in edit(made, "Other", {"do": "delete-diagram"}).diagrams] == ["New"]


def test_a_diagram_is_inserted_with_a_path_from_the_file() -> None:
    data = diagram_json(read().diagrams[0])
    change = {"do": "insert-diagram", "diagram": data, "name": "E", "file": "a/b.diagram"}
    made = edit(read(), "D", {**change, "spec": "specs/M.tla"})
    assert made.diagram("E").spec == "../specs/M.tla"
    assert edit(made, "D", {**change, "spec": "a/M.tla"}).diagram("E").spec == "M.tla"


def test_classes_of_states_become_a_diagram() -> None:
    nodes = [
        {"id": 0, "values": {"pc": '<<"a", "b">>', "x > 1": "TRUE"}, "initial": True},
        {"id": 7, "values": {"pc": '<<"a", "b">>', "x > 1": "FALSE"}, "initial": False},
        {"id": 9, "values": {"pc": "<<>>", "x > 1": "FALSE"}, "initial": False},
        {"id": 10, "values": {"pc": "<< >>", "x > 1": "FALSE"}, "initial": False},
    ]
    edges = [{"from": 0, "to": 7, "actions": ["A", "B"]}, {"from": 7, "to": 7, "actions": ["A"]}]
    change = {"do": "from-classes", "name": "New", "nodes": nodes, "edges": edges}
    made = edit(read(), "", {**change, "spec": "a/M.tla", "file": "a/x.diagram"}).diagram("New")
    assert [n.name for n in made.nodes] == ["a_b_TRUE", "a_b_FALSE", "FALSE", "FALSE_2"]
    assert [p.text for p in made.predicates][:2] == ['pc = <<"a", "b">>', "(x > 1) = TRUE"]
    assert made.edges[1] == Edge("a_b_TRUE", "a_b_FALSE", ("B",))
    assert made.spec == "M.tla"
    assert read(write_diagrams(Diagrams((made,)))).diagrams[0] == made


def test_a_refinement_keeps_what_each_node_was() -> None:
    made = edit(read(), "D", {"do": "refine", "name": "D2"})
    change = {"do": "split", "node": "One", "predicate": "Q", "parts": ["Yes", "No"]}
    made = edit(made, "D2", change)
    assert dict(made.refinements[0].mapping) == {"Yes": "One", "No": "One", "Two": "Two"}
    made = edit(made, "D2", {"do": "rename", "part": "node", "name": "Yes", "to": "Both"})
    made = edit(made, "D2", {"do": "add-node", "name": "More", "image": "Two"})
    made = edit(made, "D2", {"do": "map", "node": "No", "image": "Two"})
    made = edit(made, "D2", {"do": "put", "text": "node Both2 initial: P", "instead": "Both"})
    made = edit(made, "D2", {"do": "put", "text": "node Both initial: P, Q", "instead": "Both2"})
    expected = {"Both": "One", "No": "Two", "Two": "Two", "More": "Two"}
    assert dict(made.refinements[0].mapping) == expected
    made = edit(made, "D2", {"do": "merge", "nodes": ["Both", "No"], "name": "Both"})
    assert dict(made.refinements[0].mapping) == {"Both": "One", "Two": "Two", "More": "Two"}
    made = edit(made, "D2", {"do": "delete-unreachable"})
    assert "More" not in made.refinements[0].mapping
    assert edit(made, "D2", {"do": "unmap"}).refinements == ()


def test_images_follow_a_change_of_the_abstract_diagram() -> None:
    made = edit(read(), "D", {"do": "refine", "name": "D2"})
    made = edit(made, "D2", {"do": "literal", "node": "One", "predicate": "Q", "value": False})
    change = {"do": "split", "node": "One", "predicate": "Q", "parts": ["Yes", "No"]}
    made = edit(made, "D", change)
    assert dict(made.refinements[0].mapping) == {"One": "No", "Two": "Two"}
    made = edit(made, "D", {"do": "rename", "part": "node", "name": "No", "to": "Nay"})
    assert made.refinements[0].mapping["One"] == "Nay"
    with pytest.raises(SpecError):
        edit(made, "D", {"do": "delete", "part": "node", "name": "Nay"})


def test_images_that_are_merged_are_one() -> None:
    made = edit(read(), "D", {"do": "refine", "name": "D2"})
    made = edit(made, "D", {"do": "merge", "nodes": ["Two", "One"], "name": "Both"})
    assert dict(made.refinements[0].mapping) == {"One": "Both", "Two": "Both"}


def test_a_refinement_is_claimed_by_names() -> None:
    made = edit(read(), "D", {"do": "add-diagram", "name": "E"})
    made = edit(made, "E", {"do": "refinement", "abstract": "D"})
    assert dict(made.refinements[0].mapping) == {"Start": "One"}


@pytest.mark.parametrize("initial", [True, False])
def test_a_node_becomes_initial(initial: bool) -> None:
    assert changed(do="initial", node="Two", initial=initial).node("Two").initial is initial


# ---- comments ----


def test_comments_of_lines_that_stay_are_kept() -> None:
    text = FILE.read_text(encoding="utf-8")
    before = load_diagrams(FILE).contents
    assert comment_count(text) > 0
    same = with_comments(text, write_diagrams(before))
    assert comment_count(same) == comment_count(text)
    made = edit(before, "Transmission", {"do": "put", "text": "claim Other == <>(rcvd = sent)"})
    after = with_comments(text, write_diagrams(made))
    assert comment_count(after) == comment_count(text)
    assert read(after) == made


def test_the_comment_of_a_line_that_is_deleted_is_gone() -> None:
    text = TEXT.replace("action B\n", "action B  \\* second\n").replace(
        "  node One", "  \\* the first\n  node One"
    )
    assert comment_count(text) == 2
    made = edit(read(text), "D", {"do": "delete", "part": "action", "name": "B"})
    after = with_comments(text, write_diagrams(made))
    assert "\\* second" not in after
    assert "  \\* the first\n  node One initial" in after
