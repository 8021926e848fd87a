"""Operators of the library modules that are Python functions: `BUILTINS["Module!Operator"]`."""

from __future__ import annotations

from holdfast.interp.builtins import (
    bags,
    bitwise,
    combinatorics,
    csv,
    finite_sets,
    folds,
    graphs,
    io_utils,
    json,
    randomization,
    sequences,
    sequences_ext,
    svg,
    tlc,
    tlc_ext,
)
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context, Permissions

__all__ = ["BUILTINS", "Context", "Permissions"]

BUILTINS: Table = {
    **bags.TABLE,
    **bitwise.TABLE,
    **combinatorics.TABLE,
    **csv.TABLE,
    **finite_sets.TABLE,
    **folds.TABLE,
    **graphs.TABLE,
    **io_utils.TABLE,
    **json.TABLE,
    **randomization.TABLE,
    **sequences.TABLE,
    **sequences_ext.TABLE,
    **svg.TABLE,
    **tlc.TABLE,
    **tlc_ext.TABLE,
}
