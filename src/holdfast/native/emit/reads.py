"""Which variables an expression reads."""

from __future__ import annotations

from collections.abc import Collection

from holdfast.ir import expr as ir
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.system import System

_STEPS = ops_in(Group.ACTION)


class Reads:
    """The variables that expressions of a system read, through all definitions they call."""

    def __init__(self, system: System, hosted: Collection[str]) -> None:
        self._system = system
        self._variables = frozenset(system.variables)
        self._hosted = hosted
        self._known: dict[str, tuple[frozenset[str] | None, frozenset[str]]] = {}

    def of(self, e: ir.Expr) -> frozenset[str] | None:
        """The variables; None if it depends on more than these, such as a next state."""
        read, calls = self._own(e)
        pending, entered = list(calls), set(calls)
        while pending and read is not None:
            name = pending.pop()
            known = self._known.get(name)
            if known is None:
                known = self._known[name] = self._own(self._system.definitions[name].body)
            more, calls = known
            read = None if more is None else read | more
            pending += calls - entered
            entered |= calls
        return read

    def _own(self, e: ir.Expr) -> tuple[frozenset[str] | None, frozenset[str]]:
        read: set[str] = set()
        calls: set[str] = set()
        for part in ir.walk(e):
            match part:
                case ir.Name(name) if name in self._variables:
                    read.add(name)
                case ir.Call(name, _) if name in self._system.definitions:
                    calls.add(name)
                case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)) if name in self._hosted:
                    return None, frozenset()
                case ir.Apply(op, _) if op in _STEPS:
                    return None, frozenset()
                case ir.Enabled() | ir.Prime():
                    return None, frozenset()
                case _:
                    pass
        return frozenset(read), frozenset(calls)
