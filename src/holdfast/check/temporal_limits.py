"""When temporal properties cannot be checked."""

from __future__ import annotations

from holdfast.ir.system import System


def why_not_checked(system: System, trust_symmetry: bool) -> str | None:
    """Why temporal properties cannot be checked, if so."""
    if trust_symmetry or (system.symmetry is None and system.view is None):
        return None
    what = "SYMMETRY" if system.symmetry is not None else "VIEW"
    return f"with {what}, a loop of states may stand for no behaviour"
