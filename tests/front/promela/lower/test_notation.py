"""States as a user of Promela reads them."""

from __future__ import annotations

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
