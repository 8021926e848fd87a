"""A trace saved between two commands, with the model that is needed to evaluate its states.

Values are written in ITF notation, except that a model value is marked as one: here it
must not be mistaken for a string.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from holdfast.ir.construct import function_from, set_of
from holdfast.ir.notation import from_itf, to_itf
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, ModelValue, Value, model_value
from holdfast.version import VERSION

_MODEL = "#model"
_STATES = '"states": ['


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
    kind: str | None = None
    reason: str | None = None


def show_saved(saved: SavedTrace) -> str:
    """The trace as the text of a file: an object of JSON with a line for each state."""
    head = {
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
        "kind": saved.kind,
        "reason": saved.reason,
        "steps": saved.steps,
    }
    states = ({n: encode_value(v) for n, v in state.items()} for state in saved.states)
    lines = ",\n".join(json.dumps(state, ensure_ascii=False) for state in states)
    return f"{json.dumps(head, ensure_ascii=False)[:-1]}, {_STATES}\n{lines}\n]}}\n"


def split_saved(text: str) -> tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]:
    """The data of a text of `show_saved`, and that of its states; raises ValueError, KeyError.

    A state is read when it is needed: a trace may be long.
    """
    first, _, rest = text.partition("\n")
    if first.endswith(_STATES) and rest.endswith("\n]}\n"):
        return json.loads(f"{first}]}}"), _Lines(rest.removesuffix("\n]}\n").split("\n"))
    data = json.loads(text)
    return data, data["states"]


class _Lines(Sequence[Mapping[str, Any]]):
    """Objects of JSON, each on a line."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Mapping[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return _Lines(self._lines[at])
        return json.loads(self._lines[at].removesuffix(","))


def read_saved(text: str) -> SavedTrace | None:
    """The trace in a text of `show_saved`; None if it is not one."""
    try:
        data, states = split_saved(text)
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
            tuple({n: decode_value(v) for n, v in state.items()} for state in states),
            data["loop"],
            data["closing"],
            data.get("kind"),
            data.get("reason"),
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
