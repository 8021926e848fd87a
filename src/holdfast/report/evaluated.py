"""Values of expressions: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from holdfast.check.evaluate import MOST_INITIAL_STATES, Evaluation, Outcome
from holdfast.ir.notation import TLA, Notation, to_itf, to_python
from holdfast.report.envelope import Envelope, Json
from holdfast.report.layout import Look, wrap
from holdfast.report.result import Report
from holdfast.source import Diagnostic, SpecError

States: TypeAlias = Literal["initial", "trace"]
_FAILED = 75


@dataclass(frozen=True, slots=True, repr=False)
class Evaluated(Report):
    """The result of `eval`: `count` states, the initial ones or those of a trace.

    Of a trace, the first is number `first`.
    """

    spec: str | None
    evaluations: tuple[Evaluation, ...]
    states: States = "initial"
    count: int = 1
    first: int = 1
    notation: Notation = TLA

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Why expressions cannot be evaluated, each reason once."""
        found = [o for e in self.evaluations for o in e.outcomes if isinstance(o, Diagnostic)]
        return tuple({(d.code, d.message, d.span): d for d in found}.values())

    @property
    def exit_code(self) -> int:
        """0 if every expression could be evaluated in every state."""
        return _FAILED if self.diagnostics else 0

    @property
    def values(self) -> tuple[tuple[Any, ...], ...]:
        """For each expression, its value in each state as plain Python; a constant has one.

        Raises SpecError if one cannot be evaluated.
        """
        if self.diagnostics:
            raise SpecError(*self.diagnostics)
        return tuple(
            tuple(to_python(o) for o in e.outcomes if not isinstance(o, Diagnostic))
            for e in self.evaluations
        )

    def envelope(self) -> Envelope:
        """What `eval --json` prints."""
        return evaluated_envelope(self)

    def show(self, look: Look | None = None) -> str:
        """The values as text."""
        return show_evaluated(self, look or Look())

    def __repr__(self) -> str:
        texts = " ".join(", ".join(e.text for e in self.evaluations).split())
        return f"<Evaluated {texts}: {'not ok' if self.diagnostics else 'ok'}>"


def outcome_text(outcome: Outcome, notation: Notation = TLA) -> str:
    """The value as text, or the error in one line."""
    if isinstance(outcome, Diagnostic):
        return f"cannot be evaluated: {outcome.message}"
    return notation.show(outcome)


def show_evaluated(found: Evaluated, look: Look) -> str:
    """A line for a value; a paragraph for an expression whose value depends on the state."""
    single = len(found.evaluations) == 1
    return "\n".join(line for e in found.evaluations for line in _rows(e, found, single, look))


def _rows(e: Evaluation, found: Evaluated, single: bool, look: Look) -> Iterator[str]:
    if e.constant or found.count == 1 or (_is_one(e) and found.states == "initial"):
        yield outcome_text(e.outcomes[0], found.notation)
        return
    if not single:
        yield look.paint("strong", e.text)
    indent = "" if single else "  "
    if found.states == "trace":
        number = len(str(found.first + found.count - 1))
        for at, each in enumerate(e.outcomes, start=found.first):
            first, *rest = wrap(outcome_text(each, found.notation), look.width - number - 4, 2)
            yield f"{indent}{at:>{number}}  {first}"
            yield from (f"{indent}{' ' * number}  {line}" for line in rest)
        return
    most = "the first " if found.count >= MOST_INITIAL_STATES else ""
    for text, places in _grouped(e, found.notation).items():
        yield f"{indent}{text}  in {len(places):,} of {most}{found.count:,} initial states"


def _grouped(e: Evaluation, notation: Notation = TLA) -> dict[str, list[int]]:
    """The indices of the states, from 0, by the value in them."""
    groups: dict[str, list[int]] = {}
    for at, each in enumerate(e.outcomes):
        groups.setdefault(outcome_text(each, notation), []).append(at)
    return groups


def _is_one(e: Evaluation) -> bool:
    return len(_grouped(e)) == 1


def evaluated_envelope(found: Evaluated) -> Envelope:
    """What `eval --json` prints."""
    return Envelope(
        command="eval",
        spec=found.spec,
        verdict="error" if found.diagnostics else None,
        kind="evaluation" if found.diagnostics else None,
        diagnostics=found.diagnostics,
        exit=found.exit_code,
        own={"states": found.states, "expressions": [_json(e, found) for e in found.evaluations]},
    )


def _json(e: Evaluation, found: Evaluated) -> dict[str, Json]:
    rows: list[Json] = []
    for text, places in _grouped(e).items():
        each = e.outcomes[places[0]]
        failed = isinstance(each, Diagnostic)
        numbers: list[Json] = [] if e.constant else [found.first + at for at in places]
        rows.append(
            {
                "text": None if failed else text,
                "value": None if isinstance(each, Diagnostic) else to_itf(each),
                "error": each.message if isinstance(each, Diagnostic) else None,
                "states": numbers,
            }
        )
    return {"expression": e.text, "constant": e.constant, "values": rows}
