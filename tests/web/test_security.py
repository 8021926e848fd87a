"""Attacks on the studio: every measure of its design is a test that tries to get around it."""

from __future__ import annotations

import json
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from holdfast.web.app import create_app
from holdfast.web.errors import MOST_BYTES
from holdfast.web.guard import Guard
from holdfast.web.keys import KEY_SECONDS, Keys
from holdfast.web.server import Address
from holdfast.web.studio import create_studio
from tests.web.serving import Client, contents


def _routes() -> list[tuple[str, str]]:
    """Every request below `/api/` that the application answers, and some that it does not."""
    app = create_app(create_studio(Path(), is_warm=False), [])
    assert isinstance(app, Guard)
    assert isinstance(app.app, Starlette)
    found = [("GET", "/api/nothing"), ("POST", "/api/")]
    for route in app.app.routes:
        assert isinstance(route, Route)
        path = route.path.replace("{path:path}", "Counter.tla").replace("{number}", "1")
        found += [(method, path) for method in sorted((route.methods or set()) - {"HEAD"})]
    return [(m, p) for m, p in found if p.startswith("/api/") and p != "/api/enter"]


ROUTES = _routes()


# ---- host, origin, token ----


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil:{port}",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/static/api.js", "/api/project", "/api/enter"])
def test_another_host_is_not_answered(host: str, path: str, shared: Client) -> None:
    named = host.format(port=shared.port)
    reply = shared.send("GET", path, headers=shared.token, host=named)
    assert reply.status in ((421,) if host else (400, 421))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_names_of_this_machine_are_answered(host: str, shared: Client) -> None:
    reply = shared.send("GET", "/api/runs", headers=shared.token, host=f"{host}:{shared.port}")
    assert reply.status == 200


def test_two_hosts_are_not_answered(shared: Client) -> None:
    host = f"127.0.0.1:{shared.port}"
    text = f"GET /api/runs HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n"
    assert _raw(shared, text.encode()).split()[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://localhost"]
)
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_another_origin_is_rejected(method: str, path: str, origin: str, shared: Client) -> None:
    reply = shared.send(method, path, b"{}", {**shared.token, "Origin": origin})
    assert reply.status == 403


def test_our_own_origin_is_accepted_and_never_another(shared: Client) -> None:
    own = f"http://127.0.0.1:{shared.port}"
    reply = shared.send("GET", "/api/runs", headers={**shared.token, "Origin": own})
    assert reply.status == 200
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_the_token_nothing_is_answered(method: str, path: str, shared: Client) -> None:
    token = shared.token["Authorization"]
    for given in ({}, {"Authorization": token[:-1]}, {"Authorization": token + "x"},
                  {"Authorization": token.removeprefix("Bearer ")}, {"Authorization": "Bearer "},
                  {"Cookie": f"token={token}"}, {"X-Token": token}):  # fmt: skip
        reply = shared.send(method, path, b"{}", given)
        assert reply.status == 401
        assert "error" in reply.json
    assert shared.send(method, f"{path}?token={token[7:]}", b"{}").status == 401


def test_only_the_page_and_the_entrance_need_no_token(shared: Client) -> None:
    assert shared.send("GET", "/").status == 200
    assert shared.send("GET", "/static/api.js").status == 200
    assert shared.send("POST", "/api/enter", b'{"key": "x"}').status == 401
    assert "set-cookie" not in shared.send("GET", "/").headers


# ---- the key ----


def test_a_key_works_once(client: Client) -> None:
    key = client.studio.keys.new_key()
    body = json.dumps({"key": key})
    token = client.send("POST", "/api/enter", body).json["token"]
    assert client.send("POST", "/api/enter", body).status == 401
    granted = {"Authorization": f"Bearer {token}"}
    assert client.send("GET", "/api/runs", headers=granted).status == 200


