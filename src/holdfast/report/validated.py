"""The result of validating a trace: text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from holdfast.check.evaluate import Evaluation
from holdfast.check.trace_file import TraceFile
from holdfast.check.trace_validation import Alternative, Mismatch, Validation
from holdfast.ir.notation import TLA, Notation, to_itf
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope, Json
from holdfast.report.evaluated import outcome_text
from holdfast.report.layout import Look, beside, wrap
from holdfast.report.reason import reason_line, refusal_lines, show_reason
from holdfast.report.result import Report
from holdfast.report.trace import show_trace, step_label
from holdfast.report.verdict_json import trace_json
from holdfast.verdict import Reason

_NOT_A_BEHAVIOUR = 13
_INVARIANT = 12


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that is false in a state of the trace, by its index."""

    name: str
    at: int
    reason: Reason


@dataclass(frozen=True, slots=True, repr=False)
class TraceResult(Report):
    """The result of `trace`; `refusals` are why the first wrong state is not allowed."""

    spec: str
    validation: Validation
    evaluations: tuple[Evaluation, ...] = ()
    violations: tuple[Violation, ...] = ()
    invariants: tuple[str, ...] = ()
    refusals: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    notation: Notation = TLA

    @property
    def valid(self) -> bool:
        """Whether the trace is a behaviour of the spec."""
        return self.validation.valid

    @property
    def exit_code(self) -> int:
        """0, 13 if the trace is not a behaviour, 12 if an invariant is violated on it."""
        if not self.valid:
            return _NOT_A_BEHAVIOUR
        return _INVARIANT if self.violations else 0

    @property
    def actions(self) -> tuple[str, ...]:
        """The step to each state of the behaviour that was found."""
        return tuple(map(step_label, self.validation.witness.steps))

    def envelope(self) -> Envelope:
        """What `trace --json` prints."""
        return validated_envelope(self)

    def show(self, look: Look | None = None) -> str:
        """The result as text."""
        return show_validated(self, look or Look())

    def __repr__(self) -> str:
        return f"<TraceResult {'valid' if self.valid else 'not valid'}, {len(self.actions)} states>"


def show_validated(result: TraceResult, look: Look) -> str:
    """The whole result, paragraphs separated by blank lines."""
    found = result.validation
    look = replace(look, notation=result.notation)
    paragraphs = [_headline(result, look)]
    if not look.quiet:
        mark = "" if found.valid else "the last state that is allowed"
        if found.witness.steps:
            paragraphs.append(show_trace(found.witness, look, mark))
        paragraphs.append("\n".join(_not_logged(found)))
        paragraphs.append("\n".join(_alternatives(found, look)))
        paragraphs += _refusals(result, look)
        paragraphs += _columns(result, look)
    for each in result.violations:
        where = f"{each.name} is violated in {_state(found, each.at)}"
        paragraphs.append(look.paint("bad", f"x  {where}"))
        paragraphs.append("" if look.quiet else show_reason(each.reason, look))
    violated = {each.name for each in result.violations}
    holding = [name for name in result.invariants if name not in violated]
    states = count_of(len(found.witness), "state")
    paragraphs.append(
        "\n".join(f"{look.paint('good', 'ok')}  {name}  holds in {states}" for name in holding)
    )
    paragraphs += [
        "\n".join(wrap(f"{look.paint('doubtful', 'note')} {note}", look.width, 5))
        for note in result.notes
    ]
    return "\n\n".join(p for p in paragraphs if p)


def _headline(result: TraceResult, look: Look) -> str:
    found, file = result.validation, result.validation.file
    lines = count_of(len(file.lines), "line" if file.partial else "state")
    if found.valid:
        loop = ", and its loop closes" if file.loop is not None else ""
        steps = f" of {count_of(len(found.witness), 'state')}" if file.partial else ""
        said = f"{file.name} ({lines}) matches a behaviour{steps} of {result.spec}{loop}"
        return look.paint("good", "ok  ") + said
    if not found.loops:
        place = file.label(file.loop or 0)
        said = f"the loop does not close: no step leads from the last state back to {place}"
    elif found.matched == 0:
        said = f"{file.label(0)} is not an initial state"
        if file.partial:
            said = f"no initial state matches {file.label(0)}"
    elif file.partial:
        said = f"no step matches {file.label(found.matched)}"
    else:
        said = f"the step to {file.label(found.matched)} is not a step of the spec"
    whole = f"{file.name} ({lines}) is not a behaviour of {result.spec}: {said}"
    return look.paint("bad", "x  ") + whole


def _state(found: Validation, at: int) -> str:
    line = found.lines[at]
    shown = found.file.label(line) if line is not None else None
    if found.file.partial:
        return f"state {at + 1} ({shown})" if shown else f"state {at + 1} (not logged)"
    return f"state {at + 1}"


def _not_logged(found: Validation) -> Iterator[str]:
    if found.file.partial and found.witness.steps:
        hidden = [str(at + 1) for at, line in enumerate(found.lines) if line is None]
        if hidden:
            yield f"  not in the log: state {', '.join(hidden)}"


