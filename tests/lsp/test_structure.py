"""Folding, selection, semantic tokens, signatures, completion in detail."""

from __future__ import annotations

from lsprotocol import types

from holdfast.lsp.tokens import MODIFIERS, TYPES
from tests.lsp.client import Editor

TEXT = """---- MODULE Shape ----
EXTENDS Naturals, Sequences
CONSTANT Limit
VARIABLES queue, done

(* What is sent:
   a record. *)
Message == [kind : {"ask", "tell"}, value : 0..Limit]

Send(m, F(_)) ==
    LET longer == Append(queue, m)
    IN  /\\ Len(queue) < Limit
        /\\ queue' = longer

Live == []<>(done = queue)

THEOREM Safe == Live
<1>1. TRUE OBVIOUS
<1>2. QED BY <1>1
====
"""
WIRE = """---- MODULE Wire ----
EXTENDS Naturals
(* --algorithm Wire
variables account = 5;
macro pay(much) begin
  account := account - much;
end macro;
process Clerk \\in 1..2
variables amount = 1;
begin
  Check: await account > amount;
  Pay: pay(amount);
       goto Check;
end process;
end algorithm; *)
====
"""


def identifier(uri: str) -> types.TextDocumentIdentifier:
    """The identifier of a buffer."""
    return types.TextDocumentIdentifier(uri)


def labels(editor: Editor, uri: str, mark: str) -> list[str]:
    """The completions at a mark."""
    params = types.CompletionParams(**editor.at(uri, mark))
    return [item.label for item in editor.ask(types.TEXT_DOCUMENT_COMPLETION, params).items]


def semantic(editor: Editor, uri: str) -> list[tuple[str, str, frozenset[str]]]:
    """The semantic tokens of a buffer: text, type, modifiers."""
    params = types.SemanticTokensParams(identifier(uri))
    data = editor.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, params).data
    lines = editor.texts[uri].split("\n")
    rows = []
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, bits = data[at : at + 5]
        line, column = line + down, right if down else column + right
        names = frozenset(name for bit, name in enumerate(MODIFIERS) if bits >> bit & 1)
        rows.append((lines[line][column : column + length], TYPES[kind], names))
    return rows


def test_semantic_tokens_know_levels_and_primes(editor: Editor) -> None:
    found = semantic(editor, editor.write("Shape.tla", TEXT))
    assert ("Limit", "variable", frozenset({"declaration", "readonly", "constantLevel"})) in found
    assert ("queue", "variable", frozenset({"stateLevel", "primed"})) in found
    assert ("Send", "function", frozenset({"declaration", "actionLevel"})) in found
    assert ("Live", "function", frozenset({"temporalLevel"})) in found
    assert ("m", "parameter", frozenset({"bound", "constantLevel"})) in found
    assert ("Len", "function", frozenset({"defaultLibrary", "constantLevel"})) in found
    assert ("Sequences", "namespace", frozenset()) in found
    assert ("LET", "keyword", frozenset()) in found
    assert ("   a record. *)", "comment", frozenset()) in found
    assert ('"ask"', "string", frozenset()) in found


def test_semantic_tokens_of_an_algorithm(editor: Editor) -> None:
    found = semantic(editor, editor.write("Wire.tla", WIRE))
    assert ("account", "variable", frozenset({"declaration", "stateLevel"})) in found
    assert ("await", "keyword", frozenset()) in found
    assert ("Check", "function", frozenset({"declaration", "actionLevel"})) in found


def test_folding(editor: Editor) -> None:
    uri = editor.write("Shape.tla", TEXT)
    params = types.FoldingRangeParams(identifier(uri))
    found = editor.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, params)
    rows = {(f.start_line, f.end_line) for f in found}
    assert {(0, 19), (5, 6), (9, 12), (10, 12), (16, 18)} <= rows
    uri = editor.write("Wire.tla", WIRE)
    params = types.FoldingRangeParams(identifier(uri))
    found = editor.ask(types.TEXT_DOCUMENT_FOLDING_RANGE, params)
    assert {(2, 14), (4, 6), (7, 13)} <= {(f.start_line, f.end_line) for f in found}


