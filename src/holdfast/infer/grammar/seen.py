"""The values that terms have in samples, for those whose types do not enumerate them."""

from __future__ import annotations

from holdfast.infer.grammar.language import Params
from holdfast.ir import expr as ir
from holdfast.ir.values import Value


class SeenValues:
    """The values of terms in sample states."""

    def of(self, term: ir.Expr, params: Params) -> tuple[Value, ...]:
        """The values of a term, for all values of its parameters."""
        raise NotImplementedError

    sorted: frozenset[Value] = frozenset()
    """The elements of all sorts in these states."""

    def inside(self, term: ir.Expr, params: Params) -> tuple[Value, ...]:
        """The elements of the values of a term that is a set."""
        raise NotImplementedError
