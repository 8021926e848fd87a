"""A small system, written by hand in C and in Python: numbers pass through a set and a queue."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass, field

from holdfast.ir.construct import set_of
from holdfast.ir.fingerprint import MASK, fingerprint, mix
from tests.native.runtime_library import Event, Figures, Model, Runtime

C_TEXT = r"""
enum { N, S, Q };
static void keep(Context *c, u32 i) { c->next[i] = c->now[i]; c->missing--; }
static void put(Context *c, u32 i, V v) { c->next[i] = v; c->missing--; }
static void drop(Context *c) {
    for (u32 i = 0; i < 3; i++) c->next[i] = 0;
    c->missing = 3;
}
EXPORT void queue_init(Context *c) {
    for (i64 i = 0; i < 2; i++) {
        put(c, N, V_INT(i));
        put(c, S, set_of(c, 0, 0));
        put(c, Q, tuple_of(c, 0, 0));
        emit_state(c);
        drop(c);
    }
}
static void enqueue(Context *c) {
    Elements e;
    V i;
    elements_begin(c, &e, c->constants[0]);
    while (elements_next(c, &e, &i)) {
        if (set_contains(c, c->now[S], i)) continue;
        keep(c, N);
        put(c, S, set_union(c, c->now[S], set_of(c, 1, &i)));
        put(c, Q, builtin_Sequences_Append(c, c->now[Q], i));
        emit_state(c);
        drop(c);
    }
}
static void dequeue(Context *c) {
    V head;
    if (builtin_Sequences_Len(c, c->now[Q]) == V_INT(0)) return;
    head = builtin_Sequences_Head(c, c->now[Q]);
    put(c, N, num_mod(c, num_add(c, c->now[N], head), V_INT(11)));
    put(c, S, set_difference(c, c->now[S], set_of(c, 1, &head)));
    put(c, Q, builtin_Sequences_Tail(c, c->now[Q]));
    emit_state(c);
    drop(c);
}
EXPORT void queue_action(Context *c, u32 action) {
    if (action == 0) enqueue(c);
    else dequeue(c);
}
EXPORT void queue_prepare(Context *c) {
    c->constants[0] = value_permanent(c, set_interval(c, V_INT(0), V_INT(5)));
}
/* n # 9, Len(q) <= 3, n' # n + 3 */
EXPORT u32 queue_predicate(Context *c, u32 which) {
    u32 first = ((Engine *)c->engine)->m.invariants;
    if (which < first) return c->now[N] != V_INT(9);
    V length = builtin_Sequences_Len(c, c->now[Q]);
    if (which == first) return num_at_most(c, length, V_INT(3)) == V_TRUE;
    return c->next[N] != num_add(c, c->now[N], V_INT(3));
}
EXPORT V queue_view(Context *c) {
    V both[2];
    both[0] = c->now[N];
    both[1] = c->now[S];
    return tuple_of(c, 2, both);
}
"""

State = tuple[int, frozenset[int], tuple[int, ...]]


@dataclass
class Expected:
    """What the search must find."""

    states: list[State] = field(default_factory=list)
    parents: list[tuple[int, int]] = field(default_factory=list)
    generated: int = 0
    depth: int = 0
    bad: tuple[int, int] | None = None
    digest: int = 0


def value_of(state: State) -> tuple[object, ...]:
    n, s, q = state
    return n, set_of(s), q


def successors(state: State) -> list[State]:
    n, s, q = state
    found = [(n, s | {i}, (*q, i)) for i in range(6) if i not in s]
    return [*found, ((n + q[0]) % 11, s - {q[0]}, q[1:])] if q else found


def search(view: bool = False, invariant: bool = False) -> Expected:
    """The same search in Python: a level is finished before a violation ends it."""
    result, known, level = Expected(), set(), []

    def meet(state: State, parent: int, place: int) -> None:
        result.generated += 1
        inside = len(state[2]) <= 3
        value = value_of(state)
        key = value[:2] if view else value
        new = inside and key not in known
        if new:
            known.add(key)
            following.append(len(result.states))
            result.states.append(state)
            result.parents.append((parent, place))
            result.digest += mix(fingerprint(key))  # type: ignore[arg-type]  # values
        if invariant and (new or not inside) and state[0] == 9 and result.bad is None:
            result.bad = parent, place

    following: list[int] = []
    for place, n in enumerate((0, 1), 1):
        meet((n, frozenset(), ()), 0, place)
    while following and result.bad is None:
        result.depth += 1
        level, following = following, []
        for at in level:
            for place, state in enumerate(successors(result.states[at]), 1):
                meet(state, at + 1, place)
    result.depth += bool(following)
    result.digest &= MASK
    return result


def queue_model(
    library: ctypes.CDLL, view: bool = False, invariants: int = 0, steps: int = 0
) -> Model:
    def address(name: str) -> int:
        found = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        assert found is not None
        return found

    model = Model(variables=3, actions=2, constraints=1, constants=1, check_deadlock=1)
    model.invariants, model.step_properties = invariants, steps
    for part in "prepare init action predicate".split():
        setattr(model, part, address(f"queue_{part}"))
    if view:
        model.view = address("queue_view")
    return model


RUN_MORE, RUN_PARALLEL, RUN_DONE, RUN_STOPPED, RUN_TRAPPED = range(5)


def run(runtime: Runtime, workers: int, budget: int = 1000) -> int:
    """Drive the engine as the search does: levels alone, or shared among threads."""
    c, engine = runtime.c, runtime.engine
    state: int = c.engine_start(engine)
    while state in (RUN_MORE, RUN_PARALLEL):
        state = c.engine_advance(engine, ctypes.c_uint64(budget))
        if state == RUN_PARALLEL:
            for phase in (c.engine_expand, c.engine_settle, c.engine_place):
                threads = [threading.Thread(target=phase, args=(engine, i)) for i in range(workers)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
            state = c.engine_merge(engine)
    return state


def figures(runtime: Runtime) -> Figures:
    found = Figures()
    runtime.c.engine_figures(runtime.engine, ctypes.byref(found))
    return found


def first_event(runtime: Runtime) -> Event:
    found = Event()
    runtime.c.engine_event(runtime.engine, ctypes.byref(found))
    return found
