"""Expressions as text that TLA+ reads; `expr_text.py` has the form that we read back."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain, count

from holdfast.ir import expr as ir
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op


def unused(name: str, taken: Container[str]) -> str:
    """The name, or a similar one that is not in use."""
    return next(n for n in chain((name,), (f"{name}{i}" for i in count(1))) if n not in taken)


def tla_text(e: ir.Expr) -> str:
    """An expression as TLA+ text on one line: definitions without arguments lose `()`."""
    # The text form of the IR quotes names that hold a `!`, which are plain in TLA+.
    return show_expr(_plain(e)).replace("`", "")


def _plain(e: ir.Expr) -> ir.Expr:
    match e:
        case ir.Call(name, ()):
            return ir.Name(name)
        case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *args)):
            return ir.Call(name.rpartition("!")[2], tuple(map(_plain, args)))
        case ir.Apply(Op.NEG, (negated,)):
            return ir.Apply(Op.SUB, (ir.Literal(0), _plain(negated)))
        case ir.Bind(binder, bounds, body):
            return ir.Bind(binder, _grouped(bounds), _plain(body))
        case _:
            return ir.map_children(_plain, e)


def _grouped(bounds: tuple[ir.Bound, ...]) -> tuple[ir.Bound, ...]:
    """Neighbours that range over one set as one bound: `\\A n1, n2 \\in Node`."""
    found: list[ir.Bound] = []
    for b in bounds:
        plain = ir.Bound(b.names, None if b.domain is None else _plain(b.domain), b.pattern)
        if found and not b.pattern and found[-1].domain == plain.domain and plain.domain:
            found[-1] = ir.Bound((*found[-1].names, *b.names), plain.domain)
        else:
            found.append(plain)
    return tuple(found)
