"""Assignments to parts of a value: `x[i][j].f = e` is an EXCEPT.

An index outside a sequence is an error when it is evaluated, where EXCEPT alone would change
nothing. A key that a map does not have is added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import Names, apply, at, bind, indices, library, unsupported
from holdfast.front.ioa.lower.lower_expr import function_key
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op


class Updates:
    """Changes parts of values in a scope; `define` names an expression that is used repeatedly."""

    def __init__(
        self,
        lower: Callable[[tree.Expr, Scope], ir.Expr],
        names: Names,
        define: Callable[[str, ir.Expr, Scope], ir.Expr],
        scope: Scope,
    ) -> None:
        self.lower = lower
        self.names = names
        self.define = define
        self.scope = scope

    def keys(self, target: tree.Target, t: Type) -> Sequence[ir.Expr]:
        """The arguments at which the functions of a path are changed."""
        found: list[ir.Expr] = []
        for step in target.path:
            if isinstance(step, str):
                found.append(ir.Literal(step, span=target.span))
            else:
                key = function_key(t, self.lower(step, self.scope))
                found.append(self.define("at", key, self.scope))
            t = part_type(t, step, target)
        return found

    def updated(self, base: ir.Expr, t: Type, path: Sequence[ir.Expr], value: ir.Expr) -> ir.Expr:
        """`base` with another value at a path."""
        if not path:
            return value
        key, *rest = path
        part = at(base, key, key.span)
        match t:
            case types.Record(_, fields):
                assert isinstance(key, ir.Literal)
                inner = dict(fields)[str(key.value)]
                return _changed(base, key, self.updated(part, inner, rest, value))
            case types.Tuple(items):
                assert isinstance(key, ir.Literal)
                inner = items[int(key.value) - 1]
                return _changed(base, key, self.updated(part, inner, rest, value))
            case types.Seq(of):
                new = _changed(base, key, self.updated(part, of, rest, value))
                return _checked(base, key, new)
            case types.Map(_, of):
                return self._mapped(base, key, self.updated(part, of, rest, value))
            case _:
                raise AssertionError(f"{types.show(t)} has no parts")

    def _mapped(self, base: ir.Expr, key: ir.Expr, value: ir.Expr) -> ir.Expr:
        """A map with another value for one key, which it may not have had."""
        span = key.span
        name = self.names.fresh("x", self.scope, base, key, value)
        x = ir.Name(name, span=span)
        keys = apply(Op.DOMAIN, base, span=span)
        keys = apply(Op.UNION2, keys, apply(Op.SET, key, span=span), span=span)
        test = apply(Op.EQ, x, key, span=span)
        return bind(Binder.FUNCTION, name, keys, ir.If(test, value, at(base, x, span)), span)


def part_type(t: Type, step: tree.Expr | str, target: tree.Target) -> Type:
    """The type of a part of a value: a field, or the value at an index."""
    match t, step:
        case types.Record(_, fields), str(name):
            return dict(fields)[name]
        case types.Tuple(items), tree.Literal(int(index)):
            return items[index]
        case (types.Seq(of), _) | (types.Map(_, of), _):
            return of
        case _:
            raise unsupported(f"a part of {types.show(t)} cannot be assigned", target.span)


def _changed(base: ir.Expr, key: ir.Expr, value: ir.Expr) -> ir.Expr:
    match value:
        case ir.Except(ir.Apply(Op.INDEX, (inner, k)), (ir.Update(path, new),)) if (
            inner == base and k == key
        ):
            update = ir.Update((key, *path), new, span=value.span)
        case _:
            update = ir.Update((key,), value, span=value.span)
    return ir.Except(base, (update,), span=value.span)


def _checked(base: ir.Expr, key: ir.Expr, new: ir.Expr) -> ir.Expr:
    """A changed sequence, if it has that position; else SubSeq says that it has not."""
    span = key.span
    inside = apply(Op.IN, key, indices(base, span), span=span)
    return ir.If(inside, new, library("Sequences!SubSeq", base, key, key, span=span), span=span)
