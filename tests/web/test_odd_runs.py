"""Stored runs that somebody else has written, or that are damaged: never an error of the server."""

from __future__ import annotations

import shutil

from tests.web.serving import Client

DAMAGED = {
    "request.json": ['{"command": 5, "spec": [1], "options": 7}', "[]", '{"command": "check"}'],
    "envelope.json": ["[" * 100_000, '{"command": "prove", "prove": 7, "seconds": 1e999}',
                      '{"command": "prove", "prove": 7}', '{"command": "mine", "verdict": {}}'],
    "trace.json": ['{"steps": [1, 2], "states": [{"n": {"#bigint": "x"}}, 5], "property": 3}',
                   '{"steps": [], "kind": 1, "property": null, "states": [\n5\n]}\n', "7"],
    "texts.json": ['{"Counter.tla": 5}', '{"../../secret.tla": "x"}', "null"],
    "events.ndjson": ['{"event": "progress"}\n5\n{"seq": 1e999}\n',
                      '{"event": "progress", "seconds": []}'],
    "pinned": [""],
}  # fmt: skip
ROUTES = (
    "", "/events", "/texts", "/trace", "/lanes", "/bundle", "/graph", "/compare?vs=1", "/proof",
    "/relations", "/trace.itf.json", "/export.html",
)  # fmt: skip


def test_a_damaged_run_is_an_error_of_that_run(client: Client) -> None:
    client.ended(client.run(command="check", spec="Counter.tla"))
    runs = client.folder / ".holdfast" / "runs"
    for name, texts in DAMAGED.items():
        for text in texts:
            shutil.copytree(runs / "1", runs / "2")
            (runs / "2" / name).write_text(text, encoding="utf-8")
            if name == "events.ndjson":
                (runs / "2" / "envelope.json").unlink()
            for route in ROUTES:
                reply = client.get(f"/api/runs/2{route}")
                assert reply.status < 500, (name, text[:50], route, reply.text)
            for path in ("/api/project", "/api/runs", "/api/runs/1/compare?vs=2"):
                assert client.get(path).status < 500, (name, text[:50], path)
            shutil.rmtree(runs / "2")


def test_damaged_places_are_forgotten(client: Client) -> None:
    (client.folder / ".holdfast").mkdir()
    for text in ('{"x": 5}', '{"x": {"a": [1e999, 1]}}', "[]", "{"):
        (client.folder / ".holdfast" / "layout.json").write_text(text, encoding="utf-8")
        assert client.get("/api/layout?of=x").json == {"places": {}}
