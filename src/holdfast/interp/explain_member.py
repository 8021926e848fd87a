"""Why a value is not an element of a set: the argument, field or element that does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.interp.functions import domain_of
from holdfast.interp.scene import Place, Scene
from holdfast.interp.sets import contains, elements
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.order import equal
from holdfast.ir.values import FiniteSet, Function, Value
from holdfast.verdict import Reason


class Candidate(NamedTuple):
    """A value that is not in a set, and its label: `f[1].name`, for example."""

    label: str
    value: Value


def explain_outside(
    scene: Scene, of: Candidate, collection: ir.Expr, place: Place
) -> Reason | None:
    """Why a value is not in a set; None if the form of the set does not explain it."""
    try:
        return _outside(scene, Candidate(of.label, canonical(of.value)), collection, place)
    except EvalError:
        return None


def explain_not_subset(
    scene: Scene, of: Candidate, collection: ir.Expr, place: Place
) -> Reason | None:
    """The first element of a set that is not in another set."""
    try:
        for element in elements(of.value):
            part = Candidate(f"an element of {of.label}", element)
            reason = _part(scene, part, collection, place)
            if reason is not None:
                return reason
    except EvalError:
        pass
    return None


def _outside(scene: Scene, of: Candidate, collection: ir.Expr, place: Place) -> Reason | None:
    match collection:
        case ir.Call():
            entered = scene.enter(collection, place)
            if entered is not None:
                return _outside(scene, of, entered.body, entered.place)
        case ir.Apply(Op.FUNCTION_SET):
            return _not_a_function(scene, of, collection, place)
        case ir.Apply(Op.SUBSET, (base,)) if isinstance(of.value, FiniteSet):
            return explain_not_subset(scene, of, base, place)
        case ir.Apply(Op.RECORD_SET | Op.PRODUCT):
            return _wrong_part(scene, of, collection, place)
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), items)):
            if isinstance(of.value, tuple):
                parts = (_at(scene, of, i, v) for i, v in enumerate(of.value, 1))
                return _first(_part(scene, part, items, place) for part in parts)
        case _:
            pass
    return None


def _part(scene: Scene, of: Candidate, collection: ir.Expr, place: Place) -> Reason | None:
    """Why a part of a value is not in its set, as exactly as possible; None if it is."""
    whole = scene.value(collection, place)
    try:
        if contains(whole, of.value):
            return None
    except EvalError as error:
        return Reason(error.message, collection.span, values=(of,))
    deeper = explain_outside(scene, of, collection, place)
    return deeper or Reason("does not contain", collection.span, values=(of,))


def _at(scene: Scene, of: Candidate, argument: Value, value: Value) -> Candidate:
    """The part of a value at an argument."""
    return Candidate(f"{of.label}{scene.notation.part(of.value, argument)[0]}", value)


def _first(reasons: Iterator[Reason | None]) -> Reason | None:
    return next((r for r in reasons if r is not None), None)


def _not_a_function(
    scene: Scene, of: Candidate, collection: ir.Apply, place: Place
) -> Reason | None:
    label, value = of
    domain, values = collection.args
    if not isinstance(value, tuple | Function):
        return Reason("is a set of functions, unlike", domain.span, values=((label, value),))
    arguments = domain_of(value)
    wanted = scene.value(domain, place)
    if not equal(arguments, wanted):
        shown = [(f"DOMAIN {label}", arguments), (scene.label(domain, place), wanted)]
        told = tuple((name, v) for name, v in shown if name != scene.notation.show(v))
        return Reason("is not the domain", domain.span, values=told)
    results = value if isinstance(value, tuple) else value.values
    pairs = zip(elements(arguments), results, strict=True)
    parts = (_at(scene, of, k, v) for k, v in pairs)
    return _first(_part(scene, part, values, place) for part in parts)


def _wrong_part(scene: Scene, of: Candidate, collection: ir.Apply, place: Place) -> Reason | None:
    """The field of a record, or the component of a tuple, that is not in its set."""
    label, value = of
    if collection.op is Op.PRODUCT:
        if not isinstance(value, tuple) or len(value) != len(collection.args):
            return None
        parts = [_at(scene, of, i, v) for i, v in enumerate(value, 1)]
        sets = collection.args
    else:
        if not isinstance(value, Function):
            return None
        fields = dict(zip(elements(value.domain), value.values, strict=True))
        names = [str(a.value) for a in collection.args[::2] if isinstance(a, ir.Literal)]
        if set(names) != set(fields):
            return Reason("has other fields than", collection.span, values=((label, value),))
        parts = [_at(scene, of, n, fields[n]) for n in names]
        sets = collection.args[1::2]
    pairs = zip(parts, sets, strict=True)
    return _first(_part(scene, part, s, place) for part, s in pairs)
