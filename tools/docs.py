"""The pages of `docs/` that are made from the code.

python -m tools.docs            write them
python -m tools.docs --check    fail if one is not what the code says
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from holdfast.codes import CODES
from tools.library_page import library_page
from tools.operators_page import operators_page

ROOT = Path(__file__).resolve().parent.parent


def errors_page() -> str:
    """`docs/errors.md`: every code and what it means."""
    return "\n".join(_errors_page()) + "\n"


def _errors_page() -> Iterator[str]:
    yield "# Codes"
    yield ""
    yield "<!-- Made by tools/docs.py from src/holdfast/codes.py; edit that file instead. -->"
    yield ""
    yield "Every message has a code that does not change: `error[unclosed-bracket]`. Scripts may"
    yield "filter on it, and it is the rule's name in SARIF. The number is the one that SANY, the"
    yield "parser of the TLA+ tools, gives to the same finding, where it has one."
    yield ""
    yield "| code | it says | SANY |"
    yield "| --- | --- | --- |"
    for name, code in sorted(CODES.items()):
        meaning = code.meaning.replace("|", "\\|")
        yield f"| `{name}` | {meaning} | {code.sany or ''} |"


PAGES = {
    "docs/errors.md": errors_page,
    "docs/library.md": library_page,
    "docs/operators.md": operators_page,
}
"""The path of each generated page and the function that makes its text."""


def stale_pages() -> list[str]:
    """The generated pages that differ from what the code says."""
    return [path for path, make in PAGES.items() if _read(ROOT / path) != make()]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main() -> int:
    """Write the pages, or only check them."""
    stale = stale_pages()
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is stale: run python -m tools.docs")
        return 1 if stale else 0
    for path in stale:
        (ROOT / path).write_text(PAGES[path](), encoding="utf-8", newline="\n")
        print(f"{path} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
