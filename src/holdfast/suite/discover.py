"""Finds the models of a suite in folders and files.

A model is declared in an `expect.toml`, or in its own configuration, or in a `manifest.json`; the
first of these counts. A configuration that nothing declares is a model, too, but is not run.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from holdfast.front.files import ON_DISK
from holdfast.front.load import declared_expectations
from holdfast.source import Source, SpecError
from holdfast.suite.expect_toml import read_expectations
from holdfast.suite.manifest import read_manifest
from holdfast.suite.model import (
    SuiteModel,
    broken,
    shown_path,
    spec_of_config,
    wrong_declaration,
)
from holdfast.suite.words import read_words

EXPECTATIONS = "expect.toml"
_MANIFEST = "manifest.json"
_NOT_SEARCHED = ("node_modules", "__pycache__")


@dataclass(slots=True)
class _Found:
    """The files below the given paths, by what they may declare; dicts keep their order."""

    expectations: dict[Path, None] = field(default_factory=dict)
    manifests: dict[Path, None] = field(default_factory=dict)
    configs: dict[Path, None] = field(default_factory=dict)
    specs: dict[Path, None] = field(default_factory=dict)

    def add(self, path: Path) -> None:
        """Add a file that was found in a folder."""
        path = shown_path(path)
        if path.name == EXPECTATIONS:
            self.expectations[path] = None
        elif path.name == _MANIFEST:
            self.manifests[path] = None
        elif path.suffix == ".cfg":
            self.configs[path] = None
        elif path.suffix == ".tla":
            self.specs[path] = None


def find_models(paths: Sequence[Path]) -> list[SuiteModel]:
    """The models in these folders and files; raises OSError if one does not exist."""
    found = _Found()
    for path in paths:
        _collect(path, found)
    models = list(_read_all(found.expectations, read_expectations))
    claimed = _files(models)
    own = [each for each in _own_declarations(found) if each.file.resolve() not in claimed]
    models += [each for each in own if each.status != "undeclared"]
    claimed |= _files(models)
    listed = _read_all(found.manifests, read_manifest)
    models += [each for each in listed if each.file.resolve() not in claimed]
    claimed |= _files(models)
    models += [each for each in own if each.file.resolve() not in claimed]
    return [each for each in models if any(_is_about(each, path) for path in paths)]


def bare_specs(folder: Path, models: Iterable[SuiteModel]) -> list[SuiteModel]:
    """The specs below a folder without any configuration, which may be models by themselves."""
    used = {model.spec.resolve() for model in models}
    specs = (shown_path(file) for file in _walk(folder) if file.suffix == ".tla")
    return [
        SuiteModel(name=spec.as_posix(), spec=spec) for spec in specs if spec.resolve() not in used
    ]


def _collect(path: Path, found: _Found) -> None:
    if path.is_dir():
        for file in _walk(path):
            found.add(file)
    elif not path.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    elif path.suffix == ".toml":
        found.expectations[shown_path(path)] = None
    elif path.suffix == ".json":
        found.manifests[shown_path(path)] = None
    else:
        for file in sorted(path.parent.iterdir()):
            if file.is_file():
                found.add(file)
    for folder in _above(path):
        for name in (EXPECTATIONS, _MANIFEST):
            if (folder / name).is_file():
                found.add(folder / name)


def _walk(folder: Path) -> Iterator[Path]:
    """All files of a folder, without those of hidden folders."""
    for at, folders, files in os.walk(folder, onerror=_fail):
        folders[:] = sorted(f for f in folders if f[0] != "." and f not in _NOT_SEARCHED)
        yield from (Path(at, name) for name in sorted(files))


def _fail(error: OSError) -> None:
    """Report a folder that cannot be read: its models would be skipped silently."""
    raise error


def _above(path: Path) -> list[Path]:
    """The folders above a path, up to the current folder or the root of its repository."""
    folders = []
    top = Path.cwd()
    for folder in path.resolve().parents:
        folders.append(folder)
        if folder == top or (folder / ".git").exists():
            return folders
    return []


def _read_all(
    files: Iterable[Path], read: Callable[[Source], Iterator[SuiteModel]]
) -> Iterator[SuiteModel]:
    for path in files:
        try:
            source = ON_DISK.source(path)
        except SpecError as error:
            yield broken(path, error)
        else:
            yield from read(source)


def _files(models: Iterable[SuiteModel]) -> set[Path]:
    """The configurations of these models; of a model without one, what `check` would use."""
    claimed = set()
    for model in models:
        beside = model.spec.with_suffix(".cfg")
        file = beside if model.config is None and beside.is_file() else model.file
        claimed.add(file.resolve())
    return claimed


def _own_declarations(found: _Found) -> Iterator[SuiteModel]:
    """The models whose configurations were found, and specs with a configuration in them."""
    for config in found.configs:
        spec = spec_of_config(config)
        model = _declared(config, spec or config, config)
        # A `.cfg` without a spec is another program's, unless it declares a result.
        if model is not None and spec is not None:
            yield model
        elif model is not None and model.status != "undeclared":
            error = wrong_declaration(f"there is no spec for {config.as_posix()}", model.declared)
            yield broken(config, error)
    for spec in found.specs:
        beside = spec.with_suffix(".cfg")
        model = None if beside.is_file() else _declared(spec, spec, None)
        if model is not None:
            yield model


def _declared(file: Path, spec: Path, config: Path | None) -> SuiteModel | None:
    """The model with the declaration in this file; None if it has no configuration."""
    model = SuiteModel(name=file.as_posix(), spec=spec, config=config, status="undeclared")
    try:
        spans = declared_expectations(file)
        if not spans:
            return None if spans is None else model
        first, *others = spans
        if others:
            raise wrong_declaration("the expected result is declared twice", others[0])
        return replace(model, status=None, expected=read_words(first), declared=first)
    except SpecError as error:
        if config in (None, spec) and error.diagnostics[0].code == "bad-encoding":
            return None  # nothing tells that this is a model
        return replace(broken(file, error), spec=spec, config=config)


def _is_about(model: SuiteModel, path: Path) -> bool:
    """Whether a path is, or contains, a file of the model or its declaration.

    A file of declarations that cannot be read may be about any model.
    """
    if model.spec.suffix == ".toml":
        return True
    files = {model.spec, model.file}
    if model.declared is not None:
        files.add(Path(model.declared.source.name))
    files |= {Path(each.span.source.name) for each in model.problems if each.span is not None}
    wanted = path.resolve()
    if path.is_dir():
        return any(file.resolve().is_relative_to(wanted) for file in (model.spec, model.file))
    return any(file.resolve() == wanted for file in files)
