"""The largest files and functions, and the total; fails when one is over its limit."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "tools", "bench")
ENDINGS = (".py", ".js", ".css")
NOT_OURS = ("vendor", "node_modules")
FILE_LIMIT = 400
FUNCTION_LIMIT = 50
SHOWN = 8


class Size(NamedTuple):
    """The number of lines of a file or function; `name` is a path, or a path and a function."""

    lines: int
    name: str


def file_sizes(root: Path) -> list[Size]:
    """The size of every file of code below the folders of the project, without bundles."""
    found = (p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in ENDINGS)
    paths = sorted(p for p in found if not set(NOT_OURS) & set(p.parts))
    return [Size(_count_lines(p), p.relative_to(root).as_posix()) for p in paths]


def function_sizes(path: Path, name: str) -> Iterator[Size]:
    """The size of every function of one file, from `def` to its last line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield Size(node.end_lineno - node.lineno + 1, f"{name}:{node.name}")


def complaints(sizes: Iterable[Size], limit: int) -> Iterator[str]:
    """The files and functions that exceed a limit."""
    for lines, name in sizes:
        if lines > limit:
            yield f"{name} has {lines} lines, {limit} are allowed"


def main() -> int:
    """Print the sizes and return whether they are within the limits."""
    files = file_sizes(ROOT)
    python = [f.name for f in files if f.name.endswith(".py")]
    functions = [s for name in python for s in function_sizes(ROOT / name, name)]
    for title, sizes in (("files", files), ("functions", functions)):
        print(f"largest {title}")
        for lines, name in sorted(sizes, reverse=True)[:SHOWN]:
            print(f"{lines:6}  {name}")
    for folder in FOLDERS:
        total = sum(lines for lines, name in files if name.startswith(f"{folder}/"))
        print(f"{total:6}  lines in {folder}")
    wrong = [*complaints(files, FILE_LIMIT), *complaints(functions, FUNCTION_LIMIT)]
    print("\n".join(wrong))
    return 1 if wrong else 0


def _count_lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


if __name__ == "__main__":
    sys.exit(main())
