"""The naive judge: composition of I/O automata exactly as the textbook defines it.

An automaton has explicit sets of concrete actions (an action is a name and its arguments), a set
of initial states, and a transition relation. The parallel composition has

    inputs     (the inputs of all components) - (the outputs of all components)
    outputs    the outputs of all components; internal actions likewise
    states     a state of every component
    steps      (s, a, s') such that each component takes a step (s_i, a, s'_i) of its own if a is
               in its signature, and s'_i = s_i if it is not

Hiding makes outputs internal. What is not an I/O automaton, and what the cut of infinite types
could falsify, raises `Rejected`.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, TypeAlias

from tests.ioa.files import KINDS, Definition, File, Kind, read
from tests.ioa.finite_types import (
    FrozenMap,
    Int,
    Members,
    Type,
    Undefined,
    at_the_edge,
    belongs,
    typed,
    values,
)
from tests.ioa.python_meaning import INDEX, Env, Meaning, Scope

MOST_STATES = 2000
MOST_STEPS = 20_000

Action: TypeAlias = tuple[str, tuple[Any, ...]]
State: TypeAlias = tuple[Any, ...]
Variables: TypeAlias = dict[str, Any]


class Rejected(Exception):
    """The file is not about a small, closed set of well-defined I/O automata."""


class Automaton(ABC):
    """An I/O automaton; `sigma` are its actions of each kind."""

    sigma: Mapping[Kind, frozenset[Action]]
    scope: Scope

    @cached_property
    def actions(self) -> frozenset[Action]:
        """All its actions."""
        return frozenset[Action]().union(*self.sigma.values())

    @abstractmethod
    def initial(self) -> Iterator[State]:
        """Its initial states."""

    @abstractmethod
    def steps(self, state: State, action: Action) -> frozenset[State]:
        """The states that an action of its signature leads to."""

    @abstractmethod
    def view(self, state: State) -> Env:
        """What the expressions about it see: its parameters, and its state."""

    @abstractmethod
    def variables(self, state: State) -> Variables:
        """The values of its variables, by their paths."""

    @abstractmethod
    def violated(self, state: State) -> Iterator[str]:
        """The paths of the invariants that are false; `types` if a value left its type."""

    def require_disjoint_kinds(self) -> None:
        """Raise if an action has two kinds."""
        for one, other in combinations(KINDS, 2):
            if self.sigma[one] & self.sigma[other]:
                raise Rejected(f"{one} and {other} are not disjoint")


class Primitive(Automaton):
    """An instance of a primitive automaton; a state has the values of its variables."""

    def __init__(self, file: File, definition: Definition, args: Env) -> None:
        self.definition = definition
        self.args = args
        self.scope = dict(definition.params) | dict(definition.states)
        self.meaning = Meaning(self.scope, file.globals, file.enums)
        self._meanings = {
            stub.name: Meaning({**self.scope, **dict(stub.formals)}, file.globals, file.enums)
            for stub in definition.stubs
        }
        if not self.meaning.value(definition.where, args):
            raise Rejected("outside where")
        self.sigma = {kind: frozenset(self._signature(kind)) for kind in KINDS}
        self.require_disjoint_kinds()
        self._known: dict[tuple[State, Action], frozenset[State]] = {}

    def _signature(self, kind: Kind) -> Iterator[Action]:
        for stub in self.definition.stubs:
            if stub.kind != kind:
                continue
            names = [name for name, _ in stub.formals]
            types = [t for _, t in stub.formals]
            for chosen in product(*map(values, types)):
                env = {**self.args, **dict(zip(names, chosen, strict=True))}
                if self._meanings[stub.name].value(stub.where, env):
                    yield stub.name, chosen

    def initial(self) -> Iterator[State]:
        names = [name for name, _ in self.definition.states]
        types = [t for _, t in self.definition.states]
        for state in product(*map(values, types)):
            env = {**self.args, **dict(zip(names, state, strict=True))}
            if self.meaning.value(self.definition.initially, env):
                if any(map(at_the_edge, types, state)):
                    raise Rejected("an initial state may be missing")
                yield state

    def steps(self, state: State, action: Action) -> frozenset[State]:
        key = state, action
        if key not in self._known:
            self._known[key] = frozenset(self._steps(state, action))
            if not self._known[key] and action in self.sigma["input"]:
                raise Rejected("not input-enabled")
        return self._known[key]

    def _steps(self, state: State, action: Action) -> Iterator[State]:
        name, args = action
        meaning = self._meanings[name]
        formals = next(s.formals for s in self.definition.stubs if s.name == name)
        for transition in self.definition.transitions:
            if transition.name != name or action not in self.sigma[transition.kind]:
                continue
            env = self.view(state)
            env |= {formal: arg for (formal, _), arg in zip(formals, args, strict=True)}
            if meaning.value(transition.pre, env):
                meaning.run(transition.effect, env)
                yield tuple(env[variable] for variable, _ in self.definition.states)

    def view(self, state: State) -> Env:
        return {**self.args, **self.variables(state)}

    def variables(self, state: State) -> Variables:
        names = [name for name, _ in self.definition.states]
        return dict(zip(names, state, strict=True))

    def violated(self, state: State) -> Iterator[str]:
        pairs = zip(self.definition.states, state, strict=True)
        if not all(belongs(t, value) for (_, t), value in pairs):
            # An invariant need not be defined there.
            yield "types"
            return
        env = self.view(state)
        for name, invariant in self.definition.invariants.items():
            if not self.meaning.value(invariant, env):
                yield name


@dataclass(frozen=True)
class Component:
    """A component of a composition; `index` is its index in a sequence of components."""

    name: str
    index: Any
    automaton: Automaton


class Composition(Automaton):
    """The parallel composition of automata; a state is the tuple of their states."""

    def __init__(self, file: File, definition: Definition, args: Env) -> None:
        self.definition = definition
        self.args = args
        own = Meaning(dict(definition.params), file.globals, file.enums)
        if not own.value(definition.where, args):
            raise Rejected("outside where")
        self.components = tuple(_components(file, definition, args, own))
        parts = [component.automaton for component in self.components]
        for one, other in combinations(parts, 2):
            _require_compatible(one, other)
        inputs, outputs, internal = (_union(parts, kind) for kind in KINDS)
        if not definition.hidden <= {name for name, _ in outputs}:
            raise Rejected("hides what is no output")
        hidden = frozenset(a for a in outputs if a[0] in definition.hidden)
        self.sigma = {
            "input": inputs - outputs,
            "output": outputs - hidden,
            "internal": internal | hidden,
        }
        self.require_disjoint_kinds()
        self.scope = {**dict(definition.params), **_scope_of(self.components)}
        self.meaning = Meaning(self.scope, file.globals, file.enums)

    def initial(self) -> Iterator[State]:
        yield from product(*(list(c.automaton.initial()) for c in self.components))

    def steps(self, state: State, action: Action) -> frozenset[State]:
        choices = [
            c.automaton.steps(own, action) if action in c.automaton.actions else frozenset({own})
            for c, own in zip(self.components, state, strict=True)
        ]
        return frozenset(product(*choices))

    def view(self, state: State) -> Env:
        seen: Env = dict(self.args)
        sequences: dict[str, dict[Any, SimpleNamespace]] = {}
        for component, own in zip(self.components, state, strict=True):
            inside = SimpleNamespace(**component.automaton.view(own))
            if component.index is None:
                seen[component.name] = inside
            else:
                sequences.setdefault(component.name, {})[component.index] = inside
        return seen | {name: _Instances(parts) for name, parts in sequences.items()}

    def variables(self, state: State) -> Variables:
        """A variable of a sequence of components is a function of the index."""
        found: Variables = {}
        sequences: dict[str, dict[Any, Any]] = {}
        for component, own in zip(self.components, state, strict=True):
            for name, value in component.automaton.variables(own).items():
                path = f"{component.name}.{name}"
                if component.index is None:
                    found[path] = value
                else:
                    sequences.setdefault(path, {})[component.index] = value
        return found | {path: FrozenMap(by_index) for path, by_index in sequences.items()}

    def violated(self, state: State) -> Iterator[str]:
        inside = {
            name if name == "types" else f"{component.name}.{name}"
            for component, own in zip(self.components, state, strict=True)
            for name in component.automaton.violated(own)
        }
        yield from inside
        if "types" in inside:
            return
        env = self.view(state)
        for name, invariant in self.definition.invariants.items():
            if not self.meaning.value(invariant, env):
                yield name


class _Instances(dict[Any, SimpleNamespace]):
    """The states of a sequence of components, by index."""


def _union(parts: list[Automaton], kind: Kind) -> frozenset[Action]:
    return frozenset[Action]().union(*(part.sigma[kind] for part in parts))


def _require_compatible(one: Automaton, other: Automaton) -> None:
    if one.sigma["output"] & other.sigma["output"]:
        raise Rejected("outputs are not disjoint")
    if one.sigma["internal"] & other.actions or one.actions & other.sigma["internal"]:
        raise Rejected("an internal action is shared")


def _scope_of(components: tuple[Component, ...]) -> dict[str, Scope]:
    scopes: dict[str, Scope] = {}
    for component in components:
        inside: dict[str, Type | Scope] = dict(component.automaton.scope)
        if component.index is not None:
            is_number = isinstance(component.index, int)
            inside[INDEX] = Int() if is_number else Members((component.index,))
        scopes[component.name] = inside
    return scopes


def _components(
    file: File, definition: Definition, args: Env, meaning: Meaning
) -> Iterator[Component]:
    for name, node in definition.components:
        match node:
            case ast.Call():
                yield Component(name, None, _instance(file, node, args, meaning))
            case ast.List([ast.ListComp()]) | ast.ListComp():
                sequence = node if isinstance(node, ast.ListComp) else node.elts[0]
                assert isinstance(sequence, ast.ListComp)
                yield from _sequence(file, name, sequence, args, meaning)
            case _:
                raise NotImplementedError(ast.unparse(node))


def _sequence(
    file: File, name: str, node: ast.ListComp, args: Env, meaning: Meaning
) -> Iterator[Component]:
    (generator,) = node.generators
    assert isinstance(generator.target, ast.Name)
    assert isinstance(node.elt, ast.Call)
    for at in meaning.value(generator.iter, args):
        env = {**args, generator.target.id: at}
        yield Component(name, at, _instance(file, node.elt, env, meaning))


def _instance(file: File, call: ast.Call, env: Env, meaning: Meaning) -> Automaton:
    assert isinstance(call.func, ast.Name)
    definition = file.definitions[call.func.id]
    types = dict(definition.params)
    given = dict(zip(types, (meaning.value(a, env) for a in call.args), strict=False))
    given |= {k.arg: meaning.value(k.value, env) for k in call.keywords if k.arg is not None}
    if any(not belongs(t, given[name]) for name, t in types.items()):
        raise Rejected("an argument is not of its type")
    return automaton(file, definition, given)


def automaton(file: File, definition: Definition, args: Env) -> Automaton:
    """An instance of a definition."""
    own = {name: typed(t, args[name]) for name, t in definition.params}
    made = Composition if definition.components else Primitive
    return made(file, definition, own)


@dataclass
class Explored:
    """Everything that can be reached.

    A state is numbered in breadth-first order and has its values by variable; `steps` are the
    numbers around an action; `violated` has the least number of steps to a state that violates an
    invariant, for each invariant. States after one that has a value outside its type are not
    explored.
    """

    root: Automaton
    states: list[Variables] = field(default_factory=list)
    initial: int = 0
    steps: set[tuple[int, Action, int]] = field(default_factory=set)
    violated: dict[str, int] = field(default_factory=dict)

    @property
    def shortest(self) -> int | None:
        """The number of steps to the nearest violation."""
        return min(self.violated.values(), default=None)


def judge(text: str, args: Mapping[str, Any] | None = None) -> Explored:
    """The reachable states and steps of the root of a file, for some values of its parameters."""
    file = read(text)
    try:
        root = automaton(file, file.root(), dict(args or {}))
        return explore(root, [a for a in root.actions if _is_cut(file, a)])
    except Undefined as error:
        raise Rejected(f"undefined: {error}") from None


def explore(root: Automaton, cut: list[Action]) -> Explored:
    """Breadth-first search; where one of the actions `cut` is possible, others may be missing."""
    found = Explored(root)
    actions = sorted(root.actions, key=repr)
    number: dict[State, int] = {state: n for n, state in enumerate(dict.fromkeys(root.initial()))}
    queue, depth = list(number), dict.fromkeys(number, 0)
    found.initial = len(queue)
    for state in queue:
        violated = list(root.violated(state))
        for name in violated:
            found.violated.setdefault(name, depth[state])
        found.states.append(root.variables(state))
        if "types" in violated:
            continue
        if any(root.steps(state, action) for action in cut):
            raise Rejected("an action may be missing")
        for action in actions:
            for after in sorted(root.steps(state, action), key=repr):
                if after not in number:
                    number[after] = len(queue)
                    depth[after] = depth[state] + 1
                    queue.append(after)
                found.steps.add((number[state], action, number[after]))
        if len(queue) > MOST_STATES or len(found.steps) > MOST_STEPS:
            raise Rejected("too large")
    return found


def _is_cut(file: File, action: Action) -> bool:
    """Whether an argument is close to the cut of its type."""
    name, args = action
    stubs = [stub for d in file.definitions.values() for stub in d.stubs if stub.name == name]
    types = [t for _, t in stubs[0].formals]
    return any(map(at_the_edge, types, args))
