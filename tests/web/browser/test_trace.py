"""The trace explorer on traces of runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser
RunOf: TypeAlias = Callable[..., str]


def selected(page: Page) -> str:
    return page.locator(".virtual-row.selected .number").inner_text()


def test_a_trace_has_nested_changes_and_a_column_for_each_invariant(
    screen: Screen, run_of: RunOf, golden: Callable[[str, str], None]
) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    last = page.locator(".virtual-row").nth(4)
    expect(last).to_contain_text("Withdraw(2)")
    expect(last).to_contain_text("account.alice 4")
    expect(last.locator(".truth")).to_have_text("x FALSE")
    expect(page.locator(".virtual-row").nth(3).locator(".truth")).to_have_text("ok TRUE")
    expect(page.locator(".explanation")).to_contain_text('is FALSE for p = "alice"')
    expect(page.locator(".explanation mark")).to_have_text("account[p] >= 0")
    expect(page.locator(".choice")).to_have_count(2)
    golden("web/trace.txt", page.locator(".virtual").aria_snapshot() + "\n")


def test_keys_move_through_a_trace(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("wire/wire.tla"), "?at=1").page
    assert selected(page) == "1"
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    assert selected(page) == "3"
    page.keyboard.press("k")
    assert selected(page) == "2"
    page.get_by_role("button", name="account", exact=True).click()
    page.keyboard.press("]")
    expect(page.locator(".virtual-row.selected .number")).to_have_text("4")
    page.keyboard.press("End")
    page.keyboard.press("[")
    expect(page.locator(".virtual-row.selected .number")).to_have_text("4")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="State 4 of 5")).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".virtual")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("check")
    expect(page.locator(".virtual-row")).to_have_count(3)
    assert "at=4" in page.url


def test_a_watch_expression_has_a_value_on_every_row(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    page.keyboard.press("w")
    page.keyboard.type('account["alice"] + account["bob"]')
    page.keyboard.press("Enter")
    cells = page.locator(".watch-cell")
    expect(cells).to_have_text(["10", "10", "10", "9", "4"])
    page.get_by_label("Watch an expression").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator(".watched")).to_contain_text("undefined")


def test_an_action_that_is_not_enabled_says_why(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    page.locator(".choice").first.wait_for()
    page.keyboard.press("y")
    expect(page.locator(".reasons").first).to_contain_text('pc[1] = "Deposit"')


def test_lanes_need_no_annotation_and_are_a_table_too(screen: Screen, run_of: RunOf) -> None:
    run = run_of("wire/wire.tla")
    page = screen.show(f"#/run/{run}/trace?view=lanes").page
    expect(page.locator(".lane-note")).to_have_count(4)
    expect(page.locator(".lane-note.bad text")).to_have_text("x Withdraw(2)")
    page.get_by_role("button", name="as a table").click()
    expect(page.get_by_role("row").filter(has_text="Withdraw(2)")).to_contain_text("2")


def test_a_lasso_is_a_bracket_and_l_goes_to_its_start(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("Lasso.tla")).page
    expect(page.locator(".loop-start .number")).to_have_text("3")
    expect(page.locator(".loop-note")).to_contain_text("leads to state 3")
    page.keyboard.press("l")
    assert selected(page) == "3"


def test_ten_thousand_steps_scroll(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("Long.tla")).page
    expect(page.locator(".virtual")).to_have_attribute("aria-rowcount", "10002")
    expect(page.locator(".virtual-row.selected .number")).to_have_text("10001")
    assert page.locator(".virtual-row").count() < 80
    page.evaluate("document.querySelector('.virtual').scrollTop = 140000")
    row = page.locator(".virtual-row", has_text="5005").first
    expect(row).to_contain_text("Next", timeout=10_000)
    row.click()
    expect(page.get_by_role("heading", name="State 5005")).to_be_visible()
    expect(page.locator(".choice")).to_have_count(1, timeout=10_000)


def test_two_runs_are_compared(screen: Screen, run_of: RunOf) -> None:
    one = run_of("wire/wire.tla")
    other = run_of("wire/wire.tla", 'account["alice"] >= -1')
    page = screen.show(f"#/run/{one}/trace?vs={other}").page
    expect(page.get_by_role("status").first).to_contain_text("the same up to state")
    expect(page.locator(".virtual-row.differs").first).to_contain_text("differs")


def test_another_initial_state_is_chosen_from_a_trace(screen: Screen, run_of: RunOf) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    page.get_by_role("button", name="choose").click()
    expect(page.locator(".choice")).to_have_count(25)


def test_a_trace_appears_when_its_run_ends(screen: Screen) -> None:
    page = screen.show("#/spec/Slow.tla?coverage=0").page
    page.locator(".cm-content").wait_for()
    with page.expect_response("**/api/runs") as begun:
        page.get_by_role("button", name="Check", exact=True).first.click()
    screen.show(f"#/run/{begun.value.json()['run']}/trace")
    expect(page.get_by_text("The trace appears when run")).to_be_visible()
    expect(page.locator(".virtual-row").first).to_be_visible(timeout=40_000)
