"""Answers about a whole file: symbols, folding, selection, semantic tokens."""

from __future__ import annotations

from lsprotocol import types

from holdfast.lsp import outline, tokens
from holdfast.lsp.positions import At
from holdfast.lsp.session import Session
from holdfast.source import Source


async def _file(session: Session, uri: str) -> At | None:
    buffer = session.project.buffers.get(uri)
    if buffer is None or buffer.language == "cfg":
        return None
    return At(buffer, 0, await session.of_buffer(buffer))


async def files_changed(session: Session, params: object) -> None:
    """Files were saved, or changed by another program."""
    session.schedule_all()


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
    return await session.run(lambda: outline.symbols_of(snapshot, str(buffer.path), buffer.text))


async def workspace_symbols(
    session: Session, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """The symbols of all files of the workspace whose names contain a text."""
    found: list[types.WorkspaceSymbol] = []
    for path in session.project.all_files(".tla", ".pml"):
        text = session.project.text_of(str(path))
        if text is None or params.query.lower() not in text.text.lower():
            continue
        snapshot = await session.snapshot(path)
        uri = session.project.uri_of(str(path))
        pending = outline.symbols_of(snapshot, str(path), text)
        while pending:
            symbol = pending.pop(0)
            pending = [*(symbol.children or ()), *pending]
            if params.query.lower() in symbol.name.lower():
                place = types.Location(uri, symbol.selection_range)
                found.append(types.WorkspaceSymbol(place, symbol.name, symbol.kind))
    return found


async def folding(
    session: Session, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """The parts of a file that can be folded."""
    at = await _file(session, params.text_document.uri)
    if at is None or at.snapshot.spec is None:
        return None
    source = Source(at.file, at.buffer.text.text)
    return await session.run(lambda: outline.folds_of(at.snapshot, source, at.buffer.text))


async def selection(
    session: Session, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    """The ranges around each position."""
    at = await _file(session, params.text_document.uri)
    if at is None or at.snapshot.spec is None:
        return None
    text = at.buffer.text
    offsets = map(text.offset, params.positions)
    return [outline.selections_at(at.snapshot, at.file, offset, text) for offset in offsets]


async def semantic_tokens(
    session: Session, params: types.SemanticTokensParams
) -> types.SemanticTokens | None:
    """The kind and the level of every name, and what the lexer knows."""
    at = await _file(session, params.text_document.uri)
    if at is None or at.snapshot.spec is None:
        return None
    source = Source(at.file, at.buffer.text.text)

    def found() -> list[int]:
        return tokens.encoded(tokens.tokens_of(at.snapshot, source), at.buffer.text)

    return types.SemanticTokens(await session.run(found))
