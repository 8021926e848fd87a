"""Trees of expressions without a reader, and their values in Python and in a system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import Type
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.check import check_system
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.ranks import known_string, ranked_by
from holdfast.ir.system import Property, System
from holdfast.ir.values import Value, boolean
from holdfast.source import Source, Span

SPAN = Span(Source("X.py", "x"), 0, 1)
INTS = types.Seq(types.INT)
OP = Operator


def lit(value: bool | int | str, t: Type | None = None) -> tree.Expr:
    kinds: dict[type, Type] = {bool: types.BOOL, int: types.INT, str: types.STR}
    return tree.Literal(value, type=t or kinds[type(value)], span=SPAN)


def var(name: str, t: Type = types.INT) -> tree.Expr:
    return tree.Variable(name, type=t, span=SPAN)


def loc(name: str, t: Type = types.INT) -> tree.Expr:
    return tree.Local(name, type=t, span=SPAN)


def op(operator: Operator, *operands: tree.Expr, t: Type = types.BOOL) -> tree.Expr:
    return tree.Apply(operator, operands, type=t, span=SPAN)


def add(a: tree.Expr, b: tree.Expr) -> tree.Expr:
    return op(OP.ADD, a, b, t=types.INT)


def call(function: Builtin, *args: tree.Expr, t: Type = types.INT) -> tree.Expr:
    return tree.Call(function, args, type=t, span=SPAN)


def range_of(*args: tree.Expr) -> tree.Expr:
    return call(Builtin.RANGE, *args, t=INTS)


def bound(name: str, domain: tree.Expr | None = None, t: Type = types.INT) -> tree.Bound:
    return tree.Bound(name, t, domain, span=SPAN)


def forall(names: str, body: tree.Expr, t: Type = types.INT) -> tree.Quantifier:
    bounds = tuple(bound(n, t=t) for n in names.split())
    return tree.Quantifier(True, bounds, body, type=types.BOOL, span=SPAN)


def exists(names: str, body: tree.Expr, t: Type = types.INT) -> tree.Quantifier:
    bounds = tuple(bound(n, t=t) for n in names.split())
    return tree.Quantifier(False, bounds, body, type=types.BOOL, span=SPAN)


def index(of: tree.Expr, i: tree.Expr, t: Type = types.INT) -> tree.Expr:
    return tree.Index(of, i, type=t, span=SPAN)


def seq(*items: tree.Expr, of: Type = types.INT) -> tree.Expr:
    return tree.SeqOf(items, type=types.Seq(of), span=SPAN)


def target(name: str, t: Type, *path: tree.Expr | str, local: bool = False) -> tree.Target:
    return tree.Target(name, local, t, path, span=SPAN)


def assign(where: tree.Target, value: tree.Expr) -> tree.Assign:
    return tree.Assign((where,), value, span=SPAN)


# ---- values ----


def to_value(data: Any, t: Type) -> Value:
    """The value in a system of a value of Python."""
    match t:
        case types.Seq(of):
            return tuple(to_value(x, of) for x in data)
        case types.Tuple(items):
            return tuple(to_value(x, of) for x, of in zip(data, items, strict=True))
        case types.Record(_, fields):
            return record_of({n: to_value(getattr(data, n), of) for n, of in fields})
        case types.Set(of):
            return set_of([to_value(x, of) for x in data])
        case types.Map(key, of):
            return function_from([(to_value(k, key), to_value(v, of)) for k, v in data.items()])
        case types.Mset(of):
            assert isinstance(data, Counter)
            return function_from([(to_value(k, of), n) for k, n in data.items() if n > 0])
        case types.Bool():
            return boolean(data)
        case types.Str() | types.Enum():
            return known_string(data)
        case _:
            return int(data)


class Evaluation:
    """A state of typed variables in which lowered expressions are evaluated."""

    def __init__(
        self,
        declared: Mapping[str, Type],
        values: Mapping[str, Any],
        functions: tuple[tree.Function, ...] = (),
    ) -> None:
        self.declared = declared
        self.lowering = ExprLowering({*declared, *(f.name for f in functions)})
        file = tree.File((), functions, (), span=SPAN)
        definitions = self.lowering.definitions(file)
        self.system = System("Any", variables=tuple(declared), definitions=definitions)
        self.machine = Machine(self.system)
        self.scope = Scope(variables={n: ir.Name(n) for n in declared})
        with ranked_by(self.machine.ranks):
            self.state = tuple(to_value(values[n], t) for n, t in declared.items())

    def of(self, data: Any, t: Type) -> Value:
        """A value of Python in the system."""
        with ranked_by(self.machine.ranks):
            return to_value(data, t)

    def lower(self, e: tree.Expr) -> ir.Expr:
        return self.lowering.lower(e, self.scope)

    def value(self, e: tree.Expr) -> Value:
        return self.evaluate(self.lower(e))

    def evaluate(self, e: ir.Expr) -> Value:
        """The value of an expression, which must be well formed."""
        system = System(
            "Any",
            variables=self.system.variables,
            definitions=self.system.definitions,
            invariants=(Property("e", e),),
        )
        check_system(system)
        return self.machine.value(e, self.state)
