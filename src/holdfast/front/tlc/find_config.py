"""Where the model of a spec is: a file that is named, one beside the spec, or a block in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.front.files import ON_DISK, Files
from holdfast.front.tlc.config import Config, config_in_module, read_config
from holdfast.source import SpecError


@dataclass(frozen=True, slots=True)
class FoundConfig:
    """The spec to read and its configuration; `name` is None when there is none.

    `spec` differs from the given file when the model is a module of its own.
    """

    spec: Path
    name: str | None = None
    config: Config | None = None


def find_config(path: Path, given: Path | None = None, files: Files = ON_DISK) -> FoundConfig:
    """The configuration of a spec; raises SpecError if it has errors.

    It is the given one; else `Spec.cfg` beside `Spec.tla`; else `MCSpec.cfg` with
    `MCSpec.tla`; else a block `---- CONFIG Spec ----` in the file.
    """
    if given is not None:
        return _read(path, given, files)
    beside = path.with_suffix(".cfg")
    if files.is_file(beside):
        return _read(path, beside, files)
    model = path.with_name(f"MC{path.name}")
    if files.is_file(model) and files.is_file(model.with_suffix(".cfg")):
        return _read(model, model.with_suffix(".cfg"), files)
    block = config_in_module(files.source(path)) if files.is_file(path) else None
    if block is not None:
        return FoundConfig(path, f"the CONFIG block in {path}", read_config(block))
    return FoundConfig(path)


def _read(spec: Path, config: Path, files: Files) -> FoundConfig:
    try:
        source = files.source(config)
    except SpecError as error:
        # Errors in a configuration have codes of their own.
        raise SpecError(*(replace(d, code="config-token") for d in error.diagnostics)) from None
    if config.suffix == ".tla":
        block = config_in_module(source)
        if block is not None:
            return FoundConfig(spec, f"the CONFIG block in {config}", read_config(block))
    return FoundConfig(spec, str(config), read_config(source))
