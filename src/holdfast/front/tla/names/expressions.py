"""Resolves the names in every form of expression that is not a reference."""

from __future__ import annotations

from holdfast.front.tla.names.declare import bind
from holdfast.front.tla.names.references import resolve_lambda
from holdfast.front.tla.names.resolver import (
    HANDLERS,
    LabelFrame,
    Resolver,
    resolve_all,
    resolve_expr,
)
from holdfast.front.tla.names.symbols import BoundName, LabelName, NewName, Operator, Parameter
from holdfast.front.tla.syntax import tree
from holdfast.source import Note

_NEW_LEVELS = {"": 0, "CONSTANT": 0, "VARIABLE": 1, "STATE": 1, "ACTION": 2, "TEMPORAL": 3}


def _nothing(r: Resolver, expr: tree.Number | tree.String | tree.Hole) -> None:
    """A literal has no names, nor has an expression that could not be read."""


def _at(r: Resolver, expr: tree.At) -> None:
    if not r.excepts:
        message = "`@` means the old value in an EXCEPT; it has no meaning here"
        r.error("at-outside-except", message, expr.span)


def _parens(r: Resolver, expr: tree.Parens) -> None:
    resolve_expr(r, expr.body)


def _items(r: Resolver, expr: tree.Junction | tree.Times | tree.SetOf | tree.Tuple) -> None:
    for item in expr.items:
        HANDLERS[type(item)](r, item)


def _if(r: Resolver, expr: tree.If) -> None:
    """A chain `ELSE IF ... ELSE IF` is as deep as it is long, so this is a loop."""
    tail: tree.Expr = expr
    while isinstance(tail, tree.If):
        resolve_expr(r, tail.test)
        resolve_expr(r, tail.yes)
        tail = tail.no
    resolve_expr(r, tail)


def _case(r: Resolver, expr: tree.Case) -> None:
    for arm in expr.arms:
        resolve_expr(r, arm.test)
        resolve_expr(r, arm.value)
    if expr.other is not None:
        resolve_expr(r, expr.other)


def _fields(r: Resolver, expr: tree.Record | tree.RecordSet) -> None:
    r.module.records.append(expr)
    seen: dict[str, tree.Field] = {}
    for field in expr.fields:
        first = seen.setdefault(field.name, field)
        if first is not field:
            span = field.span._replace(end=field.span.start + len(field.name))
            note = Note("first given here", first.span)
            r.error("duplicate-field", f"field `{field.name}` is given twice", span, None, (note,))
        resolve_expr(r, field.value)


def _function_set(r: Resolver, expr: tree.FunctionSet) -> None:
    resolve_expr(r, expr.domain)
    resolve_expr(r, expr.range)


def _except(r: Resolver, expr: tree.Except) -> None:
    resolve_expr(r, expr.base)
    for update in expr.updates:
        for key in update.path:
            resolve_all(r, key.args)
        r.excepts += 1
        resolve_expr(r, update.value)
        r.excepts -= 1


def _index(r: Resolver, expr: tree.Index) -> None:
    resolve_expr(r, expr.function)
    resolve_all(r, expr.args)
    if len(expr.args) < 2:
        return
    # f[a, b] is f[<<a, b>>]: only for a function defined with a name is the number known.
    symbol = r.module.uses.get(id(expr.function))
    if isinstance(symbol, Operator) and isinstance(symbol.node, tree.FunctionDefinition):
        wanted = sum(1 if bound.pattern else len(bound.names) for bound in symbol.node.bounds)
        if wanted != len(expr.args):
            message = (
                f"function `{symbol.name}` is defined with {wanted} "
                f"argument{'' if wanted == 1 else 's'}, but applied to {len(expr.args)}"
            )
            note = Note("defined here", symbol.span)
            r.error("function-arity", message, expr.span, None, (note,))


def _dot(r: Resolver, expr: tree.Dot) -> None:
    resolve_expr(r, expr.record)


def _action(r: Resolver, expr: tree.Box | tree.Angle | tree.Fairness) -> None:
    resolve_expr(r, expr.action)
    resolve_expr(r, expr.subscript)


def _lambda(r: Resolver, expr: tree.Lambda) -> None:
    resolve_lambda(r, expr)
    message = "a LAMBDA is an operator: it can only be an argument where one is expected"
    r.error("unexpected-lambda", message, expr.span)


# ---- binders ----


def bind_names(r: Resolver, bounds: tuple[tree.Bound, ...]) -> None:
    """Resolve the sets of the bounds and then bind their names."""
    for bound in bounds:
        if bound.domain is not None:
            resolve_expr(r, bound.domain)
    for bound in bounds:
        for ident in bound.names:
            bind(r, BoundName(ident.name, ident.span), ident)


def _quantifier(r: Resolver, expr: tree.Quantifier | tree.Function) -> None:
    mark = r.scope.mark()
    bind_names(r, expr.bounds)
    resolve_expr(r, expr.body)
    r.scope.restore(mark)


def _choose(r: Resolver, expr: tree.Choose) -> None:
    mark = r.scope.mark()
    bind_names(r, (expr.bound,))
    resolve_expr(r, expr.body)
    r.scope.restore(mark)


def _set_filter(r: Resolver, expr: tree.SetFilter) -> None:
    mark = r.scope.mark()
    bind_names(r, (expr.bound,))
    resolve_expr(r, expr.test)
    r.scope.restore(mark)


