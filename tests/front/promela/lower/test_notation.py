"""States as a user of Promela reads them."""

from __future__ import annotations

from holdfast.front.promela.lower.notation import PromelaNotation
from holdfast.ir.system import System
from holdfast.ir.values import Value
from tests.front.promela.lower.counts import system_of

MODEL = """\
mtype = { ping, pong };
mtype last = pong;
chan c = [2] of { mtype, byte };
byte a[2] = 7;
proctype P(byte n) { byte k; k = a[n]; c!ping(k) }
init { run P(1); c?last, a[0] }
"""


def _shown(state: dict[str, Value]) -> dict[str, str]:
    notation = system_of(MODEL).notation
    return {c.name: c.notation.show(c.value) for c in notation.cells(state)}


def test_names_of_mtypes_and_messages_are_shown() -> None:
    shown = _shown({"last": 1, "c": ((2, 5), (1, 0)), "a": (7, 8)})
    assert shown == {"last": "pong", "c": "[(ping, 5), (pong, 0)]", "a": "[7, 8]"}


def test_variables_of_processes_that_do_not_exist_are_not_shown() -> None:
    assert "P[1].k" not in _shown({"pc[1]": 0, "P[1].k": 0})
    assert _shown({"pc[1]": 1, "P[1].k": 3}) == {"process 1": "P:5 k = a[n]", "P[1].k": "3"}


def test_a_step_names_the_process_and_its_partner() -> None:
    notation = system_of(MODEL).notation
    assert notation.step("P:5 c!1", (1, 0)) == "P[1]:5 c!1 with process 0"
    assert notation.step("init:6 run P(1)", (0,)) == "init[0]:6 run P(1)"


TYPES = """\
mtype = { ping, pong };
bool b;
chan c = [2] of { mtype, bool };
chan d = [0] of { byte };
chan e = c;
active proctype P() { atomic { b = 1; c!ping,b }; d!3 }
active proctype Q() { byte k; d?k }
"""


def test_booleans_channels_and_messages_have_names() -> None:
    notation = system_of(TYPES).notation
    shown = {
        c.name: c.notation.show(c.value) for c in notation.cells({"b": 1, "e": 1, "c": ((2, 0),)})
    }
    assert shown == {"b": "true", "e": "c", "c": "[(ping, false)]"}
    assert notation.of("c").elements.show((1, 1)) == "(pong, true)"
    assert notation.message(1, (2, 1)) == "c!ping,true"
    assert notation.message(2, (3,)) == "d!3"


def test_exclusive_control_is_not_shown() -> None:
    notation = system_of(TYPES).notation
    assert notation.cells({"exclusive": 1}) == ()


def test_lanes_are_the_processes_that_exist() -> None:
    system = system_of(TYPES)
    first, second = (next(n for n, p in _points(system) if p == kind) for kind in ("P", "Q"))
    lanes = system.notation.lanes({"pc[0]": first, "pc[1]": second})
    assert lanes == {0: "P[0]", 1: "Q[1]"}
    assert system.notation.lanes({"pc[0]": first, "pc[1]": 0}) == {0: "P[0]"}


def _points(system: System) -> list[tuple[int, str]]:
    assert isinstance(system.notation, PromelaNotation)
    return [(n, text.partition(":")[0]) for n, text in system.notation.points.items()]
