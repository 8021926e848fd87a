"""Local definitions around a value: those that it uses, each of them at most once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.front.ioa.lower.build import let
from holdfast.ir import expr as ir


def close(definitions: Sequence[ir.Definition], value: ir.Expr) -> ir.Expr:
    """A value with the definitions that it uses; one that is used once is replaced by its body.

    Not below a binder: there it would be evaluated again and again.
    """
    kept: list[ir.Definition] = []
    for d in reversed(definitions):
        uses = [_uses(d.name, e, False) for e in (value, *(k.body for k in kept))]
        total = sum(count for count, _ in uses)
        if total == 0:
            continue
        if total == 1 and not any(below for _, below in uses):
            value = _inlined(d, value)
            kept = [replace(k, body=_inlined(d, k.body)) for k in kept]
        else:
            kept.insert(0, d)
    return let(kept, value, value.span)


def _uses(name: str, e: ir.Expr, below: bool) -> tuple[int, bool]:
    """How often a definition is used, and whether it is below a binder."""
    if isinstance(e, ir.Call) and e.name == name:
        return 1, below
    inside = below or isinstance(e, ir.Bind | ir.Lambda | ir.Let)
    found = [_uses(name, c, inside) for c in ir.children(e)]
    return sum(n for n, _ in found), any(b for _, b in found)


def _inlined(d: ir.Definition, e: ir.Expr) -> ir.Expr:
    def rule(part: ir.Expr) -> ir.Expr | None:
        return d.body if isinstance(part, ir.Call) and part.name == d.name else None

    return ir.rewrite(rule, e)
