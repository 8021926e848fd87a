"""Pieces of text in the language of I/O automata, and its operators by those of the system."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from holdfast.front.ioa import types
from holdfast.front.ioa.notation import StateVariable
from holdfast.front.ioa.types import Type
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op


class Level(IntEnum):
    """How tightly Python's operators bind."""

    OPEN = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    UNION = 5
    INTERSECTION = 6
    SHIFT = 7
    SUM = 8
    PRODUCT = 9
    SIGN = 10
    ATOM = 11


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as text; `component`: a variable that needs more indices, and those it has."""

    text: str
    type: Type
    level: Level = Level.ATOM
    component: tuple[StateVariable, tuple[str, ...]] | None = None

    def at(self, least: Level) -> str:
        """In parentheses if it binds less tightly."""
        return self.text if self.level >= least else f"({self.text})"


class NoNotation(Exception):
    """The language cannot express a part of a formula."""


COMPARED: Final = {
    Op.EQ: "==",
    Op.NE: "!=",
    Op.IFF: "==",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.SUBSETEQ: "<=",
}
ON_NUMBERS: Final = {
    Op.ADD: ("+", Level.SUM),
    Op.SUB: ("-", Level.SUM),
    Op.MUL: ("*", Level.PRODUCT),
    Op.DIV: ("/", Level.PRODUCT),
    Op.MOD: ("%", Level.PRODUCT),
}
ON_SETS: Final = {
    Op.UNION2: ("|", Level.UNION),
    Op.INTERSECT: ("&", Level.INTERSECTION),
    Op.MINUS_SET: ("-", Level.SUM),
}
JUNCTIONS: Final = {Op.AND: ("and", Level.AND), Op.OR: ("or", Level.OR)}
QUANTIFIERS: Final = {Binder.FORALL: "all", Binder.EXISTS: "any"}
NUMBERS: Final = (types.Int, types.Nat, types.IntRange, types.IntEnum)