def test_selection_grows_from_the_name_to_the_file(editor: Editor) -> None:
    uri = editor.write("Shape.tla", TEXT)
    at = editor.at(uri, "queue, m)")["position"]
    params = types.SelectionRangeParams(identifier(uri), [at])
    [found] = editor.ask(types.TEXT_DOCUMENT_SELECTION_RANGE, params)
    lines = TEXT.split("\n")
    texts = []
    while found is not None:
        start, end = found.range.start, found.range.end
        one = start.line == end.line
        texts.append(lines[start.line][start.character : end.character] if one else "...")
        found = found.parent
    assert texts[:3] == ["queue", "Append(queue, m)", "longer == Append(queue, m)"]
    assert texts[-1] == "..."


def test_signature_help(editor: Editor) -> None:
    text = TEXT.replace("Live ==", "Call == Send(<<1, 2>>, )\nLive ==")
    uri = editor.write("Shape.tla", text)
    editor.diagnostics(uri)
    params = types.SignatureHelpParams(**editor.at(uri, "2>>, |"))
    found = editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, params)
    assert found.signatures[0].label == "Send(m, F(_))"
    assert found.active_parameter == 1
    params = types.SignatureHelpParams(**editor.at(uri, "Send(|<<"))
    assert editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, params).active_parameter == 0
    params = types.SignatureHelpParams(**editor.at(uri, "Limit|\n"))
    assert editor.ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, params) is None


def test_completion_in_each_context(editor: Editor) -> None:
    uri = editor.write("Shape.tla", TEXT.replace("done = queue", "done. = queue"))
    assert {"kind", "value"} <= set(labels(editor, uri, "done.|"))
    editor.replace(uri, TEXT.replace("queue' = longer", "queue' = longer /\\ UNCH"))
    editor.diagnostics(uri)
    assert "UNCHANGED done" in labels(editor, uri, "UNCH|")
    assert "longer" in labels(editor, uri, "UNCH|")
    user = "---- MODULE Use ----\nI == INSTANCE Naturals\nA == I!\n====\n"
    user_uri = editor.write("Use.tla", user)
    assert "Nat" in labels(editor, user_uri, "I!|")
    editor.replace(user_uri, "---- MODULE Use ----\nEXTENDS \n====\n")
    assert {"Shape", "TLC"} <= set(labels(editor, user_uri, "EXTENDS |"))
    assert "Use" not in labels(editor, user_uri, "EXTENDS |")


def test_completion_in_an_algorithm(editor: Editor) -> None:
    uri = editor.write("Wire.tla", WIRE)
    found = labels(editor, uri, "account - |")
    assert {"account", "amount", "much", "pay", "await", "Check"} <= set(found)


def test_symbols_of_an_algorithm(editor: Editor) -> None:
    uri = editor.write("Wire.tla", WIRE)
    params = types.DocumentSymbolParams(identifier(uri))
    [module] = editor.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params)
    [algorithm] = module.children
    assert [s.name for s in algorithm.children] == ["account", "pay", "Clerk"]
    assert [s.name for s in algorithm.children[2].children] == ["amount", "Check", "Pay"]


def test_a_jump_leads_to_its_label_and_a_call_to_its_macro(editor: Editor) -> None:
    uri = editor.write("Wire.tla", WIRE)
    lines = WIRE.split("\n")
    for mark, expected in (("Check;", "  Check: await"), ("pay(amount", "macro pay(much)")):
        params = types.DefinitionParams(**editor.at(uri, mark))
        [found] = editor.ask(types.TEXT_DOCUMENT_DEFINITION, params)
        assert lines[found.range.start.line].startswith(expected)


def test_workspace_symbols(editor: Editor) -> None:
    editor.write("Shape.tla", TEXT)
    found = editor.ask(types.WORKSPACE_SYMBOL, types.WorkspaceSymbolParams("messag"))
    assert [(s.name, s.location.uri.rpartition("/")[2]) for s in found] == [
        ("Message", "Shape.tla")
    ]
