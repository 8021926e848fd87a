"""The programs of the page about Spin's rules, with their counts."""

from __future__ import annotations

import re
from pathlib import Path

from tests.promela.ours import Row

PAGE = Path(__file__).parent.parent.parent / "docs" / "promela-semantics.md"
ENTRY = re.compile(r"\| `(.*)` \| (\d+) / (\d+)(?:, (\d+) error)?")


def read_page() -> dict[str, Row]:
    """The counts on the page, by program."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if match := ENTRY.match(line):
            program, *numbers = match.groups(default="0")
            found[program] = Row(*map(int, numbers))
    return found
