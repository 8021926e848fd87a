"""Walks through a spec."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser


def begin(screen: Screen, spec: str = "wire/wire.tla") -> Page:
    screen.show(f"#/step/{spec}")
    screen.page.locator(".choice").first.wait_for()
    return screen.page


def test_a_walk_is_in_the_address_and_survives_a_reload(screen: Screen) -> None:
    page = begin(screen)
    expect(page.locator(".choice")).to_have_count(25)
    page.keyboard.press("5")
    expect(page.locator(".virtual-row")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".virtual-row")).to_have_count(2)
    page.locator(".choice").nth(1).click()
    expect(page.locator(".virtual-row")).to_have_count(3)
    before = page.locator(".virtual").aria_snapshot()
    page.reload()
    expect(page.locator(".virtual-row")).to_have_count(3)
    assert page.locator(".virtual").aria_snapshot() == before.replace("choose of 25", "choose")


def test_what_is_left_is_kept_as_a_branch(screen: Screen) -> None:
    page = begin(screen)
    page.keyboard.press("5")
    expect(page.locator(".virtual-row")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".virtual-row")).to_have_count(2)
    first = page.locator(".virtual-row").nth(1).inner_text()
    page.keyboard.press("u")
    expect(page.locator(".virtual-row")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator(".virtual-row")).to_have_count(2)
    assert page.locator(".virtual-row").nth(1).inner_text() != first
    page.get_by_role("button", name="b1").click()
    expect(page.locator(".virtual-row").nth(1)).to_contain_text("Check(1)")
    assert page.locator(".virtual-row").nth(1).inner_text() == first


def test_a_step_that_breaks_an_invariant_is_marked_before_it_is_taken(screen: Screen) -> None:
    page = begin(screen)
    page.keyboard.press("5")
    for label in ("Check(1)", "Check(2)", "Withdraw(1)"):
        page.locator(".choice", has_text=label).first.click()
        expect(page.locator(".virtual-row.selected")).to_contain_text(label)
    bad = page.locator(".choice", has_text="Withdraw(2)")
    expect(bad.locator(".broken")).to_have_text("x FALSE NoOverdrafts")
    bad.click()
    expect(page.locator(".explanation")).to_contain_text('account["alice"] = -1')


def test_a_walk_that_an_edit_ended_says_where(screen: Screen) -> None:
    page = screen.show("#/step/wire/wire.tla?path=00000000").page
    expect(page.get_by_role("alert")).to_contain_text("no initial state is 00000000")


def test_a_spec_with_errors_says_so(screen: Screen) -> None:
    page = screen.show("#/step/Broken.tla").page
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_walk_has_lanes_too(screen: Screen) -> None:
    page = begin(screen)
    page.keyboard.press("5")
    expect(page.locator(".virtual-row")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".virtual-row")).to_have_count(2)
    page.keyboard.press("d")
    expect(page.locator(".lane-note text")).to_have_text("Check(1)")
    assert page.title() == "step - wire.tla - holdfast"


def test_a_property_of_steps_is_that_of_the_step_to_a_state(screen: Screen, project: Path) -> None:
    (project / "Grows.tla").write_text(
        "---- MODULE Grows ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
        "Next == x' \\in {x + 1, 0}\nSpec == Init /\\ [][Next]_x\nGrow == [][x' > x]_x\n====\n"
    )
    (project / "Grows.cfg").write_text("SPECIFICATION Spec\nPROPERTY Grow\n")
    page = begin(screen, "Grows.tla")
    expect(page.locator(".virtual-row")).to_have_count(1)  # there is one state to begin with
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    truth = page.locator(".truth-line", has_text="Grow")
    expect(truth).to_contain_text("of steps")
    page.locator(".choice", has=page.locator("ins", has_text="1")).click()
    expect(truth).to_contain_text("TRUE")
    page.locator(".choice", has=page.locator("ins", has_text="0")).click()
    expect(truth).to_contain_text("FALSE Grow of the step to this state")
    expect(truth.get_by_role("button")).to_have_count(0)
