"""What an expression depends on: nothing, the state, a step, or a whole behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from holdfast.ir import expr as ir
from holdfast.ir.fixpoint import Fixpoint
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.system import Action, System


class Level(IntEnum):
    """As in TLA+: each level includes the ones before it."""

    CONSTANT = 0
    STATE = 1
    ACTION = 2
    TEMPORAL = 3


_ACTION_OPS = ops_in(Group.ACTION)
_TEMPORAL_OPS = ops_in(Group.TEMPORAL)


_CHANGING = frozenset(name for name, row in LIBRARY_OPS.items() if row.changing)
_WITH_EFFECTS = frozenset(name for name, row in LIBRARY_OPS.items() if row.effect)


def constant_groups(system: System, action: Action) -> int:
    """How many of the outer quantifiers around an action range over constant sets."""
    if not system.shows_arguments:
        return len(action.bounds)
    levels = Levels.of_system(system)
    for number, bounds in enumerate(action.bounds):
        if any(b.domain is None or levels.of(b.domain) != Level.CONSTANT for b in bounds):
            return number
    return len(action.bounds)


class Levels:
    """The levels of expressions over given variables and definitions."""

    def __init__(
        self, variables: tuple[str, ...], definitions: Mapping[str, ir.Definition]
    ) -> None:
        self.variables = frozenset(variables)
        self.definitions = definitions
        self._known = Fixpoint(self._of_body, Level.CONSTANT)
        self._next_only = Fixpoint(self._is_next_only, True)
        self._pure = Fixpoint(self._is_quiet_body, True)

    @staticmethod
    def of_system(system: System) -> Levels:
        """The levels of the expressions of a system; hidden variables count as variables."""
        hidden = (name for name, _ in system.hidden)
        return Levels((*system.variables, *hidden), system.definitions)

    def of(self, e: ir.Expr) -> Level:
        """The level of `e`; names that are bound around it count as constants."""
        level = Level.CONSTANT
        for part in _walk_outside_enabled(e):
            match part:
                case ir.Name(name) if name in self.variables:
                    level = max(level, Level.STATE)
                case ir.Enabled():
                    level = max(level, Level.STATE)
                case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)) if name in _CHANGING:
                    level = max(level, Level.STATE)
                case ir.Prime():
                    level = max(level, Level.ACTION)
                case ir.Apply(op, _) if op in _ACTION_OPS:
                    level = max(level, Level.ACTION)
                case ir.Apply(op, _) if op in _TEMPORAL_OPS:
                    return Level.TEMPORAL
                case ir.Call(name, _) if name in self.definitions:
                    level = max(level, self.of_definition(name))
                case _:
                    pass
        return level

    def of_definition(self, name: str) -> Level:
        """The level of a definition's body."""
        return self._known.of(name)

    def _of_body(self, name: str) -> Level:
        return self.of(self.definitions[name].body)

    def is_next_only(self, name: str) -> bool:
        """Whether the value of a definition depends only on the next state."""
        return self._next_only.of(name)

    def _is_next_only(self, name: str) -> bool:
        primed: set[int] = set()
        for part in ir.walk(self.definitions[name].body):
            match part:
                case ir.Prime(ir.Name() as variable):
                    primed.add(id(variable))
                case ir.Name(other) if other in self.variables and id(part) not in primed:
                    return False
                case ir.Enabled() | ir.Prime():
                    return False
                case ir.Apply(op, _) if op in _ACTION_OPS:
                    return False
                case ir.Apply(Op.BUILTIN, (ir.Literal(builtin), *_)) if builtin in _CHANGING:
                    return False
                case ir.Call(other, _) if other in self.definitions:
                    if self.of_definition(other) > Level.CONSTANT and not self.is_next_only(other):
                        return False
                case _:
                    pass
        return True

    def is_pure(self, name: str) -> bool:
        """Whether evaluating a definition twice in a state is the same as once."""
        return self._pure.of(name)

    def _is_quiet_body(self, name: str) -> bool:
        return self.is_quiet(self.definitions[name].body)

    def is_quiet(self, e: ir.Expr) -> bool:
        """Whether evaluating an expression again gives the same value and has no effect."""
        return all(map(self._is_quiet, ir.walk(e)))

    def _is_quiet(self, part: ir.Expr) -> bool:
        match part:
            case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *_)):
                return name not in _WITH_EFFECTS
            case ir.Call(name, _) if name in self.definitions:
                return self.is_pure(name)
            case _:
                return True


def _walk_outside_enabled(e: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of `e` outside ENABLED, which is a state predicate."""
    pending = [e]
    while pending:
        part = pending.pop()
        yield part
        if not isinstance(part, ir.Enabled):
            pending.extend(ir.children(part))
