"""From the trees of binders to the IR: bound variables are renamed apart from visible names."""

from __future__ import annotations

from typing import TypeAlias, cast

from holdfast.front.tla.lower.scope import Scope, Symbols, unsupported
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder

_BinderParts: TypeAlias = tuple[tuple[tree.Bound, ...], tree.Expr]


def _bounds(
    lowering: Symbols, bounds: tuple[tree.Bound, ...], scope: Scope
) -> tuple[tuple[ir.Bound, ...], Scope]:
    """The bounds, whose sets are outside the scope that they open, and that scope."""
    lowered: list[ir.Bound] = []
    pairs: list[tuple[sym.Symbol, str]] = []
    for b in bounds:
        domain = None if b.domain is None else lowering.expression(b.domain, scope)
        names: list[str] = []
        for ident in b.names:
            symbol = cast(sym.BoundName, scope.module.declared[id(ident)])
            used = tuple(n for _, n in pairs)
            pairs.append((symbol, scope.fresh(ident.name, lowering.taken, used)))
            names.append(pairs[-1][1])
        if b.pattern or domain is None or len(names) == 1:
            lowered.append(ir.Bound(tuple(names), domain, b.pattern, span=b.span))
        else:
            lowered += [ir.Bound((n,), domain, span=b.span) for n in names]
    return tuple(lowered), scope.bind(*pairs)


def _bind(
    lowering: Symbols, binder: Binder, parts: _BinderParts, e: tree.Expr, scope: Scope
) -> ir.Expr:
    bounds, body = parts
    lowered, inner = _bounds(lowering, bounds, scope)
    return ir.Bind(binder, lowered, lowering.expression(body, inner), span=e.span)


def lower_quantifier(lowering: Symbols, e: tree.Quantifier, scope: Scope) -> ir.Expr:
    """`\\A` and `\\E`."""
    if e.kind in ("\\AA", "\\EE"):
        raise unsupported(f"`{e.kind}` over variables cannot be checked", e.span)
    binder = Binder.FORALL if e.kind == "\\A" else Binder.EXISTS
    return _bind(lowering, binder, (e.bounds, e.body), e, scope)


def lower_choose(lowering: Symbols, e: tree.Choose, scope: Scope) -> ir.Expr:
    """`CHOOSE x \\in S : p`."""
    return _bind(lowering, Binder.CHOOSE, ((e.bound,), e.body), e, scope)


def lower_filter(lowering: Symbols, e: tree.SetFilter, scope: Scope) -> ir.Expr:
    """`{x \\in S : p}`."""
    return _bind(lowering, Binder.FILTER, ((e.bound,), e.test), e, scope)


def lower_map(lowering: Symbols, e: tree.SetMap, scope: Scope) -> ir.Expr:
    """`{e : x \\in S}`."""
    return _bind(lowering, Binder.MAP, (e.bounds, e.value), e, scope)


def lower_function(lowering: Symbols, e: tree.Function, scope: Scope) -> ir.Expr:
    """`[x \\in S |-> e]`."""
    return _bind(lowering, Binder.FUNCTION, (e.bounds, e.body), e, scope)


def lower_lambda(lowering: Symbols, e: tree.Lambda, scope: Scope) -> ir.Expr:
    """`LAMBDA x : e`."""
    names: list[str] = []
    pairs: list[tuple[sym.Symbol, str]] = []
    for ident in e.params:
        symbol = cast(sym.Parameter, scope.module.declared[id(ident)])
        names.append(scope.fresh(ident.name, lowering.taken, tuple(names)))
        pairs.append((symbol, names[-1]))
    body = lowering.expression(e.body, scope.bind(*pairs))
    return ir.Lambda(tuple(names), body, span=e.span)
