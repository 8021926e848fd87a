"""Conjuncts that a step cannot have changed are not asked again; the answer stays the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.ir import expr as ir
from holdfast.native.emit.emit import emit_model
from holdfast.native.emit.reads import Reads
from holdfast.verdict import Violated
from tests.native.agreement import agree
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

TWO = r"""
Init == x = 0 /\ y = 0
Left == x < 4 /\ x' = x + 1 /\ y' = y
Right == y < 4 /\ y' = y + 1 /\ x' = x
Next == Left \/ Right
OfX == x <= 4
Inv == OfX /\ y <= 4 /\ x + y < Most
"""
CONFIG = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n"


def test_a_conjunct_is_asked_when_a_variable_that_it_reads_may_differ(tmp_path: Path) -> None:
    system = system_of(tmp_path, module(f"Most == 9\n{TWO}", "x, y"), CONFIG)
    text = emit_model(system)
    assert "if (c->changed & 0x1ULL)" in text
    assert "if (c->changed & 0x2ULL)" in text
    assert "if (c->changed & 0x3ULL)" in text
    agree(system)


@pytest.mark.parametrize("going_on", [False, True])
def test_the_first_violation_is_the_interpreters(tmp_path: Path, going_on: bool) -> None:
    system = system_of(tmp_path, module(f"Most == 6\n{TWO}", "x, y"), CONFIG)
    wanted = replace(DEFAULTS, engine="interp", keep_going=going_on)
    theirs, ours = check(system, wanted), check(system, replace(wanted, engine="native"))
    assert isinstance(ours.verdict, Violated)
    assert ours.verdict == theirs.verdict
    assert ours.counts.distinct == theirs.counts.distinct or not going_on


def test_what_a_definition_reads_is_read_by_who_calls_it(tmp_path: Path) -> None:
    system = system_of(tmp_path, module(f"Most == 9\n{TWO}", "x, y"), CONFIG)
    reads = Reads(system, ())
    assert reads.of(ir.Call("OfX", ())) == frozenset(("x",))
    assert reads.of(ir.Call("Inv", ())) == frozenset(("x", "y"))
    assert reads.of(ir.Prime(ir.Name("x"))) is None


def test_a_value_that_names_decide_is_computed_once_for_each(tmp_path: Path) -> None:
    body = (
        "P == 1..3\n"
        "Init == x = {}\n"
        "Next == \\E p \\in P : \\E q \\in P \\ {p} : x' = x \\union {<<p, q>>}\n"
    )
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\n")
    assert "known_value(c, 1, f->p_" in emit_model(system)
    agree(system)
    agree(system, workers=2)


def test_updates_of_the_same_part_are_one_after_the_other(tmp_path: Path) -> None:
    body = (
        "Init == x = [i \\in 1..2 |-> [a |-> 0, b |-> 0]]\n"
        "Next == \\E i \\in 1..2 : x[i].a < 3 /\\\n"
        "  x' = [x EXCEPT ![i].a = @ + 1, ![i].b = @ + x[1].a, ![i].a = @ * 1, ![3].a = 7]\n"
    )
    agree(system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"))


def test_a_definition_is_computed_once_for_each_state(tmp_path: Path) -> None:
    body = (
        "P == 1..3\n"
        "Seen == {p \\in P : x[p] > 0}\n"
        "All == Seen = P\n"
        "Init == x = [p \\in P |-> 0]\n"
        "Next == \\E p \\in P : x[p] < 2 /\\ Seen \\subseteq P /\\ x' = [x EXCEPT ![p] = @ + 1]\n"
        "  /\\ (All => Seen' = P) /\\ Seen \\subseteq Seen'\n"
        "Inv == \\A p \\in Seen : x[p] > 0 /\\ (All \\/ Seen # P)\n"
        "Few == ~All \\/ \\E p \\in Seen : x[p] < 2\n"
    )
    config = "INIT Init\nNEXT Next\nINVARIANT Inv\nCONSTRAINT Few\nCHECK_DEADLOCK FALSE\n"
    system = system_of(tmp_path, module(body), config)
    assert "cell_value(c, 0)" in emit_model(system)
    agree(system)
    agree(system, workers=2)
