"""Writes `expect.toml`: a new one, or new counts into one that exists."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import partial
from os.path import relpath
from pathlib import Path
from typing import Any

from holdfast.source import Source
from holdfast.suite.expect_toml import header_span
from holdfast.suite.expectation import COUNTS
from holdfast.suite.model import wrong_declaration
from holdfast.suite.result import ModelResult
from holdfast.version import VERSION

ORIGIN = f"holdfast {VERSION}"

_HEAD = """\
# The models of this folder and their expected results, with which `holdfast test` compares.
# A model that violates a property is expected to violate it: remove it here once it is repaired.
"""


def is_conclusive(tested: ModelResult) -> bool:
    """Whether a model gave a result that can be expected: a verdict, or an evaluation error."""
    codes = (0, *range(10, 15), *range(75, 78))
    return tested.observed is not None and tested.observed.exit in codes


def show_expectations(results: Iterable[ModelResult], folder: Path) -> str:
    """The text of an `expect.toml` in a folder; a model without a verdict is a comment."""
    return "\n".join([_HEAD, *(_show_entry(each, folder) for each in results)])


def _show_entry(tested: ModelResult, folder: Path) -> str:
    observed, model = tested.observed, tested.model
    file = Path(relpath(model.file, folder)).as_posix()
    if observed is None or not is_conclusive(tested):
        reason = tested.reason or (observed and observed.reason) or "no result"
        return f"# {file} is not declared: {' '.join(reason.split())}\n"
    named = {"config": model.config, "module": model.spec}
    entry: dict[str, object] = {
        key: Path(relpath(path, folder)).as_posix() for key, path in named.items() if path
    }
    entry |= {"verdict": observed.verdict, "kind": observed.kind, "property": observed.property}
    entry |= {**observed_counts(tested), "origin": ORIGIN}
    lines = (f"{key} = {_value(value)}" for key, value in entry.items() if value is not None)
    return "\n".join(["[[model]]", *lines, ""])


def observed_counts(tested: ModelResult) -> dict[str, int]:
    """The length of the trace, and the counts of a complete search."""
    observed = tested.observed
    if observed is None:
        return {}
    trace = {} if observed.trace is None else {"trace": observed.trace}
    names = COUNTS if observed.complete else ()
    return {**trace, **{name: getattr(observed, name) for name in names}}


def with_counts(source: Source, counts: Mapping[int, Mapping[str, int]]) -> str:
    """The text of an `expect.toml` with other counts for some of its entries, by their index.

    If a count changes, its origin does, too. Comments and everything else stay as they are.
    """
    wanted = tomllib.loads(source.text)
    entries: list[dict[str, Any]] = wanted["model"]
    lines = source.text.splitlines(keepends=True)
    # From the last to the first, so that lines before an entry keep their numbers.
    for index in sorted(counts, reverse=True):
        entry, new = entries[index], dict[str, object](counts[index])
        changed = any(entry.get(key, value) != value for key, value in new.items())
        if changed and "origin" in entry:
            new["origin"] = ORIGIN
        header = header_span(source, index, len(entries))
        _put(lines, source.position(header.start)[0], new)
        entry |= new
    text = "".join(lines)
    if _read(text) != wanted:
        help = f"begin each model with a line `[[model]]`, or edit the file: {dict(counts)}"
        raise wrong_declaration(f"{source.name} cannot be updated", None, help)
    return text


def _put(lines: list[str], first: int, values: Mapping[str, object]) -> None:
    """Replace or add the values of keys in the table whose header is the line before `first`."""
    end = first
    while end < len(lines) and not lines[end].lstrip().startswith("["):
        end += 1
    while end > first and not lines[end - 1].strip():
        end -= 1
    if not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    for key, value in values.items():
        shape = re.compile(rf"([ \t]*{key}[ \t]*=[ \t]*)(\"[^\"]*\"|[^#\s]+)")
        at = next((i for i in range(first, end) if shape.match(lines[i])), None)
        if at is None:
            lines.insert(end, f"{key} = {_value(value)}\n")
            end += 1
        else:
            # A function, because a template would interpret the value's backslashes.
            lines[at] = shape.sub(partial(_replaced, value=value), lines[at], count=1)


def _replaced(found: re.Match[str], value: object) -> str:
    return found[1] + _value(value)


def _read(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _value(value: object) -> str:
    """A text or a number in TOML, whose texts may be written like those of JSON."""
    return json.dumps(value, ensure_ascii=False)
