"""Why an action is disabled and why a formula has its value, part by part."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.explore.formulas import SECONDS_TO_EVALUATE, Formula, Formulas, truth_of
from holdfast.explore.instances import Chosen, instance_label, instances_of, may_be_of
from holdfast.explore.opened import Opened
from holdfast.explore.places import place_of
from holdfast.explore.values import cut
from holdfast.explore.wire import Explained, ExplainedPart, Instance, Why
from holdfast.interp.explain import explain, explain_disabled
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value
from holdfast.report.reason import reason_lines, reason_parts, remark_of
from holdfast.source import Diagnostic, Span, SpecError
from holdfast.verdict import Reason

MOST_INSTANCES = 200
_MOST_COUNTED = 10_000


# ---- actions ----


def why(model: Opened, action: str, state: State) -> Why:
    """Every instance of an action, or the one with these arguments; raises SpecError."""
    instances: list[Instance] = []
    more = 0
    try:
        with model.limited(2 * SECONDS_TO_EVALUATE):
            for chosen, label in _asked(model, action):
                if len(instances) < MOST_INSTANCES:
                    instances.append(_instance(model, chosen, label, state))
                else:
                    more += 1
    except EvalError as error:
        diagnostic = model.diagnose(error)
        if not instances:
            raise SpecError(diagnostic) from None
        more += 1  # at least: there was no time to count
    if not instances:
        names = ", ".join(dict.fromkeys(f"`{each.name}`" for each in model.system.actions))
        message = f"there is no action `{action}`"
        raise SpecError(Diagnostic("why-action", message, None, f"the actions are {names}"))
    return {"action": action, "instances": instances, "more": more}


def _asked(model: Opened, action: str) -> list[tuple[Chosen, str]]:
    wanted, found = re.sub(r"\s", "", action), []
    for mover in model.machine.movers:
        if not may_be_of(action, mover.action.name):
            continue
        for chosen in instances_of(model, mover):
            label = instance_label(model, chosen)
            if action == mover.action.name or wanted == re.sub(r"\s", "", label):
                found.append((chosen, label))
            if len(found) >= _MOST_COUNTED:
                return found
    return found


def _instance(model: Opened, chosen: Chosen, label: str, state: State) -> Instance:
    mover = chosen.mover
    try:
        enabled = bool(model.machine.successors(state, mover, chosen.values))
    except EvalError as error:
        reason = Reason(f"cannot be evaluated: {error.message}", error.span)
        return _disabled(model, label, (reason,), mover.action.span)
    if enabled:
        place = place_of(mover.action.span, model.folder)
        return {"label": label, "enabled": True, "reason": None, "place": place, "parts": []}
    found = explain_disabled(model.machine, mover.action, state, chosen.bindings)
    return _disabled(model, label, found.because or (found,), mover.action.span)


def _disabled(model: Opened, label: str, reasons: Sequence[Reason], span: Span | None) -> Instance:
    parts = [part for reason in reasons for part in _parts(model, reason, span)]
    places = [part["place"] for part in parts if part["place"] is not None]
    return {
        "label": label,
        "enabled": False,
        "reason": cut(reason_lines(reasons, model.notation)),
        "place": places[0] if places else place_of(span, model.folder),
        "parts": parts,
    }


# ---- formulas ----


def explained(model: Opened, formulas: Formulas, text: str, state: State | None) -> Explained:
    """Why a formula, or a property of the model by its name, has its value; raises SpecError."""
    formula = _formula(model, formulas, text)
    e = _entered(formula)
    root = e.span
    told = formulas.value_within(formula, state, lambda value: truth_of(value, model.notation))
    if isinstance(told, Diagnostic):
        told = told.message
    found: Explained = {
        "formula": text,
        "value": told if isinstance(told, bool) else None,
        "definition": root.text if root is not None else text,
        "place": place_of(root, model.folder),
        "parts": [],
        "reason": "" if isinstance(told, bool) else told,
    }
    if not isinstance(told, bool):
        return found
    try:
        with model.limited(SECONDS_TO_EVALUATE):
            reason = explain(formula.machine, formula.expr, state, truth=told)
            parts = _parts(model, reason, root)
            return {**found, "parts": parts, "reason": cut(reason_lines([reason], model.notation))}
    except EvalError as error:
        return {**found, "reason": model.diagnose(error).message}


def _formula(model: Opened, formulas: Formulas, text: str) -> Formula:
    for p in model.system.invariants:
        if p.name == text and not p.axiom:
            return Formula(text, model.machine, p.expr)
    found = formulas.find([text], predicates=True)[text]
    if isinstance(found, Diagnostic):
        raise SpecError(found)
    return found


def _entered(formula: Formula) -> ir.Expr:
    """The formula, or the body of the definition that it names."""
    e, definitions = formula.expr, formula.machine.system.definitions
    while isinstance(e, ir.Call) and not e.args and e.name in definitions:
        definition = definitions[e.name]
        if definition.recursive:
            break
        e = definition.body
    return e


def _parts(model: Opened, reason: Reason, root: Span | None) -> list[ExplainedPart]:
    return [_part(model, part, root) for part in reason_parts(reason)]


def _part(model: Opened, part: Reason, root: Span | None) -> ExplainedPart:
    span = part.span
    inside = (
        span is not None
        and root is not None
        and span.source is root.source
        and root.start <= span.start <= span.end <= root.end
    )
    start = span.start - root.start if inside and span and root else None
    end = span.end - root.start if inside and span and root else None
    return {
        "text": "" if span is None else re.sub(r"\s+", " ", span.text),
        "start": start,
        "end": end,
        "value": _value(part.message),
        "bindings": _shown(model, part.witness),
        "values": _shown(model, part.values),
        "reason": cut(remark_of(part, model.notation)),
        "place": place_of(span, model.folder),
    }


def _value(message: str) -> bool | None:
    """The value that a remark gives to a part."""
    for word, value in (("is TRUE", True), ("is FALSE", False)):
        if word in message:
            return value
    return None


def _shown(model: Opened, pairs: Sequence[tuple[str, Value]]) -> dict[str, str]:
    return {name: cut(model.notation.of(name).show(value)) for name, value in pairs}
