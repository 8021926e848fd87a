"""One server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lsp.client import Editor


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """A client with a server of its own, whose root is an empty folder."""
    client = Editor(tmp_path_factory.mktemp("project"))
    yield client
    client.close()
