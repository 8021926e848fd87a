"""Attacks on the files of a project: paths, links, encodings, writes over others' changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.serving import Client, contents
from tests.web.specs import COUNTER

OUTSIDE = [
    "../secret.tla", "..%2fsecret.tla", "%2e%2e/secret.tla", "%2e%2e%2fsecret.tla",
    "sub/../../secret.tla", "sub/%2e%2e/%2e%2e/secret.tla", "/etc/hosts.tla", "%2fetc%2fhosts.tla",
    "//etc/x.tla", "..\\secret.tla", "..%5csecret.tla", "%c0%ae%c0%ae/secret.tla", "link.tla",
    "linked/secret.tla", "Counter.tla%00.txt", "%00.tla", ".holdfast/runs/1/x.tla", ".git/x.tla",
    "sub/.hidden.tla", "Counter.tla/../../secret.tla", "./../secret.tla", "....//secret.tla",
    "C:/secret.tla", "sub/./../../secret.tla", "x" * 5000 + ".tla",
    "notes.txt", "program.py", "Counter.tla.bak", "pipe.tla", "folder.tla", "loop.tla", "",
]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_read(path: str, shared: Client) -> None:
    reply = shared.get(f"/api/files/{path}")
    assert reply.status in (400, 403, 404, 405, 414)
    assert b"secret" not in reply.body.replace(b"secret.tla", b"")


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_written(path: str, shared: Client) -> None:
    before = contents(shared.folder.parent)
    for condition in ({"If-None-Match": "*"}, {"If-Match": '"x"'}, {}):
        headers = {**shared.token, **condition}
        reply = shared.send("PUT", f"/api/files/{path}", b"written", headers)
        assert reply.status in (400, 403, 404, 405, 412, 414, 428)
    assert contents(shared.folder.parent) == before


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_run_or_model_is_about_anything_outside(path: str, shared: Client) -> None:
    plain = path.replace("%2f", "/").replace("%2e", ".").replace("%5c", "\\").replace("%00", "\0")
    for spec, config in ((plain, None), ("Counter.tla", plain)):
        begun = shared.post("/api/runs", {"command": "check", "spec": spec, "config": config})
        assert begun.status in (400, 403, 404)
        model = {"spec": spec, "config": config}
        assert shared.post("/api/walk", {"model": model, "path": []}).status in (400, 403, 404)
    assert shared.get("/api/runs").json == {"runs": []}


def test_the_list_of_files_has_none_from_outside(shared: Client) -> None:
    paths = [spec["path"] for spec in shared.get("/api/project").json["specs"]]
    assert paths == ["Counter.tla", "sub/Endless.tla"]


def test_a_link_inside_the_folder_is_a_file_of_it(folder: Path, client: Client) -> None:
    (folder / "Same.tla").symlink_to(folder / "Counter.tla")
    found = client.get("/api/files/Same.tla")
    assert found.status == 200
    tag = found.headers["etag"]
    assert client.put("/api/files/Same.tla", "changed", If_Match=tag).status == 204
    assert (folder / "Counter.tla").read_text("utf-8") == "changed"
    assert (folder / "Same.tla").is_symlink()


@pytest.mark.parametrize(
    "path", ["../app.py", "..%2fapp.py", "%2e%2e/keys.py", "index.html", "/etc/passwd", "", "x.js"]
)
def test_static_files_are_those_of_the_page(path: str, shared: Client) -> None:
    assert shared.send("GET", f"/static/{path}").status == 404


def test_an_editor_with_files_elsewhere_is_rejected(shared: Client) -> None:
    for address in ("file:///etc/passwd", "FILE:///etc/x.tla", f"file://{shared.folder}/../x.tla",
                    f"file://{shared.folder}%2f..%2fx.tla"):  # fmt: skip
        message = {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": address}}}
        assert shared.post("/api/lsp", {"session": "a", "message": message}).status == 403


def test_python_files_of_the_project_are_never_imported(client: Client) -> None:
    for name in ("json", "holdfast", "asyncio", "sitecustomize", "re"):
        program = f"open({str(client.folder / 'owned')!r}, 'w')\n"
        (client.folder / f"{name}.py").write_text(program, encoding="utf-8")
    model = {"spec": "Counter.tla"}
    assert client.post("/api/walk", {"model": model, "path": []}).status == 200
    number = client.run(command="check", spec="Counter.tla")
    assert client.ended(number)["envelope"]["verdict"] == "violated"
    text = COUNTER.replace("n \\in Nat", "n \\in 0..Most")
    (client.folder / "Counter.tla").write_text(text, encoding="utf-8")
    asked = {"invariants": ["TypeOK"], "remember": False}
    number = client.run(command="prove", spec="Counter.tla", options=asked)
    assert client.ended(number)["envelope"]["verdict"] == "proved"
    client.post("/api/lsp", {"session": "a", "message": {"jsonrpc": "2.0", "method": "exit"}})
    assert not (client.folder / "owned").exists()


# ---- writes ----


def test_a_file_is_written_only_over_what_was_read(client: Client) -> None:
    path = "/api/files/Counter.tla"
    tag = client.get(path).headers["etag"]
    text = (client.folder / "Counter.tla").read_text("utf-8")
    assert client.put(path, "mine", If_Match='"other"').status == 412
    assert client.put(path, "mine", If_None_Match="*").status == 412
    assert client.put(path, "mine").status == 428
    assert (client.folder / "Counter.tla").read_text("utf-8") == text
    mode = (client.folder / "Counter.tla").stat().st_mode
    changed = client.put(path, "mine", If_Match=tag)
    assert (changed.status, changed.headers["etag"]) == (204, client.get(path).headers["etag"])
    assert (client.folder / "Counter.tla").stat().st_mode == mode
    refused = client.put(path, "yours", If_Match=tag)
    assert (refused.status, refused.json["error"]["text"]) == (412, "mine")
    assert refused.json["error"]["tag"] == changed.headers["etag"]


def test_a_new_file_is_written_and_no_drafts_are_left(client: Client) -> None:
    assert client.put("/api/files/sub/New.tla", "new", If_None_Match="*").status == 204
    assert (client.folder / "sub" / "New.tla").read_text("utf-8") == "new"
    assert client.put("/api/files/none/New.tla", "new", If_None_Match="*").status == 404
    assert {p.name for p in (client.folder / "sub").iterdir()} == {"Endless.tla", "New.tla"}


def test_text_that_is_not_utf8_is_rejected(client: Client) -> None:
    headers = {**client.token, "If-None-Match": "*"}
    assert client.send("PUT", "/api/files/New.tla", b"\xff\xfe", headers).status == 415
    (client.folder / "Odd.tla").write_bytes(b"\xff")
    assert client.get("/api/files/Odd.tla").status == 415


def test_automata_are_read_and_not_written(client: Client) -> None:
    text = "from holdfast.ioa import *\n"
    (client.folder / "Lock.py").write_text(text, encoding="utf-8")
    found = client.get("/api/files/Lock.py")
    assert (found.status, found.text) == (200, text)
    written = client.put("/api/files/Lock.py", "import os", If_Match=found.headers["etag"])
    assert written.status == 403


def test_a_page_that_reads_again_as_told_has_the_last_text(client: Client) -> None:
    path = client.folder / "Shared.tla"
    path.write_text("old", encoding="utf-8")
    assert client.get("/api/files/Shared.tla").text == "old"
    for text in ("changed before the first look at the files", "and again"):
        stream = client.events()
        path.write_text(text, encoding="utf-8")
        for event in stream:
            about = event["event"] == "listening" or event.get("path") == "Shared.tla"
            if about and client.get("/api/files/Shared.tla").text == text:
                break
