"""The result of `simulate` as text: that of a check, and how often everything occurred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.check.simulation import Frequency, Share, Simulated, Statistics
from holdfast.report.answer import Question, answer_paragraphs, show_answer
from holdfast.report.diagnostics import count_of, show_diagnostics
from holdfast.report.layout import Look, wrap


def show_simulation(answer: Simulated, question: Question, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    if look.quiet:
        return show_answer(answer, question, look)
    parts = [show_diagnostics(question.diagnostics, look.color) if look.diagnostics else ""]
    parts += answer_paragraphs(answer, question, look)[:-1]  # without the counts of a search
    found = answer.statistics
    if found.behaviours:
        parts += ["\n".join(_actions(found)), "\n".join(_frequencies(found))]
    parts.append("\n".join(wrap(_summary(answer), look.width, 2)))
    return "\n\n".join(part for part in parts if part)


def _actions(found: Statistics) -> Iterator[str]:
    rows = [
        (name, f"{each.steps:,}", f"{each.behaviours / found.behaviours:.1%}")
        for name, each in found.actions.items()
    ]
    if rows:
        yield from _table(("action", "steps", "in behaviours"), rows)


def _frequencies(found: Statistics) -> Iterator[str]:
    if found.frequencies:
        heads = ("formula", "in behaviours", "in states or steps")
        rows = [(f.formula, _share(f.behaviours), _of(f)) for f in found.frequencies]
        yield from _table(heads, rows)
        yield "  (with confidence intervals of 95%)"


def _of(frequency: Frequency) -> str:
    return f"{_share(frequency.states)} of {'steps' if frequency.of_steps else 'states'}"


def _share(share: Share) -> str:
    return f"{share.share:.2%} ({share.low:.2%} to {share.high:.2%})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines with the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    for first, *rest in (heads, *rows):
        cells = [f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([f"  {first:{widths[0]}}", *cells])


def _summary(answer: Simulated) -> str:
    found = answer.statistics
    parts = [
        count_of(found.behaviours, "behaviour"),
        f"{count_of(found.states, 'state')} visited",
        f"{found.generated:,} generated and checked",
        f"at most {count_of(found.longest, 'step')}",
        f"seed {found.seed}",
    ]
    if found.stuck:
        parts.insert(4, f"{found.stuck:,} ended early")
    if answer.seconds:
        parts.append(f"{answer.seconds:.2f} s")
    return ", ".join(parts)
