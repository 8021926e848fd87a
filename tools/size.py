"""The largest files and functions and the total; fails when one is over the limit.

    python tools/size.py

`EXCEPTIONS` only shrinks: an entry that is larger than needed, or not needed, fails too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "tools", "bench")
FILE_LIMIT = 400
FUNCTION_LIMIT = 50
SHOWN = 8

EXCEPTIONS = {
    "src/holdfast/passes/explicit_actions.py": 427,
}
"""What may be larger than the limit, with its size: `path` or `path:function`."""


class Size(NamedTuple):
    """How many lines something has; `name` is a path, or a path and a function."""

    lines: int
    name: str


def file_sizes(root: Path) -> list[Size]:
    """The size of every Python file below the folders of the project."""
    paths = sorted(p for folder in FOLDERS for p in (root / folder).rglob("*.py"))
    return [Size(_count_lines(p), p.relative_to(root).as_posix()) for p in paths]


def function_sizes(path: Path, name: str) -> Iterator[Size]:
    """The size of every function of one file, from `def` to its last line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield Size(node.end_lineno - node.lineno + 1, f"{name}:{node.name}")


def complaints(sizes: Iterable[Size], limit: int, exceptions: dict[str, int]) -> Iterator[str]:
    """What is over the limit, and the exceptions that are wider than they need to be."""
    for lines, name in sizes:
        allowed = exceptions.get(name, limit)
        if lines > allowed:
            yield f"{name} has {lines} lines, {allowed} are allowed"
        elif name in exceptions and lines < allowed:
            needed = lines if lines > limit else "no"
            yield f"{name} has {lines} lines: the exception for {allowed} should be {needed}"


def main() -> int:
    """Print the sizes and answer whether they are within the limits."""
    files = file_sizes(ROOT)
    functions = [s for f in files for s in function_sizes(ROOT / f.name, f.name)]
    for title, sizes in (("files", files), ("functions", functions)):
        print(f"largest {title}")
        for lines, name in sorted(sizes, reverse=True)[:SHOWN]:
            print(f"{lines:6}  {name}")
    for folder in FOLDERS:
        total = sum(lines for lines, name in files if name.startswith(f"{folder}/"))
        print(f"{total:6}  lines in {folder}")
    known = {name for _, name in (*files, *functions)}
    wrong = [
        *complaints(files, FILE_LIMIT, EXCEPTIONS),
        *complaints(functions, FUNCTION_LIMIT, EXCEPTIONS),
        *(f"{name} is an exception, but does not exist" for name in EXCEPTIONS.keys() - known),
    ]
    print("\n".join(wrong))
    return 1 if wrong else 0


def _count_lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


if __name__ == "__main__":
    sys.exit(main())
