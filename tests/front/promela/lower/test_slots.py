"""Which processes can be in which slot."""

from __future__ import annotations

from holdfast.front.promela.lower.slots import Allowed
from holdfast.verdict import Failed
from tests.front.promela.lower.counts import answer_of, counts_of, system_of

RING = """\
chan q[3] = [1] of { byte };
proctype node(chan a, b; byte me) { a?me; b!me }
init {
    byte i;
    atomic { do :: i < 3 -> run node(q[i], q[(i + 1) % 3], i); i++ :: else -> break od };
    q[0]!1
}
"""
ENDLESS = "active proctype P() { run P() }"


def test_processes_that_a_loop_creates_are_counted() -> None:
    system = system_of(RING)
    assert [v for v in system.variables if v.startswith("pc")] == [f"pc[{n}]" for n in range(4)]
    # The channels that a process is given are constants of its slot.
    assert not any(v.endswith((".a", ".b")) for v in system.variables)


def test_a_process_beyond_the_limit_is_an_error() -> None:
    answer = answer_of(ENDLESS, allowed=Allowed(4))
    assert isinstance(answer.verdict, Failed)
    assert "more than 4 processes" in answer.verdict.diagnostics[0].message


def test_a_slot_is_used_again() -> None:
    model = "byte n; proctype P() { n++ } init { run P(); n == 1 && _nr_pr == 1; run P() }"
    assert [v for v in system_of(model).variables if v.startswith("pc")] == [
        "pc[0]",
        "pc[1]",
        "pc[2]",
    ]
    assert counts_of(model) == counts_of(model, "native")
