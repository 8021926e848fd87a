"""Measure `holdfast check` of Promela models beside Spin: both whole commands, from text to result.

    python -m bench.promela path/to/Spin/Examples
    python -m bench.promela path/to/Spin/Examples --only sort.pml --runs 1 --write

Spin's command is `spin -a`, the C compiler with -O2, and the verifier, without reductions. Ends
with 1 if a count differs. Models that Spin does not finish, or with few states, are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path

from bench.measure import Cost, Run, run
from bench.tools import holdfast_environment
from tests.promela.spin import PLAIN, SpinError, read_report

HERE = Path(__file__).resolve().parent
SECONDS = 90
"""CPU seconds that Spin's verifier may use."""
MEGABYTES = 4000
MOST_RUNS = 8
"""How often a model is checked before it is measured, unless `cc` has compiled it."""

Counts = tuple[int, int, int]
"""Stored states, transitions, errors."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model: its counts, the least cost of both commands, and what is wrong."""

    name: str
    counts: Counts
    ours: float
    cold: float
    runs: int
    theirs: float
    verifier: float
    problem: str = ""

    @property
    def ratio(self) -> float:
        """How many times the CPU time of holdfast Spin takes."""
        return self.theirs / max(self.ours, 0.01)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the models of a folder and print a table."""
    options = _options(arguments)
    folder = Path(options.folder).resolve()
    with tempfile.TemporaryDirectory(prefix="bench-") as cache:
        return _measure_all(folder, Path(cache), options)


def _measure_all(folder: Path, cache: Path, options: argparse.Namespace) -> int:
    rows = []
    load = [os.getloadavg()[0]]
    for path in _models(folder, options.only):
        row = measure_model(path, str(path.relative_to(folder)), cache, options)
        load.append(os.getloadavg()[0])
        if row is not None:
            rows.append(row)
            print(_line(row), flush=True)
            if options.write:
                table = as_markdown(rows, options.runs, max(load))
                Path(options.output).write_text(table, "utf-8")
    print(as_markdown(rows, options.runs, max(load)))
    return 1 if any(row.problem for row in rows) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.promela", description=__doc__)
    parser.add_argument("folder", help="models, also in the folders below")
    parser.add_argument("--only", action="append", default=[], help="a file; may be repeated")
    parser.add_argument("--least", type=int, default=40_000, help="states of a model")
    parser.add_argument("--runs", type=int, default=3, help="of each command; the least counts")
    parser.add_argument("--write", action="store_true", help="write the table to --output")
    parser.add_argument("--output", default=str(HERE / "results" / "promela.md"))
    return parser.parse_args(arguments)


def _models(folder: Path, only: Sequence[str]) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.pml")):
        if not only or str(path.relative_to(folder)) in only:
            yield path


def measure_model(path: Path, name: str, cache: Path, options: argparse.Namespace) -> Row | None:
    """Both commands on one model, in turns; None if Spin does not finish it, or it is small."""
    with tempfile.TemporaryDirectory(prefix="bench-") as made:
        base = Path(made)
        first = _run_spin(path, base)
        if first is None or first[0][0] < options.least:
            return None
        counts, theirs, verifier = first
        # Some runs are not counted: what is searched again and again is compiled with cc.
        compiled = _compiled(cache)
        found = [_run_holdfast(path, cache)]
        while _compiled(cache) == compiled and len(found) < MOST_RUNS:
            found.append(_run_holdfast(path, cache))
        before, cold, ours = len(found), found[0][1].cpu, list[float]()
        for number in range(options.runs):
            found.append(_run_holdfast(path, cache))
            ours.append(found[-1][1].cpu)
            if number:
                again = _run_spin(path, base)
                assert again is not None
                theirs, verifier = min(theirs, again[1]), min(verifier, again[2])
    wrong = [shown for shown, _ in found if shown != counts]
    problem = f"holdfast: {wrong[0]}, Spin: {counts}" if wrong else ""
    return Row(name, counts, min(ours), cold, before, theirs, verifier, problem)


def _compiled(cache: Path) -> set[Path]:
    """The models that `cc` has compiled."""
    return set(cache.rglob("*.so"))


def _run_spin(path: Path, folder: Path) -> tuple[Counts, float, float] | None:
    """The counts, the CPU seconds of the three commands, and those of the last one."""
    limit = f"-DMEMLIM={MEGABYTES}"
    commands = (
        ("spin", "-o1", "-o2", "-o3", "-a", str(path)),
        ("cc", "-O2", "-w", *PLAIN, limit, "-o", "pan", "pan.c"),
        ("sh", "-c", f"ulimit -t {SECONDS}; exec ./pan -c0 -n -m1000000"),
    )
    done: list[Run] = []
    for command in commands:
        done.append(run(command, folder))
        if done[-1].code != 0:
            return None
    try:
        report = read_report(done[-1].output)
    except SpinError:
        return None
    if not report.complete:
        return None
    counts = (report.stored, report.transitions, report.errors)
    return counts, sum(each.cost.cpu for each in done), done[-1].cost.cpu


def _run_holdfast(path: Path, cache: Path) -> tuple[Counts | str, Cost]:
    """The counts, or the output of a command that has none, and the cost."""
    command = (
        *(sys.executable, "-m", "holdfast", "check", str(path)),
        *("--count-like-spin", "--workers", "1", "--json"),
    )
    done = run(command, cache, holdfast_environment(cache))
    try:
        spin = json.loads(done.output[done.output.index("{") :])["check"]["spin"]
        return (spin["stored"], spin["transitions"], spin["errors"]), done.cost
    except (ValueError, KeyError, TypeError):
        return done.output[-400:], done.cost


def geometric_mean(rows: Sequence[Row]) -> float | None:
    """The mean of the ratios of all models without a problem."""
    ratios = [row.ratio for row in rows if not row.problem]
    return exp(sum(map(log, ratios)) / len(ratios)) if ratios else None


def as_markdown(rows: Sequence[Row], runs: int, load: float) -> str:
    """A table: CPU seconds of both commands, and their ratio."""
    lines = [
        "# Promela: Spin and holdfast",
        "",
        f"CPU seconds (user and system, with all processes that are started), the least of {runs}.",
        "*Spin*: `spin -o1 -o2 -o3 -a`, `cc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM` and",
        "`pan -c0 -n -m1000000`; in brackets `pan` alone. *holdfast*: `check --count-like-spin`,",
        "one worker. *First*: a new model; *warm*: after as many *runs* as holdfast takes to",
        f"decide to compile the model with `cc`, at most {MOST_RUNS}. The ratio is Spin / warm.",
        f"All counts are equal unless a line says otherwise. The highest load was {load:.1f}.",
        "",
        "| model | stored | transitions | Spin s | first s | runs | warm s | ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(_line, rows),
    ]
    mean = geometric_mean(rows)
    if mean is not None:
        lines.append(f"| geometric mean | | | | | | | {mean:.2f}x |")
    return "\n".join([*lines, ""])


def _line(row: Row) -> str:
    stored, transitions, _ = row.counts
    if row.problem:
        return f"| {row.name} | {' '.join(row.problem.split()).replace('|', '/')} | | | | | | |"
    theirs = f"{row.theirs:.2f} ({row.verifier:.2f})"
    return (
        f"| {row.name} | {stored:,} | {transitions:,} | {theirs} | {row.cold:.2f} |"
        f" {row.runs} | {row.ours:.2f} | {row.ratio:.2f}x |"
    )


if __name__ == "__main__":
    sys.exit(main())
