"""When temporal properties cannot be checked."""

from __future__ import annotations

from holdfast.ir.system import System


def why_not_checked(system: System, trust_symmetry: bool) -> str | None:
    """Why temporal properties cannot be checked, if so."""
    what = _identifying(system)
    if trust_symmetry or what is None:
        return None
    return f"with {what}, a loop of states may stand for no behaviour (see --trust-symmetry)"


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
