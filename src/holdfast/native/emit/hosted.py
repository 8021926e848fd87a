"""The library operators that Python computes for the generated code."""

from __future__ import annotations

from holdfast.interp.builtins import BUILTINS
from holdfast.native.emit import runtime_table

# A trace is found by running its steps again: what is drawn by lot would be another one.
_BY_CHANCE = ("Randomization!", "TLC!RandomElement", "TLC!JavaTime")
# The states before a state are not known while C searches.
_OF_PATHS = ("TLCExt!Trace", "Toolbox!_TETrace")


def is_hosted(name: str) -> bool:
    """Whether Python computes a library operator for the generated code."""
    builtin = BUILTINS.get(name)
    return (
        builtin is not None
        and name not in runtime_table.BUILTINS
        and not (builtin.operators or builtin.lazy or name.startswith(_BY_CHANCE + _OF_PATHS))
    )
