"""Pictures of states: what is drawn, and that nothing active passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.explore.model import OpenModel
from holdfast.explore.pictures import ATTRIBUTES, ELEMENTS, picture_of
from holdfast.explore.wire import Drawn
from holdfast.ir.construct import record_of
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value
from holdfast.workbench import load

SPEC = """---- MODULE Dots ----
EXTENDS Integers, Sequences, TLC{svg}
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3
Spec == Init /\\ [][Next]_x
{view}
====
"""
VIEW = """AnimView == Group(<<Circle(10 * x, 5, 3, [fill |-> "red"]),
  Text(TLCGet("level"), 2, "x = " \\o ToString(x), <<>>)>>,
  [transform |-> "scale(2)", stroke_width |-> "2"])"""


def picture_after(model: OpenModel, steps: int) -> Drawn:
    walk = model.walk()
    for _ in range(steps):
        walk = model.walk([*walk["path"], walk["next"][0]["key"]])
    found = model.animate([*walk["path"]] or [walk["next"][0]["key"]])
    assert found["error"] is None
    assert found["picture"] is not None
    return found["picture"]


def test_a_definition_of_the_spec_draws_each_state() -> None:
    text = SPEC.format(svg=", SVG", view=VIEW)
    model = OpenModel(load(text=text, config_text="SPECIFICATION Spec"))
    drawn = picture_after(model, 3)
    assert drawn["attributes"] == {"transform": "scale(2)", "stroke-width": "2"}
    circle, label = drawn["children"]
    assert circle["attributes"]["cx"] == "20"
    assert label["text"] == "x = 2"
    assert label["attributes"]["x"] == "3", "the number of the state"


def test_a_module_beside_the_spec_draws_its_states(tmp_path: Path) -> None:
    (tmp_path / "Dots.tla").write_text(SPEC.format(svg="", view=""), "utf-8")
    (tmp_path / "Dots.cfg").write_text("SPECIFICATION Spec\n", "utf-8")
    anim = f"---- MODULE Dots_anim ----\nEXTENDS Dots, SVG\n{VIEW}\n====\n"
    (tmp_path / "Dots_anim.tla").write_text(anim, "utf-8")
    model = OpenModel.open({"spec": "Dots.tla"}, tmp_path)
    assert picture_after(model, 2)["children"][1]["text"] == "x = 1"


def test_a_spec_without_pictures_has_none() -> None:
    text = SPEC.format(svg="", view="")
    model = OpenModel(load(text=text, config_text="SPECIFICATION Spec"))
    found = model.animate([model.walk()["next"][0]["key"]])
    assert found == {"definition": None, "picture": None, "dropped": [], "error": None}


def test_a_view_that_is_no_picture_is_an_error() -> None:
    text = SPEC.format(svg="", view="AnimView == x + 1")
    model = OpenModel(load(text=text, config_text="SPECIFICATION Spec"))
    found = model.animate([model.walk()["next"][0]["key"]])
    assert found["picture"] is None
    assert found["error"] is not None
    assert "not a picture" in str(found["error"]["message"])


def element(
    name: str,
    attributes: dict[str, Value] | None = None,
    text: str = "",
    children: tuple[Value, ...] = (),
) -> Value:
    attrs: Value = record_of(attributes) if attributes else ()
    return record_of({"name": name, "attrs": attrs, "children": children, "innerText": text})


ATTACKS: list[tuple[str, dict[str, Value]]] = [
    ("a", {"href": "javascript:alert(1)"}),
    ("script", {}),
    ("foreignObject", {}),
    ("image", {"href": "http://evil/x.png"}),
    ("iframe", {"src": "http://evil"}),
    ("style", {}),
    ("animate", {"attributeName": "href"}),
    ("set", {"attributeName": "onclick"}),
]


@pytest.mark.parametrize(("name", "attributes"), ATTACKS)
def test_active_elements_are_left_out(name: str, attributes: dict[str, Value]) -> None:
    drawn, dropped = picture_of(element("g", children=(element(name, attributes, "alert(1)"),)))
    assert drawn["children"] == []
    assert dropped == [f"<{name}>"]
    with pytest.raises(EvalError, match="not a picture"):
        picture_of(element(name))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("onclick", "alert(1)"), ("onload", "x"), ("style", "background: url(http://evil)"),
        ("href", "http://evil"), ("xlink:href", "data:text/html,x"), ("href", "#a b"),
        ("fill", "url(http://evil#a)"), ("fill", "URL(//evil)"), ("fill", "u\\72l(http://evil)"),
        ("id", "a b"), ("class", "shell"), ("src", "x"), ("filter", "url(#f)"),
        ("fill", "image-set(url(http://evil))"),
    ],
)  # fmt: skip
def test_active_attributes_are_left_out(key: str, value: str) -> None:
    drawn, dropped = picture_of(element("rect", {key: value}))
    assert drawn["attributes"] == {}
    assert len(dropped) == 1


def test_references_stay_within_the_picture() -> None:
    marked = element(
        "use", {"id": "a", "href": "#a", "fill": "url(#b)", "style": "stroke: red; x: 1"}
    )
    drawn, dropped = picture_of(marked)
    assert drawn["attributes"] == {
        "id": "anim-a",
        "href": "#anim-a",
        "fill": "url(#anim-b)",
        "stroke": "red",
        "x": "1",
    }
    assert dropped == []


def test_a_text_of_svg_is_read_and_filtered() -> None:
    text = "<g><circle r='3' onclick='x'>a&lt;b</circle><script>alert(1)</script></g>"
    drawn, dropped = picture_of(text)
    circle = drawn["children"][0]
    assert (circle["name"], circle["attributes"], circle["text"]) == ("circle", {"r": "3"}, "a<b")
    assert dropped == ["onclick", "<script>"]
    for wrong in ("<!DOCTYPE x><g/>", "<g>", "no", '<?xml version="1.0"?><g/>'):
        with pytest.raises(EvalError):
            picture_of(wrong)


trees = st.recursive(
    st.just(()),
    lambda inner: st.lists(
        st.builds(
            lambda name, key, value, children: element(name, {key: value}, value, children),
            st.sampled_from(["g", "rect", "script", "a", "use", "text", "foreignObject"]),
            st.sampled_from(["fill", "href", "onclick", "style", "id", "transform"]),
            st.sampled_from(["red", "javascript:x", "url(http://e)", "#a", "</g><script>", "a:b"]),
            inner,
        ),
        max_size=3,
    ).map(tuple),
    max_leaves=8,
)


@given(trees)
def test_nothing_but_the_listed_names_passes(children: tuple[Value, ...]) -> None:
    drawn, _ = picture_of(element("svg", children=children))
    pending = [drawn]
    while pending:
        one = pending.pop()
        assert one["name"] in ELEMENTS
        assert set(one["attributes"]) <= ATTRIBUTES
        for key, value in one["attributes"].items():
            assert "http" not in value
            assert key != "href" or value.startswith("#anim-")
        pending += one["children"]
    json.dumps(drawn)
