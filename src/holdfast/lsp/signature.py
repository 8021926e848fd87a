"""Signature help: the operator around the cursor and its parameters."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsprotocol import types

from holdfast.front.tla.index import Target, names_around
from holdfast.front.tla.names import symbols as sym
from holdfast.lsp.hover import parameters, signature, target_comment
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import moved_offset

_NAME = re.compile(r"((?:\w+!)*\w*[A-Za-z]\w*)\s*$", re.ASCII)
_PAIRS = {")": "(", "]": "[", "}": "{"}
_NEAR = 3000


class Call(NamedTuple):
    """An operator whose arguments are written, and how many commas are before the cursor."""

    name: str
    position: int


def call_at(text: str, offset: int) -> Call | None:
    """The innermost call around an offset, read backwards from there."""
    closed: list[str] = []
    commas = 0
    for at in range(offset - 1, max(-1, offset - _NEAR), -1):
        character = text[at]
        if character in _PAIRS:
            closed.append(_PAIRS[character])
        elif character in "([{":
            if closed and closed[-1] == character:
                closed.pop()
                continue
            name = _NAME.search(text, max(0, at - 200), at) if character == "(" else None
            if name is not None:
                return Call(name[1], commas)
            commas = 0
        elif character == "," and not closed and not _in_tuple(text, at, offset):
            commas += 1
        elif text.startswith("==", at) and not closed:
            return None
    return None


def _in_tuple(text: str, at: int, offset: int) -> bool:
    """Whether a comma is inside of `<<...>>` that ends before the cursor."""
    rest = text[at:offset]
    return rest.count(">>") > rest.count("<<")


def help_for(
    snapshot: Snapshot, file: str, text: str, offset: int, call: Call
) -> types.SignatureHelp | None:
    """The signature of a call, from what was read last."""
    source = snapshot.source_of(file)
    old = offset if source is None else moved_offset(source.text, text, offset)
    module = snapshot.module_in(file, old)
    target = None if module is None else _target(module, old, call.name)
    if target is None:
        return None
    names = parameters(target)
    if not names:
        return None
    shown = types.SignatureInformation(
        signature(target),
        documentation=target_comment(target) or None,
        parameters=[types.ParameterInformation(name) for name in names],
    )
    active = min(call.position, len(names) - 1)
    return types.SignatureHelp([shown], 0, active)


def _target(module: sym.ResolvedModule, offset: int, name: str) -> Target | None:
    first, *rest = name.split("!")
    target: Target | None = names_around(module, offset).get(first) or module.names.get(first)
    for part in rest:
        if not isinstance(target, sym.Instance | sym.Instantiated):
            return None
        target = target.member(part)
    return target
