"""Compare holdfast, or TLC, with the judge of temporal properties on random cases.

    python -m tests.liveness.compare 0 1000            ask interp and native; print what differs
    python -m tests.liveness.compare 0 300 --tlc       ask TLC instead
    python -m tests.liveness.compare 17 1 --show       print the files of a case, and its lasso

`--engines interp` asks one of them only. `HOLDFAST_TLC` is TLC's class path. The exit status is 1
if there was a disagreement.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.liveness.answers import by_holdfast, disagreement, write_files
from tests.liveness.generate import Case, generate
from tests.liveness.tlc import by_tlc

ENGINES = ("interp", "native")


def differences(
    case: Case, folder: Path, engines: tuple[str, ...], kinds: Counter[str]
) -> Iterator[str]:
    """How the answers of engines about a case are wrong; `kinds` counts the answers."""
    write_files(case, folder)
    for engine in engines:
        said = by_holdfast(folder, engine)
        kinds[f"{engine} {said.kind}"] += 1
        wrong = disagreement(case, said)
        if wrong is not None:
            yield f"{engine}: {wrong}"


def tlc_differences(cases: list[Case], folder: Path, kinds: Counter[str]) -> Iterator[str]:
    """How the answers of TLC differ from those of the judge."""
    for case, said in zip(cases, by_tlc(cases, folder), strict=True):
        expected = "violated" if case.lasso else "holds"
        # TLC takes no notice of fairness where a property is about safety.
        same = said.kind == expected or (said.kind == "violated" and case.unsafe)
        note = f": {said.note.partition(' line')[0][:60]}" if said.kind == "refused" else ""
        kinds[f"tlc {said.kind}{note}"] += 1
        if said.kind != "refused" and not same:
            yield f"seed {case.seed}: TLC says {said.kind}, the judge {expected}\n{case}\n"


def main() -> int:
    """Compare the cases that the command line names."""
    options = _options()
    seeds = range(options.first, options.first + options.count)
    if options.show:
        for case in map(generate, seeds):
            sys.stdout.write(f"{case}\n{len(case.model.states)} states, {case.lasso}\n")
        return 0
    started = time.process_time()
    cases = [generate(seed) for seed in seeds]
    lengths = Counter(len(case.lasso) if case.lasso else 0 for case in cases)
    judged = time.process_time() - started
    sys.stdout.write(
        f"{len(cases)} cases judged in {judged:.1f} s, {lengths.pop(0, 0)} hold; lengths of "
        f"lassos: {', '.join(f'{n}: {count}' for n, count in sorted(lengths.items()))}\n"
    )
    kinds: Counter[str] = Counter()
    wrong = 0
    for text in _all_differences(cases, options, kinds):
        wrong += 1
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    for kind, count in sorted(kinds.items()):
        sys.stdout.write(f"{count:6} {kind}\n")
    sys.stdout.write(f"{wrong} disagreements\n")
    return 1 if wrong else 0


def _all_differences(
    cases: list[Case], options: argparse.Namespace, kinds: Counter[str]
) -> Iterator[str]:
    engines = tuple(options.engines.split(","))
    with tempfile.TemporaryDirectory() as folder:
        if options.tlc:
            yield from tlc_differences(cases, Path(folder), kinds)
            return
        for case in cases:
            for text in differences(case, Path(folder), engines, kinds):
                yield f"seed {case.seed}: {text}\n{case}\n"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.liveness.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--tlc", action="store_true")
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
