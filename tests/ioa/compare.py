"""Compare holdfast with the naive judge of compositions on random files.

    python -m tests.ioa.compare 0 500                 ask interp and native; print what differs
    python -m tests.ioa.compare 17 1 --show           print the file of a case, and its size
    python -m tests.ioa.compare 0 500 --statistics    what the files contain

`--engines interp` asks one of them only. The exit status is 1 if there was a disagreement.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.ioa.answers import ENGINES, differences
from tests.ioa.random_compositions import Case, generate
from tests.ioa.statistics import statistics


def main() -> int:
    """Compare the cases that the command line names."""
    options = _options()
    seeds = range(options.first, options.first + options.count)
    if options.statistics:
        for line in statistics(map(generate, seeds)):
            sys.stdout.write(f"{line}\n")
        return 0
    if options.show:
        for case in map(generate, seeds):
            sys.stdout.write(f"{case}\n{_size(case)}\n")
        return 0
    kinds: Counter[str] = Counter()
    wrong, started = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for case in map(generate, seeds):
            for text in differences(case, Path(folder), tuple(options.engines.split(",")), kinds):
                wrong += 1
                shown = text if options.brief else f"{text}\n{case}"
                sys.stdout.write(f"seed {case.seed}: {shown}\n")
                sys.stdout.flush()
    for kind, count in sorted(kinds.items()):
        sys.stdout.write(f"{count:6} {kind}\n")
    sys.stdout.write(f"{wrong} disagreements in {time.monotonic() - started:.0f} s\n")
    return 1 if wrong else 0


def _size(case: Case) -> str:
    explored = case.explored
    return (
        f"# {len(explored.states)} states, {explored.initial} initial, {len(explored.steps)} steps,"
        f" violated: {explored.violated}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.ioa.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--statistics", action="store_true")
    parser.add_argument("--brief", action="store_true", help="do not print the files")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