def test_a_key_expires_after_five_minutes() -> None:
    now = 0.0
    keys = Keys(lambda: now)
    early, late = keys.new_key(), keys.new_key()
    now = KEY_SECONDS - 1
    assert keys.enter(early) is not None
    now = KEY_SECONDS + 1
    assert keys.enter(late) is None
    assert KEY_SECONDS == 300


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"key": 1}',
        b"\xff",
        b"[" * 100_000,
        b'{"key": NaN}',
        b'{"a":' * 99 + b"1" + b"}" * 99,
        b'{"key": "\\ud800"}',
        b"9" * 9999,
    ],
)
def test_a_wrong_entrance_is_an_error(body: bytes, shared: Client) -> None:
    assert shared.send("POST", "/api/enter", body).status == 400


@pytest.mark.parametrize("key", ["\u00e9", "\\ud83d\\ude00", "x" * 70_000, "[" * 999])
def test_an_odd_key_is_a_wrong_key(key: str, shared: Client) -> None:
    assert shared.send("POST", "/api/enter", f'{{"key": "{key}"}}').status == 401


# ---- headers ----


@pytest.mark.parametrize("path", ["/", "/static/api.js", "/api/runs", "/nothing", "/api/runs/99"])
def test_every_response_has_the_headers(path: str, shared: Client) -> None:
    headers = shared.get(path).headers
    policy = headers["content-security-policy"]
    for part in ("default-src 'none'", "connect-src 'self'", "base-uri 'none'",
                 "form-action 'none'", "frame-ancestors 'none'"):  # fmt: skip
        assert part in policy
    assert not re.search(r"unsafe|\*|https?:", policy)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_every_page_has_a_nonce_of_its_own(shared: Client) -> None:
    first, second = shared.send("GET", "/"), shared.send("GET", "/")
    nonces = [
        re.findall(r"nonce-([\w-]+)", r.headers["content-security-policy"]) for r in (first, second)
    ]
    assert len({*nonces[0], *nonces[1]}) == 2
    assert f'nonce="{nonces[0][0]}"' in first.text
    assert "{{nonce}}" not in first.text


# ---- size and methods ----


def test_a_huge_body_is_rejected_before_it_is_read(client: Client) -> None:
    headers = {**client.token, "If-None-Match": "*", "Content-Length": str(10**12)}
    text = f"PUT /api/files/Big.tla HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
    text += "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
    assert _raw(client, text.encode()).split()[1] == b"413"
    assert not (client.folder / "Big.tla").exists()


