"""Arguments of calls, by position and by name."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.types import Type
from holdfast.front.suggest import did_you_mean, wrong_number


def match_arguments(
    c: Checker, scope: Scope, node: ast.Call, what: str, formals: Mapping[str, Type]
) -> tuple[tree.Expr, ...]:
    """The arguments of a call in the order of the formal parameters, each of its type."""
    given = dict(zip(formals, node.args, strict=False))
    if not all(_place_keyword(c, k, what, formals, given) for k in node.keywords):
        return tuple(c.broken(node) for _ in formals)
    count = len(node.args) + len(node.keywords)
    if count != len(formals):
        help = f"its parameters are {', '.join(f'`{f}`' for f in formals)}" if formals else None
        c.error("ioa-argument-count", wrong_number(what, len(formals), count), node, help)
        return tuple(c.broken(node) for _ in formals)
    return tuple(c.check(scope, given[name], t) for name, t in formals.items())


def _place_keyword(
    c: Checker,
    keyword: ast.keyword,
    what: str,
    formals: Mapping[str, Type],
    given: dict[str, ast.expr],
) -> bool:
    """Add a named argument; False after a message."""
    if keyword.arg is None:
        c.error("ioa-unsupported", "`**` before an argument is not supported", keyword)
    elif keyword.arg not in formals:
        help = did_you_mean(keyword.arg, formals)
        message = f"{what} has no parameter `{keyword.arg}`"
        c.error("ioa-argument-name", message, keyword, help)
    elif keyword.arg in given:
        c.error("ioa-argument-name", f"`{keyword.arg}` is given twice", keyword)
    else:
        given[keyword.arg] = keyword.value
        return True
    return False
