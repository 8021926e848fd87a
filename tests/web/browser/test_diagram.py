"""Predicate diagrams are drawn, checked, computed and refined: with the mouse, and with keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from holdfast import load_diagrams
from tests.web.browser.editor import Editor, copied
from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser


@pytest.fixture
def alternating(screen: Screen, project: Path, request: pytest.FixtureRequest) -> Editor:
    """The alternating bit diagrams, in a folder of their own."""
    return Editor(screen, project, copied(project, request.node.name))


def test_two_nodes_are_drawn_and_checked_with_the_mouse(screen: Screen, project: Path) -> None:
    """X1: with weak fairness the claim holds, without it the run stays at Sending."""
    editor = Editor(screen, project, "Mouse.diagram").open()
    editor.button("Draw one")
    for action in ("abstract SndNewValue", "abstract RcvNewMsg WF"):
        editor.fill("New action", action)
    editor.select("Start")
    editor.fill("As text", "node Idle initial: rcvd = sent")
    editor.node("Idle").wait_for()
    editor.button("New node")
    editor.node("Node").wait_for()
    editor.fill("Name", "Sending")
    editor.fill("As text", "node Sending: rcvd = front_sent")
    editor.connect("Idle", "Sending")
    editor.connect("Sending", "Idle")
    form = screen.page.get_by_role("group", name="SndNewValue")
    form.get_by_role("button", name="SndNewValue").click()
    form = screen.page.get_by_role("group", name="without an action")
    form.get_by_role("button", name="RcvNewMsg WF").click()
    editor.fill("New claim", "AllReceived == []<>(rcvd = sent)")
    assert "ok holds AllReceived" in editor.run("Check claims")
    editor.choose("Fairness of RcvNewMsg", "")
    assert "old" in screen.page.locator(".results-strip").inner_text()
    found = editor.run("Check claims")
    assert "x fails AllReceived" in found
    assert "*Sending stays" in found
    with screen.page.expect_response("**/api/diagram/change"):
        editor.button("Make RcvNewMsg WF")
    assert "ok holds AllReceived" in editor.run("Check claims")
    saved = load_diagrams(project / "Mouse.diagram")["Mouse"]
    assert [(e.source, e.actions, e.target) for e in saved.edges] == [
        ("Idle", ("SndNewValue",), "Sending"),
        ("Sending", ("RcvNewMsg",), "Idle"),
    ]


def test_two_nodes_are_drawn_and_checked_with_keys(screen: Screen, project: Path) -> None:
    """X1 again: no mouse."""
    editor = Editor(screen, project, "Keys.diagram").open()
    editor.tab_to("Draw one")
    editor.press("Enter")
    editor.node("Start").wait_for()
    editor.tab_to("New action")
    editor.type("abstract SndNewValue")
    editor.type("abstract RcvNewMsg WF")
    assert editor.tab_to_node() == "Start"
    editor.tab_to("As text")
    editor.type("node Idle initial: rcvd = sent")
    editor.node("Idle").wait_for()
    editor.pick("Idle")
    editor.press("n")
    editor.node("Node").wait_for()
    expect(screen.page.get_by_label("Name", exact=True)).to_be_focused()
    editor.type("Sending")
    editor.node("Sending").wait_for()
    editor.tab_to("As text")
    editor.type("node Sending: rcvd = front_sent")
    for source, target, action in (("Idle", "Sending", 0), ("Sending", "Idle", 1)):
        editor.pick(source)
        editor.press("c")
        screen.page.get_by_text(f"New edge from {source}").wait_for()
        editor.press("PageDown")
        with screen.page.expect_response("**/api/diagram/change"):
            editor.press("Enter")
        screen.page.get_by_role("heading", name=f"{source} → {target}").wait_for()
        editor.tab_to("As text")
        name = ("SndNewValue", "RcvNewMsg")[action]
        if action:
            editor.type(f"edge {source} -> {target}: {name}")
    editor.tab_to("New claim", back=True)
    editor.type("AllReceived == []<>(rcvd = sent)")
    editor.pick("Idle")
    with screen.page.expect_response("**/api/runs") as begun:
        editor.press("k")
    assert "ok holds AllReceived" in editor.result(begun.value.json()["run"])
    editor.tab_to("Fairness of RcvNewMsg", back=True)
    with screen.page.expect_response("**/api/diagram/change"):
        editor.press("ArrowUp")
    editor.pick("Idle")
    with screen.page.expect_response("**/api/runs") as begun:
        editor.press("k")
    assert "*Sending stays" in editor.result(begun.value.json()["run"])
    with screen.page.expect_response("**/api/diagram/open"):
        editor.press("Control+z")
    editor.press("Control+s")
    screen.page.get_by_role("button", name="Saved").wait_for()
    assert load_diagrams(project / "Keys.diagram").check().ok


def test_a_copy_is_split_and_still_refines(screen: Screen, project: Path) -> None:
    """X2: a refinement keeps what each node was; conditions name what is wrong."""
    text = """diagram Two
  abstract action Send
  abstract action Receive WF
  node Idle initial: rcvd = sent
  node Sending: rcvd = front_sent
  edge Idle -> Sending: Send
  edge Sending -> Idle: Receive
  claim All == []<>(rcvd = sent)
