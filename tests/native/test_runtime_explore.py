"""The search of the C runtime: counts, order, violations, whatever the number of workers."""

from __future__ import annotations

import ctypes
import random
import threading
from itertools import permutations

import pytest

from holdfast.check.reductions import _Renaming, _representative
from holdfast.ir.construct import canonical
from holdfast.ir.ranks import ranked_by
from holdfast.ir.values import model_value
from tests.native.queue_model import (
    C_TEXT,
    RUN_DONE,
    RUN_STOPPED,
    Expected,
    figures,
    first_event,
    queue_model,
    run,
    search,
    value_of,
)
from tests.native.random_values import expected, random_value
from tests.native.runtime_library import Model, Runtime, rounds, runtime_library, word
from tests.native.words import RANKS, TEXTS

pytestmark = pytest.mark.native


def library() -> ctypes.CDLL:
    return runtime_library(C_TEXT)


def explored(workers: int, view: bool = False, invariants: int = 0, steps: int = 0) -> Runtime:
    model = queue_model(library(), view, invariants, steps)
    return Runtime(library(), model, workers=workers, keep_states=1, parallel_from=4)


def check(runtime: Runtime, expected: Expected) -> None:
    found = figures(runtime)
    assert (found.generated, found.distinct, found.depth, found.digest) == (
        expected.generated,
        len(expected.states),
        expected.depth,
        expected.digest,
    )
    runtime.c.engine_states.restype = ctypes.POINTER(word)
    rows = runtime.c.engine_states(runtime.engine)
    parent, action, place = word(), ctypes.c_uint32(), ctypes.c_uint32()
    with ranked_by(RANKS):
        for i, state in enumerate(expected.states):
            assert tuple(runtime.take(rows[3 * i + j]) for j in range(3)) == value_of(state)
            runtime.c.engine_step(
                runtime.engine, word(i), *map(ctypes.byref, (parent, action, place))
            )
            assert (parent.value, place.value) == expected.parents[i]


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("view", [False, True])
def test_a_complete_search_finds_all_states_in_order(workers: int, view: bool) -> None:
    runtime = explored(workers, view)
    assert run(runtime, workers) == RUN_DONE
    check(runtime, search(view))
    runtime.close()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_first_violation_in_order_is_reported(workers: int) -> None:
    expected = search(invariant=True)
    runtime = explored(workers, invariants=1)
    assert run(runtime, workers, budget=7) == RUN_STOPPED
    check(runtime, expected)
    event = first_event(runtime)
    assert (event.parent, event.place) == expected.bad
    assert (event.what, event.trap) == (0, 0)
    runtime.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_step_property_is_checked_on_every_step(workers: int) -> None:
    runtime = explored(workers, steps=1)
    assert run(runtime, workers) == RUN_STOPPED
    event = first_event(runtime)
    assert (event.what, event.trap, event.action) == (1, 0, 1)
    runtime.close()


def test_compare_and_swap_loses_nothing() -> None:
    text = r"""
    EXPORT void hammer(u64 *counter, u64 times) {
        for (u64 i = 0; i < times; i++) port_fetch_add(counter, 1);
    }
    EXPORT void hammer_lock(u64 *cells, u64 times) {
        for (u64 i = 0; i < times; i++) {
            port_lock(cells);
            cells[1]++;
            port_unlock(cells);
        }
    }
    """
    c = runtime_library(text)
    times = 200_000
    cells = (word * 3)()
    for name, at in (("hammer", 2), ("hammer_lock", 0)):
        place = ctypes.byref(cells, 8 * at)
        threads = [
            threading.Thread(target=getattr(c, name), args=(place, word(times))) for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert (cells[1], cells[2]) == (2 * times, 2 * times)


SYMMETRY_TEXT = r"""
EXPORT u64 test_least(Context *c, V state) {
    return least_permuted(c, OBJECT(state)->items, value_mark(c, state));
}
"""


def test_symmetric_states_have_the_key_of_the_interpreter() -> None:
    names = ("m1", "m2", "m3")
    moved = [dict(zip(names, p, strict=True)) for p in permutations(names) if p != names]
    rows = [TEXTS.index(p.get(text, text)) for p in moved for text in TEXTS]
    model = Model(variables=3, permutations=len(moved))
    model.permuted = (ctypes.c_uint32 * len(rows))(*rows)
    r, library = random.Random(1), runtime_library(SYMMETRY_TEXT)
    library.test_least.restype = word
    with ranked_by(RANKS):
        runtime = Runtime(library, model)
        renamings = [
            _Renaming({model_value(a): model_value(b) for a, b in p.items()}) for p in moved
        ]
        for _ in rounds(300):
            runtime.begin()
            state = tuple(random_value(r, 3, 2) for _ in range(3))
            if expected(lambda s=state: canonical(s)) == "trap":  # type: ignore[misc]
                continue
            least = runtime.c.test_least(runtime.context, word(runtime.put(state)))
            assert least == _representative(state, renamings)
        runtime.close()
