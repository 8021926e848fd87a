"""Compares holdfast's counts with those of Spin or of the reference evaluator.

    python -m tests.promela.compare 0:300            random programs, with the reference
    python -m tests.promela.compare 0:300 --spin     random programs, with Spin
    python -m tests.promela.compare FOLDER --spin    the models of a folder

`--shrink` shrinks each program that differs, `--engine` selects holdfast's engine, `--jumps` adds
labels and jumps to random programs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from holdfast.source import SpecError
from tests.promela import ours, reference, spin
from tests.promela.evaluator.machine import FatalError
from tests.promela.generate import generate
from tests.promela.ours import Row
from tests.promela.shrink import shrink

LIMIT = 3_000


def by_reference(text: str) -> Row | str:
    """The counts of the reference evaluator, or why there are none."""
    try:
        found = reference.count(text, LIMIT)
    except FatalError as error:
        return f"skipped: {error}"
    return Row(found.stored, found.transitions, found.errors)


def by_spin(source: Path | str) -> Row | str:
    """The counts of Spin, or why there are none."""
    try:
        found = spin.count(source)
    except spin.SpinError as error:
        return f"skipped: {' '.join(str(error).split())[:100]}"
    if not found.complete:
        return f"skipped: {found.message or 'search not completed'}"
    return Row(found.stored, found.transitions, found.errors)


def by_holdfast(source: Path | str, engine: str) -> Row | str:
    """The counts of holdfast, or its error."""
    try:
        return ours.count(source, engine)
    except (SpecError, AssertionError) as error:
        return f"error: {str(error).splitlines()[0]}"


def programs(what: list[str], jumps: bool) -> Iterator[tuple[str, str | Path]]:
    """The named programs: those of a range of seeds, files, and the models of folders."""
    for one in what:
        first, colon, last = one.partition(":")
        if colon and first.isdigit() and last.isdigit():
            for seed in range(int(first), int(last)):
                yield f"seed {seed}", generate(seed, jumps)
        elif Path(one).is_dir():
            yield from ((str(path), path) for path in sorted(Path(one).rglob("*.pml")))
        else:
            yield one, Path(one)


def main(arguments: list[str]) -> int:
    """Compare, print what differs, and return the number of differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+")
    parser.add_argument("--spin", action="store_true")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--jumps", action="store_true")
    parser.add_argument("--engine", default="auto")
    options = parser.parse_args(arguments)
    expected: Callable[[str], Row | str] = by_spin if options.spin else by_reference
    totals: Counter[str] = Counter()
    for name, source in programs(options.what, options.jumps):
        text = source if isinstance(source, str) else source.read_text(encoding="utf-8")
        wanted = by_spin(source) if options.spin else expected(text)
        if isinstance(wanted, str):
            totals["skipped"] += 1
            continue
        found = by_holdfast(source, options.engine)
        totals["same" if found == wanted else "different"] += 1
        if found != wanted:
            sys.stdout.write(f"{name}: {wanted}; holdfast: {found}\n")
            if options.shrink:
                sys.stdout.write(_shrunk(text, expected, options.engine))
            sys.stdout.flush()
    sys.stdout.write(", ".join(f"{count} {what}" for what, count in totals.items()) + "\n")
    return totals["different"]


def _shrunk(text: str, expected: Callable[[str], Row | str], engine: str) -> str:
    crashed = isinstance(by_holdfast(text, engine), str)

    def differs(part: str) -> bool:
        try:
            wanted = expected(part)
        except (SyntaxError, KeyError, IndexError, ValueError, AssertionError):
            return False  # the rest of a program need not be one
        if isinstance(wanted, str):
            return False
        found = by_holdfast(part, engine)
        return found != wanted and isinstance(found, str) == crashed

    small = shrink(text, differs)
    return f"{small}{expected(small)}; holdfast: {by_holdfast(small, engine)}\n"


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
