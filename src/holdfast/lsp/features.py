"""The table of requests: the method, the function that answers it, and its options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from lsprotocol import types

from holdfast.lsp import acting, lookup, renaming, running, structure, tokens, writing
from holdfast.lsp.session import Session

Handler: TypeAlias = Callable[[Session, Any], Awaitable[Any]]

_LEGEND = types.SemanticTokensLegend(list(tokens.TYPES), list(tokens.MODIFIERS))

FEATURES: tuple[tuple[str, Handler, Any], ...] = (
    (types.TEXT_DOCUMENT_HOVER, lookup.hover, None),
    (types.TEXT_DOCUMENT_DEFINITION, lookup.definition, None),
    (types.TEXT_DOCUMENT_DECLARATION, lookup.declaration, None),
    (types.TEXT_DOCUMENT_REFERENCES, lookup.references, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lookup.highlight, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, renaming.prepare, None),
    (types.TEXT_DOCUMENT_RENAME, renaming.rename, types.RenameOptions(prepare_provider=True)),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, structure.document_symbols, None),
    (types.WORKSPACE_SYMBOL, structure.workspace_symbols, None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, structure.folding, None),
    (types.TEXT_DOCUMENT_SELECTION_RANGE, structure.selection, None),
    (
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        structure.semantic_tokens,
        _LEGEND,
    ),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        writing.complete,
        types.CompletionOptions(trigger_characters=["\\", ".", "!"]),
    ),
    (
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        writing.signature_help,
        types.SignatureHelpOptions(trigger_characters=["(", ","]),
    ),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        acting.code_actions,
        types.CodeActionOptions(code_action_kinds=acting.KINDS, resolve_provider=True),
    ),
    (types.CODE_ACTION_RESOLVE, acting.resolve, None),
    (types.TEXT_DOCUMENT_CODE_LENS, running.lenses, None),
    (types.TEXT_DOCUMENT_INLAY_HINT, running.hints, None),
    (types.TEXT_DOCUMENT_DID_SAVE, structure.files_changed, None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, structure.files_changed, None),
    (types.TEXT_DOCUMENT_FORMATTING, writing.format_document, None),
)
