"""A configuration as it was read for the editor, with the spec that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.front.document import Asked
from holdfast.front.files import Files
from holdfast.front.tlc.config import Config, read_partly
from holdfast.front.tlc.index import ConfigName, config_names
from holdfast.lsp.facts import with_overlays
from holdfast.lsp.project import stamps
from holdfast.lsp.snapshot import Snapshot
from holdfast.source import Diagnostic, Source, SpecError, errors


@dataclass(frozen=True, slots=True)
class ConfigSnapshot:
    """A configuration, its diagnostics, and its spec if there is one beside it."""

    path: Path
    source: Source
    config: Config
    diagnostics: tuple[Diagnostic, ...]
    spec: Snapshot | None
    inputs: Mapping[Path, object] = field(repr=False)

    def names(self) -> tuple[ConfigName, ...]:
        """The names that mean something in the spec."""
        return config_names(self.config)

    def is_current(self, overlays: Mapping[Path, str]) -> bool:
        """Whether nothing that was read has changed."""
        own = stamps(self.inputs, overlays) == self.inputs
        return own and (self.spec is None or self.spec.is_current(overlays))


def spec_beside(config: Path, specs: Sequence[Path]) -> Path | None:
    """The spec of a configuration: of the same name, else of the longest name it begins with.

    If there is only one spec, it is that one.
    """
    fitting = [spec for spec in specs if config.stem.startswith(spec.stem)]
    if fitting:
        return max(fitting, key=lambda spec: len(spec.stem))
    return specs[0] if len(specs) == 1 else None


def read_config_snapshot(
    path: Path, overlays: Mapping[Path, str], spec: Snapshot | None
) -> ConfigSnapshot:
    """Read a configuration, and the model that it describes; raises OSError without a file."""
    source, complaints = Files.over(dict(overlays)).read(path)
    config, diagnostics = read_partly(source)
    diagnostics = (*complaints, *diagnostics)
    if spec is not None and spec.document.ok and not errors(diagnostics):
        diagnostics = (*diagnostics, *_of_model(path, spec, overlays))
    return ConfigSnapshot(path, source, config, diagnostics, spec, stamps((path,), overlays))


def _of_model(path: Path, spec: Snapshot, overlays: Mapping[Path, str]) -> tuple[Diagnostic, ...]:
    """The diagnostics of the model that are about the configuration."""
    try:
        document = with_overlays(spec.document, overlays)
        found = document.build(Asked(config=path)).diagnostics
    except SpecError as error:
        found = error.diagnostics
    except (OSError, RecursionError, MemoryError):
        return ()
    file = str(path)
    about = [d for d in found if d.span is not None and d.span.source.name == file]
    unplaced = [d for d in errors(found) if d.span is None]
    return (*about, *unplaced)
