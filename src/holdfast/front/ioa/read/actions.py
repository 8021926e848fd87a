"""Actions: their decorators, their stubs in a signature, and that they agree in a file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.declarations import read_params
from holdfast.front.ioa.read.names import Role, Scope
from holdfast.front.ioa.types import BOOL, show
from holdfast.front.suggest import did_you_mean, wrong_number
from holdfast.source import Note

_KINDS = {kind.value: kind for kind in tree.Kind}


def read_decorators(
    c: Checker, node: ast.FunctionDef, with_pre: bool
) -> tuple[tree.Kind, ast.expr | None] | None:
    """The kind of an action and its precondition; None after a message."""
    kinds: list[tree.Kind] = []
    pres: list[ast.expr] = []
    ok = True
    for decorator in node.decorator_list:
        match decorator:
            case ast.Name(name) if name in _KINDS:
                kinds.append(_KINDS[name])
                if len(kinds) > 1:
                    message = "an action has one of `@input`, `@output` and `@internal`"
                    c.error("ioa-decorator", message, decorator)
                    ok = False
            case ast.Call(func=ast.Name("pre")) if with_pre:
                ok = _read_pre(c, decorator, pres) and ok
            case _:
                _reject_decorator(c, decorator, with_pre)
                ok = False
    if not kinds and ok:
        message = f"the action `{node.name}` has no kind"
        help = "write `@input`, `@output` or `@internal` before it"
        c.error("ioa-decorator", message, c.locations.name_span(node), help)
    return (kinds[0], pres[0] if pres else None) if kinds and ok else None


def _read_pre(c: Checker, decorator: ast.Call, pres: list[ast.expr]) -> bool:
    if len(decorator.args) != 1 or decorator.keywords:
        count = len(decorator.args) + len(decorator.keywords)
        c.error("ioa-argument-count", wrong_number("`pre`", 1, count), decorator)
        return False
    if pres:
        help = "join the two with `and`"
        c.error("ioa-decorator", "a transition has one `@pre`", decorator, help)
        return False
    pres.append(decorator.args[0])
    return True


def _reject_decorator(c: Checker, decorator: ast.expr, with_pre: bool) -> None:
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    word = name.id if isinstance(name, ast.Name) else ""
    if word == "pre":
        message = "`@pre` takes a formula" if with_pre else "`@pre` stands before a transition"
        c.error("ioa-decorator", message, decorator)
        return
    help = did_you_mean(word, (*_KINDS, "pre")) if word else None
    c.error("ioa-decorator", "this decorator is not known", decorator, help)


def read_stub(
    c: Checker, scope: Scope, outer: Mapping[str, tree.Declared], node: ast.FunctionDef
) -> tree.Action | None:
    """An action of a signature."""
    decorated = read_decorators(c, node, with_pre=False)
    params = read_params(c, node.args, outer)
    if node.returns is not None:
        c.error("ioa-misplaced", "an action has no result", node.returns)
    inner = scope.declaring(Role.ARGUMENT, params)
    where: tree.Expr | None = None
    given = False
    for statement in node.body:
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.Assign([ast.Name("where")], value) if not given:
                where = c.check(inner, value, BOOL)
                given = True
            case ast.Assign([ast.Name("where") as again]):
                c.error("ioa-duplicate", "`where` is given twice", again)
            case _:
                message = "an action of a signature has only `where = ...` or `pass`"
                c.error("ioa-misplaced", message, statement)
    if decorated is None:
        return None
    span = c.locations.name_span(node)
    return tree.Action(decorated[0], node.name, params, where, span=span)


def check_agreement(c: Checker, signatures: Iterable[tuple[tree.Action, ...]]) -> None:
    """Report actions of one name with different formal parameters."""
    first: dict[str, tree.Action] = {}
    for action in (a for signature in signatures for a in signature):
        other = first.setdefault(action.name, action)
        if _shape(action) != _shape(other):
            message = f"the action `{action.name}` has other parameters elsewhere"
            note = Note(f"here it is `{_show(other)}`", other.span)
            help = "names and types of the parameters of an action are the same everywhere"
            c.error("ioa-action-parameters", message, action.span, help, note)


def _shape(action: tree.Action) -> tuple[tuple[str, object], ...]:
    return tuple((p.name, p.type) for p in action.params)


def _show(action: tree.Action) -> str:
    return f"{action.name}({', '.join(f'{p.name}: {show(p.type)}' for p in action.params)})"
