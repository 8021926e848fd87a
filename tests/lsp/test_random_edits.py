"""Random edits: after each, the diagnostics are those of a fresh reading of the same text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lsprotocol import types

from holdfast.front.files import Files
from holdfast.front.load import load
from tests.lsp.client import Editor, position

ROOT = Path(__file__).parents[2]
SPECS = (
    "src/holdfast/examples/wire/wire.tla",
    "src/holdfast/examples/twophase/twophase.tla",
    "specs/RaftElection/RaftElection.tla",
)
PIECES = (
    "", " ", "\n", "\r\n", "x", "==", "/\\ ", "\\/ ", "(*", "*)", "\\*", '"', "'", "[", "]", "{",
    "}", "<<", ">>", "LET ", " IN ", "\\in ", "CHOOSE ", "EXTENDS ", "----", "====", "VARIABLE ",
    "\N{GRINNING FACE}", "\N{ELEMENT OF}", "\f", "\t", "--algorithm A", "begin", "UNCHANGED ",
    "!", "@",
)  # fmt: skip


def random_edit(chance: random.Random, text: str) -> tuple[int, int, str]:
    """Where to replace how much by what."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 0, 1, 2, 5, 40)))
    if text[start - 1 : start + 1] == "\r\n" or text[end - 1 : end + 1] == "\r\n":
        start, end = start + 1, max(start + 1, end + 1)  # no position is between the two
    return start, end, chance.choice(PIECES)


def expected(path: Path, text: str) -> list[tuple[object, ...]]:
    """The diagnostics of a fresh reading, as `holdfast parse` has them."""
    document = load(path, files=Files.over({path: text}))
    rows: list[tuple[object, ...]] = []
    for each in document.diagnostics:
        if each.span is None or each.span.source.name == str(path):
            start, end = (0, 0) if each.span is None else (each.span.start, each.span.end)
            first = types.Position(0, 0) if each.span is None else position(text, start)
            last = types.Position(0, 0) if each.span is None else position(text, end)
            rows.append((each.code, each.message, first, last))
    return rows


def found(editor: Editor, uri: str) -> list[tuple[object, ...]]:
    """The diagnostics that the server publishes."""
    rows: list[tuple[object, ...]] = []
    for each in editor.diagnostics(uri):
        rows.append((each.code, each.message.split("\n")[0], each.range.start, each.range.end))
    return rows


def edit_at_random(editor: Editor, spec: str, seed: int, edits: int) -> None:
    """Edit a spec, sometimes from the beginning again, and compare each time."""
    chance = random.Random(seed)
    original = (ROOT / spec).read_text()
    path = editor.root / Path(spec).name
    uri = editor.write(path.name, original)
    for _ in range(edits):
        if chance.random() < 0.15:
            editor.replace(uri, original)
        else:
            editor.edit(uri, *random_edit(chance, editor.texts[uri]))
        text = editor.texts[uri]
        wanted = [(row[0], str(row[1]).split("\n")[0], *row[2:]) for row in expected(path, text)]
        assert found(editor, uri) == wanted, text
        ask_everything(editor, uri, chance)


def ask_everything(editor: Editor, uri: str, chance: random.Random) -> None:
    """Ask for something at a random place: an answer comes, whatever the text is."""
    text = editor.texts[uri]
    at = position(text, chance.randrange(len(text) + 1))
    identifier = types.TextDocumentIdentifier(uri)
    whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
    context = types.CodeActionContext(list(editor.published[uri].diagnostics))
    requests = (
        (types.TEXT_DOCUMENT_HOVER, types.HoverParams(identifier, at)),
        (types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(identifier, at)),
        (types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(identifier, at)),
        (types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpParams(identifier, at)),
        (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.DocumentHighlightParams(identifier, at)),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(identifier)),
        (types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(identifier)),
        (types.TEXT_DOCUMENT_SELECTION_RANGE, types.SelectionRangeParams(identifier, [at])),
        (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(identifier)),
        (types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(identifier)),
        (types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(identifier, whole)),
        (
            types.TEXT_DOCUMENT_CODE_ACTION,
            types.CodeActionParams(identifier, types.Range(at, at), context),
        ),
    )
    method, params = chance.choice(requests)
    editor.ask(method, params)


def test_random_edits(editor: Editor) -> None:
    for number, spec in enumerate(SPECS):
        edit_at_random(editor, spec, number, 10)


@pytest.mark.slow
def test_many_random_edits(editor: Editor) -> None:
    for number, spec in enumerate(SPECS):
        edit_at_random(editor, spec, 100 + number, 170)
