"""When two states are identified: never, by a VIEW, or by SYMMETRY."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key, partial
from typing import Any

from holdfast.interp.arguments import pairs
from holdfast.interp.machine import Machine
from holdfast.interp.sets import elements
from holdfast.interp.step import State
from holdfast.ir.construct import canonical, function_from, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.notation import describe
from holdfast.ir.order import compare, ordered
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import FiniteSet, Function, ModelValue, Value

_MOST_KNOWN = 100_000


def key_function(machine: Machine) -> Callable[[State], Any]:
    """The function from a state to the key that identifies it."""
    system = machine.system
    renamings = [_Renaming(p) for p in permutations_of(machine)]
    if system.view is not None:
        expr = system.view.expr
        if renamings:
            places = [system.variables.index(v) for v in system.compared or system.variables]
            least = partial(_least, renamings=renamings, places=places)
            return lambda state: canonical(machine.value(expr, least(state)))
        return lambda state: canonical(machine.value(expr, state))
    if renamings:
        return lambda state: _representative(state, renamings)
    return lambda state: state


def permutations_of(machine: Machine) -> tuple[dict[ModelValue, ModelValue], ...]:
    """The permutations of the model's symmetry, without the identity."""
    symmetry = machine.system.symmetry
    if symmetry is None:
        return ()
    try:
        with ranked_by(machine.ranks):
            return tuple(_group(machine.value(symmetry.expr)))
    except EvalError as error:
        raise error.at(symmetry.span) from None


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
    table = pairs(canonical(value))
    if {k for k, _ in table} != {v for _, v in table}:
        # States that are not equivalent would be identified.
        message = f"{describe(value)} is not a permutation, as SYMMETRY needs"
        raise EvalError("eval-symmetry", message)
    return {k: v for k, v in table if isinstance(k, ModelValue) and isinstance(v, ModelValue)}


class _Renaming:
    """A permutation of model values, with a cache of renamed values."""

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

    def of_state(self, state: State) -> State:
        """The state with its values renamed."""
        return tuple([self(v) for v in state])

    def _renamed(self, value: FiniteSet | Function) -> Value:
        if isinstance(value, FiniteSet):
            return set_of([self(e) for e in value.elements])
        table = zip(ordered(value.domain), value.values, strict=True)
        return function_from([(self(k), self(v)) for k, v in table])


def _least(state: State, renamings: list[_Renaming], places: list[int]) -> State:
    """The least state of the orbit, of which TLC takes the VIEW."""

    def order(left: State, right: State) -> int:
        return compare(tuple([left[i] for i in places]), tuple([right[i] for i in places]))

    return min((state, *(r.of_state(state) for r in renamings)), key=cmp_to_key(order))


def _representative(state: State, renamings: list[_Renaming]) -> int:
    least = fingerprint(state)
    for renaming in renamings:
        least = min(least, fingerprint(renaming(state)))
    return least
