"""The screen of a spec: text, diagnostics, model, run."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser


def test_a_check_shows_the_violation_and_what_was_not_checked(screen: Screen) -> None:
    page = screen.page
    started = time.perf_counter()
    screen.check("wire/wire.tla")
    assert time.perf_counter() - started < 15
    expect(page.locator(".headline")).to_have_text("x NoOverdrafts is violated after 4 steps")
    expect(page.locator(".reason")).to_contain_text('FALSE for p = "alice"')
    rows = page.locator(".properties tr")
    expect(rows.nth(0)).to_contain_text("violated")
    expect(rows.nth(1)).to_contain_text("no violation in the explored states")
    expect(rows.nth(2)).to_contain_text("not checked: NoOverdrafts is violated")
    expect(page.locator(".cm-coverage .count", has_text="200").first).to_be_visible()
    expect(page.get_by_role("navigation", name="Results of run")).to_contain_text("Trace")
    page.locator(".cm-line").nth(4).click()
    page.keyboard.type("\n")
    expect(page.locator(".cm-coverage")).to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator(".cm-coverage .count", has_text="200").first).to_be_visible()


def test_diagnostics_come_while_typing_and_go_again(screen: Screen) -> None:
    page = screen.show("#/spec/wire/wire.tla").page
    expect(page.locator(".problems")).to_contain_text("no problems", timeout=15_000)
    page.locator(".cm-line").nth(3).click()
    page.keyboard.press("Home")
    page.keyboard.type("x")
    expect(page.locator(".problems li").first).to_contain_text("expected a definition")
    expect(page.locator(".cm-lintRange-error").first).to_be_visible()
    page.get_by_role("button", name="4:10").click()
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(page.locator(".problems")).to_contain_text("no problems")


def test_a_text_is_saved_before_it_is_checked(screen: Screen, project: Path) -> None:
    path = project / "Saved.tla"
    lines = [
        "---- MODULE Saved ----",
        "VARIABLE x",
        "Init == x = 0",
        "Next == x' = IF x = 0 THEN 1 ELSE 0",
        "====",
        "",
    ]
    path.write_text("\n".join(lines))
    page = screen.show("#/spec/Saved.tla").page
    page.locator(".cm-line").nth(2).click()
    page.keyboard.press("End")
    page.keyboard.type("\nZero == x = 0")
    expect(page.get_by_role("navigation", name="Specs")).to_contain_text("not saved")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("navigation", name="Specs")).not_to_contain_text("not saved")
    assert "Zero == x = 0" in path.read_text()
    page.get_by_role("checkbox", name="Zero").check()
    assert "inv=Zero" in page.url
    page.keyboard.press("Control+Enter")
    expect(page.locator(".headline")).to_have_text(
        "x Zero is violated after 1 step", timeout=15_000
    )


def test_changes_of_others_are_shown_and_never_overwritten(screen: Screen, project: Path) -> None:
    path = project / "Shared.tla"
    path.write_text("---- MODULE Shared ----\nVARIABLE x\n====\n")
    page = screen.show("#/spec/Shared.tla").page
    page.locator(".cm-line").nth(1).wait_for()
    path.write_text("---- MODULE Shared ----\nVARIABLE other\n====\n")
    expect(page.locator(".cm-content")).to_contain_text("VARIABLE other")
    page.locator(".cm-line").nth(1).click()
    page.keyboard.press("End")
    page.keyboard.type(", mine")
    path.write_text("---- MODULE Shared ----\nVARIABLE theirs\n====\n")
    expect(page.get_by_role("alert")).to_contain_text("changed elsewhere")
    expect(page.locator(".cm-content")).to_contain_text("VARIABLE other, mine")
    page.get_by_role("button", name="Save mine over it").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "VARIABLE other, mine" in path.read_text()


def test_a_long_run_shows_figures_and_stops_with_what_it_found(screen: Screen) -> None:
    page = screen.show("#/spec/Endless.tla").page
    page.locator(".cm-content").wait_for()
    page.get_by_role("button", name="Check", exact=True).first.click()
    expect(page.locator(".figures")).to_contain_text("distinct states", timeout=15_000)
    expect(page.get_by_role("contentinfo")).to_contain_text("Endless.tla")
    page.get_by_role("heading", name="Run").click()
    page.keyboard.press("Escape")
    expect(page.locator(".headline")).to_contain_text("Inconclusive: cancelled", timeout=15_000)
    expect(page.locator(".properties")).to_contain_text("no violation in the explored states")


def test_a_sweep_has_a_row_for_each_value(screen: Screen) -> None:
    page = screen.show("#/spec/Sized.tla").page
    field = page.get_by_label("Value of N")
    field.fill("1..3")
    field.press("Tab")
    screen.page.get_by_role("button", name="Check", exact=True).first.click()
    rows = page.locator(".sweep tbody tr")
    expect(rows).to_have_count(3, timeout=20_000)
    expect(rows.nth(2).get_by_role("rowheader")).to_have_text("3")
    expect(rows.nth(2)).to_contain_text("violated Inv")
    states = page.get_by_role("img", name="distinct states by N. N = 1: 2; N = 2: 3; N = 3: 4")
    expect(states.locator("polyline")).to_have_attribute("points", re.compile(r"^\S+ \S+$"))
    expect(states.locator(".stopped")).to_have_count(1)
    expect(page.get_by_role("img", name=re.compile("^time by N"))).to_be_visible()


def test_below_900_pixels_panels_are_tabs(new_screen: Callable[..., Screen]) -> None:
    screen = new_screen(viewport={"width": 800, "height": 700})
    page = screen.show("#/spec/wire/wire.tla").page
    page.locator(".cm-content").wait_for()
    expect(page.get_by_role("tab", name="Text")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Text").press("ArrowLeft")
    expect(page.get_by_role("heading", name="Model")).to_be_visible()
    expect(page.locator(".cm-content")).not_to_be_visible()


def test_panels_are_resized_with_keys_and_remembered(screen: Screen) -> None:
    page = screen.show("#/spec/wire/wire.tla").page
    border = page.get_by_role("separator", name="Width of Run")
    border.focus()
    border.press("ArrowLeft")
    expect(border).to_have_attribute("aria-valuenow", "444")
    page.reload()
    expect(page.get_by_role("separator", name="Width of Run")).to_have_attribute(
        "aria-valuenow", "444"
    )


def test_a_formula_is_added_and_a_run_is_kept(screen: Screen) -> None:
    page = screen.show("#/spec/Sized.tla?config=Sized.cfg").page
    page.get_by_label("Add a formula to Invariants").fill("x # 2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="x # 2")).to_be_checked()
    page.get_by_role("button", name="Check", exact=True).first.click()
    expect(page.locator(".headline")).to_have_text(
        "x x # 2 is violated after 2 steps", timeout=15_000
    )
    page.get_by_role("checkbox", name="keep this run").check()
    page.reload()
    expect(page.get_by_role("checkbox", name="keep this run")).to_be_checked()


def test_changes_survive_another_screen(screen: Screen, project: Path) -> None:
    (project / "Draft.tla").write_text("---- MODULE Draft ----\nVARIABLE x\n====\n")
    page = screen.show("#/spec/Draft.tla").page
    page.locator(".cm-line").nth(1).click()
    page.keyboard.press("End")
    page.keyboard.type(", y")
    page.get_by_role("link", name="holdfast", exact=True).click()
    page.get_by_role("heading", name="Specs").wait_for()
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("VARIABLE x, y")
    expect(page.get_by_role("navigation", name="Specs")).to_contain_text("not saved")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("navigation", name="Specs")).not_to_contain_text("not saved")


def test_names_have_levels_and_definitions_have_runs(screen: Screen, project: Path) -> None:
    (project / "Marked.tla").write_text(
        "---- MODULE Marked ----\nEXTENDS Naturals\nCONSTANT N\nVARIABLE x\nInit == x = 0\n"
        "Next == \\E i \\in 1..N : x' = i\nSpec == Init /\\ [][Next]_x\nSmall == x < 3\n====\n"
    )
    (project / "Marked.cfg").write_text("SPECIFICATION Spec\nCONSTANT N = 3\n")
    page = screen.show("#/spec/Marked.tla").page
    expect(page.locator(".sem-action.sem-declaration")).to_have_text("Next")
    expect(page.locator(".sem-temporal.sem-declaration")).to_have_text("Spec")
    expect(page.locator(".sem-constant.sem-declaration").first).to_have_text("N")
    expect(page.locator(".sem-primed")).to_have_text("x")
    expect(page.locator(".sem-bound")).to_have_text(["i", "i"])
    lens = page.locator(".cm-lens", has=page.get_by_role("button", name="prove Small"))
    lens.get_by_role("button", name="check Small").click()
    expect(page.locator(".headline")).to_have_text("x Small is violated after 1 step")
    expect(lens).to_contain_text("check: violated")
    page.locator(".cm-line").nth(4).click()
    page.keyboard.press("End")
    page.keyboard.type(" + 0")
    expect(lens).to_contain_text("changed since")
    page.keyboard.press("Control+k")
    page.keyboard.type("check small")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("x Small is violated after 1 step")
    expect(lens).not_to_contain_text("changed since")


def test_constants_without_values_get_small_ones(screen: Screen, project: Path) -> None:
    (project / "Unset.tla").write_text(
        "---- MODULE Unset ----\nEXTENDS Naturals\nCONSTANTS N, S\nVARIABLE x\n"
        "Init == x \\in S\nNext == x < N /\\ UNCHANGED x\nSmall == x \\in S\n====\n"
    )
    page = screen.show("#/step/Unset.tla").page
    expect(page.get_by_role("alert").get_by_role("link", name="Unset.tla:3:11")).to_be_visible()
    screen.show("#/spec/Unset.tla")
    expect(page.locator(".unset")).to_contain_text("2 constants without a value")
    page.get_by_role("button", name="Use small values").click()
    expect(page.get_by_label("Value of N")).to_have_value("3")
    expect(page.locator(".unset")).to_have_count(0)
    page.get_by_role("checkbox", name="Small").check()
    page.get_by_role("button", name="Check", exact=True).first.click()
    expect(page.locator(".headline")).to_contain_text("Deadlock reached", timeout=15_000)


def test_at_900_pixels_the_text_keeps_its_room(new_screen: Callable[..., Screen]) -> None:
    page = new_screen(viewport={"width": 900, "height": 700}).show("#/spec/wire/wire.tla").page
    page.locator(".cm-content").wait_for()
    editor = page.locator(".pane-text").bounding_box()
    crumb = page.get_by_role("navigation", name="Place").get_by_role("link", name="wire/wire.tla")
    assert editor is not None
    assert editor["width"] >= 340
    assert crumb.evaluate("(at) => at.scrollWidth <= at.clientWidth || !at.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == 900


def test_a_configuration_is_edited_and_checked_with_its_spec(screen: Screen, project: Path) -> None:
    (project / "Own.tla").write_text(
        "---- MODULE Own ----\nEXTENDS Naturals\nCONSTANT N\nVARIABLE x\nInit == x = 0\n"
        "Next == x < N /\\ x' = x + 1\nLow == x < 3\n====\n"
    )
    path = project / "Own.cfg"
    path.write_text("INIT Init\nNEXT Next\nCONSTANT N = 2\nCHECK_DEADLOCK FALSE\n")
    page = screen.show("#/spec/Own.tla").page
    page.get_by_role("link", name="Edit Own.cfg").click()
    page.locator(".cm-line").nth(3).click()
    page.keyboard.press("End")
    page.keyboard.type("\nINVARIANT Low")
    expect(page.locator(".model-panel")).to_contain_text("of Own.tla")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".headline")).to_contain_text("all 3 reachable states", timeout=15_000)
    expect(page.locator(".properties")).to_contain_text("Low")
    assert "INVARIANT Low" in path.read_text()
    assert "#/spec/Own.tla?config=Own.cfg&run=" in page.url
