"""Pictures as SVG, HTML and DOT: what they contain, and that nothing overlaps in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ir.expr import Name
from holdfast.mine.relation import Relation
from holdfast.report.clustered import Sheet, lay_out
from holdfast.report.diagram_picture import diagram_picture
from holdfast.report.graph_dot import graph_dot
from holdfast.report.graph_html import folded, graph_html
from holdfast.report.graph_style import line_width
from holdfast.report.graph_svg import graph_svg
from holdfast.report.layered_routes import Rectangle
from holdfast.report.mined_graph import relation_picture
from holdfast.report.picture import Arrow, Cluster, Picture, Shape, cells, line, plain
from tests.report.diagrams import COUNTEREXAMPLE, PICTURES, X1, run_of
from tests.report.geometry import crossings, curve, overlapping, touches

each_picture = pytest.mark.parametrize("name", PICTURES)


def check(picture: Picture, sheet: Sheet) -> None:
    labels = [route.label for route in sheet.routes if route.label]
    titles = [Rectangle(*f.at, line_width((f.title,)), 14.0) for f in sheet.frames]
    assert not overlapping([*sheet.boxes, *labels, *titles])
    number = {shape.key: i for i, shape in enumerate(picture.shapes)}
    ends = [(number[a.source], number[a.target]) for a in picture.arrows]
    assert not crossings([*sheet.boxes, *titles], sheet.routes, ends)
    for (source, target), route in zip(ends, sheet.routes, strict=True):
        assert touches(route.points[0], sheet.boxes[source])
        assert touches(route.points[-1], sheet.boxes[target])


@each_picture
def test_nothing_overlaps(name: str) -> None:
    check(PICTURES[name], lay_out(PICTURES[name]))


@each_picture
def test_nothing_overlaps_when_clusters_are_folded(name: str) -> None:
    picture = PICTURES[name]
    for cluster in picture.clusters:
        once = folded(picture, [cluster.key])
        check(once, lay_out(once))
        assert cluster.key in {shape.key for shape in once.shapes}


@st.composite
def clustered(draw: st.DrawFn) -> Picture:
    count = draw(st.integers(2, 8))
    names = [f"N{i}" for i in range(count)]
    places = [draw(st.sampled_from([None, "A", "B"])) for _ in names]
    shapes = tuple(
        Shape(name, ((line(name * draw(st.integers(1, 8)), "name"),),), cluster=place)
        for name, place in zip(names, places, strict=True)
    )
    ends = st.sampled_from(names)
    labels = st.sampled_from([(), (line("go"),), (line("a long label"), line("and more"))])
    arrows = draw(st.lists(st.builds(Arrow, ends, ends, labels), max_size=12))
    frames = tuple(
        Cluster(key, key * 12, Shape(key, ((line(key),),))) for key in ("A", "B") if key in places
    )
    return Picture("random", shapes, tuple(arrows), frames)


@given(clustered())
def test_nothing_overlaps_with_random_clusters(picture: Picture) -> None:
    sheet = lay_out(picture)
    check(picture, sheet)
    assert not overlapping([frame.box for frame in sheet.frames])
    inside = {s.key: s.cluster for s in picture.shapes}
    for arrow, route in zip(picture.arrows, sheet.routes, strict=True):
        for frame in sheet.frames:
            if frame.key not in (inside[arrow.source], inside[arrow.target]):
                assert not any(
                    frame.box.overlaps(Rectangle(x, y, 0.01, 0.01)) for x, y in curve(route)
                )


@each_picture
def test_frames_hold_their_nodes_and_no_others(name: str) -> None:
    picture, sheet = PICTURES[name], lay_out(PICTURES[name])
    for frame in sheet.frames:
        for shape, box in zip(picture.shapes, sheet.boxes, strict=True):
            assert frame.box.overlaps(box) == (shape.cluster == frame.key)
            if shape.cluster == frame.key:
                assert frame.box.x < box.x
                assert box.x + box.width < frame.box.x + frame.box.width
                assert frame.box.y < box.y
                assert box.y + box.height < frame.box.y + frame.box.height


@each_picture
def test_the_drawing_is_the_expected_one(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"pictures/{name}.svg", graph_svg(PICTURES[name]))


@each_picture
def test_texts_are_inside_their_boxes(name: str) -> None:
    root = ElementTree.fromstring(graph_svg(PICTURES[name]))
    nodes = [g for g in root.iter() if g.get("class", "").startswith("node")]
    assert len(nodes) == len(PICTURES[name].shapes)
    for group in nodes:
        box = next(e for e in group if e.get("class") == "box")
        left, top, width, height = (float(box.attrib[k]) for k in ("x", "y", "width", "height"))
        for text in (e for e in group if e.tag.endswith("}text")):
            assert left < float(text.attrib["x"])
            assert float(text.attrib["x"]) + 7.4 * cells(text.text or "") < left + width
            assert top + 10 < float(text.attrib["y"]) < top + height - 3


def test_initial_nodes_have_a_double_border() -> None:
    root = ElementTree.fromstring(graph_svg(PICTURES["X2"]))
    double = [
        g.get("data-node")
        for g in root.iter()
        if g.get("class", "").startswith("node") and any(e.get("class") == "inner" for e in g)
    ]
    assert double == ["Idle"]


def test_fairness_is_told_by_colour_and_by_word() -> None:
    text = graph_svg(PICTURES["ABP"])
    assert text.count('<rect class="chip weak"') == 3
    assert text.count('<rect class="chip strong"') == 8
    assert ">SndAck WF</text>" in text
    assert ">RcvMsg SF</text>" in text
    assert ">(nbOldMsgs, &lt;)</text>" in text


def test_a_counterexample_is_red_and_numbered() -> None:
    root = ElementTree.fromstring(graph_svg(PICTURES["ABP-counterexample"]))
    red = [e for e in root.iter() if "bad" in e.get("class", "").split() and e.tag.endswith("}g")]
    assert [g.get("data-node") for g in red if g.get("data-node")] == [
        stage.node.name for stage in COUNTEREXAMPLE.stages
    ]
    steps = {
        (g.get("data-node") or f"{g.get('data-from')} -> {g.get('data-to')}"): e.text
        for g in red
        for e in g
        if e.tag.endswith("}text") and e.get("class") == "step"
    }
    assert steps == {
        "Idle": "1",
        "Sending": "2",
        "SendingLost": "3",
        "Idle -> Sending": "1",
        "Sending -> SendingLost": "2",
        "SendingLost -> Sending": "3",
    }


def test_a_stutter_is_described() -> None:
    picture = diagram_picture(X1, run_of(X1, (X1.edges[0], None), "Idle", 1))
    assert [piece.text for note in picture.notes for piece in note] == [
        "counterexample: Idle -> Sending",
        "then it stays there for ever",
    ]


def test_a_picture_has_titles_for_readers() -> None:
    root = ElementTree.fromstring(graph_svg(PICTURES["X1"]))
    assert root.get("role") == "img"
    assert root.get("aria-label") == "DataTransmission"
    titles = [e.text for e in root.iter() if e.tag.endswith("}title")]
    assert "Idle, initial: rcvd = sent" in titles
    assert "Sending to Idle: RcvNewMsg WF" in titles


def test_texts_cannot_leave_their_element() -> None:
    nasty = '</text><script>alert("x")</script>&'
    picture = Picture(
        nasty,
        (Shape(nasty, ((line(nasty),),), cluster=None),),
        (Arrow(nasty, nasty, (line(nasty),), title=nasty),),
    )
    root = ElementTree.fromstring(graph_svg(picture))
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    page = graph_html(picture, nasty, nasty)
    assert page.count("<script>") == 1
    assert "alert(" in page


def test_a_page_has_a_drawing_for_each_way_to_fold() -> None:
    page = graph_html(PICTURES["ABP-clusters"], "What it shows.", "the result")
    ways = [json.loads(unescape(x)) for x in re.findall(r'data-folded="([^"]*)"', page)]
    assert ways == [
        [],
        ["[Sending phase]"],
        ["[Acknowledging]"],
        ["[Sending phase]", "[Acknowledging]"],
    ]
    assert page.count("<figure") == page.count("<figure data-folded") == 4
    assert page.count(" hidden>") == 3
    assert "<pre>the result</pre>" in page


@each_picture
def test_a_page_loads_nothing(name: str) -> None:
    page = graph_html(PICTURES[name], "What it shows.")
    addresses = set(re.findall(r"https?://[^\"' ]*", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page


def test_a_diagram_is_written_for_graphviz(golden: Callable[[str, str], None]) -> None:
    golden("pictures/ABP-clusters.dot", graph_dot(PICTURES["ABP-clusters"]))


def test_the_picture_of_the_documentation_is_fresh(request: pytest.FixtureRequest) -> None:
    path = Path(__file__).parents[2] / "docs" / "pictures" / "AlternatingBit.svg"
    if request.config.getoption("--update"):
        path.write_text(graph_svg(PICTURES["ABP-clusters"]), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == graph_svg(PICTURES["ABP-clusters"])


def test_a_folded_cluster_of_a_counterexample_is_red() -> None:
    styles = {c.title: c.folded.styles for c in PICTURES["ABP-clusters"].clusters}
    assert styles == {"Sending phase": ("bad",), "Acknowledging": ()}


def test_relations_are_drawn(golden: Callable[[str, str], None]) -> None:
    order = Relation("order", "a", "<=", "b", Name("a"), terms=("a", "b"))
    bound = Relation("bound", "b", "\\in", "0..3", Name("b"), terms=("b",))
    picture = relation_picture((order, bound), "M")
    check(picture, lay_out(picture))
    golden("pictures/relations.svg", graph_svg(picture))


def test_parameters_are_named_below() -> None:
    picture = diagram_picture(replace(X1, parameters=(("p", "Proc"),)))
    assert [plain(note) for note in picture.notes] == ["for each p \\in Proc"]
