"""Lemmas as TLA+ text, and a module that has the invariant."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.infer.result import Conjunct
from holdfast.ir import expr as ir
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op


def lemma_text(e: ir.Expr) -> str:
    """A formula of the lifted system as TLA+ text: definitions without arguments lose `()`."""
    # The text form of the IR quotes names that hold a `!`, which are plain in TLA+.
    return show_expr(_plain(e)).replace("`", "")


def _plain(e: ir.Expr) -> ir.Expr:
    match e:
        case ir.Call(name, ()):
            return ir.Name(name)
        case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *args)):
            return ir.Call(name.rpartition("!")[2], tuple(map(_plain, args)))
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


def invariant_module(
    module: str, name: str, conjuncts: Sequence[Conjunct], remarks: Sequence[str]
) -> str:
    """A module that extends a spec and defines `IndInv`."""
    rows = [f"---- MODULE {name} ----"]
    rows += [f"\\* {r}" for r in remarks]
    rows += [f"EXTENDS {module}", ""]
    for c in conjuncts[1:]:
        rows += [f"{c.name} ==", f"  {c.tla}", ""]
    rows.append("IndInv ==")
    rows += [f"  /\\ {c.name}" for c in conjuncts]
    return "\n".join([*rows, "", "=" * max(20, len(rows[0])), ""])
