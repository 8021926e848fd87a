"""The types that random files of I/O automata define."""

from __future__ import annotations

from dataclasses import dataclass, field

INDENT = "    "
LONGEST_QUEUE = 2
ODD = (1, 3)


@dataclass(frozen=True)
class World:
    """The types of a file: the members of `Color`, the bounds of `Small` and `Tiny`."""

    colors: tuple[str, ...]
    small: tuple[int, int]
    tiny: tuple[int, int]
    quoted: bool
    functions: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def bounds(self, type: str) -> tuple[int, int]:
        """The least and the greatest number of an IntRange."""
        return self.small if type == "Small" else self.tiny

    def size(self, type: str) -> int:
        """The number of values that the judge enumerates for a type."""
        colors, small = len(self.colors), self.small[1] - self.small[0] + 1
        sizes: dict[str, int] = {
            "bool": 2,
            "Small": small,
            "Tiny": self.tiny[1] - self.tiny[0] + 1,
            "Color": colors,
            "bv2": 4,
            "Palette": 1 << colors,
            "Msg": colors * small,
            "Flags": 3**colors,
            "Levels": (small + 1) ** colors,
            "Boxes": (colors * small + 1) ** colors,
            "Queue": sum(colors**k for k in range(4)),
            "Numbers": sum(small**k for k in range(4)),
            "Row": 15,
            "int": 24,
            "nat": 15,
            "Odd": len(ODD),
            "Slots": (colors + 1) ** small,
            "Bag": (1, 4, 10, 20)[colors],
            "Part": (small + 1) ** colors,
        }
        return sizes[type]

    def definitions(self) -> list[str]:
        """The types as text."""
        mark = '"' if self.quoted else ""
        members = ", ".join(f"{mark}{c}{mark}" for c in self.colors)
        fields = f"{mark}hue{mark}: Color, {mark}n{mark}: Small"
        return [
            f"Color: type = Enum[{members}]",
            f"Small: type = IntRange[{self.small[0]}:{self.small[1] + 1}]",
            f"Tiny: type = IntRange[{self.tiny[0]}:{self.tiny[1] + 1}]",
            f"Msg: type = NamedTuple[{fields}]",
            "Palette: type = Set[Color]",
            "Flags: type = Map[Color, bool]",
            "Levels: type = Map[Color, Small]",
            "Boxes: type = Map[Color, Msg]",
            "Queue: type = Seq[Color]",
            "Numbers: type = Seq[Small]",
            "Row: type = Seq[bool]",
            f"Odd: type = IntEnum[{', '.join(map(str, ODD))}]",
            "Slots: type = Map[Small, Color]",
            "Bag: type = Mset[Color]",
            "Part: type = Map[Color, Small]",
        ]


SPELLED = {
    "Palette": "Set[Color]",
    "Flags": "Map[Color, bool]",
    "Levels": "Map[Color, Small]",
    "Queue": "Seq[Color]",
    "Numbers": "Seq[Small]",
    "Row": "Seq[bool]",
    "Bag": "Mset[Color]",
}
