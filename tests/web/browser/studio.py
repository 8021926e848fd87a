"""A studio in a process of its own on example specs, and a browser that looks at it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FOUND = re.compile(r"http://\S+#key=\S+")

LONG = """---- MODULE Long ----
EXTENDS Naturals
VARIABLES n, half
Init == n = 0 /\\ half = 0
Next == n' = n + 1 /\\ half' = n' \\div 2
Spec == Init /\\ [][Next]_<<n, half>>
Small == n < 10000
====
"""
LASSO = """---- MODULE Lasso ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Up == x < 5 /\\ x' = x + 1
Back == x = 5 /\\ x' = 2
Spec == Init /\\ [][Up \\/ Back]_x /\\ WF_x(Up \\/ Back)
Settles == <>[](x = 5)
====
"""


ENDLESS = """---- MODULE Endless ----
EXTENDS Naturals
VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == x' = x + 1 /\\ y' \\in {y, y + 1}
Inv == x >= 0
====
"""
SIZED = """---- MODULE Sized ----
EXTENDS Naturals
CONSTANT N
VARIABLE x
Init == x = 0
Next == x < N /\\ x' = x + 1
Inv == x < 3
====
"""


def browser_path() -> str | None:
    """The browser to use: that of HOLDFAST_BROWSER, or a known one."""
    given = os.environ.get("HOLDFAST_BROWSER")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)


def project_folder(folder: Path) -> Path:
    """A project with small specs: a race, a long trace, a lasso, lanes with messages."""
    shutil.copytree(ROOT / "src/holdfast/examples/wire", folder / "wire", dirs_exist_ok=True)
    for name in ("TwoPhase", "LockServer"):
        shutil.copytree(ROOT / "specs" / name, folder / name, dirs_exist_ok=True)
    texts = {
        "Long.tla": LONG,
        "Long.cfg": "SPECIFICATION Spec\nINVARIANT Small\n",
        "Lasso.tla": LASSO,
        "Lasso.cfg": "SPECIFICATION Spec\nPROPERTY Settles\n",
        "Endless.tla": ENDLESS,
        "Endless.cfg": "INIT Init\nNEXT Next\nINVARIANT Inv\n",
        "Slow.tla": ENDLESS.replace("Endless", "Slow").replace("x >= 0", "x < 1500"),
        "Slow.cfg": "INIT Init\nNEXT Next\nINVARIANT Inv\n",
        "Sized.tla": SIZED,
        "Broken.tla": "---- MODULE Broken ----\nVARIABLE x\nInit == x = y\nNext == x' = x\n====\n",
        "Sized.cfg": "INIT Init\nNEXT Next\nINVARIANT Inv\nCONSTANT N = 2\nCHECK_DEADLOCK FALSE\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@contextmanager
def running_studio(folder: Path) -> Iterator[str]:
    """The address of a studio that serves a folder, with a key that works once."""
    command = [sys.executable, "-m", "holdfast", "studio", str(folder), "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder
    ) as process:
        try:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if found := FOUND.search(line):
                    yield found.group()
                    break
            else:
                raise AssertionError("".join(lines))
        finally:
            process.terminate()
            process.wait(timeout=20)


@dataclass
class Screen:
    """A page of the studio. What it must never do is collected in `complaints`."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> Screen:
        """Collect errors of the console and of scripts, and requests to other servers."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        return self

    def _console(self, message: ConsoleMessage) -> None:
        expected = "the server responded with a status of 4" in message.text
        if message.type == "error" and not expected:
            self.complaints.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"request: {request.url}")

    def show(self, place: str) -> Screen:
        """Go to a place of the studio, such as `#/spec/wire/wire.tla`."""
        self.page.goto(f"{self.base}{place}")
        return self

    def check(self, spec: str, query: str = "") -> str:
        """Check a spec on its screen and wait for the verdict; the number of the run."""
        self.show(f"#/spec/{spec}{query}")
        self.page.locator(".cm-content").wait_for()
        with self.page.expect_response("**/api/runs") as begun:
            self.page.get_by_role("button", name="Check", exact=True).first.click()
        number: str = begun.value.json()["run"]
        title = self.page.locator(".run-panel", has_text=f"Run {number}")
        title.locator(".verdict-block").wait_for(timeout=30_000)
        return number

    def trace(self, run: str, query: str = "") -> Screen:
        """Show the trace of a run."""
        self.show(f"#/run/{run}/trace{query}")
        self.page.locator(".virtual-row .label").first.wait_for()
        return self

    def snapshot(self, selector: str = "main") -> str:
        """What a screen reader finds there."""
        return self.page.locator(selector).aria_snapshot()


def remember_token(context: BrowserContext, token: str) -> None:
    """Let the pages of a context start with a token, as after an earlier visit."""
    context.add_init_script(f"localStorage.setItem('holdfast.token', {token!r})")


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A browser; there is one at a time in a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Screen]:
    """A page at an address, in a context without memory."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    screen = Screen(context.new_page(), address.partition("#")[0]).watch()
    try:
        screen.page.goto(address)
        yield screen
    finally:
        context.close()
