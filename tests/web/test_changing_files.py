"""Files that appear, change or disappear while a model is open for stepping."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.serving import Client

SPEC = """---- MODULE Light ----
EXTENDS Naturals, Extra
VARIABLE n
Init == n = 0
Next == n' = Step(n)
Spec == Init /\\ [][Next]_n
====
"""
EXTRA = "---- MODULE Extra ----\nEXTENDS Integers\nStep(x) == x + {}\n====\n"
CFG = "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\nCONSTRAINT Few\n"
ANIM = """---- MODULE Light_anim ----
EXTENDS Light, SVG
AnimView == Text({}, 0, "{}", <<>>)
====
"""
MODEL = {"spec": "Light.tla"}


@pytest.fixture(autouse=True)
def _specs(client: Client) -> None:
    write(client, "Light.tla", SPEC)
    write(client, "Extra.tla", EXTRA.format(1))


def write(client: Client, name: str, text: str) -> None:
    (client.folder / name).write_text(text, encoding="utf-8")


def values(client: Client) -> list[str]:
    """The values of `n` after one step."""
    first = walk(client, [])["next"][0]["key"]
    return [step["state"][0]["value"]["text"] for step in walk(client, [first])["next"]]


def walk(client: Client, path: list[str]) -> Any:
    return client.post("/api/walk", {"model": MODEL, "path": path}).json


def picture(client: Client) -> str:
    first = walk(client, [])["next"][0]["key"]
    return client.post("/api/animate", {"model": MODEL, "path": [first]}).text


def test_a_module_that_changes_disappears_or_appears_is_noticed(client: Client) -> None:
    assert values(client) == ["1"]
    write(client, "Extra.tla", EXTRA.format(2))
    assert values(client) == ["2"]
    (client.folder / "Extra.tla").unlink()
    assert "Extra" in walk(client, [])["error"]["message"]
    write(client, "Extra.tla", EXTRA.format(3))
    assert values(client) == ["3"]


def test_a_module_that_hides_one_of_the_library_is_noticed(client: Client) -> None:
    assert values(client) == ["1"]
    own = "---- MODULE Integers ----\nx + y == 9\n====\n"
    write(client, "Integers.tla", own)
    assert values(client) == ["9"]
    (client.folder / "Integers.tla").unlink()
    assert values(client) == ["1"]


def test_a_configuration_that_appears_is_noticed(client: Client) -> None:
    assert walk(client, [])["next"][0]["outside"] == []
    write(client, "Light.tla", SPEC.replace("====", "Few == n > 0\n===="))
    write(client, "Light.cfg", CFG)
    assert walk(client, [])["next"][0]["outside"] == ["Few"]
    (client.folder / "Light.cfg").unlink()
    assert walk(client, [])["next"][0]["outside"] == []


def test_a_picture_module_that_appears_changes_or_disappears_is_noticed(client: Client) -> None:
    assert '"definition":null' in picture(client)
    write(client, "Light_anim.tla", ANIM.format(1, "first"))
    assert "first" in picture(client)
    write(client, "Light_anim.tla", ANIM.format(2, "second"))
    assert "second" in picture(client)
    (client.folder / "Light_anim.tla").unlink()
    assert '"definition":null' in picture(client)
