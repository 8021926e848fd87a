"""The structure of a file: symbols, folding ranges, selection ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from holdfast.front.document import Symbol, SymbolKind
from holdfast.front.pluscal.locate import find_translation
from holdfast.front.pluscal.outline import Outline, Part, PartKind
from holdfast.front.tla.index import nodes_around
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import LEVEL_NAMES
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tlc.index import Role
from holdfast.lsp.config_snapshot import ConfigSnapshot
from holdfast.lsp.hover import level_of, signature
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import Text
from holdfast.source import Source, Span

_K = types.SymbolKind
_PARTS: dict[PartKind, types.SymbolKind] = {
    "algorithm": _K.Namespace,
    "variable": _K.Variable,
    "definition": _K.Function,
    "macro": _K.Method,
    "procedure": _K.Method,
    "process": _K.Class,
    "label": _K.Event,
    "parameter": _K.Variable,
}
_SYMBOLS: dict[SymbolKind, types.SymbolKind] = {
    "constant": _K.Constant,
    "variable": _K.Variable,
    "definition": _K.Function,
    "instance": _K.Namespace,
    "assumption": _K.Boolean,
    "theorem": _K.Boolean,
    "automaton": _K.Class,
    "process": _K.Class,
}
_BLOCK = re.compile(r"\(\*|\*\)")


def symbols_of(snapshot: Snapshot, file: str, text: Text) -> list[types.DocumentSymbol]:
    """The symbols of a file: modules with their declarations, algorithms with their parts."""
    if snapshot.spec is None:
        own = (s for s in snapshot.document.symbols() if s.span.source.name == file)
        return [_plain(symbol, text) for symbol in own]
    modules = [m for m in snapshot.modules() if m.source.name == file and m.outer is None]
    modules.sort(key=lambda m: m.node.span.start)
    outline = snapshot.outline_of(file)
    return [_module(m, text, outline) for m in modules]


def _plain(symbol: Symbol, text: Text) -> types.DocumentSymbol:
    where = text.of(symbol.span)
    start = symbol.span.text.find(symbol.name)
    name = symbol.span
    if start >= 0:
        at = symbol.span.start + start
        name = symbol.span._replace(start=at, end=at + len(symbol.name))
    return types.DocumentSymbol(symbol.name, _SYMBOLS[symbol.kind], where, text.of(name))


def _module(
    module: sym.ResolvedModule, text: Text, outline: Outline | None
) -> types.DocumentSymbol:
    inside: list[types.DocumentSymbol] = []
    algorithm = outline.algorithm if outline is not None else None
    span = module.node.span
    if algorithm is not None and not span.start <= algorithm.extent.start < span.end:
        algorithm = None
    for unit in module.node.units:
        made = algorithm is not None and _within(unit.span, algorithm.extent)
        if not made:
            inside += _unit(module, unit, text)
    if algorithm is not None:
        inside.append(_part(algorithm, text))
    inside.sort(key=lambda s: (s.range.start.line, s.range.start.character))
    return _symbol(module.name, _K.Module, span, module.node.name.span, text, inside)


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _symbol(  # noqa: PLR0913  # the fields of a symbol of the protocol
    name: str,
    kind: types.SymbolKind,
    extent: Span,
    span: Span,
    text: Text,
    inside: list[types.DocumentSymbol] | None = None,
    detail: str | None = None,
) -> types.DocumentSymbol:
    whole = Span(extent.source, min(extent.start, span.start), max(extent.end, span.end))
    return types.DocumentSymbol(
        name or "?", kind, text.of(whole), text.of(span), detail, children=inside or None
    )


def _part(part: Part, text: Text) -> types.DocumentSymbol:
    inside = [_part(p, text) for p in part.inside]
    return _symbol(part.name, _PARTS[part.kind], part.extent, part.span, text, inside, part.kind)


def _unit(
    module: sym.ResolvedModule, unit: tree.Unit, text: Text
) -> Iterator[types.DocumentSymbol]:
    target = module.declared.get(id(unit))
    match unit:
        case tree.Variables(names):
            for ident in names:
                yield _symbol(ident.name, _K.Variable, ident.span, ident.span, text)
        case tree.Constants(params):
            for param in params:
                yield _symbol(param.name, _K.Constant, param.span, param.span, text)
        case tree.Definition(name) | tree.FunctionDefinition(name):
            shown = name.name if target is None else signature(target)
            level = None if target is None else level_of(target)
            detail = None if level is None else LEVEL_NAMES[level].split(" ", 1)[1]
            yield _symbol(shown, _K.Function, unit.span, name.span, text, detail=detail)
        case tree.ModuleDefinition(name):
            detail = f"INSTANCE {unit.instance.module.name}"
            yield _symbol(name.name, _K.Namespace, unit.span, name.span, text, detail=detail)
        case tree.Theorem(kind, name) | tree.Assume(kind, name):
            shown = kind if name is None else name.name
            at = unit.span._replace(end=unit.span.start + len(kind)) if name is None else name.span
            steps = [] if isinstance(unit, tree.Assume) else list(_steps(unit.proof, text))
            yield _symbol(shown, _K.Boolean, unit.span, at, text, steps, kind)
        case tree.Module() if isinstance(target, sym.ResolvedModule):
            yield _module(target, text, None)
        case _:
            pass


def _steps(proof: tree.Proof | None, text: Text) -> Iterator[types.DocumentSymbol]:
    if not isinstance(proof, tree.Steps):
        return
    for step in proof.steps:
        at = step.span._replace(end=step.span.start + len(step.label))
        inside = list(_steps(step.proof, text))
        yield _symbol(step.label, _K.Key, step.span, at, text, inside)


# ---- folding ----


def folds_of(snapshot: Snapshot | None, source: Source, text: Text) -> list[types.FoldingRange]:
    """Units, proofs, parts of an algorithm, translations and comments of several lines."""
    found: dict[tuple[int, int], types.FoldingRangeKind | None] = {}
    for span in () if snapshot is None else _foldable(snapshot, source.name):
        _add_fold(found, text, span, None)
    region = find_translation(source)
    if region is not None:
        _add_fold(found, text, region, types.FoldingRangeKind.Region)
    for span in _comments(source):
        _add_fold(found, text, span, types.FoldingRangeKind.Comment)
    rows = sorted(found.items(), key=lambda row: row[0])
    return [types.FoldingRange(start, end, kind=kind) for (start, end), kind in rows]


def _add_fold(
    found: dict[tuple[int, int], types.FoldingRangeKind | None],
    text: Text,
    span: Span,
    kind: types.FoldingRangeKind | None,
) -> None:
    start, end = text.position(span.start).line, text.position(span.end).line
    if end > start:
        found.setdefault((start, end), kind)


def _foldable(snapshot: Snapshot, file: str) -> Iterator[Span]:
    for module in snapshot.modules():
        if module.source.name != file:
            continue
        yield module.node.span
        for node in tree.walk(module.node):
            if isinstance(node, _FOLDED) and node.span.source.name == file:
                yield node.span
    outline = snapshot.outline_of(file)
    if outline is not None:
        yield from (part.extent for part in outline.parts())


_FOLDED = (
    tree.Definition
    | tree.FunctionDefinition
    | tree.Variables
    | tree.Constants
    | tree.Theorem
    | tree.Module
    | tree.Let
    | tree.Step
)


def _comments(source: Source) -> Iterator[Span]:
    """Comments between tokens: blocks, and line comments on consecutive lines."""
    tokens, _ = tokenize(source)
    at = 0
    for token in tokens:
        gap = source.text[at : token.start]
        begin = gap.find("(*")
        if begin >= 0:
            yield from _blocks(source, at + begin, token.start)
        first = gap.find("\\*")
        if first >= 0 and begin < 0:
            last = gap.rfind("\\*")
            yield Span(source, at + first, at + last + 1)
        at = token.end


def _blocks(source: Source, start: int, end: int) -> Iterator[Span]:
    depth, begin = 0, start
    for edge in _BLOCK.finditer(source.text, start, end):
        if edge.group() == "(*":
            begin = edge.start() if depth == 0 else begin
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield Span(source, begin, edge.end())


# ---- selection ----


def selections_at(snapshot: Snapshot, file: str, offset: int, text: Text) -> types.SelectionRange:
    """The ranges around an offset, from the innermost name to the whole file."""
    spans: list[tuple[int, int]] = [(0, len(text.text))]
    module = snapshot.module_in(file, offset)
    if module is not None:
        spans += [(n.span.start, n.span.end) for n in nodes_around(module.node, offset)]
    outline = snapshot.outline_of(file)
    if outline is not None:
        parts = (p.extent for p in outline.parts())
        spans += [(s.start, s.end) for s in parts if s.start <= offset <= s.end]
    spans += [(o.span.start, o.span.end) for o in snapshot.in_file(file) if _holds(o.span, offset)]
    return _nested(spans, offset, text)


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _nested(spans: Iterable[tuple[int, int]], offset: int, text: Text) -> types.SelectionRange:
    """The spans that contain each other, as the protocol nests them."""
    around = sorted({s for s in spans if s[0] <= offset <= s[1]}, key=lambda s: s[0] - s[1])
    chosen: types.SelectionRange | None = None
    inner: tuple[int, int] | None = None
    for start, end in around:
        if inner is not None and not (inner[0] <= start and end <= inner[1]):
            continue
        inner = (start, end)
        chosen = types.SelectionRange(text.range(start, end), chosen)
    assert chosen is not None
    return chosen


def config_symbols(config: ConfigSnapshot, text: Text) -> list[types.DocumentSymbol]:
    """The constants of a configuration, and the definitions that it names."""
    kinds: dict[Role, types.SymbolKind] = {"constant": _K.Constant, "definition": _K.Function}
    return [
        _symbol(name.name, kinds[name.role], name.span, name.span, text)
        for name in config.names()
        if name.role in kinds
    ]
