"""Random cases: a module with a specification and a temporal property, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from tests.liveness.core import core, recurring
from tests.liveness.formula import And, Formula, Lasso, Not
from tests.liveness.instances import instance_property
from tests.liveness.judge import elementary_formulas, shortest_lasso
from tests.liveness.properties import fairness, random_property
from tests.liveness.safety import safety_parts
from tests.liveness.systems import Module, random_system
from tests.liveness.temporal import Temporal, joined
from tests.liveness.terms import Model, explore, named

MOST_RECURRING = 12
MOST_ELEMENTARY = 7


@dataclass(frozen=True)
class Case:
    """The files of a case, and the graph, the fairness and the property that they describe.

    The property is `Prop` of the module `Root`. A state of the model has the values of `variables`.
    """

    seed: int
    files: dict[str, str]
    variables: tuple[str, ...]
    model: Model
    fairness: Formula
    property: Formula

    @cached_property
    def lasso(self) -> Lasso | None:
        """The shortest fair behaviour that violates the property."""
        return shortest_lasso(self.model.graph, And((self.fairness, Not(self.property))))

    @cached_property
    def unsafe(self) -> bool:
        """Whether a part of the property that is about safety fails without regard to fairness."""
        parts = safety_parts(self.property)
        return any(shortest_lasso(self.model.graph, Not(part)) for part in parts)

    def __str__(self) -> str:
        return "\n".join(text.strip() for text in self.files.values())


def generate(seed: int) -> Case:
    """The case of a seed."""
    random = Random(seed)
    while True:
        module, init, next_step = random_system(random)
        model = explore(module.world, init, next_step)
        if len(model.states) > random.choice((3, 3, 6, 12)) or random.random() < 0.1:
            break
    module.lines += [action.definition for action in module.actions]
    module.lines += [f"Init == {init.text}", f"Next == {next_step.text}"]
    start = list(module.lines)
    while True:
        module.lines[:] = start
        assumed = fairness(module, named("Next", next_step))
        asked, other_files = _asked(module)
        fair = And(tuple(formula.means(model, {}) for formula in assumed))
        meant = asked.means(model, {})
        if _small_enough(And((fair, meant))):
            break
    root, behaviour = _root(module, [formula.text for formula in assumed], asked)
    files = {**other_files, "Root.tla": root, "Root.cfg": _config(module, behaviour)}
    return Case(seed, files, module.variables, model, fair, meant)


def _small_enough(formula: Formula) -> bool:
    reduced = core(formula)
    bodies, elementary = set(recurring(reduced)), set(elementary_formulas(reduced))
    return len(bodies) <= MOST_RECURRING and len(elementary) <= MOST_ELEMENTARY


def _asked(module: Module) -> tuple[Temporal, dict[str, str]]:
    """A property, and the module that it is an instance of, if it is."""
    random = module.random
    depth = random.choice((1, 2, 2, 3, 3, 4))
    if random.random() < 0.85:
        return random_property(module, (), depth), {}
    asked, sub, lines = instance_property(module, depth)
    if random.random() < 0.2:
        other = random_property(module, (), 1)
        asked = joined(asked, random.choice(("/\\", "\\/", "=>")), other)
    return asked, {"Sub.tla": _module("Sub", sub.variables, lines)}


def _root(module: Module, assumed: list[str], asked: Temporal) -> tuple[str, str]:
    """The text of the root module, and how the configuration names the behaviours."""
    random = module.random
    lines = list(module.lines)
    behaviour = "SPECIFICATION Spec"
    if not assumed and random.random() < 0.3:
        behaviour = "INIT Init\nNEXT Next"
    elif assumed and random.random() < 0.4:
        lines.append(f"Fairness == {_conjunction(assumed)}")
        assumed = ["Fairness"]
    lines.append(f"Spec == {_conjunction(['Init', '[][Next]_vars', *assumed])}")
    lines.append(f"Prop == {asked.text}")
    return _module("Root", module.variables, lines), behaviour


def _conjunction(parts: list[str]) -> str:
    return " /\\ ".join(parts)


def _module(name: str, names: tuple[str, ...], lines: list[str]) -> str:
    variables = ", ".join(names)
    heading = [f"---- MODULE {name} ----", "EXTENDS Naturals", f"VARIABLES {variables}"]
    heading.append(f"vars == <<{variables}>>")
    return "\n".join([*heading, *filter(None, lines), "====", ""])


def _config(module: Module, behaviour: str) -> str:
    constants = [f"CONSTANT {name} = {text}" for name, text in module.constants.items()]
    return "\n".join([*constants, behaviour, "PROPERTY Prop", "CHECK_DEADLOCK FALSE", ""])
