"""Random transition systems: explicit edges, guarded actions, processes with a `pc`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.liveness.terms import (
    State,
    Term,
    Value,
    World,
    among,
    both,
    called,
    compared,
    conditional,
    constant,
    either,
    for_some,
    named,
    parameter,
    plus,
    prime,
    show_set,
)

LARGEST = 50
LABELS = ("a", "b", "c", "d")


@dataclass(frozen=True)
class Action:
    """A defined action; one with a parameter is about each of some values."""

    name: str
    body: Term
    values: tuple[Value, ...] = ()
    set_text: str = ""

    @property
    def definition(self) -> str:
        """The definition as text."""
        return f"{self.name}{'(i)' if self.values else ''} == {self.body.text}"

    def of(self, argument: Term) -> Term:
        """The action for one value of its parameter."""
        return called(self.name, "i", self.body, argument)

    @property
    def whole(self) -> Term:
        """The action, for some value of its parameter."""
        if not self.values:
            return named(self.name, self.body)
        return for_some("i", self.values, self.of(parameter("i")), self.set_text)


@dataclass
class Module:
    """What formulas of a module may use; `lines` are its definitions so far.

    `leaves` makes simple predicates about the variables, given the bound identifiers.
    `quantified` is a set, and its text, over which formulas are quantified.
    """

    random: Random
    world: World
    actions: list[Action]
    quantified: tuple[tuple[Value, ...], str]
    leaves: Callable[[Sequence[str]], Term]
    lines: list[str] = field(default_factory=list)
    constants: dict[str, str] = field(default_factory=dict)

    def new_name(self, stem: str) -> str:
        """A name that is not used yet."""
        return f"{stem}{len(self.lines)}"

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables."""
        return tuple(self.world.domains)


def same(state: State) -> State:
    """The view of the root module."""
    return state


def one_of(random: Random, values: Sequence[Value], bound: Sequence[str], kind: Value) -> Term:
    """A value of a domain, or a bound identifier with values of that kind."""
    if bound and isinstance(kind, int) and not isinstance(kind, bool) and random.random() < 0.7:
        return parameter(random.choice(bound))
    return constant(random.choice(values))


