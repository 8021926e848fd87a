"""From the tree of an expression to the IR: without sugar, operators are rows of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from holdfast.front.tla.lower.binders import (
    lower_choose,
    lower_filter,
    lower_function,
    lower_lambda,
    lower_map,
    lower_quantifier,
)
from holdfast.front.tla.lower.scope import Scope, Symbols, unsupported
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.ir import expr as ir
from holdfast.ir.ops import LANGUAGE, Op
from holdfast.source import Span

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", '"': '"', "\\": "\\"}


def lower_expression(lowering: Symbols, e: tree.Expr, scope: Scope) -> ir.Expr:
    """The IR of an expression in `scope`."""
    return _LOWER[type(e)](lowering, e, scope)


def built_in(name: str, args: tuple[ir.Expr, ...], span: Span) -> ir.Expr:
    """An operator of the language, applied."""
    match name:
        case "TRUE" | "FALSE":
            return ir.Literal(name == "TRUE", span=span)
        case "'":
            return ir.Prime(args[0], span=span)
        case "ENABLED":
            return ir.Enabled(args[0], span=span)
        case _:
            return ir.Apply(LANGUAGE[name], args, span=span)


# ---- names ----


def _use(lowering: Symbols, e: tree.Expr, args: tuple[tree.Expr, ...], scope: Scope) -> ir.Expr:
    meaning = scope.module.uses[id(e)]
    lowered = _arguments(lowering, args, scope)
    if isinstance(meaning, sym.BuiltIn) and meaning.name == "ENABLED":
        fresh = lowering.fresh_below_enabled(scope.env, e.span)
        return ir.Enabled(lowered[0], fresh=fresh, span=e.span)
    if isinstance(meaning, sym.BuiltIn):
        return built_in(meaning.name, lowered, e.span)
    if isinstance(meaning, sym.Selection):
        return _selection(lowering, meaning, e, scope)
    return lowering.use(meaning, lowered, scope, e.span)


def _arguments(lowering: Symbols, args: tuple[tree.Expr, ...], scope: Scope) -> tuple[ir.Expr, ...]:
    return tuple(_argument(lowering, a, scope) for a in args)


def _argument(lowering: Symbols, e: tree.Expr, scope: Scope) -> ir.Expr:
    """An argument; the name of an operator becomes a LAMBDA."""
    if not isinstance(e, tree.Ref | tree.Path):
        return lower_expression(lowering, e, scope)
    given = e.args if isinstance(e, tree.Ref) else sum((p.args for p in e.parts), ())
    meaning = scope.module.uses[id(e)]
    arity = len(meaning.params) if isinstance(meaning, sym.Selection) else meaning.arity
    wanted = arity - len(given)
    if wanted <= 0:
        return lower_expression(lowering, e, scope)
    names: list[str] = []
    for i in range(wanted):
        names.append(scope.fresh(f"arg{i + 1}", lowering.taken, tuple(names)))
    more = tuple(ir.Name(n) for n in names)
    args = _arguments(lowering, given, scope) + more
    if isinstance(meaning, sym.BuiltIn):
        body = built_in(meaning.name, args, e.span)
    elif isinstance(meaning, sym.Selection):
        body = _selection(lowering, meaning, e, scope, more)
    else:
        body = lowering.use(meaning, args, scope, e.span)
    return ir.Lambda(tuple(names), body, span=e.span)


def _selection(
    lowering: Symbols,
    selection: sym.Selection,
    e: tree.Expr,
    scope: Scope,
    more: tuple[ir.Expr, ...] = (),
) -> ir.Expr:
    """`Op!1!(x)`: the selected part as a definition of its own, applied to the arguments."""
    inner = scope
    root: sym.Symbol = selection.root
    names: list[str] = []
    while isinstance(root, sym.Instantiated):
        env = lowering.instance_env(root.instance, inner)
        names += env.params[len(env.params) - len(root.instance.params) :]
        inner = type(scope)(root.instance.target, env, {})
        root = root.original
    place = type(scope)(selection.module, inner.env, {})
    own = selection.params[len(names) :]
    for p in own:
        names.append(place.fresh(p.name, lowering.taken, tuple(names)))
    bound = place.bind(*zip(own, names[len(names) - len(own) :], strict=True))
    body = lower_expression(lowering, cast(tree.Expr, selection.body), bound)
    args = _arguments(lowering, selection.args, scope) + more
    local = ir.Definition("selected", tuple(names), body, span=e.span)
    return ir.Let((local,), ir.Call("selected", args, span=e.span), span=e.span)


def _ref(lowering: Symbols, e: tree.Ref, scope: Scope) -> ir.Expr:
    return _use(lowering, e, e.args, scope)


def _path(lowering: Symbols, e: tree.Path, scope: Scope) -> ir.Expr:
    return _use(lowering, e, tuple(a for p in e.parts for a in p.args), scope)


def _infix(lowering: Symbols, e: tree.Infix, scope: Scope) -> ir.Expr:
    lowered = _use(lowering, e, (e.left, e.right), scope)
    match lowered:
        case ir.Apply(Op.AND | Op.OR as op, (ir.Apply(inner, first), last)) if (
            inner is op and isinstance(e.left, tree.Infix)
        ):
            # A long chain of conjuncts would be deep otherwise.
            return ir.Apply(op, (*first, last), span=e.span)
        case _:
            return lowered


def _fix(lowering: Symbols, e: tree.Prefix | tree.Postfix, scope: Scope) -> ir.Expr:
    return _use(lowering, e, (e.arg,), scope)


# ---- literals and simple constructs ----


def _number(lowering: Symbols, e: tree.Number, scope: Scope) -> ir.Expr:
    return number_literal(e)


def number_literal(e: tree.Number) -> ir.Literal:
    """The value of a number; raises SpecError if it is a decimal one."""
    text = e.text
    bases = {"b": 2, "o": 8, "h": 16}
    if text[0] == "\\":
        return ir.Literal(int(text[2:], bases[text[1].lower()]), span=e.span)
    if "." in text:
        raise unsupported("decimal numbers cannot be evaluated", e.span)
    return ir.Literal(int(text), span=e.span)


def _string(lowering: Symbols, e: tree.String, scope: Scope) -> ir.Expr:
    return ir.Literal(decode_string(e.text), span=e.span)


def decode_string(text: str) -> str:
    """The string that the text between two quotes denotes."""
    if "\\" not in text:
        return text
    out, i = [], 0
    while i < len(text):
        if text[i] == "\\" and i + 1 < len(text) and text[i + 1] in _ESCAPES:
            out.append(_ESCAPES[text[i + 1]])
            i += 2
        else:
            out.append(text[i])
            i += 1
    return "".join(out)


def _all(op: Op) -> Callable[[Symbols, tree.Times | tree.SetOf | tree.Tuple, Scope], ir.Expr]:
    def lower(lowering: Symbols, e: tree.Times | tree.SetOf | tree.Tuple, scope: Scope) -> ir.Expr:
        args = tuple(lower_expression(lowering, i, scope) for i in e.items)
        return ir.Apply(op, args, span=e.span)

    return lower


def _junction(lowering: Symbols, e: tree.Junction, scope: Scope) -> ir.Expr:
    items = tuple(lower_expression(lowering, i, scope) for i in e.items)
    return ir.Apply(LANGUAGE[e.op], items, span=e.span) if len(items) > 1 else items[0]


def _if(lowering: Symbols, e: tree.If, scope: Scope) -> ir.Expr:
    test, yes, no = (lower_expression(lowering, x, scope) for x in (e.test, e.yes, e.no))
    return ir.If(test, yes, no, span=e.span)


def _case(lowering: Symbols, e: tree.Case, scope: Scope) -> ir.Expr:
    arms = tuple(
        (lower_expression(lowering, a.test, scope), lower_expression(lowering, a.value, scope))
        for a in e.arms
    )
    other = None if e.other is None else lower_expression(lowering, e.other, scope)
    return ir.Case(arms, other, span=e.span)


def _index(lowering: Symbols, e: tree.Index, scope: Scope) -> ir.Expr:
    function = lower_expression(lowering, e.function, scope)
    return ir.Apply(Op.INDEX, (function, _key(lowering, e.args, scope)), span=e.span)


def _key(lowering: Symbols, args: tuple[tree.Expr, ...], scope: Scope) -> ir.Expr:
    """`f[a, b]` is `f[<<a, b>>]`."""
    keys = tuple(lower_expression(lowering, a, scope) for a in args)
    return keys[0] if len(keys) == 1 else ir.Apply(Op.TUPLE, keys, span=args[0].span)


def _dot(lowering: Symbols, e: tree.Dot, scope: Scope) -> ir.Expr:
    record = lower_expression(lowering, e.record, scope)
    return ir.Apply(Op.INDEX, (record, ir.Literal(e.name, span=e.span)), span=e.span)


def _fields(op: Op) -> Callable[[Symbols, tree.Record | tree.RecordSet, Scope], ir.Expr]:
    def lower(lowering: Symbols, e: tree.Record | tree.RecordSet, scope: Scope) -> ir.Expr:
        args: list[ir.Expr] = []
        for f in e.fields:
            args.append(ir.Literal(f.name, span=f.span))
            args.append(lower_expression(lowering, f.value, scope))
        return ir.Apply(op, tuple(args), span=e.span)

    return lower


def _function_set(lowering: Symbols, e: tree.FunctionSet, scope: Scope) -> ir.Expr:
    args = (
        lower_expression(lowering, e.domain, scope),
        lower_expression(lowering, e.range, scope),
    )
    return ir.Apply(Op.FUNCTION_SET, args, span=e.span)


def _except(lowering: Symbols, e: tree.Except, scope: Scope) -> ir.Expr:
    base = lower_expression(lowering, e.base, scope)
    updates = tuple(
        ir.Update(
            tuple(
                ir.Literal(k.name, span=k.span) if k.name else _key(lowering, k.args, scope)
                for k in u.path
            ),
            lower_expression(lowering, u.value, scope),
            span=u.span,
        )
        for u in e.updates
    )
    return ir.Except(base, updates, span=e.span)


def _step(op: Op) -> Callable[[Symbols, tree.Box | tree.Angle, Scope], ir.Expr]:
    def lower(lowering: Symbols, e: tree.Box | tree.Angle, scope: Scope) -> ir.Expr:
        args = (
            lower_expression(lowering, e.action, scope),
            lower_expression(lowering, e.subscript, scope),
        )
        return ir.Apply(op, args, span=e.span)

    return lower


def _fairness(lowering: Symbols, e: tree.Fairness, scope: Scope) -> ir.Expr:
    """`WF_v(A)` with its two parts: the step `<<A>>_v`, and whether it is enabled."""
    op = Op.WEAK_FAIR if e.kind == "WF_" else Op.STRONG_FAIR
    args = (
        lower_expression(lowering, e.action, scope),
        lower_expression(lowering, e.subscript, scope),
    )
    step = ir.Apply(Op.ANGLE_ACTION, args, span=e.span)
    fresh = lowering.fresh_below_enabled(scope.env, e.span)
    return ir.Apply(op, (step, ir.Enabled(step, fresh=fresh, span=e.span)), span=e.span)


# ---- LET, labels, the rest ----


def _let(lowering: Symbols, e: tree.Let, scope: Scope) -> ir.Expr:
    inner = scope
    operators: list[tuple[sym.Operator, str]] = []
    for unit in e.units:
        if isinstance(unit, tree.Definition | tree.FunctionDefinition):
            symbol = cast(sym.Operator, scope.module.declared[id(unit)])
            name = inner.fresh(symbol.name, lowering.taken)
            inner = inner.bind((symbol, name))
            operators.append((symbol, name))
    for unit in e.units:
        if isinstance(unit, tree.ModuleDefinition):
            lowering.instance_env(cast(sym.Instance, scope.module.declared[id(unit)]), inner)
    definitions = tuple(lowering.definition(s, n, inner) for s, n in operators)
    body = lower_expression(lowering, e.body, inner)
    return ir.Let(definitions, body, span=e.span) if definitions else body


def _label(lowering: Symbols, e: tree.Label, scope: Scope) -> ir.Expr:
    return lower_expression(lowering, e.body, scope)


def _parens(lowering: Symbols, e: tree.Parens, scope: Scope) -> ir.Expr:
    return lower_expression(lowering, e.body, scope)


def _at(lowering: Symbols, e: tree.At, scope: Scope) -> ir.Expr:
    return ir.Name(ir.OLD, span=e.span)


def _no_value(lowering: Symbols, e: tree.Expr, scope: Scope) -> ir.Expr:
    raise unsupported("an ASSUME ... PROVE cannot be evaluated", e.span)


_LOWER: dict[type[tree.Node], Callable[[Symbols, tree.Expr, Scope], ir.Expr]] = cast(
    "dict[type[tree.Node], Callable[[Symbols, tree.Expr, Scope], ir.Expr]]",
    {
        tree.Number: _number,
        tree.String: _string,
        tree.At: _at,
        tree.Ref: _ref,
        tree.Path: _path,
        tree.Parens: _parens,
        tree.Prefix: _fix,
        tree.Postfix: _fix,
        tree.Infix: _infix,
        tree.Times: _all(Op.PRODUCT),
        tree.SetOf: _all(Op.SET),
        tree.Tuple: _all(Op.TUPLE),
        tree.Junction: _junction,
        tree.If: _if,
        tree.Case: _case,
        tree.Let: _let,
        tree.Quantifier: lower_quantifier,
        tree.Choose: lower_choose,
        tree.Lambda: lower_lambda,
        tree.SetFilter: lower_filter,
        tree.SetMap: lower_map,
        tree.Function: lower_function,
        tree.FunctionSet: _function_set,
        tree.Record: _fields(Op.RECORD),
        tree.RecordSet: _fields(Op.RECORD_SET),
        tree.Except: _except,
        tree.Index: _index,
        tree.Dot: _dot,
        tree.Box: _step(Op.BOX_ACTION),
        tree.Angle: _step(Op.ANGLE_ACTION),
        tree.Fairness: _fairness,
        tree.Label: _label,
        tree.AssumeProve: _no_value,
        tree.Hole: _no_value,
    },
)
