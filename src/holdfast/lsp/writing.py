"""Answers while a text is written: completion, signature help, formatting."""

from __future__ import annotations

from lsprotocol import types

from holdfast.lsp import completion, signature
from holdfast.lsp.session import Session
from holdfast.source import Source


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


async def signature_help(
    session: Session, params: types.SignatureHelpParams
) -> types.SignatureHelp | None:
    """The parameters of the operator whose arguments are being written."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language != "tla":
        return None
    offset = buffer.text.offset(params.position)
    call = signature.call_at(buffer.text.text, offset)
    snapshot = session.latest(buffer) or await session.of_buffer(buffer)
    if call is None or snapshot.spec is None:
        return None
    return signature.help_for(snapshot, str(buffer.path), buffer.text.text, offset, call)


async def format_document(
    session: Session, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The edits that `holdfast fmt` would make; none if there are errors."""
    from holdfast.front.tla.print.format import format_text

    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language != "tla":
        return None
    text = buffer.text.text
    after = await session.run(lambda: format_text(Source(str(buffer.path), text)))
    return [] if after == text else [types.TextEdit(buffer.text.range(0, len(text)), after)]
