"""`holdfast diagram`: its pictures, and the states of a spec in groups."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Holdfast
from tests.cli.specs import COUNTER, write

TWO = """\
diagram Abstract
  abstract action Go WF
  node Here initial: x = 0
  node There: x = 1
  edge Here -> There: Go
end

diagram Concrete
  abstract action Go
  abstract action Wait
  node Here initial: x = 0
  node Waiting: x = 0
  node There: x = 1
  edge Here -> Waiting: Wait
  edge Waiting -> There: Go
  claim Arrives == <>(x = 1)
end

refinement Concrete refines Abstract
  Here, Waiting -> Here
  There -> There
end
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, Counter_tla=COUNTER)
    (tmp_path / "Two.diagram").write_text(TWO, encoding="utf-8")
    return tmp_path


def test_each_diagram_of_a_file_is_drawn(folder: Path, holdfast: Holdfast) -> None:
    done = holdfast(
        "diagram", "Two.diagram", "--svg", "a.svg", "--dot", "a.dot", "--html", "a.html"
    )
    assert "a-Concrete.svg: written\n" in done.out
    concrete = (folder / "a-Concrete.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(concrete)
    assert 'class="frame"' in concrete
    assert "counterexample: Here" in concrete
    abstract = (folder / "a-Abstract.svg").read_text(encoding="utf-8")
    assert 'class="frame"' not in abstract
    assert (folder / "a-Abstract.dot").read_text(encoding="utf-8").startswith('digraph "Abstract"')
    page = (folder / "a.html").read_text(encoding="utf-8")
    assert page.count("<section") == 2
    assert "<h2>Concrete</h2>" in page


def test_diagrams_are_drawn_in_the_output(folder: Path, holdfast: Holdfast) -> None:
    out = holdfast("diagram", "Two.diagram", "--text").out
    assert "║ Here  ║" in out
    assert "\nConcrete:\n" in out


def test_states_are_grouped(folder: Path, holdfast: Holdfast) -> None:
    line = "diagram Counter.tla --const N=3 --group-by n>1 --svg g.svg --html g.html --dot g.dot"
    done = holdfast(*line.split())
    assert "2 classes of all 4 states" in done.out
    assert "(n>1) = FALSE" in done.out
    ElementTree.parse(folder / "g.svg")
    assert (folder / "g.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "digraph" in (folder / "g.dot").read_text(encoding="utf-8")


def test_groups_are_an_object(folder: Path, holdfast: Holdfast) -> None:
    found = holdfast(*"diagram Counter.tla --const N=3 --group-by n --json".split()).json
    assert found["verdict"] == "exhausted"
    assert [node["values"] for node in found["diagram"]["nodes"]] == [
        {"n": {"#bigint": str(i)}} for i in range(4)
    ]


def test_a_limit_of_states_is_inconclusive(folder: Path, holdfast: Holdfast) -> None:
    line = "diagram Counter.tla --const N=9 --group-by n --max-states 3"
    found = holdfast(*line.split())
    assert found.exit == 20
    assert "explored (stopped after 3 distinct states)" in found.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Two.diagram --depth 3", "--depth is for --group-by"),
        ("Two.diagram --nodes 3", "--nodes is for specs"),
        ("Counter.tla --const N=3 --max-states 3", "--max-states is for files of diagrams and"),
        ("Counter.tla --const N=3 --group-by n --alone", "--alone is for diagrams, not for"),
    ],
)
def test_options_without_effect_are_rejected(
    folder: Path, holdfast: Holdfast, line: str, message: str
) -> None:
    done = holdfast("diagram", *line.split())
    assert done.exit == 2
    assert message in done.err
