"""Coverage in TLC's messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.ir.coverage import ActionCoverage, Coverage
from holdfast.report.tlc_messages import Code, Message
from holdfast.report.tlc_values import tlc_location
from holdfast.source import Span

_COMMENT = re.compile(r"\(\*.*?\*\)|\\\*[^\n]*", re.DOTALL)
_GUIDE = "https://explain.tlapl.us/module-coverage-statistics"


def coverage_messages(coverage: Coverage, now: str) -> Iterator[Message]:
    """The statistics: initial states, actions and invariants, each with its parts."""
    about = f"(see {_GUIDE} for how to interpret the following statistics)"
    yield Message(Code.COVERAGE_START, f"The coverage statistics at {now} {about}.")
    rows = [(Code.COVERAGE_INIT, coverage.initial)]
    rows += [(Code.COVERAGE_NEXT, row) for row in sorted(coverage.actions, key=_place)]
    for code, row in rows:
        yield Message(code, f"{_heading(row)}: {row.distinct}:{row.generated}")
        if row.formula is not None:
            yield from _values(coverage, row.formula)
    for name, span in coverage.properties:
        yield Message(Code.COVERAGE_PROPERTY, f"<{name} {tlc_location(_declared(span))}>")
        yield from _values(coverage, span)
    for name, span in coverage.constraints:
        whole = next(site for site in coverage.sites if _is_inside(site.span, span))
        counts = f"{whole.true or 0}:{whole.evaluated}"
        text = f"<{name} {tlc_location(_declared(span))}>: {counts}"
        yield Message(Code.COVERAGE_CONSTRAINT, text)
        yield from _values(coverage, span)
    yield Message(Code.COVERAGE_END, "End of statistics.")


def _place(row: ActionCoverage) -> tuple[str, int]:
    place = row.formula or row.span
    return ("", 0) if place is None else (place.source.name, place.start)


def _heading(row: ActionCoverage) -> str:
    """`<Name place>`, and the place of the disjunct if the definition is not that alone."""
    name = row.name.partition(":")[0]
    if row.span is None:
        return f"<{name}>"
    within, formula = "", row.formula
    if formula is not None and not _is_body(formula, row.span):
        first, last = (formula.source.position(at) for at in (formula.start, formula.end - 1))
        within = f" ({first[0]} {first[1]} {last[0]} {last[1]})"
    return f"<{name} {tlc_location(_declared(row.span))}{within}>"


def _is_body(formula: Span, definition: Span) -> bool:
    """Whether a formula is all that a definition has to the right of `==`, but for comments."""
    head, defines, _ = definition.text.partition("==")
    if not defines or formula.source is not definition.source:
        return True  # PlusCal
    start = definition.start + len(head) + len("==")
    text = definition.source.text
    rest = text[start : formula.start] + text[formula.end : definition.end]
    inside = start <= formula.start and formula.end <= definition.end
    return inside and not _COMMENT.sub("", rest).strip()


def _declared(span: Span) -> Span:
    """The part of a definition before `==`."""
    head = span.text.partition("==")[0].rstrip()
    return Span(span.source, span.start, span.start + len(head))


def _values(coverage: Coverage, place: Span) -> Iterator[Message]:
    """How often each part of a place was evaluated."""
    for site in coverage.sites:
        if _is_inside(site.span, place):
            text = f"  {tlc_location(site.span)}: {site.evaluated}"
            yield Message(Code.COVERAGE_VALUE, text)


def _is_inside(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
