"""The local names of an expression, and the slots of the frame that hold their values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from holdfast.interp.frames import FIRST_LOCAL, Code
from holdfast.ir import expr as ir


@dataclass(slots=True)
class Names:
    """The local names of an expression: value slots, LET definitions, operator slots."""

    slots: dict[str, int] = field(default_factory=dict)
    thunks: frozenset[str] = frozenset()
    local: dict[str, Local] = field(default_factory=dict)

    def bind(self, names: dict[str, int], thunks: bool = False) -> Names:
        """These names and more; `thunks` if what they hold may be a `Thunk`."""
        held = self.thunks | names.keys() if thunks else self.thunks - names.keys()
        return Names(self.slots | names, held, self.local)


@dataclass(slots=True)
class Local:
    """A definition of a LET: zero parameters in a slot, or code with parameters."""

    definition: ir.Definition
    names: Names
    slot: int = 0
    params: tuple[int, ...] = ()
    code: Code | None = None
    moves: bool = False
    cached: bool = True


@dataclass(slots=True)
class Compiled:
    """A definition of the system, compiled: its code, parameter slots and frame size."""

    params: tuple[int, ...] = ()
    size: int = 0
    code: Code | None = None


class Slots:
    """Hands out the slots of one frame."""

    def __init__(self) -> None:
        self.size = FIRST_LOCAL

    def take(self) -> int:
        """The next free slot."""
        self.size += 1
        return self.size - 1


class ExprCompiler(Protocol):
    """Compiles expressions; the frame that it lays out has slots for their names."""

    def expr(self, e: ir.Expr, names: Names) -> Code:
        """The code of an expression."""
        ...

    def take_slot(self) -> int:
        """A new slot in the frame being laid out."""
        ...
