"""A real JupyterLab in a process of its own, and a browser that runs the cells of a notebook."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.web.browser.studio import browser_path

_STARTED = re.compile(r"http://127\.0\.0\.1:\d+/\S*\?token=\w+")
_QUIET = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
_SECONDS = 60_000


@dataclass
class Lab:
    """A notebook that is open in JupyterLab. What it must not do is collected in `complaints`."""

    page: Any
    base: str
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> Lab:
        """Collect errors of scripts, and requests to other servers."""
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        return self

    def _request(self, request: Any) -> None:
        socket = self.base.replace("http", "ws", 1)
        if not request.url.startswith((self.base, socket, "data:", "blob:")):
            self.complaints.append(f"request: {request.url}")

    def cell(self, number: int) -> Any:
        """A cell, from 0; those out of sight are drawn when they are scrolled to."""
        return self.page.locator(f'.jp-Cell[data-windowed-list-index="{number}"]')

    def run(self, number: int) -> str:
        """Run a cell; the text of its output once it has ended."""
        cell = self.cell(number)
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        done = cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]"))
        done.wait_for(timeout=_SECONDS)
        output = cell.locator(".jp-Cell-outputWrapper")
        return str(output.inner_text()) if output.count() else ""

    def run_all(self) -> None:
        """Run all cells; they have ended when the kernel is idle again and no cell waits."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


@contextmanager
def running_lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that serves a folder, with its token."""
    own = folder / ".jupyter"
    (own / "labconfig").mkdir(parents=True)
    (own / "labconfig" / "page_config.json").write_text(json.dumps(_QUIET), encoding="utf-8")
    places = {f"JUPYTER_{kind}_DIR": str(own / kind) for kind in ("DATA", "RUNTIME")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--allow-root"]
    with subprocess.Popen(
        [*command, "--ip=127.0.0.1", f"--ServerApp.root_dir={folder}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, **places, "JUPYTER_CONFIG_DIR": str(own)},
    ) as process:
        try:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if found := _STARTED.search(line):
                    yield found.group()
                    break
            else:
                raise AssertionError("".join(lines))
        finally:
            process.terminate()
            process.wait(timeout=20)


@dataclass
class Desk:
    """A browser before a JupyterLab."""

    browser: Any
    address: str

    def open(self, name: str) -> Lab:
        """A notebook of the folder, whose kernel is ready."""
        base, token = re.sub(r"/lab\?.*", "", self.address), self.address.rpartition("=")[2]
        page = self.browser.new_page(viewport={"width": 1300, "height": 900})
        page.set_default_timeout(_SECONDS)
        lab = Lab(page, base).watch()
        page.goto(f"{base}/lab/tree/{name}?token={token}")
        page.get_by_text("(ipykernel) | Idle").wait_for()
        return lab


@contextmanager
def open_desk(folder: Path) -> Iterator[Desk]:
    """A browser before a JupyterLab that serves a folder."""
    from playwright.sync_api import sync_playwright

    with running_lab(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        try:
            yield Desk(browser, address)
        finally:
            browser.close()
