"""Judges what coverage reports as never evaluated: something that fails may then be in its place.

python -m tests.check.unevaluated 0:500          random specs of tests/attack
python -m tests.check.unevaluated FILE.tla ...   specs, each with its configuration
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from holdfast.source import Span, SpecError
from holdfast.verdict import Answer, Exhausted
from holdfast.workbench import load
from tests.attack.answers import write_files
from tests.attack.generate import generate

_FAILS = "(CHOOSE never \\in {} : TRUE)"


def wrong_claims(root: Path, engine: str) -> Iterator[Span]:
    """The places of a spec that were evaluated although the coverage of a search denies it."""
    before = _checked(root, engine)
    if before is None or before.coverage is None or not isinstance(before.verdict, Exhausted):
        return
    for site in before.coverage.never_evaluated:
        if site.role == "property":  # without a prime it would be one of another kind
            continue
        text = site.span.source.text
        path = root.parent / Path(site.span.source.name).name
        if not path.is_file() or path.read_text("utf-8") != text:
            continue
        path.write_text(text[: site.span.start] + _FAILS + text[site.span.end :], "utf-8")
        after = _checked(root, engine)
        path.write_text(text, "utf-8")
        if after is None or after.verdict != before.verdict or after.counts != before.counts:
            yield site.span


def _checked(root: Path, engine: str) -> Answer | None:
    """The answer of a check; None if the spec is rejected."""
    try:
        return (
            load(root)
            .check(coverage=True, engine=engine, seconds=20, workers=1, safety_only=True)
            .answer
        )
    except SpecError:
        return None


def random_claims(seeds: range, folder: Path, engine: str) -> Iterator[tuple[int, Span]]:
    """The wrong claims about random specs."""
    for seed in seeds:
        spec = generate(seed)
        inside = folder / str(seed)
        inside.mkdir()
        write_files(spec, inside)
        yield from ((seed, span) for span in wrong_claims(inside / f"{spec.root.name}.tla", engine))


def main() -> int:
    """Judge the specs of the command line."""
    found = 0
    for engine in ("interp", "native"):
        with tempfile.TemporaryDirectory() as folder:
            for given in sys.argv[1:]:
                for where, span in _judged(given, Path(folder), engine):
                    found += 1
                    sys.stdout.write(f"{engine} {where} {span.location()}: {span.text}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{found} wrong claims\n")
    return min(found, 1)


def _judged(given: str, folder: Path, engine: str) -> Iterator[tuple[object, Span]]:
    if not given.endswith(".tla"):
        first, _, last = given.partition(":")
        yield from random_claims(range(int(first), int(last)), folder, engine)
        return
    inside = folder / Path(given).stem
    shutil.copytree(Path(given).parent, inside, dirs_exist_ok=True)
    yield from ((given, span) for span in wrong_claims(inside / Path(given).name, engine))


if __name__ == "__main__":
    sys.exit(main())
