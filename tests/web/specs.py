"""Specs of the studio's tests."""

from __future__ import annotations

from pathlib import Path

COUNTER = """---- MODULE Counter ----
EXTENDS Naturals
CONSTANT Most
VARIABLE n
Init == n = 0
Up == n < Most /\\ n' = n + 1
Reset == n = Most /\\ n' = 0
Next == Up \\/ Reset
Spec == Init /\\ [][Next]_n
Small == n < 3
TypeOK == n \\in Nat
====
"""
COUNTER_CFG = """CONSTANT Most = 3
SPECIFICATION Spec
INVARIANT Small
"""
ENDLESS = """---- MODULE Endless ----
EXTENDS Naturals
VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == \\/ x' = x + 1 /\\ y' = y
        \\/ y' = y + 1 /\\ x' = x
Spec == Init /\\ [][Next]_<<x, y>>
TypeOK == x \\in Nat /\\ y \\in Nat
====
"""


def project(place: Path) -> Path:
    """A project with these specs, beside which there is a secret."""
    (place / "secret.tla").write_text("secret", encoding="utf-8")
    root = place / "project"
    (root / "sub").mkdir(parents=True)
    (root / "Counter.tla").write_text(COUNTER, encoding="utf-8")
    (root / "Counter.cfg").write_text(COUNTER_CFG, encoding="utf-8")
    (root / "sub" / "Endless.tla").write_text(ENDLESS, encoding="utf-8")
    return root
