"""How a part of a formula is named in a message, and which parts are shown with a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import FORMULAS, Group, Op, ops_in

_BUILTIN_CALL = re.compile(r'"[^"!]*!([^"]*)"\(')
_THROUGH = FORMULAS - ops_in(Group.ACTION, Group.TEMPORAL) | frozenset(
    op for op in Op if op.row.total and op.row.arity is None
)
"""Parts that are not shown with a value: Booleans, and what the text already spells out."""


def source_text(e: ir.Expr, small: dict[str, str]) -> str | None:
    """The text that an expression comes from, with the values of some names substituted.

    None if these names are not in the text: an argument that was copied into the body of a
    definition is elsewhere.
    """
    whole = e.span
    if whole is None or whole.start == whole.end:
        return None
    pieces: dict[int, tuple[int, str]] = {}
    for part in ir.walk(e):
        # The text of a formula does not mention the parameters of the instance it belongs to.
        if not isinstance(part, ir.Name) or part.name not in small or "@" in part.name:
            continue
        span = part.span
        if span is None or span.source is not whole.source:
            return None
        if not whole.start <= span.start <= span.end <= whole.end:
            return None
        pieces[span.start] = (span.end, small[part.name])
    text, at = "", whole.start
    for start, (end, value) in sorted(pieces.items()):
        text += whole.source.text[at:start] + value
        at = end
    return re.sub(r"\s+", " ", text + whole.source.text[at : whole.end])


def own_text(e: ir.Expr, small: dict[str, str]) -> str:
    """An expression as text that looks like TLA+, with the values of some names substituted."""

    def put_in(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Name(name) if name in small:
                return ir.Name(small[name])
            case ir.Apply(Op.INDEX, (record, ir.Literal(name) as field)) if field.span == part.span:
                return ir.Name(f"{_plain(show_expr(record))}.{name}")
            case _:
                return None

    return _plain(show_expr(ir.rewrite(put_in, e)))


def _plain(text: str) -> str:
    return _BUILTIN_CALL.sub(r"\1(", text).replace("`", "").replace("()", "")


def terms(e: ir.Expr, inner: bool = False) -> Iterator[tuple[ir.Expr, bool]]:
    """The terms of a formula that are shown with a value, and whether they are parts of others."""
    match e:
        case ir.Literal() | ir.Lambda() | ir.Enabled() | ir.Let():
            return
        case ir.Apply(op, args) if op in _THROUGH:
            for a in args:
                yield from terms(a, inner)
        case ir.Apply(Op.INDEX, (function, key)):
            yield e, inner
            while isinstance(function, ir.Apply) and function.op is Op.INDEX:
                yield from terms(function.args[1], True)
                function = function.args[0]
            yield from terms(key, True)
        case ir.Apply(_, args) | ir.Call(_, args):
            yield e, inner
            for a in args:
                yield from terms(a, True)
        case ir.Bind(ir.Binder.FORALL | ir.Binder.EXISTS, _, _):
            return
        case ir.If(test, _, _):
            yield e, inner
            yield from terms(test, True)
        case ir.Name() | ir.Prime() | ir.Except() | ir.Bind() | ir.Case():
            yield e, inner
