"""Replacing free names by expressions, without capturing any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.body import assigned_in, map_inner
from holdfast.ir.system import Body


def substitute(e: ir.Expr, values: Mapping[str, ir.Expr]) -> ir.Expr:
    """`e` with each free name of `values` replaced by its expression.

    A `Lambda` replaces the operator parameter of that name wherever it is applied.
    """
    if not values:
        return e
    captured = frozenset(n for v in values.values() for n in names_in(v))
    return _Substitution(dict(values), captured).expr(e)


def names_in(e: ir.Expr) -> frozenset[str]:
    """Every name that occurs in `e`, free or bound, also those of calls."""
    found: set[str] = set()
    for part in ir.walk(e):
        match part:
            case ir.Name(name) | ir.Call(name, _):
                found.add(name)
            case ir.Lambda(params, _):
                found.update(params)
            case ir.Let(definitions, _):
                found.update(n for d in definitions for n in (d.name, *d.params))
            case ir.Bind(_, bounds, _):
                found.update(n for b in bounds for n in b.names)
            case _:
                pass
    return frozenset(found)


class _Substitution:
    def __init__(self, values: dict[str, ir.Expr], captured: frozenset[str]) -> None:
        self.values = values
        self.captured = captured

    def expr(self, e: ir.Expr) -> ir.Expr:
        match e:
            case ir.Name(name):
                return self.values.get(name, e)
            case ir.Call(name, args):
                return self.call(e, name, tuple(map(self.expr, args)))
            case ir.Lambda(params, body):
                inner, new = self.under(params)
                return replace(e, params=new, body=inner.expr(body))
            case ir.Let(definitions, body):
                inner, local = self.local(definitions)
                return replace(e, definitions=local, body=inner.expr(body))
            case ir.Bind(_, bounds, body):
                inner, new = self.under(tuple(n for b in bounds for n in b.names))
                return replace(e, bounds=self.bounds(bounds, new), body=inner.expr(body))
            case ir.Except(base, updates):
                inner = _Substitution(
                    {k: v for k, v in self.values.items() if k != ir.OLD}, self.captured
                )
                changed = tuple(
                    replace(u, path=tuple(map(self.expr, u.path)), value=inner.expr(u.value))
                    for u in updates
                )
                return replace(e, base=self.expr(base), updates=changed)
            case ir.Enabled(body, tree):
                return replace(e, body=self.expr(body), tree=self.tree(tree))
            case ir.Literal() | ir.Apply() | ir.If() | ir.Case() | ir.Prime():
                return ir.map_children(self.expr, e)
            case _:
                assert_never(e)

    def call(self, e: ir.Call, name: str, args: tuple[ir.Expr, ...]) -> ir.Expr:
        match self.values.get(name):
            case None:
                return replace(e, args=args)
            case ir.Lambda(params, body):
                return substitute(body, dict(zip(params, args, strict=True)))
            case value if not args:
                return value
            case ir.Name(other) | ir.Call(other, ()):
                return replace(e, name=other, args=args)
            case _:
                raise AssertionError("an operator is named, or a LAMBDA")

    def tree(self, tree: Body | None) -> Body | None:
        """The tree of an ENABLED; none if a variable that it assigns is substituted."""
        if tree is None or not self.values.keys().isdisjoint(assigned_in(tree)):
            return None
        return self.body(tree)

    def body(self, b: Body) -> Body:
        match b:
            case bodies.ForSome(bounds, body, e) | bodies.ForEach(bounds, body, e):
                inner, new = self.under(tuple(n for x in bounds for n in x.names))
                changed = self.bounds(bounds, new)
                return replace(b, bounds=changed, body=inner.body(body), expr=self.expr(e))
            case bodies.Within(definitions, body, e):
                inner, local = self.local(definitions)
                return replace(b, definitions=local, body=inner.body(body), expr=self.expr(e))
            case _:
                return map_inner(self.expr, self.body, b)

    def local(
        self, definitions: tuple[ir.Definition, ...]
    ) -> tuple[_Substitution, tuple[ir.Definition, ...]]:
        """The substitution below local definitions, and the definitions after it."""
        inner, new = self.under(tuple(d.name for d in definitions))
        for d, name in zip(definitions, new, strict=True):
            if name != d.name:
                inner.values[d.name] = ir.Call(name)  # not a name: a definition is called
        changed = []
        for d, name in zip(definitions, new, strict=True):
            below, params = inner.under(d.params)
            renamed = dict(zip(d.params, params, strict=True))
            operators = tuple((renamed[n], a) for n, a in d.operators)
            changed.append(
                replace(d, name=name, params=params, body=below.expr(d.body), operators=operators)
            )
        return inner, tuple(changed)

    def bounds(self, bounds: tuple[ir.Bound, ...], names: tuple[str, ...]) -> tuple[ir.Bound, ...]:
        changed, at = [], 0
        for b in bounds:
            own = names[at : at + len(b.names)]
            at += len(b.names)
            domain = None if b.domain is None else self.expr(b.domain)
            changed.append(replace(b, names=own, domain=domain))
        return tuple(changed)

    def under(self, names: tuple[str, ...]) -> tuple[_Substitution, tuple[str, ...]]:
        """The substitution below binders of `names`, which are renamed if they would capture."""
        values = {k: v for k, v in self.values.items() if k not in names}
        new = []
        taken = set(self.captured) | set(names)
        for n in names:
            if n in self.captured:
                fresh, number = n, 1
                while fresh in taken:
                    number += 1
                    fresh = f"{n}_{number}"
                taken.add(fresh)
                values[n] = ir.Name(fresh)
                new.append(fresh)
            else:
                new.append(n)
        return _Substitution(values, self.captured | set(new)), tuple(new)
