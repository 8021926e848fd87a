"""What a model consists of, for the panel beside the spec: constants, properties, candidates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.explore.places import failure, relative
from holdfast.source import SpecError

if TYPE_CHECKING:
    from holdfast.front.document import Model
    from holdfast.workbench import Specification


def panel_json(spec: Specification, folder: Path) -> dict[str, Any]:
    """The model of a spec as far as it can be read; its errors are diagnostics."""
    from holdfast.workbench.prepared import asked_of

    document, asked = spec.document, asked_of(spec, {})
    symbols = document.symbols() if document.ok else ()
    problems = list(document.diagnostics)
    model: Model | None = None
    proposed: dict[str, str] = {}
    if document.ok:
        try:
            model = document.build(asked)
            problems = list(model.diagnostics)
        except SpecError as error:
            problems = list(error.diagnostics)
            proposed = document.proposals(asked)
    values = {} if model is None else model.constants
    constants = dict.fromkeys([*(s.name for s in symbols if s.kind == "constant"), *values])
    given = {**asked.constants, **values}
    return {
        "spec": relative(str(document.path), folder),
        "config": None if model is None or model.config is None else relative(model.config, folder),
        "constants": [
            {
                "name": name,
                "value": given.get(name),
                "kind": _kind(given.get(name) or proposed.get(name)),
                "proposed": proposed.get(name),
            }
            for name in constants
        ],
        **_properties(spec, model),
        "automata": [s.name for s in symbols if s.kind == "automaton"],
        "notices": list(document.notices if model is None else model.notices),
        "diagnostics": [failure(d, folder) for d in problems],
    }


def _properties(spec: Specification, model: Model | None) -> dict[str, Any]:
    """What is checked, and what could be."""
    kinds: Mapping[str, str] = {} if model is None else model.kinds
    checked = {kind: [n for n, k in kinds.items() if k == kind] for kind in _KINDS}
    found = [c for c in spec.document.candidates() if c.name not in kinds] if spec.ok else []
    more = {kind: [c.name for c in found if c.kind == kind] for kind in _KINDS}
    unasked = () if model is None else model.unasked_properties
    others = dict.fromkeys([*more["property"], *(n for n in unasked if n not in kinds)])
    return {
        "invariants": checked["invariant"],
        "properties": checked["property"],
        "postconditions": checked["postcondition"],
        "candidates": {"invariants": more["invariant"], "properties": list(others)},
        "deadlock": True if model is None else model.system.check_deadlock,
        "found": [] if model is None else list(model.found),
    }


_KINDS = ("invariant", "property", "postcondition")


def _kind(text: str | None) -> str | None:
    """What a value looks like, so that the page can offer a fitting field."""
    if not text:
        return None
    text = text.strip()
    if text.lstrip("-").isdigit():
        return "number"
    if text in ("TRUE", "FALSE"):
        return "Boolean"
    if text.startswith('"'):
        return "string"
    if text.startswith("{") or ".." in text:
        return "set"
    return "model value" if text.isidentifier() else "expression"
