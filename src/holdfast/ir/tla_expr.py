"""Expressions as TLA+ text, on one line or on several, with the parentheses that they need.

Names are printed as they are: `tla_names.py` makes them legal first. Operands of arithmetic and
set operators are in parentheses unless they are atoms, so that no reader has to know how strongly
each operator binds; other operators follow the precedence of TLA+:

    quantifiers, IF, CASE, LET, LAMBDA    =>  <=>  ~>    /\\  \\/    ~  []  <>  ENABLED
    =  \\in  <  and other relations    +  \\union  SUBSET  and other terms    atoms
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import CHAINS, GIVEN, INFIX, PREFIX, QUANTIFIERS
from holdfast.ir.ops import Op
from holdfast.ir.tla_levels import (
    Level,
    fields_of,
    has_field_names,
    infix_of,
    is_name,
    level_of,
    library_name,
)
from holdfast.ir.tla_text import grouped
from holdfast.ir.value_text import quoted
from holdfast.source import Diagnostic, SpecError

_LEFT_ASSOCIATIVE = frozenset((Op.ADD, Op.SUB, Op.MUL, Op.UNION2, Op.INTERSECT))
_PREFIX_TEXT = PREFIX | {Op.NEG: "-"}
_FAIRNESS = {Op.WEAK_FAIR: "WF", Op.STRONG_FAIR: "SF"}


# ---- one line ----


def text_of(e: ir.Expr, least: Level = Level.OPEN) -> str:
    """An expression on one line, in parentheses if it binds less than `least`."""
    if level_of(e) < least:
        return f"({_text(e, True)})"
    return _text(e, least == Level.OPEN)


def _text(e: ir.Expr, ends: bool) -> str:
    """An expression without parentheses; `ends` if nothing follows that it could swallow."""
    match e:
        case ir.Literal(value):
            return _literal(value)
        case ir.Name(name):
            return name
        case ir.Call(name, args):
            return f"{name}({_list(args)})" if args else name
        case ir.Apply(op, args):
            return _application(e, op, args, ends)
        case ir.Lambda(params, body):
            return f"LAMBDA {', '.join(params)} : {text_of(body)}"
        case ir.Let(definitions, body):
            return f"LET {' '.join(map(local_text, definitions))} IN {text_of(body)}"
        case ir.If(test, yes, no):
            return f"IF {text_of(test)} THEN {text_of(yes)} ELSE {text_of(no)}"
        case ir.Case():
            return "CASE " + " [] ".join(f"{t} -> {text_of(v, Level.LOOSE)}" for t, v in arms(e))
        case ir.Bind(binder, bounds, body):
            return _binder(binder, bounds_text(bounds), body)
        case ir.Except(base, updates):
            changed = ", ".join(f"{path_text(u)} = {text_of(u.value)}" for u in updates)
            return f"[{text_of(base, Level.TERM)} EXCEPT {changed}]"
        case ir.Prime(body):
            return f"{text_of(body, Level.ATOM)}'"
        case ir.Enabled(body, _, fresh):
            _require_no_fresh(e, fresh)
            return f"ENABLED {prefixed(body)}"
        case _:
            assert_never(e)


def _require_no_fresh(e: ir.Expr, fresh: tuple[str, ...]) -> None:
    if fresh:
        message = (
            "TLA+ text cannot express this ENABLED or fairness: its module is instantiated with "
            "an expression for a variable"
        )
        raise SpecError(Diagnostic("unsupported", message, e.span))


def _literal(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value) if isinstance(value, int) else quoted(value)


def _application(e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], ends: bool) -> str:
    if op in (Op.AND, Op.OR):
        return _junction(op, args, ends)
    if parts := binary_parts(e):
        left, symbol, right, least = parts
        return f"{text_of(left, left_least(e))} {symbol} {last_operand(right, least, ends)}"
    if op is Op.PRODUCT:
        return " \\X ".join(text_of(a, Level.ATOM) for a in args)
    if op in _PREFIX_TEXT and op is not Op.MODEL:
        return _prefix(op, args[0], ends)
    if op in GIVEN:
        return GIVEN[op]
    return _BRACKETED[op](e, args)


def last_operand(e: ir.Expr, least: Level, ends: bool) -> str:
    """The last operand of an operator; nothing can follow a quantifier or IF at the end."""
    return text_of(e) if ends and level_of(e) is Level.OPEN else text_of(e, least)


def _junction(op: Op, args: tuple[ir.Expr, ...], ends: bool) -> str:
    if not args:
        return "TRUE" if op is Op.AND else "FALSE"
    if len(args) == 1:
        return _text(args[0], ends)
    *first, last = args
    items = [text_of(a, Level.FORMULA) for a in first]
    return f" {CHAINS[op]} ".join([*items, last_operand(last, Level.FORMULA, ends)])


def binary_parts(e: ir.Apply) -> tuple[ir.Expr, str, ir.Expr, Level] | None:
    """The operands of an infix operator, its symbol, and how its right operand has to bind."""
    if e.op in INFIX:
        left, right = e.args
        return left, INFIX[e.op], right, _operand_level(e)
    if e.op is Op.BUILTIN and (symbol := infix_of(e.args)):
        _, left, right = e.args
        return left, symbol, right, _operand_level(e)
    return None


def _operand_level(e: ir.Apply) -> Level:
    match level_of(e):
        case Level.LOOSE if e.op in (Op.IMPLIES, Op.IFF):
            return Level.JUNCTION
        case Level.RELATION:
            return Level.TERM
        case _:
            return Level.ATOM


def left_least(e: ir.Apply) -> Level:
    """How the left operand has to bind: chains of one operator need no parentheses."""
    match e.args[0]:
        case ir.Apply(op, _) if op is e.op and op in _LEFT_ASSOCIATIVE:
            return Level.TERM
        case _:
            return _operand_level(e)


def _prefix(op: Op, argument: ir.Expr, ends: bool) -> str:
    symbol = _PREFIX_TEXT[op]
    if op is Op.UNCHANGED:
        return f"{symbol} {prefixed(argument)}"
    if symbol.isalpha():
        return f"{symbol} {text_of(argument, Level.ATOM)}"
    match argument:
        case ir.Apply(Op.ALWAYS | Op.EVENTUALLY | Op.BOX_ACTION | Op.ANGLE_ACTION, _):
            return f"{symbol}{_text(argument, ends)}"
        case _ if op is Op.NOT:
            return f"{symbol}{last_operand(argument, Level.ATOM, ends)}"
        case _ if op is Op.NEG:
            return f"{symbol}{text_of(argument, Level.ATOM)}"
        case _:
            return f"{symbol}{prefixed(argument)}"


def prefixed(e: ir.Expr) -> str:
    """The operand of ENABLED, UNCHANGED, [] or <>, of which none binds tighter than a prime."""
    text = text_of(e, Level.ATOM)
    return f"({text})" if _ends_with_prime(e) else text


def _ends_with_prime(e: ir.Expr) -> bool:
    match e:
        case ir.Prime():
            return True
        case ir.Apply(Op.INDEX, (base, _)):
            return _ends_with_prime(base)
        case ir.Apply(Op.AND | Op.OR, (only,)):
            return _ends_with_prime(only)
        case _:
            return False


# ---- brackets ----


def _index(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    function, key = args
    base = text_of(function, Level.ATOM)
    if isinstance(function, ir.Literal):
        return f"({base})[{key_text(key)}]"
    return base + step_text(key)


def step_text(key: ir.Expr) -> str:
    """An argument behind a function: `.name` or `[key]`."""
    match key:
        case ir.Literal(str(name)) if is_name(name):
            return f".{name}"
        case _:
            return f"[{key_text(key)}]"


def key_text(key: ir.Expr) -> str:
    """The argument of a function; `f[a, b]` is `f[<<a, b>>]`."""
    match key:
        case ir.Apply(Op.TUPLE, args) if len(args) > 1:
            return _list(args)
        case _:
            return text_of(key)


def _function_set(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    return f"[{text_of(args[0], Level.TERM)} -> {text_of(args[1], Level.TERM)}]"


def _record(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    if has_field_names(args):
        return "[" + ", ".join(f"{n} |-> {text_of(v)}" for n, v in fields_of(args)) + "]"
    rows = [f"({quoted(n)} :> {text_of(v, Level.ATOM)})" for n, v in fields_of(args)]
    return "(" + " @@ ".join(rows) + ")" if len(rows) > 1 else rows[0][1:-1] if rows else "<<>>"


def _record_set(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    if not has_field_names(args):
        names = ", ".join(quoted(n) for n, _ in fields_of(args))
        message = f"TLA+ has no notation for a set of records with the fields {names}"
        raise SpecError(Diagnostic("unsupported", message, e.span))
    return "[" + ", ".join(f"{n} : {text_of(v)}" for n, v in fields_of(args)) + "]"


def _library(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    name = library_name(args).rpartition("!")[2]
    return f"{name}({_list(args[1:])})" if args[1:] else name


def _model_value(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    raise AssertionError("a model value is a constant of the module")


def _step(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    opening, closing = ("[", "]") if e.op is Op.BOX_ACTION else ("<<", ">>")
    return f"{opening}{text_of(args[0])}{closing}_{_subscript(args[1])}"


def _subscript(e: ir.Expr) -> str:
    match e:
        case ir.Name() | ir.Call(_, ()) | ir.Apply(Op.TUPLE, _):
            return text_of(e)
        case _:
            return f"({text_of(e)})"


def _fairness(e: ir.Apply, args: tuple[ir.Expr, ...]) -> str:
    match args:
        case (ir.Apply(Op.ANGLE_ACTION, (action, subscript)), ir.Enabled(_, _, fresh)):
            _require_no_fresh(e, fresh)
            return f"{_FAIRNESS[e.op]}_{_subscript(subscript)}({text_of(action)})"
        case _:
            raise AssertionError("fairness is about a step and whether it is enabled")


_BRACKETED: dict[Op, Callable[[ir.Apply, tuple[ir.Expr, ...]], str]] = {
    Op.SET: lambda _, args: "{" + ", ".join(text_of(a, Level.TERM) for a in args) + "}",
    Op.TUPLE: lambda _, args: f"<<{_list(args)}>>",
    Op.RECORD: _record,
    Op.RECORD_SET: _record_set,
    Op.FUNCTION_SET: _function_set,
    Op.INDEX: _index,
    Op.BUILTIN: _library,
    Op.MODEL: _model_value,
    Op.BOX_ACTION: _step,
    Op.ANGLE_ACTION: _step,
    Op.WEAK_FAIR: _fairness,
    Op.STRONG_FAIR: _fairness,
}


# ---- binders, CASE, EXCEPT, definitions ----


def arms(e: ir.Case) -> list[tuple[str, ir.Expr]]:
    """The arms of a CASE, each with the text before its arrow."""
    found = [(text_of(test, Level.LOOSE), value) for test, value in e.arms]
    return found if e.other is None else [*found, ("OTHER", e.other)]


def _binder(binder: Binder, bounds: str, body: ir.Expr) -> str:
    match binder:
        case Binder.FILTER:
            return "{" + f"{bounds} : {text_of(body)}" + "}"
        case Binder.MAP:
            # `{x \in S : y \in T}` would be a filter.
            return "{" + f"{text_of(body, Level.TERM)} : {bounds}" + "}"
        case Binder.FUNCTION:
            return f"[{bounds} |-> {text_of(body)}]"
        case _:
            return f"{QUANTIFIERS[binder]} {bounds} : {text_of(body)}"


def bounds_text(bounds: Iterable[ir.Bound]) -> str:
    """The names that a binder binds and their sets; neighbours with one set share it."""
    return ", ".join(map(_bound, grouped(bounds)))


def _bound(b: ir.Bound) -> str:
    names = f"<<{', '.join(b.names)}>>" if b.pattern else ", ".join(b.names)
    return names if b.domain is None else f"{names} \\in {text_of(b.domain, Level.TERM)}"


def path_text(update: ir.Update) -> str:
    """The left side of a clause of an EXCEPT."""
    return "!" + "".join(map(step_text, update.path))


def head_text(d: ir.Definition) -> str:
    """The left side of a definition."""
    arities = dict(d.operators)
    params = [f"{p}({', '.join('_' * arities[p])})" if p in arities else p for p in d.params]
    return f"{d.name}({', '.join(params)})" if params else d.name


def local_text(d: ir.Definition) -> str:
    """A definition of a LET on one line."""
    function = recursive_function(d)
    if function is not None:
        return f"{d.name}[{bounds_text(function.bounds)}] == {text_of(function.body)}"
    declared = f"RECURSIVE {recursive_text(d)} " if calls_itself(d) else ""
    return f"{declared}{head_text(d)} == {text_of(d.body)}"


def recursive_text(d: ir.Definition) -> str:
    """A definition as RECURSIVE declares it."""
    return d.name + (f"({', '.join('_' * len(d.params))})" if d.params else "")


def calls_itself(d: ir.Definition) -> bool:
    """Whether a definition mentions itself."""
    return any(isinstance(p, ir.Call | ir.Name) and p.name == d.name for p in ir.walk(d.body))


def recursive_function(d: ir.Definition) -> ir.Bind | None:
    """The body of `f[x \\in S] == ... f[x - 1] ...`, which TLA+ allows without RECURSIVE."""
    match d.body:
        case ir.Bind(Binder.FUNCTION, _, _) as function if not d.params and calls_itself(d):
            return function
        case _:
            return None


def _list(args: Iterable[ir.Expr]) -> str:
    return ", ".join(map(text_of, args))
