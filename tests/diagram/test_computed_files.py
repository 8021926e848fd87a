"""The computed diagrams among the specs are what is computed today."""

from __future__ import annotations

import pytest

from tests.diagram.computed import EXAMPLES, FOLDER, Example

QUICK = ("Bakery", "CountedBuffer")


def test_every_computed_diagram_has_an_example() -> None:
    assert {path.stem for path in FOLDER.glob("*.diagram")} == {e.name for e in EXAMPLES}


@pytest.mark.native
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(e, id=e.name, marks=() if e.name in QUICK else pytest.mark.slow)
        for e in EXAMPLES
    ],
)
def test_a_computed_diagram_is_reproducible(example: Example) -> None:
    assert example.path.read_text() == example.text()
