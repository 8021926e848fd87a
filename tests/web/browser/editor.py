"""The diagram editor as a user has it: with the mouse, or with keys alone."""

from __future__ import annotations

import json
import shutil
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.web.browser.studio import ROOT, Screen

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DIAGRAMS = ROOT / "specs/diagrams"
_FILES = (
    "AlternatingBit.diagram",
    "AlternatingBitChannels.tla",
    "AlternatingBitChannels.cfg",
    "SyncBit.tla",
    "DataTransmission.tla",
)
_FOCUSED = """() => {
  const at = document.activeElement;
  const label = at.labels?.[0]?.innerText ?? "";
  return (at.getAttribute("aria-label") ?? (label || at.innerText || "")).trim();
}"""
_MOST_TABS = 150
_BEGIN = """async ([body]) => {
  const token = localStorage.getItem("holdfast.token");
  const headers = {Authorization: `Bearer ${token}`, "Content-Type": "application/json"};
  const reply = await fetch("/api/runs", {method: "POST", headers, body});
  return (await reply.json()).run;
}"""


@dataclass
class Editor:
    """A file of diagrams that is open in the editor, for a user with a mouse."""

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

    def node(self, name: str) -> Locator:
        """A node of the drawing."""
        return self.page.locator(f'g.node[data-node="{name}"]')

    def text(self) -> str:
        """The file, as it was saved."""
        return (self.folder / self.path).read_text(encoding="utf-8")

    # ---- what a user does ----

    def press_button(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def select(self, name: str) -> None:
        """Select a node."""
        self.node(name).click()
        self.page.get_by_role("heading", name=f"Node {name}", exact=True).wait_for()

    def select_edge(self, source: str, target: str) -> None:
        """Select the edges between two nodes."""
        self.select(source)
        shown = self.page.get_by_role("heading", name=f"{source} → {target}", exact=True)
        for _ in range(20):
            self.page.keyboard.press("e")
            self.page.wait_for_timeout(30)
            if shown.is_visible():
                return
        raise AssertionError(f"there is no edge from {source} to {target}")

    def write(self, label: str, text: str) -> None:
        """Write into a field."""
        self.page.get_by_label(label, exact=True).fill(text)

    def choose(self, label: str, value: str) -> None:
        """Choose a value of a list."""
        self.page.get_by_label(label, exact=True).select_option(value)

    def connect(self, source: str, target: str) -> None:
        """Draw an edge."""
        self.select(source)
        self.page.get_by_role("button", name="New edge").click()
        with self.changing():
            self.node(target).click()
        self.page.get_by_role("heading", name=f"{source} → {target}", exact=True).wait_for()

    # ---- the same for everybody ----

    def changing(self) -> AbstractContextManager[Any]:
        """Wait for the answer to a change."""
        return self.page.expect_response("**/api/diagram/change")

    def change(self, button: str) -> None:
        """Press a button that changes the diagram."""
        with self.changing():
            self.press_button(button)

    def fill(self, label: str, text: str) -> None:
        """Write into a field, and commit it."""
        with self.changing():
            self.write(label, text)
            self.page.keyboard.press("Enter")

    def set(self, label: str, value: str) -> None:
        """Choose a value of a list that changes the diagram."""
        with self.changing():
            self.choose(label, value)

    def undo(self) -> None:
        """Take the last change back."""
        with self.page.expect_response("**/api/diagram/open"):
            self.page.keyboard.press("Control+z")

    def ask(self, button: str) -> str:
        """Press a button that begins a run; the result as text on one line."""
        with self.page.expect_response("**/api/runs") as begun:
            self.press_button(button)
        strip = self.page.locator(".results-strip")
        link = strip.get_by_role("link", name=f"run {begun.value.json()['run']}", exact=True)
        link.wait_for(timeout=60_000)
        return " ".join(strip.inner_text().split())


class KeyEditor(Editor):
    """The same without a mouse."""

    def focused(self) -> str:
        """The name of the element that has the focus."""
        return str(self.page.evaluate(_FOCUSED))

    def tab_to(self, name: str) -> None:
        """Press Tab until the element with a name has the focus."""
        for _ in range(_MOST_TABS):
            if self.focused() == name:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} is not in the tab order")

    def press_button(self, name: str) -> None:
        self.tab_to(name)
        self.page.keyboard.press("Enter")

    def select(self, name: str) -> None:
        for _ in range(_MOST_TABS):
            found = self.page.evaluate("document.activeElement.getAttribute('data-node')")
            if found == name:
                break
            self.page.keyboard.press("Tab" if found is None else "PageDown")
        title = self.page.get_by_role("heading", name=f"Node {name}", exact=True)
        if not title.is_visible():  # an edge of it is selected
            self.page.keyboard.press(" ")
        title.wait_for()

    def write(self, label: str, text: str) -> None:
        self.tab_to(label)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, label: str, value: str) -> None:
        self.tab_to(label)
        values = "[...document.activeElement.options].map((each) => each.value)"
        steps = self.page.evaluate(
            f"{values}.indexOf({value!r}) - document.activeElement.selectedIndex"
        )
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def connect(self, source: str, target: str) -> None:
        self.select(source)
        self.page.keyboard.press("c")
        self.page.get_by_text(f"New edge from {source}").wait_for()
        for _ in range(_MOST_TABS):
            if self.page.evaluate("document.activeElement.getAttribute('data-node')") == target:
                break
            self.page.keyboard.press("PageDown")
        with self.changing():
            self.page.keyboard.press("Enter")
        self.page.get_by_role("heading", name=f"{source} → {target}", exact=True).wait_for()


def copied(folder: Path, name: str) -> str:
    """A copy of the alternating bit diagrams and their spec in a folder of its own; its path."""
    (folder / name).mkdir(exist_ok=True)
    for each in _FILES:
        shutil.copy(DIAGRAMS / each, folder / name)
    return f"{name}/AlternatingBit.diagram"


def begin(screen: Screen, command: str, spec: str, options: dict[str, object] | None = None) -> str:
    """Begin a run; its number."""
    screen.show("#/")
    screen.page.get_by_role("link", name="holdfast", exact=True).wait_for()
    body = json.dumps({"command": command, "spec": spec, "options": options or {}})
    return str(screen.page.evaluate(_BEGIN, [body]))