end
"""
    (project / "Refined.diagram").write_text(text, encoding="utf-8")
    editor = Editor(screen, project, "Refined.diagram").open()
    editor.button("Refine")
    screen.page.get_by_text("refines Two", exact=True).wait_for()
    editor.fill("New predicate", "(sAck = rBit)")
    editor.select("Idle")
    screen.page.get_by_label("by", exact=True).select_option("sAck = rBit")
    screen.page.get_by_label("where it is true").fill("Idle")
    screen.page.get_by_label("where it is false").fill("Acking")
    with screen.page.expect_response("**/api/diagram/change"):
        editor.button("Split node")
    assert "Refines Two: ok holds" in " ".join(editor.run("Check claims").split())
    editor.select("Acking")
    assert screen.page.get_by_label("Refines, in Two").input_value() == "Idle"
    editor.choose("rcvd = sent in Acking", "")
    found = " ".join(editor.run("Check claims").split())
    assert "Refines Two: ?? open" in found or "Refines Two: x fails" in found
    assert re.search(r"(x fails|\?\? open) \(ii\)", found)
    screen.page.get_by_role("button", name="Undo").click()
    editor.choose("Fairness of Receive", "")
    found = " ".join(editor.run("Check claims").split())
    assert "x fails (vi)" in found
    assert "*Sending stays" in found


def test_a_diagram_is_compared_with_its_spec(alternating: Editor) -> None:
    """X3 and X5: all conditions hold; a missing edge is named, with its step, on the drawing."""
    editor, page = alternating.open("?diagram=Channels"), alternating.page
    found = editor.run("Conforms?")
    assert "81 conditions" in found
    assert "81 hold" in found
    expect(editor.node("Sending")).to_have_attribute("aria-label", re.compile("conditions hold"))
    editor.select("AckingNone")
    editor.press("e")
    while not page.get_by_role("heading", name="AckingNone → Acking", exact=True).is_visible():
        editor.press("e")
    with page.expect_response("**/api/diagram/change"):
        editor.press("Delete")
    expect(editor.node("Sending")).to_have_attribute("aria-label", re.compile("changed since"))
    found = editor.run("Conforms?")
    assert "O2: AckingNone / SndAck" in found
    expect(editor.node("AckingNone")).to_have_attribute("aria-label", re.compile("fails: O2"))
    page.get_by_role("button", name="O2: AckingNone / SndAck").click()
    page.get_by_role("heading", name="Node AckingNone").wait_for()
    row = page.locator(".before-after tr", has=page.get_by_role("rowheader", name="ackQ"))
    assert row.inner_text().split() == ["ackQ", "<<>>", "<<1>>"]


@pytest.mark.parametrize(
    ("field", "text", "condition"),
    [
        ("node Idle", "node Idle initial: rcvd = sent, ~(rBit = sBit), sAck = rBit", "O1"),
        ("edge Idle", "edge Idle -> Sending: SndNewValue (nbOldMsgs, <)", "O3: Idle"),
        ("Actions: RcvMsg", "RcvMsg SF enabled Sending, SendingLost", "O4b: SendingLost: RcvMsg"),
    ],
)
def test_what_is_wrong_in_a_diagram_fails_a_condition(
    alternating: Editor, field: str, text: str, condition: str
) -> None:
    """X5: a wrong label, an ordering that does not decrease, fairness where nothing is enabled."""
    editor, page = alternating.open("?diagram=Channels"), alternating.page
    if field == "edge Idle":
        page.evaluate(
            "location.hash = `#/diagram/${%s}?diagram=Channels&edge=["
            '"Idle","Sending"]`' % repr(editor.path)
        )
        page.get_by_role("heading", name="Idle → Sending").wait_for()
        editor.fill("As text", text)
    elif field == "node Idle":
        editor.select("Idle")
        editor.fill("As text", text)
    else:
        editor.fill(field, text)
    found = editor.run("Conforms?")
    assert re.search(rf"x\s+fails\s+{condition}", found)


def test_orderings_and_strong_fairness_are_needed(alternating: Editor) -> None:
    """X4: without orderings, and with weak fairness, the refinement fails."""
    editor = alternating.open("?diagram=Channels")
    assert "Refines Synchronised: ok holds" in " ".join(editor.run("Check claims").split())
    with editor.page.expect_response("**/api/diagram/change"):
        editor.button("Delete nbOldMsgs")
    found = " ".join(editor.run("Check claims").split())
    assert "x fails (vi) a run of Channels is not weakly fair to RcvNewMsg" in found
    with editor.page.expect_response("**/api/diagram/open"):
        editor.button("Undo")
    editor.choose("Fairness of RcvMsg", "WF")
    assert "x fails (vi)" in " ".join(editor.run("Check claims").split())


def test_a_counterexample_is_on_the_drawing_and_in_the_svg(alternating: Editor) -> None:
    """X6: path and loop, the drawing as a file, the text of the file."""
    editor, page = alternating.open("?diagram=Transmission"), alternating.page
    editor.choose("Fairness of RcvNewMsg", "")
    editor.run("Check claims")
    with page.expect_response("**/api/diagram/open"):
        editor.button("Show on the diagram")
    expect(page.locator("g.node.bad")).to_have_count(2)
    assert page.locator("g.edge.bad text.step").inner_text() == "1"
    with page.expect_download() as saved:
        editor.button("SVG")
    svg = Path(saved.value.path()).read_text(encoding="utf-8")
    assert saved.value.suggested_filename == "Transmission.svg"
    assert "counterexample: Idle -&gt; Sending" in svg
    editor.button("Text")
    shown = page.get_by_label("The file as text").input_value()
    assert shown == editor.text()
    assert "\\* A value is sent only if all values before it have been received." in shown


def test_nodes_are_added_merged_renamed_and_dragged(alternating: Editor) -> None:
    """X7: operations of the editor, each of which can be undone."""
    editor, page = alternating.open("?diagram=Synchronised"), alternating.page
    editor.node("Sending").wait_for()
    before = editor.node("Sending").bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y + 40, steps=4)
    with page.expect_response("**/api/layout"):
        page.mouse.up()
    after = editor.node("Sending").bounding_box()
    assert after is not None
    assert after["x"] - before["x"] == pytest.approx(120, abs=2)
    editor.button("New node")
    editor.node("Node").wait_for()
    editor.fill("Predicates: rcvd = sent", "Received == rcvd = sent")
    assert "Received" in page.get_by_label("Predicates: Received").input_value()
    with page.expect_response("**/api/diagram/change"):
        editor.button("Delete unreachable nodes")
    expect(editor.node("Node")).to_have_count(0)
    editor.select("Idle")
    page.get_by_label("with", exact=True).select_option("Acking")
    with page.expect_response("**/api/diagram/change"):
        editor.button("Merge nodes")
    expect(editor.node("Acking")).to_have_count(0)
    for _ in range(4):
        with page.expect_response("**/api/diagram/open"):
            editor.press("Control+z")
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    page.reload()
    editor.node("Sending").wait_for()
    again = editor.node("Sending").bounding_box()
    assert again is not None
    assert again["x"] == pytest.approx(after["x"], abs=40)


def test_a_diagram_is_computed_and_put_into_the_file(alternating: Editor) -> None:
    """X3: from the spec, the property and two predicates."""
    editor, page = alternating.open("?diagram=Channels"), alternating.page
    editor.button("Compute")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Property").fill("AllReceived")
    dialog.get_by_label("Predicates").fill("rcvd = sent; LastStarCurrPlus")
    dialog.get_by_role("button", name="Compute").click()
    dialog.get_by_text("3 nodes").wait_for(timeout=60_000)
    dialog.get_by_role("button", name="Put it into the file").click()
    expect(page.locator("g.node")).to_have_count(3)
    editor.button("Save")
    page.get_by_role("button", name="Saved").wait_for()
    assert len(load_diagrams(editor.folder / editor.path)["AlternatingBitChannels"].nodes) == 3


def test_an_error_changes_nothing(alternating: Editor) -> None:
    editor, page = alternating.open("?diagram=Transmission"), alternating.page
    editor.fill("New claim", "Wrong == [](")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    editor.button("Close")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_file_that_changed_elsewhere_is_not_overwritten(alternating: Editor) -> None:
    editor, page = alternating.open("?diagram=Transmission"), alternating.page
    editor.fill("New claim", "Other == <>(rcvd = sent)")
    path = editor.folder / editor.path
    theirs = path.read_text(encoding="utf-8") + "\\* changed elsewhere\n"
    path.write_text(theirs, encoding="utf-8")
    editor.button("Save")
    page.get_by_text("has changed since it was read").wait_for()
    assert path.read_text(encoding="utf-8") == theirs
    editor.button("Read it again")
    expect(page.get_by_label("Claims: Other")).to_have_count(0)
