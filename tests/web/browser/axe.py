"""What axe finds on a screen."""

from __future__ import annotations

from typing import Any

from tests.web.browser.studio import Screen

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(screen: Screen) -> list[str]:
    """Every violation of a rule, with its place."""
    from axe_playwright_python.sync_playwright import Axe

    found: Any = Axe().run(screen.page, options={"runOnly": RULES}).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]
