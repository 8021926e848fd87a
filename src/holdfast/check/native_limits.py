"""Where generated code and the interpreter differ: limits of the code, and bugs."""

from __future__ import annotations

from holdfast.native.run.events import Trap

# The interpreter may be able to evaluate these. Any other difference is a bug.
LIMITS = {
    Trap.OVERFLOW: "a value beyond 61 bits",
    Trap.CAPACITY: "more successors of one state, or elements of one set, than it can number",
    Trap.ENDLESS: "recursion that is too deep for it",
    Trap.UNSUPPORTED: "a string that it would have to take apart",
    Trap.HOST: "a value that it cannot hold",
}


class EnginesDisagree(Exception):
    """Generated code failed where the interpreter does not: a bug of ours."""
