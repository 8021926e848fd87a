"""The effects of transitions: statements, local variables, targets of assignments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.binders import read_bound, report_reserved
from holdfast.front.ioa.read.checker import MAX_DEPTH, Checker
from holdfast.front.ioa.read.names import Binding, Guess, Role, Scope
from holdfast.front.ioa.read.operators import read_binary
from holdfast.front.ioa.types import BOOL, UNKNOWN, Set, Tuple, Type
from holdfast.front.suggest import did_you_mean
from holdfast.source import Note

_REJECTED: dict[type[ast.stmt], tuple[str, str | None]] = {
    ast.While: ("`while` is not supported in an effect", "use `for i in range(n)`"),
    ast.Try: ("`try` is not supported", None),
    ast.With: ("`with` is not supported", None),
    ast.Return: ("`return` is not supported in an effect", None),
    ast.FunctionDef: ("functions are not defined inside a transition", "define it in the file"),
    ast.ClassDef: ("classes are not defined inside a transition", None),
    ast.Import: ("`import` is not supported here", None),
    ast.ImportFrom: ("`import` is not supported here", None),
    ast.Break: ("`break` is not supported", None),
    ast.Continue: ("`continue` is not supported", None),
    ast.AnnAssign: ("a local variable has no annotation", "its values determine its type"),
    ast.Assert: ("`assert` is not supported in an effect", "write it in `@pre`"),
    ast.Raise: ("`raise` is not supported", None),
    ast.Delete: ("`del` is not supported", None),
    ast.Global: ("`global` is not supported", "state variables are assigned directly"),
    ast.Nonlocal: ("`nonlocal` is not supported", "state variables are assigned directly"),
    ast.Match: ("`match` is not supported", "use `if` and `elif`"),
    ast.Expr: ("an expression is not a statement", "assign its value: `x = ...`"),
}

_MAX_BRANCHES = MAX_DEPTH * 2 // 3
"""The limit of nested `if` and `elif`, which leaves room for the expressions inside."""


def read_effect(c: Checker, scope: Scope, body: list[ast.stmt]) -> tuple[tree.Statement, ...]:
    """The statements of a transition; what is assigned decides the types of local variables."""
    inner = scope.having(
        {
            name.id: Binding(Role.LOCAL, Guess(widest=True), c.span(name))
            for name in _assigned_names(body)
            if name.id not in scope.names and name.id not in c.globals.spans
        }
    )
    if len(inner.names) > len(scope.names):
        c.scan(lambda: _read_block(c, inner, body))
    before = len(c.found)
    statements, _ = _read_block(c, inner, body)
    if len(c.found) == before:
        _report_unused(c, inner, body)
    return statements


def _report_unused(c: Checker, scope: Scope, body: list[ast.stmt]) -> None:
    """Report local variables without a use: most likely misspelt state variables."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    used = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    states = [n for n, b in scope.names.items() if b.role is Role.VARIABLE]
    for name, binding in scope.names.items():
        if binding.role is Role.LOCAL and name not in used and not name.startswith("_"):
            message = f"`{name}` is not a state variable, and no statement uses it"
            c.error("ioa-unused", message, binding.span, did_you_mean(name, states))


def _assigned_names(body: list[ast.stmt]) -> Iterator[ast.Name]:
    """The names that an effect assigns, each at its first assignment."""
    found: dict[str, ast.Name] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign | ast.AugAssign):
                for target in _targets(node):
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, target)
    yield from found.values()


