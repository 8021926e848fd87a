"""Counts the states of a Promela program as Spin does: slow, and independent of holdfast.

python -m tests.promela.reference FILE...
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.promela.evaluator.explore import Counts, count

__all__ = ["Counts", "count", "main"]


def main(paths: list[str]) -> None:
    """Print the counts of each file."""
    for path in paths:
        found = count(Path(path).read_text(encoding="utf-8"))
        sys.stdout.write(f"{path}: {found.stored} / {found.transitions}, {found.errors} errors\n")


if __name__ == "__main__":
    main(sys.argv[1:])
