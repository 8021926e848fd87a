"""Where an event of a native search belongs in the spec."""

from __future__ import annotations

from holdfast.ir.system import System
from holdfast.native.emit.emit import predicates
from holdfast.native.run import events as native
from holdfast.native.run.events import Event
from holdfast.source import Span


def place_of(event: Event, system: System) -> str:
    """The name of what was evaluated, for a message; an initial predicate has no stages."""
    if event.what < native.DEADLOCK:
        return predicates(system)[event.what].name
    if event.what == native.KEY and system.view is not None:
        return "the view"
    if event.parent or event.stage:
        return system.actions[event.action].name
    return "the initial predicate"


def span_of(event: Event, system: System) -> Span | None:
    """Its location."""
    if event.what < native.DEADLOCK:
        return predicates(system)[event.what].span
    if event.what == native.KEY and system.view is not None:
        return system.view.span
    if event.parent or event.stage:
        return system.actions[event.action].span
    return None if system.init is None else system.init.span
