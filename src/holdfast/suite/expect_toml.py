"""The file `expect.toml`: the models of a folder and their expected results."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from holdfast.source import Source, Span, SpecError
from holdfast.suite.expectation import COUNTS, EXITS, VERDICTS, Expectation, expect_word
from holdfast.suite.model import (
    SuiteModel,
    broken,
    line_span,
    shown_path,
    spec_of_config,
    wrong_declaration,
)

_TEXT, _TEXTS, _TABLE = "a text", "a list of texts", "a table of texts and whole numbers"
_NUMBER, _SECONDS, _TRUTH = "a whole number", "a number of seconds", "true or false"
_KINDS = {
    "name": _TEXT,
    "module": _TEXT,
    "config": _TEXT,
    "constants": _TABLE,
    "automaton": _TEXT,
    "prove": _TRUTH,
    "invariants": _TEXTS,
    "properties": _TEXTS,
    "deadlock": _TRUTH,
    "path": _TEXTS,
    "time": _SECONDS,
    "verdict": _TEXT,
    "exit": _NUMBER,
    "kind": _TEXT,
    "property": _TEXT,
    "trace": _NUMBER,
    **dict.fromkeys(COUNTS, _NUMBER),
    "origin": _TEXT,
}
"""The keys of a model and the kinds of their values; the last two are notes for the reader."""

_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*model[ \t]*\]\]", re.MULTILINE)
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


def read_expectations(source: Source) -> Iterator[SuiteModel]:
    """The models of an `expect.toml`; a mistake in one does not hide the others."""
    path = Path(source.name)
    try:
        entries = _entries(source)
    except SpecError as error:
        yield broken(path, error)
        return
    for index, entry in enumerate(entries):
        header = header_span(source, index, len(entries))
        try:
            yield replace(_model(path.parent, entry, header), entry=index)
        except SpecError as error:
            yield broken(_named(path, entry), error)


def header_span(source: Source, index: int, count: int) -> Span:
    """The header `[[model]]` of an entry; the first line, if there is none for each entry."""
    headers = list(_HEADER.finditer(source.text))
    at = headers[index].start() if len(headers) == count else 0
    return line_span(source, source.position(at)[0])


def _entries(source: Source) -> list[Any]:
    try:
        tables = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = min(int(found[1]), len(source.line_starts)) if found else 1
        message = f"this is not TOML: {_AT_LINE.sub('', str(error))}"
        raise wrong_declaration(message, line_span(source, line)) from None
    entries = tables.get("model")
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        help = "a model begins with the line `[[model]]`"
        raise wrong_declaration("there is no model in this file", line_span(source, 1), help)
    return entries


def _named(path: Path, entry: Mapping[str, Any]) -> Path:
    """The file that an entry names, for a message, if it names one."""
    named = next((entry[key] for key in ("config", "module") if key in entry), None)
    return path.parent / named if isinstance(named, str) else path


def _model(folder: Path, entry: Mapping[str, Any], header: Span) -> SuiteModel:
    for key, value in entry.items():
        _check_value(key, value, header)
    config = shown_path(folder / entry["config"]) if "config" in entry else None
    file = config if "module" not in entry else shown_path(folder / entry["module"])
    if file is None:
        raise wrong_declaration("a model needs `module` or `config`", header)
    spec = file if "module" in entry else spec_of_config(file)
    for each in (spec, config):
        if each is not None and not each.is_file():
            raise wrong_declaration(f"there is no file {each.as_posix()}", header)
    if spec is None:
        raise wrong_declaration(f"there is no spec for {file.as_posix()}", header, "add `module`")
    constants, automaton = entry.get("constants", {}), entry.get("automaton")
    root = f" {automaton}" if automaton else ""
    values = "".join(f" {name}={value}" for name, value in constants.items())
    prove = entry.get("prove", False)
    scope = " for all sizes" if prove else ""
    return SuiteModel(
        name=entry.get("name") or (config or spec).as_posix() + root + values + scope,
        spec=spec,
        config=config,
        constants=constants,
        automaton=automaton,
        prove=prove,
        invariants=tuple(entry.get("invariants", ())),
        properties=tuple(entry.get("properties", ())),
        deadlock=entry.get("deadlock"),
        search_path=tuple(folder / each for each in entry.get("path", ())),
        seconds=entry.get("time"),
        expected=_expectation(entry, header),
        declared=header,
    )


def _expectation(entry: Mapping[str, Any], header: Span) -> Expectation:
    word = entry.get("verdict")
    if word is None and "exit" not in entry:
        raise wrong_declaration("a model needs `verdict` or `exit`", header)
    found = Expectation(said=f"exit {entry['exit']}") if word is None else expect_word(word)
    if found is None:
        help = f"one of {', '.join((*VERDICTS, *EXITS))}"
        raise wrong_declaration(f"`{word}` is not a verdict", header, help)
    exits = (entry["exit"],) if "exit" in entry else found.exits
    compared: dict[str, Any] = {
        key: entry.get(key) for key in ("kind", "property", "trace", *COUNTS)
    }
    return replace(found, exits=exits, **compared)


def _check_value(key: str, value: object, header: Span) -> None:
    kind = _KINDS.get(key)
    if kind is None:
        near = get_close_matches(key, _KINDS, 1)
        help = f"did you mean `{near[0]}`?" if near else f"the keys are {', '.join(_KINDS)}"
        raise wrong_declaration(f"a model has no key `{key}`", header, help)
    if not _fits(value, kind):
        raise wrong_declaration(f"`{key}` is {kind}", header)


def _fits(value: object, kind: str) -> bool:
    if isinstance(value, bool):  # to Python, true is a number
        return kind == _TRUTH
    match value:
        case str():
            return kind == _TEXT and "\0" not in value
        case int() | float():
            is_limit = kind == _SECONDS and value > 0
            return is_limit or (kind == _NUMBER and isinstance(value, int) and value >= 0)
        case list():
            return kind == _TEXTS and all(isinstance(each, str) for each in value)
        case dict():
            return kind == _TABLE and all(isinstance(each, str | int) for each in value.values())
        case _:
            return False
