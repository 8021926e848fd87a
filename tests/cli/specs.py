"""Small specs for the tests of the commands."""

from __future__ import annotations

from pathlib import Path

COUNTER = """---- MODULE Counter ----
EXTENDS Naturals
CONSTANT N
VARIABLE n
Init == n = 0
Up == n < N /\\ n' = n + 1
Never == n > N /\\ n' = 0
Next == Up \\/ Never
TypeOK == n \\in 0..N
Small == n < 3
====
"""
LOCK = """---- MODULE Lock ----
EXTENDS Naturals, FiniteSets
CONSTANT Clients
VARIABLES holder, waiting
Init == holder = {} /\\ waiting = {}
Ask(c) == c \\notin waiting /\\ waiting' = waiting \\union {c} /\\ UNCHANGED holder
Take(c) ==
    /\\ c \\in waiting
    /\\ holder = {}
    /\\ holder' = {c}
    /\\ waiting' = waiting \\ {c}
Next == \\E c \\in Clients : Ask(c) \\/ Take(c)
Alone == Cardinality(holder) <= 1
====
"""


def write(folder: Path, **files: str) -> None:
    """Write files; in a name, `_` before the extension stands for the dot."""
    for name, text in files.items():
        stem, _, extension = name.rpartition("_")
        (folder / f"{stem}.{extension}").write_text(text, encoding="utf-8")
