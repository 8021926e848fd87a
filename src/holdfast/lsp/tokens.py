"""Semantic tokens: what each name is, its level, whether it is bound or primed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.front.pluscal.locate import find_algorithm
from holdfast.front.tla.index import Occurrence
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import origin_of
from holdfast.front.tla.syntax.lexer import KEYWORDS, Token, tokenize
from holdfast.lsp.hover import level_of
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import Text
from holdfast.source import Source

TYPES = (
    "namespace", "variable", "parameter", "function", "property", "keyword", "operator",
    "number", "string", "comment", "label",
)  # fmt: skip
MODIFIERS = (
    "declaration", "readonly", "defaultLibrary",
    "constantLevel", "stateLevel", "actionLevel", "temporalLevel", "primed", "bound",
)  # fmt: skip
_LEVELS = ("constantLevel", "stateLevel", "actionLevel", "temporalLevel")
_COMMENT = re.compile(r"\\\*[^\n\r]*|\(\*")
_EDGE = re.compile(r"\(\*|\*\)")
_PLUSCAL = frozenset(
    "algorithm assert await begin call define do either else elsif end fair goto if macro or print"
    " procedure process return skip then variable variables when while with".split()
)


class SemanticToken(NamedTuple):
    """A stretch of text, its type, and its modifiers."""

    start: int
    end: int
    type: str
    modifiers: tuple[str, ...] = ()


def tokens_of(snapshot: Snapshot, source: Source) -> list[SemanticToken]:
    """The tokens of a file, in order, none inside of another."""
    named = {o.span.start: o for o in snapshot.in_file(source.name)}
    modules = [m.node.span for m in snapshot.modules() if m.source.name == source.name]
    # Outside of modules is free text.
    inside = _lexical(source, 0, len(source.text), False)
    rows = [r for r in inside if any(s.start <= r.start < s.end for s in modules)]
    algorithm = find_algorithm(source)
    if algorithm is not None:
        rows = [r for r in rows if r.end <= algorithm.start or r.start >= algorithm.end]
        rows += _lexical(source, algorithm.start, algorithm.end, True)
    rows = [r for r in rows if r.start not in named]
    rows += [_named(o) for o in named.values()]
    return _apart(sorted(rows))


def _apart(rows: list[SemanticToken]) -> list[SemanticToken]:
    """The rows without those that begin inside of an earlier one."""
    kept: list[SemanticToken] = []
    for row in rows:
        if not kept or row.start >= kept[-1].end:
            kept.append(row)
    return kept


def _named(found: Occurrence) -> SemanticToken:
    target = found.target
    modifiers = ["declaration"] if found.declares else []
    origin = origin_of(target) if isinstance(target, sym.Instantiated) else target
    match origin:
        case sym.ResolvedModule() | sym.Instance():
            kind = "namespace"
        case sym.Parameter() | sym.BoundName() | sym.NewName():
            kind = "parameter"
            modifiers.append("bound")
        case sym.Constant():
            kind = "variable"
            modifiers.append("readonly")
        case sym.Variable():
            kind = "variable"
        case sym.LabelName() | sym.StepName():
            kind = "label"
        case _:
            kind = "function"
    if isinstance(origin, sym.Operator) and origin.module.bundled:
        modifiers.append("defaultLibrary")
        if not (target.name[0].isalnum() or target.name[0] == "_"):
            kind = "operator"
    level = level_of(target)
    if level is not None:
        modifiers.append(_LEVELS[level])
    if found.primed:
        modifiers.append("primed")
    return SemanticToken(found.span.start, found.span.end, kind, tuple(modifiers))


def _lexical(source: Source, start: int, end: int, pluscal: bool) -> Iterator[SemanticToken]:
    """What the lexer knows: keywords, operators, literals, comments."""
    tokens, _ = tokenize(source, start, end, pluscal=pluscal)
    at, before = start, ""
    for token in tokens:
        yield from _comments(source, at, token.start)
        kind = _kind(source, token, before, pluscal)
        if kind is not None:
            yield SemanticToken(token.start, token.end, kind)
        at, before = token.end, token.kind


def _kind(source: Source, token: Token, before: str, pluscal: bool) -> str | None:
    match token.kind:
        case "number" | "string":
            return token.kind
        case "step":
            return "label"
        case "name" if before == ".":
            return "property"
        case "name" if pluscal and token.text in _PLUSCAL:
            return "keyword"
        case "op":
            word = source.text[token.start : token.end]
            return "keyword" if word.isalpha() and word.isascii() else "operator"
        case kind if kind in KEYWORDS or kind in ("WF_", "SF_", "---- MODULE", "----", "===="):
            return "keyword"
        case "==" | "|->" | "->" | "<-" | "\\A" | "\\E" | "\\AA" | "\\EE" | "::":
            return "operator"
        case _:
            return None


def _comments(source: Source, start: int, end: int) -> Iterator[SemanticToken]:
    text = source.text
    while (found := _COMMENT.search(text, start, end)) is not None:
        stop = found.end()
        if found.group() == "(*":
            depth = 1
            while depth and (edge := _EDGE.search(text, stop, end)) is not None:
                depth += 1 if edge.group() == "(*" else -1
                stop = edge.end()
            stop = stop if depth == 0 else end
        yield SemanticToken(found.start(), stop, "comment")
        start = stop


def encoded(rows: list[SemanticToken], text: Text) -> list[int]:
    """The tokens as the protocol encodes them: one token a line, positions relative."""
    data: list[int] = []
    line = column = 0
    for row in rows:
        kind, bits = TYPES.index(row.type), sum(1 << MODIFIERS.index(m) for m in row.modifiers)
        first, last = text.position(row.start), text.position(row.end)
        for number in range(first.line, last.line + 1):
            begin = first.character if number == first.line else 0
            finish = last.character if number == last.line else text.width(number)
            if finish <= begin:
                continue
            data += [number - line, begin - column if number == line else begin]
            data += [finish - begin, kind, bits]
            line, column = number, begin
    return data
