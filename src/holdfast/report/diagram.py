"""The result of `diagram` for a file, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.diagram.diagram import Diagram, Fairness
from holdfast.diagram.judged import Coverage, Judged, JudgedClaim
from holdfast.diagram.product import Run, Stage
from holdfast.diagram.refinement import (
    MEANINGS,
    Condition,
    Refined,
    Status,
    edge_text,
)
from holdfast.diagram.remedies import Descent, MoreFair, Remedy
from holdfast.diagram.texts import is_identifier
from holdfast.report.conformance import conformance_lines
from holdfast.report.diagnostics import count_of
from holdfast.report.layout import Look, Tone, marked, wrap

_MARKS: dict[Status, tuple[str, Tone]] = {
    "holds": ("ok", "good"),
    "fails": ("x", "bad"),
    "open": ("??", "doubtful"),
}
_FAIR = {Fairness.WEAK: "weakly fair (WF)", Fairness.STRONG: "strongly fair (SF)"}
_MOST_REMEDIES = 6


def show_judged(
    judged: Judged, path: str, drawn: str, summary: str, look: Look | None = None
) -> str:
    """The whole result, paragraphs separated by blank lines; `drawn` is the text of diagrams."""
    look = look or Look()
    if look.quiet:
        return summary
    found = judged.diagrams
    counts = [count_of(len(found.diagrams), "diagram")]
    if found.refinements:
        counts.append(count_of(len(found.refinements), "refinement"))
    parts = [f"{look.paint('strong', path)}  {', '.join(counts)}"]
    if drawn:
        parts.append(drawn.rstrip())
    for diagram in found.diagrams:
        parts.append("\n".join(_diagram(judged, diagram, look)))
    for refined in judged.refinements:
        parts.append("\n".join(_refined(refined, look)))
    return "\n\n".join([*parts, summary])


def _diagram(judged: Judged, diagram: Diagram, look: Look) -> Iterator[str]:
    size = f"{count_of(len(diagram.nodes), 'node')}, {count_of(len(diagram.edges), 'edge')}"
    yield f"{look.paint('strong', diagram.name)}  {size}"
    for coverage in judged.coverages:
        if coverage.diagram == diagram.name:
            yield from _coverage(coverage, look)
    if diagram.spec is not None and judged.alone:
        yield look.paint("dim", f"    not compared with {diagram.spec}")
    for claim in judged.claims:
        if claim.diagram == diagram:
            yield from _claim(judged, claim, look)


def _coverage(coverage: Coverage, look: Look) -> Iterator[str]:
    found = coverage.conformance
    words = {
        "holds": f"covers all behaviours of {coverage.spec}",
        "fails": f"does not cover {coverage.spec}",
        "open": f"may not cover {coverage.spec}",
    }
    count = f"{count_of(len(found.judged), 'condition')}, {found.scope}"
    within = f" within {', '.join(found.reductions)}" if found.reductions else ""
    yield _line(coverage.status, f"{words[coverage.status]}  ({count}{within})", look)
    yield from conformance_lines(found, look)


def _claim(judged: Judged, claim: JudgedClaim, look: Look) -> Iterator[str]:
    status = judged.claim_status(claim)
    if claim.run is None:
        yield _line(status, f"{claim.claim.name}  holds in all runs", look)
        return
    more = "" if status == "fails" else f", which may have more runs than {claim.diagram.spec}"
    yield _line(status, f"{claim.claim.name} is violated on the diagram{more}", look)
    yield from _violation(claim.run, claim.remedies, look)


def _refined(refined: Refined, look: Look) -> Iterator[str]:
    yield look.paint("strong", refined.name)
    for condition in refined.conditions:
        yield from _condition(condition, look)


def _condition(condition: Condition, look: Look) -> Iterator[str]:
    name = f"({condition.number})"
    yield _line(condition.status, f"{name:<6}{MEANINGS[condition.number]}", look)
    for finding in condition.findings:
        yield from _indented([finding.message], look)
        if finding.run is not None:
            yield from _violation(finding.run, finding.remedies, look)


def _line(status: Status, text: str, look: Look) -> str:
    mark, tone = _MARKS[status]
    return marked(f"{mark:<2}", tone, text, look)


def _indented(texts: list[str], look: Look) -> Iterator[str]:
    for text in texts:
        yield from (f"    {line}" for line in wrap(text, look.width - 4, 2))


# ---- runs ----


def _violation(run: Run, found: tuple[Remedy, ...], look: Look) -> Iterator[str]:
    yield from run_lines(run)
    shown = [r for r in found if r.enough] or [
        *(r for r in found if isinstance(r, MoreFair)),
        *[r for r in found if isinstance(r, Descent)][:1],
    ]
    if not shown:
        yield "    no fairness of an action and no ordering forbids this loop"
    yield from _indented([remedy_text(each) for each in shown[:_MOST_REMEDIES]], look)


def run_lines(run: Run) -> Iterator[str]:
    """The stages of a run, one in a line, the loop marked."""
    names = [stage.node.name for stage in run.stages]
    width = max(map(len, names))
    for i, (stage, name) in enumerate(zip(run.stages, names, strict=True)):
        loop = "*" if i >= run.loop else " "
        yield f"    {loop} {i + 1:>2}  {name:<{width}}  {_valuation(stage)}{step_text(stage)}"
    back = run.loop + 1
    last = "for ever" if len(run.repeated) == 1 else f"then again from {back}"
    yield f"    {'':>6}{last}"


def step_text(stage: Stage) -> str:
    """The step of a stage."""
    if stage.edge is None:
        return "stays"
    actions = " & ".join(stage.edge.actions) or "(no action)"
    orderings = "".join(
        f" ({a.ordering}, {'<' if a.strict else '<='})" for a in stage.edge.annotations
    )
    return f"{actions}{orderings} -> {stage.edge.target}"


def _valuation(stage: Stage) -> str:
    shown = [
        name if value else f"~{name}" if is_identifier(name) else f"~({name})"
        for name, value in stage.valuation
    ]
    return f"[{', '.join(shown)}]  " if shown else ""


def remedy_text(remedy: Remedy) -> str:
    """What would forbid a loop, as a sentence."""
    end = "then it holds" if remedy.enough else "then this loop is forbidden, another is not"
    match remedy:
        case MoreFair(action, fairness):
            return f"if {action} is {_FAIR[fairness]}, {end}"
        case Descent(ordering, strict, kept):
            name = ordering or "some ordering"
            edges = ", ".join(edge_text(e) for e in kept)
            also = f" and does not increase along {edges}" if edges else ""
            return f"if {name} decreases along {edge_text(strict)}{also}, {end}"
        case _:
            assert_never(remedy)
