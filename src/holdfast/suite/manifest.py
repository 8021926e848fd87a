"""The file `manifest.json` of the TLA+ examples: its models and their recorded results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from holdfast.source import Source, Span, SpecError
from holdfast.suite.expectation import Expectation, expect_word
from holdfast.suite.model import (
    SuiteModel,
    broken,
    line_span,
    shown_path,
    wrong_declaration,
)

# The depth is left out: that of TLC depends on the workers with which it was recorded.
_COUNTS = {"distinctStates": "distinct", "totalStates": "generated"}
_CHECKED = "exhaustive search"


def read_manifest(source: Source) -> Iterator[SuiteModel]:
    """The models of a manifest; nothing for a file of this name with another content."""
    try:
        entries = list(_entries(source))
    except ValueError as error:
        if '"models"' in source.text:
            problem = wrong_declaration(f"this is not JSON: {error}", line_span(source, 1))
            yield broken(Path(source.name), problem)
        return
    for module, model in entries:
        at = source.text.find(json.dumps(model["path"], ensure_ascii=False))
        span = Span(source, max(at, 0), max(at, 0) + len(model["path"]) + 2)
        try:
            yield _model(module, model, span)
        except SpecError as error:
            yield broken(Path(model["path"]), error)


def _entries(source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    """The path of the module and the object of each model."""
    manifest = json.loads(source.text)
    modules = manifest.get("modules") if isinstance(manifest, dict) else None
    for module in modules if isinstance(modules, list) else ():
        models = module.get("models") if isinstance(module, dict) else None
        for model in models if isinstance(models, list) else ():
            if isinstance(model, dict) and isinstance(model.get("path"), str):
                yield str(module.get("path")), model


def _model(module: str, model: dict[str, Any], span: Span) -> SuiteModel:
    folder = Path(span.source.name).parent
    spec, config = (_located(folder, each, span) for each in (module, model["path"]))
    found = SuiteModel(name=config.as_posix(), spec=spec, config=config, declared=span)
    result, mode = model.get("result"), model.get("mode", _CHECKED)
    if mode != _CHECKED:
        word = next(iter(mode)) if isinstance(mode, dict) else mode
        return replace(found, status="skipped", reason=f"the mode {word} is not a check")
    if result in (None, "unknown"):
        return replace(found, status="undeclared")
    return replace(found, expected=_expectation(model, str(result), span))


def _expectation(model: dict[str, Any], result: str, span: Span) -> Expectation:
    expected = expect_word(result.title().replace(" ", ""))
    if expected is None:
        raise wrong_declaration(f"the result `{result}` is not known", span)
    counts: dict[str, Any] = {
        name: model[key] for key, name in _COUNTS.items() if isinstance(model.get(key), int)
    }
    return replace(expected, said=result, **counts)


def _located(folder: Path, path: str, span: Span) -> Path:
    """The file with a path that begins at the manifest's folder or at one above it."""
    for start in (folder, *folder.resolve().parents):
        if (start / path).is_file():
            return shown_path(start / path)
    raise wrong_declaration(f"there is no file {path}", span)
