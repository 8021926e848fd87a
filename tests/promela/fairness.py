"""Compares verdicts of random properties under weak fairness with those of Spin.

    python -m tests.promela.fairness 0:200              prints what differs
    python -m tests.promela.fairness 0:200 --record     and writes Spin's verdicts

Programs with more than a few hundred states are left out. Each has one more process, which always
moves: where no process can move, Spin misses some violations under weak fairness. It also misses
some if a process is kept from moving by its `provided`, so there is none in these programs, and
counts the claim in `_nr_pr`, which is a number in them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import zlib
from pathlib import Path

from holdfast.source import SpecError
from tests.promela import ours, reference, spin
from tests.promela.evaluator.machine import FatalError
from tests.promela.generate import generate
from tests.promela.random_ltl import with_property

RECORDED = Path(__file__).parent / "fairness.json"
MOST = 400
IDLE = "active proctype Idle() { bit b; do :: b = 1 - b od }\n"
PROVIDED = re.compile(r" provided \(.*\)$", re.MULTILINE)


def is_small(seed: int) -> bool:
    """Whether the program of a seed has few states, and no fatal errors."""
    try:
        return reference.count(generate(seed), MOST).stored < MOST
    except FatalError:
        return False


def fair_program(seed: int) -> str:
    """The program of a seed with a property and a process that never ends."""
    text = PROVIDED.sub("", with_property(generate(seed), seed)).replace("_nr_pr", "3")
    before, ltl, after = text.rpartition("ltl p {")
    return f"{before}{IDLE}{ltl}{after}"


def by_spin(text: str) -> bool | None:
    """Whether Spin finds no violation under weak fairness; None if it rejects the program."""
    try:
        found = spin.judge(text, "p", options=("-f",))
    except spin.SpinError:
        return None
    if not found.complete and not found.errors:
        return None
    return found.errors == 0


def by_holdfast(text: str) -> bool | None:
    """The same for holdfast."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.pml"
        path.write_text(text, encoding="utf-8")
        try:
            return ours.holds(path, "p", "interp", weak_fairness=True)
        except (SpecError, AssertionError):
            return None


def main(arguments: list[str]) -> int:
    """Compare; the result is the number of differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args(arguments)
    first, _, last = options.seeds.partition(":")
    rows: dict[str, list[object]] = {}
    different = 0
    for seed in filter(is_small, range(int(first), int(last))):
        text = fair_program(seed)
        wanted = by_spin(text)
        found = by_holdfast(text) if wanted is not None else None
        if wanted is None:
            continue
        rows[str(seed)] = [zlib.crc32(text.encode()), wanted]
        if found is not wanted:
            different += 1
            sys.stdout.write(f"seed {seed}: Spin {wanted}, holdfast {found}\n")
            sys.stdout.flush()
    violated = sum(not holds for _, holds in rows.values())
    sys.stdout.write(f"{len(rows)} programs, {violated} violated, {different} different\n")
    if options.record:
        lines = ",\n".join(f'"{seed}": {json.dumps(row)}' for seed, row in rows.items())
        RECORDED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return different


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
