"""What notebooks show: static, escaped and complete HTML for everything public."""

from __future__ import annotations

import json
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import holdfast
from holdfast.notebook import MOST_DRAWN, drawing_html, table_html
from tests.cli.specs import COUNTER, LOCK

NASTY = "<script>alert(1)</script>"
TEXT = """---- MODULE Nasty ----
VARIABLE x
Init == x = "a"
Next == x = "a" /\\ x' = "<script>alert(1)</script>"
Safe == x = "a"
====
"""
DIAGRAM = f'diagram D\npredicate bad == x = "{NASTY}"\nnode A initial: ~bad\nend\n'
ALLOWED = {"pre", "p", "div", "img", "table", "thead", "tbody", "tr", "th", "td"}


class Page(HTMLParser):
    """The tags of some HTML, their addresses, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def shown() -> list[Any]:
    spec = holdfast.load("<script>/Nasty.tla", text=TEXT)
    checked = spec.check(invariants="Safe")
    broken = holdfast.load(text=f'---- MODULE A ----\nx == "{NASTY}" + nope\n====\n')
    found = broken.diagnostics[0]
    lock = holdfast.load(text=LOCK, constants={"Clients": "{a, b}"})
    return [
        spec, checked, checked.graph, spec.group_by("x"), spec.evaluate(f'"{NASTY}"'), broken,
        found, holdfast.SpecError(found), holdfast.load_diagrams(text=DIAGRAM), lock.mine(),
        spec.simulate(3, deadlock=False), lock.sweep({"deadlock": False}, Clients=["{a}"]),
        spec.diagram(predicates='x = "a"'), lock.prove(invariants="Alone"),
        holdfast.load_diagrams(text=DIAGRAM).check(alone=True),
    ]  # fmt: skip


def test_html_is_escaped_static_and_complete(shown: list[Any]) -> None:
    for public in shown:
        _require_safe(public)


def _require_safe(public: Any) -> None:
    bundle = public._repr_mimebundle_(include=None, exclude=None)
    page = Page(bundle["text/html"])
    assert set(page.tags) <= ALLOWED
    assert "<script" not in bundle["text/html"]
    assert all(each.startswith("data:image/svg+xml;base64,") for each in page.addresses)
    assert bundle["text/plain"].strip()
    json.dumps(bundle)


def test_drawings_are_escaped(shown: list[Any]) -> None:
    for public in shown:
        _require_safe_drawings(public)


def _require_safe_drawings(public: Any) -> None:
    bundle = public._repr_mimebundle_()
    drawings = [b64decode(a.partition(",")[2]) for a in Page(bundle["text/html"]).addresses]
    assert ("image/svg+xml" in bundle) is (len(drawings) == 1)
    for each in drawings:
        assert b"<script" not in each
        assert ElementTree.fromstring(each).tag == "{http://www.w3.org/2000/svg}svg"
        assert b"prefers-color-scheme: dark" in each


def test_repr_is_one_line(shown: list[Any]) -> None:
    for public in shown:
        _require_one_line(public)


def _require_one_line(public: Any) -> None:
    assert "\n" not in repr(public)
    assert repr(public).startswith(f"<{type(public).__name__}")
    assert len(repr(public)) < 200


def test_drawn_objects_have_a_drawing(shown: list[Any]) -> None:
    drawn = {type(each).__name__ for each in shown if _has_drawing(each)}
    assert drawn == {"StateGraph", "QuotientResult", "DiagramFile", "DiagramResult"}


def _has_drawing(each: Any) -> bool:
    return "image/svg+xml" in each._repr_mimebundle_()


def test_a_graph_with_many_states_is_a_table() -> None:
    spec = holdfast.load(text=COUNTER, constants={"N": MOST_DRAWN})
    html = spec.check(deadlock=False).graph._repr_mimebundle_()
    assert set(html) == {"text/plain", "text/html"}
    assert f"{MOST_DRAWN + 1 - 20} more rows" in html["text/html"]
    smaller = holdfast.load(text=COUNTER, constants={"N": MOST_DRAWN - 1})
    assert "image/svg+xml" in smaller.check(deadlock=False).graph._repr_mimebundle_()


def test_a_graph_can_be_grouped() -> None:
    spec = holdfast.load(text=COUNTER, constants={"N": 3})
    graph = spec.check(deadlock=False, constants={"N": 4}).graph
    by_size = graph.quotient("n > 1")
    assert [row["states"] for row in by_size.records()] == [2, 3]
    assert [row["states"] for row in graph.quotient(["n"]).records()] == [1] * 5


def test_names_and_cells_are_escaped() -> None:
    assert Page(drawing_html("<svg/>", '"><script>')).tags == ["p", "img"]
    page = Page(table_html([{NASTY: NASTY, "none": None}]))
    assert "script" not in page.tags
    assert page.text == f"{NASTY}none{NASTY}"
    assert table_html([]) == ""


def test_a_spec_whose_model_cannot_be_read_is_shown_without_it() -> None:
    for spec in (
        holdfast.load(text=COUNTER),
        holdfast.load(text=COUNTER, config="no such file.cfg"),
    ):
        assert "Never" in spec._repr_mimebundle_()["text/html"]
    shown = holdfast.load(text=COUNTER, constants={"N": 3})._repr_mimebundle_()["text/html"]
    assert "n: Int" in shown
    assert "N = 3" in shown