def some(random: Random, values: Sequence[Value]) -> list[Value]:
    """A few of some values, at least one."""
    return sorted(random.sample(values, random.randint(1, max(1, len(values) // 2))))


def edges(random: Random) -> tuple[Module, Term]:
    """One variable, and actions that are sets of pairs."""
    size = random.choice((3, 4, 5, 6, 8, 12, 20, LARGEST))
    values = tuple(range(size))
    world = World({"x": values}, same)
    x = world.variable("x")
    actions = []
    for name in ("A", "B", "C")[: random.randint(1, 3)]:
        count = random.randint(1, size)
        pairs = {(random.choice(values), random.choice(values)) for _ in range(count)}
        if random.random() < 0.5:
            pairs |= {(k, (k + 1) % size) for k in values if random.random() < 0.9}
        actions.append(Action(name, _pairs(random, size, sorted(pairs))))

    def leaf(bound: Sequence[str]) -> Term:
        if random.random() < 0.5:
            return among(x, some(random, values))
        sign = random.choice(("=", "#", "<=", ">="))
        return compared(x, sign, one_of(random, values, bound, 0))

    module = Module(random, world, actions, ((0, 1), "0..1"), leaf)
    return module, among(x, some(random, values)[: random.choice((1, 1, 3))])


def _pairs(random: Random, size: int, pairs: list[tuple[Value, Value]]) -> Term:
    """Whether a step is one of some pairs, in one of two ways to write it."""
    texts = [f"<<{a}, {b}>>" for a, b in pairs]
    chosen = frozenset(pairs)

    def means(s: State, t: State, _env: object) -> bool:
        return (s[0], t[0]) in chosen

    if random.random() < 0.5:
        text = f"x' \\in 0..{size - 1} /\\ <<x, x'>> \\in {{{', '.join(texts)}}}"
    else:
        text = f"\\E e \\in {{{', '.join(texts)}}} : x = e[1] /\\ x' = e[2]"
    return Term(text, means)


DOMAINS: tuple[tuple[Value, ...], ...] = (
    (0, 1),
    (0, 1, 2),
    (0, 1, 2, 3),
    (False, True),
    ("r", "g", "b"),
)


def guarded(random: Random) -> tuple[Module, Term]:
    """Two or three variables, and actions with guards and assignments."""
    names = ("x", "y", "z")[: random.choice((2, 2, 3))]
    domains = {name: random.choice(DOMAINS) for name in names}
    while len(World(domains, same).states) > LARGEST:
        domains[random.choice(names)] = (0, 1)
    world = World(domains, same)
    module = with_actions(random, world, random.randint(2, 4))
    parts = []
    for name in names:
        one = random.random() < 0.75
        values = [random.choice(domains[name])] if one else some(random, domains[name])
        variable = world.variable(name)
        parts.append(
            compared(variable, "=", constant(values[0])) if one else among(variable, values)
        )
    return module, both(*parts)


def with_actions(random: Random, world: World, count: int) -> Module:
    """A module with some guarded actions."""
    module = Module(random, world, [], ((0, 1), "0..1"), variable_leaf(random, world))
    for name in ("A", "B", "C", "D")[:count]:
        values = (0, 1) if random.random() < 0.3 else ()
        bound = ("i",) if values else ()
        parts = [_update(random, world, variable, bound) for variable in world.domains]
        guards = [module.leaves(bound) for _ in range(random.choice((0, 1, 1, 2)))]
        if values and not any("i" in term.text.split() for term in guards):
            guards.append(compared(constant(random.choice((0, 1))), "<=", parameter("i")))
        module.actions.append(Action(name, both(*guards, *parts), values, "0..1"))
    return module


def variable_leaf(random: Random, world: World) -> Callable[[Sequence[str]], Term]:
    """Predicates that compare a variable with a value or another variable."""

    def leaf(bound: Sequence[str]) -> Term:
        name, values = random.choice(list(world.domains.items()))
        variable = world.variable(name)
        others = [o for o, w in world.domains.items() if o != name and _kind(w) is _kind(values)]
        if _kind(values) is bool and random.random() < 0.5:
            return variable
        if others and random.random() < 0.3:
            return compared(variable, random.choice("=#"), world.variable(random.choice(others)))
        if len(values) > 2 and random.random() < 0.2:
            return among(variable, some(random, values))
        signs = ("=", "#", "<=", ">=") if _kind(values) is int else ("=", "#")
        return compared(variable, random.choice(signs), one_of(random, values, bound, values[0]))

    return leaf


def _kind(values: Sequence[Value]) -> type:
    return type(values[0])


def _update(random: Random, world: World, name: str, bound: Sequence[str]) -> Term:
    """An assignment to the primed variable that stays in its domain."""
    values, variable = world.domains[name], world.variable(name)
    if random.random() < 0.4:
        same_value = compared(prime(variable), "=", variable)
        text = f"UNCHANGED {name}" if random.random() < 0.6 else same_value.text
        return Term(text, same_value.means)
    if random.random() < 0.15:
        return among(prime(variable), some(random, values))
    return compared(prime(variable), "=", _new_value(random, world, name, bound))


def _new_value(random: Random, world: World, name: str, bound: Sequence[str]) -> Term:
    values, variable = world.domains[name], world.variable(name)
    inside = [
        other
        for other, domain in world.domains.items()
        if other != name and _kind(domain) is _kind(values) and set(domain) <= set(values)
    ]
    forms: list[Callable[[], Term]] = [lambda: constant(random.choice(values))]
    if _kind(values) is int:
        forms += 2 * [lambda: plus(variable, random.randint(1, len(values) - 1), len(values))]
        if bound:
            forms += 2 * [lambda: parameter(bound[0])]
    else:
        test = compared(variable, "=", constant(values[0]))
        forms += 2 * [lambda: conditional(test, constant(values[1]), constant(values[0]))]
    if inside:
        forms.append(lambda: world.variable(random.choice(inside)))
    return random.choice(forms)()


def processes(random: Random) -> tuple[Module, Term]:
    """Processes that go from label to label and share a variable."""
    count = random.choice((2, 2, 3))
    labels = LABELS[: 2 if count == 3 else random.choice((3, 4))]
    shared = tuple(range(random.choice((2, 3))))
    workers, text = _workers(random, count)
    functions = _functions(labels, count)
    world = World({"pc": functions, "x": shared}, same)
    x = world.variable("x")

    def label(worker: Term) -> Term:
        return Term(
            f"pc[{worker.text}]",
            lambda s, t, env: s[0][workers.index(worker.means(s, t, env))],
        )

    def leaf(bound: Sequence[str]) -> Term:
        if random.random() < 0.3:
            return compared(x, random.choice(("=", "#", "<=")), constant(random.choice(shared)))
        worker = parameter(random.choice(bound)) if bound else constant(random.choice(workers))
        return compared(label(worker), random.choice("==#"), constant(random.choice(labels)))

    module = Module(random, world, [], (workers, "Proc"), leaf)
    _define_workers(module, random, workers, text)
    me = parameter("i")
    for position, source in enumerate(labels[: random.choice((len(labels), len(labels) - 1))]):
        target = labels[(position + 1) % len(labels)]
        if random.random() < 0.25:
            target = random.choice(labels)
        guards = [compared(label(me), "=", constant(source))]
        if random.random() < 0.5:
            guards.append(compared(x, random.choice("=#"), constant(random.choice(shared))))
        moves = _moves(target, workers)
        body = both(*guards, moves, _update(random, world, "x", ()))
        module.actions.append(Action(source, body, workers, "Proc"))
    start = Term(
        f'pc = [p \\in Proc |-> "{labels[0]}"]', lambda s, _t, _env: set(s[0]) == {labels[0]}
    )
    return module, both(start, compared(x, "=", constant(random.choice(shared))))


def _workers(random: Random, count: int) -> tuple[tuple[Value, ...], str]:
    """The names of processes, and the set of them as text."""
    if random.random() < 0.5:
        return tuple(range(1, count + 1)), f"1..{count}"
    workers = ("p", "q", "r")[:count]
    return workers, show_set(workers)


def _functions(labels: Sequence[str], count: int) -> tuple[Value, ...]:
    """All tuples of labels."""
    return World({str(k): tuple(labels) for k in range(count)}, same).states


def _define_workers(module: Module, random: Random, workers: Sequence[Value], text: str) -> None:
    """`Proc` as a definition, or as a constant of the configuration."""
    if random.random() < 0.5:
        module.lines.append(f"Proc == {text}")
    else:
        module.lines.append("CONSTANT Proc")
        module.constants["Proc"] = show_set(workers)


def _moves(target: str, workers: Sequence[Value]) -> Term:
    """Process i goes to a label; the others stay."""

    def means(s: State, t: State, env: object) -> bool:
        assert isinstance(env, dict)
        mine = workers.index(env["i"])
        return bool(t[0] == (*s[0][:mine], target, *s[0][mine + 1 :]))

    return Term(f'pc\' = [pc EXCEPT ![i] = "{target}"]', means)


SHAPES = (edges, guarded, guarded, processes)


def random_system(random: Random) -> tuple[Module, Term, Term]:
    """A module with actions, and its Init and Next."""
    module, init = random.choice(SHAPES)(random)
    steps = list(module.actions)
    if len(steps) > 1 and random.random() < 0.15:
        steps.remove(random.choice(steps))  # defined, and fair perhaps, but no step of Next
    return module, init, either(*(action.whole for action in steps))
