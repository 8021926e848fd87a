"""Makes pytest collect the pages of this folder; README.md says how to write one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mdtest.pages import Snippet, disagreements, examine, read_page


class Disagreement(Exception):
    """A page says something else than holdfast."""


class Page(pytest.File):
    """A Markdown file whose snippets are tests."""

    def collect(self) -> Iterator[pytest.Item]:
        for snippet in read_page(self.path.read_text(encoding="utf-8")):
            name = f"{snippet.heading} (line {snippet.line})"
            item: Example = Example.from_parent(self, name=name)
            item.snippet = snippet
            yield item


class Example(pytest.Item):
    """One snippet of a page."""

    snippet: Snippet

    def runtest(self) -> None:
        outcome = examine(self.snippet)
        wrong = "\n\n".join(disagreements(self.snippet, outcome.diagnostics))
        if wrong:
            raise Disagreement(wrong)
        if self.snippet.expect is None:
            return
        shown = outcome.text
        if self.config.getoption("--update"):
            self._rewrite(shown)
        elif shown != self.snippet.expect:
            raise Disagreement(f"expected\n\n{self.snippet.expect}\nfound\n\n{shown}")

    def _rewrite(self, shown: str) -> None:
        # Snippets above may have grown a moment ago, so the place is looked up afresh.
        text = self.path.read_text(encoding="utf-8")
        start, end = read_page(text)[self.snippet.number].expect_at
        self.path.write_text(text[:start] + shown + text[end:], encoding="utf-8")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        return str(excinfo.value if excinfo.errisinstance(Disagreement) else excinfo.getrepr())

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.snippet.line - 1, self.name


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Page | None:
    if file_path.suffix == ".md" and file_path.name != "README.md":
        return Page.from_parent(parent, path=file_path)
    return None
