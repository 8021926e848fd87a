"""Where the variables of a program are, and which values they hold."""

from __future__ import annotations

from dataclasses import dataclass

from tests.promela.evaluator.tree import Declaration, Expr, Program, Ref

UNSIGNED = {"bit": 1, "bool": 1, "byte": 8, "pid": 8, "mtype": 8, "chan": 8}
SIGNED = {"short": 16, "int": 32}


@dataclass(frozen=True, slots=True)
class Width:
    bits: int
    signed: bool

    def convert(self, value: int) -> int:
        """The value that a variable of this width holds after it was assigned `value`."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value


INT = Width(32, True)


def message_widths(kinds: tuple[str, ...]) -> list[Width]:
    """The widths of the fields of a message: a bit has 8 bits if it is alone."""
    narrow = 8 if len(kinds) == 1 else 1
    bits = {"int": 32, "short": 16, "bit": narrow, "bool": narrow}
    return [Width(bits.get(kind, 8), kind in SIGNED) for kind in kinds]


def _width(declared: Declaration) -> Width:
    if declared.type in SIGNED:
        return Width(SIGNED[declared.type], True)
    if declared.type == "unsigned":
        return Width(declared.bits, False)
    bits = UNSIGNED[declared.type]
    return Width(bits if declared.size is None else max(bits, 8), False)


@dataclass(frozen=True, slots=True)
class Place:
    """A variable: its first slot, the widths of one element, and its number of elements."""

    declared: Declaration
    first: int
    widths: tuple[Width, ...]

    @property
    def count(self) -> int:
        return 1 if self.declared.size is None else self.declared.size


def lay_out(program: Program, variables: list[Declaration]) -> dict[str, Place]:
    """The places of variables, one after the other."""
    places = {}
    first = 0
    for declared in variables:
        places[declared.name] = Place(declared, first, widths_of(program, declared))
        first += len(places[declared.name].widths) * places[declared.name].count
    return places


def widths_of(program: Program, declared: Declaration) -> tuple[Width, ...]:
    """The widths of the slots of one element of a variable."""
    if declared.type not in program.types:
        return (_width(declared),)
    return tuple(
        width
        for one in program.types[declared.type]
        for _ in range(1 if one.size is None else one.size)
        for width in widths_of(program, one)
    )


def size_of(places: dict[str, Place]) -> int:
    """The number of slots."""
    return sum(len(place.widths) * place.count for place in places.values())


@dataclass(frozen=True, slots=True)
class Slot:
    """What a reference refers to: a base, and indices with their strides and bounds."""

    base: int
    indices: tuple[tuple[Expr, int, int], ...]
    width: Width


def locate(program: Program, places: dict[str, Place], reference: Ref) -> Slot:
    """The slot of a reference."""
    name, index = reference.path[0]
    place = places[name]
    base, declared = place.first, place.declared
    indices = [] if index is None else [(index, len(place.widths), place.count)]
    for name, index in reference.path[1:]:
        for one in program.types[declared.type]:
            stride = len(widths_of(program, one))
            count = 1 if one.size is None else one.size
            if one.name == name:
                declared = one
                break
            base += stride * count
        if index is not None:
            indices.append((index, stride, count))
    return Slot(base, tuple(indices), _width(declared))
