"""What the local names of an expression stand for in generated code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.ir import expr as ir


@dataclass(frozen=True, slots=True)
class Held:
    """A value that a field of the frame holds.

    `later` is its value in the next state, if that may be another one. A value that may be
    absent is 0 where its evaluation failed; using it is then the error.
    """

    code: str
    later: str | None = None
    absent: bool = False


@dataclass(slots=True)
class Local:
    """A definition of a LET without parameters, or an argument: evaluated when it is used.

    `cell` is the field of the frame that keeps its value, if it is kept; `functions` are the
    C functions that compute it, by whether it is primed. In another region than where the LET
    is, the value must outlive the round of the loop in which it is computed.
    """

    definition: ir.Definition
    names: Names
    moves: bool
    depends: bool
    cell: str | None = None
    inline: bool = False
    functions: dict[bool, str] = field(default_factory=dict)
    region: int = 0


@dataclass(slots=True)
class Operator:
    """A definition of a LET with parameters, or an operator argument (`inline`).

    `values` are the places of its arguments that are values, if others are operators: those
    are known already.
    """

    definition: ir.Definition
    names: Names
    moves: bool
    depends: bool
    inline: bool
    functions: dict[bool, str] = field(default_factory=dict)
    values: tuple[int, ...] | None = None


Meaning: TypeAlias = Held | Local | Operator
Names: TypeAlias = Mapping[str, Meaning]
