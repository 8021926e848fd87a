"""Random renames of real specs: what is accepted has the same states and verdict."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from holdfast import load
from holdfast.front.load import load as read
from holdfast.front.tla.index import occurrences
from holdfast.front.tla_document import TlaDocument
from holdfast.lsp.texts import path_of
from tests.lsp.client import Editor, applied, position

ROOT = Path(__file__).parents[2]
SPECS = (
    "src/holdfast/examples/wire/wire.tla",
    "src/holdfast/examples/twophase/twophase.tla",
    "specs/AlternatingBit/AlternatingBit.tla",
    "specs/Peterson/Peterson.tla",
)


def outcome(path: Path, texts: dict[Path, str]) -> tuple[object, ...]:
    """The verdict of a spec and the number of its states."""
    result = load(path, overlays=texts).check(engine="interp", max_states=3000)
    return type(result.verdict).__name__, result.generated, result.distinct


def rename_at_random(editor: Editor, spec: Path, seed: int, count: int) -> tuple[int, int]:
    """Try random renames; how many were accepted and rejected."""
    chance = random.Random(seed)
    folder = editor.root / spec.stem
    shutil.copytree(spec.parent, folder)
    path = folder / spec.name
    text = path.read_text(encoding="utf-8")
    uri = editor.open(path.as_uri(), text, "tlaplus")
    before = outcome(path, {})
    document = read(path)
    assert isinstance(document, TlaDocument)
    names = [o for o in occurrences(document.spec.module) if o.span.source.name == str(path)]
    accepted = rejected = 0
    for _ in range(count):
        old = chance.choice(names)
        new = chance.choice(("Fresh_1", "zz", chance.choice(names).target.name))
        identifier = types.TextDocumentIdentifier(uri)
        params = types.RenameParams(identifier, position(text, old.span.start), new)
        try:
            edit = editor.ask(types.TEXT_DOCUMENT_RENAME, params)
        except JsonRpcException:
            rejected += 1
            continue
        texts = {
            p: applied(p.read_text(), list(e)) for u, e in edit.changes.items() if (p := path_of(u))
        }
        assert outcome(path, texts) == before, (old.target.name, new)
        accepted += 1
    return accepted, rejected


@pytest.mark.slow
def test_renaming_keeps_states_and_verdicts(editor: Editor) -> None:
    for number, spec in enumerate(SPECS):
        if (ROOT / spec).is_file():
            accepted, rejected = rename_at_random(editor, ROOT / spec, number, 25)
            assert accepted > 3
            assert rejected > 3
