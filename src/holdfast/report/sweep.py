"""A sweep over constants as a table and as JSON: a line for each combination of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from holdfast.report.check_json import check_json
from holdfast.report.envelope import Json
from holdfast.report.layout import Look, Tone
from holdfast.report.verdict_json import verdict_reason, verdict_word
from holdfast.verdict import Answer, Violated, exit_code

Run: TypeAlias = tuple[Mapping[str, str], Answer]

_NUMBERS = ("distinct", "generated", "depth", "seconds")


def show_sweep(names: Sequence[str], runs: Sequence[Run], look: Look | None = None) -> str:
    """A table with the constants, the verdict, the counts and the time of each run."""
    look = look or Look()
    head, rows = sweep_cells(names, runs)
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [look.paint("dim", _line(head, widths, len(names)))]
    for row, (_, answer) in zip(rows, runs, strict=True):
        line = _line(row, widths, len(names))
        # Colour is added after padding: escape codes would change the width.
        word = row[len(names)]
        lines.append(line.replace(word, look.paint(_tone(answer), word), 1))
    return "\n".join(lines)


def sweep_cells(names: Sequence[str], runs: Sequence[Run]) -> tuple[list[str], list[list[str]]]:
    """The heads of the table, and the cells of each run."""
    rows = [_cells(names, constants, answer) for constants, answer in runs]
    return [*names, "verdict", *_NUMBERS], rows


def show_values(
    spec: str, names: Sequence[str], runs: Sequence[Run], look: Look | None = None
) -> str:
    """A line with the spec and the first and the last value of each constant."""
    values = {name: [constants[name] for constants, _ in runs] for name in names}
    shown = (f"{name} = {_range(each)}" for name, each in values.items())
    return (look or Look()).paint("strong", f"{spec}  for {', '.join(shown)}")


def _range(values: Sequence[str]) -> str:
    return values[0] if len(set(values)) == 1 else f"{values[0]}..{values[-1]}"


def sweep_json(runs: Sequence[Run]) -> list[Json]:
    """An object for each run: its constants, its verdict, and the keys of `check`."""
    return [
        {
            "constants": constants,
            "verdict": verdict_word(answer.verdict),
            "property": answer.verdict.property if isinstance(answer.verdict, Violated) else None,
            "reason": verdict_reason(answer),
            "seconds": round(answer.seconds, 3),
            "exit": exit_code(answer),
            **check_json(answer),
        }
        for constants, answer in runs
    ]


def _cells(names: Sequence[str], constants: Mapping[str, str], answer: Answer) -> list[str]:
    counts = answer.counts
    return [
        *(constants[name] for name in names),
        _verdict(answer),
        f"{counts.distinct:,}",
        f"{counts.generated:,}",
        str(counts.depth),
        f"{answer.seconds:.2f}",
    ]


def _verdict(answer: Answer) -> str:
    verdict = answer.verdict
    word = verdict_word(verdict)
    if isinstance(verdict, Violated):
        return f"{word}: {verdict.property}"
    if answer.not_checked:
        return f"{word}, without {', '.join(each.name for each in answer.not_checked)}"
    return word


def _line(cells: Sequence[str], widths: Sequence[int], left: int) -> str:
    """The cells in columns; counts and times are right-aligned."""
    padded = [
        f"{cell:<{width}}" if i <= left else f"{cell:>{width}}"
        for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  " + "  ".join(padded).rstrip()


def _tone(answer: Answer) -> Tone:
    code = exit_code(answer)
    return "good" if code == 0 else "doubtful" if code == 20 else "bad"
