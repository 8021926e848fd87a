"""The position of a request: its buffer, the offset, the spec, and the name there."""

from __future__ import annotations

from typing import Any, NamedTuple

from holdfast.front.document import Symbol
from holdfast.front.tla.index import Occurrence
from holdfast.lsp.navigation import found_at, part_named
from holdfast.lsp.project import Buffer
from holdfast.lsp.session import Session
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import moved_offset


class At(NamedTuple):
    """A position of a request: the buffer, the offset in it, and the spec as it is now."""

    buffer: Buffer
    offset: int
    snapshot: Snapshot

    @property
    def file(self) -> str:
        """The name of the source."""
        return str(self.buffer.path)


async def position_of(session: Session, params: Any) -> At | None:
    """The position of a request in a module or a model; None elsewhere."""
    buffer = session.project.buffers.get(params.text_document.uri)
    if buffer is None or buffer.language == "cfg":
        return None
    offset = buffer.text.offset(params.position)
    return At(buffer, offset, await session.of_buffer(buffer))


def name_at(session: Session, at: At) -> Occurrence | None:
    """The name at a position; one that cannot be read now is searched as it was without errors."""
    found = found_at(at.snapshot, at.file, at.offset)
    good = session.good.get(at.buffer.path)
    if found is not None or good is None or good is at.snapshot:
        return found
    source = good.source_of(at.file)
    if source is None:
        return None
    old = moved_offset(source.text, at.buffer.text.text, at.offset)
    found = found_at(good, at.file, old)
    if found is None:
        return None
    here = at.buffer.text.text[at.offset - (old - found.span.start) :]
    return found if here.startswith(found.target.name) else None


def symbol_at(at: At) -> Symbol | None:
    """The symbol at a position of a language without an index."""
    return part_named(at.snapshot.document.symbols(), at.buffer.text.text, at.offset)
