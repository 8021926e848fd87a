"""Code lenses, runs with progress and cancellation, hints, counterexamples."""

from __future__ import annotations

import contextlib
import re
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from holdfast.lsp.verdicts import LastRun, about
from tests.lsp.client import Editor, position, text_at

TEXT = """---- MODULE Lamp ----
EXTENDS Naturals
VARIABLE n
Init == n = 0
Up == n < Top /\\ n' = n + 1
Down == n > 0 /\\ n' = n - 1
Next == Up \\/ Down
Spec == Init /\\ [][Next]_n
TypeOK == n \\in 0..Top
Below == n < 3
THEOREM Spec => []TypeOK
====
"""
LAMP = TEXT.replace("VARIABLE", "CONSTANT Top\nVARIABLE")
CONFIG = "SPECIFICATION Spec\nCONSTANT Top = 3\nINVARIANTS TypeOK Below\n"


def lenses(editor: Editor, uri: str) -> list[tuple[str, str]]:
    """The lenses of a buffer: the line they are at, and their titles."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    found = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, params)
    lines = editor.texts[uri].split("\n")
    return [(lines[f.range.start.line].split(" ")[0], f.command.title) for f in found]


def run(editor: Editor, command: str, *arguments: Any) -> Any:
    """The answer to a command."""
    params = types.ExecuteCommandParams(f"holdfast.{command}", list(arguments))
    return editor.ask(types.WORKSPACE_EXECUTE_COMMAND, params)


def test_lenses_are_at_the_specification_properties_and_theorems(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG)
    uri = editor.write("Lamp.tla", LAMP)
    assert lenses(editor, uri) == [
        *(("Spec", title) for title in ("check", "infer", "diagram", "coverage")),
        *(("TypeOK", title) for title in ("check", "prove", "infer")),
        *(("Below", title) for title in ("check", "prove", "infer")),
        *(("THEOREM", title) for title in ("prove", "infer")),
    ]


def test_lenses_stay_while_something_is_wrong(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG)
    uri = editor.write("Lamp.tla", LAMP)
    before = lenses(editor, uri)
    at = LAMP.index("n = 0") + len("n = 0")
    editor.edit(uri, at, at, " +\n oops")
    assert len(editor.diagnostics(uri)) == 1
    assert lenses(editor, uri) == before


def test_a_run_reports_progress_verdict_and_counterexample(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG)
    uri = editor.write("Lamp.tla", LAMP)
    editor.diagnostics(uri)
    answer = run(editor, "coverage", uri)
    assert (answer["verdict"], answer["property"]) == ("violated", "Below")
    kinds = [p.value["kind"] for p in editor.progress if hasattr(p, "value")]
    assert kinds[0] == "begin"
    assert kinds[-1] == "end"
    [found] = editor.diagnostics(uri)
    assert found.message.startswith("Below is violated: ")
    assert text_at(LAMP, found.range) == "Below"
    related = [r.message for r in found.related_information or ()]
    assert related == [
        "state 1: initial state",
        "state 2: Up, n: 0 -> 1",
        "state 3: Up, n: 1 -> 2",
        "state 4: Up, n: 2 -> 3",
    ]
    assert any(m.startswith("check: Below violated") for m in editor.messages)
    editor.published.pop(uri)
    saved = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
    editor.notify(types.TEXT_DOCUMENT_DID_SAVE, saved)
    assert [d.code for d in editor.diagnostics(uri)] == ["violated"]
    told = dict(lenses(editor, uri)[::-1])
    titles = [title for name, title in lenses(editor, uri) if name == "Below"]
    assert titles[-2].startswith("check: violated, 4 states, just now")
    assert titles[-1] == "open in studio"
    assert told["Spec"] == "check"


def test_a_counterexample_is_opened_in_one_studio(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG)
    uri = editor.write("Lamp.tla", LAMP)
    run(editor, "check", uri)
    [found] = editor.diagnostics(uri)
    context = types.CodeActionContext([found])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, context)
    actions = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params)
    assert [a.title for a in actions if "studio" in a.title] == [
        "Open the counterexample in the studio"
    ]
    asked = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    all_lenses = editor.ask(types.TEXT_DOCUMENT_CODE_LENS, asked)
    opening = next(x.command for x in all_lenses if x.command.title == "open in studio")
    assert opening.command == "holdfast.studio"
    number = opening.arguments[1]
    address = run(editor, "studio", *opening.arguments)
    base, _, rest = address.partition("#key=")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", base)
    assert rest.endswith(f"&run={number}")
    assert (editor.shown[-1].uri, editor.shown[-1].external) == (address, True)
    # The next one is another address of the same server.
    again = run(editor, "studio", uri)
    assert again.partition("#")[0] == base
    assert again != address
    with urllib.request.urlopen(base) as page:
        assert page.status == 200
    with pytest.raises(JsonRpcException, match="no such run"):
        run(editor, "studio", uri, "999")


def test_hints_count_the_states_of_actions(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG.replace(" Below", ""))
    uri = editor.write("Lamp.tla", LAMP)
    assert run(editor, "coverage", uri)["verdict"] == "exhausted"
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), whole)
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, params)
    lines = LAMP.split("\n")
    shown = {lines[h.position.line].split(" ")[0]: h.label.strip() for h in found}
    assert shown == {"Up": "3 new of 3 states", "Down": "0 new of 3 states"}
    editor.replace(uri, LAMP + "\n")
    found = editor.ask(types.TEXT_DOCUMENT_INLAY_HINT, params)
    assert all(h.label.endswith("(changed since)") for h in found)


def test_a_property_is_proved_by_itself(editor: Editor) -> None:
    editor.write("Lamp.cfg", CONFIG)
    uri = editor.write("Lamp.tla", LAMP)
    answer = run(editor, "prove", uri, "TypeOK", "invariant")
    assert answer["verdict"] == "proved"
    titles = [title for name, title in lenses(editor, uri) if name == "TypeOK"]
    assert titles[-1].startswith("prove: proved")
    editor.edit(uri, 0, 0, " ")
    titles = [title for name, title in lenses(editor, uri) if name == "TypeOK"]
    assert titles[-1].endswith("(changed since)")


def test_a_run_reads_files_so_the_buffer_must_be_saved(editor: Editor) -> None:
    uri = editor.write("Lamp.tla", LAMP)
    editor.edit(uri, 0, 0, " ")
    with pytest.raises(JsonRpcException, match=r"save Lamp\.tla first"):
        run(editor, "check", uri)


def test_a_run_is_cancelled(editor: Editor) -> None:
    text = "---- MODULE Long ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\n"
    text += "Next == n' = n + 1\nSpec == Init /\\ [][Next]_n\n====\n"
    uri = editor.write("long/Long.tla", text)
    editor.progress.clear()
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(run(editor, "check", uri)))
    thread.start()
    limit = time.monotonic() + 20
    while time.monotonic() < limit and not any("states" in str(p) for p in editor.progress):
        time.sleep(0.05)
    token = editor.progress[0].token
    # While it runs, other requests are answered.
    began = time.monotonic()
    where = types.HoverParams(types.TextDocumentIdentifier(uri), position(text, text.index("n =")))
    assert editor.ask(types.TEXT_DOCUMENT_HOVER, where) is not None
    assert time.monotonic() - began < 5
    params = types.WorkDoneProgressCancelParams(token)
    editor.notify(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, params)
    thread.join(20)
    assert not thread.is_alive()
    assert answers[0]["verdict"] == "unknown", answers


def running(folder: Path) -> list[str]:
    """The command lines of checks that run in a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            line = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if (path / "cwd").readlink() == folder and "holdfast check" in line:
                found.append(line)
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are listed on Linux")
def test_nothing_runs_when_the_editor_is_closed(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    text = "---- MODULE Endless ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\n"
    uri = editor.write("Endless.tla", text + "Next == n' = n + 1\n====\n")

    def check() -> None:
        with contextlib.suppress(Exception):
            run(editor, "check", uri)

    thread = threading.Thread(target=check, daemon=True)
    thread.start()
    limit = time.monotonic() + 20
    while time.monotonic() < limit and not running(tmp_path):
        time.sleep(0.1)
    assert running(tmp_path)
    editor.close()
    limit = time.monotonic() + 20
    while time.monotonic() < limit and running(tmp_path):
        time.sleep(0.1)
    assert running(tmp_path) == []


def test_a_run_that_failed_has_no_states() -> None:
    failed = {"verdict": "error", "check": {"states": {"distinct": 0}}}
    assert about(LastRun("check", failed, time.time(), {}), None) == "check: error, just now"
