"""What the model of a spec says about its names: values of constants, types, properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from holdfast.front.document import Asked, Document, PropertyKind
from holdfast.front.files import Files
from holdfast.front.tla_document import TlaDocument
from holdfast.ir.type_text import show_type
from holdfast.ir.types import ANY
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import SpecError


@dataclass(frozen=True, slots=True)
class Facts:
    """Texts by name; `config` describes where the model was found."""

    constants: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, PropertyKind] = field(default_factory=dict)
    config: str | None = None


NO_FACTS = Facts()


def with_overlays(document: Document, overlays: Mapping[Path, str]) -> Document:
    """A document whose configuration is read from these buffers."""
    if isinstance(document, TlaDocument):
        return replace(document, files=Files.over(dict(overlays)))
    return document


def config_files(path: Path) -> tuple[Path, ...]:
    """Where the model of a spec may be."""
    model = path.with_name(f"MC{path.name}")
    return path.with_suffix(".cfg"), model, model.with_suffix(".cfg")


def read_facts(document: Document, overlays: Mapping[Path, str]) -> Facts:
    """The facts of a spec; none if it has errors, or no model."""
    if not document.ok:
        return NO_FACTS
    try:
        model = with_overlays(document, overlays).build(Asked())
        system = run_pipeline(model.system, after="infer types")
    except (SpecError, OSError, RecursionError, MemoryError):
        return NO_FACTS
    types = {name: show_type(t) for name, t in system.types.items() if t != ANY}
    return Facts(dict(model.constants), types, dict(model.kinds), model.config)
