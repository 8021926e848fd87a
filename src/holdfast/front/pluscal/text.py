"""The lines of a translation as they are written into a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.names import Names, Symbol
from holdfast.front.tla.print.printer import print_unit
from holdfast.front.tla.syntax import tree as tla

_STUTTERING = "(* Allow infinite stuttering to prevent deadlock on termination. *)"


def comments(
    units: Sequence[tla.Unit], algorithm: tree.Algorithm, names: Names
) -> dict[int, tuple[str, ...]]:
    """The comment lines before a unit, by the unit's index."""
    result: dict[int, tuple[str, ...]] = {}
    renamed = tuple(_report(symbol) for symbol in names.renamed())
    if renamed:
        result[0] = renamed
    for index, unit in enumerate(units):
        if algorithm.definitions and unit is algorithm.definitions[0]:
            result[index] = ("(* define statement *)",)
        elif isinstance(unit, tla.Definition) and unit.name.name == "Terminating":
            result[index] = (_STUTTERING,)
    return result


def translation_lines(
    units: Sequence[tla.Unit], comments: Mapping[int, tuple[str, ...]], width: int
) -> list[str]:
    """The units as text, with an empty line after each group."""
    lines: list[str] = []
    for index, unit in enumerate(units):
        if index > 0 and not _together(units[index - 1], unit):
            lines.append("")
        lines += comments.get(index, ())
        lines += print_unit(unit, width).split("\n")
    return [*lines, ""]


def _together(before: tla.Unit, unit: tla.Unit) -> bool:
    return isinstance(before, tla.Constants) and isinstance(unit, tla.Variables)


def _report(symbol: Symbol) -> str:
    """The remark on a renamed symbol, as the TLA+ tools write it."""
    kind = symbol.kind.describe().capitalize()
    of = f" of {symbol.owner} {symbol.context}" if symbol.context else ""
    line, column = symbol.span.source.position(symbol.span.start)
    return f"\\* {kind} {symbol.name}{of} at line {line} col {column} changed to {symbol.final}"
