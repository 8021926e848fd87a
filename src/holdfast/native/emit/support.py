"""What the native engine supports: one table, consulted before anything runs."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir.system import System
from holdfast.native.emit.problems import problems_of
from holdfast.native.emit.reach import Asked, reachable_expressions
from holdfast.source import Diagnostic, Span


def unsupported(system: System, asked: Asked = ()) -> list[Diagnostic]:
    """The constructs that the native engine does not support, each once with a location."""
    found: dict[str, Diagnostic] = {}
    for name, span in _problems(system, asked):
        message = f"the native engine does not support {name}"
        found.setdefault(name, Diagnostic("native-unsupported", message, span))
    return list(found.values())


def _problems(system: System, asked: Asked) -> Iterator[tuple[str, Span | None]]:
    for procedure in system.procedures.values():
        yield f"an action that is recursive (`{procedure.name.partition('@')[0]}`)", procedure.span
    for e in reachable_expressions(system, asked):
        yield from problems_of(e, system)
