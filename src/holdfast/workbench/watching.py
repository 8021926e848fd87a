"""The progress of a command in a notebook, if nobody else observes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from holdfast.notebook import live_line

Options = TypeVar("Options")


@contextmanager
def watched(options: Options, text: Callable[[Any], str]) -> Iterator[Options]:
    """The options; in a notebook, their `progress` is a line below the cell.

    An observer that is given takes precedence, and so does None.
    """
    given: Any = options
    # What is no dict is rejected where the options are read.
    line = None if not isinstance(given, Mapping) or "progress" in given else live_line()
    if line is None:
        yield options
        return
    tell = line.tell
    try:
        yield {**given, "progress": lambda event: tell(text(event))}  # type: ignore[misc]  # the same keys
    finally:
        line.clear()
