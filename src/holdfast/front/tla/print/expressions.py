"""The layout of quantifiers, choices, brackets and actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from holdfast.front.tla.print.layout import (
    CUT,
    LINE,
    NEWLINE,
    Doc,
    align,
    concat,
    fill,
    group,
    join,
    nest,
    text,
)
from holdfast.front.tla.print.operators import LONG, OPERATORS, Shape, Slot, each, pad_before
from holdfast.front.tla.print.parentheses import ARM, begins_like_bound, can_be_subscript
from holdfast.front.tla.syntax import tree

# ---- keywords and binders ----


def _commas(names: Iterable[tree.Ident]) -> str:
    return ", ".join(name.name for name in names)


def _if(slot: Slot, e: tree.If) -> Shape:
    parts: list[Doc | str] = []
    branches = 0
    while True:
        test = yield Slot(e.test)
        yes = yield Slot(e.yes)
        parts += [group("IF ", align(test), nest(2, LINE, "THEN ", align(yes)))]
        branches += 1
        if not isinstance(e.no, tree.If):
            break
        parts += [LINE, "ELSE "]
        e = e.no
    no = align((yield Slot(e.no, None, slot.right)))
    if branches > 1:
        return group(align(*parts, LINE, "ELSE ", no))
    return group("IF ", align(test), nest(2, LINE, "THEN ", align(yes), LINE, "ELSE ", no))


def _case(slot: Slot, e: tree.Case) -> Shape:
    arms = []
    following = [ARM] * (len(e.arms) - 1) + [ARM if e.other is not None else None]
    for arm, separator in zip(e.arms, following, strict=True):
        arms.append((yield Slot(arm, None, separator)))
    if e.other is not None:
        other = yield Slot(e.other)
        arms.append(concat("OTHER -> ", align(other)))
    return group(align("CASE ", nest(2, join(arms, LINE, "[] "))))


def _arm(slot: Slot, e: tree.Arm) -> Shape:
    test = align((yield Slot(e.test)))
    value = align((yield Slot(e.value, None, slot.right)))
    if test.measure.flat <= LONG:
        return align(test, " -> ", value)
    return align(group(test, nest(2, LINE, "-> ", value)))


def _let(slot: Slot, e: tree.Let) -> Shape:
    units = yield from each(e.units)
    body = yield Slot(e.body, None, slot.right)
    return align("LET ", align(join(units, NEWLINE)), NEWLINE, "IN  ", align(body))


def _quantifier(slot: Slot, e: tree.Quantifier) -> Shape:
    bounds = yield from each(e.bounds)
    body = yield Slot(e.body, None, slot.right)
    return group(align(e.kind, " ", fill(bounds), " :", nest(2, LINE, align(body))))


def _choose(slot: Slot, e: tree.Choose) -> Shape:
    bound = yield Slot(e.bound)
    body = yield Slot(e.body, None, slot.right)
    return group(align("CHOOSE ", align(bound), " :", nest(2, LINE, align(body))))


def _lambda(slot: Slot, e: tree.Lambda) -> Shape:
    body = yield Slot(e.body, None, slot.right)
    return group(align("LAMBDA ", _commas(e.params), " :", nest(2, LINE, align(body))))


def _label(slot: Slot, e: tree.Label) -> Shape:
    body = yield Slot(e.body, None, slot.right)
    params = f"({_commas(e.params)})" if e.params else ""
    return concat(e.name, params, ":: ", align(body))


def _bound(slot: Slot, e: tree.Bound) -> Shape:
    names = f"<<{_commas(e.names)}>>" if e.pattern else _commas(e.names)
    if e.domain is None:
        return text(names)
    return concat(names, " \\in ", align((yield Slot(e.domain))))


# ---- brackets ----


def _set_of(slot: Slot, e: tree.SetOf) -> Shape:
    return group("{", fill((yield from each(e.items))), "}")


def _tuple(slot: Slot, e: tree.Tuple) -> Shape:
    return group("<<", fill((yield from each(e.items))), ">>")


def _set_filter(slot: Slot, e: tree.SetFilter) -> Shape:
    bound = yield Slot(e.bound)
    test = yield Slot(e.test)
    return group("{", align(bound, " :", nest(2, LINE, align(test))), "}")


def _set_map(slot: Slot, e: tree.SetMap) -> Shape:
    # `{x \in S : y \in T}` is read as a filter.
    value = yield Slot(tree.Parens(e.value) if begins_like_bound(e.value) else e.value)
    bounds = yield from each(e.bounds)
    return group("{", align(align(value), " :", nest(2, LINE, fill(bounds))), "}")


def _function(slot: Slot, e: tree.Function) -> Shape:
    bounds = yield from each(e.bounds)
    body = yield Slot(e.body)
    return group("[", align(fill(bounds), " |->", nest(2, LINE, align(body))), "]")


def _function_set(slot: Slot, e: tree.FunctionSet) -> Shape:
    domain = yield Slot(e.domain)
    target = yield Slot(e.range)
    return group("[", align(align(domain), LINE, "-> ", align(target)), "]")


def _record(slot: Slot, e: tree.Record) -> Shape:
    return (yield from _fields(e.fields, " |-> "))


def _record_set(slot: Slot, e: tree.RecordSet) -> Shape:
    return (yield from _fields(e.fields, ": "))


def _fields(fields: Sequence[tree.Field], arrow: str) -> Shape:
    values = yield from each(f.value for f in fields)
    docs = (concat(f.name, arrow, align(v)) for f, v in zip(fields, values, strict=True))
    return group("[", align(join(docs, ",", LINE)), "]")


def _except(slot: Slot, e: tree.Except) -> Shape:
    base = align((yield Slot(e.base)))
    updates = align(join((yield from each(e.updates)), ",", LINE))
    if base.measure.flat <= LONG:
        return group("[", base, " EXCEPT ", updates, "]")
    return group("[", align(base, nest(2, LINE, "EXCEPT ", updates)), "]")


def _update(slot: Slot, e: tree.Update) -> Shape:
    keys = yield from each(e.path)
    value = align((yield Slot(e.value)))
    path = concat("!", *keys)
    if path.measure.flat <= LONG:
        return concat(path, " = ", value)
    return group(path, " =", nest(2, LINE, value))


def _key(slot: Slot, e: tree.Key) -> Shape:
    if not e.args:
        return text(f".{e.name}")
    return group("[", fill((yield from each(e.args))), "]")


# ---- actions and assumptions ----


def _box(slot: Slot, e: tree.Box) -> Shape:
    return (yield from _subscripted("[", e.action, "]_", e.subscript))


def _angle(slot: Slot, e: tree.Angle) -> Shape:
    return (yield from _subscripted("<<", e.action, ">>_", e.subscript))


def _subscripted(opening: str, action: tree.Expr, closing: str, subscript: tree.Expr) -> Shape:
    inner = yield Slot(action)
    under = yield Slot(_as_subscript(subscript))
    return concat(opening, align(inner), closing, under)


def _fairness(slot: Slot, e: tree.Fairness) -> Shape:
    # The subscript of a subscript would take the action as its argument.
    is_subscripted = isinstance(e.subscript, tree.Box | tree.Angle)
    subscript = tree.Parens(e.subscript) if is_subscripted else _as_subscript(e.subscript)
    under = yield Slot(subscript)
    action = yield Slot(e.action)
    return group(e.kind, under, "(", pad_before(action), align(CUT, align(action)), ")")


def _as_subscript(e: tree.Expr) -> tree.Expr:
    return e if can_be_subscript(e) else tree.Parens(e)


def _new(slot: Slot, e: tree.New) -> Shape:
    param = yield Slot(e.param)
    head = concat("NEW ", f"{e.level} " if e.level else "", param)
    if e.domain is None:
        return head
    return concat(head, " \\in ", align((yield Slot(e.domain))))


def _assume_prove(slot: Slot, e: tree.AssumeProve) -> Shape:
    docs = yield from each(e.assumptions)
    goal = yield Slot(e.goal)
    box = "[]" if e.boxed else ""
    assumptions = align(join(map(align, docs), ",", LINE))
    return group(align(f"{box}ASSUME ", assumptions, LINE, f"{box}PROVE ", align(goal)))


EXPRESSIONS: dict[type[tree.Node], Callable[[Slot, Any], Shape]] = OPERATORS | {
    tree.If: _if,
    tree.Arm: _arm,
    tree.Case: _case,
    tree.Let: _let,
    tree.Quantifier: _quantifier,
    tree.Choose: _choose,
    tree.Lambda: _lambda,
    tree.Bound: _bound,
    tree.SetOf: _set_of,
    tree.SetFilter: _set_filter,
    tree.SetMap: _set_map,
    tree.Function: _function,
    tree.FunctionSet: _function_set,
    tree.Record: _record,
    tree.RecordSet: _record_set,
    tree.Except: _except,
    tree.Update: _update,
    tree.Key: _key,
    tree.Tuple: _tuple,
    tree.Box: _box,
    tree.Angle: _angle,
    tree.Fairness: _fairness,
    tree.Label: _label,
    tree.New: _new,
    tree.AssumeProve: _assume_prove,
}
"""The shape of every class that can occur in an expression, units of a LET apart."""
