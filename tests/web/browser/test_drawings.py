"""State graphs, proofs, mined relations and pictures of states."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.browser.axe import findings
from tests.web.browser.editor import begin, copied
from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser

BALL = """---- MODULE Ball ----
EXTENDS Naturals, SVG
VARIABLE x
Init == x = 0
Next == x < 4 /\\ x' = x + 1
Spec == Init /\\ [][Next]_x
Near == x < 3
AnimView == Circle(10 + 20 * x, 10, 8, [fill |-> "green", id |-> "ball", onclick |-> "alert(1)"])
====
"""


def test_the_states_of_a_run_are_grouped_opened_and_reached(screen: Screen) -> None:
    from playwright.sync_api import expect

    page = screen.page
    run = begin(screen, "check", "wire/wire.tla")
    screen.show(f"#/run/{run}/graph")
    page.locator("g.node").first.wait_for(timeout=30_000)
    assert page.locator("g.node").count() == 16
    assert page.locator("g.node.bad").count() == 4
    assert page.locator("g.edge.dashed").count() == 8
    first = page.locator('g.node[tabindex="0"]')
    assert first.count() == 1
    before = first.get_attribute("data-node")
    first.focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("heading", name=re.compile(r"Class [1-9]\d*: 25 states")).wait_for()
    assert page.evaluate("document.activeElement.getAttribute('data-node')") != before
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("g.node")).to_have_count(40)
    page.get_by_role("button", name="Do not group by pc").wait_for()
    screen.show(f"#/run/{run}/graph?by=account.alice")
    page.get_by_role("button", name="Do not group by account.alice").wait_for()
    page.get_by_role("button", name="As a table").click()
    page.get_by_role("row").nth(2).wait_for()
    screen.show(f"#/run/{run}/graph?focus=3")
    page.get_by_role("link", name="Shortest trace to here").click()
    page.get_by_role("heading", name=re.compile("Step through wire.tla")).wait_for()
    assert len(re.search(r"path=([0-9a-f.]+)", page.url)[1].split(".")) == 3  # type: ignore[index]


def test_a_proof_that_is_open_is_never_called_violated(screen: Screen) -> None:
    page = screen.page
    run = begin(screen, "prove", "TwoPhase/TwoPhase.tla")
    screen.show(f"#/proof/{run}")
    page.locator(".cti").wait_for(timeout=60_000)
    text = page.locator("main").inner_text()
    assert "violated" not in text
    assert "not known to be reachable" in text
    cell = page.get_by_role("button", name="TCConsistent, RMChooseToAbort", exact=False).first
    assert "counterexample to induction" in str(cell.get_attribute("aria-label"))
    cell.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="TCConsistent / ").first.wait_for()
    page.get_by_role("button", name="Drawing").click()
    assert "open for" in str(
        page.locator('g.node[data-node="TCConsistent"]').get_attribute("aria-label")
    )


@pytest.mark.slow
def test_lemmas_are_inferred_drawn_and_rechecked(screen: Screen) -> None:
    page = screen.page
    run = begin(screen, "prove", "TwoPhase/TwoPhase.tla")
    screen.show(f"#/proof/{run}")
    page.get_by_role("button", name="Infer lemmas").click(timeout=60_000)
    page.wait_for_url(re.compile(rf"#/proof/(?!{run}\b)"))
    page.locator("g.node.goal").wait_for(timeout=120_000)
    assert page.locator("g.node").count() >= 5
    page.locator("g.node", has_text="Lemma1").first.click()
    page.get_by_role("heading", name="Lemma1 / ").wait_for()
    page.get_by_role("button", name="Certificate and recheck").click()
    page.locator(".verdict-block").wait_for(timeout=60_000)


def test_relations_are_filtered_drawn_and_checked(screen: Screen) -> None:
    page = screen.page
    run = begin(screen, "mine", "wire/wire.tla")
    screen.show(f"#/mine/{run}")
    rows = page.locator(".mine-table tbody tr")
    rows.first.wait_for(timeout=60_000)
    every = rows.count()
    page.get_by_label("form").select_option("bound")
    page.get_by_text(re.compile(rf"of {every} relations")).wait_for()
    assert 0 < rows.count() < every
    page.get_by_label("form").select_option("")
    page.get_by_role("button", name="Drawing").click()
    page.locator("g.node").first.wait_for()
    page.get_by_role("button", name="As a table").click()
    page.get_by_role("button", name=re.compile("^Check .* as invariant")).first.click()
    page.locator(".verdict-block", has_text="No error").wait_for(timeout=60_000)


def test_a_state_has_the_picture_of_its_spec(screen: Screen, project: Path) -> None:
    from playwright.sync_api import expect

    (project / "Ball.tla").write_text(BALL, encoding="utf-8")
    (project / "Ball.cfg").write_text("SPECIFICATION Spec\nINVARIANT Near\n", encoding="utf-8")
    page = screen.page
    run = begin(screen, "check", "Ball.tla")
    screen.show(f"#/run/{run}")
    page.locator(".verdict-block").wait_for(timeout=30_000)
    screen.show(f"#/run/{run}/anim?at=2")
    ball = page.locator("svg.anim circle")
    ball.wait_for()
    assert ball.get_attribute("cx") == "30"
    assert ball.get_attribute("onclick") is None
    page.get_by_text("Not drawn").wait_for()
    page.get_by_role("button", name="Play").click()
    expect(ball).to_have_attribute("cx", "70")
    screen.show(f"#/run/{run}/trace?at=3")
    page.get_by_role("radio", name="Picture").check()
    expect(ball).to_have_attribute("cx", "50")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_drawings(
    new_screen: Callable[..., Screen], project: Path, theme: str
) -> None:
    screen = new_screen(bypass_csp=True, color_scheme=theme)
    page = screen.page
    path = copied(project, f"axe-{theme}")
    graph = begin(screen, "check", "wire/wire.tla")
    proof = begin(screen, "prove", "TwoPhase/TwoPhase.tla")
    mined = begin(screen, "mine", "wire/wire.tla")
    swept = begin(screen, "sweep", "Sized.tla", {"values": {"N": ["1", "2", "3"]}})
    places = {
        "graph": (f"#/run/{graph}/graph?focus=3", ".panel h3"),
        "graph as a table": (f"#/run/{graph}/graph?view=table", ".graph-table"),
        "proof": (f"#/proof/{proof}?view=graph", "g.node"),
        "matrix": (f"#/proof/{proof}?view=matrix", ".cti"),
        "unproved state": (f"#/step/TwoPhase/TwoPhase.tla?run={proof}&from=cti", ".truths"),
        "sweep": (f"#/run/{swept}", ".line-chart"),
        "mine": (f"#/mine/{mined}", ".mine-table tr"),
        "relations": (f"#/mine/{mined}?view=drawing", "g.node"),
        "diagram": (f"#/diagram/{path}?diagram=Channels&node=Sending", ".literals"),
        "edge": (f'#/diagram/{path}?diagram=Channels&edge=["Idle","Sending"]', ".edge-form"),
        "text": (f"#/diagram/{path}?view=text", "textarea"),
        "new file": ("#/diagram/New.diagram", "h2"),
    }
    found = []
    for name, (place, awaited) in places.items():
        screen.show(place)
        page.locator(awaited).first.wait_for(timeout=60_000)
        found += [f"{name}: {each}" for each in findings(screen)]
    assert found == []


def test_a_walk_from_a_counterexample_to_induction_is_no_violation(screen: Screen) -> None:
    """Step from here: the state before the step, and what no state is called."""
    from playwright.sync_api import expect

    page = screen.page
    run = begin(screen, "prove", "TwoPhase/TwoPhase.tla")
    screen.show(f"#/proof/{run}")
    cti = page.locator(".panel .cti")
    cti.wait_for(timeout=60_000)
    before = cti.locator("tr", has_text="rmState").locator("td").first.inner_text()
    cti.get_by_role("link", name="Step from here").click()
    expect(page.get_by_role("note")).to_contain_text("not known to be reachable")
    expect(page.locator(".virtual-row .label")).to_have_text("unproved")
    assert f"run={run}&from=cti" in page.url
    assert page.locator(".variable", has_text="rmState").locator("dd").inner_text() == before
    step = page.locator(".choice", has=page.locator(".broken", has_text="TCConsistent")).first
    step.click()
    expect(page.locator(".truth-line", has_text="TCConsistent")).to_contain_text("FALSE")
    assert "violated" not in page.locator("main").inner_text()
    colour = "(at) => getComputedStyle(at).color"
    false = page.locator(".truth-line .tone-bad").first.evaluate(colour)
    assert false != page.locator("body").evaluate("""(body) => {
        const other = body.appendChild(document.createElement("i"));
        other.className = "tone-bad";
        return getComputedStyle(other).color;
    }""")
    page.keyboard.press("u")
    expect(page.locator(".virtual-row")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".virtual-row")).to_have_count(1)


@pytest.mark.parametrize(("command", "screen_of"), [("prove", "proof"), ("mine", "mine")])
def test_a_run_that_failed_says_why_and_leads_to_the_text(
    screen: Screen, command: str, screen_of: str
) -> None:
    page = screen.page
    run = begin(screen, command, "Broken.tla")
    screen.show(f"#/{screen_of}/{run}")
    page.get_by_role("button", name="Broken.tla:3:13").click(timeout=20_000)
    page.locator(".cm-activeLine", has_text="Init == x = y").wait_for()
