"""What names denote while primes are resolved: see `resolve_primes.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level


@dataclass(slots=True)
class Facts:
    """What is known about a definition, a LET definition or a LAMBDA; it only grows.

    `twins` are the parameters used in the next state as well: each gets a twin for that value.
    `by_name` are those used below ENABLED, `\\cdot` or UNCHANGED, with the level from which
    an argument cannot be evaluated before the call. `inline`: an operator parameter gets such an
    argument, so that the operator must be known. `used` are the parameters used at all.

    A first iteration may overapproximate: `asked` are the twins that are really used
    in this iteration, `were_asked` those in the previous one.
    """

    twins: set[str] = field(default_factory=set)
    by_name: dict[str, Level] = field(default_factory=dict)
    inline: bool = False
    used: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    were_asked: set[str] = field(default_factory=set)

    def size(self) -> int:
        """A number that grows with these facts."""
        levels = sum(4 - level for level in self.by_name.values())
        return len(self.twins) + len(self.used) + len(self.by_name) * 8 + levels + self.inline

    def try_again(self) -> None:
        """Begin another iteration."""
        self.were_asked, self.asked = self.asked, set()

    def need_name(self, param: str, level: Level) -> None:
        """Record that an argument of this level or above must be substituted by name."""
        self.by_name[param] = min(level, self.by_name.get(param, level))


Signature: TypeAlias = tuple[tuple[bool, Level | None], ...]
"""For each parameter of an operator: whether it has a twin, and from which level it is by name."""


@dataclass(slots=True, eq=False)
class World:
    """A pair of states: that of a definition, or one that ENABLED or `\\cdot` introduces.

    `moved`: the current state differs from the one outside. `fresh` are the hidden variables with
    next values of their own. `added` are copies of the LET definitions from outside that are
    used here.
    """

    outer: World | None = None
    moved: bool = False
    fresh: frozenset[str] = frozenset()
    copies: dict[int, Local] = field(default_factory=dict)
    added: list[ir.Definition] = field(default_factory=list)

    def has_moved_since(self, world: World) -> bool:
        """Whether the current state differs from that of an enclosing world."""
        here: World | None = self
        while here is not None and here is not world:
            if here.moved:
                return True
            here = here.outer
        return False


@dataclass(slots=True, eq=False)
class Rigid:
    """A name whose value does not depend on the state, such as a bound variable."""

    name: str


@dataclass(slots=True, eq=False)
class Param:
    """A parameter; `later` if its argument is already over the next state."""

    source: str
    name: str
    facts: Facts
    world: World
    later: bool
    signature: Signature = ()

    @property
    def twin(self) -> str:
        """The name of the parameter for its value in the next state."""
        return f"{self.name}{ir.NEXT_FORM}"


@dataclass(slots=True, eq=False)
class Given:
    """An argument that is substituted wherever its parameter occurs."""

    expr: ir.Expr
    names: Names


@dataclass(slots=True, eq=False)
class Local:
    """A definition of a LET; `made` are its forms, which are added to `home`."""

    definition: ir.Definition
    scope: Scope
    name: str
    home: list[ir.Definition]
    made: dict[object, str] = field(default_factory=dict)


Binding: TypeAlias = Rigid | Param | Given | Local
Names: TypeAlias = dict[str, Binding]


@dataclass(frozen=True, slots=True)
class Scope:
    """The context of an expression: its names, its world, and whether it is primed."""

    names: Names
    world: World
    later: bool = False
    taken: frozenset[str] = frozenset()

    def bind(self, names: Names, taken: frozenset[str] = frozenset()) -> Scope:
        """The scope with more names; `taken` are their new names."""
        return replace(self, names={**self.names, **names}, taken=self.taken | taken)

    def fresh(self, name: str) -> str:
        """`name`, or a variation that is not used around it."""
        candidate, number = name, 1
        while candidate in self.taken:
            number += 1
            candidate = f"{name}_{number}"
        return candidate


def below(
    params: tuple[str, ...], facts: Facts, scope: Scope, signatures: Mapping[str, Signature]
) -> tuple[Scope, dict[str, str]]:
    """The scope below parameters, and their names there."""
    called: dict[str, str] = {}
    inner = scope
    for p in params:
        name = called[p] = inner.fresh(p)
        bound: Binding = Param(p, name, facts, scope.world, scope.later, signatures.get(p, ()))
        inner = inner.bind({p: bound}, frozenset((name, f"{name}{ir.NEXT_FORM}")))
    return inner, called


def with_twins(params: tuple[str, ...], names: Mapping[str, str], facts: Facts) -> tuple[str, ...]:
    """The names of the parameters, each followed by its twin if it has one."""
    found: list[str] = []
    for p in params:
        found.append(names[p])
        if p in facts.twins:
            found.append(names[p] + ir.NEXT_FORM)
    return tuple(found)
