"""What all tests share: the profiles of hypothesis, `--update`, goldens, and no silent skips."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from holdfast.cancellation import accept_interrupts
from holdfast.interp.machine import Machine
from holdfast.ir.system import System

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True)
settings.register_profile(
    "long", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
_ON_CI = os.environ.get("CI") == "true"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if _ON_CI else "dev"))

accept_interrupts()  # also in a suite in the background, some tests press Ctrl-C

GOLDEN = Path(__file__).parent / "golden"
MAY_NOT_SKIP = ("native", "smt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite tests/golden and the expect blocks of mdtest"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the skip of a test whose tools come with holdfast into a failure."""
    report = yield
    expected = hasattr(report, "wasxfail")
    if report.skipped and not expected and any(item.get_closest_marker(m) for m in MAY_NOT_SKIP):
        report.outcome = "failed"
        report.longrepr = f"tests marked {' or '.join(MAY_NOT_SKIP)} may not be skipped"
    return report


@pytest.fixture(scope="session", autouse=True)
def _raised_recursion_limit() -> None:
    """A Machine raises the recursion limit once; hypothesis must not see that happen."""
    Machine(System("Nothing"))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of this name in tests/golden; `--update` rewrites the file."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.exists(), f"tests/golden/{name} is missing: run pytest --update and read it"
        assert text == path.read_bytes().decode("utf-8")

    return compare
