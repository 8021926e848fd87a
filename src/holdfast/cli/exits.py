"""The exit codes, those of the TLA+ tools where they have one."""

from __future__ import annotations

OK = 0
DIFFERENT = 1
"""A `--check` or `--diff` found something that the command would change."""
USAGE = 2
OPEN = 20
"""The result is inconclusive."""
INTERRUPTED = 130
PARSE = 150
CONFIG = 151
SYSTEM = 153
BUG = 255
