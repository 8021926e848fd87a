"""Random properties that come from an instance of another module."""

from __future__ import annotations

from dataclasses import dataclass

from tests.liveness import temporal as tl
from tests.liveness.formula import Formula
from tests.liveness.properties import fairness, random_property
from tests.liveness.systems import Action, Module, some, with_actions
from tests.liveness.temporal import Temporal
from tests.liveness.terms import (
    Env,
    Model,
    State,
    Term,
    Value,
    World,
    among,
    both,
    conditional,
    constant,
    either,
    named,
    prime,
)

CONSTANT = "N"


@dataclass(frozen=True)
class Instance:
    """A module whose variables are expressions of another one, as the text after WITH says."""

    module: Module
    with_text: str


def instance_property(module: Module, depth: int) -> tuple[Temporal, Module, list[str]]:
    """A formula that names one of an instance, the instance, and the lines of the module `Sub`."""
    match module.random.randrange(3):
        case 0:
            return _refinement(module)
        case 1:
            return _with_constant(module, depth)
        case _:
            sub = _instance(module)
            live = random_property(sub.module, (), depth)
            module.lines.append(f"I == INSTANCE Sub WITH {sub.with_text}")
            return tl.named("I!Live", live), sub.module, [*sub.module.lines, f"Live == {live.text}"]


def _with_constant(module: Module, depth: int) -> tuple[Temporal, Module, list[str]]:
    """`\\A j \\in S : I(j)!Live`; a constant of the instance is the parameter."""
    sub = _instance(module)
    live = random_property(sub.module, (CONSTANT,), depth)
    module.lines.append(f"I(n) == INSTANCE Sub WITH {sub.with_text}, {CONSTANT} <- n")

    def means(model: Model, env: Env) -> Formula:
        return live.means(model, {CONSTANT: env["j"]})

    sign = module.random.choice(("\\A", "\\E"))
    asked = tl.quantified(sign, "j", (0, 1), Temporal("I(j)!Live", means), "0..1")
    return asked, sub.module, [f"CONSTANT {CONSTANT}", *sub.module.lines, f"Live == {live.text}"]


def _refinement(module: Module) -> tuple[Temporal, Module, list[str]]:
    """`I!Spec`, an initial predicate, a next-state relation that often allows all, and fairness."""
    sub = _instance(module)
    random, inner = module.random, sub.module
    world = inner.world
    if random.random() < 0.8:
        anywhere = [among(prime(world.variable(v)), domain) for v, domain in world.domains.items()]
        inner.actions.append(Action("Any", both(*anywhere)))
        inner.lines.append(inner.actions[-1].definition)
    starts = []
    for name, domain in world.domains.items():
        values = domain if random.random() < 0.7 else some(random, domain)
        starts.append(among(world.variable(name), values))
    init, step = both(*starts), either(*(action.whole for action in inner.actions))
    inner.lines += [f"Init == {init.text}", f"Next == {step.text}"]
    spec = tl.joined(
        Temporal("Init", tl.now(world, init).means),
        "/\\",
        tl.always(tl.only(world, named("Next", step), Term("vars", _all(world).means))),
    )
    for fair in fairness(inner, named("Next", step)):
        spec = tl.joined(spec, "/\\", fair)
    module.lines.append(f"I == INSTANCE Sub WITH {sub.with_text}")
    return tl.named("I!Spec", spec), inner, [*inner.lines, f"Spec == {spec.text}"]


def _all(world: World) -> Term:
    return world.variables(tuple(world.domains))


def _instance(module: Module) -> Instance:
    random, world = module.random, module.world
    simple = [name for name in world.domains if name != "pc"]
    given: dict[str, tuple[Term, tuple[Value, ...]]] = {}
    for name in ("u", "w")[: random.choice((1, 1, 2))]:
        if random.random() < 0.5:
            variable = random.choice(simple)
            given[name] = world.variable(variable), world.domains[variable]
        else:
            mapped = conditional(module.leaves(()), constant(0), constant(1))
            given[name] = mapped, (0, 1)
    terms = [term for term, _ in given.values()]

    def view(state: State) -> State:
        return tuple(term.means(state, state, {}) for term in terms)

    sub = with_actions(random, World({name: d for name, (_, d) in given.items()}, view), 2)
    sub.lines += [action.definition for action in sub.actions]
    text = ", ".join(f"{name} <- {term.text}" for name, (term, _) in given.items())
    return Instance(sub, text)
