"""Random expressions of the language, by type, as text.

The types are those of a `World`; names have the types that a scope gives them. Partial operations
are guarded, and an expression of a type has a value of this type wherever the names do.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.ioa.random_world import LONGEST_QUEUE, ODD, World


class Expressions:
    """Random expressions over names; `names` maps a name, or a path, to its type."""

    def __init__(self, random: Random, world: World, names: dict[str, str]) -> None:
        self.random = random
        self.world = world
        self.names = names
        self._bound = 0

    def of(self, type: str, depth: int) -> str:
        """An expression of a type."""
        known = self._known(type)
        if known and self.random.random() < (0.3 if depth else 0.75):
            return self.random.choice(known)
        if depth <= 0 and type != "bool":
            return self.literal(type)
        makers: dict[str, Callable[[int], str]] = {
            "bool": self.boolean,
            "Small": lambda d: self._ranged("Small", d),
            "Tiny": lambda d: self._ranged("Tiny", d),
            "Color": self._color,
            "bv2": self._word,
            "Palette": self._palette,
            "Msg": lambda d: f"Msg({self.of('Color', d - 1)}, {self.of('Small', d - 1)})",
            "Flags": lambda d: self._map("bool", d),
            "Levels": lambda d: self._map("Small", d),
            "Boxes": lambda d: self._map("Msg", d),
            "Queue": lambda d: self._sequence("Queue", "Color", d),
            "Numbers": lambda d: self._sequence("Numbers", "Small", d),
            "Row": self._row,
            "int": self.integer,
            "nat": lambda d: f"max(0, min({self.number(d - 1)}, 2))",
            "Odd": lambda d: self._choose("Odd", d, [lambda: self.literal("Odd")]),
            "Slots": lambda d: self._map("Color", d, "Small"),
            "Bag": self._bag,
            "Part": self._part,
        }
        return makers[type](depth)

    def _known(self, type: str) -> list[str]:
        """The names of a type, and parts of names that have it."""
        found = [name for name, t in self.names.items() if t == type]
        part = {"Color": "hue", "Small": "n"}.get(type)
        if part:
            found += [f"{name}.{part}" for name, t in self.names.items() if t == "Msg"]
        colors = [name for name, t in self.names.items() if t == "Color"] + [self.world.colors[-1]]
        map_type = {"bool": "Flags", "Small": "Levels", "Msg": "Boxes"}.get(type)
        for name, t in self.names.items():
            if map_type is not None and t == map_type:
                found.append(f"{name}[{self.random.choice(colors)}]")
            if t == "Slots" and type == "Color":
                at = [n for n, t in self.names.items() if t == "Small"]
                found.append(f"{name}[{self.random.choice([*at, self.literal('Small')])}]")
            if t == "Row" and type == "bool":
                found.append(f"{name}[{self.random.randrange(2)}]")
        return found

    def literal(self, type: str) -> str:
        """A constant of a type."""
        random, world = self.random, self.world
        match type:
            case "bool":
                return random.choice(("True", "False"))
            case "Small" | "Tiny":
                low, high = world.bounds(type)
                return str(random.randint(low, high))
            case "Color":
                return random.choice(world.colors)
            case "bv2":
                return str(random.randrange(4))
            case "Palette":
                chosen = [c for c in world.colors if random.random() < 0.5]
                return "{" + ", ".join(chosen) + "}" if chosen else "set()"
            case "Msg":
                return f"Msg({self.literal('Color')}, {self.literal('Small')})"
            case "Flags" | "Levels" | "Boxes":
                element = {"Flags": "bool", "Levels": "Small", "Boxes": "Msg"}[type]
                name = self.fresh()
                return f"{{{name}: {self.literal(element)} for {name} in Color}}"
            case "Queue" | "Numbers":
                element = "Color" if type == "Queue" else "Small"
                return f"[{', '.join(self.literal(element) for _ in range(random.randrange(2)))}]"
            case "Row":
                return f"[{self.literal('bool')}, {self.literal('bool')}]"
            case "int" | "nat":
                return str(random.randrange(3))
            case "Odd":
                return str(random.choice(ODD))
            case "Slots":
                name, (low, high) = self.fresh(), world.small
                domain = random.choice(("Small", f"range({low}, {high + 1})"))
                return f"{{{name}: {self.literal('Color')} for {name} in {domain}}}"
            case "Bag":
                return f"Mset({', '.join(random.choices(world.colors, k=random.randrange(3)))})"
            case "Part":
                name, domain = self.fresh(), random.choice((world.colors[0], world.colors[-1]))
                return f"{{{name}: {self.literal('Small')} for {name} in {{{domain}}}}}"
            case _:
                raise AssertionError(type)

    def fresh(self) -> str:
        """A name that is bound nowhere else."""
        self._bound += 1
        return f"k{self._bound}"

    def _choose(self, type: str, depth: int, options: list[Callable[[], str]]) -> str:
        # Of a conditional between two literals, the width would not be known.
        if type != "bv2" and self.random.random() < 0.12:
            parts = self.of(type, depth - 1), self.boolean(depth - 1), self.of(type, depth - 1)
            return "({} if {} else {})".format(*parts)
        return self.random.choice(options)()

    # ---- numbers ----

    def integer(self, depth: int) -> str:
        """A number, not of any range."""
        random, sub = self.random, depth - 1
        sequences = [
            n for n, t in self.names.items() if t in ("Queue", "Numbers", "Palette", "Bag")
        ]
        options = [
            lambda: f"({self.number(sub)} {random.choice('+-')} {self.number(sub)})",
            lambda: f"{self.number(sub)} * {random.randrange(3)}",
            lambda: f"({self.number(sub)}) % {random.randint(2, 3)}",
            lambda: f"({self.number(sub)} + 4) / 2",
            lambda: f"{random.choice(('min', 'max'))}({self.number(sub)}, {self.number(sub)})",
            lambda: f"abs({self.number(sub)} - {self.number(sub)})",
        ]
        if sequences:
            options += [lambda: f"len({random.choice(sequences)})"] * 3
        bags = [n for n, t in self.names.items() if t == "Bag"]
        if bags:
            options += [lambda: f"{random.choice(bags)}.count({self.of('Color', sub)})"] * 3
        return self._choose("int", depth, options)

    def number(self, depth: int) -> str:
        """A number of some type that may be mixed with integers."""
        types = ["Small", "Small", "Tiny", "int"]
        types += [t for t in self.names.values() if t in ("nat", "Odd")]
        return self.of(self.random.choice(types), depth)

    def _ranged(self, type: str, depth: int) -> str:
        low, high = self.world.bounds(type)
        sub, size = depth - 1, high - low + 1
        known = self._known(type)
        options = [
            lambda: f"max({low}, min({high}, {self.number(sub)}))",
            lambda: f"({self.number(sub)} - {low} + {size}) % {size} + {low}",
        ]
        if known:
            step = self.random.choice(("incre", "decre"))
            options += [lambda: f"{step}({self.random.choice(known)})"] * 4
        return self._choose(type, depth, options)

    def _word(self, depth: int) -> str:
        # Of two literals the type would not be known.
        known = self._known("bv2")
        if not known:
            return self.literal("bv2")
        name, sub = self.random.choice(known), depth - 1
        operators = ("+", "-", "*", "&", "|", "^")
        options = [
            lambda: f"({name} {self.random.choice(operators)} {self.of('bv2', sub)})",
            lambda: f"({name} {self.random.choice(operators)} {self.random.randrange(4)})",
            lambda: f"~{name}",
            lambda: f"({name} << 1)",
            lambda: f"({name} >> 1)",
        ]
        return self._choose("bv2", depth, options)

    # ---- other values ----

    def _color(self, depth: int) -> str:
        queues = [name for name, t in self.names.items() if t == "Queue"]
        options: list[Callable[[], str]] = [lambda: self.literal("Color")]
        if queues:
            queue = self.random.choice(queues)
            other = self.of("Color", depth - 1)
            options += [lambda: f"({queue}[0] if len({queue}) > 0 else {other})"]
        return self._choose("Color", depth, options)

    def _palette(self, depth: int) -> str:
        random, sub, name = self.random, depth - 1, self.fresh()
        queues = [n for n, t in self.names.items() if t == "Queue"]
        options = [
            lambda: f"({self.of('Palette', sub)} | {{{self.of('Color', sub)}}})",
            lambda: f"({self.of('Palette', sub)} - {{{self.of('Color', sub)}}})",
            lambda: f"({self.of('Palette', sub)} {random.choice('&*+')} {self.of('Palette', sub)})",
            lambda: f"{{{name} for {name} in Color if {self.under(name, 'Color', sub)}}}",
            lambda: f"{{{self.of('Color', sub)}, {self.of('Color', sub)}}}",
        ]
        if queues:
            options += [lambda: f"set({random.choice(queues)})"]
        return self._choose("Palette", depth, options)

    def _bag(self, depth: int) -> str:
        known, item = self._known("Bag"), self.of("Color", depth - 1)
        options: list[Callable[[], str]] = [lambda: self.literal("Bag"), lambda: f"Mset({item})"]
        if known:
            bag = self.random.choice(known)
            more = f"({bag} + Mset({item}) if len({bag}) < {LONGEST_QUEUE} else {bag})"
            options += [lambda: more, lambda: f"({bag} - Mset({item}))"] * 2
        return self._choose("Bag", depth, options)

    def _part(self, depth: int) -> str:
        name = self.fresh()
        condition = self.under(name, "Color", depth - 1)
        image = f"{{{name}: {self.of('Small', depth - 1)} for {name} in Color if {condition}}}"
        return self._choose("Part", depth, [lambda: self.literal("Part"), lambda: image])

    def _map(self, element: str, depth: int, key: str = "Color") -> str:
        name = self.fresh()
        inner = Expressions(self.random, self.world, {**self.names, name: key})
        inner._bound = self._bound
        image = inner.of(element, depth - 1)
        self._bound = inner._bound
        return f"{{{name}: {image} for {name} in {key}}}"

    def _sequence(self, type: str, element: str, depth: int) -> str:
        random, sub = self.random, depth - 1
        known = self._known(type)
        options = [lambda: f"[{self.of(element, sub)}]", lambda: self.literal(type)]
        if known:
            q, item, name = random.choice(known), self.of(element, sub), self.fresh()
            condition = self.under(name, element, sub)
            options += [
                lambda: f"({q} + [{item}] if len({q}) < {LONGEST_QUEUE} else {q})",
                lambda: f"([{item}] + {q} if len({q}) < {LONGEST_QUEUE} else {q})",
                lambda: f"({q}[1:] if len({q}) > 0 else {q})",
                lambda: f"{q}[:min(1, len({q}))]",
                lambda: f"[{name} for {name} in {q} if {condition}]",
            ]
            image = f"({item} if {condition} else {name})"
            options += [lambda: f"[{image} for {name} in {q}]"]
        return self._choose(type, depth, options)

    def _row(self, depth: int) -> str:
        sub, name = depth - 1, self.fresh()
        options = [
            lambda: f"[{self.boolean(sub)}, {self.boolean(sub)}]",
            lambda: f"[{name} == {self.random.randrange(3)} for {name} in range(2)]",
        ]
        return self._choose("Row", depth, options)

    # ---- formulas ----

    def under(self, name: str, type: str, depth: int) -> str:
        """A formula that may also mention a bound name."""
        inner = Expressions(self.random, self.world, {**self.names, name: type})
        inner._bound = self._bound
        text = inner.comparison(type, name, depth)
        if depth > 0 and self.random.random() < 0.5:
            text = f"({text} {self.random.choice(('and', 'or'))} {inner.boolean(depth - 1)})"
        self._bound = inner._bound
        return text

    def comparison(self, type: str, left: str, depth: int) -> str:
        """A formula about a value."""
        random, sub = self.random, depth - 1
        match type:
            case "bool":
                return random.choice((left, f"not {left}", f"{left} == {self.of('bool', sub)}"))
            case "Small" | "Tiny" | "int" | "nat" | "Odd":
                operator = random.choice(("==", "!=", "<", "<=", ">", ">="))
                if random.random() < 0.2:
                    return f"{self.number(sub)} <= {left} < {self.number(sub)}"
                return f"{left} {operator} {self.number(sub)}"
            case "bv2":
                return f"{left} {random.choice(('==', '!=', '<', '>='))} {self.of('bv2', sub)}"
            case "Color":
                if random.random() < 0.3:
                    return f"{left} {random.choice(('in', 'not in'))} {self.of('Palette', sub)}"
                return f"{left} {random.choice(('==', '!='))} {self.of('Color', sub)}"
            case "Palette":
                choices = (
                    f"{self.of('Color', sub)} {random.choice(('in', 'not in'))} {left}",
                    f"len({left}) {random.choice(('==', '<', '>='))} {random.randint(1, 2)}",
                    f"{left} <= {self.of('Palette', sub)}",
                    f"{left} == {self.of('Palette', sub)}",
                    f"disjoint({left}, {self.of('Palette', sub)})",
                )
                return random.choice(choices)
            case "Queue" | "Numbers":
                element = "Color" if type == "Queue" else "Small"
                choices = (
                    f"len({left}) {random.choice(('==', '<', '>='))} {random.randint(1, 2)}",
                    f"{self.of(element, sub)} in {left}",
                    f"{left} != {self.of(type, sub)}",
                    f"(len({left}) > 0 and {left}[0] == {self.of(element, sub)})",
                    f"(len({left}) > 0 and {left}[len({left}) - 1] != {self.of(element, sub)})",
                )
                return random.choice(choices)
            case "Bag":
                color = self.of("Color", sub)
                counts = f"len({left}) < 2", f"{left}.count({color}) == 1"
                return random.choice((f"{color} in {left}", *counts))
            case "Part":
                color = self.of("Color", sub)
                there = f"{color} in {left}"
                image = f"({there} and {left}[{color}] == {self.of('Small', sub)})"
                keys = f"{left}.keys() == {self.of('Palette', sub)}"
                return random.choice((there, image, keys, f"len({left}.keys()) > 1"))
            case "Row":
                return random.choice((f"{left}[0]", f"{left}[0] != {left}[1]", f"not {left}[1]"))
            case _:
                return f"{left} {random.choice(('==', '!='))} {self.of(type, sub)}"

    def boolean(self, depth: int) -> str:
        """A formula."""
        random, sub = self.random, depth - 1
        if not self.names or random.random() < 0.02:
            return self.literal("bool")
        if depth <= 0 or random.random() < 0.35:
            name = random.choice(list(self.names))
            return f"({self.comparison(self.names[name], name, depth)})"
        options = [
            lambda: f"({self.boolean(sub)} and {self.boolean(sub)})",
            lambda: f"({self.boolean(sub)} or {self.boolean(sub)})",
            lambda: f"(not {self.boolean(sub)})",
            lambda: f"implies({self.boolean(sub)}, {self.boolean(sub)})",
            lambda: f"({self.boolean(sub)} if {self.boolean(sub)} else {self.boolean(sub)})",
            lambda: self._quantified(sub),
            lambda: self._called(sub),
        ]
        return random.choice(options)()

    def rarely_false(self) -> str:
        """A formula that is true in most states."""
        parts = [self.boolean(1) for _ in range(self.random.randint(2, 4))]
        return " or ".join(parts)

    def _called(self, depth: int) -> str:
        if not self.world.functions:
            return self.boolean(depth)
        function = self.random.choice(list(self.world.functions))
        args = [self.of(t, depth) for t in self.world.functions[function]]
        return f"{function}({', '.join(args)})"

    def _quantified(self, depth: int) -> str:
        random, name = self.random, self.fresh()
        sequences = [n for n, t in self.names.items() if t in ("Queue", "Numbers")]
        rows = [n for n, t in self.names.items() if t == "Row"]
        palettes = [n for n, t in self.names.items() if t == "Palette"]
        word = random.choice(("all", "any"))
        options = [f"{word}({self.under(name, 'Color', depth)} for {name} in Color)"]
        low, high = sorted(random.choices(range(-1, 4), k=2))
        body = self.under(name, "int", depth)
        options += [
            f"forall({name}, implies({low} <= {name} < {high}, {body}))",
            f"exists({name}, {low} <= {name} and {name} < {high} and {body})",
            f"{word}({body} for {name} in range({high}) if {name} != {low})",
        ]
        for q in sequences[:1]:
            at, type = f"{q}[{name}]", self.names[q]
            about = self.comparison("Color" if type == "Queue" else "Small", at, depth)
            options += [
                f"forall({name}, implies(0 <= {name} < len({q}), {about}))",
                f"exists({name}, 0 <= {name} < len({q}) and {about})",
            ]
        for row in rows[:1]:
            options.append(f"forall({name}, implies(0 <= {name} < 2, {row}[{name}]))")
        for s in palettes[:1]:
            about = self.under(name, "Color", depth)
            options.append(f"forall({name}, implies({name} in {s}, {about}))")
            options.append(f"(len({{{name} for {name} in {s} if {about}}}) <= 1)")
        return random.choice(options)
