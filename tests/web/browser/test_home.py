"""Entering the studio, and the page of the project."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.studio import Screen, opened, project_folder, running_studio

pytestmark = pytest.mark.browser


def test_the_printed_address_works_once_and_leaves_no_key(tmp_path: Path, browser: Browser) -> None:
    with running_studio(project_folder(tmp_path)) as address:
        with opened(browser, address) as screen:
            expect(screen.page.get_by_role("heading", name="Specs")).to_be_visible()
            assert "key=" not in screen.page.url
            screen.page.reload()
            expect(screen.page.get_by_role("heading", name="Specs")).to_be_visible()
            assert screen.complaints == []
        with opened(browser, address) as screen:
            expect(screen.page.get_by_text("A key works once")).to_be_visible()


def test_home_lists_specs_with_their_models(
    screen: Screen, golden: Callable[[str, str], None]
) -> None:
    screen.show("#/")
    screen.page.get_by_role("link", name="wire/wire.tla", exact=True).wait_for()
    first = screen.page.locator("section", has=screen.page.get_by_role("heading", name="Specs"))
    assert 'rowheader "wire/wire.tla"' in first.aria_snapshot()
    golden("web/top_bar.txt", screen.snapshot("header") + "\n")


def test_two_tabs_agree(new_screen: Callable[..., Screen]) -> None:
    one, other = new_screen(), new_screen()
    other.show("#/")
    row = other.page.get_by_role("row").filter(has_text="Lasso.tla").first
    row.wait_for()
    run = one.check("Lasso.tla")
    expect(row.get_by_role("link", name="x violated")).to_be_visible()
    other.show("#/spec/Lasso.tla")
    expect(other.page.get_by_role("heading", name=f"Run {run}")).to_be_visible()
    again = one.check("Lasso.tla")
    expect(other.page.get_by_role("heading", name=f"Run {again}")).to_be_visible()
    expect(other.page.locator(".headline")).to_have_text("x Settles is violated after 5 steps")


def test_a_check_starts_from_home(screen: Screen) -> None:
    screen.show("#/")
    row = screen.page.get_by_role("row").filter(has_text="LockServer/LockServer.tla").first
    row.get_by_role("button", name="Check").click()
    expect(row.get_by_role("link", name="ok no error")).to_be_visible(timeout=20_000)


def test_the_palette_finds_commands_and_the_theme_has_three_positions(screen: Screen) -> None:
    page = screen.show("#/").page
    page.get_by_role("heading", name="Specs").wait_for()
    page.keyboard.press("Control+k")
    page.get_by_role("dialog", name="Commands").wait_for()
    page.keyboard.type("dark")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Light")).to_be_checked()
    page.get_by_role("radio", name="Dark").check(force=True)
    page.wait_for_function("getComputedStyle(document.body).backgroundColor == 'rgb(20, 24, 29)'")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_unknown_places_say_so(screen: Screen) -> None:
    screen.show("#/nowhere")
    expect(screen.page.get_by_role("alert")).to_contain_text("no such page")
    screen.show("#/run/99999/trace")
    expect(screen.page.get_by_role("alert")).to_contain_text("no run 99999")


def test_a_server_that_ends_is_noticed(tmp_path: Path, browser: Browser) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(running_studio(project_folder(tmp_path)))
        with opened(browser, address) as screen:
            screen.page.get_by_role("heading", name="Specs").wait_for()
            stack.close()
            expect(screen.page.get_by_role("alert")).to_contain_text("No connection to the server")
