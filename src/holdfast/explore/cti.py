"""The state before the step of a counterexample to induction, from which a walk can begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.explore.formulas import SECONDS_TO_EVALUATE, Formula
from holdfast.explore.model import OpenModel
from holdfast.explore.recorded import Recorded
from holdfast.explore.stored import StoredTrace
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, SpecError


def cti_constants(envelope: Mapping[str, Any] | None) -> dict[str, str]:
    """The values of constants in the counterexample, as far as it chose them."""
    found = _proof(envelope).get("cti") or {}
    return dict(found.get("constants") or {})


def state_before(model: OpenModel, envelope: Mapping[str, Any] | None) -> State:
    """The state that the step leaves; raises SpecError if the run has no counterexample."""
    found = _proof(envelope).get("cti")
    if found is not None:
        return Recorded(model, StoredTrace((None,), [found["before"]])).state(1)
    left = _own(envelope).get("open")
    if left is None:
        raise _failed("this run has no counterexample to induction")
    return _evaluated(model, left["before"])


def _evaluated(model: OpenModel, texts: Mapping[str, str]) -> State:
    """The state whose variables have values that are given as texts."""
    variables = model.opened.system.variables
    missing = [name for name in variables if name not in texts]
    if missing:
        raise _failed(f"the counterexample has no value of {', '.join(missing)}")
    formulas = model.formulas.find([texts[name] for name in variables])
    values: list[Value] = []
    try:
        with model.opened.limited(SECONDS_TO_EVALUATE):
            for name in variables:
                value: Value | Diagnostic | Formula = formulas[texts[name]]
                if isinstance(value, Formula):
                    value = model.formulas.value(value, None)
                if isinstance(value, Diagnostic):
                    raise _failed(f"the value of {name} cannot be evaluated: {value.message}")
                values.append(value)
    except EvalError as error:
        raise SpecError(model.opened.diagnose(error)) from None
    return tuple(values)


def _own(envelope: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The part of an object of `--json` that only its command has."""
    own = (envelope or {}).get(str((envelope or {}).get("command")))
    return own if isinstance(own, dict) else {}


def _proof(envelope: Mapping[str, Any] | None) -> Mapping[str, Any]:
    own = _own(envelope)
    return own.get("proof") or {} if (envelope or {}).get("command") == "infer" else own


def _failed(message: str) -> SpecError:
    return SpecError(Diagnostic("why-state", message, None))
