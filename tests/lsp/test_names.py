"""References, highlights and renaming, in modules, algorithms and configurations."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.client import Editor, applied, text_at

BASE = """---- MODULE Base ----
EXTENDS Naturals
CONSTANT Limit
VARIABLE level
Low == level < Limit
Fill(amount) == Low /\\ level' = level + amount
Both == \\A amount \\in 1..2 : amount < 9
====
"""
USER = """---- MODULE User ----
EXTENDS Base
Init == level = 0
Next == \\E step \\in 1..2 : Fill(step)
Spec == Init /\\ [][Next]_level
Inner == INSTANCE Base WITH Limit <- 3
Again == Inner!Low
====
"""
CONFIG = "SPECIFICATION Spec\nCONSTANT Limit = 4\nINVARIANT Low\n"
ALGORITHM = """---- MODULE Steps ----
EXTENDS Naturals
(* --algorithm Steps
variables total = 0;
macro Add(more) begin
  total := total + more;
end macro;
begin
  Start: Add(1);
  Loop: if total < 3 then goto Start; end if;
end algorithm; *)
Small == total < 9
====
"""


@pytest.fixture
def files(editor: Editor) -> dict[str, str]:
    """Three files that belong together, and one with an algorithm."""
    texts = {"Base.tla": BASE, "User.tla": USER, "User.cfg": CONFIG, "Steps.tla": ALGORITHM}
    return {name: editor.write(name, text) for name, text in texts.items()}


def places(editor: Editor, uri: str, mark: str) -> list[tuple[str, int]]:
    """The references to what is at a mark, as file and line."""
    context = types.ReferenceContext(True)
    params = types.ReferenceParams(context, **editor.at(uri, mark))
    found = editor.ask(types.TEXT_DOCUMENT_REFERENCES, params) or ()
    return [(f.uri.rpartition("/")[2], f.range.start.line) for f in found]


def rename(editor: Editor, uri: str, mark: str, new: str) -> dict[str, str]:
    """The texts after renaming what is at a mark."""
    params = types.RenameParams(new_name=new, **editor.at(uri, mark))
    edit = editor.ask(types.TEXT_DOCUMENT_RENAME, params)
    result: dict[str, str] = {}
    for address, edits in edit.changes.items():
        result[address.rpartition("/")[2]] = applied(editor.texts[address], edits)
    return result


def refusal(editor: Editor, uri: str, mark: str, new: str) -> str:
    """Why a new name is rejected."""
    with pytest.raises(JsonRpcException) as error:
        rename(editor, uri, mark, new)
    return str(error.value)


def test_references_are_in_all_modules_and_configurations(
    editor: Editor, files: dict[str, str]
) -> None:
    everywhere = [("Base.tla", 4), ("Base.tla", 5), ("User.cfg", 2), ("User.tla", 6)]
    assert places(editor, files["Base.tla"], "Low ==") == everywhere
    assert places(editor, files["User.cfg"], "Low") == everywhere
    assert places(editor, files["User.tla"], "Low") == everywhere
    limits = [("Base.tla", 2), ("Base.tla", 4), ("User.cfg", 1), ("User.tla", 5)]
    assert places(editor, files["Base.tla"], "Limit\nVAR") == limits
    assert places(editor, files["User.tla"], "step)") == [("User.tla", 3), ("User.tla", 3)]


def test_highlights_are_in_the_file(editor: Editor, files: dict[str, str]) -> None:
    params = types.DocumentHighlightParams(**editor.at(files["Base.tla"], "level <"))
    found = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, params)
    kinds = types.DocumentHighlightKind
    expected = [(3, kinds.Write), (4, kinds.Read), (5, kinds.Write), (5, kinds.Read)]
    assert [(h.range.start.line, h.kind) for h in found] == expected


def test_renaming_changes_every_file(editor: Editor, files: dict[str, str]) -> None:
    texts = rename(editor, files["User.tla"], "Low", "Below")
    assert texts == {
        "Base.tla": BASE.replace("Low", "Below"),
        "User.tla": USER.replace("Low", "Below"),
        "User.cfg": CONFIG.replace("Low", "Below"),
    }
    limit = rename(editor, files["User.cfg"], "Limit", "Top")
    assert limit["Base.tla"] == BASE.replace("Limit", "Top")
    assert limit["User.tla"] == USER.replace("Limit", "Top")


def test_renaming_a_bound_name_changes_nothing_else(editor: Editor, files: dict[str, str]) -> None:
    texts = rename(editor, files["Base.tla"], "amount) ==", "litres")
    assert texts == {
        "Base.tla": BASE.replace("Fill(amount)", "Fill(litres)").replace("+ amount", "+ litres")
    }


def test_renaming_says_what_would_be_renamed(editor: Editor, files: dict[str, str]) -> None:
    params = types.PrepareRenameParams(**editor.at(files["Base.tla"], "level <"))
    found = editor.ask(types.TEXT_DOCUMENT_PREPARE_RENAME, params)
    assert found.placeholder == "level"
    assert text_at(BASE, found.range) == "level"


@pytest.mark.parametrize(
    "case",
    [
        ("Base.tla", "Low ==", "level", "already a variable"),
        ("Base.tla", "amount) ==", "level", "already a variable"),
        ("Base.tla", "Low ==", "Next", "already"),  # only a module that extends it has it
        ("User.tla", "step)", "Limit", "already a constant"),
        ("Base.tla", "Low ==", "1..2", "not a name"),
        ("Base.tla", "Low ==", "LET", "a word of the language"),
        ("Base.tla", "Naturals", "Numbers", "library"),
        ("Base.tla", "Base ----", "Bottom", "named like its file"),
        ("Base.tla", "+ amount", "plus", "library"),
        ("User.tla", "Spec ==", "System", "SPEC"),
    ],
)
def test_a_name_that_would_change_a_meaning_is_rejected(
    editor: Editor, files: dict[str, str], case: tuple[str, str, str, str]
) -> None:
    file, mark, new, reason = case
    if reason == "SPEC":
        # With a configuration that names it, it can be renamed; without one it cannot.
        assert "System ==" in rename(editor, files[file], mark, new)["User.tla"]
        return
    assert reason in refusal(editor, files[file], mark, new)


def test_a_definition_that_is_found_by_its_name_is_not_renamed(editor: Editor) -> None:
    text = "---- MODULE Alone ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\n====\n"
    uri = editor.write("alone/Alone.tla", text)
    assert "found by its name" in refusal(editor, uri, "Init", "Start")


def test_nothing_is_renamed_while_there_are_errors(editor: Editor) -> None:
    text = "---- MODULE Wrong ----\nVARIABLE x\nA == x = 1\nB == (x\nC == x\n====\n"
    uri = editor.write("wrong/Wrong.tla", text)
    assert "correct them first" in refusal(editor, uri, "x = 1", "y")


def test_a_model_value_is_not_captured(editor: Editor) -> None:
    text = "---- MODULE Values ----\nCONSTANT S\nVARIABLE x\nInit == x \\in S\nNext == x' = x\n"
    text += "Helper == x \\in S\n====\n"
    uri = editor.write("values/Values.tla", text)
    editor.write("values/Values.cfg", "INIT Init\nNEXT Next\nCONSTANT S = {a, b}\n")
    reason = refusal(editor, uri, "Helper", "a")
    assert "Values.cfg" in reason or "model value" in reason or "`a`" in reason


def test_names_of_algorithms_are_renamed(editor: Editor, files: dict[str, str]) -> None:
    uri = files["Steps.tla"]
    assert rename(editor, uri, "total <", "sum")["Steps.tla"] == ALGORITHM.replace("total", "sum")
    assert rename(editor, uri, "Add(1", "More")["Steps.tla"] == ALGORITHM.replace("Add", "More")
    assert rename(editor, uri, "Start;", "Begin")["Steps.tla"] == ALGORITHM.replace(
        "Start", "Begin"
    )
    assert "word of PlusCal" in refusal(editor, uri, "total <", "while")
    other = ALGORITHM.replace("Small ==", 'AtStart == pc = "Start"\nSmall ==')
    editor.replace(uri, other)
    assert 'the string "Start" in line 12' in refusal(editor, uri, "Start;", "Begin")
    editor.replace(uri, ALGORITHM)


def test_a_translation_in_the_file_is_written_again(editor: Editor) -> None:
    from holdfast.front.pluscal import write_translation
    from holdfast.source import Source

    text = write_translation(Source("Steps.tla", ALGORITHM))
    uri = editor.write("translated/Steps.tla", text)
    assert editor.diagnostics(uri) == []
    renamed = rename(editor, uri, "Start;", "Begin")["Steps.tla"]
    assert renamed == write_translation(Source("Steps.tla", ALGORITHM.replace("Start", "Begin")))
    renamed = rename(editor, uri, "total <", "sum")["Steps.tla"]
    assert renamed == write_translation(Source("Steps.tla", ALGORITHM.replace("total", "sum")))
    found: Any = editor.ask(
        types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(**editor.at(uri, "Start:"))
    )
    lines = text.split("\n")
    assert [lines[f.range.start.line][:8] for f in found] == ["Start =="]
    found = editor.ask(
        types.TEXT_DOCUMENT_DECLARATION, types.DeclarationParams(**editor.at(uri, "Start =="))
    )
    assert [lines[f.range.start.line] for f in found] == ["  Start: Add(1);"]
