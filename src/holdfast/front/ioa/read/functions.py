"""Functions of a file: abbreviations with typed parameters."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.declarations import read_params
from holdfast.front.ioa.read.names import Role, Scope
from holdfast.front.ioa.read.type_reader import read_type
from holdfast.front.ioa.types import UNKNOWN


def read_function(c: Checker, node: ast.FunctionDef) -> tree.Function:
    """`def f(a: T) -> U: return body`."""
    span = c.locations.name_span(node)
    params = read_params(c, node.args)
    result = UNKNOWN if node.returns is None else read_type(c, node.returns)
    if node.returns is None:
        message = f"the function `{node.name}` has no result type"
        c.error("ioa-parameters", message, span, "write `-> int` after its parameters")
    body = [s for s in node.body if not _is_text(s)]
    match body:
        case [ast.Return(value)] if value is not None:
            scope = Scope().declaring(Role.ARGUMENT, params)
            expr = c.check(scope, value, result)
        case _:
            message = "a function consists of one `return`"
            c.error("ioa-function", message, body[0] if body else span)
            expr = c.broken(span)
    return tree.Function(node.name, params, result, expr, span=span)


def _is_text(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(ast.Constant(str())):
            return True
        case _:
            return False
