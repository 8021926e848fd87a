"""What `conftest.py` promises to all tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

TESTS = """
import pytest

@pytest.mark.parametrize("name", [
    pytest.param(marker, marks=getattr(pytest.mark, marker)) for marker in ("native", "smt", "tlc")
])
def test_skips(name):
    pytest.skip(f"the tool for {name} is missing")

@pytest.mark.parametrize(("name", "text"), [("old.txt", "42"), ("old.txt", "43"), ("new.txt", "")])
def test_golden(golden, name, text):
    golden(name, text)
"""


def run_tests(folder: Path, *args: str) -> dict[str, str]:
    """How each of the tests ends, with our conftest and settings."""
    shutil.copy(HERE / "conftest.py", folder)
    (folder / "test_it.py").write_text(TESTS, encoding="utf-8")
    (folder / "golden").mkdir()
    (folder / "golden" / "old.txt").write_text("42", encoding="utf-8")
    settings = ["-c", str(HERE.parent / "pyproject.toml"), "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *settings, *args]
    done = subprocess.run(
        [*command, "test_it.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    shown = [line.partition("::") for line in done.stdout.splitlines() if " [" in line]
    ends = {test.split()[0]: test.split()[1] for _, _, test in shown if test}
    return {**ends, "output": done.stdout}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return run_tests(tmp_path_factory.mktemp("plain"))


@pytest.mark.parametrize("marker", ["native", "smt"])
def test_a_test_whose_tool_comes_with_holdfast_may_not_skip(
    outcome: dict[str, str], marker: str
) -> None:
    assert outcome[f"test_skips[{marker}]"] == "FAILED"
    assert "may not be skipped" in outcome["output"]


def test_another_skip_is_printed_with_its_reason(outcome: dict[str, str]) -> None:
    assert outcome["test_skips[tlc]"] == "SKIPPED"
    assert "the tool for tlc is missing" in outcome["output"]


def test_a_golden_must_be_there_and_be_the_same(outcome: dict[str, str]) -> None:
    assert outcome["test_golden[old.txt-42]"] == "PASSED"
    assert outcome["test_golden[old.txt-43]"] == "FAILED"
    assert outcome["test_golden[new.txt-]"] == "FAILED"


def test_update_writes_goldens(tmp_path: Path) -> None:
    outcome = run_tests(tmp_path, "--update", "-k", "golden")
    assert outcome["test_golden[new.txt-]"] == "PASSED"
    assert (tmp_path / "golden" / "old.txt").read_text(encoding="utf-8") == "43"
    assert (tmp_path / "golden" / "new.txt").exists()