def test_a_huge_body_without_a_length_is_rejected(client: Client) -> None:
    head = f"PUT /api/files/Big.tla HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
    head += f"Authorization: {client.token['Authorization']}\r\nIf-None-Match: *\r\n"
    head += "Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"%x\r\n%b\r\n" % (1 << 20, b"x" * (1 << 20))
    body = chunk * (MOST_BYTES // (1 << 20) + 1) + b"0\r\n\r\n"
    assert _raw(client, head.encode() + body).split()[1] == b"413"
    assert not (client.folder / "Big.tla").exists()


def test_a_request_that_is_never_finished_does_not_block_others(client: Client) -> None:
    with socket.create_connection(("127.0.0.1", client.port)) as slow:
        slow.sendall(b"POST /api/enter HTTP/1.1\r\nHost: 127.0.0.1")
        assert client.get("/api/runs").status == 200


@pytest.mark.parametrize("claim", ["~" * 3000 + "at(A)", "(" * 1500 + "at(A)" + ")" * 1500])
def test_a_text_that_is_nested_deeply_is_an_error(claim: str, shared: Client) -> None:
    text = f"diagram D\nnode A initial\nclaim X == {claim}\nend\n"
    reply = shared.post("/api/diagram/open", {"text": text})
    assert (reply.status, "nested too deeply" in reply.text) == (422, True)
    assert shared.get("/api/runs").status == 200


def test_reading_changes_nothing(client: Client) -> None:
    before = contents(client.folder.parent)
    for method, path in ROUTES:
        if method == "GET" and path != "/api/events":
            client.get(path)
    for method in ("POST", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        reply = client.send(method, "/api/files/Counter.tla", b"x", client.token)
        assert reply.status in (400, 405)
    assert contents(client.folder.parent) == before


def test_another_address_needs_a_name() -> None:
    assert Address("0.0.0.0", 9, ("box",)).hosts(9)[-2:] == ["box:9", "box"]
    assert "box:80" in Address("127.0.0.1", 9, ("box:80",)).hosts(9)
    assert all("0.0.0.0" not in host for host in Address("0.0.0.0").hosts(9))


# ---- a thousand random requests ----

_PIECES = (
    "..", ".", "%2e", "%2f", "/", "\\", "Counter.tla", "secret.tla", "sub", "api", "files", "runs",
    "1", "-1", "trace", "graph", "static", "\u00e9", "%00", "%ff",
    "?", "=", "&", "by", "from", "999999999999", "9" * 5000, "to", "vs", "at", "keep", "compare",
    "lanes", "export.html", "texts", "events", "%ed%a0%80", "since=", "layout", "pin", "svg",
    "{}", "' OR 1", "<script>", "walk", "eval", "model", "spec=", "../" * 9, "etc/passwd", "%", "#",
)  # fmt: skip
_BODIES = (
    b"", b"{}", b"[]", b"null", b"{", b'{"model": {"spec": "../secret.tla"}, "path": []}',
    b'{"model": {"run": "../../1"}, "path": [1]}',
    b'{"model": {"spec": "Counter.tla"}, "path": {}}',
    b'{"command": "check", "spec": "../secret.tla"}', b'{"key": null}', b"\x00" * 99, b"x" * 70000,
    b'{"command": "recheck", "spec": "", "options": {"run": "../.."}}', b'{"pinned": 3}',
    b'{"session": "../x", "message": {}}', b'{"number": -1, "run": "1"}',
    b'{"state": [], "expr": 1}', b'{"number": 1e999}', b'{"places": {"a": [1e999, NaN]}, "of": ""}',
    b'{"command": "check", "spec": "Counter.tla", "options": {"workers": 1000000000}}',
    b'{"model": {"run": "%s"}, "path": []}' % (b"9" * 5000), b'{"key": "\\ud800"}', b"[" * 10_000,
)  # fmt: skip


def test_a_thousand_random_requests_read_and_write_nothing_outside(client: Client) -> None:
    draw = random.Random(7)
    before = contents(client.folder.parent)
    for request in _requests(draw, 1000):
        answer = _raw(client, request)
        assert b"secret" not in answer.replace(b"secret.tla", b"")
        assert not answer or answer.startswith(b"HTTP/1.1 ")
        assert b" 500 " not in answer.partition(b"\r\n")[0], (request, answer)
    assert contents(client.folder.parent) == before
    assert client.get("/api/runs").status == 200
    assert threading.active_count() < 60


def _requests(draw: random.Random, count: int) -> Iterator[bytes]:
    for _ in range(count):
        method = draw.choice(["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "\u00ff"])
        start = draw.choice(["/", "/api/", "/api/files/", "/api/runs/", "/static/", ""])
        path = start + "".join(draw.choice(_PIECES) for _ in range(draw.randrange(6)))
        headers = [f"Host: {draw.choice(['127.0.0.1:{port}'] * 9 + ['evil'])}", "Connection: close"]
        if draw.random() < 0.9:
            headers.append("Authorization: {token}")
        if draw.random() < 0.2:
            headers.append(draw.choice(["Origin: null", "If-Match: *", "If-None-Match: *", "X:"]))
        body = draw.choice(_BODIES)
        if draw.random() < 0.9:
            headers.append(f"Content-Length: {len(body)}")
        head = "\r\n".join([f"{method} {path.replace(' ', '+')} HTTP/1.1", *headers])
        yield head.encode() + b"\r\n\r\n" + body


def _raw(client: Client, data: bytes) -> bytes:
    """The answer to bytes that need not be a request."""
    data = data.replace(b"{port}", str(client.port).encode())
    data = data.replace(b"{token}", client.token["Authorization"].encode())
    with socket.create_connection(("127.0.0.1", client.port), timeout=20) as connection:
        found = b""
        try:
            connection.sendall(data)
            end = time.monotonic() + 20
            while time.monotonic() < end and (part := connection.recv(1 << 16)):
                found += part
                if b"\r\n\r\n" in found and b"connection: close" not in data.lower():
                    break
                if b"application/x-ndjson" in found:
                    break  # the events never end
        except (ConnectionError, BrokenPipeError):
            pass
        return found
