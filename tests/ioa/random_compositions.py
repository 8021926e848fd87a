"""Random small files of I/O automata, with the meaning that the naive judge gives them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.ioa.random_automata import ActionPlan, AutomatonPlan, Writer, indented
from tests.ioa.random_expressions import Expressions
from tests.ioa.random_world import World
from tests.ioa.textbook import Explored, Rejected, judge

FORMALS = ("src", "dst", "val", "arg")
FORMAL_TYPES = ("Small", "Small", "Color", "Color", "bool", "Msg", "bv2", "int", "Tiny")


@dataclass(frozen=True)
class Case:
    """A file, the values of the parameters of its root, and what it means."""

    seed: int
    text: str
    constants: dict[str, str]
    explored: Explored
    attempts: int

    def __str__(self) -> str:
        return f"# constants: {self.constants}\n{self.text}"


@dataclass
class Composite:
    """A composition: the lines of its components, and the paths of their variables."""

    lines: list[str] = field(default_factory=list)
    paths: dict[str, str] = field(default_factory=dict)
    sequences: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)


def generate(seed: int) -> Case:
    """The case of a seed; files that are no small, well-defined composition are left out."""
    random = Random(seed)
    attempts = 0
    while True:
        attempts += 1
        text, constants = _Generator(random).file()
        args: dict[str, Any] = {name: value for name, (value, _) in constants.items()}
        try:
            explored = judge(text, args)
        except Rejected:
            continue
        if not explored.states or ("types" in explored.violated and random.random() < 0.5):
            continue
        if len(explored.states) > random.choice((3, 8, 30)) or random.random() < 0.05:
            shown = {name: shown for name, (_, shown) in constants.items()}
            return Case(seed, text, shown, explored, attempts)


class _Generator:
    def __init__(self, random: Random) -> None:
        self.random = random
        colors = ("RED", "BLUE", "GREEN")[: random.choice((1, 2, 2, 2, 3))]
        small = random.choice(((0, 1), (0, 2), (-1, 1), (1, 3)))
        self.world = World(colors, small, random.choice(((0, 1), (2, 3))), random.random() < 0.5)
        self.automata: list[AutomatonPlan] = []
        self.actions: list[ActionPlan] = []
        self.lines: list[str] = []
        self.composites: dict[str, Composite] = {}

    def file(self) -> tuple[str, dict[str, tuple[Any, str]]]:
        """The text, and the values of the parameters of the root with their texts."""
        random = self.random
        if random.random() < 0.5:
            self.lines += ["from holdfast.ioa import *"]
        self.lines += self.world.definitions()
        if random.random() < 0.4:
            self._function()
        for name in ("Alpha", "Beta", "Gamma")[: random.choice((1, 2, 2, 3))]:
            self._plan_automaton(name)
        for number in range(random.choice((2, 3, 3, 4))):
            self._plan_action(f"act{number}")
        for plan in self.automata:
            self.lines += ["", *Writer(random, self.world, plan, self.actions).text()]
        if len(self.automata) == 1 and not self.automata[0].params and random.random() < 0.5:
            return "\n".join(self.lines) + "\n", {}
        constants = self._compositions()
        return "\n".join(self.lines) + "\n", constants

    def _function(self) -> None:
        types = self.random.choice((("int", "int"), ("Color", "bool"), ("Small",)))
        names = dict(zip(("one", "two"), types, strict=False))
        body = Expressions(self.random, self.world, names).boolean(2)
        params = ", ".join(f"{name}: {t}" for name, t in names.items())
        self.lines += [f"def holds({params}) -> bool:", f"    return {body}"]
        self.world.functions["holds"] = types

    # ---- automata and their actions ----

    def _plan_automaton(self, name: str) -> None:
        random = self.random
        identity = random.choice(("Small", "Color", "int", None))
        params = {"me": identity} if identity else {}
        if random.random() < 0.3:
            params["extra"] = random.choice(("bool", "Small", "Color", "int", "Tiny"))
        self.automata.append(AutomatonPlan(name, identity, params))

    def _plan_action(self, name: str) -> None:
        random = self.random
        owner = random.choice(self.automata)
        mode = random.choice(("output",) * 6 + ("internal",) * 2 + ("input",) * 2)
        types = random.choices(FORMAL_TYPES, k=random.choice((0, 1, 1, 2)))
        if owner.identity and (mode != "input" or random.random() < 0.5):
            types = [owner.identity, *types[:1]]
            if mode == "output" and random.random() < 0.3:
                types = [owner.identity, owner.identity]
        formals = dict(zip(FORMALS, types, strict=False))
        action = ActionPlan(name, formals, random.random() < 0.6)
        if mode == "internal":
            action.kinds[owner.name] = ("internal",)
        elif mode == "output":
            both = owner.identity is not None and random.random() < 0.4
            action.kinds[owner.name] = ("output", "input") if both else ("output",)
        else:
            action.kinds[owner.name] = ("input",)
        for other in self.automata:
            if other is not owner and mode != "internal" and random.random() < 0.6:
                shared = other.identity == owner.identity and owner.identity is not None
                controls = shared and mode == "output" and random.random() < 0.2
                action.kinds[other.name] = ("output",) if controls else ("input",)
        self.actions.append(action)

    # ---- compositions ----

    def _compositions(self) -> dict[str, tuple[Any, str]]:
        random = self.random
        self._free = {
            plan.name: random.sample(arguments, len(arguments))
            for plan in self.automata
            for arguments in [self._identities(plan)]
        }
        params: dict[str, str] = {}
        constants: dict[str, tuple[Any, str]] = {}
        if random.random() < 0.2:
            params["given"] = random.choice(("Small", "Color", "bool", "int"))
            constants["given"] = self._constant(params["given"])
        count = random.choice((1, 2, 2, 2, 3, 3))
        if random.random() < 0.15 and self._compositions_by_index(params):
            return constants
        if count > 1 and random.random() < 0.35:
            inner = self._composite(random.randint(1, count - 1), {})
            self._write("Sub", inner, {}, random.random() < 0.5)
            outer = self._composite(count - 1, params)
            outer.lines.append("sub: Sub()")
            outer.paths |= {f"sub.{path}": t for path, t in inner.paths.items()}
            self._write("Sys", outer, params, True)
        else:
            self._write("Sys", self._composite(count, params), params, True)
        return constants

    def _compositions_by_index(self, params: dict[str, str]) -> bool:
        """A composition with a parameter, and one of several of its instances."""
        plans = [(p, d) for p in self.automata if (d := self._domain(p, self._free[p.name]))]
        if not plans:
            return False
        plan, domain = self.random.choice(plans)
        assert plan.identity is not None
        inner = Composite([f"part: {self._instance(plan, 'at', {})}"])
        inner.paths = {f"part.{variable}": t for variable, t in plan.states.items()}
        self._free[plan.name].clear()
        self._write("Sub", inner, {"at": plan.identity}, self.random.random() < 0.5)
        indices = self.world.colors if domain == "Color" else ("0", "1")
        outer = self._composite(self.random.randrange(2), params)
        if self.random.random() < 0.6:
            outer.lines.append(f"subs: [Sub(i) for i in {domain}]")
            names = {f"subs[{index}]" for index in indices}
        else:
            outer.lines += [f"sub{n}: Sub(at={index})" for n, index in enumerate(indices)]
            names = {f"sub{n}" for n in range(len(indices))}
        for name in sorted(names):
            outer.paths |= {f"{name}.{path}": t for path, t in inner.paths.items()}
        self._write("Sys", outer, params, True)
        return True

    def _constant(self, type: str) -> tuple[Any, str]:
        text = Expressions(self.random, self.world, {}).literal(type)
        values = {"True": True, "False": False} | {color: color for color in self.world.colors}
        return values[text] if text in values else int(text), text

    def _identities(self, plan: AutomatonPlan) -> list[str]:
        low, high = self.world.small
        numbers = [str(n) for n in range(low, high + 1)]
        return {"Small": numbers, "Color": list(self.world.colors), "int": ["0", "1"]}.get(
            plan.identity or "", ["-"]
        )

    def _composite(self, count: int, params: dict[str, str]) -> Composite:
        made = Composite()
        for _ in range(count):
            plans = [plan for plan in self.automata if self._free[plan.name]]
            if not plans:
                break
            fresh = [p for p in plans if len(self._free[p.name]) == len(self._identities(p))]
            plan = self.random.choice(fresh or plans)
            self._add(made, plan, params)
        return made

    def _add(self, made: Composite, plan: AutomatonPlan, params: dict[str, str]) -> None:
        random = self.random
        name = f"c{len(made.lines)}"
        free = self._free[plan.name]
        domain = self._domain(plan, free)
        if domain and random.random() < 0.35:
            made.lines.append(f"{name}: [{self._instance(plan, 'i', params)} for i in {domain}]")
            for index in self._identities(plan) if domain == "Color" else ("0", "1"):
                for variable, type in plan.states.items():
                    made.paths[f"{name}[{index}].{variable}"] = type
            free.clear()
        else:
            made.lines.append(f"{name}: {self._instance(plan, free.pop(), params)}")
            made.paths |= {f"{name}.{variable}": t for variable, t in plan.states.items()}

    def _domain(self, plan: AutomatonPlan, free: list[str]) -> str | None:
        if len(free) < len(self._identities(plan)):
            return None
        if plan.identity == "Color":
            return "Color"
        if plan.identity == "int" or (plan.identity == "Small" and self.world.small[0] <= 0):
            return self.random.choice(("range(2)", "range(2)", "{0, 1}", "range(0, 2)"))
        return None

    def _instance(self, plan: AutomatonPlan, me: str, params: dict[str, str]) -> str:
        args = {}
        for name, type in plan.params.items():
            usable = [p for p, t in params.items() if t == type]
            if name == "me":
                args[name] = me
            elif usable and self.random.random() < 0.7:
                args[name] = usable[0]
            else:
                args[name] = Expressions(self.random, self.world, {}).literal(type)
        if self.random.random() < 0.3:
            return f"{plan.name}({', '.join(f'{n}={a}' for n, a in args.items())})"
        return f"{plan.name}({', '.join(args.values())})"

    def _write(self, name: str, made: Composite, params: dict[str, str], judged: bool) -> None:
        random = self.random
        heading = ", ".join(f"{n}: {t}" for n, t in params.items())
        self.lines += ["", "@composition", f"def {name}({heading}):"]
        self.lines += indented(["class components:"]) + indented(made.lines, 2)
        outputs = [a.name for a in self.actions if any("output" in k for k in a.kinds.values())]
        if outputs and random.random() < 0.3:
            hidden = random.sample(outputs, random.randint(1, len(outputs)))
            self.lines += indented([f"hidden = {{{', '.join(hidden)}}}"])
        if not judged:
            return
        about = Expressions(random, self.world, {**params, **made.paths})
        if random.random() < 0.8:
            self.lines += indented([f"invariant_of = {about.rarely_false()}"])
        if random.random() < 0.3:
            self.lines += indented(["class invariants:"])
            self.lines += indented([f"first = {about.boolean(2)}"], 2)
            self.lines += indented([f"second = {about.rarely_false()}"], 2)
