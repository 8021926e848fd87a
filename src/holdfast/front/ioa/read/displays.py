"""Displays of sets, sequences and tuples."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.types import UNKNOWN, Mset, Seq, Set, Tuple, Type


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
    items: list[tree.Expr] = []
    known: Type = UNKNOWN
    for node in nodes:
        item = c.infer(scope, node, hint if known == UNKNOWN else rules.widest(known))
        if not rules.agree(item.type, known):
            one, other = rules.describe(item.type), rules.describe(known)
            c.error("ioa-type", f"{one} among elements of type {other}", node)
            item = c.broken(node)
        known = rules.join(known, item.type)
        items.append(item)
    return tuple(items)


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
