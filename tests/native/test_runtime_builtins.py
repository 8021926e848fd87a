"""The library operators of the C runtime are those of the interpreter."""

from __future__ import annotations

import random
from typing import Any

import pytest

from holdfast.interp import builtins as interpreted
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import LazySet
from holdfast.native.emit.runtime_table import BUILTINS
from tests.native.random_values import atom, expected, random_set, random_value, small
from tests.native.runtime_library import Runtime, rounds
from tests.native.words import RANKS, encode

pytestmark = pytest.mark.native


def _sequence(r: random.Random) -> Any:
    return tuple([atom(r, 0) for _ in range(r.randint(0, 4))])


def _bag(r: random.Random) -> Any:
    return function_from([(atom(r, 0), r.randint(1, 3)) for _ in range(r.randint(0, 3))])


def _about_sequences(r: random.Random) -> Any:
    match r.randint(0, 4):
        case 0 | 1:
            return _sequence(r)
        case 2:
            return _sequence(r), _sequence(r)
        case 3:
            return set_of([_sequence(r), _sequence(r)])
        case _:
            return random_set(r, 0)


def _argument(r: random.Random, module: str) -> Any:
    pick = r.random()
    if pick < 0.15:
        return random_value(r, 2)
    if pick < 0.3:
        return r.randint(-1, 6)
    if module in ("Bitwise", "Combinatorics"):
        return r.choice((r.randint(-9, 300), r.randint(0, 30)))
    if module.startswith("Bags"):
        return _bag(r) if pick < 0.9 else set_of([_bag(r), _bag(r)])
    if module.startswith("FiniteSets"):
        return random_set(r, 1)
    if module.startswith("Sequences"):
        return _about_sequences(r)
    return r.choice((lambda: random_value(r, 2, 0), lambda: random_set(r, 0), lambda: _bag(r)))()


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_the_operator_gives_what_the_interpreter_gives(name: str) -> None:
    function, arity = interpreted.BUILTINS[name], LIBRARY_OPS[name].arity
    c_name = BUILTINS[name]
    runtime, r = Runtime(), random.Random(name)
    with ranked_by(RANKS):
        for _ in rounds(250):
            runtime.begin()
            args = [_argument(r, name.partition("!")[0]) for _ in range(arity)]
            if not all(small(a) for a in args if isinstance(a, LazySet)):
                continue
            found = runtime.apply(c_name, *map(runtime.put, args))
            wanted = expected(lambda a=args: function(*a))  # type: ignore[misc]
            if runtime.state.trap == UNSUPPORTED:
                assert any(isinstance(a, str) for a in _flat(args))
            elif isinstance(wanted, LazySet):
                assert sorted(encode(found)) == sorted(encode(wanted)), args
            elif type(wanted) is int and wanted >= 1 << 60:
                assert found == "trap"
            else:
                assert found == wanted, args
    runtime.close()


UNSUPPORTED = 17


def _flat(args: Any) -> Any:
    for a in args:
        yield a
        if isinstance(a, tuple):
            yield from _flat(a)
        elif hasattr(a, "elements"):
            yield from _flat(a.elements)
