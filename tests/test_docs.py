"""The documentation is true: links lead somewhere, generated pages are fresh, sessions run."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.cli.main import run
from holdfast.codes import CODES
from tools.docs import stale_pages

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/mdtest/**/*.md")))
_LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^<!-- command -->\n+```\w*\n(.+)\n```$", re.MULTILINE)
_STEP = re.compile(
    r'^<!-- edit (?P<file>\S+): "(?P<old>.*)" -> "(?P<new>.*)" -->$'
    r"|^```console\n(?P<session>(?s:.*?))^```$",
    re.MULTILINE,
)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_to_files_lead_somewhere(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    links = [link for link in _LINK.findall(text) if "://" not in link]
    assert not [link for link in links if not (page.parent / link).exists()]


def test_generated_pages_are_fresh() -> None:
    assert not stale_pages(), "run python tools/docs.py"


def test_every_code_is_in_kebab_case_and_means_something() -> None:
    for name, code in CODES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name)
        assert code.meaning


def test_the_readme_has_its_two_commands_and_they_need_python_only() -> None:
    commands = _COMMAND.findall(README.read_text(encoding="utf-8"))
    assert len(commands) == 2
    for command in commands:
        words = {part.split()[0] for part in command.split(" && ")}
        assert words <= {"python3", ".venv/bin/pip", ".venv/bin/holdfast", ".venv/bin/python"}


def test_the_sessions_of_the_readme_are_real(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    before = README.read_text(encoding="utf-8")
    after = "".join(_replay(before, capsys))
    if request.config.getoption("--update"):
        README.write_text(after, encoding="utf-8")
    else:
        assert after == before
    assert doctest.testfile(str(README), module_relative=False).failed == 0


def test_the_examples_of_the_python_page_are_real() -> None:
    page = ROOT / "docs" / "python.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0


def _replay(page: str, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The page, with every session replaced by what its commands print now."""
    at = 0
    for step in _STEP.finditer(page):
        yield page[at : step.start()]
        at = step.end()
        if step["session"] is not None:
            commands = re.findall(r"^\$ (.*)$", step["session"], re.MULTILINE)
            yield "```console\n"
            yield from (f"$ {line}\n{_printed(line, capsys)}" for line in commands)
            yield "```"
        else:
            file = Path(step["file"])
            text = file.read_text(encoding="utf-8")
            assert step["old"] in text
            file.write_text(text.replace(step["old"], step["new"]), encoding="utf-8")
            yield step[0]
    yield page[at:]


def _printed(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    program, *args = shlex.split(line)
    assert program == "holdfast"
    run(args)
    printed = capsys.readouterr()
    # How long it took is not the same each time.
    return re.sub(r"\b\d+\.\d\d s\b", "0.05 s", printed.out + printed.err)
