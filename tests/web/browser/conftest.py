"""One studio and one browser for all tests; a page of its own for each, which must not complain."""

from __future__ import annotations

import functools
import json
import os
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser.studio import (
    Screen,
    browser_path,
    project_folder,
    remember_token,
    running_studio,
    started_browser,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip by name what needs a browser if there is none."""
    missing = _missing()
    if missing is None or os.environ.get("HOLDFAST_REQUIRE_BROWSER"):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=missing))


def _missing() -> str | None:
    """What is missing for a browser."""
    if browser_path() is None:
        return "no Chromium: install chromium-headless-shell, or set HOLDFAST_BROWSER"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "no playwright: pip install playwright"
    return None


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the studio serves."""
    return project_folder(tmp_path_factory.mktemp("project", numbered=False))


@pytest.fixture(scope="session")
def studio(project: Path) -> Iterator[tuple[str, str]]:
    """The address of a studio and its token."""
    missing = _missing()
    if missing is not None:
        pytest.fail(missing)
    with running_studio(project) as address:
        base, _, key = address.partition("#key=")
        data = json.dumps({"key": key}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{base}api/enter", data, headers)
        with urllib.request.urlopen(request) as response:
            yield base, json.load(response)["token"]


@pytest.fixture(scope="session")
def run_of(studio: tuple[str, str]) -> Callable[..., str]:
    """Makes runs without a page, each once; the number of the run, which has ended."""
    base, token = studio
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}

    def ask(path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{base}api/{path}", data, headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    @functools.cache
    def run(spec: str, invariant: str | None = None) -> str:
        options = {} if invariant is None else {"invariants": [invariant]}
        number: str = ask("runs", {"command": "check", "spec": spec, "options": options})["run"]
        deadline = time.monotonic() + 30
        while ask(f"runs/{number}")["status"] != "ended":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        return number

    return run


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of all tests."""
    from playwright.sync_api import expect

    # A page, its server and a language server share the processors with other tests.
    expect.set_options(timeout=15_000)
    with started_browser() as browser:
        yield browser


@pytest.fixture
def new_screen(browser: Browser, studio: tuple[str, str]) -> Iterator[Callable[..., Screen]]:
    """Makes pages of the studio; at the end none of them may have complaints."""
    screens: list[Screen] = []
    base, token = studio

    def make(**options: Any) -> Screen:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        remember_token(context, token)
        screen = Screen(context.new_page(), base).watch()
        screens.append(screen)
        return screen

    yield make
    complaints = [text for screen in screens for text in screen.complaints]
    for screen in screens:
        screen.page.context.close()
    assert complaints == []


@pytest.fixture
def screen(new_screen: Callable[..., Screen]) -> Screen:
    """A page of the studio."""
    return new_screen()
