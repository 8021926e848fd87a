"""Positions, line ends, buffers without files, broken and deleted files, other languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from holdfast.lsp.texts import Text, moved_offset, path_of
from tests.lsp.client import Editor, position, text_at

FACE = "\N{GRINNING FACE}"
ASTRAL = f'''---- MODULE Astral ----
A == "{FACE}" \\* \N{MATHEMATICAL BOLD CAPITAL A}
B == <<"{FACE}{FACE}", A, missing>>
====
'''


def definition(editor: Editor, uri: str, mark: str) -> list[types.Location]:
    """Where the definition of what is at a mark is."""
    params = types.DefinitionParams(**editor.at(uri, mark))
    return list(editor.ask(types.TEXT_DOCUMENT_DEFINITION, params) or ())


def test_positions_count_code_units_of_utf16(editor: Editor) -> None:
    uri = editor.write("Astral.tla", ASTRAL)
    [found] = editor.diagnostics(uri)
    assert text_at(ASTRAL, found.range) == "missing"
    [place] = definition(editor, uri, "A, missing")
    assert text_at(ASTRAL, place.range) == "A"
    at = ASTRAL.index(", missing")
    editor.edit(uri, at, at + len(", missing"), "")
    assert editor.diagnostics(uri) == []


@pytest.mark.parametrize(
    "kind", [types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf32]
)
def test_other_encodings_are_agreed_on(tmp_path: Path, kind: types.PositionEncodingKind) -> None:
    editor = Editor(tmp_path, [kind])
    assert editor.capabilities.position_encoding == kind
    uri = editor.write("Astral.tla", ASTRAL)
    [found] = editor.diagnostics(uri)
    line = ASTRAL.split("\n")[2]
    width = {"utf-8": len(line.partition("missing")[0].encode()), "utf-32": line.index("missing")}
    assert found.range.start.character == width[kind.value]
    editor.close()


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_ends(editor: Editor, ending: str) -> None:
    text = "---- MODULE Ends ----\nVARIABLE x\n\fA == x\x0b\nB == A + y\n====\n".replace(
        "\n", ending
    )
    if ending == "\r":
        text = text.replace("\r", "\r\n", 1).replace("\n\r", "\n")
    uri = editor.write("Ends.tla", text)
    found = editor.diagnostics(uri)
    assert "y" in [text_at(text, d.range) for d in found]
    at = text.index("y")
    editor.edit(uri, at, at + 1, "x")
    assert "y" not in [text_at(editor.texts[uri], d.range) for d in editor.diagnostics(uri)]


def test_a_file_outside_the_workspace(editor: Editor, tmp_path: Path) -> None:
    other = tmp_path / "Outside \N{LATIN SMALL LETTER U WITH DIAERESIS}" / "Other.tla"
    other.parent.mkdir()
    other.write_text("---- MODULE Other ----\nA == 1\n====\n")
    user = "---- MODULE Mine ----\nEXTENDS Other\nB == A\n====\n"
    uri = editor.open((other.parent / "Mine.tla").as_uri(), user, "tlaplus")
    assert editor.diagnostics(uri) == []
    [place] = definition(editor, uri, "A\n")
    assert place.uri == other.as_uri()


def test_a_buffer_without_a_file(editor: Editor) -> None:
    text = "---- MODULE Draft ----\nEXTENDS Naturals, Beside\nA == 1 + b\n====\n"
    editor.write("Beside.tla", "---- MODULE Beside ----\nb == 2\n====\n")
    uri = editor.open("untitled:Untitled-1", text, "tlaplus")
    assert editor.diagnostics(uri) == []
    [place] = definition(editor, uri, "b\n")
    assert place.uri.endswith("/Beside.tla")
    editor.edit(uri, text.index("Draft"), text.index("Draft") + 5, "Other")
    editor.edit(uri, text.index("b\n"), text.index("b\n") + 1, "c")
    [found] = editor.diagnostics(uri)
    assert text_at(editor.texts[uri], found.range) == "c"
    editor.close_buffer(uri)


def test_a_deleted_file(editor: Editor) -> None:
    gone = editor.write("Gone.tla", "---- MODULE Gone ----\nA == 1\n====\n")
    user = editor.write("Needs.tla", "---- MODULE Needs ----\nEXTENDS Gone\nB == A\n====\n")
    assert editor.diagnostics(user) == []
    (editor.root / "Gone.tla").unlink()
    # The buffer still has its text.
    editor.edit(user, 0, 0, "-")
    assert editor.diagnostics(user) == []
    editor.close_buffer(gone)
    editor.edit(user, 0, 0, "-")
    assert [d.code for d in editor.diagnostics(user)] == ["missing-module"]
    params = types.ReferenceParams(types.ReferenceContext(True), **editor.at(user, "B =="))
    assert len(editor.ask(types.TEXT_DOCUMENT_REFERENCES, params)) == 1


def test_a_buffer_of_another_module_is_used(editor: Editor) -> None:
    base = editor.write("Lower.tla", "---- MODULE Lower ----\nA == 1\n====\n")
    user = editor.write("Upper.tla", "---- MODULE Upper ----\nEXTENDS Lower\nB == A\n====\n")
    assert editor.diagnostics(user) == []
    editor.replace(base, "---- MODULE Lower ----\nC == 1\n====\n")
    editor.diagnostics(base)
    editor.edit(user, 0, 0, "-")
    assert [d.code for d in editor.diagnostics(user)] == ["unbound-name"]
    # It is published for the other buffer without an edit there, too.
    editor.published.pop(user)
    editor.replace(base, "---- MODULE Lower ----\nA == 1\n====\n")
    assert editor.diagnostics(user) == []


def test_a_broken_spec_is_answered_from_when_it_was_whole(editor: Editor) -> None:
    text = "---- MODULE Whole ----\nVARIABLE x\nA == x = 1\nB == A\n====\n"
    uri = editor.write("Whole.tla", text)
    assert editor.diagnostics(uri) == []
    at = text.index("VARIABLE")
    editor.edit(uri, at, at, "(* ")
    assert "unclosed-comment" in [d.code for d in editor.diagnostics(uri)]
    params = types.HoverParams(**editor.at(uri, "A\n"))
    assert editor.ask(types.TEXT_DOCUMENT_HOVER, params) is not None
    [place] = definition(editor, uri, "A\n")
    assert place.uri == uri


def test_promela(editor: Editor) -> None:
    text = "byte n = 0;\nactive proctype P() {\n  do\n  :: n < 3 -> n = n + 1\n  od\n}\n"
    uri = editor.write("model.pml", text + "ltl small { [] (n < 5) }\n")
    assert editor.diagnostics(uri) == []
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    found = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params)
    assert [s.name for s in found] == ["n", "P", "small"]
    [place] = definition(editor, uri, "n < 5")
    assert place.range.start.line == 0
    lens = editor.ask(
        types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(types.TextDocumentIdentifier(uri))
    )
    assert [f.command.arguments[1] for f in lens] == [None, "small"]
    editor.replace(uri, text.replace("n + 1", "m + 1"))
    [wrong] = editor.diagnostics(uri)
    assert text_at(editor.texts[uri], wrong.range) == "m"


def test_automata_are_python_files_that_import_them(editor: Editor) -> None:
    text = (Path(__file__).parents[2] / "specs/ioa/StableRing/StableRing.py").read_text()
    uri = editor.write("StableRing.py", text)
    assert editor.diagnostics(uri) == []
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    assert editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params)
    other = editor.write("plain.py", "import os\nx = y\n")
    assert (
        editor.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(**editor.at(other, "os"))) is None
    )
    assert other not in editor.published
    editor.replace(other, text)
    assert editor.diagnostics(other) == []


def test_two_servers_at_once(editor: Editor, tmp_path: Path) -> None:
    second = Editor(tmp_path)
    text = "---- MODULE Twice ----\nA == b\n====\n"
    one, two = editor.write("Twice.tla", text), second.write("Twice.tla", text)
    assert [d.code for d in editor.diagnostics(one)] == ["unbound-name"]
    assert [d.code for d in second.diagnostics(two)] == ["unbound-name"]
    second.close()


def test_a_closed_buffer_has_no_diagnostics(editor: Editor) -> None:
    uri = editor.write("Close.tla", "---- MODULE Close ----\nA == b\n====\n")
    assert len(editor.diagnostics(uri)) == 1
    editor.published.pop(uri)
    editor.close_buffer(uri)
    other = editor.write("After.tla", "---- MODULE After ----\n====\n")
    editor.diagnostics(other)
    assert list(editor.published[uri].diagnostics) == []


def test_texts_agree_with_a_plain_computation() -> None:
    text = 'a\r\n\N{GRINNING FACE}b\rc\n\fd"\N{GRINNING FACE}'
    found = Text(text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue
        assert found.position(offset) == position(text, offset)
        assert found.offset(position(text, offset)) == offset
    assert found.offset(types.Position(99, 0)) == len(text)
    assert found.offset(types.Position(0, 99)) == 1


def test_offsets_move_with_an_edit() -> None:
    before, after = "abc def", "abc XY def"
    assert [moved_offset(before, after, at) for at in (0, 3, 10)] == [0, 3, 7]
    assert path_of("untitled:Untitled-1") is None
    assert path_of("file:///a%20b/c%25.tla") == Path("/a b/c%.tla")


def test_a_file_that_another_program_changes_is_read_again(editor: Editor) -> None:
    other = editor.root / "Disk.tla"
    other.write_text("---- MODULE Disk ----\nA == 1\n====\n")
    user = editor.write("Reads.tla", "---- MODULE Reads ----\nEXTENDS Disk\nB == A\n====\n")
    assert editor.diagnostics(user) == []
    other.write_text("---- MODULE Disk ----\nOther == 1\n====\n")
    editor.published.pop(user)
    event = types.FileEvent(other.as_uri(), types.FileChangeType.Changed)
    params = types.DidChangeWatchedFilesParams([event])
    editor.notify(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, params)
    assert [d.code for d in editor.diagnostics(user)] == ["unbound-name"]
    other.write_text("---- MODULE Disk ----\nA == 1\n====\n")
    editor.published.pop(user)
    saved = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(user))
    editor.notify(types.TEXT_DOCUMENT_DID_SAVE, saved)
    assert editor.diagnostics(user) == []


def test_typing_fast_is_answered_for_the_last_text(editor: Editor) -> None:
    text = "---- MODULE Fast ----\nA == 1\n====\n"
    uri = editor.write("Fast.tla", text)
    editor.diagnostics(uri)
    at = text.index("1")
    for number in range(30):
        editor.edit(uri, at, at, "x" if number % 2 else "y")
    [found] = editor.diagnostics(uri)
    assert text_at(editor.texts[uri], found.range) == ("xy" * 15) + "1"
