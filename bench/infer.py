"""Infer the invariants of the benchmark protocols and write tables with the anchors beside.

    python -m bench.infer                             all thirty, one after the other
    python -m bench.infer --rows 3 11 --time 60       some of them
    python -m bench.infer --seeds 10 --rows 1 2 3     each with ten seeds
    python -m bench.infer --algorithm both --rows 3   beside the algorithm of endive
    python -m bench.infer --check --rows 3 11         and check each result by other means
    python -m bench.infer --specs PATH                the public specs of endive, unchanged

Each inference runs in a process of its own, so that start-up counts. Tables go to
`bench/results`, or where `--out` says; those of some rows only are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.infer_cases import ROOT, Case, protocols, public_specs
from bench.infer_check import Checked, check_result, place
from bench.infer_tables import (
    Result,
    beside,
    checked_table,
    public_table,
    seeds_table,
    table,
)

RESULTS = ROOT / "bench" / "results"
_GRACE = 60.0
"""Seconds after its limit at which an inference that has not ended is stopped."""


def run(
    case: Case, seconds: float, seed: int = 0, algorithm: str = "holdfast", write: bool = False
) -> Result:
    """One inference in a process of its own; its answer and what it took."""
    command = [sys.executable, "-m", "holdfast", "infer", str(case.spec)]
    command += ["--property", case.property, "--json", "--no-cache", "--time", str(seconds)]
    command += ["--seed", str(seed), "--algorithm", algorithm]
    if case.config is not None:
        command += ["--config", str(case.config)]
    if write:
        command.append("--write")
    started, used = time.monotonic(), _children()
    answer = _answer(command, seconds + _GRACE)
    own = answer.get("infer") or {}
    return Result(
        case=case,
        seed=seed,
        algorithm=algorithm,
        verdict=str(answer.get("verdict")),
        scope=answer.get("scope"),
        assumed=tuple(answer.get("assumed") or ()),
        reason=answer.get("reason"),
        wall=round(time.monotonic() - started, 2),
        cpu=round(_children() - used, 2),
        invariant=tuple(own.get("invariant") or ()),
        candidates=own.get("candidates"),
        ctis=own.get("ctis"),
        phases=own.get("phases"),
    )


def _answer(command: Sequence[str], limit: float) -> dict[str, Any]:
    paths = (str(ROOT / "src"), os.environ.get("PYTHONPATH", ""))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
    # An installed package has its bytecode, too.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=limit, env=environment
        )
    except subprocess.TimeoutExpired:
        return {"verdict": "error", "reason": f"it did not end within {limit:.0f} s"}
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"verdict": "error", "reason": done.stderr.strip()[-200:]}
    return answer


def _children() -> float:
    """The processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell(result: Result) -> None:
    """Say on standard error what came of one inference."""
    seed = f" seed {result.seed}" if result.seed else ""
    sys.stderr.write(
        f"{result.case.row:3} {result.case.name:28}{seed} {result.algorithm} {result.verdict}"
        f" {result.scope or result.reason} {result.wall} s, {result.cpu} s of processors,"
        f" size {len(result.invariant)} {', '.join(result.assumed)}\n"
    )


def run_checked(case: Case, seconds: float, folder: Path) -> tuple[Result, Checked | None]:
    """One inference, and what other means say about its result."""
    placed = place(case, folder)
    result = run(placed, seconds, write=True)
    if not result.is_proved:
        return result, None
    names = [c["name"] for c in result.invariant]
    return result, check_result(placed, names, result.assumed)


Pairs = list[tuple[Result, Checked | None]]


def check_all(cases: Sequence[Case], seconds: float, scratch: Path) -> Pairs:
    """All cases with checks."""
    pairs: Pairs = []
    for case in cases:
        result, checked = run_checked(case, seconds, scratch / case.name)
        tell(result)
        if checked is not None:
            sys.stderr.write(f"    {checked.line()}\n")
        pairs.append((result, checked))
    return pairs


def save(stem: Path, results: Sequence[Result], text: str) -> None:
    """Write results as JSON and as a page."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    rows = [r.as_json() for r in results]
    stem.with_suffix(".json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(text, encoding="utf-8")


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "bench.infer", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", nargs="+", type=int, metavar="N", help="these rows only")
    parser.add_argument("--time", type=float, default=120.0, help="seconds for each (120)")
    parser.add_argument("--seeds", type=int, default=1, metavar="K", help="seeds 0 to K - 1")
    parser.add_argument("--algorithm", choices=("holdfast", "endive", "both"), default="holdfast")
    parser.add_argument("--check", action="store_true", help="check each result by other means")
    parser.add_argument("--specs", type=Path, metavar="PATH", help="a folder of public specs")
    parser.add_argument("--out", type=Path, metavar="STEM", help="write STEM.md and STEM.json")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run what is asked for; 1 if something was not proved or not confirmed."""
    options = _arguments(given)
    both = options.algorithm == "both"
    algorithms = ("holdfast", "endive") if both else (options.algorithm,)
    results: list[Result] = []
    pairs: Pairs = []
    with tempfile.TemporaryDirectory() as scratch:
        every = protocols() if not options.specs else public_specs(options.specs, Path(scratch))
        cases = [c for c in every if not options.rows or c.row in options.rows]
        if options.check:
            pairs = check_all(cases, options.time, Path(scratch))
            results = [result for result, _ in pairs]
        for case in cases if not options.check else ():
            for algorithm in algorithms:
                for seed in range(options.seeds):
                    results.append(run(case, options.time, seed, algorithm))
                    tell(results[-1])
    if options.check:
        name, text = "infer-checked", checked_table(pairs)
    elif options.specs:
        name, text = "infer-public", public_table(results)
    elif both:
        name, text = "infer-both", beside(results)
    elif options.seeds > 1:
        name, text = "infer-seeds", seeds_table(results)
    else:
        name = "infer" if options.algorithm == "holdfast" else f"infer-{options.algorithm}"
        text = table(results)
    partial = options.rows and not both and options.seeds == 1
    stem = options.out or (None if partial else RESULTS / name)
    if stem is None:
        sys.stdout.write(text)
    else:
        save(stem, results, text)
    ours = [r for r in results if r.algorithm == "holdfast"]
    confirmed = all(checked is not None and checked.ok for _, checked in pairs)
    return 0 if confirmed and all(r.is_right for r in ours) else 1


if __name__ == "__main__":
    sys.exit(main())
