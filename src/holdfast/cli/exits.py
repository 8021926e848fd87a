"""The exit codes, those of the TLA+ tools where they have one."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.source import Diagnostic, errors

OK = 0
DIFFERENT = 1
"""A `--check` or `--diff` found something that the command would change."""
USAGE = 2
OPEN = 20
"""Not everything was established."""
EVALUATION = 75
INTERRUPTED = 130
PARSE = 150
CONFIG = 151
SYSTEM = 153
BUG = 255

_BY_PART = {
    "eval": EVALUATION,
    "config": CONFIG,
    "model": CONFIG,
    "why": USAGE,
    "prove": USAGE,
    "smt": OPEN,
    "recheck": OPEN,
}


def exit_for(diagnostics: Sequence[Diagnostic]) -> int:
    """The exit code that the first error asks for: what its code begins with decides."""
    for wrong in errors(diagnostics):
        if wrong.code == "smt-unknown-hypothesis":
            return USAGE
        return _BY_PART.get(wrong.code.partition("-")[0], PARSE)
    return OK
