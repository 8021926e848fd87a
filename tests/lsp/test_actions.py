"""Quick fixes and other code actions; every edit is applied and read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from holdfast import load
from tests.lsp.client import Editor, applied, position


def actions(
    editor: Editor, uri: str, mark: str = "", only: str | None = None
) -> dict[str, types.CodeAction]:
    """The code actions at a mark, or for all diagnostics of a buffer, by title."""
    found = editor.diagnostics(uri)
    text = editor.texts[uri]
    at = position(text, text.index(mark)) if mark else types.Position(0, 0)
    context = types.CodeActionContext(found, [types.CodeActionKind(only)] if only else None)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(at, at), context)
    rows = editor.ask(types.TEXT_DOCUMENT_CODE_ACTION, params) or ()
    return {action.title: action for action in rows}


def after(editor: Editor, uri: str, action: types.CodeAction) -> str:
    """The text of a buffer after a code action."""
    assert action.edit is not None
    assert action.edit.changes is not None
    return applied(editor.texts[uri], list(action.edit.changes[uri]))


MODULE = "---- MODULE Fix ----\nEXTENDS Naturals\nCONSTANT S\nVARIABLE x, flag\n{}\n====\n"

FIXES = [
    ("A == flagg\nB == flagg", "Change `flagg` to `flag`", "A == flag\nB == flag"),
    ("A == Len(<<>>)", "Add `Sequences` to EXTENDS", "EXTENDS Naturals, Sequences"),
    ("F == [y \\in S |-> y]\nA == F(x)", "Write `F[x]`", "A == F[x]"),
    ("G(n) == G(n - 1)", "Insert `RECURSIVE G(_)`", "RECURSIVE G(_)\nG(n)"),
    ("A = x", "Write `==` instead of `=`", "A == x"),
]


@pytest.mark.parametrize("case", FIXES, ids=[title for _, title, _ in FIXES])
def test_a_fix_of_the_help_removes_the_error(editor: Editor, case: tuple[str, str, str]) -> None:
    body, title, expected = case
    uri = editor.write("Fix.tla", MODULE.format(body))
    text = after(editor, uri, actions(editor, uri, only="quickfix")[title])
    assert expected in text
    editor.replace(uri, text)
    assert editor.diagnostics(uri) == []


def test_a_module_is_named_like_its_file(editor: Editor) -> None:
    uri = editor.write("Fix.tla", MODULE.format("").replace("MODULE Fix", "MODULE Fax"))
    assert "MODULE Fix" in after(editor, uri, actions(editor, uri)["Name the module `Fix`"])


def test_a_name_of_a_configuration_is_corrected(editor: Editor) -> None:
    text = "---- MODULE Conf ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\nInv == x = 0\n====\n"
    editor.write("Conf.tla", text)
    uri = editor.write("Conf.cfg", "INIT Init\nNEXT Next\nINVARIANT Invv\n")
    assert "INVARIANT Inv\n" in after(editor, uri, actions(editor, uri)["Change `Invv` to `Inv`"])


UNCHANGED = [
    ("A == /\\ x > 1\n     /\\ x' = 1", "     /\\ UNCHANGED <<flag, z>>"),
    ("A == /\\ x' = 1\n     /\\ UNCHANGED flag", "     /\\ UNCHANGED <<flag, z>>"),
    ("A == /\\ x' = 1\n     /\\ UNCHANGED <<flag>>", "     /\\ UNCHANGED <<flag, z>>"),
    ("A == x' = 1", "A == x' = 1 /\\ UNCHANGED <<flag, z>>"),
    ("A == \\/ x' = 1\n     \\/ flag' = 1", "\\/ x' = 1 /\\ UNCHANGED <<flag, z>>"),
    ("B == z' = 1\nA == \\E i \\in S : B /\\ x' = i", "x' = i /\\ UNCHANGED flag"),
    ("A == x' > x", "A == x' > x /\\ UNCHANGED <<flag, z>>"),
    ("A == /\\ x > 1\n     /\\ \\/ x' = 1\n        \\/ x' = 2", "     /\\ UNCHANGED <<flag, z>>"),
    (
        "A == \\/ x' = 1 /\\ UNCHANGED <<flag, z>>\n     \\/ z' = 1",
        "z' = 1 /\\ UNCHANGED <<x, flag>>",
    ),
    ("A == x' = 1 \\/ flag' = 1", "A == (x' = 1 /\\ UNCHANGED <<flag, z>>) \\/ (flag'"),
    ("A == IF x > 1 THEN x' = 1 ELSE z' = 2", "THEN x' = 1 /\\ UNCHANGED <<flag, z>> ELSE"),
]


@pytest.mark.parametrize("case", UNCHANGED, ids=range(len(UNCHANGED)))
def test_missing_unchanged_is_added(editor: Editor, case: tuple[str, str]) -> None:
    body, expected = case
    uri = editor.write("Fix.tla", MODULE.replace("x, flag", "x, flag, z").format(body))
    found = [a for t, a in actions(editor, uri, "A ==").items() if t.startswith("Add UNCHANGED")]
    text = after(editor, uri, found[0])
    assert expected in text
    editor.replace(uri, text)
    assert editor.diagnostics(uri) == []
    left = actions(editor, uri, "A ==")
    assert not [title for title in left if title.startswith("Add UNCHANGED")]


def test_a_complete_action_needs_nothing(editor: Editor) -> None:
    body = "vars == <<x, flag>>\nA == x' = 1 /\\ flag' = 2\nB == UNCHANGED vars\nC == x > 1"
    uri = editor.write("Fix.tla", MODULE.format(body))
    for mark in ("A ==", "B ==", "C =="):
        assert not [t for t in actions(editor, uri, mark) if t.startswith("Add UNCHANGED")]


def test_recursive_definitions_are_followed_once(editor: Editor) -> None:
    names = [f"R{n}" for n in range(12)]
    body = f"RECURSIVE {', '.join(f'{n}(_)' for n in names)}\n"
    for name in names:
        body += f"{name}(k) == {' + '.join(f'{n}(k)' for n in names)}\n"
    uri = editor.write("Fix.tla", MODULE.format(body + "A == x' = R0(1)"))
    text = after(editor, uri, actions(editor, uri, "A ==")["Add UNCHANGED flag"])
    assert "A == x' = R0(1) /\\ UNCHANGED flag" in text


def test_an_algorithm_is_translated(editor: Editor) -> None:
    from holdfast.front.pluscal import write_translation
    from holdfast.source import Source

    text = "---- MODULE Algo ----\nEXTENDS Naturals\n(* --algorithm Algo\nvariables x = 0;\nbegin\n"
    text += "  A: x := x + 1;\nend algorithm; *)\n====\n"
    uri = editor.write("Algo.tla", text)
    done = after(editor, uri, actions(editor, uri)["Translate the algorithm"])
    assert done == write_translation(Source("Algo.tla", text))
    editor.replace(uri, done.replace("x + 1;", "x + 2;"))
    stale = actions(editor, uri, only="quickfix")["Update the translation"]
    assert after(editor, uri, stale) == write_translation(
        Source("Algo.tla", text.replace("x + 1;", "x + 2;"))
    )


def test_a_configuration_is_made_on_request(editor: Editor, tmp_path: Path) -> None:
    text = "---- MODULE Made ----\nCONSTANT N\nVARIABLE x\nInit == x = N\nNext == x' = x\n====\n"
    uri = editor.write("Made.tla", text)
    action = actions(editor, uri)["Make Made.cfg"]
    edit = editor.ask(types.CODE_ACTION_RESOLVE, action).edit
    created, written = edit.document_changes
    assert created.uri == uri.replace(".tla", ".cfg")
    (tmp_path / "Made.tla").write_text(text)
    (tmp_path / "Made.cfg").write_text(written.edits[0].new_text)
    assert load(tmp_path / "Made.tla").check().ok
    editor.write("Made.cfg", written.edits[0].new_text)
    assert "Make Made.cfg" not in actions(editor, uri)


def test_symbols_become_characters_and_back(editor: Editor) -> None:
    body = "A == \\A y \\in S : y /= 1 /\\ y \\notin {2}\nB == /\\ x \\in S\n     /\\ x' = x"
    uri = editor.write("Fix.tla", MODULE.format(body))
    text = after(editor, uri, actions(editor, uri)["Write symbols as characters"])
    assert "A ≜ ∀ y ∈ S : y ≠ 1 ∧ y ∉ {2}\nB == ∧ x ∈ S\n     ∧ x' = x" in text
    editor.replace(uri, text)
    assert editor.diagnostics(uri) == []
    back = after(editor, uri, actions(editor, uri)["Write symbols in ASCII"])
    assert back == MODULE.format(body)


PLUSCAL = """---- MODULE Pcal ----
EXTENDS Naturals, Sequences
(* --algorithm Pcal
variables x = 0;
procedure Down() begin
  D: x := x - 1;
     return;
end procedure;
begin
  A: x := x + 1;
     {}
  B: skip;
end algorithm; *)
====
"""


@pytest.mark.parametrize(
    "case",
    [
        ("x := x + 2;", "Insert the label `Lbl_1`", "Lbl_1: x := x + 2;"),
        ("Down();", "Insert `call`", "call Down();"),
    ],
    ids=["label", "call"],
)
def test_a_fix_in_an_algorithm_removes_the_error(
    editor: Editor, case: tuple[str, str, str]
) -> None:
    statement, title, expected = case
    uri = editor.write("Pcal.tla", PLUSCAL.format(statement))
    text = after(editor, uri, actions(editor, uri, only="quickfix")[title])
    assert expected in text
    editor.replace(uri, text)
    assert editor.diagnostics(uri) == []
