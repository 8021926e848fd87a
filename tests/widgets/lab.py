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
_READY = """async (name) => {
  const panel = window.jupyterapp?.shell.currentWidget;
  if (panel?.context?.path !== name) return false;
  const context = panel.sessionContext;
  if (!window.jupyterapp?.commands.hasCommand("notebook:run-all-cells")) return false;
  const kernel = context?.isReady ? context.session?.kernel : null;
  if (kernel?.connectionStatus !== "connected" || kernel.status !== "idle") return false;
  const late = new Promise((done) => setTimeout(() => done(null), 2000));
  return Promise.race([late, kernel.requestExecute({ code: "0", silent: true }).done]);
}"""
_RUN_ALL = """async (limit) => {
  const late = new Promise((done) => setTimeout(() => done(null), limit));
  const all = window.jupyterapp.commands.execute("notebook:run-all-cells").then(() =>
    window.jupyterapp.shell.currentWidget.content.model.toJSON().cells
  );
  return Promise.race([late, all]);
}"""


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

    def run_all(self) -> list[dict[str, Any]]:
        """Run all cells; the cells with their outputs, as the notebook stores them."""
        found = self.page.evaluate(_RUN_ALL, _SECONDS * 3)
        assert found is not None, "the cells did not end"
        cells: list[dict[str, Any]] = found
        return cells


@contextmanager
def running_lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that serves a folder, with its token."""
    own = folder / ".jupyter"
    (own / "labconfig").mkdir(parents=True)
    (own / "labconfig" / "page_config.json").write_text(json.dumps(_QUIET), encoding="utf-8")
    places = {f"JUPYTER_{kind}_DIR": str(own / kind) for kind in ("DATA", "RUNTIME")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--allow-root"]
    command.append("--LabApp.expose_app_in_browser=True")
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
        # A workspace of its own: otherwise a notebook that was open before is opened again.
        page.goto(f"{base}/lab/workspaces/{Path(name).stem}/tree/{name}?token={token}")
        for _ in range(_SECONDS // 250):
            if page.evaluate(_READY, name):
                return lab
            page.wait_for_timeout(250)
        raise AssertionError("the kernel does not answer")


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
