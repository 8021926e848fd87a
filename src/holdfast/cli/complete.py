"""Shell completion of names that the spec on the command line declares."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

if TYPE_CHECKING:
    from holdfast.front.document import SymbolKind

Complete: TypeAlias = Callable[[click.Context, click.Parameter, str], list[str]]


def _names(kind: SymbolKind, ending: str = "") -> Complete:
    """The function that completes names of this kind."""

    def complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        try:
            spec = _spec(context)
            found = [] if spec is None else _declared(spec, kind)
        except Exception:  # whatever is wrong with the spec, the user is only typing
            return []
        return [name + ending for name in found if name.startswith(incomplete)]

    return complete


def _spec(context: click.Context) -> Path | None:
    """The spec that was typed before, or the only one in this folder."""
    # An option that still lacks its value ends click's parsing: the arguments stay in `args`.
    given = [context.params.get("file"), context.params.get("spec"), *context.args]
    for word in filter(None, given):
        path = Path(word)
        for file in (path, path.with_name(f"{path.name}.tla")):
            if file.suffix in (".tla", ".py", ".pml") and file.is_file():
                return file
    here = list(Path().glob("*.tla"))
    return here[0] if len(here) == 1 and not any(given) else None


def _declared(spec: Path, kind: SymbolKind) -> list[str]:
    from holdfast.front.load import load

    return list(dict.fromkeys(s.name for s in load(spec).symbols() if s.kind == kind))


complete_definitions = _names("definition")
complete_automata = _names("automaton")
complete_constants = _names("constant", "=")
