"""Primitive automata."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.actions import read_decorators, read_stub
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.declarations import declare, name_of, simple_params
from holdfast.front.ioa.read.names import Header, Role, Scope, scope_of
from holdfast.front.ioa.read.parts import (
    Parts,
    named_lines,
    read_formula,
    read_invariants,
    read_names,
    read_properties,
    require_parts,
    split_parts,
)
from holdfast.front.ioa.read.statements import read_effect
from holdfast.front.ioa.read.type_reader import read_type
from holdfast.front.ioa.types import BOOL, show
from holdfast.front.suggest import did_you_mean, wrong_number
from holdfast.source import Note

_FORMULAS = ("where", "initially", "invariant_of")
_CLASSES = ("signature", "states", "transitions", "tasks", "invariants", "properties")


def split_automaton(c: Checker, node: ast.FunctionDef) -> Parts:
    """The parts of a primitive automaton."""
    parts = split_parts(c, node, _FORMULAS, _CLASSES)
    require_parts(c, node, parts, ("signature", "states", "transitions"))
    return parts


def read_states(c: Checker, header: Header, parts: Parts) -> None:
    """`class states`: `v: T` lines."""
    found: dict[str, tree.Declared] = {}
    params = {p.name: p for p in header.params}
    for statement in parts.body("states"):
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.AnnAssign(ast.Name(name) as target, annotation, value):
                t = read_type(c, annotation)
                declared = tree.Declared(name, t, span=c.span(target))
                if value is not None:
                    help = "initial values are given in `initially`"
                    c.error("ioa-misplaced", "a state variable has no value here", value, help)
                if declare(c, declared, found, params):
                    found[name] = declared
            case _:
                message = "`class states` consists of lines `name: type`"
                c.error("ioa-misplaced", message, statement)
    header.states = tuple(found.values())


def read_signature(c: Checker, header: Header, parts: Parts) -> tuple[tree.Action, ...]:
    """`class signature`: a decorated stub for each kind of an action."""
    found: list[tree.Action] = []
    scope = Scope().declaring(Role.PARAMETER, header.params)
    params = {p.name: p for p in header.params}
    for statement in parts.body("signature"):
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.FunctionDef():
                action = read_stub(c, scope, params, statement)
                if action is None:
                    continue
                other = next((a for a in found if _same(a, action)), None)
                if other is not None:
                    message = f"the {action.kind.value} action `{action.name}` is declared twice"
                    note = Note("the other declaration", other.span)
                    c.error("ioa-duplicate", message, action.span, None, note)
                    continue
                found.append(action)
                header.kinds.setdefault(action.name, set()).add(action.kind)
            case _:
                message = "`class signature` consists of actions: `def act(a: T): where = ...`"
                c.error("ioa-misplaced", message, statement)
    return tuple(found)


def _same(a: tree.Action, b: tree.Action) -> bool:
    return a.name == b.name and a.kind is b.kind


def read_automaton(
    c: Checker,
    node: ast.FunctionDef,
    header: Header,
    parts: Parts,
    signature: tuple[tree.Action, ...],
) -> tree.Automaton:
    """A primitive automaton, whose signature and states have been read."""
    params = Scope().declaring(Role.PARAMETER, header.params)
    scope = scope_of(header)
    invariants = read_invariants(c, scope, parts)
    return tree.Automaton(
        header.name,
        header.params,
        read_formula(c, params, parts, "where"),
        signature,
        header.states,
        read_formula(c, scope, parts, "initially"),
        _read_transitions(c, scope, header, parts, signature),
        _read_tasks(c, header, parts),
        invariants,
        read_properties(c, scope, parts, invariants),
        span=c.span(node),
    )


def _read_transitions(
    c: Checker,
    scope: Scope,
    header: Header,
    parts: Parts,
    signature: tuple[tree.Action, ...],
) -> tuple[tree.Transition, ...]:
    found: list[tree.Transition] = []
    for statement in parts.body("transitions"):
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.FunctionDef():
                transition = _read_transition(c, scope, header, signature, statement)
                if transition is not None:
                    found.append(transition)
            case _:
                message = "`class transitions` consists of transitions: `def act(a): ...`"
                c.error("ioa-misplaced", message, statement)
    return tuple(found)


def _read_transition(
    c: Checker,
    scope: Scope,
    header: Header,
    signature: tuple[tree.Action, ...],
    node: ast.FunctionDef,
) -> tree.Transition | None:
    decorated = read_decorators(c, node, with_pre=True)
    if decorated is None:
        return None
    kind, pre = decorated
    span = c.locations.name_span(node)
    entries = [a for a in signature if a.name == node.name]
    if not entries:
        help = did_you_mean(node.name, (a.name for a in signature))
        message = f"the signature of `{header.name}` has no action `{node.name}`"
        c.error("ioa-no-signature", message, span, help)
        return None
    action = next((a for a in entries if a.kind is kind), None)
    if action is None:
        message = f"`{node.name}` is no {kind.value} action in the signature"
        note = Note(f"here it is {_article(entries[0].kind)}", entries[0].span)
        c.error("ioa-no-signature", message, span, None, note)
        return None
    params = _read_formals(c, node, action)
    if params is None:
        return None
    inner = scope.declaring(Role.ARGUMENT, params)
    precondition = None if pre is None else c.check(inner, pre, BOOL)
    effect = read_effect(c, inner, node.body)
    return tree.Transition(kind, node.name, params, precondition, effect, span=span)


def _article(kind: tree.Kind) -> str:
    return f"an {kind.value} action"


def _read_formals(
    c: Checker, node: ast.FunctionDef, action: tree.Action
) -> tuple[tree.Declared, ...] | None:
    """The formal parameters of a transition, which are those of the signature."""
    args = simple_params(c, node.args)
    note = Note("the declaration in the signature", action.span)
    if node.returns is not None:
        c.error("ioa-misplaced", "a transition has no result", node.returns)
    if len(args) != len(action.params):
        message = f"`{node.name}` has {len(action.params)} parameters in the signature, not "
        span = c.locations.name_span(node)
        c.error("ioa-argument-count", f"{message}{len(args)}", span, None, note)
        return None
    found = []
    for arg, formal in zip(args, action.params, strict=True):
        if arg.arg != formal.name:
            message = f"this parameter is `{formal.name}` in the signature"
            c.error("ioa-parameters", message, name_of(c, arg), None, note)
            return None
        if arg.annotation is not None and read_type(c, arg.annotation) != formal.type:
            message = f"the type of `{formal.name}` is `{show(formal.type)}` in the signature"
            c.error("ioa-parameters", message, arg.annotation, None, note)
        found.append(tree.Declared(formal.name, formal.type, span=name_of(c, arg)))
    return tuple(found)


def _read_tasks(c: Checker, header: Header, parts: Parts) -> tuple[tree.Task, ...]:
    """`class tasks`: `name = {a, b}` or `name = strong({a, b})`."""
    found: dict[str, tree.Task] = {}
    for target, value in named_lines(c, parts, "tasks"):
        strong = isinstance(value, ast.Call)
        actions = value
        if isinstance(value, ast.Call):
            if not (isinstance(value.func, ast.Name) and value.func.id == "strong"):
                c.error("ioa-task", "a task is `{a, b}` or `strong({a, b})`", value)
                continue
            if len(value.args) != 1 or value.keywords:
                count = len(value.args) + len(value.keywords)
                c.error("ioa-argument-count", wrong_number("`strong`", 1, count), value)
                continue
            actions = value.args[0]
        names = read_names(c, actions, "a task")
        for name in names:
            _check_task_action(c, header, name)
        if target.id in found:
            note = Note("the other one", found[target.id].span)
            c.error("ioa-duplicate", f"the task `{target.id}` is given twice", target, None, note)
            continue
        members = tuple(n.id for n in names)
        found[target.id] = tree.Task(target.id, members, strong, span=c.span(target))
    return tuple(found.values())


def _check_task_action(c: Checker, header: Header, name: ast.Name) -> None:
    kinds = header.kinds.get(name.id)
    if kinds is None:
        help = did_you_mean(name.id, header.kinds)
        c.error("ioa-task", f"the signature has no action `{name.id}`", name, help)
    elif kinds == {tree.Kind.INPUT}:
        message = f"`{name.id}` is an input action: a task has output and internal actions"
        c.error("ioa-task", message, name)
