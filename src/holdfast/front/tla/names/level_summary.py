"""Level summaries of expressions, definitions and modules.

A level is that of `builtins.py`: constant, state, action, temporal. The level of a
definition depends on its parameters, and that of a module's definitions on its constants
and variables, for which an INSTANCE substitutes. So an expression has a level and a set of
symbols whose level is added to it (its *reach*), and the text around it accumulates
requirements (a *frame*):

`limits`   the highest level that may replace a symbol: 1 for `x` in `x'`
`floors`   the level that an operator symbol must accept as an argument: (F, 0) to 2 in `F(x')`
`flows`    (F, i, x): `x` occurs in argument i of the operator symbol `F`
`opaque`   symbols below `'`, `ENABLED`, `[]`, where equals cannot be replaced by equals
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from holdfast.front.tla.names.builtins import ACTION, CONSTANT, ROWS, STATE, TEMPORAL
from holdfast.front.tla.names.symbols import Parameter, Symbol, Variable
from holdfast.front.tla.syntax.tree import NOWHERE

Symbols: TypeAlias = frozenset[Symbol]
Flow: TypeAlias = tuple[Symbol, int, Symbol]

NONE: Symbols = frozenset()


class Reach(NamedTuple):
    """The level of an expression, and the symbols whose level is added to it."""

    level: int
    params: Symbols


FLAT = Reach(CONSTANT, NONE)
"""The reach of a constant; also of erroneous expressions, so that one error gives one message."""


def join(one: Symbols, other: Symbols) -> Symbols:
    """The union; most sets are empty or equal, and then nothing is copied."""
    if not other or other is one:
        return one
    return one | other if one else other


@dataclass(slots=True)
class Frame:
    """The requirements of the text that is being checked."""

    limits: dict[Symbol, int] = field(default_factory=dict)
    floors: dict[tuple[Symbol, int], int] = field(default_factory=dict)
    flows: set[Flow] = field(default_factory=set)
    opaque: set[Symbol] = field(default_factory=set)

    def limit(self, params: Iterable[Symbol], level: int) -> None:
        """At most `level` may replace any of `params`."""
        limits = self.limits
        for param in params:
            if limits.get(param, TEMPORAL) > level:
                limits[param] = level

    def floor(self, operator: Symbol, position: int, level: int) -> None:
        """The argument at `position` of `operator` must accept `level`."""
        if level > self.floors.get((operator, position), CONSTANT):
            self.floors[operator, position] = level

    def absorb(self, summary: Summary) -> None:
        """Add what a definition requires of symbols that are not its parameters."""
        limits = self.limits
        for param, level in summary.free_limits.items():
            if limits.get(param, TEMPORAL) > level:
                limits[param] = level
        if summary.floors or summary.flows or summary.opaque:
            formals = summary.formal_set
            for (operator, position), level in summary.floors.items():
                if operator not in formals:
                    self.floor(operator, position, level)
            self.flows |= {f for f in summary.flows if f[0] not in formals and f[2] not in formals}
            self.opaque |= summary.opaque - formals

    def merge(self, other: Frame) -> None:
        """Add all that another frame requires."""
        for param, level in other.limits.items():
            self.limit((param,), level)
        for (operator, position), level in other.floors.items():
            self.floor(operator, position, level)
        self.flows |= other.flows
        self.opaque |= other.opaque


@dataclass(slots=True)
class Summary:
    """The level of a definition as a function of its parameters.

    The arguments of a recursive one are actions at most, and all of them are counted.
    """

    formals: tuple[Symbol, ...]
    level: int = CONSTANT
    params: Symbols = NONE
    limits: Mapping[Symbol, int] = field(default_factory=dict)
    floors: Mapping[tuple[Symbol, int], int] = field(default_factory=dict)
    flows: frozenset[Flow] = frozenset()
    opaque: Symbols = NONE
    recursive: bool = False
    formal_set: Symbols = field(init=False)
    free: Symbols = field(init=False)
    free_limits: Mapping[Symbol, int] = field(init=False)

    def __post_init__(self) -> None:
        if not self.formals:
            self.formal_set = NONE
            self.free, self.free_limits = self.params, self.limits
            return
        formals = self.formal_set = frozenset(self.formals)
        self.free = self.params - formals
        self.free_limits = {p: level for p, level in self.limits.items() if p not in formals}

    def weight(self, index: int) -> bool:
        """Whether the level of an argument is added to that of the application."""
        return self.recursive or self.formals[index] in self.params

    def max_level(self, index: int) -> int:
        """The greatest level that an argument may have."""
        limit = self.limits.get(self.formals[index], TEMPORAL)
        return min(limit, ACTION) if self.recursive else limit

    @property
    def is_leibniz(self) -> bool:
        """Whether equal arguments give equal results."""
        return not self.opaque or self.opaque.isdisjoint(self.formals)


def summarize(
    formals: tuple[Symbol, ...], reach: Reach, frame: Frame, recursive: bool = False
) -> Summary:
    """The summary of a definition with this body."""
    return Summary(
        formals,
        reach.level,
        reach.params,
        frame.limits,
        frame.floors,
        frozenset(frame.flows),
        frozenset(frame.opaque),
        recursive,
    )


@cache
def built_in_summary(name: str) -> Summary:
    """The summary of a built-in operator that is passed as an argument."""
    row = ROWS[name]
    formals: tuple[Symbol, ...] = tuple(Parameter(f"_{i}", NOWHERE) for i in range(len(row.limits)))
    every = frozenset(formals)
    return Summary(
        formals,
        row.level,
        every if row.transparent else NONE,
        dict(zip(formals, row.limits, strict=True)),
        opaque=NONE if row.transparent else every,
    )


class Argument(NamedTuple):
    """The replacement of a parameter or a constant: a value, a definition or another symbol."""

    reach: Reach
    definition: Summary | None = None
    symbol: Symbol | None = None


@dataclass(slots=True)
class ModuleLevels:
    """What an instance of a module must respect; `constant` if no level matters in it."""

    constant: bool
    frame: Frame


def instantiate(
    summary: Summary,
    formals: tuple[Symbol, ...],
    arguments: Mapping[Symbol, Argument],
    constant: bool,
) -> Summary:
    """The summary of a definition after the substitutions of an instance."""
    if not arguments:
        if not formals:
            return summary
        return Summary(
            (*formals, *summary.formals),
            summary.level,
            summary.params,
            summary.limits,
            summary.floors,
            summary.flows,
            summary.opaque,
        )
    level, params = summary.level, NONE
    for param in summary.params:
        argument = arguments.get(param)
        if argument is None:
            params = join(params, frozenset((param,)))
        else:
            level = max(level, argument.reach.level)
            params = join(params, argument.reach.params)
    frame = substitute(summary, arguments, constant)
    return summarize((*formals, *summary.formals), Reach(level, params), frame)


def substitute(
    source: Summary | Frame, arguments: Mapping[Symbol, Argument], constant: bool
) -> Frame:
    """The requirements of a text after a substitution in a (not) constant module."""
    frame = Frame()
    for param, level in source.limits.items():
        argument = arguments.get(param)
        if argument is None:
            frame.limit((param,), level)
        else:
            # Where there are variables, nothing above its own level may replace a symbol.
            cap = level if constant else min(level, declared_level(param))
            frame.limit(argument.reach.params, cap)
    for (operator, position), level in source.floors.items():
        target = _operator(operator, arguments)
        if target is not None:
            frame.floor(target, position, level)
    for operator, position, param in source.flows:
        argument = arguments.get(param)
        through = arguments.get(operator)
        reached = (param,) if argument is None else argument.reach.params
        if through is not None and through.definition is not None:
            frame.limit(reached, through.definition.max_level(position))
        target = _operator(operator, arguments)
        if target is not None:
            frame.flows.update((target, position, symbol) for symbol in reached)
            if argument is not None:
                frame.floor(target, position, argument.reach.level)
    for param in source.opaque:
        argument = arguments.get(param)
        frame.opaque.update((param,) if argument is None else argument.reach.params)
    return frame


def declared_level(symbol: Symbol) -> int:
    """The level of a declared symbol."""
    return STATE if isinstance(symbol, Variable) else CONSTANT


def _operator(operator: Symbol, arguments: Mapping[Symbol, Argument]) -> Symbol | None:
    argument = arguments.get(operator)
    return operator if argument is None else argument.symbol
