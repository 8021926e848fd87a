"""Odd values in every field of every request: each is an error that names the field."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from holdfast.web.commands import COMMANDS
from tests.web.serving import Client
from tests.web.specs import ENDLESS

MODEL = {"spec": "Counter.tla"}
DIAGRAM = "diagram D\nnode A initial\nend\n"
FIELDS: dict[str, dict[str, object]] = {
    "/api/walk": {"model": MODEL, "path": [], "watch": [], "truth": [], "number": None},
    "/api/eval": {"model": MODEL, "path": [], "expr": "n", "number": None, "state": None},
    "/api/why": {"model": MODEL, "path": [], "action": "Up"},
    "/api/explain": {"model": MODEL, "path": [], "formula": "Small"},
    "/api/animate": {"model": MODEL, "path": []},
    "/api/lanes": {"model": MODEL, "path": [], "by": None},
    "/api/graph": {"model": MODEL, "by": [], "open": [], "at": 0},
    "/api/runs": {"command": "check", "spec": "Counter.tla", "config": None, "constants": {}},
    "/api/runs/1/pin": {"pinned": True},
    "/api/lsp": {"session": "a", "message": {}},
    "/api/diagram/open": {"text": DIAGRAM, "file": "D", "runs": {}},
    "/api/diagram/change": {"text": DIAGRAM, "diagram": "D", "change": {}},
    "/api/diagram/svg": {"text": DIAGRAM, "diagram": "D", "runs": {}},
    "/api/layout": {"of": "x", "places": {}},
    "/api/enter": {"key": "x"},
}
"""Every request with a body, and what is in it."""
UNREADABLE = ("NaN", "-Infinity", "1e999", "9" * 5000, '"\\ud800"', '["\\udfff"]', '{"a": [1e999]}')
"""Values that no JSON of a response could have: rejected wherever they are."""
ODD = (
    "-1", "0", "1.5", "true", "null", '""', '"\\u0000"', "[]", "{}", "[null]", "[[1]]", '{"a": 1}',
    "1000000000", "123456789012345678901234567890", "1e300", '"../x"', '["\\u0000"]',
    json.dumps("x" * 20_000), json.dumps("(" * 9999 + "1" + ")" * 9999),
    json.dumps({"run": "9" * 5000}), '{"run": 1}', '{"run": "1"}', '{"spec": "Counter.tla\\u0000"}',
    '{"spec": "Counter.tla", "constants": {"Most": "\\u0000"}}',
    '{"spec": "Counter.tla", "options": {"wide": 3}}',
)  # fmt: skip
QUERIES = (
    "model?spec=Counter.tla&config={}", "model?spec={}", "model?spec=Counter.tla&const.Most={}",
    "model?spec=Counter.tla&automaton={}", "runs/{}", "runs/{}/trace", "runs/1/trace?from={}",
    "runs/1/trace?to={}", "runs/1/lanes?by={}", "runs/1/compare?vs={}", "runs/1/graph?open={}",
    "runs/1/graph?by={}", "runs/1/graph/class?at={}", "runs/1/relations?keep={}", "files/{}",
    "runs/1/export.html?at={}", "layout?of={}",
)  # fmt: skip
TEXTS = ("9" * 5000, "-1", "1e999", "\0", "\ud800", "x" * 3000, "", "NaN", "\u0663", "0", "1.5")


def _is_clear(status: int, text: str) -> bool:
    """Whether a response is a result, or an error with a message that is no excuse."""
    if status < 400:
        return True
    return status < 500 and bool(json.loads(text)["error"]["message"])


def _cases(draw: random.Random) -> Iterator[tuple[str, str, str, bool]]:
    for path, usual in FIELDS.items():
        for field in usual:
            values = [(v, True) for v in draw.sample(UNREADABLE, 1)]
            values += [(v, False) for v in draw.sample(ODD, 2)]
            for value, is_unreadable in values:
                given = {n: json.dumps(v) for n, v in usual.items() if v is not None}
                body = ", ".join(f'"{n}": {v}' for n, v in {**given, field: value}.items())
                yield path, field, f"{{{body}}}", is_unreadable


def test_an_odd_value_in_a_body_is_an_error_that_names_the_field(client: Client) -> None:
    client.ended(client.run(command="check", spec="Counter.tla"))
    for path, field, body, is_unreadable in _cases(random.Random(5)):
        reply = client.send("POST", path, body, client.token)
        assert _is_clear(reply.status, reply.text), (path, body[:200], reply.text[:500])
        if is_unreadable:
            assert reply.status == 400, (path, body[:200])
            assert f"`{field}" in reply.json["error"]["message"]
    for run in client.get("/api/runs").json["runs"]:
        assert client.get(f"/api/runs/{run['run']}").status == 200


def test_an_odd_value_in_an_address_is_an_error(shared: Client) -> None:
    for path in QUERIES:
        for value in TEXTS:
            encoded = quote(value.encode("utf-8", "surrogatepass"), safe="")
            reply = shared.get(f"/api/{path.format(encoded)}")
            assert _is_clear(reply.status, reply.text), (path, value[:50], reply.text[:500])


def test_a_body_that_is_nested_ten_thousand_times_is_an_error(shared: Client) -> None:
    for path in FIELDS:
        body = '{"model": ' + "[" * 10_000 + "]" * 10_000 + "}"
        reply = shared.send("POST", path, body, shared.token)
        assert (reply.status, reply.json["error"]["message"]) == (
            400,
            "the body is nested too deeply",
        )


@pytest.mark.parametrize("command", COMMANDS)
def test_an_odd_option_is_an_error_that_names_it(command: str, client: Client) -> None:
    (client.folder / "Counter.tla").write_text(ENDLESS.replace("Endless", "Counter"), "utf-8")
    entry = COMMANDS[command]
    kinds = {n: str(t) for n, t in entry.options().__annotations__.items()}
    kinds |= {n: "int" if n == "traces" else "dict" for n in entry.more}
    kinds |= {"automaton": "str", "wide": "bool", "translate": "bool"}
    for name, kind in kinds.items():
        wrong = ["1e999", "9" * 5000, "NaN", '{"a": 1}', "[[1]]"]
        wrong += ["10e18", "-1.5", '"x"'] if "int" in kind or "float" in kind else ["123456"]
        for value in wrong:
            options = f'{{"{name}": {value}}}'
            body = f'{{"command": "{command}", "spec": "Counter.tla", "options": {options}}}'
            reply = client.send("POST", "/api/runs", body, client.token)
            assert reply.status == 400, (name, value[:50], reply.text)
            assert name in reply.json["error"]["message"]
    assert client.get("/api/runs").json["runs"] == []
