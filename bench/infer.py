"""Infer the invariants of the benchmark protocols and write a table with the anchors beside.

Each protocol runs in a process of its own, so that start-up counts. The anchors are the best
published times in seconds and the smallest published sizes, as `specs/*/expect.toml` numbers
the rows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"

# row: (name, endive seconds, best published seconds, smallest published size)
ANCHORS: dict[int, tuple[str, float | None, float, int]] = {
    1: ("tla-consensus", 1, 0, 1),
    2: ("tla-tcommit", 2, 1, 1),
    3: ("i4-lock-server", 7, 1, 2),
    4: ("ex-quorum-leader-election", 11, 3, 2),
    5: ("pyv-toy-consensus-forall", 19, 3, 3),
    6: ("tla-simple", 8, 6, 2),
    7: ("ex-lockserv-automaton", 23, 2, 9),
    8: ("tla-simpleregular", 10, 8, 4),
    9: ("pyv-sharded-kv", 312, 2, 5),
    10: ("pyv-lockserv", 35, 2, 9),
    11: ("tla-twophase", 43, 9, 9),
    12: ("i4-learning-switch", None, 14, 5),
    13: ("ex-simple-decentralized-lock", 44, 1, 2),
    14: ("i4-two-phase-commit", 69, 6, 9),
    15: ("pyv-consensus-wo-decide", 127, 18, 5),
    16: ("pyv-consensus-forall", 175, 29, 7),
    17: ("pyv-learning-switch", None, 79, 3),
    18: ("i4-chord-ring-maintenance", None, 53, 10),
    19: ("pyv-sharded-kv-no-lost-keys", 13, 1, 2),
    20: ("ex-naive-consensus", 40, 6, 4),
    21: ("pyv-client-server-ae", 46, 2, 2),
    22: ("ex-simple-election", 24, 7, 3),
    23: ("pyv-toy-consensus-epr", 19, 2, 4),
    24: ("ex-toy-consensus", 7, 6, 2),
    25: ("pyv-client-server-db-ae", 4941, 17, 5),
    26: ("pyv-hybrid-reliable-broadcast", None, 24, 4),
    27: ("pyv-firewall", 38, 2, 2),
    28: ("ex-majorityset-leader-election", 53, 28, 4),
    29: ("pyv-consensus-epr", 247, 3, 6),
    30: ("mldr", 2025, 2025, 6),
}


def protocols() -> dict[int, tuple[Path, str]]:
    """The benchmark protocols by row: the spec and the property."""
    found = {}
    for path in (ROOT / "specs").glob("*/expect.toml"):
        known = tomllib.loads(path.read_text(encoding="utf-8")).get("protocol")
        if known is not None and "row" in known:
            name = path.parent.name
            found[known["row"]] = (path.with_name(f"{name}.tla"), known["property"])
    return dict(sorted(found.items()))


def run(spec: Path, property: str, seconds: float, seed: int, more: list[str]) -> dict[str, Any]:
    """One inference in a process of its own; its answer and the time it took."""
    command = [sys.executable, "-m", "holdfast", "infer", str(spec), "--property", property]
    command += ["--json", "--no-cache", "--time", str(seconds), "--seed", str(seed), *more]
    started = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall = time.monotonic() - started
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        answer = {"verdict": "error", "reason": done.stderr.strip()[-200:], "infer": {}}
    own = answer.get("infer") or {}
    return {
        "verdict": answer.get("verdict"),
        "scope": answer.get("scope"),
        "assumed": answer.get("assumed", []),
        "reason": answer.get("reason"),
        "seconds": round(wall, 2),
        "size": len(own.get("invariant", [])),
        "invariant": own.get("invariant", []),
        "candidates": own.get("candidates"),
        "ctis": own.get("ctis"),
        "phases": own.get("phases"),
    }


def table(rows: dict[int, dict[str, Any]]) -> str:
    """The results as a page."""
    lines = [
        "# Inference, row by row",
        "",
        "Wall seconds including start-up; the anchors are published figures from other machines.",
        "",
        "| # | protocol | verdict | scope | s | size | endive s | best s | smallest size |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row, result in rows.items():
        name, endive, best, size = ANCHORS[row]
        shown = "-" if endive is None else f"{endive:g}"
        lines.append(
            f"| {row} | {name} | {result['verdict']} | {result['scope'] or ''} |"
            f" {result['seconds']} | {result['size']} | {shown} | {best:g} | {size} |"
        )
    proved = [r for r in rows.values() if r["verdict"] == "proved"]
    everywhere = sum(r["scope"] == "all sizes" for r in proved)
    total = sum(r["seconds"] for r in rows.values())
    small = sum(r["verdict"] == "proved" and r["size"] <= ANCHORS[n][3] for n, r in rows.items())
    lines += [
        "",
        f"{len(proved)} of {len(rows)} proved, {everywhere} for all sizes, {total:.0f} s in sum;",
        f"at most as large as the smallest published on {small} rows.",
    ]
    return "\n".join([*lines, ""])


def main() -> None:
    """Run all, or the rows that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", type=int)
    parser.add_argument("--time", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--algorithm", default="holdfast")
    options = parser.parse_args()
    rows: dict[int, dict[str, Any]] = {}
    for row, (spec, property) in protocols().items():
        if options.rows and row not in options.rows:
            continue
        more = ["--algorithm", options.algorithm]
        rows[row] = run(spec, property, options.time, options.seed, more)
        result = rows[row]
        sys.stderr.write(
            f"{row:3} {spec.stem:24} {result['verdict']} {result['scope'] or result['reason']}"
            f" {result['seconds']} s, size {result['size']}\n"
        )
    RESULTS.mkdir(parents=True, exist_ok=True)
    stem = "infer" if options.algorithm == "holdfast" else f"infer-{options.algorithm}"
    (RESULTS / f"{stem}.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    (RESULTS / f"{stem}.md").write_text(table(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
