"""Predicate diagrams are drawn, checked, computed and refined: with the mouse, and with keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdfast import load_diagrams
from tests.web.browser.editor import Editor, KeyEditor, begin, copied
from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser

TWO_NODES = """diagram Two
  abstract action Send
  abstract action Receive WF
  node Idle initial: rcvd = sent
  node Sending: rcvd = front_sent
  edge Idle -> Sending: Send
  edge Sending -> Idle: Receive
  claim All == []<>(rcvd = sent)
end
"""
_by_keys = pytest.param(KeyEditor, id="keys", marks=pytest.mark.slow)
by_hand = pytest.mark.parametrize("hand", [pytest.param(Editor, id="mouse"), _by_keys])
both_slow = pytest.mark.parametrize(
    "hand", [pytest.param(Editor, id="mouse", marks=pytest.mark.slow), _by_keys]
)
Hand = type[Editor]


@pytest.fixture
def folder(project: Path, request: pytest.FixtureRequest) -> str:
    """A copy of the alternating bit diagrams; the path of the file."""
    return copied(project, re.sub(r"\W+", "_", request.node.name))


@pytest.mark.parametrize("hand", [KeyEditor, pytest.param(Editor, marks=pytest.mark.slow)])
def test_two_nodes_are_drawn_and_checked(screen: Screen, project: Path, hand: Hand) -> None:
    """X1: with weak fairness the claim holds, without it the run stays at Sending."""
    name = f"By{hand.__name__}"
    editor = hand(screen, project, f"{name}.diagram").open()
    editor.change("Draw one")
    editor.fill("New action", "abstract SndNewValue")
    editor.fill("New action", "abstract RcvNewMsg WF")
    editor.select("Start")
    editor.fill("As text", "node Idle initial: rcvd = sent")
    editor.node("Idle").wait_for()
    editor.change("New node")
    editor.node("Node").wait_for()
    editor.fill("Name", "Sending")
    editor.node("Sending").wait_for()
    editor.fill("As text", "node Sending: rcvd = front_sent")
    editor.connect("Idle", "Sending")
    editor.connect("Sending", "Idle")
    editor.fill("As text", "edge Sending -> Idle: RcvNewMsg")
    editor.fill("New claim", "AllReceived == []<>(rcvd = sent)")
    assert "ok holds AllReceived" in editor.ask("Check claims")
    editor.set("Fairness of RcvNewMsg", "")
    screen.page.get_by_text("The diagrams or specs have changed since").wait_for()
    found = editor.ask("Check claims")
    assert "x fails AllReceived" in found
    assert "*Sending stays" in found
    editor.change("Make RcvNewMsg WF")
    assert "ok holds AllReceived" in editor.ask("Check claims")
    saved = load_diagrams(project / f"{name}.diagram")[name]
    assert [(e.source, e.actions, e.target) for e in saved.edges] == [
        ("Idle", ("SndNewValue",), "Sending"),
        ("Sending", ("RcvNewMsg",), "Idle"),
    ]


@both_slow
def test_a_copy_is_split_and_still_refines(screen: Screen, project: Path, hand: Hand) -> None:
    """X2: a refinement keeps what each node was; conditions name what is wrong."""
    (project / "Refined.diagram").write_text(TWO_NODES, encoding="utf-8")
    editor = hand(screen, project, "Refined.diagram").open()
    editor.change("Refine")
    screen.page.get_by_text("refines Two", exact=True).wait_for()
    editor.fill("New predicate", "(sAck = rBit)")
    editor.select("Idle")
    editor.choose("by", "sAck = rBit")
    editor.write("where it is true", "Idle")
    editor.write("where it is false", "Acking")
    editor.change("Split node")
    assert "Refines Two: ok holds" in editor.ask("Check claims")
    editor.select("Acking")
    assert screen.page.get_by_label("Refines, in Two").input_value() == "Idle"
    editor.fill("As text", "node Acking initial: ~(sAck = rBit)")
    found = editor.ask("Check claims")
    assert "Refines Two: ok holds" not in found
    assert re.search(r"(x fails|\?\? open) \(ii\)", found)
    editor.undo()
    editor.set("Fairness of Receive", "")
    found = editor.ask("Check claims")
    assert "x fails (vi)" in found
    assert "*Sending stays" in found


@by_hand
def test_a_diagram_is_compared_with_its_spec(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X3 and X5: all conditions hold; a missing edge is named, with its step, on the drawing."""
    from playwright.sync_api import expect

    editor, page = hand(screen, project, folder).open("?diagram=Channels"), screen.page
    assert "81 conditions, 81 hold" in editor.ask("Conforms?")
    expect(editor.node("Sending")).to_have_attribute("aria-label", re.compile("conditions hold"))
    spec = project / folder.replace("AlternatingBit.diagram", "AlternatingBitChannels.tla")
    spec.write_text(spec.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    expect(editor.node("Sending")).to_have_attribute("aria-label", re.compile("changed since"))
    editor.select_edge("AckingNone", "Acking")
    with editor.changing():
        page.keyboard.press("Delete")
    expect(editor.node("Sending")).to_have_attribute("aria-label", re.compile("changed since"))
    assert "x fails O2: AckingNone / SndAck" in editor.ask("Conforms?")
    expect(editor.node("AckingNone")).to_have_attribute("aria-label", re.compile("fails: O2"))
    editor.press_button("O2: AckingNone / SndAck")
    page.get_by_role("heading", name="Node AckingNone").wait_for()
    row = page.locator(".before-after tr", has=page.get_by_role("rowheader", name="ackQ"))
    assert row.inner_text().split() == ["ackQ", "<<>>", "<<1>>"]


@both_slow
def test_what_is_wrong_in_a_diagram_fails_a_condition(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X5: a wrong label, an ordering that does not decrease, fairness where nothing is enabled."""
    editor = hand(screen, project, folder).open("?diagram=Channels")
    editor.select("Idle")
    editor.fill("As text", "node Idle initial: rcvd = sent, ~(rBit = sBit), sAck = rBit")
    assert "x fails O1: initial states" in editor.ask("Conforms?")
    editor.undo()
    editor.select_edge("Idle", "Sending")
    editor.fill("As text", "edge Idle -> Sending: SndNewValue (nbOldMsgs, <)")
    editor.fill("Actions: RcvMsg", "RcvMsg SF enabled Sending, SendingLost")
    found = editor.ask("Conforms?")
    assert "x fails O3: Idle -SndNewValue-> Sending: nbOldMsgs decreases" in found
    assert "x fails O4b: SendingLost: RcvMsg is enabled" in found


@both_slow
def test_orderings_and_strong_fairness_are_needed(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X4: without orderings, and with weak fairness, the refinement fails."""
    editor = hand(screen, project, folder).open("?diagram=Channels")
    assert "Refines Synchronised: ok holds" in editor.ask("Check claims")
    editor.change("Delete nbOldMsgs")
    found = editor.ask("Check claims")
    assert "x fails (vi) a run of Channels is not weakly fair to RcvNewMsg" in found
    editor.undo()
    editor.set("Fairness of RcvMsg", "WF")
    assert "x fails (vi)" in editor.ask("Check claims")


@pytest.mark.slow
@by_hand
def test_a_counterexample_is_on_the_drawing_and_in_the_svg(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X6: path and loop, the drawing as a file, the text of the file."""
    from playwright.sync_api import expect

    editor, page = hand(screen, project, folder).open("?diagram=Transmission"), screen.page
    editor.set("Fairness of RcvNewMsg", "")
    editor.ask("Check claims")
    with page.expect_response("**/api/diagram/open"):
        editor.press_button("Show on the diagram")
    expect(page.locator("g.node.bad")).to_have_count(2)
    assert page.locator("g.edge.bad text.step").text_content() == "1"
    with page.expect_download() as saved:
        editor.press_button("SVG")
    assert saved.value.suggested_filename == "Transmission.svg"
    svg = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "counterexample: Idle -&gt; Sending" in svg
    editor.press_button("Text")
    shown = page.get_by_label("The file as text").input_value()
    assert shown == editor.text()
    assert "\\* A value is sent only if all values before it have been received." in shown


@pytest.mark.slow
@by_hand
def test_nodes_are_added_merged_and_deleted(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X7: operations of the editor, each of which can be undone."""
    from playwright.sync_api import expect

    editor, page = hand(screen, project, folder).open("?diagram=Synchronised"), screen.page
    editor.change("New node")
    editor.node("Node").wait_for()
    editor.fill("Predicates: rcvd = sent", "Received == rcvd = sent")
    assert page.get_by_label("Predicates: Received").input_value() == "Received == rcvd = sent"
    editor.change("Delete unreachable nodes")
    expect(editor.node("Node")).to_have_count(0)
    editor.select("Idle")
    editor.choose("with", "Acking")
    editor.change("Merge nodes")
    expect(editor.node("Acking")).to_have_count(0)
    for _ in range(4):
        editor.undo()
    expect(editor.node("Acking")).to_have_count(1)
    expect(page.get_by_role("button", name="Saved")).to_be_visible()


def test_a_node_stays_where_it_was_dragged(screen: Screen, project: Path, folder: str) -> None:
    from playwright.sync_api import expect

    editor, page = Editor(screen, project, folder).open("?diagram=Synchronised"), screen.page
    editor.node("Sending").wait_for()
    places = [editor.node("Sending").bounding_box()]
    assert places[0] is not None
    x, y = places[0]["x"] + places[0]["width"] / 2, places[0]["y"] + 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y + 40, steps=4)
    with page.expect_response("**/api/layout"):
        page.mouse.up()
    editor.select("Sending")
    with page.expect_response("**/api/layout"):
        page.keyboard.press("Alt+ArrowRight")
    with page.expect_response("**/api/layout*"):
        page.reload()
    editor.node("Sending").wait_for()
    kept = page.evaluate(
        "async (of) => (await (await fetch(`/api/layout?of=${encodeURIComponent(of)}`, {headers:"
        " {Authorization: `Bearer ${localStorage.getItem('holdfast.token')}`}})).json()).places",
        f"{folder}#Synchronised",
    )
    assert list(kept) == ["Sending"]
    expect(page.locator('g.node[data-node="Sending"] .box')).to_have_attribute(
        "x", str(kept["Sending"][0])
    )


@both_slow
def test_a_diagram_is_computed_and_put_into_the_file(
    screen: Screen, project: Path, folder: str, hand: Hand
) -> None:
    """X3: from the spec, the property and two predicates."""
    from playwright.sync_api import expect

    editor, page = hand(screen, project, folder).open("?diagram=Channels"), screen.page
    editor.press_button("Compute")
    editor.write("Property", "AllReceived")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Predicates").fill("rcvd = sent; LastStarCurrPlus")
    page.keyboard.press("Enter")
    dialog.get_by_text("3 nodes").wait_for(timeout=60_000)
    editor.change("Put it into the file")
    expect(page.locator("g.node")).to_have_count(3)
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Saved").wait_for()
    assert len(load_diagrams(project / folder)["AlternatingBitChannels"].nodes) == 3


def test_an_error_changes_nothing(screen: Screen, project: Path, folder: str) -> None:
    from playwright.sync_api import expect

    editor, page = Editor(screen, project, folder).open("?diagram=Transmission"), screen.page
    editor.fill("New claim", "Wrong == [](")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    editor.press_button("Close")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_file_that_changed_elsewhere_is_not_overwritten(
    screen: Screen, project: Path, folder: str
) -> None:
    from playwright.sync_api import expect

    editor, page = Editor(screen, project, folder).open("?diagram=Transmission"), screen.page
    editor.fill("New claim", "Other == <>(rcvd = sent)")
    theirs = editor.text() + "\\* changed elsewhere\n"
    (project / folder).write_text(theirs, encoding="utf-8")
    editor.press_button("Save")
    page.get_by_text("has changed since it was read").wait_for()
    assert editor.text() == theirs
    editor.press_button("Read it again")
    expect(page.get_by_label("Claims: Other")).to_have_count(0)


@pytest.mark.slow
def test_what_is_seen_becomes_what_can_be_proved(screen: Screen, project: Path) -> None:
    """The classes of a state graph are the nodes of a diagram, which covers all behaviours."""
    page = screen.page
    run = begin(screen, "check", "wire/wire.tla")
    screen.show(f"#/run/{run}/graph?by=pc")
    page.get_by_role("link", name="As predicate diagram").click(timeout=30_000)
    page.locator('g.node[data-node="Withdraw_Deposit"]').wait_for()
    assert page.locator("g.node").count() == 16
    editor = Editor(screen, project, "wire/wire.diagram")
    found = editor.ask("Conforms?")
    assert "Covers wire.tla: ok holds" in found
