"""Measure the suite, and the models of tlaplus/Examples if their folder is given.

    HOLDFAST_TLC=tla2tools.jar:CommunityModules-deps.jar python -m bench
    python -m bench --only Paxos --runs 1 --examples path/to/Examples/specifications

Ends with 1 if an answer is wrong: a verdict, or a count that is not TLC's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import Cost, middle
from bench.report import Row, disagreement, geometric_mean, write
from bench.suite import Entry, place, read_suite
from bench.tools import (
    Found,
    found_by_holdfast,
    found_by_tlc,
    has_tlc,
    run_holdfast,
    run_start,
    run_tlc,
)

HERE = Path(__file__).resolve().parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for and write the results."""
    options = _options(arguments)
    entries = read_suite(HERE / "suite.toml", HERE.parent / "specs", options.only)
    if options.examples:
        only_examples = [] if options.no_suite else entries
        rows = read_suite(HERE / "examples.toml", Path(options.examples), options.only)
        entries = [*only_examples, *rows]
    with_tlc = has_tlc() and not options.no_tlc
    if not with_tlc:
        print("TLC is not run: HOLDFAST_TLC is not its class path", file=sys.stderr)
    measured = []
    name = options.name or datetime.now(UTC).strftime("%Y-%m-%d")
    about: dict[str, object] = {"name": name, "runs": options.runs, "workers": options.workers}
    for entry in entries:
        row = measure_model(entry, options, with_tlc)
        measured.append(row)
        _tell(row)
        write(measured, Path(options.output), name, about)
    mean = geometric_mean(measured, "warm")
    if mean is not None:
        print(f"geometric mean, warm: {mean:.1f}x TLC")
    return 1 if any(row.problem for row in measured) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", action="append", default=[], help="a model; may be repeated")
    parser.add_argument("--runs", type=int, default=3, help="runs of each figure")
    parser.add_argument("--workers", type=int, default=1, help="of holdfast; TLC has one")
    parser.add_argument("--examples", metavar="DIR", help="specifications of tlaplus/Examples")
    parser.add_argument("--no-suite", action="store_true", help="only the examples")
    parser.add_argument("--no-tlc", action="store_true", help="do not run TLC")
    parser.add_argument("--library", action="append", default=[], help="modules for TLC")
    parser.add_argument("--output", default=str(HERE / "results"), help="where results go")
    parser.add_argument("--name", help="of the results; the date otherwise")
    return parser.parse_args(arguments)


def measure_model(entry: Entry, options: argparse.Namespace, with_tlc: bool) -> Row:
    """All figures of one model, the tools taking turns."""
    with tempfile.TemporaryDirectory(prefix="bench-") as made:
        base = Path(made)
        folder, kept = place(entry, base), base / "kept"
        costs: dict[str, list[Cost]] = {"cold": [], "warm": [], "start": []}
        theirs: list[Cost] = []
        other: Found | None = None
        # Two runs are not counted: what was searched before is compiled with cc, into `kept`.
        for _ in range(2):
            ours = found_by_holdfast(run_holdfast(entry, folder, kept, options.workers))
        problem = disagreement(ours, None, entry.violated)
        for number in range(0 if problem else options.runs):
            if with_tlc:
                done = run_tlc(entry, folder, options.library)
                theirs.append(done.cost)
                other = found_by_tlc(done)
            cold = run_holdfast(entry, folder, base / f"cold{number}", options.workers)
            warm = run_holdfast(entry, folder, kept, options.workers)
            costs["cold"].append(cold.cost)
            costs["warm"].append(warm.cost)
            costs["start"].append(run_start(entry, folder, kept).cost)
            for answer in (found_by_holdfast(cold), found_by_holdfast(warm)):
                problem = problem or disagreement(answer, other, entry.violated)
    row = Row(entry.name, ours, problem=problem)
    if costs["warm"]:
        row.costs = {name: middle(each) for name, each in costs.items()}
        whole, start = row.costs["warm"], row.costs["start"]
        cpu, wall = max(whole.cpu - start.cpu, 0.01), max(whole.wall - start.wall, 0.01)
        row.costs["search"] = Cost(cpu, wall, whole.memory)
    row.tlc = middle(theirs) if theirs else None
    return row


def _tell(row: Row) -> None:
    if row.problem:
        print(f"{row.name}: {row.problem}", flush=True)
        return
    warm, ratio = row.costs["warm"].cpu, row.ratio("warm")
    beside = "" if row.tlc is None or ratio is None else f", TLC {row.tlc.cpu:.1f} s, {ratio:.1f}x"
    print(f"{row.name}: warm {warm:.2f} s{beside}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
