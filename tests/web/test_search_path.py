"""Modules in the folders of `--path`: used wherever a spec is read, and never written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Client, contents, serving
from tests.web.tab import Tab

SPEC = """---- MODULE Light ----
EXTENDS Naturals, Far
VARIABLE n
Init == n = 0
Next == n' = Step(n)
Spec == Init /\\ [][Next]_n
Few == n < 3
====
"""
FAR = "---- MODULE Far ----\nEXTENDS Integers\nStep(x) == x + {}\n====\n"
MODEL = {"spec": "Light.tla"}


@pytest.fixture
def far(tmp_path: Path) -> Path:
    """A folder with a module, beside the project."""
    folder = tmp_path / "far"
    folder.mkdir()
    (folder / "Far.tla").write_text(FAR.format(2), encoding="utf-8")
    return folder


@pytest.fixture
def found(folder: Path, far: Path) -> Iterator[Client]:
    """A studio that finds that module."""
    (folder / "Light.tla").write_text(SPEC, encoding="utf-8")
    config = "SPECIFICATION Spec\nINVARIANT Few\n"
    (folder / "Light.cfg").write_text(config, encoding="utf-8")
    with serving(folder, far) as client:
        yield client


def test_models_walks_and_runs_find_the_module(found: Client, far: Path) -> None:
    before = contents(far)
    assert found.get("/api/model?spec=Light.tla").json["diagnostics"] == []
    first = found.post("/api/walk", {"model": MODEL, "path": []}).json["next"][0]["key"]
    after = found.post("/api/walk", {"model": MODEL, "path": [first]}).json["next"]
    assert [step["state"][0]["value"]["text"] for step in after] == ["2"]
    number = found.run(command="check", spec="Light.tla")
    run = found.ended(number)
    assert (run["envelope"]["verdict"], run["envelope"]["property"]) == ("violated", "Few")
    assert run["request"]["search_path"] == [str(far)]
    assert found.get(f"/api/runs/{number}/trace").json["length"] == 3
    (far / "Far.tla").write_text(FAR.format(9), encoding="utf-8")
    after = found.post("/api/walk", {"model": MODEL, "path": [first]}).json["next"]
    assert [step["state"][0]["value"]["text"] for step in after] == ["9"]
    # The run has the texts as they were.
    assert found.get(f"/api/runs/{number}/trace").json["length"] == 3
    (far / "Far.tla").write_bytes(before[str(far / "Far.tla")][1])
    assert list(contents(far)) == list(before)


def test_the_language_server_finds_the_module(found: Client) -> None:
    tab = Tab(found, "Light")
    tab.open(SPEC)
    assert tab.problems(0) == []


def test_without_the_folder_there_is_an_error(found: Client) -> None:
    with serving(found.folder) as other:
        (problem,) = other.get("/api/model?spec=Light.tla").json["diagnostics"]
        assert "Far" in problem["message"]


def test_a_page_neither_reads_nor_chooses_such_a_folder(found: Client, far: Path) -> None:
    assert found.get("/api/files/../far/Far.tla").status == 403
    assert found.get(f"/api/files/{far}/Far.tla").status == 403
    path = f"/api/files/{far}/New.tla"
    assert found.send("PUT", path, b"x", {**found.token, "If-None-Match": "*"}).status == 403
    options = {"search_path": [str(far)]}
    run = found.post("/api/runs", {"command": "check", "spec": "Light.tla", "options": options})
    assert (run.status, "search_path" in run.text) == (400, True)
    given = {"spec": "Light.tla", "search_path": ["/"]}
    assert found.post("/api/walk", {"model": given, "path": []}).status == 200
    assert list(contents(far)) == [str(far / "Far.tla")]
