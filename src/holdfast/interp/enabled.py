"""ENABLED and `\\cdot` as formulas: whether an action has a successor state."""

from __future__ import annotations

from typing import Any

from holdfast.interp.calls import Calls
from holdfast.interp.frames import MISSING, NEXT, NOW, Code, Frame
from holdfast.interp.names import Names
from holdfast.interp.step import Steps
from holdfast.ir import expr as ir
from holdfast.ir.values import FALSE, TRUE


class _Found(Exception):
    """Raised at the first next state: no other is needed."""


def compile_enabled(compiler: Calls, e: ir.Enabled, names: Names, place: int) -> Code:
    """Whether some next state satisfies the action, from the state in this slot of the frame."""
    assert e.tree is not None, "explicit_actions gives every ENABLED its tree"

    def found(f: Frame) -> None:
        raise _Found

    # The next state may not be complete yet: what is read of it is checked.
    before, compiler.initial = compiler.initial, compiler.initial or place == NEXT
    run = Steps(compiler).run(e.tree, names, found)
    compiler.initial = before
    size = len(compiler.variables)

    def enabled(f: Frame) -> Any:
        frame = f[:]
        if place == NEXT:
            frame[NOW] = [None] * size if f[NEXT] is None else list(f[NEXT])
        frame[NEXT], frame[MISSING] = [None] * size, size
        try:
            run(frame)
        except _Found:
            return TRUE
        return FALSE

    return enabled


def compile_composed(compiler: Calls, args: tuple[ir.Expr, ...], names: Names) -> Code:
    """`A \\cdot B` as a formula: whether some state is between the two."""
    first = args[0]
    assert isinstance(first, ir.Enabled)
    assert first.tree is not None, "enabled_trees gives the first action its tree"
    after, size = compiler.take_slot(), len(compiler.variables)
    second = compiler.expr(args[1], names)

    def reached(f: Frame) -> None:
        frame = f[:]
        frame[NOW], frame[NEXT] = compiler.complete(f[NEXT], first.span), f[after]
        if second(frame) is TRUE:
            raise _Found

    run = Steps(compiler).run(first.tree, names, reached)

    def composed(f: Frame) -> Any:
        frame = f[:]
        frame[after] = f[NEXT]
        frame[NEXT], frame[MISSING] = [None] * size, size
        try:
            run(frame)
        except _Found:
            return TRUE
        return FALSE

    return composed
