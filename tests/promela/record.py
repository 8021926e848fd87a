"""Records Spin's counts of random programs, so that they can be compared without Spin.

python -m tests.promela.record 0:300
"""

from __future__ import annotations

import json
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.promela.compare import by_spin
from tests.promela.generate import generate
from tests.promela.ours import Row
from tests.promela.random_ltl import with_property
from tests.promela.spin import SpinError, judge

PATH = Path(__file__).parent / "recorded.json"


class Recorded(NamedTuple):
    """What Spin found; `holds` is about the random `ltl` property of the seed."""

    checksum: int
    counts: Row
    holds: bool


def checksum(seed: int) -> int:
    """A number that changes with the program of a seed, or with its property."""
    return zlib.crc32(with_property(generate(seed), seed).encode())


def read_recorded() -> dict[int, Recorded]:
    """What was recorded, by seed."""
    rows = json.loads(PATH.read_text(encoding="utf-8"))
    return {seed: Recorded(check, Row(*counts), bool(holds)) for seed, check, counts, holds in rows}


def _record(seed: int) -> list[object] | None:
    counts = by_spin(generate(seed))
    if isinstance(counts, str):
        return None
    try:
        found = judge(with_property(generate(seed), seed), "p")
    except SpinError:
        return None
    return [seed, checksum(seed), list(counts), int(found.errors == 0)]


def main(span: str) -> None:
    """Record the seeds of a range."""
    first, last = map(int, span.split(":"))
    rows = []
    with ThreadPoolExecutor(2) as pool:
        for row in pool.map(_record, range(first, last)):
            if row is not None:
                rows.append(json.dumps(row))
                PATH.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
