"""Diagnostics, hover, definition, symbols, completion and formatting, through a real client."""

from __future__ import annotations

from lsprotocol import types

from tests.lsp.client import Editor, text_at

COUNTER = """---- MODULE Counter ----
(* A counter that stops. *)
EXTENDS Naturals

CONSTANT Max       \\* where it stops

VARIABLE n

\\* The counter is within its bounds.
Bounded == n \\in 0..Max

Init == n = 0

Up(k) ==
    /\\ n < Max
    /\\ n' = n + k

Next == Up(1)

Spec == Init /\\ [][Next]_n
====
"""
CONFIG = "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Bounded\n"


def shown(editor: Editor, uri: str, mark: str, occurrence: int = 0) -> str:
    """What hover shows at a mark."""
    params = types.HoverParams(**editor.at(uri, mark, occurrence))
    found = editor.ask(types.TEXT_DOCUMENT_HOVER, params)
    return "" if found is None else found.contents.value


def goto(editor: Editor, uri: str, mark: str, occurrence: int = 0) -> list[tuple[str, str, int]]:
    """Where the definition of what is at a mark is: file, text, line."""
    params = types.DefinitionParams(**editor.at(uri, mark, occurrence))
    found = editor.ask(types.TEXT_DOCUMENT_DEFINITION, params)
    rows = []
    for place in found:
        text = editor.texts.get(place.uri, "")
        name = place.uri.rpartition("/")[2]
        where = place.range
        rows.append((name, text_at(text, where) if text else "", where.start.line))
    return rows


def labels(editor: Editor, uri: str, mark: str) -> list[str]:
    """The completions at a mark."""
    params = types.CompletionParams(**editor.at(uri, mark))
    return [item.label for item in editor.ask(types.TEXT_DOCUMENT_COMPLETION, params).items]


def test_diagnostics_come_as_you_type(editor: Editor) -> None:
    uri = editor.write("Counter.tla", COUNTER)
    assert editor.diagnostics(uri) == []
    at = COUNTER.index("n < Max")
    editor.edit(uri, at, at + 1, "m")
    [found] = editor.diagnostics(uri)
    assert (found.code, found.source) == ("unbound-name", "holdfast")
    assert text_at(editor.texts[uri], found.range) == "m"
    editor.edit(uri, at, at + 1, "n")
    assert editor.diagnostics(uri) == []


def test_several_errors_are_reported_with_related_places(editor: Editor) -> None:
    text = "---- MODULE Several ----\nVARIABLE x\nA == y\nx == 1\nB == z\n====\n"
    found = editor.diagnostics(editor.write("Several.tla", text))
    assert [d.code for d in found] == ["unbound-name", "shadowed-name", "unbound-name"]
    [related] = found[1].related_information or ()
    assert related.message == "first declared here"
    assert text_at(text, related.location.range) == "x"


def test_hover_is_one_line_and_then_the_comment(editor: Editor) -> None:
    uri = editor.write("Counter.tla", COUNTER)
    editor.write("Counter.cfg", CONFIG)
    assert shown(editor, uri, "Up(1)").startswith("`Up(k)` · action")
    bounded = shown(editor, uri, "Bounded")
    assert bounded == "`Bounded` · state predicate · `BOOLEAN`\n\nThe counter is within its bounds."
    assert shown(editor, uri, "Max\n    /\\") == (
        "`Max` · constant · `Int` · `= 3` in Counter.cfg\n\nwhere it stops"
    )
    assert shown(editor, uri, "n = 0") == "`n` · variable · `Int`"
    assert shown(editor, uri, "Naturals").startswith("`MODULE Naturals` · module of the library")
    assert shown(editor, uri, "MODULE |Counter").endswith("A counter that stops.")
    assert shown(editor, uri, "k)") == "`k` · parameter"
    assert "module `Naturals`" in shown(editor, uri, ".|.Max")
    assert shown(editor, uri, "====") == ""


