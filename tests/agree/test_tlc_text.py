"""`holdfast tlc` prints what TLC prints, where TLC is installed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.agree.tlc import CLASS_PATH, needs_tlc
from tests.cli.tlc_grammar import read_messages
from tests.cli.tlc_specs import write_models

pytestmark = [pytest.mark.tlc, needs_tlc]

MODELS = (
    "holds",
    "invariant",
    "initial",
    "initial_property",
    "action",
    "alias",
    "deadlock",
    "assertion",
    "assumption",
    "no_constant",
    "no_name",
    "conflict",
)
SCRIPTED = re.compile(
    r"Starting\.\.\.|Computing initial|Finished computing|Model checking completed|Error: |State \d"
    r"|The depth of|Finished in|Back to state"
)
OUR_WARNING = (1000, 3)
ONLY_TLC = {2401, 2268, 2255}
"""The Java VM, the average outdegree, and advice about a state formula as a property."""


def _tlc(folder: Path, *flags: str) -> tuple[int, str]:
    options = ("-XX:+UseSerialGC", "-Xmx1g", "-cp", CLASS_PATH)
    command = ("java", *options, "tlc2.TLC", "-noTE", "-metadir", str(folder / "meta"), *flags)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def _scripted(text: str) -> list[str]:
    """The lines that scripts search for, without times and the texts of wrong arguments."""
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "NOW", text)
    text = re.sub(r"Finished in \S+", "Finished in T", text)
    return [line for line in text.splitlines() if SCRIPTED.match(line)]


@pytest.mark.parametrize("model", MODELS)
def test_the_lines_that_scripts_search_for(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from holdfast.cli.main import run

    write_models(tmp_path)
    monkeypatch.chdir(tmp_path)
    theirs, text = _tlc(tmp_path, "-config", f"{model}.cfg", "Tank")
    ours = run(["tlc", "-config", f"{model}.cfg", "Tank"])
    assert ours == theirs
    assert _scripted(capsys.readouterr().out) == _scripted(text)


@pytest.mark.parametrize("model", MODELS)
def test_the_codes_of_the_messages(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from holdfast.cli.main import run

    write_models(tmp_path)
    monkeypatch.chdir(tmp_path)
    _, text = _tlc(tmp_path, "-tool", "-config", f"{model}.cfg", "Tank")
    run(["tlc", "-tool", "-config", f"{model}.cfg", "Tank"])
    found = [(m.code, m.severity) for m in read_messages(capsys.readouterr().out)[0]]
    found = [each for each in found if each != OUR_WARNING]
    wanted = [(m.code, m.severity) for m in read_messages(text)[0] if m.code not in ONLY_TLC]
    assert found == wanted
