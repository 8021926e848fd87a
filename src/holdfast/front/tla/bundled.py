"""The modules that ship with holdfast."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from holdfast.front.tla.names.suggestions import COMMON, declared_idents
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.source import Source

_LIBRARY = Path(__file__).parents[2] / "library"
_PREFIX = "library/"
"""How the names of their sources begin."""


@cache
def bundled_names() -> tuple[str, ...]:
    """The names of all bundled modules, the common ones first."""
    found = sorted(path.stem for path in _LIBRARY.glob("*.tla"))
    first = [name for name in COMMON if name in found]
    return (*first, *(name for name in found if name not in first))


def bundled_source(name: str) -> Source | None:
    """The text of a bundled module."""
    return _source(name) if name in bundled_names() else None


def bundled_path(source_name: str) -> Path | None:
    """The file of a bundled module, by the name of its source."""
    name = source_name.removeprefix(_PREFIX).removesuffix(".tla")
    if not source_name.startswith(_PREFIX) or name not in bundled_names():
        return None
    return _LIBRARY / f"{name}.tla"


def is_bundled_file(path: Path) -> bool:
    """Whether a file is one of the library."""
    return path.parent == _LIBRARY


def parse_bundled(name: str) -> Parsed | None:
    """A bundled module, read once in a process."""
    return _parsed(name) if name in bundled_names() else None


# Called for existing names only, so the library bounds these caches.


@cache
def _source(name: str) -> Source:
    text = (_LIBRARY / f"{name}.tla").read_text(encoding="utf-8")
    return Source(f"{_PREFIX}{name}.tla", text)


@cache
def _parsed(name: str) -> Parsed:
    return parse_file(_source(name))


def module_defining(name: str) -> str | None:
    """The bundled module that defines `name`, if there is one."""
    for module_name in bundled_names():
        source = bundled_source(module_name)
        # Most texts do not contain the name at all, and reading a module takes longer.
        if source is not None and name.rstrip(".") in source.text and _defines(module_name, name):
            return module_name
    return None


def _defines(module_name: str, name: str) -> bool:
    parsed = parse_bundled(module_name)
    assert parsed is not None
    return any(
        ident.name == name
        for module in parsed.modules
        for unit in module.units
        if isinstance(unit, tree.Definition | tree.FunctionDefinition) and not unit.local
        for ident in declared_idents(unit)
    )
