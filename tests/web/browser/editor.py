"""The diagram editor as a user has it: with the mouse, or with keys alone."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.browser.studio import ROOT, Screen

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DIAGRAMS = ROOT / "specs/diagrams"
_NAME = """() => {
  const at = document.activeElement;
  const labelled = at.labels?.[0]?.innerText ?? "";
  return at.getAttribute("aria-label") ?? (labelled || at.innerText || "");
}"""


@dataclass
class Editor:
    """A file of diagrams that is open in the editor."""

    screen: Screen
    folder: Path
    path: str

    @property
    def page(self) -> Page:
        return self.screen.page

    def open(self, query: str = "") -> Editor:
        """Show the file."""
        self.screen.show(f"#/diagram/{self.path}{query}")
        self.page.locator("h1", has_text=self.path.split("/")[-1]).wait_for()
        return self

    # ---- with the mouse ----

    def node(self, name: str) -> Locator:
        return self.page.locator(f'g.node[data-node="{name}"]')

    def select(self, name: str) -> None:
        self.node(name).click()
        self.page.get_by_role("heading", name=f"Node {name}", exact=True).wait_for()

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def fill(self, label: str, text: str) -> None:
        """Write into a field, and commit it."""
        with self.page.expect_response("**/api/diagram/change"):
            field = self.page.get_by_label(label, exact=True)
            field.fill(text)
            field.press("Enter")

    def choose(self, label: str, value: str) -> None:
        with self.page.expect_response("**/api/diagram/change"):
            self.page.get_by_label(label, exact=True).select_option(value)

    def connect(self, source: str, target: str) -> None:
        """Draw an edge."""
        self.select(source)
        self.page.get_by_role("button", name="New edge").click()
        with self.page.expect_response("**/api/diagram/change"):
            self.node(target).click()
        self.page.get_by_role("heading", name=f"{source} → {target}").wait_for()

    # ---- results ----

    def run(self, button: str) -> str:
        """Press a button that asks a question, and wait for the result."""
        with self.page.expect_response("**/api/runs") as begun:
            self.button(button)
        return self.result(begun.value.json()["run"])

    def result(self, run: str) -> str:
        """The results of a run, as text."""
        strip = self.page.locator(".results-strip")
        strip.get_by_role("link", name=f"run {run}", exact=True).wait_for(timeout=60_000)
        return str(strip.inner_text())

    def text(self) -> str:
        """The file, as it was saved."""
        return (self.folder / self.path).read_text(encoding="utf-8")

    # ---- with keys ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        return str(self.page.evaluate(_NAME)).strip()

    def tab_to(self, name: str, back: bool = False) -> None:
        """Press Tab until the element with a name has the focus."""
        seen = []
        for _ in range(120):
            if self.focused() == name:
                return
            self.press("Shift+Tab" if back else "Tab")
            seen.append(self.focused())
        raise AssertionError(f"{name} is not in the tab order: {seen}")

    def tab_to_node(self) -> str:
        """Press Tab until a node of the drawing has the focus; its name."""
        for _ in range(120):
            found = self.page.evaluate("document.activeElement.getAttribute('data-node')")
            if found is not None:
                return str(found)
            self.press("Tab")
        raise AssertionError("the drawing is not in the tab order")

    def type(self, text: str) -> None:
        """Type into the field with the focus instead of what is there, and commit it."""
        with self.page.expect_response("**/api/diagram/change"):
            self.press("Control+a")
            self.page.keyboard.type(text)
            self.press("Enter")

    def pick(self, name: str) -> None:
        """Go through the nodes until one has the focus."""
        for _ in range(40):
            if self.tab_to_node() == name:
                return
            self.press("PageDown")
        raise AssertionError(f"there is no node {name}")


def copied(folder: Path, name: str) -> str:
    """A copy of the alternating bit diagrams and their spec in a folder of its own; its path."""
    place = folder / name
    place.mkdir(exist_ok=True)
    for each in ("AlternatingBit.diagram", "AlternatingBitChannels.tla"):
        shutil.copy(DIAGRAMS / each, place)
    shutil.copy(DIAGRAMS / "AlternatingBitChannels.cfg", place)
    return f"{name}/AlternatingBit.diagram"
