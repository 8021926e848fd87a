"""Formulas after the passes as texts that can be read again in the scope of the spec.

<A>_v      A /\\ ~(UNCHANGED v), because passes replace the subscript by UNCHANGED
"""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.expr import Expr
from holdfast.ir.notation import Notation
from holdfast.ir.ops import Op
from holdfast.ir.tla_text import formula_text


def written(e: Expr, notation: Notation) -> str:
    """A formula in the language of its spec."""
    return formula_text(ir.rewrite(_plain, e), notation)


def _plain(e: Expr) -> Expr | None:
    match e:
        case ir.Apply(Op.ANGLE_ACTION, (action, same)):
            return ir.Apply(Op.AND, (action, ir.Apply(Op.NOT, (same,))))
        case ir.Apply(Op.BOX_ACTION, (action, same)):
            return ir.Apply(Op.OR, (action, same))
        case _:
            return None
