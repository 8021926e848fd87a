"""Parts of a model that are not supported together, reported before anything runs."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir.levels import Level, Levels
from holdfast.ir.system import Property, System
from holdfast.source import Diagnostic, SpecError


def require_supported(system: System) -> None:
    """Raise SpecError if there are transient states, and something that would need their steps."""
    if system.transient is None:
        return
    problems = [
        Diagnostic(
            "unsupported",
            f"{keyword} {prop.name} is not supported with transient states",
            prop.span,
        )
        for keyword, prop in _about_steps(system)
    ]
    if problems:
        raise SpecError(*problems)


def _about_steps(system: System) -> Iterator[tuple[str, Property]]:
    for prop in system.action_constraints:
        yield "ACTION_CONSTRAINT", prop
    levels = Levels.of_system(system)
    for prop in system.possible:
        if levels.of(prop.expr) > Level.STATE:
            yield "_POSSIBLE", prop
    if system.view is not None:
        yield "VIEW", system.view
    if system.symmetry is not None:
        yield "SYMMETRY", system.symmetry
