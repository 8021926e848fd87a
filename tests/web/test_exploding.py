"""Expressions whose values explode: an error, and the process that evaluated them goes on."""

from __future__ import annotations

import pytest

from tests.web.serving import Client

MODEL = {"spec": "Lists.tla"}
LISTS = """---- MODULE Lists ----
EXTENDS Naturals, Sequences, FiniteSets
VARIABLE n
Init == n = 0
Next == n' = n + 1
====
"""
CFG = "INIT Init\nNEXT Next\n"
TOO_LARGE = (
    r"LET f[i \in 0..40] == IF i = 0 THEN <<1>> ELSE f[i - 1] \o f[i - 1] IN f[40]",
    r'LET f[i \in 0..40] == IF i = 0 THEN "ab" ELSE f[i - 1] \o f[i - 1] IN f[40]',
)
TOO_LONG = r"LET f[i \in 0..60] == IF i = 0 THEN <<1>> ELSE <<f[i - 1], f[i - 1]>> IN f[60]"


@pytest.fixture(autouse=True)
def _spec(client: Client) -> None:
    (client.folder / "Lists.tla").write_text(LISTS, encoding="utf-8")
    (client.folder / "Lists.cfg").write_text(CFG, encoding="utf-8")


def _process(client: Client) -> int:
    (kept,) = client.studio.explorers._open.values()
    assert kept.process is not None
    return kept.process.pid


def test_a_value_that_fills_the_memory_is_an_error(client: Client) -> None:
    client.post("/api/eval", {"model": MODEL, "path": [], "expr": "1"})
    process = _process(client)
    for expr in TOO_LARGE:
        reply = client.post("/api/eval", {"model": MODEL, "path": [], "expr": expr})
        assert reply.json["error"]["code"] in ("eval-too-large", "eval-time")
    one = client.post("/api/eval", {"model": MODEL, "path": [], "expr": "n + 1"})
    assert one.json["value"]["text"] == "1"
    assert _process(client) == process


def test_a_watched_value_that_is_long_to_print_is_an_error(client: Client) -> None:
    first = client.post("/api/walk", {"model": MODEL, "path": []}).json["next"][0]["key"]
    process = _process(client)
    asked = {"model": MODEL, "path": [first], "watch": ["n", TOO_LONG]}
    watched = client.post("/api/walk", asked).json["steps"][0]["watch"]
    assert (watched["n"]["text"], "error" in watched[TOO_LONG]) == ("0", True)
    assert _process(client) == process
