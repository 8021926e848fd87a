"""Attack holdfast with random specs.

    python -m tests.attack --seeds 0:2000              ask interp and native; print what differs
    python -m tests.attack --seeds 0:2000 --shrink     and make each spec small first
    python -m tests.attack --seeds 0:200 --tlc         compare plain substitution with TLC, too
    python -m tests.attack --seeds 3,17,200:210        these only
    python -m tests.attack --show 17                   print the files of a spec

`--engines interp,auto` asks others, `--stop 10` ends after so many, `--brief` prints one line for
each. `HOLDFAST_TLC` is TLC's class path. Exit status 1 if there was a disagreement. To attack
another tree, put its `src` first on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.attack.attack import ENGINES, Finding, attack, shrunk, signature
from tests.attack.generate import generate
from tests.attack.holes import made_of
from tests.attack.tree import files


def main() -> int:
    """Run the seeds that the command line names."""
    options = _options()
    if options.show is not None:
        for name, text in files(generate(options.show)).items():
            sys.stdout.write(f"\\* {name}\n{text}\n")
        return 0
    seeds = [seed for part in options.seeds.split(",") for seed in _range(part)]
    with tempfile.TemporaryDirectory() as folder:
        if options.tlc:
            from tests.attack.named import compare_with_tlc

            return compare_with_tlc(seeds, Path(folder))
        return _attack_all(seeds, Path(folder) / "spec", options)


def _range(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last or int(first) + 1))


def _attack_all(seeds: list[int], folder: Path, options: argparse.Namespace) -> int:
    engines = tuple(options.engines.split(","))
    kinds: Counter[tuple[str, ...]] = Counter()
    started, used = time.monotonic(), time.process_time()
    done = 0
    for seed in seeds:
        done += 1
        finding = attack(seed, folder, engines)
        if finding is None:
            continue
        sign = signature(finding)
        kinds[sign] += 1
        if options.shrink and kinds[sign] <= options.each:
            finding = shrunk(finding, folder, engines)
        if kinds[sign] <= options.each:
            _report(finding, options.brief)
        if 0 < options.stop <= kinds.total():
            break
    spent = [
        1000 * t / max(done, 1) for t in (time.monotonic() - started, time.process_time() - used)
    ]
    sys.stdout.write(
        f"{done} specs, {spent[0]:.0f} ms each ({spent[1]:.0f} ms of processor): "
        f"{kinds.total()} disagreements\n"
    )
    for sign, count in kinds.most_common():
        sys.stdout.write(f"{count:6} {' | '.join(sign)}\n")
    return 1 if kinds else 0


def _report(finding: Finding, brief: bool) -> None:
    heading = f"[{made_of(finding.spec)}] "
    text = f"seed {finding.seed}: {finding.difference}\n" if brief else f"{finding}\n"
    text = heading + text
    sys.stdout.write(text)
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.attack",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seeds", default="0:100")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--stop", type=int, default=0)
    parser.add_argument("--each", type=int, default=1_000_000, help="reports of one kind, at most")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--tlc", action="store_true")
    parser.add_argument("--show", type=int)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
