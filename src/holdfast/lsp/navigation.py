"""Where names are declared and used: definition, references, highlights."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.document import Symbol
from holdfast.front.pluscal.locate import find_translation
from holdfast.front.pluscal.outline import Jump, Part
from holdfast.front.tla.index import (
    Occurrence,
    Target,
    declaration_of,
    occurrence_at,
    place_of,
    same_target,
)
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import origin_of
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.lsp.config_snapshot import ConfigSnapshot
from holdfast.lsp.snapshot import Snapshot
from holdfast.source import Source, Span


def found_at(snapshot: Snapshot, file: str, offset: int) -> Occurrence | None:
    """The name at an offset of a file."""
    return occurrence_at(snapshot.occurrences(), file, offset)


def configured_target(snapshot: ConfigSnapshot, offset: int) -> tuple[Span, Target] | None:
    """The name at an offset of a configuration, and what it means in the spec."""
    if snapshot.spec is None or snapshot.spec.spec is None:
        return None
    root = snapshot.spec.spec.module
    for name in snapshot.names():
        if name.span.start <= offset <= name.span.end:
            target: Target | None = root.names.get(name.name.rpartition("!")[2])
            if target is None:
                target = snapshot.spec.spec.modules.get(name.name)
            return None if target is None else (name.span, target)
    return None


# ---- definition ----


def definitions(snapshot: Snapshot, file: str, offset: int) -> list[Span]:
    """Where the name at an offset is defined; a label of an algorithm leads to its translation."""
    jump = jump_at(snapshot, file, offset)
    if jump is not None:
        return [part.span for part in jump_targets(snapshot, file, jump)]
    found = found_at(snapshot, file, offset)
    if found is None:
        return [part.span for part in _macro_parameter(snapshot, file, offset)]
    span = declaration_of(origin(found.target))
    if span is None:
        return []
    if found.declares or place_of(span) == place_of(found.span):
        translated = _translated(snapshot, file, found.target.name, offset)
        return [translated or span]
    return [_written(snapshot, found.target, span)]


def declarations(snapshot: Snapshot, file: str, offset: int) -> list[Span]:
    """Where the name at an offset is declared; one in a translation leads to the algorithm."""
    found = found_at(snapshot, file, offset)
    if found is None:
        return definitions(snapshot, file, offset)
    span = declaration_of(origin(found.target))
    return [] if span is None else [_written(snapshot, found.target, span)]


def origin(target: Target) -> Target:
    """What an instance shows, or the target itself."""
    return origin_of(target) if isinstance(target, sym.Instantiated) else target


def _written(snapshot: Snapshot, target: Target, span: Span) -> Span:
    """The declaration; that of a name which the translator made is in the translation."""
    if span.text == target.name:
        return span
    return _translated(snapshot, span.source.name, target.name, None) or span


def _translated(snapshot: Snapshot, file: str, name: str, offset: int | None) -> Span | None:
    """The definition of a name in the translation of a file, unless the offset is in it."""
    source = snapshot.source_of(file)
    region = None if source is None else find_translation(source)
    if source is None or region is None:
        return None
    if offset is not None and region.start <= offset <= region.end:
        return None
    return _defined_in(source, region, name)


def _defined_in(source: Source, region: Span, name: str) -> Span | None:
    """The first token of a name that begins a line: there a translation defines it."""
    tokens, _ = tokenize(source, region.start, region.end)
    for token in tokens:
        if token.text == name and token.kind == "name" and token.column == 1:
            return Span(source, token.start, token.end)
    return None


# ---- algorithms ----


def jump_at(snapshot: Snapshot, file: str, offset: int) -> Jump | None:
    """The use of a label, a procedure or a macro at an offset."""
    outline = snapshot.outline_of(file)
    if outline is None:
        return None
    return next((j for j in outline.jumps if j.span.start <= offset <= j.span.end), None)


def jump_targets(snapshot: Snapshot, file: str, jump: Jump) -> list[Part]:
    """The part that a jump leads to; a label is that of the same process or procedure."""
    outline = snapshot.outline_of(file)
    if outline is None:
        return []
    inside = [p for p in outline.algorithm.inside if p.name == jump.context]
    scope = inside[0].inside if inside and jump.kind == "label" else outline.parts()
    fitting = [p for p in scope if p.kind == jump.kind and p.name == jump.name]
    return fitting or [p for p in outline.parts() if (p.kind, p.name) == (jump.kind, jump.name)]


def _macro_parameter(snapshot: Snapshot, file: str, offset: int) -> Iterator[Part]:
    """The parameter of a macro at an offset, which has no meaning in the translation."""
    outline, source = snapshot.outline_of(file), snapshot.source_of(file)
    if outline is None or source is None:
        return
    tokens, _ = tokenize(source, outline.algorithm.extent.start, outline.algorithm.extent.end)
    words = [t.text for t in tokens if t.kind == "name" and t.start <= offset <= t.end]
    for part in outline.algorithm.inside:
        if part.kind == "macro" and part.extent.start <= offset <= part.extent.end:
            yield from (p for p in part.inside if p.kind == "parameter" and p.name in words)


# ---- uses ----


def uses_of(snapshot: Snapshot, target: Target) -> list[Occurrence]:
    """The places of a spec where a target is declared or used."""
    wanted = origin(target)
    return [
        o
        for o in snapshot.occurrences()
        if o.target.name == wanted.name and same_target(origin(o.target), wanted)
    ]


def jumps_to(snapshot: Snapshot, file: str, name: str) -> list[Span]:
    """The jumps of an algorithm to a name."""
    outline = snapshot.outline_of(file)
    return [] if outline is None else [j.span for j in outline.jumps if j.name == name]


def part_named(symbols: tuple[Symbol, ...], text: str, offset: int) -> Symbol | None:
    """The symbol whose name is the word at an offset, in a language without an index."""
    start = end = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    word = text[start:end]
    return next((s for s in symbols if s.name == word), None)


def place_of_target(target: Target) -> Span | None:
    """Where a target is declared."""
    return declaration_of(origin(target))


def is_same(one: Target, other: Target) -> bool:
    """Whether two names mean the same declaration."""
    return same_target(origin(one), origin(other))
