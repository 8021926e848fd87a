"""Take pictures of the studio's screens on example specs.

python -m tools.screenshots /tmp/pictures       every screen, light and dark
python -m tools.screenshots --docs              the pictures of the documentation
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.web.browser.studio import ROOT, Screen, opened, running_studio, started_browser

IMAGES = ROOT / "docs" / "images"
EXAMPLES = {
    "wire": "src/holdfast/examples/wire",
    "TwoPhase": "specs/TwoPhase",
    "LamportMutex": "specs/LamportMutex",
    "AlternatingBit": "specs/AlternatingBit",
    "LockServer": "specs/LockServer",
    "diagrams": "specs/diagrams",
}
OF_DOCS = (
    "studio-spec", "studio-trace", "studio-lanes", "studio-graph", "studio-proof", "studio-sweep",
)  # fmt: skip


def main() -> int:
    """Write the pictures of the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--docs", action="store_true", help=f"write {IMAGES.relative_to(ROOT)}")
    arguments = parser.parse_args()
    if arguments.docs == (arguments.folder is not None):
        parser.error("give a folder, or --docs")
    folder = IMAGES if arguments.docs else arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        project = Path(place) / "protocols"
        for name, source in EXAMPLES.items():
            shutil.copytree(ROOT / source, project / name)
        with (
            running_studio(project) as address,
            started_browser() as browser,
            opened(browser, address) as screen,
        ):
            screen.page.get_by_role("heading", name="Specs").wait_for()
            _take(screen, folder, OF_DOCS if arguments.docs else None)
    return 0


def _take(screen: Screen, folder: Path, wanted: tuple[str, ...] | None) -> None:
    run = screen.check("wire/wire.tla")
    with_messages = screen.check("TwoPhase/TwoPhase.tla", f"?inv={_NOT_COMMITTED}")
    shots: dict[str, Callable[[], object]] = {
        "studio-home": lambda: _shown(screen, "#/", "table"),
        "studio-spec": lambda: _shown(screen, "#/spec/wire/wire.tla", ".cm-lens"),
        "studio-trace": lambda: _shown(screen, f"#/run/{run}/trace", ".choice"),
        "studio-lanes": lambda: _shown(
            screen, f"#/run/{with_messages}/trace?view=lanes", ".lane-note"
        ),
        "studio-state": lambda: _shown(screen, f"#/run/{run}/trace?view=state", ".variables.large"),
        "studio-step": lambda: _walked(screen),
        "studio-graph": lambda: _shown(screen, f"#/run/{run}/graph", "svg"),
        "studio-proof": lambda: _open_proof(screen),
        "studio-unproved": lambda: _unproved(screen),
        "studio-lemmas": lambda: _proved(screen),
        "studio-sweep": lambda: _swept(screen),
        "studio-diagram": lambda: _shown(
            screen, "#/diagram/diagrams/AlternatingBit.diagram", "svg"
        ),
        "studio-palette": lambda: _palette(screen),
    }
    for name, show in shots.items():
        if wanted is not None and name not in wanted:
            continue
        show()
        screen.page.wait_for_timeout(600)
        screen.page.screenshot(path=folder / f"{name}.png")
        if wanted is None:
            screen.page.emulate_media(color_scheme="dark")
            screen.page.wait_for_timeout(100)
            screen.page.screenshot(path=folder / f"{name}-dark.png")
            screen.page.emulate_media(color_scheme="light")
    if screen.complaints:
        raise SystemExit("\n".join(screen.complaints))


_NOT_COMMITTED = "%5CA%20r%20%5Cin%20RM%20%3A%20rmState%5Br%5D%20%23%20%22committed%22"


def _shown(screen: Screen, place: str, awaited: str) -> None:
    screen.show(place)
    screen.page.locator(awaited).first.wait_for()


def _walked(screen: Screen) -> None:
    screen.show("#/step/LamportMutex/LamportMutex.tla")
    for _ in range(4):
        before = screen.page.locator(".virtual-row").count()
        screen.page.locator(".choice").first.click()
        screen.page.locator(".virtual-row").nth(before).wait_for()
        screen.page.locator(".choice").first.wait_for()


def _open_proof(screen: Screen) -> None:
    _shown(screen, "#/spec/TwoPhase/TwoPhase.tla", ".cm-content")
    screen.page.get_by_role("button", name="Prove", exact=True).click()
    screen.page.locator(".panel .cti").wait_for(timeout=60_000)


def _unproved(screen: Screen) -> None:
    _open_proof(screen)
    screen.page.get_by_role("link", name="Step from here").click()
    screen.page.locator(".choice", has=screen.page.locator(".broken")).first.click()
    screen.page.locator(".virtual-row").nth(1).wait_for()


def _swept(screen: Screen) -> None:
    _shown(screen, "#/spec/LamportMutex/LamportMutex.tla?sweep.MaxClock=1..5", ".cm-content")
    screen.page.get_by_role("button", name="Check", exact=True).first.click()
    screen.page.locator(".line-chart").first.wait_for(timeout=60_000)


def _proved(screen: Screen) -> None:
    screen.show("#/spec/LockServer/LockServer.tla?config=LockServer%2FLockServer.cfg")
    screen.page.get_by_role("button", name="Infer").click()
    screen.page.wait_for_function("() => location.hash.startsWith('#/proof')")
    screen.page.locator(".screen-bar .tone-good").first.wait_for(timeout=60_000)


def _palette(screen: Screen) -> None:
    _shown(screen, "#/spec/wire/wire.tla", ".cm-content")
    screen.page.keyboard.press("Control+k")
    screen.page.get_by_role("dialog").wait_for()


if __name__ == "__main__":
    sys.exit(main())
