"""A queue of clients, and one of its behaviours in ITF."""

from __future__ import annotations

from typing import Any

QUEUE = """---- MODULE Queue ----
EXTENDS Naturals, Sequences, FiniteSets
CONSTANT Clients
VARIABLES queue, served, state
Init == queue = <<>> /\\ served = {} /\\ state = [c \\in Clients |-> "idle"]
Ask(c) ==
    /\\ state[c] = "idle"
    /\\ queue' = Append(queue, c)
    /\\ state' = [state EXCEPT ![c] = "waiting"]
    /\\ UNCHANGED served
Serve ==
    /\\ queue # <<>>
    /\\ served' = served \\union {Head(queue)}
    /\\ state' = [state EXCEPT ![Head(queue)] = "done"]
    /\\ queue' = Tail(queue)
Reset(c) ==
    /\\ state[c] = "done"
    /\\ state' = [state EXCEPT ![c] = "idle"]
    /\\ served' = served \\ {c}
    /\\ UNCHANGED queue
Next == Serve \\/ \\E c \\in Clients : Ask(c) \\/ Reset(c)
Spec == Init /\\ [][Next]_<<queue, served, state>> /\\ WF_queue(Serve)
Short == Len(queue) < 2
====
"""
MODEL = "SPECIFICATION Spec\nCONSTANT Clients = {a, b}\nCHECK_DEADLOCK FALSE\n"


def state(queue: list[str], served: list[str], a: str, b: str) -> dict[str, Any]:
    return {
        "queue": {"#tup": queue},
        "served": {"#set": served},
        "state": {"#map": [["b", b], ["a", a]]},
    }


GOOD = [
    state([], [], "idle", "idle"),
    state(["b"], [], "idle", "waiting"),
    state(["b", "a"], [], "waiting", "waiting"),
    state(["a"], ["b"], "waiting", "done"),
]
