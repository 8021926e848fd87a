"""The conditions under which a diagram covers a spec, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.diagram.conform import Conformance, Judged
from holdfast.diagram.instance import Example
from holdfast.diagram.json_form import edge_json
from holdfast.ir.notation import show
from holdfast.ir.values import Value
from holdfast.report.envelope import Json
from holdfast.report.itf import state_json
from holdfast.report.layout import Look, wrap
from holdfast.report.trace import change_rows, step_label
from holdfast.report.verdict_json import trace_json

_MOST = 8
"""How many conditions are printed that fail or are open; with `--verbose`, all."""


def conformance_lines(found: Conformance, look: Look) -> Iterator[str]:
    """What a proof depends on; the conditions that fail or are open, with counterexamples."""
    library = tuple(lemma.name for lemma in found.library_lemmas)
    lists = (("lemmas", found.lemmas), ("assumed", found.assumed), ("from the library", library))
    for label, texts in lists:
        if texts:
            yield from _wrapped(f"{label}: {', '.join(texts)}", look, 4)
    if found.problem is not None:
        yield from _wrapped(found.problem, look, 4)
    for settled in found.unproved_support:
        reason = f": {settled.reason}" if settled.reason else ""
        yield from _wrapped(f"{settled.obligation.name} is not proved{reason}", look, 4)
    judged = (*found.refuted, *found.open)
    shown = judged if look.diagnostics else judged[:_MOST]
    for each in shown:
        yield from _judged(each, look)
    if len(judged) > len(shown):
        yield look.paint("dim", f"    and {len(judged) - len(shown)} more; --verbose prints all")


def _judged(judged: Judged, look: Look) -> Iterator[str]:
    status = "fails" if judged.status == "refuted" else "is open"
    reason = f": {judged.reason}" if judged.reason else ""
    yield from _wrapped(f"{judged.condition.name} {status}{reason}", look, 4)
    if judged.example is not None:
        yield from _example(judged.example, look)


def _example(example: Example, look: Look) -> Iterator[str]:
    if example.constants:
        yield from _rows("with", None, example.constants, look)
    yield from _rows("state", None, example.before, look)
    if example.step is not None:
        label = step_label(example.step) if example.step.action else "step"
        yield from _rows(label, example.before, example.step.state, look)


def _rows(
    label: str, before: Mapping[str, Value] | None, after: Mapping[str, Value], look: Look
) -> Iterator[str]:
    rows = change_rows(before, after, look.width - 8 - len(label), look.notation)
    yield f"      {label}  {rows[0]}"
    yield from (f"      {'':{len(label)}}  {row}" for row in rows[1:])


def _wrapped(text: str, look: Look, indent: int) -> Iterator[str]:
    for line in wrap(text, look.width - indent, 2):
        yield f"{'':{indent}}{line}"


def conformance_json(found: Conformance) -> list[Json]:
    """An object for each condition."""
    return [_json(each) for each in found.judged]


def unproved_json(found: Conformance) -> list[Json]:
    """The obligations about lemmas and definedness that are not proved, by name."""
    return [each.obligation.name for each in found.unproved_support]


def _json(judged: Judged) -> dict[str, Json]:
    condition, example = judged.condition, judged.example
    return {
        "kind": condition.kind,
        "name": condition.name,
        "node": condition.node or None,
        "action": condition.action or None,
        "edge": None if condition.edge is None else edge_json(condition.edge),
        "ordering": condition.ordering or None,
        "status": judged.status,
        "engine": judged.engine,
        "scope": judged.scope,
        "reason": judged.reason,
        "counterexample": None if example is None else _example_json(example),
        "trace": trace_json(judged.trace),
    }


def _example_json(example: Example) -> dict[str, Json]:
    step = example.step
    return {
        "constants": state_json(example.constants),
        "state": state_json(example.before),
        "action": None if step is None or step.action is None else step_label(step),
        "next": None if step is None else state_json(step.state),
        "reachable": example.reachable,
        "text": {
            "constants": _texts(example.constants),
            "state": _texts(example.before),
            "next": None if step is None else _texts(step.state),
        },
    }


def _texts(values: Mapping[str, Value]) -> dict[str, Json]:
    """Values as TLA+ text, in which strings and model values differ."""
    return {name: show(value) for name, value in values.items()}