# ---- what is wrong ----


def _alternatives(found: Validation, look: Look) -> Iterator[str]:
    """What the spec allows where the trace goes wrong."""
    if found.valid or (found.allowed is None and not found.alternatives):
        return
    if not found.alternatives:
        yield "  the spec allows no step there" if found.matched else "  there is no initial state"
        return
    what = "initial state" if found.matched == 0 else "step"
    count = f"many {what}s" if found.allowed is None else count_of(found.allowed, what)
    yield f"  the spec allows {count} there; the nearest:"
    rows = found.alternatives
    labels = [step_label(row.step, look.notation) for row in rows]
    width = min(36, max(map(len, labels)))
    for row, label in zip(rows, labels, strict=True):
        room = look.width - width - 6
        texts = [
            line for m in row.mismatches for line in wrap(_mismatch(m, found, look.notation), room)
        ]
        texts = texts or ["another action is required"]
        yield from (f"    {line}" for line in beside(label, texts, width))


def _mismatch(mismatch: Mismatch, found: Validation, notation: Notation) -> str:
    data = _data_text(mismatch.data)
    name = "the log" if found.file.partial else "the trace"
    if mismatch.value is None:
        return f"{mismatch.label} cannot be evaluated; {name} has {data}"
    value = notation.of(mismatch.label).show(mismatch.value)
    return f"{mismatch.label} = {value}, where {name} has {data}"


def _data_text(data: object) -> str:
    """JSON data in one line; an integer of ITF as a number."""
    text = json.dumps(data, ensure_ascii=False, default=str)
    if isinstance(data, dict) and list(data) == ["#bigint"]:
        text = str(data["#bigint"])
    return text if len(text) <= 200 else f"{text[:196]} ..."


def _refusals(result: TraceResult, look: Look) -> Iterator[str]:
    """Why no action allows the step of the trace."""
    if not result.refusals:
        return
    if result.validation.before is None:
        yield "\n".join(show_reason(part, look) for r in result.refusals for part in r.because)
        return
    rows = ["  why no action allows the step of the trace:", *refusal_lines(result.refusals, look)]
    yield "\n".join(rows)


def _columns(result: TraceResult, look: Look) -> Iterator[str]:
    """The expressions along the trace, a column for each."""
    shown = [e for e in result.evaluations if not e.constant]
    constant = [e for e in result.evaluations if e.constant]
    yield from (f"  {e.text} = {outcome_text(e.outcomes[0], look.notation)}" for e in constant)
    if not shown or not result.validation.witness.steps:
        return
    table = [["#", *(e.text for e in shown)]]
    for at in range(len(result.validation.witness)):
        table.append([str(at + 1), *(outcome_text(e.outcomes[at], look.notation) for e in shown)])
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    lines = [
        "  " + "  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    yield "\n".join([look.paint("dim", lines[0]), *lines[1:]])


# ---- JSON ----


def validated_envelope(result: TraceResult) -> Envelope:
    """What `trace --json` prints."""
    found = result.validation
    violated = result.violations[0] if result.violations else None
    verdict = "proved" if result.exit_code == 0 else "violated"
    reason = None if found.valid else _headline(result, Look(quiet=True)).removeprefix("x  ")
    if violated is not None and reason is None:
        reason = reason_line(violated.reason)
    return Envelope(
        command="trace",
        spec=result.spec,
        constants=result.constants,
        engine="interp",
        verdict=verdict,
        scope="this trace" if verdict == "proved" else None,
        kind=None if verdict == "proved" else "invariant" if found.valid else "action",
        property=violated.name if violated is not None and found.valid else None,
        checked=result.invariants,
        reason=reason,
        exit=result.exit_code,
        own=_json(result),
    )


def _json(result: TraceResult) -> dict[str, Json]:
    found = result.validation
    return {
        "file": found.file.name,
        "format": found.file.format,
        "valid": found.valid,
        "length": len(found.file.lines),
        "matched": found.matched,
        "loop_closes": None if found.file.loop is None else found.loops and found.valid,
        "trace": trace_json(found.witness),
        "lines": [_line_number(found.file, line) for line in found.lines],
        "alternatives": [_alternative_json(a) for a in found.alternatives],
        "refusals": [
            {"action": r.message, "reason": "; ".join(map(reason_line, r.because))}
            for r in result.refusals
        ],
        "expressions": [
            {"expression": e.text, "values": [outcome_text(o) for o in e.outcomes]}
            for e in result.evaluations
        ],
        "notes": result.notes,
        "violations": [
            {"invariant": v.name, "state": v.at + 1, "reason": reason_line(v.reason)}
            for v in result.violations
        ],
    }


def _line_number(file: TraceFile, line: int | None) -> int | None:
    return None if line is None else file.lines[line].number


def _alternative_json(alternative: Alternative) -> dict[str, Json]:
    return {
        "action": step_label(alternative.step),
        "mismatches": [
            {
                "part": m.label,
                "allowed": None if m.value is None else to_itf(m.value),
                "found": m.data,
            }
            for m in alternative.mismatches
        ],
    }