def test_definition_goes_through_extends_and_to_the_library(editor: Editor) -> None:
    uri = editor.write("Counter.tla", COUNTER)
    assert goto(editor, uri, "Up(1)") == [("Counter.tla", "Up", 13)]
    assert goto(editor, uri, "k\n") == [("Counter.tla", "k", 13)]
    user = editor.write(
        "User.tla",
        "---- MODULE User ----\nEXTENDS Counter\nC == INSTANCE Counter WITH n <- n\n"
        "D == C!Up(2)\nE == Bounded!1\nF == Up(3)\n====\n",
    )
    assert editor.diagnostics(user) == []
    assert goto(editor, user, "Counter\nC") == [("Counter.tla", "Counter", 0)]
    assert goto(editor, user, "C!") == [("User.tla", "C", 2)]
    assert goto(editor, user, "Up(2") == [("Counter.tla", "Up", 13)]
    assert goto(editor, user, "Bounded!1") == [("Counter.tla", "Bounded", 9)]
    assert goto(editor, user, "n <-") == [("Counter.tla", "n", 6)]
    assert goto(editor, uri, "+|")[0][0] == "Naturals.tla"


def test_a_configuration_leads_to_the_spec(editor: Editor) -> None:
    editor.write("Counter.tla", COUNTER)
    uri = editor.write("Counter.cfg", CONFIG)
    assert editor.diagnostics(uri) == []
    assert goto(editor, uri, "Bounded") == [("Counter.tla", "Bounded", 9)]
    assert goto(editor, uri, "Max") == [("Counter.tla", "Max", 4)]
    assert shown(editor, uri, "Bounded").startswith("`Bounded` · state predicate")
    editor.replace(uri, CONFIG.replace("Bounded", "Bonded"))
    [found] = editor.diagnostics(uri)
    assert text_at(editor.texts[uri], found.range) == "Bonded"
    assert labels(editor, uri, "Bonded|")[:1] == ["Bounded"]


def test_symbols_are_nested(editor: Editor) -> None:
    uri = editor.write("Counter.tla", COUNTER)
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    [module] = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params)
    assert module.name == "Counter"
    assert [s.name for s in module.children] == [
        "Max", "n", "Bounded", "Init", "Up(k)", "Next", "Spec",
    ]  # fmt: skip
    assert text_at(COUNTER, module.children[4].selection_range) == "Up"


def test_completion_knows_the_scope(editor: Editor) -> None:
    text = COUNTER.replace("n' = n + k", "n' = n + ")
    uri = editor.write("Counter.tla", text)
    found = labels(editor, uri, "n' = n + |")
    assert found[0] == "k"
    assert {"Max", "n", "Bounded", "Nat", "CHOOSE"} <= set(found)
    assert "UNCHANGED n" not in found
    text = COUNTER.replace("    /\\ n' = n + k\n", "    /\\ \n")
    editor.replace(uri, text)
    editor.diagnostics(uri)
    assert "Naturals" in labels(editor, uri, "EXTENDS |")
    editor.replace(uri, COUNTER.replace("\\in", "\\"))
    assert {"\\in", "\\in ∈"} <= set(labels(editor, uri, "n \\|"))


def test_formatting_is_that_of_fmt(editor: Editor) -> None:
    text = COUNTER.replace("Init == n = 0", "Init==n = 0   ")
    uri = editor.write("Counter.tla", text)
    options = types.FormattingOptions(4, True)
    params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), options)
    [edit] = editor.ask(types.TEXT_DOCUMENT_FORMATTING, params)
    assert "Init == n = 0\n" in edit.new_text
    editor.replace(uri, COUNTER.replace("Init ==", "Init =="))
    [edit] = editor.ask(types.TEXT_DOCUMENT_FORMATTING, params)
    editor.replace(uri, edit.new_text)
    assert not editor.ask(types.TEXT_DOCUMENT_FORMATTING, params)
