"""What authors of specs ask: each question has its answer within two clicks.

The seven questions are those of a talk at the TLA+ conference of 2021, "Current and Future Tools
for Interactive TLA+" by A. Jesse Jiryu Davis and Samyukta Lanka.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.studio import Screen

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser
RunOf: TypeAlias = Callable[..., str]

MOST_CLICKS = 2
SWITCH = """---- MODULE Switch ----
EXTENDS Naturals
VARIABLES on, n
Init == on = FALSE /\\ n \\in 0..1
Flip == ~on /\\ on' = TRUE /\\ n' = n
Stop == on /\\ n > 1 /\\ on' = FALSE /\\ n' = n
Next == Flip \\/ Stop
Inv == n \\in 0..2
====
"""


@dataclass
class Asking:
    """A user who counts clicks."""

    screen: Screen
    clicks: int = 0

    @property
    def page(self) -> Page:
        return self.screen.page

    def click(self, at: Locator, count: int = 1) -> None:
        """Click; a double click on a word selects it, and counts as one."""
        at.click(click_count=count)
        self.clicks += 1


@pytest.fixture
def asking(screen: Screen) -> Iterator[Asking]:
    """A user, who needs at most two clicks."""
    user = Asking(screen)
    yield user
    assert 0 < user.clicks <= MOST_CLICKS


@pytest.fixture
def switch(project: Path) -> str:
    """A spec with an action that is never enabled."""
    (project / "Switch.tla").write_text(SWITCH, encoding="utf-8")
    (project / "Switch.cfg").write_text(
        "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n", encoding="utf-8"
    )
    return "Switch.tla"


def test_does_my_spec_imply_my_invariants(asking: Asking) -> None:
    page = asking.screen.show("#/").page
    row = page.get_by_role("row").filter(has_text="wire/wire.tla").first
    asking.click(row.get_by_role("button", name="Check"))
    verdict = row.get_by_role("link", name="x violated")
    expect(verdict).to_be_visible(timeout=20_000)
    asking.click(verdict)
    expect(page.locator(".headline")).to_have_text("x NoOverdrafts is violated after 4 steps")


def test_why_is_my_invariant_false(asking: Asking, run_of: RunOf) -> None:
    run_of("wire/wire.tla")
    page = asking.screen.show("#/spec/wire/wire.tla").page
    asking.click(page.get_by_role("link", name="Trace", exact=True))
    expect(page.locator(".explanation")).to_contain_text('is FALSE for p = "alice"')
    expect(page.locator(".explanation mark")).to_have_text("account[p] >= 0")
    expect(page.locator(".virtual-row.selected")).to_contain_text("Withdraw(2)")


def test_what_does_this_expression_mean(asking: Asking, switch: str) -> None:
    page = asking.screen.show(f"#/spec/{switch}").page
    asking.click(page.locator(".sem-declaration", has_text="Inv"), count=2)
    asking.click(page.get_by_role("button", name="Evaluate"))
    expect(page.locator(".evaluated .value")).to_have_text("TRUE")
    page.get_by_label("Evaluate an expression").fill("n + 1")
    page.keyboard.press("Enter")
    expect(page.locator(".evaluated .value")).to_have_text("1")
    expect(page.locator(".evaluated")).to_contain_text("In the first of 2 initial states")
    page.get_by_label("Evaluate an expression").fill("n +")
    page.keyboard.press("Enter")
    expect(page.locator(".evaluated")).to_contain_text("expected an expression")


def test_does_the_spec_generally_behave_as_intended(asking: Asking) -> None:
    page = asking.screen.show("#/spec/wire/wire.tla").page
    page.locator(".cm-content").wait_for()
    asking.click(page.get_by_role("button", name="Check", exact=True).first)
    expect(page.locator(".cm-coverage .count", has_text="200").first).to_be_visible()
    asking.click(page.get_by_role("link", name="Graph", exact=True))
    expect(page.locator("g.node")).to_have_count(16, timeout=20_000)
    expect(page.locator("g.node.bad")).to_have_count(4)


def test_why_is_my_action_not_enabled(asking: Asking, run_of: RunOf) -> None:
    page = asking.screen.trace(run_of("wire/wire.tla")).page
    asking.click(page.get_by_role("button", name="why not Check"))
    reasons = page.locator(".reasons li")
    expect(reasons).to_have_count(2)
    expect(reasons.first).to_contain_text('pc[self] = "Check" is FALSE for self = 1')
    expect(reasons.first).to_contain_text('pc[1] = "Deposit"')


def test_why_is_my_action_never_enabled(asking: Asking, switch: str) -> None:
    page = asking.screen.show(f"#/spec/{switch}").page
    page.locator(".cm-content").wait_for()
    asking.click(page.get_by_role("button", name="Check", exact=True).first)
    asking.click(page.locator(".caveats").get_by_role("button", name="Stop"))
    expect(page.locator(".cm-activeLine")).to_contain_text("Stop ==")
    expect(page.locator(".cm-coverage .never")).to_have_text(["never"])


def test_how_does_this_edit_affect_the_behaviour(
    asking: Asking, project: Path, switch: str
) -> None:
    before, page = asking.screen.check(switch), asking.page
    (project / switch).write_text(SWITCH.replace("n > 1", "n > 0"), encoding="utf-8")
    expect(page.locator(".cm-content")).to_contain_text("n > 0")
    asking.click(page.get_by_role("button", name="Check", exact=True).first)
    asking.click(page.get_by_text(f"What changed since run {before}"))
    rows = page.locator(".differences tbody tr")
    expect(rows.filter(has_text="successors by Stop")).to_have_text(["successors by Stop01"])
    expect(rows.filter(has_text="generated states")).to_have_text(["generated states45"])
    expect(rows.filter(has_text="verdict")).to_have_count(0)
    lines = page.locator(".changed-lines > *")
    expect(lines).to_have_text(
        [
            "- 6: Stop == on /\\ n > 1 /\\ on' = FALSE /\\ n' = n",
            "+ 6: Stop == on /\\ n > 0 /\\ on' = FALSE /\\ n' = n",
        ]
    )


def test_how_do_i_communicate_a_behaviour(asking: Asking, run_of: RunOf, tmp_path: Path) -> None:
    run_of("wire/wire.tla")
    page = asking.screen.show("#/spec/wire/wire.tla").page
    asking.click(page.get_by_role("link", name="Share", exact=True))
    with page.expect_download() as saved:
        asking.click(page.get_by_role("button", name="One HTML file"))
    saved.value.save_as(tmp_path / "trace.html")
    text = (tmp_path / "trace.html").read_text(encoding="utf-8")
    assert "NoOverdrafts" in text
    assert "MODULE wire" in text
