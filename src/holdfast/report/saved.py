"""A trace saved between two commands, with the model that is needed to evaluate its states.

Values are written in ITF notation, except that a model value is marked as one: here it
must not be mistaken for a string.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.notation import from_itf, to_itf
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, ModelValue, Value, model_value
from holdfast.version import VERSION

_MODEL = "#model"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The inputs of a model: what the user gave, not what was derived from it.

    `texts` are the files that were read, by path.
    """

    spec: str
    config: str | None = None
    constants: Mapping[str, str] = field(default_factory=dict)
    search_path: tuple[str, ...] = ()
    translate: bool = False
    automaton: str | None = None
    wide: bool = False
    texts: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SavedTrace:
    """The states of a trace, the labels of its steps, and the model that they belong to.

    `loop` is the index of the state that the last one leads back to, by the step `closing`.
    """

    model: ModelFiles
    property: str | None
    steps: tuple[str, ...]
    states: tuple[Mapping[str, Value], ...] = field(repr=False)
    loop: int | Literal["stutter"] | None = None
    closing: str | None = None


def show_saved(saved: SavedTrace) -> str:
    """The trace as the text of a file."""
    data = {
        "holdfast": VERSION,
        "spec": saved.model.spec,
        "config": saved.model.config,
        "constants": dict(saved.model.constants),
        "search_path": saved.model.search_path,
        "translate": saved.model.translate,
        "automaton": saved.model.automaton,
        "wide": saved.model.wide,
        "property": saved.property,
        "loop": saved.loop,
        "closing": saved.closing,
        "steps": saved.steps,
        "states": [{n: encode_value(v) for n, v in state.items()} for state in saved.states],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read_saved(text: str) -> SavedTrace | None:
    """The trace in a text of `show_saved`; None if it is not one."""
    try:
        data = json.loads(text)
        model = ModelFiles(
            data["spec"],
            data["config"],
            data["constants"],
            tuple(data["search_path"]),
            data["translate"],
            data.get("automaton"),
            data.get("wide", False),
        )
        return SavedTrace(
            model,
            data["property"],
            tuple(data["steps"]),
            tuple({n: decode_value(v) for n, v in state.items()} for state in data["states"]),
            data["loop"],
            data["closing"],
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def encode_value(value: Value) -> Any:
    """The value as JSON data in which model values are marked."""
    match value:
        case ModelValue():
            return {_MODEL: value.name}
        case FiniteSet():
            return {"#set": [encode_value(e) for e in ordered(value)]}
        case tuple():
            return {"#tup": [encode_value(v) for v in value]}
        case Function():
            pairs = zip(ordered(value.domain), value.values, strict=True)
            return {"#map": [[encode_value(k), encode_value(v)] for k, v in pairs]}
        case _:
            return to_itf(value)


def decode_value(data: Any) -> Value:
    """The value of such data, by the ranks in use."""
    match data:
        case {"#model": name}:
            return model_value(name)
        case {"#set": elements}:
            return set_of([decode_value(e) for e in elements])
        case {"#tup": values}:
            return tuple([decode_value(v) for v in values])
        case {"#map": pairs}:
            return function_from([(decode_value(k), decode_value(v)) for k, v in pairs])
        case _:
            return from_itf(data)
