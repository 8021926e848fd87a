"""Calls: built-in functions, functions of the file, constructors of records, methods."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TypeAlias

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.arguments import match_arguments
from holdfast.front.ioa.read.binders import read_bounded, read_unbounded
from holdfast.front.ioa.read.builtin_names import FUNCTIONS
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.displays import element_type, read_alike, read_mset
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.read.operators import read_pair
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import (
    BOOL,
    INT,
    UNKNOWN,
    Bits,
    IntRange,
    Map,
    Mset,
    Real,
    Record,
    Seq,
    Set,
    Type,
    Unknown,
    show,
)
from holdfast.front.suggest import did_you_mean, wrong_number

_Reader: TypeAlias = Callable[[Checker, Scope, ast.Call, Type], tree.Expr]


def read_call(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    """`f(a, b)` and `m.keys()`."""
    match node.func:
        case ast.Attribute():
            return _read_method(c, scope, node, node.func)
        case ast.Name():
            return _read_named(c, scope, node, node.func, hint)
        case _:
            c.error("ioa-unsupported", "only functions with a name can be called", node.func)
            return c.broken(node)


def _read_named(c: Checker, scope: Scope, node: ast.Call, func: ast.Name, hint: Type) -> tree.Expr:
    name = func.id
    if name in scope.names:
        c.error("ioa-type", f"`{name}` is a {scope.names[name].role.value}, not a function", func)
        return c.broken(node)
    function = c.globals.functions.get(name)
    if function is not None:
        formals = {p.name: p.type for p in function.params}
        args = match_arguments(c, scope, node, f"`{name}`", formals)
        return tree.UserCall(name, args, type=function.result, span=c.span(node))
    t = c.globals.types.get(name)
    if t is not None:
        return _construct(c, scope, node, name, t)
    if name not in FUNCTIONS or name == "strong":
        return _unknown_function(c, scope, func)
    if node.keywords and name not in ("all", "any", "forall", "exists"):
        keyword = node.keywords[0]
        c.error("ioa-argument-name", f"`{name}` has no named arguments", keyword)
        return c.broken(node)
    return _BUILTINS[name](c, scope, node, hint)


def _unknown_function(c: Checker, scope: Scope, func: ast.Name) -> tree.Expr:
    if func.id in c.globals.automata:
        message = f"`{func.id}` is an automaton: it is used only in `class components`"
        c.error("ioa-component", message, func)
    elif func.id in c.globals.unread:
        message = f"`{func.id}` is not defined before this function"
        help = "a function calls only functions above it, and never itself"
        c.error("ioa-recursion", message, func, help)
    elif func.id in c.globals.members:
        c.error("ioa-type", f"`{func.id}` is a member of an Enum, not a function", func)
    else:
        records = (n for n, t in c.globals.types.items() if isinstance(t, Record))
        known = (*c.globals.functions, *records, *sorted(FUNCTIONS))
        meant = did_you_mean(func.id, known)
        c.error("ioa-unknown-name", f"there is no function `{func.id}`", func, meant)
    return c.broken(func)


def _construct(c: Checker, scope: Scope, node: ast.Call, name: str, t: Type) -> tree.Expr:
    """The constructor of a record."""
    if isinstance(t, Record):
        args = match_arguments(c, scope, node, f"`{name}`", dict(t.fields))
        return tree.RecordOf(args, type=t, span=c.span(node))
    if not isinstance(t, Unknown):
        message = f"`{name}` is no NamedTuple, so it has no constructor"
        c.error("ioa-type", message, node.func)
    return c.broken(node)


def _read_method(c: Checker, scope: Scope, node: ast.Call, func: ast.Attribute) -> tree.Expr:
    """`m.keys()` and `b.count(x)`."""
    of = c.infer(scope, func.value)
    span = c.span(node)
    match of.type, func.attr:
        case Map(key, _), "keys":
            if _has_arguments(c, node, "keys", 0):
                return tree.Call(Builtin.KEYS, (of,), type=Set(key), span=span)
        case ((Mset(element) | Seq(element)), "count"):
            if _has_arguments(c, node, "count", 1):
                item = c.check(scope, node.args[0], element)
                return tree.Call(Builtin.COUNT, (of, item), type=INT, span=span)
        case Unknown(), _:
            pass
        case t, method:
            message = f"a value of type `{show(t)}` has no method `{method}`"
            help = "the methods are `m.keys()` of a Map and `b.count(x)` of a Mset"
            c.error("ioa-unknown-field", message, func, help)
    return c.broken(node)


def _has_arguments(c: Checker, node: ast.Call, name: str, *counts: int) -> bool:
    """Whether a call has a right number of arguments; else there is a message."""
    given = len(node.args) + len(node.keywords)
    if given in counts and not node.keywords:
        return True
    c.error("ioa-argument-count", wrong_number(f"`{name}`", counts[-1], given), node)
    return False


def _read_len(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "len", 1):
        return c.broken(node)
    of = c.infer(scope, node.args[0])
    if not isinstance(of.type, Seq | Set | Map | Mset | Unknown):
        message = f"`len` takes a collection, not {rules.describe(of.type)}"
        c.error("ioa-type", message, of.span)
    elif isinstance(of.type, Set) and of.type.infinite:
        c.error("ioa-type", "a set of the type `ISet` may be infinite: it has no `len`", of.span)
    return tree.Call(Builtin.LEN, (of,), type=INT, span=c.span(node))


def _read_extreme(function: Builtin) -> _Reader:
    """`max` and `min`, of several numbers or of one collection."""

    def read(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
        span = c.span(node)
        if not node.args:
            _has_arguments(c, node, function.value, 1)
            return c.broken(node)
        if len(node.args) == 1:
            of = c.infer(scope, node.args[0])
            if isinstance(of.type, Unknown):
                return c.broken(node)
            if isinstance(of.type, Set) and of.type.infinite:
                message = f"a set of the type `ISet` may be infinite: it has no `{function.value}`"
                c.error("ioa-type", message, of.span)
                return c.broken(node)
            if not (isinstance(of.type, Seq | Set) and _is_numeric(of.type.of)):
                message = f"`{function.value}` takes two numbers, or a set or sequence of numbers"
                c.error("ioa-type", message, of.span)
                return c.broken(node)
            return tree.Call(function, (of,), type=of.type.of, span=span)
        args = tuple(c.infer(scope, a, rules.widest(hint)) for a in node.args)
        wrong = [a for a in args if not _is_numeric(a.type)]
        for arg in wrong:
            c.require(arg, INT)
        if wrong:
            return c.broken(node)
        args = read_alike(c, scope, node.args, rules.widest(rules.join_all(a.type for a in args)))
        t = rules.join_all(a.type for a in args)
        return tree.Call(function, args, type=t, span=span)

    return read


def _is_numeric(t: Type) -> bool:
    return rules.is_number(t) or isinstance(t, Unknown)


def _read_abs(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "abs", 1):
        return c.broken(node)
    of = c.infer(scope, node.args[0], rules.widest(hint))
    if not _is_numeric(of.type):
        return c.require(of, INT)
    t = of.type if isinstance(of.type, Real | Bits) else INT
    return tree.Call(Builtin.ABS, (of,), type=t, span=c.span(node))


def _read_wrapping(function: Builtin) -> _Reader:
    """`incre` and `decre`: the type of the argument decides where they wrap around."""

    def read(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
        if not _has_arguments(c, node, function.value, 1):
            return c.broken(node)
        suggested = hint if isinstance(hint, IntRange) else UNKNOWN
        of = c.infer(scope, node.args[0], suggested)
        if isinstance(of.type, IntRange):
            return tree.Call(function, (of,), type=of.type, span=c.span(node))
        if not isinstance(of.type, Unknown):
            message = f"`{function.value}` takes a value of an IntRange type, not "
            c.error("ioa-type", f"{message}{rules.describe(of.type)}", of.span)
        return c.broken(node)

    return read


def _read_disjoint(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "disjoint", 2):
        return c.broken(node)
    args = read_pair(c, scope, (node.args[0], node.args[1]))
    for arg in args:
        if not isinstance(arg.type, Set | Unknown):
            message = f"`disjoint` takes sets, not {rules.describe(arg.type)}"
            c.error("ioa-type", message, arg.span)
            return c.broken(node)
    if not rules.agree(args[0].type, args[1].type):
        one, other = (rules.describe(a.type) for a in args)
        c.error("ioa-type", f"`disjoint` of {one} and {other}", node)
    return tree.Call(Builtin.DISJOINT, args, type=BOOL, span=c.span(node))


def _read_range(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    message = "`range` is not a value: it stands after `in`"
    c.error("ioa-range", message, node, "for a set write `{i for i in range(n)}`")
    return c.broken(node)


def _read_bit(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "bv_extract", 2):
        return c.broken(node)
    of = c.infer(scope, node.args[0])
    position = c.check(scope, node.args[1], INT)
    if not isinstance(of.type, Bits | Unknown):
        message = f"`bv_extract` takes a bit vector, not {rules.describe(of.type)}"
        c.error("ioa-type", message, of.span)
    return tree.Call(Builtin.BV_EXTRACT, (of, position), type=Bits(1), span=c.span(node))


def _read_least_index(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "i_min", 1):
        return c.broken(node)
    of = c.infer(scope, node.args[0])
    match of.type:
        case Unknown():
            pass
        case Seq(Record(_, ((_, t), *_))) if _is_numeric(t):
            pass
        case Seq(t) if _is_numeric(t):
            pass
        case _:
            message = "`i_min` takes a sequence of numbers, or of records whose first field is one"
            c.error("ioa-type", message, of.span)
    return tree.Call(Builtin.I_MIN, (of,), type=INT, span=c.span(node))


def _read_set(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    """`set()` and `set(s)` of a sequence."""
    if not _has_arguments(c, node, "set", 0, 1):
        return c.broken(node)
    of = hint.of if isinstance(hint, Set) else UNKNOWN
    infinite = isinstance(hint, Set) and hint.infinite
    if not node.args:
        return tree.SetOf((), type=Set(of, infinite), span=c.span(node))
    seq = c.infer(scope, node.args[0], Seq(of))
    match seq.type:
        case Seq(element):
            return tree.Call(Builtin.SET, (seq,), type=Set(element), span=c.span(node))
        case Unknown():
            pass
        case t:
            message = f"`set` takes a sequence, not {rules.describe(t)}"
            c.error("ioa-type", message, seq.span)
    return c.broken(node)


def _read_infinite_set(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    """`iset()` and `iset(a, b)`."""
    of = hint.of if isinstance(hint, Set) else UNKNOWN
    items = read_alike(c, scope, node.args, of)
    t = Set(element_type(items, of), infinite=True)
    return tree.SetOf(items, type=t, span=c.span(node))


def _read_implies(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    if not _has_arguments(c, node, "implies", 2):
        return c.broken(node)
    operands = tuple(c.check(scope, a, BOOL) for a in node.args)
    return tree.Apply(tree.Operator.IMPLIES, operands, type=BOOL, span=c.span(node))


def _read_temporal(operator: tree.Temporal, count: int) -> _Reader:
    def read(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
        if not _has_arguments(c, node, operator.value, count):
            return c.broken(node)
        if not scope.temporal:
            message = f"`{operator.value}` stands only in `class properties`"
            help = "there it is combined with `and`, `or`, `not` and `implies`"
            c.error("ioa-temporal", message, node, help)
            return c.broken(node)
        operands = tuple(c.check(scope, a, BOOL) for a in node.args)
        return tree.TemporalFormula(operator, operands, type=BOOL, span=c.span(node))

    return read


_BUILTINS: Mapping[str, _Reader] = {
    "len": _read_len,
    "max": _read_extreme(Builtin.MAX),
    "min": _read_extreme(Builtin.MIN),
    "abs": _read_abs,
    "incre": _read_wrapping(Builtin.INCRE),
    "decre": _read_wrapping(Builtin.DECRE),
    "disjoint": _read_disjoint,
    "range": _read_range,
    "bv_extract": _read_bit,
    "i_min": _read_least_index,
    "set": _read_set,
    "iset": _read_infinite_set,
    "Mset": read_mset,
    "Counter": read_mset,
    "implies": _read_implies,
    "forall": lambda c, scope, node, _: read_unbounded(c, scope, node, True),
    "exists": lambda c, scope, node, _: read_unbounded(c, scope, node, False),
    "all": lambda c, scope, node, _: read_bounded(c, scope, node, True),
    "any": lambda c, scope, node, _: read_bounded(c, scope, node, False),
    "always": _read_temporal(tree.Temporal.ALWAYS, 1),
    "eventually": _read_temporal(tree.Temporal.EVENTUALLY, 1),
    "leads_to": _read_temporal(tree.Temporal.LEADS_TO, 2),
}
