"""What a page has told its language server: enough to tell another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]

AGAIN = "holdfast: again"
"""The id of the request `initialize` to another server; its result is not for the page."""
_MOST_CHANGES = 500
_END_OF_LINE = re.compile(r"\r\n|\r|\n")


@dataclass(slots=True)
class _Buffer:
    """An open buffer: its text, and the changes since, which are applied when it is needed."""

    item: Mapping[str, Any]
    text: str
    version: object
    changes: list[Mapping[str, Any]] = field(default_factory=list)

    def change(self, version: object, changes: Sequence[Mapping[str, Any]]) -> None:
        self.version = version
        self.changes += changes
        if len(self.changes) > _MOST_CHANGES:
            self.apply()

    def apply(self) -> None:
        for change in self.changes:
            self.text = changed(self.text, change)
        self.changes.clear()


@dataclass(slots=True)
class Memory:
    """The beginning of a session, its open buffers, and the requests without a result."""

    initialize: Message | None = None
    initialized: Message | None = None
    buffers: dict[str, _Buffer] = field(default_factory=dict)
    waiting: dict[str | int, None] = field(default_factory=dict)

    def sent(self, message: Message) -> None:
        """The page sends a message; raises KeyError, TypeError, ValueError for a malformed one."""
        params = message.get("params")
        match message.get("method"):
            case "initialize":
                self.buffers, self.waiting = {}, {}
                self.initialize, self.initialized = message, None
            case "initialized":
                self.initialized = message
            case "textDocument/didOpen":
                item = params["textDocument"]  # type: ignore[index]  # malformed ones raise
                self.buffers[item["uri"]] = _Buffer(item, item["text"], item["version"])
            case "textDocument/didChange":
                document = params["textDocument"]  # type: ignore[index]
                buffer = self.buffers.get(document["uri"])
                if buffer is not None:
                    buffer.change(document["version"], params["contentChanges"])  # type: ignore[index]
            case "textDocument/didClose":
                self.buffers.pop(params["textDocument"]["uri"], None)  # type: ignore[index]
            case _:
                pass
        if "method" in message and isinstance(message.get("id"), str | int):
            self.waiting[message["id"]] = None

    def received(self, message: Message) -> bool:
        """The server sends a message; whether it is for the page."""
        if "method" not in message:
            self.waiting.pop(message.get("id"), None)  # type: ignore[arg-type]  # it may be None
            return message.get("id") != AGAIN
        return True

    def again(self) -> Iterator[Message]:
        """What another server needs to know."""
        if self.initialize is None:
            return
        yield {**self.initialize, "id": AGAIN}
        if self.initialized is not None:
            yield self.initialized
        for buffer in self.buffers.values():
            buffer.apply()
            item = {**buffer.item, "text": buffer.text, "version": buffer.version}
            params = {"textDocument": item}
            yield {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}

    def lost(self) -> Iterator[Message]:
        """Errors for the requests that a server left open when it ended."""
        error = {"code": -32803, "message": "the language server has ended"}
        for number in self.waiting:
            yield {"jsonrpc": "2.0", "id": number, "error": error}
        self.waiting = {}


def plain_initialize(message: Message) -> Message:
    """The request `initialize` without a choice of encodings: positions count in UTF-16."""
    params = message.get("params")
    capabilities = params.get("capabilities") if isinstance(params, dict) else None
    if message.get("method") != "initialize" or not isinstance(capabilities, dict):
        return message
    general = capabilities.get("general")
    if not isinstance(general, dict):
        return message
    rest = {name: value for name, value in general.items() if name != "positionEncodings"}
    return {**message, "params": {**params, "capabilities": {**capabilities, "general": rest}}}  # type: ignore[dict-item]  # a dict, see above


def changed(text: str, change: Mapping[str, Any]) -> str:
    """A text after a change of the protocol."""
    found = change.get("range")
    if found is None:
        return str(change["text"])
    starts = [0, *(end.end() for end in _END_OF_LINE.finditer(text))]
    start, end = (_offset(text, starts, found[name]) for name in ("start", "end"))
    return f"{text[:start]}{change['text']}{text[end:]}"


def _offset(text: str, starts: Sequence[int], position: Mapping[str, int]) -> int:
    """The offset of a position in UTF-16; half a character counts."""
    if position["line"] >= len(starts):
        return len(text)
    start = starts[position["line"]]
    end = _END_OF_LINE.search(text, start)
    units = 0
    for offset in range(start, len(text) if end is None else end.start()):
        if units >= position["character"]:
            return offset
        units += 2 if ord(text[offset]) > 0xFFFF else 1
    return len(text) if end is None else end.start()
