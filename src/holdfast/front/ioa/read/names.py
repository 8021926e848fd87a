"""What the names of a file mean: global names, and the scopes of expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.types import INT, UNKNOWN, Type
from holdfast.front.ioa.types import Enum as EnumType
from holdfast.source import Span


class Role(Enum):
    """What a name in the scope of an expression is."""

    BOUND = "bound variable"
    LOCAL = "local variable"
    ARGUMENT = "parameter of the action"
    VARIABLE = "state variable"
    PARAMETER = "parameter of the automaton"
    COMPONENT = "component"


class Guess:
    """The type of a name that is not declared, from what its uses have told so far.

    With `widest` an `int` counts as much as other types; without, it only says that a bound
    variable is some integer, and a use that asks for a smaller type decides.
    """

    __slots__ = ("types", "widest")

    def __init__(self, *, widest: bool) -> None:
        self.types: list[Type] = []
        self.widest = widest

    def add(self, t: Type) -> bool:
        """Note a use; the answer is whether it is news."""
        if t == UNKNOWN or t in self.types:
            return False
        self.types.append(t)
        return True

    @property
    def type(self) -> Type:
        """The type as far as it is known."""
        some = self.types if self.widest else [t for t in self.types if t != INT]
        return rules.join_all(some or self.types)


@dataclass(frozen=True, slots=True)
class Part:
    """A component of a composition: its automaton, and the type of its index in a sequence."""

    automaton: str
    index: Type | None


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name in a scope is; `part` is that of a component."""

    role: Role
    declared: Type | Guess
    span: Span
    part: Part | None = None

    @property
    def type(self) -> Type:
        """Its type, as far as it is known."""
        return self.declared.type if isinstance(self.declared, Guess) else self.declared


@dataclass(frozen=True, slots=True)
class Scope:
    """The names visible in an expression; `assigned` are the local variables with a value.

    `temporal` is whether a temporal formula may stand here.
    """

    names: Mapping[str, Binding] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    temporal: bool = False

    def having(self, names: Mapping[str, Binding]) -> Scope:
        """The scope with more names, which hide others of the same name."""
        return replace(self, names={**self.names, **names})

    def without_temporal(self) -> Scope:
        """The scope of something inside that is no temporal formula."""
        return replace(self, temporal=False)

    def declaring(self, role: Role, declared: Iterable[tree.Declared]) -> Scope:
        """The scope with declared names."""
        return self.having({d.name: Binding(role, d.type, d.span) for d in declared})


@dataclass(slots=True)
class Header:
    """What other automata see of an automaton."""

    name: str
    span: Span
    params: tuple[tree.Declared, ...] = ()
    states: tuple[tree.Declared, ...] = ()
    parts: dict[str, Part] = field(default_factory=dict)
    kinds: dict[str, set[tree.Kind]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    composite: bool = False


@dataclass(slots=True)
class Globals:
    """The global names of a file; `spans` has where each is declared.

    `unread` are functions that have not been read yet.
    """

    types: dict[str, Type] = field(default_factory=dict)
    members: dict[str, EnumType] = field(default_factory=dict)
    functions: dict[str, tree.Function] = field(default_factory=dict)
    automata: dict[str, Header] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def define_type(self, name: str, t: Type) -> None:
        """Add a type, with the members of an Enum."""
        self.types[name] = t
        if isinstance(t, EnumType):
            for member in t.members:
                self.members.setdefault(member, t)

    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.types, *self.members, *self.functions, *self.automata)


def globals_of(file: tree.File) -> Globals:
    """The global names of a file that has been read."""
    found = Globals()
    for name, t in file.types:
        found.define_type(name, t)
    found.functions = {f.name: f for f in file.functions}
    found.automata = {a.name: header_of(a) for a in file.automata}
    for name in found.names():
        found.spans[name] = file.span
    return found


def header_of(automaton: tree.Automaton | tree.Composition) -> Header:
    """What other automata see of an automaton that has been read."""
    header = Header(automaton.name, automaton.span, automaton.params)
    if isinstance(automaton, tree.Automaton):
        header.states = automaton.states
        for action in automaton.signature:
            header.kinds.setdefault(action.name, set()).add(action.kind)
    else:
        header.composite = True
        header.hidden = frozenset(automaton.hidden)
        for component in automaton.components:
            index = None if component.bound is None else component.bound.type
            header.parts[component.name] = Part(component.automaton, index)
    return header


def scope_of(header: Header) -> Scope:
    """The names that the formulas of an automaton see."""
    scope = Scope().declaring(Role.PARAMETER, header.params)
    scope = scope.declaring(Role.VARIABLE, header.states)
    parts = header.parts.items()
    return scope.having({n: Binding(Role.COMPONENT, UNKNOWN, header.span, p) for n, p in parts})
