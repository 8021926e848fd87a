"""Sharing a trace: a file with its viewer, a command, ITF."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser
RunOf: TypeAlias = Callable[..., str]


def test_one_html_file_shows_the_trace_without_a_server(
    screen: Screen, run_of: RunOf, browser: Browser, tmp_path: Path
) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Command")).to_have_value("holdfast check wire/wire.tla")
    with page.expect_download() as begun:
        page.get_by_role("button", name="One HTML file").click()
    path = tmp_path / "trace.html"
    begun.value.save_as(path)
    context = browser.new_context(offline=True)
    other = Screen(context.new_page(), path.as_uri()).watch()
    other.page.goto(path.as_uri())
    expect(other.page.locator(".virtual-row")).to_have_count(5)
    expect(other.page.locator(".explanation")).to_contain_text('FALSE for p = "alice"')
    other.page.keyboard.press("k")
    expect(other.page.get_by_role("heading", name="State 4")).to_be_visible()
    other.page.keyboard.press("d")
    expect(other.page.locator(".lane-note")).to_have_count(4)
    other.page.get_by_text("wire/wire.tla", exact=True).last.click()
    expect(other.page.locator("details pre").first).to_contain_text("MODULE wire")
    context.close()
    assert other.complaints == []


def test_itf_is_downloaded(screen: Screen, run_of: RunOf, tmp_path: Path) -> None:
    page = screen.trace(run_of("wire/wire.tla")).page
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as begun:
        page.get_by_role("button", name="ITF").click()
    begun.value.save_as(tmp_path / "trace.itf.json")
    assert len(json.loads((tmp_path / "trace.itf.json").read_text())["states"]) == 5
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_hostile_text_stays_text(
    screen: Screen, run_of: RunOf, project: Path, browser: Browser, tmp_path: Path
) -> None:
    evil = "</script><script>document.title = 'owned'</script><img src=x onerror=alert(1)>"
    text = f'---- MODULE Evil ----\nVARIABLE x\nInit == x = "{evil}"\nNext == UNCHANGED x\n'
    text += f'Inv == x # "{evil}"\n(* {evil} *)\n====\n'
    (project / "Evil.tla").write_text(text)
    page = screen.trace(run_of("Evil.tla", "Inv")).page
    expect(page.locator(".variables")).to_contain_text("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as begun:
        page.get_by_role("button", name="One HTML file").click()
    path = tmp_path / "evil.html"
    begun.value.save_as(path)
    context = browser.new_context(offline=True)
    other = Screen(context.new_page(), path.as_uri()).watch()
    other.page.goto(path.as_uri())
    expect(other.page.locator(".variables")).to_contain_text("<img src=x onerror=alert(1)>")
    assert other.page.title() == "Evil.tla: trace"
    context.close()
    assert other.complaints == []


def test_an_address_begins_with_a_run(screen: Screen, run_of: RunOf) -> None:
    number = run_of("wire/wire.tla")
    # The key of this address was used before: the token of that time is still good.
    page = screen.show(f"#key=used&run={number}").page
    expect(page.locator(".virtual-row")).to_have_count(5)
    assert page.url.endswith(f"#/run/{number}/trace")
