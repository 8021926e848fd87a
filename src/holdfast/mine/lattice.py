"""The lattice of ordering relations (Vaziri and Holzmann, Invariant Discovery in Spin, 1998).

A relation between two terms is combined with that in each new state; `#` is ours, for terms that
are never equal.
"""

from __future__ import annotations

from enum import Enum


class Rel(Enum):
    """What is known about two terms; UNSEEN before they were compared, NONE if nothing holds."""

    UNSEEN = ""
    EQ = "="
    LT = "<"
    GT = ">"
    LE = "<="
    GE = ">="
    NE = "#"
    NONE = "none"

    @property
    def converse(self) -> Rel:
        """The same relation from right to left."""
        return _CONVERSE.get(self, self)

    @property
    def weaker(self) -> tuple[Rel, ...]:
        """The relations that it implies."""
        return _WEAKER.get(self, ())


_CONVERSE = {Rel.LT: Rel.GT, Rel.GT: Rel.LT, Rel.LE: Rel.GE, Rel.GE: Rel.LE}
_WEAKER = {
    Rel.EQ: (Rel.LE, Rel.GE),
    Rel.LT: (Rel.LE, Rel.NE),
    Rel.GT: (Rel.GE, Rel.NE),
}
_AT_MOST = {Rel.EQ, Rel.LT, Rel.LE}
_AT_LEAST = {Rel.EQ, Rel.GT, Rel.GE}


def combine(new: Rel, old: Rel) -> Rel:
    """The strongest of the paper's relations that both imply."""
    if new is old or new is Rel.UNSEEN:
        return old
    if old is Rel.UNSEEN:
        return new
    if {new, old} <= _AT_MOST:
        return Rel.LE
    if {new, old} <= _AT_LEAST:
        return Rel.GE
    return Rel.NONE


def relation_of(least: int, most: int, equal: bool) -> Rel:
    """The relation of two terms, from the extremes of their difference over all states."""
    if least == most == 0:
        return Rel.EQ
    if most <= 0:
        return Rel.LT if most < 0 else Rel.LE
    if least >= 0:
        return Rel.GT if least > 0 else Rel.GE
    return Rel.NONE if equal else Rel.NE
