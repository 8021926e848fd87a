"""Resolves what follows a definition in a path: `Op!lab(x)`, `Op!1!<<`, `Op!:!Let!(y)`.

A selector walks down the definition's text. A name is a label, or after `!:` a definition
of the LET that has been reached; a number, `<<` or `>>` is an operand; arguments in
parentheses go below a binder, and `@` does so where an operator is expected.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from holdfast.front.suggest import did_you_mean, wrong_number
from holdfast.front.tla.names.declare import describe, origin_of
from holdfast.front.tla.names.resolver import Resolver, resolve_all
from holdfast.front.tla.names.symbols import (
    BoundName,
    Fact,
    Instance,
    Instantiated,
    LabelName,
    Operator,
    Parameter,
    ResolvedModule,
    Selection,
    Symbol,
)
from holdfast.front.tla.syntax import tree


class _Failed(Exception):
    """The selector leads nowhere; the error has been reported."""


@dataclass(slots=True)
class _Walk:
    """The current position of a selector."""

    r: Resolver
    path: tree.Path
    module: ResolvedModule
    applied: bool
    node: tree.Node
    labels: dict[str, LabelName]
    params: list[Parameter | BoundName] = field(default_factory=list)
    args: list[tree.Expr] = field(default_factory=list)
    after_name: bool = True

    def fail(
        self, part: tree.Part, message: str, help: str | None = None, code: str = "bad-selector"
    ) -> _Failed:
        self.r.error(code, message, part.span, help)
        return _Failed()


class Start(NamedTuple):
    """Where selection begins: the symbol that part `position` of a path names, applied."""

    root: Symbol
    position: int
    args: tuple[tree.Expr, ...]


def select(
    r: Resolver, path: tree.Path, start: Start, arity: int, is_fact: bool
) -> Selection | None:
    """The part of a definition that the rest of a path selects; None after an error.

    `arity` is that of the operator which is expected, 0 for an expression.
    """
    root = start.root
    origin = origin_of(root)
    following = path.parts[start.position + 1 :]
    if not isinstance(origin, Operator | Fact) or not isinstance(
        root, Operator | Fact | Instantiated
    ):
        message = f"`{root.name}` is {describe(root)}: no part of it can be selected"
        r.error("bad-selector", message, following[0].span)
        resolve_all(r, (arg for part in following for arg in part.args))
        return None
    text = _text_of(origin)
    if text is None:
        message = f"a part of `{root.name}` is used inside its own definition"
        r.error("bad-selector", message, path.span)
        return None
    walk = _Walk(r, path, origin.module, arity == 0, text, origin.labels)
    walk.params += root.params
    walk.args += start.args
    try:
        _follow(walk, following)
        _check_result(walk, arity, is_fact)
    except _Failed:
        return None
    return Selection(root, walk.module, walk.node, tuple(walk.params), tuple(walk.args))


def _text_of(origin: Operator | Fact) -> tree.Node | None:
    """The text in which selection begins."""
    match origin:
        case Fact():
            return origin.body
        case Operator(node=tree.Definition() as node):
            return node.body
        case _:
            return origin.node


def _follow(walk: _Walk, parts: tuple[tree.Part, ...]) -> None:
    index = 0
    while index < len(parts):
        part = parts[index]
        following = parts[index + 1] if index + 1 < len(parts) else None
        if _is_name(part):
            _enter_label(walk, part)
        elif part.name == ":":
            if not walk.after_name or (following is not None and not _is_name(following)):
                raise walk.fail(part, "`!:` comes after a name, before a name or at the end")
            if following is not None:
                _enter_let(walk, following)
                index += 1
        else:
            walk.after_name = False
            index += _descend(walk, part, following)
            later = parts[index + 1] if index + 1 < len(parts) else None
            if later is not None and later.name == ":":
                raise walk.fail(later, "`!:` cannot follow an operand")
            if later is not None and _is_name(later):
                _enter_let(walk, later)
                index += 1
        index += 1


def _is_name(part: tree.Part) -> bool:
    return part.name not in ("", ":", "@", "<<", ">>") and not part.name.isdigit()


def _enter_label(walk: _Walk, part: tree.Part) -> None:
    label = walk.labels.get(part.name)
    if label is None:
        help = did_you_mean(part.name, walk.labels)
        help = help or f"a definition of a LET is reached by `!:!{part.name}`"
        raise walk.fail(part, f"there is no label `{part.name}` here", help, "unknown-label")
    if _is_hidden(label.goal, label.clause):
        raise walk.fail(part, f"label `{part.name}` is in the scope of a NEW of its theorem")
    if walk.applied:
        if len(part.args) != len(label.params):
            message = wrong_number(f"label `{part.name}`", len(label.params), len(part.args))
            raise walk.fail(part, message, None, "label-arity")
        _take_arguments(walk, part)
    walk.params += label.params
    walk.labels = label.labels
    walk.node = label.node.body
    walk.after_name = True


def _enter_let(walk: _Walk, part: tree.Part) -> None:
    node = _bare(walk.node)
    found: Symbol | None = None
    if isinstance(node, tree.Let):
        for unit in node.units:
            symbol = walk.module.declared.get(id(unit))
            if isinstance(symbol, Operator | Instance) and symbol.name == part.name:
                found = symbol
    if not isinstance(found, Operator) or found.node is None:
        raise walk.fail(part, f"there is no LET definition `{part.name}` here")
    if walk.applied:
        if len(part.args) != found.arity:
            message = wrong_number(f"`{part.name}`", found.arity, len(part.args))
            raise walk.fail(part, message, None, "wrong-arity")
        _take_arguments(walk, part)
    walk.params += found.params
    walk.labels = found.labels
    walk.node = found.node.body if isinstance(found.node, tree.Definition) else found.node
    walk.after_name = True


def _take_arguments(walk: _Walk, part: tree.Part) -> None:
    resolve_all(walk.r, part.args)
    walk.args += part.args


def _bare(node: tree.Node) -> tree.Node:
    """The expression without the parentheses and labels around it."""
    while isinstance(node, tree.Parens | tree.Label):
        node = node.body
    return node


def _descend(walk: _Walk, part: tree.Part, following: tree.Part | None) -> int:
    """Descend to one operand; returns how many parts were used beyond `part`."""
    node = _bare(walk.node)
    match node:
        case tree.Case():
            walk.node = _arm(walk, node, part, following)
            return 1
        case tree.AssumeProve():
            number = _operand_number(walk, part, len(node.assumptions) + 1)
            if any(isinstance(a, tree.New) for a in node.assumptions[: number - 1]):
                goal = walk.r.module.declared.get(id(node))
                if _is_hidden(goal if isinstance(goal, Fact) else None, number - 1, node):
                    raise walk.fail(part, "this is in the scope of a NEW of its theorem")
            walk.node = (*node.assumptions, node.goal)[number - 1]
            return 0
        case _:
            pass
    bounds, body = _binder(node)
    if body is None:
        operands = _operands(node)
        walk.node = operands[_operand_number(walk, part, len(operands)) - 1]
    elif part.name in ("", "@"):
        names = [i for bound in bounds for i in _idents(bound)]
        if part.name == "" and len(part.args) != len(names):
            message = f"{len(names)} names are bound here, but {len(part.args)} arguments are given"
            raise walk.fail(part, message)
        _take_arguments(walk, part)
        for ident in names:
            symbol = walk.module.declared.get(id(ident))
            assert isinstance(symbol, BoundName | Parameter)
            walk.params.append(symbol)
        walk.node = body
    else:
        domains = [b.domain for b in bounds if isinstance(b, tree.Bound) and b.domain is not None]
        walk.node = domains[_operand_number(walk, part, len(domains)) - 1]
    return 0


def _idents(bound: tree.Bound | tree.Ident) -> tuple[tree.Ident, ...]:
    return bound.names if isinstance(bound, tree.Bound) else (bound,)


def _arm(walk: _Walk, node: tree.Case, part: tree.Part, following: tree.Part | None) -> tree.Node:
    """`!i!j` in a CASE: the test or the value of an arm."""
    number = _operand_number(walk, part, len(node.arms) + (node.other is not None))
    if following is None:
        raise walk.fail(part, "a part of a CASE is selected by two numbers: `!i!j`")
    which = _operand_number(walk, following, 2)
    if number <= len(node.arms):
        arm = node.arms[number - 1]
        return arm.test if which == 1 else arm.value
    assert node.other is not None
    if which == 1:
        raise walk.fail(following, "OTHER is not an expression")
    return node.other


def _operand_number(walk: _Walk, part: tree.Part, count: int) -> int:
    number = 0
    if part.name.isdigit():
        number = int(part.name)
    elif part.name == "<<":
        number = 1
    elif part.name == ">>" and count == 2:
        number = 2
    if not 1 <= number <= count:
        shown = part.name or "(...)"
        has = f"{count} operands" if count else "no operands"
        raise walk.fail(part, f"`!{shown}` selects nothing: what is reached here has {has}")
    return number


def _operands(node: tree.Node) -> tuple[tree.Node, ...]:
    """The operands of an expression that binds nothing."""
    match node:
        case tree.Ref(_, args):
            return args
        case tree.Path(parts):
            return tuple(arg for part in parts for arg in part.args)
        case tree.Prefix(_, arg) | tree.Postfix(_, arg):
            return (arg,)
        case tree.Infix(_, left, right):
            return (left, right)
        case tree.Junction(_, items) | tree.Claim(_, items):
            return items
        case tree.Box(action, subscript) | tree.Angle(action, subscript):
            return (action, subscript)
        case tree.Fairness(_, subscript, action):
            return (subscript, action)
        case _:
            return _components(node)


def _components(node: tree.Node) -> tuple[tree.Node, ...]:
    """The operands of an expression that is not written with an operator."""
    match node:
        case tree.Times(items) | tree.SetOf(items) | tree.Tuple(items):
            return items
        case tree.If(test, yes, no):
            return (test, yes, no)
        case tree.Let(_, body):
            return (body,)
        case tree.Record(fields) | tree.RecordSet(fields):
            return tuple(f.value for f in fields)
        case tree.Except(base):
            return (base,)
        case tree.Index(function, args):
            return (function, args[0] if len(args) == 1 else tree.Tuple(args, span=node.span))
        case tree.Dot(record, name):
            return (record, tree.String(name, span=node.span))
        case tree.FunctionSet(first, second):
            return (first, second)
        case _:
            return ()


def _binder(
    node: tree.Node,
) -> tuple[tuple[tree.Bound, ...] | tuple[tree.Ident, ...], tree.Node | None]:
    """The bounds and the body of an expression that binds names; no body otherwise."""
    match node:
        case tree.Quantifier(_, bounds, body) | tree.Pick(bounds, body):
            return bounds, body
        case tree.Function(bounds, body) | tree.FunctionDefinition(_, bounds, body):
            return bounds, body
        case tree.SetMap(value, bounds):
            return bounds, value
        case tree.Choose(bound, body) | tree.SetFilter(bound, body):
            return (bound,), body
        case tree.Lambda(params, body):
            return params, body
        case _:
            return (), None


def _is_hidden(goal: Fact | None, clause: int, node: tree.AssumeProve | None = None) -> bool:
    """Whether a clause of a theorem is in the scope of a NEW that does not reach here."""
    if goal is None:
        return node is not None
    body = goal.body
    if isinstance(body, tree.Claim):
        body = body.items[0]
    if not isinstance(body, tree.AssumeProve):
        return False
    below = any(isinstance(a, tree.New) for a in body.assumptions[:clause])
    return below and goal.suffices == goal.in_proof


def _check_result(walk: _Walk, arity: int, is_fact: bool) -> None:
    """Report selected text that is not allowed where the path is."""
    last = walk.path.parts[-1]
    node = _bare(walk.node)
    if not is_fact and isinstance(node, tree.AssumeProve):
        raise walk.fail(last, "this selects an ASSUME ... PROVE, not an expression")
    if not is_fact and isinstance(node, tree.New):
        raise walk.fail(last, "this selects a NEW declaration, not an expression")
    if arity == 0 and isinstance(node, tree.Lambda):
        raise walk.fail(last, "this selects an operator, not an expression")
    if arity == 0 and len(walk.params) != len(walk.args):
        message = f"this needs {len(walk.params)} arguments, but {len(walk.args)} are given"
        raise walk.fail(last, message)
    found = len(walk.params) + (len(node.params) if isinstance(node, tree.Lambda) else 0)
    if arity and found != arity:
        message = f"an operator of arity {arity} is expected, this has arity {found}"
        raise walk.fail(last, message, None, "operator-arity")
