"""What an expression depends on: nothing, the state, a step, or a whole behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op


class Level(IntEnum):
    """As in TLA+: each level includes the ones before it."""

    CONSTANT = 0
    STATE = 1
    ACTION = 2
    TEMPORAL = 3


_ACTION_OPS = frozenset((Op.UNCHANGED, Op.BOX_ACTION, Op.ANGLE_ACTION, Op.COMPOSE))
_TEMPORAL_OPS = frozenset(
    (Op.ALWAYS, Op.EVENTUALLY, Op.LEADS_TO, Op.GUARANTEES, Op.WEAK_FAIR, Op.STRONG_FAIR)
)


# Library operators whose value changes as the search goes on.
_CHANGING = frozenset(("TLC!TLCGet", "TLCExt!TLCGetOrDefault", "TLCExt!Trace"))
# Modules with operators that do something, or do not give the same value each time.
_EFFECTS = ("TLC!", "TLCExt!", "IOUtils!", "CSV!", "Json!", "Randomization!")
_HARMLESS = frozenset(
    ("TLC!:>", "TLC!@@", "TLC!Permutations", "TLC!SortSeq", "TLC!ToString", "TLC!TLCEval")
)


class Levels:
    """The levels of expressions over given variables and definitions."""

    def __init__(
        self, variables: tuple[str, ...], definitions: Mapping[str, ir.Definition]
    ) -> None:
        self.variables = frozenset(variables)
        self.definitions = definitions
        self._known: dict[str, Level] = {}
        self._pure: dict[str, bool] = {}

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
        known = self._known.get(name)
        if known is None:
            # A recursive use says nothing new about the level.
            self._known[name] = Level.CONSTANT
            known = self._known[name] = self.of(self.definitions[name].body)
        return known

    def is_pure(self, name: str) -> bool:
        """Whether evaluating a definition twice in a state is the same as once."""
        known = self._pure.get(name)
        if known is None:
            self._pure[name] = True
            known = self._pure[name] = self.is_quiet(self.definitions[name].body)
        return known

    def is_quiet(self, e: ir.Expr) -> bool:
        """Whether evaluating an expression once is as good as doing it again."""
        return all(map(self._is_quiet, ir.walk(e)))

    def _is_quiet(self, part: ir.Expr) -> bool:
        match part:
            case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *_)):
                return name in _HARMLESS or not name.startswith(_EFFECTS)
            case ir.Call(name, _) if name in self.definitions:
                return self.is_pure(name)
            case _:
                return True


def _walk_outside_enabled(e: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of `e`, but not of an action whose ENABLED is asked: that speaks of a state."""
    pending = [e]
    while pending:
        part = pending.pop()
        yield part
        if not isinstance(part, ir.Enabled):
            pending.extend(ir.children(part))
