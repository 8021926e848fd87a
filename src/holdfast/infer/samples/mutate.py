"""States that may be unreachable: reachable ones with a few small changes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from holdfast.infer.lift import Lifted
from holdfast.interp.step import State
from holdfast.ir import types as ty
from holdfast.ir.construct import make_function, set_of
from holdfast.ir.order import ordered
from holdfast.ir.types import Type
from holdfast.ir.values import FALSE, TRUE, Boolean, FiniteSet, Function, ModelValue, Value


class Mutator:
    """Changes states: elements of sets, values of functions, one at a time.

    Values that a type does not enumerate, such as strings, are taken from the same variable in
    sample states: others may not be of its type, and proofs are about typed states only.
    """

    def __init__(
        self, lifted: Lifted, types: dict[str, Type], states: list[State], seed: int
    ) -> None:
        self.lifted = lifted
        self.types = [types.get(v, ty.ANY) for v in lifted.variables]
        self.random = Random(seed)
        self.states = states
        self.fixed = len(lifted.constants)
        self.strings: list[str] = []
        self.numbers: list[int] = []
        places = range(self.fixed, self.fixed + len(self.types))
        values = [{t[i] for t in states} for i in places]
        self.strings_at = [sorted({s for v in found for s in _strings(v)}) for found in values]
        self.numbers_at = [sorted({n for v in found for n in _numbers(v)}) for found in values]
        self.constants: dict[str, Value] = {}

    def some(self, count: int, changes: int = 3) -> Iterator[State]:
        """Random states near reachable ones."""
        for _ in range(count):
            state = self.random.choice(self.states)
            for _ in range(self.random.randint(1, changes)):
                state = self.changed(state)
            yield state

    def changed(self, state: State) -> State:
        """The state with one small change."""
        if not self.types:
            return state
        self.constants = dict(zip(self.lifted.constants, state, strict=False))
        at = self.random.randrange(len(self.types))
        self.strings, self.numbers = self.strings_at[at], self.numbers_at[at]
        new = self._change(state[self.fixed + at], self.types[at])
        return (*state[: self.fixed + at], new, *state[self.fixed + at + 1 :])

    def _change(self, value: Value, t: Type) -> Value:
        match value, t:
            case Boolean(), _:
                return FALSE if value is TRUE else TRUE
            case FiniteSet(), ty.Set(of):
                element = self._random(of)
                if element is None:
                    return value
                if self.random.random() < 0.3 and value.elements:
                    element = self.random.choice(ordered(value))
                return set_of(value.elements ^ {element})
            case Function(), ty.Function(_, of) if value.values:
                at = self.random.randrange(len(value.values))
                new = self._change(value.values[at], of)
                row = (*value.values[:at], new, *value.values[at + 1 :])
                return make_function(value.domain, row)
            case tuple(), ty.Function(_, of) if value:
                at = self.random.randrange(len(value))
                return (*value[:at], self._change(value[at], of), *value[at + 1 :])
            case _:
                found = self._random(t)
                return value if found is None else found

    def _random(self, t: Type) -> Value | None:
        """Some value of a type."""
        match t:
            case ty.Bool():
                return self.random.choice((FALSE, TRUE))
            case ty.Str():
                return self.random.choice(self.strings) if self.strings else None
            case ty.Int():
                return self.random.choice(self.numbers) if self.numbers else None
            case ty.Model(sorts, values):
                return self._model(sorts, values)
            case ty.Tuple(items):
                row = [self._random(i) for i in items]
                return None if None in row else tuple(row)  # type: ignore[arg-type]
            case ty.Set(of):
                return self._set(of)
            case _:
                return None

    def _model(self, sorts: tuple[str, ...], values: tuple[str, ...]) -> Value | None:
        choices: list[Value] = []
        for sort in sorts:
            found = self.constants.get(sort)
            if isinstance(found, FiniteSet):
                choices += ordered(found)
        for found in self.constants.values():
            if isinstance(found, ModelValue) and found.name in values:
                choices.append(found)
        return self.random.choice(choices) if choices else None

    def _set(self, of: Type) -> Value | None:
        """A set: one of a family of sets that is a constant, or a small one."""
        families = [
            v
            for v in self.constants.values()
            if isinstance(v, FiniteSet) and any(isinstance(e, FiniteSet) for e in v.elements)
        ]
        if families:
            return self.random.choice(ordered(self.random.choice(families)))
        elements = [self._random(of) for _ in range(self.random.randint(0, 3))]
        return set_of([e for e in elements if e is not None])


def _strings(value: Value) -> Iterator[str]:
    match value:
        case str():
            yield value
        case FiniteSet():
            for e in value.elements:
                yield from _strings(e)
        case tuple():
            for e in value:
                yield from _strings(e)
        case Function():
            for e in value.values:
                yield from _strings(e)
        case _:
            return


def _numbers(value: Value) -> Iterator[int]:
    match value:
        case int():
            yield value
        case FiniteSet():
            for e in value.elements:
                yield from _numbers(e)
        case tuple():
            for e in value:
                yield from _numbers(e)
        case Function():
            for e in value.values:
                yield from _numbers(e)
        case _:
            return