def _targets(node: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    if isinstance(node, ast.AugAssign):
        return [node.target]
    return [t for one in node.targets for t in (one.elts if isinstance(one, ast.Tuple) else [one])]


def _read_block(
    c: Checker, scope: Scope, body: list[ast.stmt]
) -> tuple[tuple[tree.Statement, ...], Scope]:
    """Statements, and the scope after them."""
    found: list[tree.Statement] = []
    for node in body:
        match node:
            case ast.Assign():
                statement, scope = _read_assign(c, scope, node)
            case ast.AugAssign():
                statement = _read_augmented(c, scope, node)
            case ast.If():
                statement, scope = _read_if(c, scope, node)
            case ast.For():
                statement = _read_for(c, scope, node)
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case _:
                _reject(c, node)
                continue
        if statement is not None:
            found.append(statement)
    return tuple(found), scope


def _reject(c: Checker, node: ast.stmt) -> None:
    message, help = _REJECTED.get(type(node), ("this statement is not supported", None))
    c.error("ioa-unsupported", message, node, help)


def _read_assign(c: Checker, scope: Scope, node: ast.Assign) -> tuple[tree.Statement | None, Scope]:
    if len(node.targets) > 1:
        message = "one assignment has one target"
        c.error("ioa-assignment", message, node, "write several assignments")
        return None, scope
    target = node.targets[0]
    nodes = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    targets = [_read_target(c, scope, n) for n in nodes]
    value = _read_assigned(c, scope, node.value, targets, several=nodes != [target])
    known = [t for t in targets if t is not None]
    _report_twice(c, known)
    for t, found in zip(targets, _item_types(value, len(targets), nodes != [target]), strict=True):
        if t is not None and t.local:
            _learn(c, scope, t, found)
    scope = replace(scope, assigned=scope.assigned | {t.name for t in known if t.local})
    if len(known) < len(targets):
        return None, scope
    return tree.Assign(tuple(known), value, span=c.span(node)), scope


def _read_assigned(
    c: Checker,
    scope: Scope,
    node: ast.expr,
    targets: list[tree.Target | None],
    several: bool,
) -> tree.Expr:
    """The value of an assignment, which fits its targets."""
    wanted = tuple(UNKNOWN if t is None or _is_guessed(t) else t.type for t in targets)
    hints = tuple(UNKNOWN if t is None else t.type for t in targets)
    if not several:
        return c.require(c.infer(scope, node, hints[0]), wanted[0])
    value = c.infer(scope, node, Tuple(hints))
    if isinstance(value.type, Tuple) and len(value.type.items) != len(targets):
        message = f"{len(targets)} targets, but {len(value.type.items)} values"
        c.error("ioa-assignment", message, node)
        return c.broken(node)
    if isinstance(value, tree.TupleOf):
        items = tuple(map(c.require, value.items, wanted))
        return replace(value, items=items)
    return c.require(value, Tuple(wanted))


def _is_guessed(target: tree.Target) -> bool:
    """Whether a target has its type from what is assigned."""
    return target.local and not target.path


def _item_types(value: tree.Expr, count: int, several: bool) -> tuple[Type, ...]:
    if not several:
        return (value.type,)
    items = value.type.items if isinstance(value.type, Tuple) else ()
    return items if len(items) == count else (UNKNOWN,) * count


def _learn(c: Checker, scope: Scope, target: tree.Target, found: Type) -> None:
    """Take what is assigned to a local variable as its type, or compare it."""
    guess = scope.names[target.name].declared
    if not isinstance(guess, Guess) or target.path:
        return
    if c.scanning:
        c.learn(guess, found)
    elif not rules.agree(found, guess.type):
        note = Note("its other value", scope.names[target.name].span)
        message = f"`{target.name}` is {rules.describe(guess.type)}, not {rules.describe(found)}"
        c.error("ioa-type", message, target.span, None, note)


def _report_twice(c: Checker, targets: list[tree.Target]) -> None:
    for i, target in enumerate(targets):
        before = [t for t in targets[:i] if t.name == target.name]
        if any(not t.path or not target.path for t in before):
            message = f"`{target.name}` is assigned twice in one statement"
            c.error("ioa-assignment", message, target.span)


def _read_augmented(c: Checker, scope: Scope, node: ast.AugAssign) -> tree.Statement | None:
    """`x += e` is `x = x + e`."""
    target = _read_target(c, scope, node.target)
    operation = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
    value = read_binary(c, scope, operation, UNKNOWN)
    if target is None:
        return None
    if target.local:
        _learn(c, scope, target, value.type)
    else:
        value = c.require(value, target.type)
    return tree.Assign((target,), value, span=c.span(node))


def _read_target(c: Checker, scope: Scope, node: ast.expr) -> tree.Target | None:
    """`x`, `x[i]`, `x.f`, `x[i][j].f`."""
    root = node
    while isinstance(root, ast.Subscript | ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        c.error("ioa-assignment", "this cannot be assigned", node)
        return None
    binding = scope.names.get(root.id)
    if binding is None:
        _not_assignable(c, scope, root, "a name of the file")
        return None
    if binding.role not in (Role.VARIABLE, Role.LOCAL):
        _not_assignable(c, scope, root, f"a {binding.role.value}")
        return None
    local = binding.role is Role.LOCAL
    if local:
        report_reserved(c, root)
    if node is root:
        return tree.Target(root.id, local, binding.type, span=c.span(node))
    part = _read_part(c, scope, node)
    if part is None:
        return None
    path, t = part
    return tree.Target(root.id, local, t, path, span=c.span(node))


def _not_assignable(c: Checker, scope: Scope, root: ast.Name, what: str) -> None:
    if root.id not in scope.names and root.id not in c.globals.spans:
        help = did_you_mean(root.id, (n for n, b in scope.names.items() if b.role is Role.VARIABLE))
        c.error("ioa-unknown-name", f"`{root.id}` is not declared", root, help)
        return
    message = f"`{root.id}` is {what}: only state variables and local variables are assigned"
    c.error("ioa-assignment", message, root)


def _read_part(
    c: Checker, scope: Scope, node: ast.expr
) -> tuple[tuple[tree.Expr | str, ...], Type] | None:
    """The path of indices and fields of a target, and the type of the part there."""
    part = c.infer(scope, node)
    path: list[tree.Expr | str] = []
    at = part
    while not isinstance(at, tree.Variable | tree.Local):
        match at:
            case tree.Index(of, index):
                path.append(index)
                at = of
            case tree.Field(record, name):
                path.append(name)
                at = record
            case tree.Slice():
                message = "a slice cannot be assigned"
                c.error("ioa-assignment", message, at.span, "assign the whole sequence")
                return None
            case _:
                return None
    return tuple(reversed(path)), part.type


def _read_if(c: Checker, scope: Scope, node: ast.If) -> tuple[tree.Statement | None, Scope]:
    if c.depth >= _MAX_BRANCHES:
        message = f"there are more than {_MAX_BRANCHES} branches"
        c.error("too-deep", message, c.span(node.test))
        return None, scope
    test = c.check(scope, node.test, BOOL)
    c.depth += 1
    yes, after_yes = _read_block(c, scope, node.body)
    no, after_no = _read_block(c, scope, node.orelse)
    c.depth -= 1
    after = replace(scope, assigned=after_yes.assigned & after_no.assigned)
    return tree.If(test, yes, no, span=c.span(node)), after


def _read_for(c: Checker, scope: Scope, node: ast.For) -> tree.Statement | None:
    if node.orelse:
        c.error("ioa-unsupported", "a `for` has no `else`", node.orelse[0])
    bound = read_bound(c, scope, node.target, node.iter)
    if bound is None:
        return None
    hidden = scope.names.get(bound.name)
    if hidden is not None and hidden.role is not Role.BOUND:
        message = f"`{bound.name}` is a {hidden.role.value}, so it cannot be the variable of a loop"
        c.error("ioa-name-clash", message, bound.span, "choose another name")
        return None
    if bound.domain is not None and isinstance(bound.domain.type, Set):
        message = "a `for` statement ranges over a `range` or a sequence: a set has no order"
        c.error("ioa-type", message, bound.domain.span)
    inner = scope.having({bound.name: Binding(Role.BOUND, bound.type, bound.span)})
    body, _ = _read_block(c, inner, node.body)
    return tree.For(bound, body, span=c.span(node))
