"""What Python computes for a system, and the numbers of its strings and model values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.ranks import Ranks
from holdfast.ir.system import System
from holdfast.ir.values import ModelValue
from holdfast.native.emit.column import Column
from holdfast.native.emit.generator import Texts
from holdfast.native.emit.reach import Hosted, reachable_expressions

Permutations = tuple[dict[ModelValue, ModelValue], ...]


class Numbering(NamedTuple):
    """What Python computes, and the numbers of all strings and model values of a system."""

    hosted: tuple[str, ...]
    strings: dict[str, int]
    models: dict[str, int]


def number_system(
    system: System, permutations: Permutations = (), columns: Sequence[Column] = ()
) -> Numbering:
    """The numbers of everything that a system can compute with, found in one walk."""
    strings, names, hosted = Texts(), Texts(), Hosted(system)
    for value in (m for p in permutations for m in p):
        names.add(value.name)
    for part in (p for column in columns for p in column.atoms()):
        if isinstance(part, ModelValue):
            names.add(part.name)
        elif isinstance(part, str):
            strings.add(part)
    for e in reachable_expressions(system, tuple(column.expr for column in columns)):
        hosted.add(e)
        match e:
            case ir.Literal(str(text)):
                strings.add(text)
            case ir.Apply(Op.MODEL, (ir.Literal(name),)):
                names.add(str(name))
            case _:
                pass
    found = hosted.names()
    if found:
        # Python may return any text that has a rank, and new texts that come after.
        for text in system.names:
            strings.add(text)
    ranks = Ranks(system.names)
    return Numbering(found, strings.numbered(ranks), names.numbered(ranks))
