"""Expressions as TLA+ text on one line, for messages and proofs, with nearly all parentheses.

`expr_text.py` has the form that we read back, `tla_module.py` prints whole modules.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import chain, count

from holdfast.ir import expr as ir
from holdfast.ir.expr_text import show_expr
from holdfast.ir.notation import Notation
from holdfast.ir.ops import Op
from holdfast.ir.tla_arithmetic import spelled


def unused(name: str, taken: Container[str]) -> str:
    """The name, or a similar one that is not in use."""
    return next(n for n in chain((name,), (f"{name}{i}" for i in count(1))) if n not in taken)


def tla_text(e: ir.Expr) -> str:
    """An expression as TLA+ text on one line: definitions without arguments lose `()`."""
    # The text form of the IR quotes names that hold a `!`, which are plain in TLA+.
    return show_expr(_plain(spelled(e))).replace("`", "")


def formula_text(e: ir.Expr, notation: Notation) -> str:
    """A formula in the notation of the language of its spec, or in TLA+."""
    return notation.formula(e) or tla_text(e)


def _plain(e: ir.Expr) -> ir.Expr:
    match e:
        case ir.Call(name, ()):
            return ir.Name(name)
        case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *args)):
            return ir.Call(name.rpartition("!")[2], tuple(map(_plain, args)))
        case ir.Apply(Op.NEG, (negated,)):
            return ir.Apply(Op.SUB, (ir.Literal(0), _plain(negated)))
        case ir.Bind(binder, bounds, body):
            return ir.Bind(binder, grouped(ir.map_bound(_plain, b) for b in bounds), _plain(body))
        case _:
            return ir.map_children(_plain, e)


def grouped(bounds: Iterable[ir.Bound]) -> tuple[ir.Bound, ...]:
    """Neighbours that range over one set as one bound: `\\A n1, n2 \\in Node`."""
    found: list[ir.Bound] = []
    for b in bounds:
        last = found[-1] if found else None
        if last and b.domain and not (last.pattern or b.pattern) and last.domain == b.domain:
            found[-1] = ir.Bound((*last.names, *b.names), b.domain)
        else:
            found.append(b)
    return tuple(found)
