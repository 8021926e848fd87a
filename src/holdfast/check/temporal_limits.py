"""Which properties are not checked, and why."""

from __future__ import annotations

from collections.abc import Container, Iterator

from holdfast.ir.system import System
from holdfast.verdict import Unchecked


def unchecked(
    system: System, guessed: Container[str], safety_only: bool, trust_symmetry: bool
) -> Iterator[Unchecked]:
    """The properties that are not checked; `guessed` are temporal ones that nobody named."""
    yield from omitted(system)
    reduced = _why_reduced(system, trust_symmetry)
    for name in (p.name for p in system.temporal):
        if safety_only:
            yield excused(system, name, "left out by --safety-only")
        elif name in guessed and not system.fairness and not system.maximal:
            # It would be violated by a behaviour that stops, whatever the actions are.
            why = "the specification has no fairness condition (in PlusCal: `fair process`)"
            yield excused(system, name, why)
        elif reduced is not None:
            yield Unchecked(name, reduced, name in guessed, _has_safety_part(system, name))


def omitted(system: System) -> Iterator[Unchecked]:
    """The properties of the spec that the system does not have."""
    for each in system.omitted:
        yield Unchecked(each.name, each.reason, span=each.span)


def excused(system: System, name: str, reason: str) -> Unchecked:
    """A property that is not checked, while the result is conclusive."""
    return Unchecked(name, reason, True, _has_safety_part(system, name))


def _why_reduced(system: System, trust_symmetry: bool) -> str | None:
    what = _identifying(system)
    if trust_symmetry or what is None:
        return None
    return f"with {what}, a loop of states may stand for no behaviour (see --trust-symmetry)"


def _has_safety_part(system: System, name: str) -> bool:
    groups = (system.invariants, system.initial_properties, system.step_properties)
    return any(p.name == name for group in groups for p in group)


def trusted(system: System, trust_symmetry: bool) -> tuple[str, ...]:
    """The warning about temporal properties that are checked all the same."""
    what = _identifying(system)
    if not trust_symmetry or what is None or not system.temporal:
        return ()
    return (
        f"temporal properties were checked with {what}, which is trusted: a lasso may be no "
        "behaviour, and a lasso may be missed",
    )


def _identifying(system: System) -> str | None:
    if system.symmetry is not None:
        return "SYMMETRY"
    return None if system.view is None else "VIEW"
