"""Why a value is not an element of a set: the argument, field or element that does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.interp.functions import domain_of
from holdfast.interp.scene import Place, Scene
from holdfast.interp.sets import contains, elements
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.ir.values import FiniteSet, Function, Value
from holdfast.verdict import Reason


def explain_outside(
    scene: Scene, label: str, value: Value, collection: ir.Expr, place: Place
) -> Reason | None:
    """Why a value, called `label`, is not in a set; None if the set does not show it."""
    try:
        value = canonical(value)
        return _outside(scene, label, value, collection, place)
    except EvalError:
        return None


def explain_not_subset(
    scene: Scene, label: str, value: Value, collection: ir.Expr, place: Place
) -> Reason | None:
    """The first element of a set, called `label`, that is not in another set."""
    try:
        for element in elements(value):
            reason = _part(scene, f"an element of {label}", element, collection, place)
            if reason is not None:
                return reason
    except EvalError:
        pass
    return None


def _outside(
    scene: Scene, label: str, value: Value, collection: ir.Expr, place: Place
) -> Reason | None:
    match collection:
        case ir.Call():
            entered = scene.enter(collection, place)
            if entered is not None:
                return _outside(scene, label, value, entered.body, entered.place)
        case ir.Apply(Op.FUNCTION_SET):
            return _not_a_function(scene, label, value, collection, place)
        case ir.Apply(Op.SUBSET, (base,)) if isinstance(value, FiniteSet):
            return explain_not_subset(scene, label, value, base, place)
        case ir.Apply(Op.RECORD_SET | Op.PRODUCT):
            return _wrong_part(scene, label, value, collection, place)
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), items)):
            if isinstance(value, tuple):
                return _first(
                    _part(scene, f"{label}[{i}]", v, items, place) for i, v in enumerate(value, 1)
                )
        case _:
            pass
    return None


def _part(
    scene: Scene, label: str, value: Value, collection: ir.Expr, place: Place
) -> Reason | None:
    """Why a part of a value is not in its set, as exactly as possible; None if it is."""
    whole = scene.value(collection, place)
    try:
        if contains(whole, value):
            return None
    except EvalError as error:
        return Reason(error.message, collection.span, values=((label, value),))
    deeper = explain_outside(scene, label, value, collection, place)
    return deeper or Reason("does not contain", collection.span, values=((label, value),))


def _first(reasons: Iterator[Reason | None]) -> Reason | None:
    return next((r for r in reasons if r is not None), None)


def _not_a_function(
    scene: Scene, label: str, value: Value, collection: ir.Apply, place: Place
) -> Reason | None:
    domain, values = collection.args
    if not isinstance(value, tuple | Function):
        return Reason("is a set of functions, unlike", domain.span, values=((label, value),))
    arguments = domain_of(value)
    wanted = scene.value(domain, place)
    if not equal(arguments, wanted):
        shown = [(f"DOMAIN {label}", arguments), (scene.label(domain, place), wanted)]
        told = tuple((name, v) for name, v in shown if name != show(v))
        return Reason("is not the domain", domain.span, values=told)
    results = value if isinstance(value, tuple) else value.values
    pairs = zip(elements(arguments), results, strict=True)
    return _first(_part(scene, f"{label}[{show(k)}]", v, values, place) for k, v in pairs)


def _wrong_part(
    scene: Scene, label: str, value: Value, collection: ir.Apply, place: Place
) -> Reason | None:
    """The field of a record, or the component of a tuple, that is not in its set."""
    if collection.op is Op.PRODUCT:
        if not isinstance(value, tuple) or len(value) != len(collection.args):
            return None
        parts = [(f"{label}[{i}]", v) for i, v in enumerate(value, 1)]
        sets = collection.args
    else:
        if not isinstance(value, Function):
            return None
        fields = dict(zip(elements(value.domain), value.values, strict=True))
        names = [str(a.value) for a in collection.args[::2] if isinstance(a, ir.Literal)]
        if set(names) != set(fields):
            return Reason("has other fields than", collection.span, values=((label, value),))
        parts = [(f"{label}.{n}", fields[n]) for n in names]
        sets = collection.args[1::2]
    pairs = zip(parts, sets, strict=True)
    return _first(_part(scene, name, v, s, place) for (name, v), s in pairs)
