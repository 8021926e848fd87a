"""The library operators that Python computes for the generated code."""

from __future__ import annotations

from holdfast.ir.library_ops import LIBRARY_OPS


def is_hosted(name: str) -> bool:
    """Whether Python computes a library operator for the generated code."""
    row = LIBRARY_OPS.get(name)
    if row is None or not row.python_only or row.operators or row.lazy or row.endless:
        return False
    # A trace is rebuilt by evaluating its steps again, where a random choice may differ, and
    # C does not know the predecessors of a state during the search.
    return not (row.random or row.of_path)
