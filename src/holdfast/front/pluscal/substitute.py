"""Replacing names in expressions, where they are not bound inside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar, cast

from holdfast.front.tla.syntax import tree as tla

Rule: TypeAlias = Callable[[tla.Ref], tla.Expr | None]
"""The replacement of a free name without arguments; None keeps the name."""

N = TypeVar("N", bound=tla.Node)


def substitute(node: N, rule: Rule, bound: frozenset[str] = frozenset()) -> N:
    """`node` with `rule` applied to every name that is free in it and not in `bound`."""
    return cast(N, _rewrite(node, rule, bound))


def _rewrite(node: tla.Node, rule: Rule, bound: frozenset[str]) -> tla.Node:
    match node:
        case tla.Ref(name, ()):
            return node if name in bound else (rule(node) or node)
        case tla.Quantifier(_, bounds, body) | tla.Function(bounds, body):
            new, inner = _rewrite_bounds(bounds, rule, bound)
            return replace(node, bounds=new, body=substitute(body, rule, inner))
        case tla.SetMap(value, bounds):
            new, inner = _rewrite_bounds(bounds, rule, bound)
            return replace(node, bounds=new, value=substitute(value, rule, inner))
        case tla.Choose(binder, body):
            (only,), inner = _rewrite_bounds((binder,), rule, bound)
            return replace(node, bound=only, body=substitute(body, rule, inner))
        case tla.SetFilter(binder, test):
            (only,), inner = _rewrite_bounds((binder,), rule, bound)
            return replace(node, bound=only, test=substitute(test, rule, inner))
        case tla.Lambda(params, body) | tla.Label(_, params, body):
            inner = bound | {p.name for p in params}
            return replace(node, body=substitute(body, rule, inner))
        case tla.Let(units, body):
            inner = bound | {n for unit in units for n in _defined(unit)}
            new_units = tuple(_rewrite_unit(unit, rule, inner) for unit in units)
            return replace(node, units=new_units, body=substitute(body, rule, inner))
        case _:
            return tla.map_children(lambda child: _rewrite(child, rule, bound), node)


def _rewrite_bounds(
    bounds: tuple[tla.Bound, ...], rule: Rule, bound: frozenset[str]
) -> tuple[tuple[tla.Bound, ...], frozenset[str]]:
    """The bounds with their sets rewritten, and the names bound inside them."""
    new = tuple(
        b if b.domain is None else replace(b, domain=substitute(b.domain, rule, bound))
        for b in bounds
    )
    return new, bound | {ident.name for b in bounds for ident in b.names}


def _defined(unit: tla.LetUnit) -> tuple[str, ...]:
    match unit:
        case tla.Definition(name) | tla.FunctionDefinition(name) | tla.ModuleDefinition(name):
            return (name.name,)
        case tla.Recursive(params):
            return tuple(p.name for p in params)
        case tla.Broken():
            return ()


def _rewrite_unit(unit: tla.LetUnit, rule: Rule, bound: frozenset[str]) -> tla.LetUnit:
    match unit:
        case tla.Definition(_, params, body):
            inner = bound | {p.name for p in params}
            return replace(unit, body=substitute(body, rule, inner))
        case tla.FunctionDefinition(_, bounds, body):
            new, inner = _rewrite_bounds(bounds, rule, bound)
            return replace(unit, bounds=new, body=substitute(body, rule, inner))
        case tla.ModuleDefinition(_, params, instance):
            inner = bound | {p.name for p in params}
            return replace(unit, instance=substitute(instance, rule, inner))
        case tla.Recursive() | tla.Broken():
            return unit
