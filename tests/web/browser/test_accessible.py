"""axe finds nothing on any screen, light or dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browser.axe import findings
from tests.web.browser.studio import Screen

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing(
    new_screen: Callable[..., Screen], run_of: Callable[..., str], theme: str
) -> None:
    screen = new_screen(bypass_csp=True, color_scheme=theme)
    page = screen.page
    run = run_of("wire/wire.tla")
    screen.show("#/spec/wire/wire.tla")
    page.locator(".cm-lens").first.wait_for()
    page.get_by_label("Evaluate an expression").fill("People")
    page.keyboard.press("Enter")
    page.locator(".evaluated .value").wait_for()
    run_of("wire/wire.tla", "pc = pc")
    page.get_by_text(f"What changed since run {run}").click()
    page.locator(".differences").wait_for()
    found = [f"spec: {each}" for each in findings(screen)]
    places = {
        "home": ("#/", "h2"),
        "run": (f"#/run/{run}", ".verdict-block"),
        "trace": (f"#/run/{run}/trace", ".choice"),
        "lanes": (f"#/run/{run}/trace?view=lanes", ".lane-note"),
        "state": (f"#/run/{run}/trace?view=state", ".variables.large"),
        "compare": (f"#/run/{run}/trace?vs={run}", ".virtual-row"),
        "graph": (f"#/run/{run}/graph", "main svg"),
        "step": ("#/step/wire/wire.tla", ".choice"),
    }
    for name, (place, awaited) in places.items():
        screen.show(place)
        page.locator(awaited).first.wait_for()
        found += [f"{name}: {each}" for each in findings(screen)]
    page.keyboard.press("Control+k")
    page.get_by_role("dialog").wait_for()
    found += [f"palette: {each}" for each in findings(screen)]
    assert found == []
