"""Expressions and statements as Python text: Python itself is the oracle of what they mean.

Sequences are tuples, and partial operations are calls of strict functions that raise `Undefined`.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Callable
from typing import Any, assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin, Operator


class Undefined(Exception):
    """A partial operation outside its domain."""


def _item(s: tuple[Any, ...], i: int) -> Any:
    if not 0 <= i < len(s):
        raise Undefined
    return s[i]


def _key(m: dict[Any, Any], k: Any) -> Any:
    if k not in m:
        raise Undefined
    return m[k]


def _part(s: tuple[Any, ...], low: int, high: int | None) -> tuple[Any, ...]:
    end = len(s) if high is None else high
    if not 0 <= low <= end <= len(s):
        raise Undefined
    return s[low:end]


def _positive(n: int) -> int:
    if n <= 0:
        raise Undefined
    return n


def _places(n: int) -> int:
    if n < 0:
        raise Undefined
    return n


def _some(best: Callable[[Any], int]) -> Callable[[Any], int]:
    def of(collection: Any) -> int:
        if not collection:
            raise Undefined
        return best(collection)

    return of


def _with(whole: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a value with another value at a path."""
    if not path:
        return value
    step, *rest = path
    if isinstance(whole, dict):
        inner = _with(_key(whole, step), tuple(rest), value) if rest else value
        return {**whole, step: inner}
    if isinstance(step, str):
        return whole._replace(**{step: _with(getattr(whole, step), tuple(rest), value)})
    new = _with(_item(whole, step), tuple(rest), value)
    return (*whole[:step], new, *whole[step + 1 :])


Msg = namedtuple("Msg", "n s")
NAMES: dict[str, Any] = {
    "item": _item,
    "key": _key,
    "part": _part,
    "positive": _positive,
    "places": _places,
    "greatest": _some(max),
    "least": _some(min),
    "changed": _with,
    "Counter": Counter,
    "Msg": Msg,
}


def text(e: tree.Expr) -> str:  # noqa: C901  # a case for each kind
    """An expression as Python text."""
    match e:
        case tree.Literal(value):
            return repr(value)
        case tree.Local(name) | tree.Parameter(name) | tree.Variable(name):
            return name
        case tree.Apply(operator, operands):
            return f"({_operator(operator, [text(o) for o in operands])})"
        case tree.IfElse(test, yes, no):
            return f"({text(yes)} if {text(test)} else {text(no)})"
        case tree.Call(function, args):
            return _call(function, args, [text(a) for a in args])
        case tree.UserCall(function, args):
            return f"{function}({', '.join(map(text, args))})"
        case tree.Quantifier(universal, bounds, body):
            return f"{'all' if universal else 'any'}({text(body)} {_generators(bounds)})"
        case tree.SetComprehension(element, bounds, condition):
            return f"frozenset({text(element)} {_generators(bounds)}{_if(condition)})"
        case tree.SeqComprehension(element, one, condition):
            return f"tuple({text(element)} {_generators((one,))}{_if(condition)})"
        case tree.MapComprehension(one, value):
            return f"{{{one.name}: {text(value)} {_generators((one,))}}}"
        case tree.SetOf(items):
            return f"frozenset({_row(items)})"
        case tree.SeqOf(items) | tree.TupleOf(items):
            return _row(items)
        case tree.MsetOf(items):
            return f"Counter({_row(items)})"
        case tree.RecordOf(values):
            return f"Msg{_row(values)}"
        case tree.Field(record, name):
            return f"{text(record)}.{name}"
        case tree.Index(of, index):
            function = "key" if isinstance(of.type, types.Map) else "item"
            return f"{function}({text(of)}, {text(index)})"
        case tree.Slice(of, low, high):
            first = "0" if low is None else text(low)
            return f"part({text(of)}, {first}, {'None' if high is None else text(high)})"
        case tree.ComponentVariable() | tree.TemporalFormula():
            raise AssertionError("not an expression of one state")
        case _:
            assert_never(e)


