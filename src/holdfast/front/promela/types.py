"""The types of Promela."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Basic(Enum):
    """A type of numbers, or of channels."""

    BIT = "bit"
    BOOL = "bool"
    BYTE = "byte"
    PID = "pid"
    SHORT = "short"
    INT = "int"
    CHAN = "chan"


@dataclass(frozen=True, slots=True)
class Unsigned:
    """`unsigned x : 5`: a number of this many bits."""

    bits: int


@dataclass(frozen=True, slots=True)
class Mtype:
    """`mtype`, or the subtype `mtype:name`."""

    subtype: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The type that a `typedef` declares; its fields are those of `tree.Typedef`."""

    name: str


@dataclass(frozen=True, slots=True)
class Unlimited:
    """Any integer: the type of numbers in a model whose widths are ignored."""


Type: TypeAlias = Basic | Unsigned | Mtype | Record | Unlimited
