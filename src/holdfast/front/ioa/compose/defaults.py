"""Small values for parameters without one: the first that satisfy the where-clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.walk import conjuncts
from holdfast.source import Diagnostic, SpecError

_TRIALS = 50_000
_NUMBERS = 6
"""Numbers below this are tried."""
_LONGEST = 3
"""Sequences up to this length are tried."""


class _Unknown(Exception):
    """An expression that is not evaluated here."""


def smallest(
    params: Sequence[tree.Declared], where: tree.Expr | None, given: Mapping[str, object]
) -> dict[str, object] | None:
    """A value for each parameter; None if no tried combination satisfies the where-clause.

    Values are Python's: a sequence is a list. `given` are those that are known.
    """
    rows = [[given[p.name]] if p.name in given else list(_values(p.type)) for p in params]
    if not all(rows):
        return None
    facts = conjuncts(where)
    sizes = product(*(range(len(row)) for row in rows))
    for places in sorted(islice(sizes, _TRIALS), key=lambda at: (sum(at), at)):
        values = {p.name: row[i] for p, row, i in zip(params, rows, places, strict=True)}
        try:
            if all(_value(f, values) for f in facts):
                return values
        except (_Unknown, IndexError, ZeroDivisionError):
            continue
    return None


def any_value(param: tree.Declared) -> tuple[object, types.Type]:
    """Some value of a parameter, whatever the where-clause says, and its type."""
    found = next(_values(param.type), None)
    if found is None:
        message = f"`{param.name}` needs a value"
        help = f"give one: --const {param.name}=..."
        raise SpecError(Diagnostic("ioa-parameter", message, param.span, help))
    return found, param.type


def show(value: object, t: types.Type) -> str:
    """A value as a text of the language."""
    match t, value:
        case types.Str(), _:
            return repr(value)
        case types.Real(), Fraction():
            return f"{value.numerator}.0 / {value.denominator}.0"
        case types.Set(_, infinite), _:
            return "iset()" if infinite else "set()"
        case types.Seq(of), list():
            return f"[{', '.join(show(v, of) for v in value)}]"
        case _:
            return str(value)


def _values(t: types.Type) -> Iterator[object]:
    match t:
        case types.Int() | types.Nat():
            yield from range(_NUMBERS)
        case types.Real():
            yield from (*range(_NUMBERS), Fraction(1, 2), Fraction(1, 4))
        case types.Bool():
            yield from (False, True)
        case types.IntRange(_, low, high):
            yield from range(low, high)
        case types.Bits(width):
            yield from range(min(2**width, _NUMBERS))
        case types.Enum(_, members) | types.IntEnum(_, members):
            yield from members
        case types.Str():
            yield from ("a", "b")
        case types.Set():
            yield set()
        case types.Seq(of):
            inner = list(_values(of))[: _LONGEST + 1]
            for n in range(_LONGEST + 1):
                yield from map(list, product(inner, repeat=n))
        case _:
            return


_OPERATORS: dict[Operator, Callable[..., Any]] = {
    Operator.NOT: lambda a: not a,
    Operator.NEGATE: lambda a: -a,
    Operator.EQ: lambda a, b: a == b,
    Operator.NE: lambda a, b: a != b,
    Operator.LT: lambda a, b: a < b,
    Operator.LE: lambda a, b: a <= b,
    Operator.GT: lambda a, b: a > b,
    Operator.GE: lambda a, b: a >= b,
    Operator.IN: lambda a, b: a in b,
    Operator.NOT_IN: lambda a, b: a not in b,
    Operator.ADD: lambda a, b: a + b,
    Operator.SUB: lambda a, b: a - b,
    Operator.MUL: lambda a, b: a * b,
    Operator.MOD: lambda a, b: a % b,
}


def _value(e: tree.Expr, values: Mapping[str, Any]) -> Any:  # a case for each kind
    match e:
        case tree.Literal(value):
            return value
        case tree.Parameter(name) | tree.Local(name):
            return values[name]
        case tree.Apply(Operator.AND, items):
            return all(_value(i, values) for i in items)
        case tree.Apply(Operator.OR, items):
            return any(_value(i, values) for i in items)
        case tree.Apply(Operator.IMPLIES, (test, then)):
            return not _value(test, values) or _value(then, values)
        case tree.Apply(Operator.DIV, (a, b)):
            top, bottom = _value(a, values), _value(b, values)
            return Fraction(top) / bottom if isinstance(e.type, types.Real) else top // bottom
        case tree.Apply(op, items) if op in _OPERATORS:
            return _OPERATORS[op](*(_value(i, values) for i in items))
        case tree.IfElse(test, yes, no):
            return _value(yes if _value(test, values) else no, values)
        case tree.SetOf(items) | tree.SeqOf(items):
            return [_value(i, values) for i in items]
        case tree.Index(of, index):
            return _value(of, values)[_value(index, values)]
        case tree.Call(Builtin.LEN, (of,)):
            return len(_value(of, values))
        case tree.Call(Builtin.RANGE, args):
            return range(*(_value(a, values) for a in args))
        case tree.Quantifier(universal, bounds, body):
            some = (_value(body, {**values, **b}) for b in _bindings(bounds, values))
            return all(some) if universal else any(some)
        case _:
            raise _Unknown


def _bindings(bounds: Sequence[tree.Bound], values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The values of bound variables; a number without a domain is a small one."""
    if not bounds:
        yield {}
        return
    first, *rest = bounds
    domain = range(_NUMBERS) if first.domain is None else _value(first.domain, values)
    for value in domain:
        for others in _bindings(rest, {**values, first.name: value}):
            yield {first.name: value, **others}
