"""The answers to requests, and the table of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

from lsprotocol import types

from holdfast.front.document import Symbol
from holdfast.front.tla.index import Occurrence
from holdfast.lsp import completion, navigation, outline
from holdfast.lsp.convert import location
from holdfast.lsp.hover import describe_target, hover_text, target_comment
from holdfast.lsp.project import Buffer
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import moved_offset
from holdfast.source import Span


class At(NamedTuple):
    """A position of a request: the buffer, the offset in it, and the spec as it is now."""

    buffer: Buffer
    offset: int
    snapshot: Snapshot

    @property
    def file(self) -> str:
        """The name of the source."""
        return str(self.buffer.path)


async def _at(session: Session, params: Any) -> At | None:
    """The position of a request in a module or a model; None elsewhere."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language == "cfg":
        return None
    offset = buffer.text.offset(params.position)
    return At(buffer, offset, await session.of_buffer(buffer))


def _name_at(session: Session, at: At) -> Occurrence | None:
    """The name at a position; one that cannot be read now is searched as it was without errors."""
    found = navigation.found_at(at.snapshot, at.file, at.offset)
    good = session.good.get(at.buffer.path)
    if found is not None or good is None or good is at.snapshot:
        return found
    source = good.source_of(at.file)
    if source is None:
        return None
    old = moved_offset(source.text, at.buffer.text.text, at.offset)
    found = navigation.found_at(good, at.file, old)
    here = at.buffer.text.text[at.offset - (old - found.span.start) :] if found else ""
    return found if found and here.startswith(found.target.name) else None


def _symbol_at(at: At) -> Symbol | None:
    """The symbol at a position of a language without an index."""
    symbols = at.snapshot.document.symbols()
    return navigation.part_named(symbols, at.buffer.text.text, at.offset)


# ---- hover ----


async def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """The line about a name, and its comment."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is not None and buffer.language == "cfg":
        return await _hover_config(session, buffer, buffer.text.offset(params.position))
    at = await _at(session, params)
    if at is None:
        return None
    if at.snapshot.spec is None:
        symbol = _symbol_at(at)
        return None if symbol is None else _markdown(f"`{symbol.name}` · {symbol.kind}")
    found = _name_at(session, at)
    if found is None:
        return None
    facts = await session.facts(at.snapshot)
    where = at.snapshot.module_in(at.file, at.offset)
    shown = _markdown(hover_text(found, facts, where))
    if navigation.found_at(at.snapshot, at.file, at.offset) is found:
        shown.range = at.buffer.text.of(found.span)
    return shown


async def _hover_config(session: Session, buffer: Buffer, offset: int) -> types.Hover | None:
    config = await session.config(buffer.path)
    found = navigation.configured_target(config, offset)
    if found is None or config.spec is None:
        return None
    span, target = found
    facts = await session.facts(config.spec)
    text = "\n\n".join(filter(None, (describe_target(target, facts, None), target_comment(target))))
    shown = _markdown(text)
    shown.range = buffer.text.of(span)
    return shown


def _markdown(text: str) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


# ---- definition, declaration, symbols ----


async def definition(
    session: Session, params: types.DefinitionParams
) -> list[types.Location] | None:
    """Where a name is defined."""
    return await _goto(session, params, navigation.definitions)


async def declaration(
    session: Session, params: types.DeclarationParams
) -> list[types.Location] | None:
    """Where a name is declared."""
    return await _goto(session, params, navigation.declarations)


async def _goto(
    session: Session, params: Any, search: Callable[[Snapshot, str, int], list[Span]]
) -> list[types.Location] | None:
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is not None and buffer.language == "cfg":
        config = await session.config(buffer.path)
        found = navigation.configured_target(config, buffer.text.offset(params.position))
        place = None if found is None else navigation.place_of_target(found[1])
        return [] if place is None else [location(session.project, place)]
    at = await _at(session, params)
    if at is None:
        return None
    if at.snapshot.spec is None:
        symbol = _symbol_at(at)
        return [] if symbol is None else [location(session.project, symbol.span)]
    spans = search(at.snapshot, at.file, at.offset)
    if not spans:
        name = _name_at(session, at)
        span = None if name is None else navigation.place_of_target(name.target)
        spans = [] if span is None else [span]
    return [location(session.project, span) for span in spans]


async def document_symbols(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | None:
    """The outline of a file."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None:
        return None
    if buffer.language == "cfg":
        config = await session.config(buffer.path)
        return outline.config_symbols(config, buffer.text)
    snapshot = await session.of_buffer(buffer)
    return outline.symbols_of(snapshot, str(buffer.path), buffer.text)


# ---- completion ----


async def complete(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    """The completions at a position, from what was read last."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None:
        return None
    offset = buffer.text.offset(params.position)
    if buffer.language == "cfg":
        spec = await session.spec_of_config(buffer.path)
        items = completion.config_completions(spec, buffer.text, offset)
        return types.CompletionList(False, items)
    snapshot = session.latest(buffer) or await session.of_buffer(buffer)
    if snapshot.spec is None:
        symbols = snapshot.document.symbols()
        return types.CompletionList(False, [types.CompletionItem(s.name) for s in symbols])
    before = buffer.text.before(offset)
    snippets = _takes_snippets(session.server.client_capabilities)
    request = completion.Request(snapshot, str(buffer.path), buffer.text, offset, before, snippets)
    return types.CompletionList(False, completion.completions(request))


def _takes_snippets(client: types.ClientCapabilities) -> bool:
    match client.text_document:
        case types.TextDocumentClientCapabilities(completion=asked) if asked is not None:
            return bool(asked.completion_item and asked.completion_item.snippet_support)
        case _:
            return False


# ---- formatting ----


async def format_document(
    session: Session, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The edits that `holdfast fmt` would make; none if there are errors."""
    from holdfast.front.tla.print.format import format_text
    from holdfast.source import Source

    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language != "tla":
        return None
    text = buffer.text.text
    after = await session.run(lambda: format_text(Source(str(buffer.path), text)))
    return [] if after == text else [types.TextEdit(buffer.text.range(0, len(text)), after)]


Handler: TypeAlias = Callable[[Session, Any], Awaitable[Any]]

FEATURES: tuple[tuple[str, Handler, Any], ...] = (
    (types.TEXT_DOCUMENT_HOVER, hover, None),
    (types.TEXT_DOCUMENT_DEFINITION, definition, None),
    (types.TEXT_DOCUMENT_DECLARATION, declaration, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbols, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        complete,
        types.CompletionOptions(trigger_characters=["\\", ".", "!"]),
    ),
    (types.TEXT_DOCUMENT_FORMATTING, format_document, None),
)
"""The method, the function, and the options of each request."""
