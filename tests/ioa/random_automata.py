"""Random primitive automata, as text: signatures with shared actions, effects, initial states."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.ioa.files import Kind
from tests.ioa.random_assignments import part_assignment
from tests.ioa.random_expressions import Expressions
from tests.ioa.random_world import INDENT, SPELLED, World

VARIABLES = {
    "bool": ("on", "busy"),
    "Small": ("n", "level"),
    "Tiny": ("t", "turn"),
    "Color": ("hue_now", "last"),
    "bv2": ("w", "word"),
    "Palette": ("s", "seen"),
    "Msg": ("r", "box"),
    "Flags": ("f", "flags"),
    "Levels": ("m", "levels"),
    "Boxes": ("b", "boxes"),
    "Queue": ("q", "queue"),
    "Numbers": ("z", "numbers"),
    "Row": ("row", "bits"),
    "int": ("count", "total"),
    "nat": ("natural", "sum"),
    "Odd": ("odd", "prime"),
    "Slots": ("slots", "places"),
    "Bag": ("bag", "others"),
    "Part": ("part", "some"),
}
MOST_VALUES = 6000
FINITE = {"bool", "Small", "Tiny", "Color", "bv2", "Palette", "Msg", "Odd"}
REASSIGNED = ("bool", "Color", "Palette", "Queue", "Msg", "Row")
"""A number that is assigned to a local variable of an IntRange would not remember it."""


@dataclass
class ActionPlan:
    """An action: the formals with their types, and its kinds in the automata that have it.

    What integers it has is determined by `where` if it is `bounded`, else by preconditions.
    """

    name: str
    formals: dict[str, str]
    bounded: bool
    kinds: dict[str, tuple[Kind, ...]] = field(default_factory=dict)


@dataclass
class AutomatonPlan:
    """A primitive automaton; `identity` is the type of its parameter `me`, if it has one."""

    name: str
    identity: str | None
    params: dict[str, str]
    states: dict[str, str] = field(default_factory=dict)
    invariants: tuple[str, ...] = ()


def indented(lines: list[str], depth: int = 1) -> list[str]:
    """Lines of a block."""
    return [INDENT * depth + line for line in lines]


class Writer:
    """Writes one automaton."""

    def __init__(
        self, random: Random, world: World, plan: AutomatonPlan, actions: list[ActionPlan]
    ) -> None:
        self.random = random
        self.world = world
        self.plan = plan
        self.actions = [action for action in actions if plan.name in action.kinds]
        self._locals = 0

    def text(self) -> list[str]:
        """The lines of the automaton."""
        self._choose_states()
        params = ", ".join(f"{name}: {t}" for name, t in self.plan.params.items())
        lines = ["@automaton", f"def {self.plan.name}({params}):"]
        if self.random.random() < 0.2:
            lines += indented([f"where = {self._where()}"])
        lines += indented(["class signature:"]) + indented(self._signature() or ["pass"], 2)
        lines += indented(["class states:"])
        lines += indented([f"{n}: {self._spelled(t)}" for n, t in self.plan.states.items()], 2)
        initially = self._initially()
        lines += indented([f"initially = {initially}"] if initially else [])
        lines += indented(["class transitions:"]) + indented(self._transitions() or ["pass"], 2)
        if self.random.random() < 0.2:
            lines += indented([f"invariant_of = {self._expressions({}).rarely_false()}"])
        if self.random.random() < 0.1:
            lines += indented(["class invariants:"])
            lines += indented([f"own = {self._expressions({}).rarely_false()}"], 2)
        return lines

    def _where(self) -> str:
        numbers = [name for name, t in self.plan.params.items() if t in ("Small", "Tiny", "int")]
        return f"{self.random.choice(numbers)} >= -1" if numbers else "True"

    def _spelled(self, type: str) -> str:
        return SPELLED.get(type, type) if self.random.random() < 0.3 else type

    def _expressions(self, formals: dict[str, str]) -> Expressions:
        names = {**self.plan.params, **self.plan.states, **formals}
        return Expressions(self.random, self.world, names)

    def _choose_states(self) -> None:
        random = self.random
        weights = {"bool": 4, "Small": 5, "Queue": 3, "Palette": 2, "Boxes": 1, "int": 1}
        types = list(VARIABLES)
        for _ in range(random.choice((1, 1, 2, 2, 2, 3))):
            (type,) = random.choices(types, [weights.get(t, 2) for t in types])
            free = [name for name in VARIABLES[type] if name not in self.plan.states]
            size = self.world.size(type)
            for t in self.plan.states.values():
                size *= self.world.size(t)
            if free and size <= MOST_VALUES:
                self.plan.states[free[0]] = type
        if not self.plan.states:
            self.plan.states["on"] = "bool"

    # ---- signature ----

    def _signature(self) -> list[str]:
        lines = []
        for action in self.actions:
            formals = ", ".join(f"{name}: {t}" for name, t in action.formals.items())
            for kind in action.kinds[self.plan.name]:
                where = self._where_of(action, kind)
                lines += [f"@{kind}", f"def {action.name}({formals}):"]
                lines += indented([f"where = {where}" if where else "pass"])
        return lines

    def _where_of(self, action: ActionPlan, kind: Kind) -> str | None:
        """Locally controlled actions are told apart by `me`; inputs are those of others."""
        random = self.random
        parts: list[str] = []
        first = next(iter(action.formals), None)
        if self.plan.identity and first and action.formals[first] == self.plan.identity:
            both = len(action.kinds[self.plan.name]) == 2
            if kind != "input":
                parts.append(f"{first} == me")
            elif both or random.random() < 0.4:
                parts.append(self._input_from(first, action))
        for name, type in action.formals.items():
            if type == "int" and action.bounded:
                low = random.choice((-1, 0, 0, 1))
                parts.append(f"{low} <= {name} < {low + random.randint(1, 3)}")
        names = {**self.plan.params, **action.formals}
        # A condition that no integer satisfies would have to be evaluated for all of them.
        if set(action.formals.values()) - {"int"} and random.random() < 0.2:
            names = {n: t for n, t in names.items() if action.bounded or t != "int"}
            parts.append(Expressions(random, self.world, names).boolean(1))
        return " and ".join(parts) or None

    def _input_from(self, first: str, action: ActionPlan) -> str:
        """The part of `where` of an input that is an output, too."""
        random, identity = self.random, self.plan.identity
        choices = [f"{first} != me"] * 2
        others = [n for n, t in action.formals.items() if t == identity and n != first]
        choices += [f"{first} != me and {name} == me" for name in others] * 2
        if (
            identity in ("Small", "Tiny")
            and self.world.bounds(identity)[0] != self.world.bounds(identity)[1]
        ):
            choices += [f"{first} == decre(me)", f"me == incre({first})"]
        return random.choice(choices)

    # ---- initial states ----

    def _initially(self) -> str | None:
        random = self.random
        finite = set(self.plan.states.values()) <= FINITE
        if finite and random.random() < 0.04:
            return None
        seen: dict[str, str] = dict(self.plan.params)
        parts = []
        for name, type in self.plan.states.items():
            part = self._initial(name, type, Expressions(random, self.world, dict(seen)))
            parts += [part] if part else []
            seen[name] = type
        if random.random() < 0.2:
            parts.append(Expressions(random, self.world, seen).boolean(1))
        return " and ".join(parts) or "True"

    def _initial(self, name: str, type: str, before: Expressions) -> str | None:
        """What holds of a variable at first; it may depend on variables before it."""
        random = self.random
        chance = random.random()
        if chance < 0.6:
            return f"{name} == {before.literal(type)}"
        if chance < 0.7:
            return f"{name} == {before.of(type, 1)}"
        if chance < 0.8 and type not in ("Flags", "Levels", "Boxes", "Slots", "Part"):
            return f"{name} in {{{before.literal(type)}, {before.literal(type)}}}"
        match type:
            case "Queue" | "Numbers":
                return f"len({name}) {random.choice(('== 1', '<= 1', '== 0'))}"
            case "Row":
                k = before.fresh()
                about = f"{name}[{k}] == {before.of('bool', 1)}"
                every = f"len({name}) == 2 and forall({k}, implies(0 <= {k} < 2, {about}))"
                return random.choice(
                    (f"len({name}) == 2", every, f"len({name}) == 2 and {name}[0]")
                )
            case "int" | "nat":
                return f"0 <= {name} <= {random.randint(0, 2)}"
            case "bool" | "Small" | "Tiny" | "Color" | "bv2" | "Palette" | "Msg" | "Odd":
                return None
            case _:
                return f"{name} == {before.literal(type)}"

    # ---- transitions ----

    def _transitions(self) -> list[str]:
        random, lines = self.random, []
        for action in self.actions:
            for kind in action.kinds[self.plan.name]:
                count = random.choice((1, 1, 1, 1, 2, 2, 3))
                if kind == "output" and random.random() < 0.03:
                    count = 0
                for _ in range(count):
                    lines += [f"@{kind}"]
                    open_ended = "int" in action.formals.values() and not action.bounded
                    if kind != "input" and (open_ended or random.random() < 0.85):
                        lines += [f"@pre({self._pre(action)})"]
                    lines += [f"def {action.name}({', '.join(action.formals)}):"]
                    lines += indented(self._effect(action))
        return lines

    def _pre(self, action: ActionPlan) -> str:
        random = self.random
        expressions = self._expressions(action.formals)
        parts = []
        for name, type in action.formals.items():
            determined = type == "int" and not action.bounded
            if determined or random.random() < 0.4:
                value = self._expressions({}).of("Small" if type == "int" else type, 1)
                parts.append(f"{name} == {value}")
            queues = [q for q, t in self.plan.states.items() if t == "Queue"]
            if type == "Color" and queues and random.random() < 0.4:
                parts.append(f"len({queues[0]}) > 0 and {name} == {queues[0]}[0]")
        if not parts or random.random() < 0.7:
            parts.append(expressions.boolean(random.choice((0, 1, 1, 2))))
        random.shuffle(parts)
        return " and ".join(parts)

    def _effect(self, action: ActionPlan) -> list[str]:
        expressions = self._expressions(action.formals)
        count = self.random.choice((1, 1, 1, 2, 2, 3))
        lines = [line for _ in range(count) for line in self._statement(expressions, 2)]
        return lines if self.random.random() < 0.95 else ["pass"]

    def _statement(self, e: Expressions, depth: int) -> list[str]:
        random = self.random
        chance = random.random()
        if depth and chance < 0.25:
            return self._if(e, depth - 1)
        if depth and chance < 0.35:
            return self._for(e, depth - 1)
        if depth and chance < 0.45:
            return self._local(e, depth - 1)
        if chance < 0.55 and len(self.plan.states) > 1:
            return self._together(e)
        return self._assignment(e)

    def _block(self, e: Expressions, depth: int) -> list[str]:
        # A local variable that is assigned inside is not visible after the block.
        inner = Expressions(self.random, self.world, dict(e.names))
        return indented(self._statement(inner, depth))

    def _if(self, e: Expressions, depth: int) -> list[str]:
        random = self.random
        lines = [f"if {e.boolean(1)}:", *self._block(e, depth)]
        if random.random() < 0.3:
            lines += [f"elif {e.boolean(1)}:", *self._block(e, depth)]
        if random.random() < 0.5:
            lines += ["else:", *self._block(e, depth)]
        return lines

    def _for(self, e: Expressions, depth: int) -> list[str]:
        self._locals += 1
        name = f"i{self._locals}"
        sequences = {q: t for q, t in e.names.items() if t in ("Queue", "Numbers")}
        if sequences and self.random.random() < 0.5:
            q = self.random.choice(list(sequences))
            type = "Color" if sequences[q] == "Queue" else "Small"
            inner = Expressions(self.random, self.world, {**e.names, name: type})
            return [f"for {name} in {q}:", *self._block(inner, depth)]
        rows = [r for r, t in self.plan.states.items() if t == "Row"]
        head = f"for {name} in range({self.random.choice(('2', '2', '1, 3', '0'))}):"
        if rows and self.random.random() < 0.7:
            value = e.boolean(1)
            return [f"for {name} in range(2):", *indented([f"{rows[0]}[{name}] = {value}"])]
        inner = Expressions(self.random, self.world, {**e.names, name: "int"})
        return [head, *self._block(inner, depth)]

    def _local(self, e: Expressions, depth: int) -> list[str]:
        """A local variable, which later statements may use."""
        self._locals += 1
        name = f"_x{self._locals}"
        type = self.random.choice([t for t in self.plan.states.values() if t != "int"] or ["bool"])
        known = [n for n, t in e.names.items() if t == type]
        # From a name, so that the type of the local variable is determined.
        value = self.random.choice(known) if known else "True"
        if not known:
            type = "bool"
        line = f"{name} = {value}"
        e.names = {**e.names, name: type}
        return [line, *self._statement(e, depth)]

    def _together(self, e: Expressions) -> list[str]:
        one, other = self.random.sample(list(self.plan.states), 2)
        values = [self._value(name, e) for name in (one, other)]
        return [f"{one}, {other} = {', '.join(values)}"]

    def _value(self, name: str, e: Expressions) -> str:
        type = self.plan.states[name]
        if type == "int":  # or it could grow for ever
            return f"min({e.integer(1)}, 2)" if self.random.random() < 0.5 else e.of("Small", 1)
        return e.of(type, 2)

    def _assignment(self, e: Expressions) -> list[str]:
        random = self.random
        locals = [n for n, t in e.names.items() if n[0] == "_" and t in REASSIGNED]
        if locals and random.random() < 0.2:
            name = random.choice(locals)
            return [f"{name} = {e.of(e.names[name], 1)}"]
        name = random.choice(list(self.plan.states))
        type = self.plan.states[name]
        special = part_assignment(name, type, e)
        if special and random.random() < 0.6:
            return special
        return [f"{name} = {self._value(name, e)}"]
