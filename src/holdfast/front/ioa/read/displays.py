"""Displays of sets, sequences and tuples."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.types import UNKNOWN, Bits, Mset, Real, Seq, Set, Tuple, Type


def read_items(c: Checker, scope: Scope, node: ast.Set | ast.List, hint: Type) -> tree.Expr:
    """`{a, b}` and `[a, b]`."""
    of = hint.of if isinstance(hint, Set | Seq) else UNKNOWN
    items = read_alike(c, scope, node.elts, of)
    element = element_type(items, of)
    if isinstance(node, ast.List):
        return tree.SeqOf(items, type=Seq(element), span=c.span(node))
    infinite = isinstance(hint, Set) and hint.infinite
    return tree.SetOf(items, type=Set(element, infinite), span=c.span(node))


def element_type(items: tuple[tree.Expr, ...], hint: Type) -> Type:
    """The type of the elements of a collection: that of the context, if they fit it."""
    if not rules.is_unclear(hint) and all(rules.fits(i.type, hint) for i in items):
        return hint
    found = rules.join_all(i.type for i in items)
    return rules.join(found, hint) if rules.agree(found, hint) else found


def read_alike(
    c: Checker, scope: Scope, nodes: list[ast.expr], hint: Type
) -> tuple[tree.Expr, ...]:
    """Expressions that must have one type."""
    items = _read_in_order(c, scope, nodes, hint)
    if not all(_agreeing(items)):
        # In `[1, x]` the type of x may decide that of the literal before it.
        decisive = (i.type for i in items if isinstance(i.type, Bits | Real))
        items = _read_in_order(c, scope, nodes, next(decisive, hint))
    good = _agreeing(items)
    known = rules.join_all(i.type for i, fits in zip(items, good, strict=True) if fits)
    for item, fits in zip(items, good, strict=True):
        if not fits:
            one, other = rules.describe(item.type), rules.describe(known)
            c.error("ioa-type", f"{one} among elements of type {other}", item.span)
    pairs = zip(items, good, strict=True)
    return tuple(i if fits else c.broken(i.span) for i, fits in pairs)


def _read_in_order(
    c: Checker, scope: Scope, nodes: list[ast.expr], hint: Type
) -> tuple[tree.Expr, ...]:
    """Expressions, each with the type of those before it as a hint."""
    items: list[tree.Expr] = []
    known: Type = UNKNOWN
    for node in nodes:
        items.append(c.infer(scope, node, hint if known == UNKNOWN else rules.widest(known)))
        known = rules.join(known, items[-1].type)
    return tuple(items)


def _agreeing(items: tuple[tree.Expr, ...]) -> list[bool]:
    """For each expression whether it agrees with the types of those before it."""
    good: list[bool] = []
    known: Type = UNKNOWN
    for item in items:
        good.append(rules.agree(item.type, known))
        known = rules.join(known, item.type)
    return good


def read_tuple(c: Checker, scope: Scope, node: ast.Tuple, hint: Type) -> tree.Expr:
    """`(a, b)`."""
    hints = hint.items if isinstance(hint, Tuple) else ()
    if len(hints) != len(node.elts):
        hints = (UNKNOWN,) * len(node.elts)
    items = tuple(c.infer(scope, n, h) for n, h in zip(node.elts, hints, strict=True))
    return tree.TupleOf(items, type=Tuple(tuple(i.type for i in items)), span=c.span(node))


def read_mset(c: Checker, scope: Scope, node: ast.Call, hint: Type) -> tree.Expr:
    """`Mset(a, b, b)`."""
    of = hint.of if isinstance(hint, Mset) else UNKNOWN
    items = read_alike(c, scope, node.args, of)
    return tree.MsetOf(items, type=Mset(element_type(items, of)), span=c.span(node))