def _set_map(r: Resolver, expr: tree.SetMap) -> None:
    mark = r.scope.mark()
    bind_names(r, expr.bounds)
    resolve_expr(r, expr.value)
    r.scope.restore(mark)


# ---- labels ----


def _label(r: Resolver, expr: tree.Label) -> None:
    problem = None
    if not r.label_frames:
        problem = "label-outside", "a label is only allowed in a definition or a named step"
    elif any(r.new_names[1:]):
        problem = "label-in-assume", "a label is not allowed below a NEW of an inner ASSUME"
    elif r.excepts:
        problem = "label-in-except", "a label is not allowed in an EXCEPT"
    if problem is not None:
        r.error(*problem, expr.span._replace(end=expr.span.start + len(expr.name)))
        _label_body(r, expr)
        return
    frame = r.label_frames[-1]
    label = LabelName(expr.name, expr.span, expr, _label_params(r, expr, frame))
    label.goal, label.clause = r.goal, r.clause
    r.module.declared[id(expr)] = label
    r.label_frames.append(LabelFrame(label.labels, r.scope.mark()))
    _label_body(r, expr)
    r.label_frames.pop()
    first = frame.labels.setdefault(expr.name, label)
    if first is not label:
        span = expr.span._replace(end=expr.span.start + len(expr.name))
        note = Note("first used here", first.span)
        r.error("duplicate-label", f"label `{expr.name}` is used twice", span, None, (note,))


def _label_body(r: Resolver, expr: tree.Label) -> None:
    if isinstance(expr.body, tree.AssumeProve):
        resolve_assume_prove(r, expr.body)
    else:
        resolve_expr(r, expr.body)


def _label_params(
    r: Resolver, expr: tree.Label, frame: LabelFrame
) -> tuple[BoundName | Parameter, ...]:
    """The parameters of a label: exactly the variables bound around it."""
    bound = {
        symbol.name: symbol
        for symbol in r.scope.since(frame.mark)
        if isinstance(symbol, BoundName | Parameter)
    }
    found: dict[str, BoundName | Parameter] = {}
    for ident in expr.params:
        symbol = bound.get(ident.name)
        if ident.name in found:
            message = f"parameter `{ident.name}` of a label is repeated"
            r.error("label-repeated-parameter", message, ident.span)
        elif symbol is None:
            message = f"`{ident.name}` is not bound between the label and its definition"
            r.error("label-extra-parameter", message, ident.span, "leave it out")
        else:
            found[ident.name] = symbol
    missing = [name for name in bound if name not in found]
    if missing and len(found) == len(expr.params):
        wanted = f"{expr.name}({', '.join(bound)})::"
        message = f"label `{expr.name}` must name the variables bound around it"
        span = expr.span._replace(end=expr.span.start + len(expr.name))
        r.error("label-missing-parameter", message, span, f"write `{wanted}`")
    return tuple(found.values())


# ---- ASSUME ... PROVE ----


def _assume_prove(r: Resolver, expr: tree.AssumeProve) -> None:
    message = "an ASSUME ... PROVE is not allowed where an expression is expected"
    r.error("assume-prove-as-value", message, expr.span)
    resolve_assume_prove(r, expr)


def resolve_assume_prove(r: Resolver, expr: tree.AssumeProve) -> None:
    """An ASSUME ... PROVE; that of a theorem or step leaves its NEW names bound."""
    outermost = not r.new_names
    mark = r.scope.mark()
    if outermost:
        r.clause = 0
        if r.goal is not None:
            r.module.declared[id(expr)] = r.goal
    r.new_names.append(False)
    for assumption in expr.assumptions:
        match assumption:
            case tree.New():
                _new(r, assumption)
                r.new_names[-1] = True
            case tree.AssumeProve():
                resolve_assume_prove(r, assumption)
            case tree.Label(body=tree.AssumeProve()):
                _label(r, assumption)
            case _:
                resolve_expr(r, assumption)
        r.clause += outermost
    resolve_expr(r, expr.goal)
    r.new_names.pop()
    if not outermost:
        r.scope.restore(mark)


def _new(r: Resolver, new: tree.New) -> None:
    if new.domain is not None:
        resolve_expr(r, new.domain)
    param = new.param
    symbol = NewName(param.name, param.span, param.arity, _NEW_LEVELS[new.level])
    bind(r, symbol, new)


HANDLERS.update(
    {
        tree.Number: _nothing,
        tree.String: _nothing,
        tree.Hole: _nothing,
        tree.At: _at,
        tree.Parens: _parens,
        tree.Junction: _items,
        tree.Times: _items,
        tree.SetOf: _items,
        tree.Tuple: _items,
        tree.If: _if,
        tree.Case: _case,
        tree.Record: _fields,
        tree.RecordSet: _fields,
        tree.FunctionSet: _function_set,
        tree.Except: _except,
        tree.Index: _index,
        tree.Dot: _dot,
        tree.Box: _action,
        tree.Angle: _action,
        tree.Fairness: _action,
        tree.Lambda: _lambda,
        tree.Quantifier: _quantifier,
        tree.Function: _quantifier,
        tree.Choose: _choose,
        tree.SetFilter: _set_filter,
        tree.SetMap: _set_map,
        tree.Label: _label,
        tree.AssumeProve: _assume_prove,
    }
)
