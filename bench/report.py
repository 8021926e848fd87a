"""The results of a run, as JSON and as a table."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import exp, log
from pathlib import Path

from bench.measure import Cost
from bench.tools import Found

FIGURES = ("cold", "warm", "search")
"""Nothing cached; compiled code cached; without the time before the search."""


@dataclass(slots=True)
class Row:
    """One model: what was found, and the cost by figure."""

    name: str
    found: Found
    costs: dict[str, Cost] = field(default_factory=dict)
    tlc: Cost | None = None
    problem: str = ""

    def ratio(self, figure: str) -> float | None:
        """How many times the processor time of TLC."""
        if self.tlc is None or figure not in self.costs:
            return None
        return self.tlc.cpu / max(self.costs[figure].cpu, 0.01)


def geometric_mean(rows: Sequence[Row], figure: str) -> float | None:
    """The mean of the ratios, or None if there is none."""
    ratios = [r for row in rows if (r := row.ratio(figure)) is not None and not row.problem]
    return exp(sum(map(log, ratios)) / len(ratios)) if ratios else None


def disagreement(ours: Found, theirs: Found | None, violated: bool) -> str:
    """What is wrong with an answer, or nothing: a fast wrong answer is a failure."""
    wanted = "violated" if violated else "holds"
    if ours.verdict != wanted:
        return f"holdfast: {ours.verdict} {ours.note}".strip()
    if theirs is None:
        return ""
    if theirs.verdict != wanted:
        return f"TLC: {theirs.verdict} {theirs.note}".strip()
    mine, other = (ours.generated, ours.distinct), (theirs.generated, theirs.distinct)
    return "" if mine == other else f"counts differ: holdfast {mine}, TLC {other}"


def as_json(rows: Sequence[Row], about: dict[str, object]) -> str:
    """Everything that was measured."""
    data = {
        **about,
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "geometric_mean": {f: _rounded(geometric_mean(rows, f)) for f in FIGURES},
        "models": [
            {
                "name": row.name,
                **asdict(row.found),
                "tlc": None if row.tlc is None else row.tlc.as_json(),
                **{name: cost.as_json() for name, cost in row.costs.items()},
                "ratio": {f: _rounded(row.ratio(f)) for f in FIGURES},
                "problem": row.problem,
            }
            for row in rows
        ],
    }
    return json.dumps(data, indent=2) + "\n"


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def as_markdown(rows: Sequence[Row], title: str) -> str:
    """A table: processor seconds, and how many times faster than TLC."""
    lines = [
        f"# {title}",
        "",
        "Processor seconds, medians. *Cold*: nothing cached; *warm*: compiled code cached;",
        "*search*: warm, without what comes before the search. In brackets: how many times",
        "TLC's processor time.",
        "",
        "| model | generated | distinct | TLC s | cold | warm | search | MiB, TLC | MiB |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        if row.problem:
            lines.append(f"| {row.name} | {_one_line(row.problem)} |" + " |" * 7)
            continue
        tlc = ("", "") if row.tlc is None else (f"{row.tlc.cpu:.1f}", f"{row.tlc.memory:.0f}")
        cells = [
            row.name,
            "" if row.found.generated is None else f"{row.found.generated:,}",
            "" if row.found.distinct is None else f"{row.found.distinct:,}",
            tlc[0],
            *(_cell(row, f) for f in FIGURES),
            tlc[1],
            f"{row.costs['warm'].memory:.0f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    means = [geometric_mean(rows, f) for f in FIGURES]
    shown = " | ".join("" if m is None else f"{m:.1f}x" for m in means)
    lines += [f"| geometric mean | | | | {shown} | | |", ""]
    return "\n".join(lines)


def _cell(row: Row, figure: str) -> str:
    ratio = row.ratio(figure)
    shown = f"{row.costs[figure].cpu:.2f}"
    return shown if ratio is None else f"{shown} ({ratio:.1f}x)"


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")[:120]


def write(rows: Sequence[Row], folder: Path, name: str, about: dict[str, object]) -> Path:
    """Write both files; gives the path of the table."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(as_json(rows, about), "utf-8")
    table = folder / f"{name}.md"
    table.write_text(as_markdown(rows, f"Benchmark {name}"), "utf-8")
    return table
