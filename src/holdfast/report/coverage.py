"""Coverage as text: a table of the actions, the spec with counts in the margin, and remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from holdfast.ir.coverage import ActionCoverage, Coverage, PartCoverage, SiteCoverage
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Json, place_json
from holdfast.report.layout import Look
from holdfast.source import Source, Span

_MANY = 8
_LONGEST = 50
_HEAD = ("tried", "enabled", "generated", "distinct", "time")


def show_coverage(coverage: Coverage, look: Look | None = None) -> str:
    """The table of actions, then every module with the counts of its lines."""
    look = look or Look()
    parts = ["\n".join(action_table(coverage))]
    for source, sites in by_source(coverage.sites):
        parts.append("\n".join(_annotated(source, sites, Findings.of(coverage), look)))
    return "\n\n".join(parts)


def by_source(sites: Iterable[SiteCoverage]) -> Iterator[tuple[Source, list[SiteCoverage]]]:
    """The sites of each module, in order."""
    for _, group in groupby(sites, lambda site: id(site.span.source)):
        found = list(group)
        yield found[0].span.source, found


# ---- actions ----


def action_table(coverage: Coverage) -> Iterator[str]:
    """A line for the initial states, and one for each action."""
    yield "".join(f"{word:>11}" for word in _HEAD) + "  action"
    for row in (coverage.initial, *coverage.actions):
        yield "".join(f"{cell:>11}" for cell in action_cells(coverage, row)) + f"  {_named(row)}"
        for part in row.parts:
            cells = "".join(f"{cell:>11}" for cell in part_cells(part))
            place = "" if part.span is None else f"  {part.span.location()}"
            yield f"{cells}    {part.name}{place}"


def action_cells(coverage: Coverage, row: ActionCoverage) -> tuple[str, ...]:
    """The counts of an action; initial states are not tried, and their time is not taken."""
    found = f"{row.generated:,}", f"{row.distinct:,}"
    if row is coverage.initial:
        return "", "", *found, ""
    return f"{row.tried:,}", f"{row.enabled:,}", *found, f"{row.share:.1%}"


def part_cells(part: PartCoverage) -> tuple[str, ...]:
    """The counts of a definition that an action calls, which is tried for elements of a set."""
    return f"{part.evaluated:,}", "", f"{part.generated:,}", "", ""


def _named(row: ActionCoverage) -> str:
    place = row.formula or row.span
    return row.name if place is None else f"{row.name}  {place.location()}"


# ---- lines ----


@dataclass(frozen=True, slots=True)
class Findings:
    """The places that were never evaluated or never true."""

    unevaluated: frozenset[Span]
    untrue: frozenset[Span]

    @staticmethod
    def of(coverage: Coverage) -> Findings:
        """The findings of a search."""
        never, false = coverage.never_evaluated, coverage.never_true
        return Findings(frozenset(s.span for s in never), frozenset(s.span for s in false))

    def about(self, span: Span) -> str | None:
        """What is remarkable about a place."""
        if span in self.unevaluated:
            return "never evaluated"
        return "never true" if span in self.untrue else None


def _annotated(
    source: Source, sites: Sequence[SiteCoverage], findings: Findings, look: Look
) -> Iterator[str]:
    starting: dict[int, list[SiteCoverage]] = {}
    unevaluated: set[int] = set()
    for site in sites:
        first, last = lines_of(site.span)
        starting.setdefault(first, []).append(site)
        if site.span in findings.unevaluated:
            unevaluated.update(range(first, last + 1))
    yield source.name
    yield f"{'evaluated':>11}{'true':>11}"
    for number in range(1, len(source.line_starts) + 1):
        here = starting.get(number, [])
        shown = _shown(here)
        missed = number in unevaluated and (shown is None or not shown.evaluated)
        mark = "!" if missed else " "
        counts = f"{'':22}" if shown is None else _counts(shown)
        text = f"{counts} {mark}{number:5} | {source.line(number)}".rstrip()
        yield look.paint("bad", text) if missed else text
        for site in here:
            remark = findings.about(site.span)
            if remark is not None and not (site is shown and not site.evaluated):
                yield look.paint("doubtful", _underlined(site.span, remark))


def lines_of(span: Span) -> tuple[int, int]:
    """The first and the last line of a place."""
    last = span.source.position(max(span.start, span.end - 1))
    return span.source.position(span.start)[0], last[0]


def _shown(here: Sequence[SiteCoverage]) -> SiteCoverage | None:
    """The site whose counts stand beside a line: the outermost that ends on it, if any does."""
    whole = [site for site in here if lines_of(site.span)[0] == lines_of(site.span)[1]]
    return next(iter(whole or here), None)


def _counts(site: SiteCoverage) -> str:
    true = "" if site.true is None else f"{site.true:,}"
    return f"{site.evaluated:>11,}{true:>11}"


def _underlined(span: Span, remark: str) -> str:
    column = span.source.position(span.start)[1]
    width = len(span.text.partition("\n")[0])
    return f"{'':22} !{'':5} | {'':{column - 1}}{'^' * width} {remark}"


# ---- remarks ----


def coverage_remarks(coverage: Coverage | None) -> Iterator[str]:
    """What was never evaluated or never true, in words."""
    if coverage is None:
        return
    remarks = [*_never_true(coverage.never_true), *_never_evaluated(coverage.never_evaluated)]
    yield from remarks[:_MANY]
    if len(remarks) > _MANY:
        more = count_of(len(remarks) - _MANY, "more part")
        yield f"{more} of the spec: see the output of `--coverage`"


def _never_true(sites: Iterable[SiteCoverage]) -> Iterator[str]:
    for site in sites:
        times = count_of(site.evaluated, "time")
        text = f"`{_short(site.span)}` was evaluated {times} and never true"
        yield f"{site.span.location()}: {text}"


def _never_evaluated(sites: Sequence[SiteCoverage]) -> Iterator[str]:
    """One remark for places on adjacent lines."""
    rows: list[list[SiteCoverage]] = []
    for site in sites:
        if rows and _follows(site.span, rows[-1][-1].span):
            rows[-1].append(site)
        else:
            rows.append([site])
    for row in rows:
        first, (_, last) = row[0].span, lines_of(row[-1].span)
        rest = "" if len(row) == 1 else f", to line {last},"
        yield f"{first.location()}: `{_short(first)}`{rest} was never evaluated"


def _follows(span: Span, before: Span) -> bool:
    return span.source is before.source and lines_of(span)[0] <= lines_of(before)[1] + 1


def _short(span: Span) -> str:
    text = " ".join(span.text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."


# ---- JSON ----


def coverage_json(coverage: Coverage) -> dict[str, Json]:
    """All counts, for programs."""
    return {
        "initial": _action_json(coverage.initial),
        "actions": [_action_json(row) for row in coverage.actions],
        "expressions": [_site_json(site) for site in coverage.sites],
        "never_evaluated": [site.span.location() for site in coverage.never_evaluated],
        "never_true": [site.span.location() for site in coverage.never_true],
    }


def _action_json(row: ActionCoverage) -> dict[str, Json]:
    place = row.formula or row.span
    return {
        "name": row.name,
        "location": None if place is None else place.location(),
        "tried": row.tried,
        "enabled": row.enabled,
        "generated": row.generated,
        "distinct": row.distinct,
        "share": round(row.share, 4),
        "parts": [_part_json(part) for part in row.parts],
    }


def _part_json(part: PartCoverage) -> dict[str, Json]:
    return {
        "name": part.name,
        "location": None if part.span is None else part.span.location(),
        "evaluated": part.evaluated,
        "generated": part.generated,
    }


def _site_json(site: SiteCoverage) -> dict[str, Json]:
    return {
        **place_json(site.span),
        "role": site.role,
        "evaluated": site.evaluated,
        "true": site.true,
    }
