"""Inline local definitions.

    LET N == Next  v == x IN Init /\\ [][N]_v    =>    Init /\\ [][Next]_x

Other passes split formulas, and each part needs the definitions of a LET around them.
"""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.substitute import substitute


def inline_locals(let: ir.Let) -> ir.Expr | None:
    """The body without the LET; None if a definition is recursive."""
    if any(d.recursive for d in let.definitions):
        return None
    bodies: dict[str, ir.Expr] = {}
    for d in let.definitions:
        body = substitute(d.body, bodies)
        bodies[d.name] = ir.Lambda(d.params, body, span=d.span) if d.params else body
    return substitute(let.body, bodies)
