"""Typed expressions of I/O automata to expressions of the system.

Sequences count from 1 in the system: `s[i]` is `s[i + 1]`. Members of an Enum are strings, records
and tuples are what they are in TLA+, a map is a function and a multiset a bag.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower import binders
from holdfast.front.ioa.lower.build import (
    Names,
    apply,
    at,
    length,
    library,
    number,
    plus,
    unsupported,
)
from holdfast.front.ioa.lower.calls import Calls
from holdfast.front.ioa.lower.operators import Operators
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin, Operator, Temporal
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op

_TEMPORAL = {
    Temporal.ALWAYS: Op.ALWAYS,
    Temporal.EVENTUALLY: Op.EVENTUALLY,
    Temporal.LEADS_TO: Op.LEADS_TO,
}


class ExprLowering:
    """Lowers expressions; no bound variable is in `reserved`, the global names of the system."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.names = Names(reserved)
        self.operators = Operators(self.names)
        self.calls = Calls(self.names)

    def set_of(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The set of the elements of a set, a sequence or a range, or of the keys of a map."""
        return binders.set_of(e, scope, self)

    def definitions(self, file: tree.File) -> dict[str, ir.Definition]:
        """The functions of a file."""
        return {f.name: self._definition(f) for f in file.functions}

    def _definition(self, f: tree.Function) -> ir.Definition:
        params = self.names.several([p.name for p in f.params], Scope())
        body = self.lower(f.body, Scope().with_arguments(f.params, params))
        return ir.Definition(f.name, params, body, span=f.span)

    def lower(self, e: tree.Expr, scope: Scope) -> ir.Expr:  # noqa: C901  # a case for each kind
        """An expression of the system with the same value."""
        match e:
            case tree.Literal(value):
                return ir.Literal(value, span=e.span)
            case tree.Local() | tree.Parameter() | tree.Variable():
                return _named(e, scope)
            case tree.ComponentVariable(path, name):
                steps = tuple((c, None if i is None else self.lower(i, scope)) for c, i in path)
                return scope.components(steps, name)
            case tree.Apply(Operator.IN | Operator.NOT_IN):
                return self._membership(e, scope)
            case tree.Apply(_, operands):
                return self.operators.apply(e, self._all(operands, scope), scope)
            case tree.IfElse(test, yes, no):
                parts = self._all((test, yes, no), scope)
                return ir.If(*parts, span=e.span)
            case tree.Call(_, args):
                return self.calls.call(e, self._all(args, scope), scope)
            case tree.UserCall(function, args):
                return ir.Call(function, self._all(args, scope), span=e.span)
            case tree.Quantifier():
                return binders.lower_quantifier(e, scope, self)
            case tree.SetComprehension():
                return binders.lower_set(e, scope, self)
            case tree.SeqComprehension():
                return binders.lower_sequence(e, scope, self)
            case tree.MapComprehension():
                return binders.lower_map(e, scope, self)
            case tree.SetOf(items):
                return apply(Op.SET, *self._all(items, scope), span=e.span)
            case tree.SeqOf(items) | tree.TupleOf(items):
                return apply(Op.TUPLE, *self._all(items, scope), span=e.span)
            case tree.MsetOf(items):
                return self._bag(e, self._all(items, scope))
            case tree.RecordOf():
                return self._record(e, scope)
            case tree.Field(record, name):
                return at(self.lower(record, scope), ir.Literal(name, span=e.span), e.span)
            case tree.Index(of, index):
                key = function_key(of.type, self.lower(index, scope))
                return at(self.lower(of, scope), key, e.span)
            case tree.Slice():
                return self._slice(e, scope)
            case tree.TemporalFormula(operator, operands):
                return apply(_TEMPORAL[operator], *self._all(operands, scope), span=e.span)
            case _:
                assert_never(e)

    def _all(self, items: tuple[tree.Expr, ...], scope: Scope) -> tuple[ir.Expr, ...]:
        return tuple(self.lower(i, scope) for i in items)

    def _membership(self, e: tree.Apply, scope: Scope) -> ir.Expr:
        item, of = e.operands
        element = self.lower(item, scope)
        is_in = e.operator is Operator.IN
        if isinstance(of.type, types.Seq | types.Mset) and not _is_range(of):
            name = "Bags!BagIn" if isinstance(of.type, types.Mset) else "SequencesExt!Contains"
            args = (element, self.lower(of, scope))
            if isinstance(of.type, types.Seq):
                args = args[::-1]
            found = library(name, *args, span=e.span)
            return found if is_in else apply(Op.NOT, found, span=e.span)
        if isinstance(of.type, types.Str):
            raise unsupported("`in` of a string is not supported", e.span)
        values = self.set_of(of, scope)
        return apply(Op.IN if is_in else Op.NOTIN, element, values, span=e.span)

    def _bag(self, e: tree.MsetOf, items: tuple[ir.Expr, ...]) -> ir.Expr:
        bag = library("Bags!EmptyBag", span=e.span)
        for item in items:
            bag = library("BagsExt!BagAdd", bag, item, span=e.span)
        return bag

    def _record(self, e: tree.RecordOf, scope: Scope) -> ir.Expr:
        assert isinstance(e.type, types.Record), "the constructor of a record"
        parts: list[ir.Expr] = []
        for (name, _), value in zip(e.type.fields, e.values, strict=True):
            parts += [ir.Literal(name, span=value.span), self.lower(value, scope)]
        return apply(Op.RECORD, *parts, span=e.span)

    def _slice(self, e: tree.Slice, scope: Scope) -> ir.Expr:
        s = self.lower(e.of, scope)
        low = number(1, e.span) if e.low is None else plus(self.lower(e.low, scope), 1, e.span)
        if e.high is not None:
            high = self.lower(e.high, scope)
            return library("Sequences!SubSeq", s, low, high, span=e.span)
        if low == ir.Literal(1):
            return s
        if low == ir.Literal(2):
            return library("Sequences!Tail", s, span=e.span)
        return self.names.shared(s, "s", scope, lambda s: _from(s, low, e), low)


def function_key(of: types.Type, index: ir.Expr) -> ir.Expr:
    """An index of a sequence, a tuple or a map as an argument of the function that it is."""
    return index if isinstance(of, types.Map) else plus(index, 1)


def _from(s: ir.Expr, low: ir.Expr, e: tree.Slice) -> ir.Expr:
    return library("Sequences!SubSeq", s, low, length(s, e.span), span=e.span)


def _named(e: tree.Local | tree.Parameter | tree.Variable, scope: Scope) -> ir.Expr:
    match e:
        case tree.Local(name):
            value = scope.locals[name]
        case tree.Parameter(name):
            value = scope.parameters[name]
        case tree.Variable(name):
            value = scope.variables[name]
        case _:
            assert_never(e)
    return replace(value, span=e.span)


def _is_range(e: tree.Expr) -> bool:
    return isinstance(e, tree.Call) and e.function is Builtin.RANGE
