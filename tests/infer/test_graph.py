"""Proof graphs and their pictures."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

from holdfast.infer.search.graph import Node, ProofGraph
from holdfast.report.proof_graph import proof_html, proof_svg

GRAPH = ProofGraph(
    {"Goal": "Goal", "A": 'x < y /\\ "<&>" # z', "B": "\\A n \\in Node : " + "f[n] = 1 /\\ " * 9},
    (
        Node("Goal", "Step", ("A", "B")),
        Node("A", "Back", ("Goal",)),
        Node("B", "Step", ("A",)),
        Node("B", "Other", (), is_open=True),
    ),
)


def test_ranks_are_distances_from_the_property() -> None:
    assert GRAPH.ranks() == {"Goal": 0, "A": 1, "B": 1}


def test_a_lemma_that_nothing_needs_comes_last() -> None:
    graph = ProofGraph({"Goal": "Goal", "A": "a", "Spare": "s"}, (Node("Goal", "Step", ("A",)),))
    assert graph.ranks() == {"Goal": 0, "A": 1, "Spare": 2}


def test_a_proof_graph_is_drawn_for_graphviz() -> None:
    text = GRAPH.dot()
    assert '"Goal" -> "A" [label="Step"];' in text
    assert 'label="A\\lx < y /\\\\ \\"<&>\\" # z\\l"' in text
    assert '"B" -> "? B Other" [label="Other", color=red, style=dashed];' in text


def test_a_picture_has_a_box_for_each_lemma_and_a_line_for_each_need() -> None:
    root = ElementTree.fromstring(proof_svg(GRAPH))
    kinds = [e.get("class", "") for e in root.iter()]
    assert kinds.count("box") == 3
    assert kinds.count("edge") == 4
    assert kinds.count("open") == 1
    texts = {e.text for e in root.iter() if e.tag.endswith("}text")}
    assert {"Goal", "A", "B", 'x < y /\\ "<&>" # z', "Other  open"} <= texts


def test_boxes_do_not_overlap() -> None:
    root = ElementTree.fromstring(proof_svg(GRAPH))
    boxes = [
        tuple(float(e.attrib[k]) for k in ("x", "y", "width", "height"))
        for e in root.iter()
        if e.get("class", "") == "box"
    ]
    for i, (x, y, width, height) in enumerate(boxes):
        for x2, y2, width2, height2 in boxes[i + 1 :]:
            beside = x + width <= x2 or x2 + width2 <= x
            above = y + height <= y2 or y2 + height2 <= y
            assert beside or above


def test_the_picture_is_the_expected_one(golden: Callable[[str, str], None]) -> None:
    golden("pictures/proof.svg", proof_svg(GRAPH))


def test_a_graph_of_the_property_alone_is_drawn() -> None:
    ElementTree.fromstring(proof_svg(ProofGraph({"Goal": "Goal"}, ())))


def test_a_page_holds_the_picture_and_the_answer() -> None:
    page = proof_html(GRAPH, "M: why <Goal> holds", "ok  Goal & more")
    assert "<title>M: why &lt;Goal&gt; holds</title>" in page
    assert "<pre>ok  Goal &amp; more</pre>" in page
    assert "<svg" in page