def _row(items: tuple[tree.Expr, ...]) -> str:
    return f"({''.join(text(i) + ', ' for i in items)})"


def _generators(bounds: tuple[tree.Bound, ...]) -> str:
    assert all(b.domain is not None for b in bounds)
    return " ".join(f"for {b.name} in {text(b.domain)}" for b in bounds if b.domain)


def _if(condition: tree.Expr | None) -> str:
    return "" if condition is None else f" if {text(condition)}"


def _operator(operator: Operator, args: list[str]) -> str:
    match operator:
        case Operator.NOT:
            return f"not {args[0]}"
        case Operator.NEGATE:
            return f"-{args[0]}"
        case Operator.INVERT:
            return f"~{args[0]}"
        case Operator.IMPLIES:
            return f"not {args[0]} or {args[1]}"
        case Operator.DIV:
            return f"{args[0]} // positive({args[1]})"
        case Operator.MOD:
            return f"{args[0]} % positive({args[1]})"
        case Operator.LEFT | Operator.RIGHT:
            return f"{args[0]} {operator.value} places({args[1]})"
        case _:
            return f" {operator.value} ".join(args)


def _call(function: Builtin, args: tuple[tree.Expr, ...], texts: list[str]) -> str:
    match function:
        case Builtin.LEN if isinstance(args[0].type, types.Mset):
            return f"{texts[0]}.total()"
        case Builtin.MAX | Builtin.MIN if len(args) == 1:
            return f"{'greatest' if function is Builtin.MAX else 'least'}({texts[0]})"
        case Builtin.DISJOINT:
            return f"{texts[0]}.isdisjoint({texts[1]})"
        case Builtin.KEYS:
            return f"frozenset({texts[0]})"
        case Builtin.COUNT if isinstance(args[0].type, types.Mset):
            return f"{texts[0]}[{texts[1]}]"
        case Builtin.COUNT:
            return f"{texts[0]}.count({texts[1]})"
        case Builtin.SET:
            return f"frozenset({texts[0]})"
        case Builtin.LEN | Builtin.MAX | Builtin.MIN | Builtin.ABS | Builtin.RANGE:
            return f"{function.value}({', '.join(texts)})"
        case _:
            raise AssertionError(f"{function} is tested by itself")


# ---- statements ----


def lines(statements: tuple[tree.Statement, ...], indent: str = "") -> list[str]:
    """Statements as lines of Python."""
    found: list[str] = [] if statements else [f"{indent}pass"]
    for s in statements:
        match s:
            case tree.Assign(targets, value):
                found += [indent + line for line in _assignment(targets, value)]
            case tree.If(test, yes, no):
                found += [f"{indent}if {text(test)}:", *lines(yes, indent + " ")]
                found += [f"{indent}else:", *lines(no, indent + " ")]
            case tree.For(one, body):
                assert one.domain is not None
                found += [f"{indent}for {one.name} in {text(one.domain)}:"]
                found += lines(body, indent + " ")
            case _:
                assert_never(s)
    return found


def _assignment(targets: tuple[tree.Target, ...], value: tree.Expr) -> list[str]:
    """All values and indices first, then the assignments."""
    found = [f"new = {text(value)}"]
    if len(targets) == 1:
        found = [f"new = ({text(value)},)"]
    for i, t in enumerate(targets):
        steps = [repr(p) if isinstance(p, str) else text(p) for p in t.path]
        found.append(f"path{i} = ({''.join(step + ', ' for step in steps)})")
    for i, t in enumerate(targets):
        old = t.name if t.path else "None"
        found.append(f"{t.name} = changed({old}, path{i}, new[{i}])")
    return found


def value_in_python(e: tree.Expr, given: dict[str, Any]) -> Any:
    return eval(text(e), {**NAMES, "twice": lambda x: x + x, **given})


def run_in_python(statements: tuple[tree.Statement, ...], given: dict[str, Any]) -> dict[str, Any]:
    names = {**NAMES, "twice": lambda x: x + x, **given}
    exec("\n".join(lines(statements)), names)
    return names
