"""The table of known states: workers claim together while it grows, and the earliest wins."""

from __future__ import annotations

import ctypes
import threading

import pytest

from tests.native.queue_model import C_TEXT, queue_model
from tests.native.runtime_library import Runtime, runtime_library, word

pytestmark = pytest.mark.native

TEXT = (
    C_TEXT
    + r"""
EXPORT void begin_claims(Engine *e) { e->locked = e->o.workers > 1; }

/* Each worker claims every mark, in a direction of its own, with an order of its own. */
EXPORT u64 claim_all(Engine *e, u32 worker, u64 count) {
    u64 claimed = 0;
    table_enter(e);
    for (u64 i = 0; i < count; i++) {
        u64 at = worker % 2 ? count - 1 - i : i;
        claimed += table_claim(&e->workers[worker], mix(at + 1), ORDER(at + 1, worker + 1));
    }
    table_leave(e);
    return claimed;
}

EXPORT u64 owned_by(Engine *e, u32 worker, u64 count) {
    u64 owned = 0;
    for (u64 at = 0; at < count; at++)
        owned += table_owns(e, mix(at + 1), ORDER(at + 1, worker + 1));
    return owned;
}

EXPORT u64 places_taken(Engine *e) {
    u64 taken = 0;
    for (u64 i = 0; i < e->table.room; i++) taken += e->table.places[i * e->table.width] != 0;
    return taken;
}
"""
)
COUNT = 30_000


def claim_together(workers: int) -> tuple[Runtime, list[int]]:
    c = runtime_library(TEXT)
    for name in ("claim_all", "owned_by", "places_taken"):
        getattr(c, name).restype = word
    runtime = Runtime(c, queue_model(c), workers=workers)
    claimed = [0] * workers

    def work(worker: int) -> None:
        claimed[worker] = c.claim_all(runtime.engine, worker, word(COUNT))

    c.begin_claims(runtime.engine)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return runtime, claimed


@pytest.mark.parametrize("workers", [2, 3, 4])
def test_the_earliest_claim_wins_while_the_table_grows(workers: int) -> None:
    runtime, claimed = claim_together(workers)
    assert claimed[0] == COUNT
    owned = [runtime.c.owned_by(runtime.engine, i, word(COUNT)) for i in range(workers)]
    assert owned == [COUNT, *[0] * (workers - 1)]
    assert runtime.c.places_taken(runtime.engine) == COUNT
    runtime.close()


def test_one_worker_claims_each_state_once() -> None:
    runtime, claimed = claim_together(1)
    assert claimed == [COUNT]
    assert runtime.c.claim_all(runtime.engine, ctypes.c_uint32(0), word(COUNT)) == 0
    assert runtime.c.places_taken(runtime.engine) == COUNT
    runtime.close()
