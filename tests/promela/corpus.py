"""The examples that come with Spin: where they are, and what Spin reports for them."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import NamedTuple

VARIABLE = "HOLDFAST_SPIN_EXAMPLES"
FOLDER = Path(os.environ.get(VARIABLE, "/nonexistent"))
FIGURES = Path(__file__).parent / "corpus.toml"


class Figures(NamedTuple):
    """The plain counts of a model, and which of its `ltl` properties hold."""

    stored: int
    transitions: int
    errors: int
    ltl: dict[str, bool]


def read_figures() -> dict[str, Figures]:
    """What Spin 6.5.2 reports, by file."""
    data = tomllib.loads(FIGURES.read_text(encoding="utf-8"))
    verdicts = data["ltl"]
    figures = {}
    for name, (stored, transitions, errors) in data["plain"].items():
        figures[name] = Figures(stored, transitions, errors, verdicts.get(name, {}))
    return figures
