"""Specs that come with holdfast; `holdfast demo NAME` copies one."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

EXAMPLES = {
    "wire": "PlusCal: two transfers from one account, and a race between them",
    "twophase": "TLA+: two-phase commit with a coordinator that may give up",
}
"""The name of each example and what it is about."""


def example_files(name: str) -> list[Traversable]:
    """The files of an example, in the order of their names."""
    folder = files("holdfast.examples") / name
    return sorted((f for f in folder.iterdir() if f.is_file()), key=lambda f: f.name)
