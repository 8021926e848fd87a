"""The result of `axioms` as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from holdfast.prove.axiom_answer import AxiomAnswer, AxiomStatus, SettledAxiom
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope, Json, place_json
from holdfast.report.layout import Look, Tone, marked
from holdfast.report.verdict_json import verdict_word
from holdfast.verdict import Answer, Proved, Unknown, Violated, exit_code

if TYPE_CHECKING:
    from holdfast.front.document import AxiomKind

_MARKS: dict[AxiomStatus, tuple[str, Tone]] = {
    "evident": ("ok", "good"),
    "holds": ("ok", "good"),
    "violated": ("x", "bad"),
    "unknown": ("??", "doubtful"),
}
_TITLES: dict[AxiomKind, str] = {
    "signature": "disjoint signatures",
    "input-enabled": "input-enabledness",
    "compatibility": "compatibility",
    "where": "where-clauses",
    "defined": "definedness",
}


def show_axioms(result: AxiomAnswer, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = look or Look()
    rows = "\n".join(axiom_lines(result.settled, look))
    if look.quiet:
        return rows
    head = look.paint("strong", result.spec)
    if result.constants:
        head += "  for " + ", ".join(f"{n} = {value}" for n, value in result.constants.items())
    warnings = [d.render() for d in result.warnings]
    return "\n\n".join([head, rows, *warnings, _summary(result)])


def axiom_lines(settled: Sequence[SettledAxiom], look: Look) -> Iterator[str]:
    """A line for each kind of axioms, and what is violated or open in it."""
    for kind, title in _TITLES.items():
        mine = [s for s in settled if s.axiom.kind == kind]
        if not mine:
            continue
        holding = [s for s in mine if s.status in ("evident", "holds")]
        status: AxiomStatus = "holds"
        if len(holding) < len(mine):
            status = "violated" if any(s.status == "violated" for s in mine) else "unknown"
        mark, tone = _MARKS[status]
        evident = sum(1 for s in mine if s.status == "evident")
        given = sum(1 for s in mine if s.status == "holds" and s.given_invariants)
        text = f"{title}: {len(holding)} of {count_of(len(mine), 'obligation')} hold"
        if evident:
            text += f", {evident} of them evident"
        if given:
            text += f", {given} given the invariants"
        yield marked(mark, tone, text, look)
        for each in mine:
            yield from _problem(each, look)


def _problem(settled: SettledAxiom, look: Look) -> Iterator[str]:
    if settled.status in ("evident", "holds"):
        return
    mark, tone = _MARKS[settled.status]
    if settled.violation is not None:
        text = f"{settled.violation.span.location()}: {settled.violation.text}"
    else:
        place = settled.axiom.span.location()
        text = f"{place}: it is not proved that {settled.axiom.title}: {settled.reason}"
    yield f"    {look.paint(tone, mark)}  {text}"  # one line, so that it can be searched for


def _summary(result: AxiomAnswer) -> str:
    figures = result.figures
    parts = [
        count_of(figures.automata, "automaton", "automata"),
        count_of(figures.types, "type"),
        count_of(figures.lines, "line"),
        count_of(len(result.settled), "obligation"),
        f"{result.seconds:.2f} s",
    ]
    if result.memory:
        parts.append(f"{result.memory / 2**20:.0f} MiB")
    return ", ".join(parts)


def axioms_envelope(result: AxiomAnswer) -> Envelope:
    """What `axioms --json` prints."""
    verdict = result.verdict
    violated = next((s for s in result.settled if s.status == "violated"), None)
    reason = verdict.reason if isinstance(verdict, Unknown) else None
    if violated is not None and violated.violation is not None:
        reason = violated.violation.text
    return Envelope(
        command="axioms",
        spec=result.spec,
        constants=result.constants,
        engine=verdict.by if isinstance(verdict, Proved) else None,
        verdict=verdict_word(verdict),
        scope=verdict.scope if isinstance(verdict, Proved) else None,
        kind=verdict.kind if isinstance(verdict, Violated) else None,
        property=verdict.property if isinstance(verdict, Violated) else None,
        cause=verdict.cause if isinstance(verdict, Unknown) else None,
        diagnostics=result.warnings,
        reason=reason,
        seconds=result.seconds,
        exit=exit_code(Answer(verdict)),
        own=_own(result),
    )


def _own(result: AxiomAnswer) -> dict[str, Json]:
    figures = result.figures
    return {
        "obligations": [axiom_json(each) for each in result.settled],
        "automata": figures.automata,
        "types": figures.types,
        "lines": figures.lines,
        "memory": result.memory,
    }


def axiom_json(settled: SettledAxiom) -> dict[str, Json]:
    """One axiom and whether it holds."""
    violation = settled.violation
    span = settled.axiom.span if violation is None else violation.span
    return {
        "kind": settled.axiom.kind,
        "construct": settled.axiom.construct,
        "line": span.source.position(span.start)[0],
        "title": settled.axiom.title,
        "status": settled.status,
        "witness": None if violation is None else violation.text,
        "reason": settled.reason,
        "given_invariants": settled.given_invariants,
        "solver": settled.solver,
        "seconds": round(settled.seconds, 3),
        **place_json(span),
    }
