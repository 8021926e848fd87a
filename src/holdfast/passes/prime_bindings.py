"""What names stand for while primes are resolved: see `resolve_primes.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level


@dataclass(slots=True)
class Facts:
    """What is known of a definition, a LET definition or a LAMBDA, and only ever grows.

    `twins` are the parameters that are asked for in the next state as well: each gets a twin.
    `by_name` are those used below ENABLED, `\\cdot` or UNCHANGED, with the level from which on
    an argument cannot be evaluated before. `inline`: an operator parameter is given such an
    argument, so that the operator must be known. `used` are the parameters used at all.

    What a first try finds may turn out not to be so: `asked` are the twins that are really used
    in this try, `were_asked` those in the one before.
    """

    twins: set[str] = field(default_factory=set)
    by_name: dict[str, Level] = field(default_factory=dict)
    inline: bool = False
    used: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    were_asked: set[str] = field(default_factory=set)

    def size(self) -> int:
        """A number that grows with what is known."""
        levels = sum(4 - level for level in self.by_name.values())
        return len(self.twins) + len(self.used) + len(self.by_name) * 8 + levels + self.inline

    def try_again(self) -> None:
        """Another try begins."""
        self.were_asked, self.asked = self.asked, set()

    def need_name(self, param: str, level: Level) -> None:
        """Note that an argument of this level or above must be put in by name."""
        self.by_name[param] = min(level, self.by_name.get(param, level))


Signature: TypeAlias = tuple[tuple[bool, Level | None], ...]
"""Of each parameter of an operator: whether it has a twin, and the level that goes by name."""


@dataclass(slots=True, eq=False)
class World:
    """A pair of states: that of a definition, or one that ENABLED or `\\cdot` makes.

    `moved`: the current state is another one than outside. `fresh` are the hidden variables with
    next values of their own. `added` are copies of the LET definitions from outside that are
    used here.
    """

    outer: World | None = None
    moved: bool = False
    fresh: frozenset[str] = frozenset()
    copies: dict[int, Local] = field(default_factory=dict)
    added: list[ir.Definition] = field(default_factory=list)

    def has_moved_since(self, world: World) -> bool:
        """Whether the current state is another one than in a world around this one."""
        here: World | None = self
        while here is not None and here is not world:
            if here.moved:
                return True
            here = here.outer
        return False


@dataclass(slots=True, eq=False)
class Rigid:
    """A name whose value no state changes: that of a quantifier, for example."""

    name: str


@dataclass(slots=True, eq=False)
class Param:
    """A parameter; `later` if its argument is given in the next state anyway."""

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
    """An argument that is put in wherever its parameter stands."""

    expr: ir.Expr
    names: Names


@dataclass(slots=True, eq=False)
class Local:
    """A definition of a LET; `made` are its forms, which go to `home`."""

    definition: ir.Definition
    scope: Scope
    name: str
    home: list[ir.Definition]
    made: dict[object, str] = field(default_factory=dict)


Binding: TypeAlias = Rigid | Param | Given | Local
Names: TypeAlias = dict[str, Binding]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands: its names, its world, and whether it is primed."""

    names: Names
    world: World
    later: bool = False
    taken: frozenset[str] = frozenset()

    def bind(self, names: Names, taken: frozenset[str] = frozenset()) -> Scope:
        """The scope with more names; `taken` are those that they are called now."""
        return replace(self, names={**self.names, **names}, taken=self.taken | taken)

    def fresh(self, name: str) -> str:
        """`name`, or a variation that nothing around is called."""
        candidate, number = name, 1
        while candidate in self.taken:
            number += 1
            candidate = f"{name}_{number}"
        return candidate


def below(
    params: tuple[str, ...], facts: Facts, scope: Scope, signatures: Mapping[str, Signature]
) -> tuple[Scope, dict[str, str]]:
    """The scope below parameters, and what these are called there."""
    called: dict[str, str] = {}
    inner = scope
    for p in params:
        name = called[p] = inner.fresh(p)
        bound: Binding = Param(p, name, facts, scope.world, scope.later, signatures.get(p, ()))
        inner = inner.bind({p: bound}, frozenset((name, f"{name}{ir.NEXT_FORM}")))
    return inner, called


def with_twins(params: tuple[str, ...], names: Mapping[str, str], facts: Facts) -> tuple[str, ...]:
    """The parameters as they are called, each followed by its twin if it has one."""
    found: list[str] = []
    for p in params:
        found.append(names[p])
        if p in facts.twins:
            found.append(names[p] + ir.NEXT_FORM)
    return tuple(found)
