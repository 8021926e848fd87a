"""The levels of references and operators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from holdfast.front.tla.levels.checker import (
    Checker,
    Rule,
    apply_selection,
    apply_symbol,
    reach_of,
    report_argument,
)
from holdfast.front.tla.names.builtins import ACTION, CONSTANT, ROWS, TEMPORAL, Row
from holdfast.front.tla.names.level_summary import FLAT, NONE, Reach, join
from holdfast.front.tla.names.symbols import BuiltIn, Selection
from holdfast.front.tla.syntax import tree

_LOGICAL = frozenset(("/\\", "\\/", "=>", "<=>"))


def _ref(c: Checker, expr: tree.Ref) -> Reach:
    meaning = c.module.uses.get(id(expr))
    if meaning is None:
        return FLAT
    if isinstance(meaning, Selection):
        return apply_selection(c, meaning)
    return apply_symbol(c, meaning, expr.args)


def _path(c: Checker, expr: tree.Path) -> Reach:
    meaning = c.module.uses.get(id(expr))
    if meaning is None:
        return FLAT
    if isinstance(meaning, Selection):
        return apply_selection(c, meaning)
    args = [arg for part in expr.parts for arg in part.args]
    return apply_symbol(c, meaning, args)


# ---- operators ----


def _apply_row(
    c: Checker, symbol: BuiltIn, row: Row, operands: Iterable[tuple[Reach, tree.Expr]]
) -> Reach:
    """A built-in operator."""
    level, params, fit = row.level, NONE, True
    for (got, operand), limit in zip(operands, row.limits, strict=True):
        if got.level > limit:
            report_argument(c, symbol, operand, got.level, limit)
            fit = False
        elif got.params and limit < TEMPORAL:
            c.frame.limit(got.params, limit)
        if row.transparent:
            level = max(level, got.level)
            params = join(params, got.params)
        elif got.params:
            c.frame.opaque |= got.params
    return Reach(level, params) if fit else FLAT


def _prefix(c: Checker, expr: tree.Prefix) -> Reach:
    symbol = c.module.uses.get(id(expr))
    if not isinstance(symbol, BuiltIn):
        return _user_operator(c, expr, (expr.arg,))
    got = reach_of(c, expr.arg)
    if got.level == ACTION and expr.op in ("[]", "<>") and not _is_action_form(expr):
        _report_stuttering(c, expr)
        return FLAT
    return _apply_row(c, symbol, ROWS[expr.op], ((got, expr.arg),))


def _is_action_form(expr: tree.Prefix) -> bool:
    """Whether the operand is `[A]_v` after `[]`, `<<A>>_v` after `<>`, or hides its form."""
    arg = expr.arg
    while isinstance(arg, tree.Parens):
        arg = arg.body
    form = tree.Box if expr.op == "[]" else tree.Angle
    return isinstance(arg, form | tree.Let | tree.Label)


def _report_stuttering(c: Checker, expr: tree.Prefix) -> None:
    form, code = ("[A]_v", "level-always") if expr.op == "[]" else ("<<A>>_v", "level-eventually")
    text = expr.arg.span.text
    shown = text if "\n" not in text and len(text) < 30 else "..."
    help = f"write `{expr.op}{form.replace('A', shown).replace('v', 'vars')}`"
    message = f"an action after `{expr.op}` must have the form `{form}`"
    c.error(code, message, expr.arg.span, help)


def _postfix(c: Checker, expr: tree.Postfix) -> Reach:
    symbol = c.module.uses.get(id(expr))
    if not isinstance(symbol, BuiltIn):
        return _user_operator(c, expr, (expr.arg,))
    return _apply_row(c, symbol, ROWS[expr.op], ((reach_of(c, expr.arg), expr.arg),))


def _infix(c: Checker, expr: tree.Infix) -> Reach:
    """A long chain `a + b + c` is as deep as it is long, so this is a loop."""
    spine = [expr]
    while isinstance(left := spine[-1].left, tree.Infix):
        spine.append(left)
    got: Reach | None = None
    for node in reversed(spine):
        got = _infix_step(c, node, got)
    assert got is not None
    return got


def _infix_step(c: Checker, expr: tree.Infix, left: Reach | None) -> Reach:
    """One operator of a chain; `left` is known unless this is the first."""
    symbol = c.module.uses.get(id(expr))
    if left is None:
        left = reach_of(c, expr.left)
    if isinstance(symbol, BuiltIn):
        operands = ((left, expr.left), (reach_of(c, expr.right), expr.right))
        if expr.op in _LOGICAL:
            if _is_mixed(c, [got.level for got, _ in operands], expr):
                return FLAT
        elif expr.op in ("~>", "-+->"):
            for got, operand in operands:
                if got.level == ACTION:
                    message = f"`{expr.op}` relates state predicates and temporal formulas"
                    c.error("level-leads-to", f"{message}; this is an action", operand.span)
                    return FLAT
        return _apply_row(c, symbol, ROWS[expr.op], operands)
    if symbol is None or isinstance(symbol, Selection):
        return Reach(left.level, left.params)
    return apply_symbol(c, symbol, (expr.left, expr.right), left)


def _user_operator(
    c: Checker, expr: tree.Prefix | tree.Postfix, args: tuple[tree.Expr, ...]
) -> Reach:
    symbol = c.module.uses.get(id(expr))
    if symbol is None or isinstance(symbol, Selection):
        return reach_of(c, args[0])
    return apply_symbol(c, symbol, args)


def _is_mixed(c: Checker, levels: Sequence[int], expr: tree.Infix | tree.Junction) -> bool:
    """Whether a formula joins an action and a temporal formula; reports that."""
    if TEMPORAL not in levels or ACTION not in levels:
        return False
    items = (expr.left, expr.right) if isinstance(expr, tree.Infix) else expr.items
    action = items[levels.index(ACTION)]
    message = f"`{expr.op}` joins a temporal formula and an action; this is the action"
    c.error("level-mixed", message, action.span, "an action in a temporal formula is `[][A]_v`")
    return True


def _junction(c: Checker, expr: tree.Junction) -> Reach:
    level, params = CONSTANT, NONE
    levels = []
    for item in expr.items:
        got = reach_of(c, item)
        levels.append(got.level)
        params = join(params, got.params)
    level = max(levels)
    if level == TEMPORAL and _is_mixed(c, levels, expr):
        return FLAT
    return Reach(level, params)


OPERATOR_RULES: dict[type[tree.Node], Rule] = {
    tree.Ref: _ref,
    tree.Path: _path,
    tree.Prefix: _prefix,
    tree.Infix: _infix,
    tree.Postfix: _postfix,
    tree.Junction: _junction,
}
