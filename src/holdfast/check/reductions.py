"""What makes two states count as one: nothing, a view, or a symmetry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdfast.interp.machine import Machine
from holdfast.interp.sets import elements
from holdfast.interp.step import State
from holdfast.ir.construct import canonical, function_from, set_of
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.order import ordered
from holdfast.ir.values import FiniteSet, Function, ModelValue, Value

_MOST_KNOWN = 100_000


def key_function(machine: Machine) -> Callable[[State], Any]:
    """What a state is known by."""
    system = machine.system
    view = system.view
    if view is not None:
        expr = view.expr
        return lambda state: canonical(machine.value(expr, state))
    if system.symmetry is not None:
        renamings = [_Renaming(p) for p in _group(machine.value(system.symmetry.expr))]
        return lambda state: _representative(state, renamings)
    return lambda state: state


def permutations_of(machine: Machine) -> tuple[dict[ModelValue, ModelValue], ...]:
    """The permutations of the model's symmetry, without the identity."""
    symmetry = machine.system.symmetry
    if symmetry is None or machine.system.view is not None:
        return ()
    return tuple(_group(machine.value(symmetry.expr)))


def _group(value: Value) -> list[dict[ModelValue, ModelValue]]:
    """All compositions of the permutations that the model names, without the identity."""
    generators = [_as_permutation(p) for p in elements(value)]
    moved = {m for g in generators for m in g}
    identity = {m: m for m in moved}
    found = {_key(identity): identity}
    pending = [identity]
    while pending:
        current = pending.pop()
        for g in generators:
            composed = {m: g.get(current[m], current[m]) for m in moved}
            if _key(composed) not in found:
                found[_key(composed)] = composed
                pending.append(composed)
    return [p for k, p in found.items() if k != _key(identity)]


def _key(permutation: dict[ModelValue, ModelValue]) -> frozenset[tuple[ModelValue, ModelValue]]:
    return frozenset(permutation.items())


def _as_permutation(value: Value) -> dict[ModelValue, ModelValue]:
    value = canonical(value)
    if not isinstance(value, Function):
        return {}
    pairs = zip(ordered(value.domain), value.values, strict=True)
    return {k: v for k, v in pairs if isinstance(k, ModelValue) and isinstance(v, ModelValue)}


class _Renaming:
    """One exchange of model values, with what it makes of the values met so far."""

    __slots__ = ("known", "permutation")

    def __init__(self, permutation: dict[ModelValue, ModelValue]) -> None:
        self.permutation = permutation
        self.known: dict[Value, Value] = {}

    def __call__(self, value: Value) -> Value:
        match value:
            case ModelValue():
                return self.permutation.get(value, value)
            case tuple():
                return tuple([self(v) for v in value])
            case FiniteSet() | Function():
                known = self.known.get(value)
                if known is None:
                    if len(self.known) > _MOST_KNOWN:
                        self.known.clear()
                    known = self.known[value] = self._renamed(value)
                return known
            case _:
                return value

    def _renamed(self, value: FiniteSet | Function) -> Value:
        if isinstance(value, FiniteSet):
            return set_of([self(e) for e in value.elements])
        pairs = zip(ordered(value.domain), value.values, strict=True)
        return function_from([(self(k), self(v)) for k, v in pairs])


def _representative(state: State, renamings: list[_Renaming]) -> int:
    least = fingerprint(state)
    for renaming in renamings:
        least = min(least, fingerprint(renaming(state)))
    return least
