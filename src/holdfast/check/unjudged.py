"""A system whose states are explored without judging them."""

from __future__ import annotations

from dataclasses import replace

from holdfast.ir.body import without_assertions
from holdfast.ir.system import System


def unjudged(system: System) -> System:
    """The system without properties, and with all states that a reduction would identify."""
    return replace(
        without_assertions(system),
        invariants=(),
        properties=(),
        initial_properties=(),
        step_properties=(),
        temporal=(),
        postconditions=(),
        possible=(),
        fairness=(),
        symmetry=None,
        view=None,
        check_deadlock=False,
    )


def unused_reductions(system: System, because: str) -> tuple[str, ...]:
    """A remark for each reduction of the model that is not used."""
    found = [("SYMMETRY", system.symmetry), ("VIEW", system.view)]
    return tuple(f"{word} {p.name} is not used: {because}" for word, p in found if p is not None)
