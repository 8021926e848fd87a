"""What the local names of an expression denote in generated code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.ir import expr as ir


@dataclass(frozen=True, slots=True)
class Held:
    """A value in a field of the frame.

    A value that may be absent is 0 where its evaluation failed; using it is then the error.
    """

    code: str
    absent: bool = False


@dataclass(slots=True)
class Local:
    """A definition of a LET without parameters, or an argument: evaluated when it is used.

    `cell` is the field of the frame that caches its value, if it is cached; `function` is the C
    function that computes it. In another region than where the LET is, the value must outlive
    the iteration of the loop in which it is computed.
    """

    definition: ir.Definition
    names: Names
    moves: bool
    depends: bool
    cell: str | None = None
    inline: bool = False
    function: str | None = None
    region: int = 0


@dataclass(slots=True)
class Operator:
    """A definition of a LET with parameters, or an operator argument (`inline`).

    `values` are the positions of its arguments that are values, if others are operators: those
    are known already.
    """

    definition: ir.Definition
    names: Names
    moves: bool
    depends: bool
    inline: bool
    function: str | None = None
    values: tuple[int, ...] | None = None


Meaning: TypeAlias = Held | Local | Operator
Names: TypeAlias = Mapping[str, Meaning]
