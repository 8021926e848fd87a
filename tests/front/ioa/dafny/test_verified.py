"""Dafny verifies translations of correct automata, and only the broken part of others fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.front.ioa.dafny.verifying import (
    NAMES,
    NESTED,
    TICKETS,
    failures,
    needs_dafny,
    translated,
)
from tests.ioa.models import changed

pytestmark = [needs_dafny, pytest.mark.slow]

BOTH = """\
@automaton
def Both():
    class signature:
        @output
        def flip(n: int): where = n == 0
        @input
        def flip(n: int): where = n > 0
    class states:
        x: int
    initially = x == 0
    class transitions:
        @output
        def flip(n): x = n
        @input
        def flip(n): x = n
    invariant_of = x >= 0
"""

LOOPS = """\
Small: type = IntRange[0:4]
Msg: type = NamedTuple[to: Small, body: bv8]

def sum_at(s: Seq[int], i: int) -> int:
    return s[i] + s[i + 1]

def half(n: nat) -> Small:
    return n / 2

@automaton
def Loops(N: nat):
    class signature:
        @internal
        def step(k: Small): pass
        @internal
        def rest(): pass
    class states:
        s: Seq[int]
        m: Msg
        bag: Mset[Small]
        at: Map[Small, bool]
        odd: Seq[int]
    initially = (
        s == [0 for i in range(N)] and m == Msg(0, 1) and bag == Mset(1, 1)
        and at == {k: k > 1 for k in Small} and odd == []
    )
    class transitions:
        @internal
        def step(k):
            total = 0
            for i in range(len(s)):
                s[i] += 1
                total += s[i]
            if k > 1:
                m.to, m.body = half(k), m.body << 1
                found = k
            else:
                found = 0
            at[found] = total > 3
            bag = bag + Mset(k)
        @internal
        @pre(N >= 2 and sum_at(s, N - 2) > 3)
        def rest():
            odd = [v + 1 for v in s if v % 2 == 1]
            m = Msg(max(m.to, 2), ~m.body)
    invariant_of = len(s) == N and all(k in at for k in Small)
"""


def test_all_lemmas_hold_of_correct_automata(tmp_path: Path) -> None:
    assert failures(translated(TICKETS, k=1), tmp_path) == []


def test_actions_may_be_input_and_output(tmp_path: Path) -> None:
    assert failures(translated(BOTH, "Both"), tmp_path) == []


def test_loops_and_partial_functions_are_defined(tmp_path: Path) -> None:
    assert failures(translated(LOOPS, "Loops"), tmp_path) == []


@pytest.mark.parametrize(("text", "root"), [(NAMES, "input"), (NESTED, "Nested")])
def test_names_and_structures_of_all_kinds(text: str, root: str, tmp_path: Path) -> None:
    assert failures(translated(text, root), tmp_path) == []


def test_overlapping_signatures_violate_disjointness(tmp_path: Path) -> None:
    text = changed(BOTH, ("n > 0", "n >= 0"))
    assert failures(translated(text, "Both"), tmp_path) == ["disjoint_actions_proof?"]


MUTANTS = [
    (
        "input_enabled_proof?",
        "Tickets",
        [
            (
                "        def give(i):\n            w",
                "        @pre(waiting)\n        def give(i):\n            w",
            )
        ],
    ),
    (
        "compatibility_C0_C1_proof?",
        "Tickets",
        [("Client(1)", "Client(0)"), ("office.given[1]", "office.given[0]")],
    ),
    ("where_C1_proof?", "Tickets", [("me < 5", "me < 1")]),
    ("eff_give", "Office", [("len(given) == N", "len(given) >= 0")]),
    ("bmc_0_proof?", "Tickets", [("tickets == 0\n", "tickets == 1\n")]),
    ("induction_proof?", "Tickets", [("tickets += 1", "tickets += 2")]),
]


@pytest.mark.parametrize(("broken", "root", "changes"), MUTANTS, ids=[m[0] for m in MUTANTS])
def test_only_what_is_broken_fails(
    broken: str, root: str, changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert failures(translated(changed(TICKETS, *changes), root), tmp_path) == [broken]
