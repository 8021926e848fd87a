"""Prints trees as TLA+ text that is parsed to the same tree.

The text is canonical ASCII. A tree that came from a text gets exactly its own parentheses;
a tree made by hand gets those that it needs.
"""

from __future__ import annotations

from holdfast.front.tla.print.expressions import EXPRESSIONS
from holdfast.front.tla.print.layout import Doc, align, render
from holdfast.front.tla.print.operators import Shape, Slot
from holdfast.front.tla.print.parentheses import needs_parentheses
from holdfast.front.tla.print.units import LEAVES, UNITS
from holdfast.front.tla.syntax import tree

WIDTH = 100
"""The maximal width of lines that can be broken."""

_SHAPES = EXPRESSIONS | UNITS


def print_module(module: tree.Module, width: int = WIDTH) -> str:
    """The text of a module, closed by a line end."""
    return render(_lay_out(module), width) + "\n"


def print_unit(unit: tree.Unit, width: int = WIDTH) -> str:
    """The text of one definition, declaration or theorem, without a final line end."""
    return render(_lay_out(unit), width)


def print_expr(expr: tree.Expr, width: int = WIDTH, indent: int = 0) -> str:
    """The text of an expression that begins in column `indent`, counted from 0.

    The first line is not indented, the others are.
    """
    return render(align(_lay_out(expr)), width, indent)


def _lay_out(root: tree.Node) -> Doc:
    """The document of a tree; a stack of unfinished shapes replaces recursion."""
    pending: list[Shape] = []
    step: Slot | Doc = Slot(root)
    while True:
        if isinstance(step, Slot):
            step = _begin(step, pending)
        elif pending:
            step = _resume(pending, step)
        else:
            return step


def _begin(slot: Slot, pending: list[Shape]) -> Slot | Doc:
    """Start on a part: its document at once, or what its shape asks for first."""
    if needs_parentheses(*slot):
        slot = Slot(tree.Parens(slot.node))  # type: ignore[arg-type]  # only an expression needs them
    leaf = LEAVES.get(type(slot.node))
    if leaf is not None:
        return leaf(slot.node)
    pending.append(_SHAPES[type(slot.node)](slot, slot.node))
    return _resume(pending, None)


def _resume(pending: list[Shape], answer: Doc | None) -> Slot | Doc:
    """Give the innermost shape what it asked for; what it asks next, or its document."""
    shape = pending[-1]
    try:
        return next(shape) if answer is None else shape.send(answer)
    except StopIteration as done:
        pending.pop()
        result: Doc = done.value
        return result
