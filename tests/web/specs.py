"""Specs of the studio's tests."""

from __future__ import annotations

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
