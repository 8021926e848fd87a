"""The naive judge agrees with what can be computed by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.ioa.textbook import Rejected, judge

RING = """
UID: type = int
Index: type = IntRange[0:3]
Status: type = Enum[UNKNOWN, CHOSEN, REPORTED]

@automaton
def Process(i: Index, u: UID):
    class signature:
        @output
        def pass_on(src: Index, dst: Index, v: UID):
            where = src == i and dst == incre(i)
        @input
        def pass_on(src: Index, dst: Index, v: UID):
            where = src == decre(i) and dst == i
        @output
        def lead(p: Index):
            where = p == i
    class states:
        q: Seq[UID]
        status: Status
    initially = q == [u] and status == UNKNOWN
    class transitions:
        @output
        @pre(len(q) > 0 and v == q[0])
        def pass_on(src, dst, v):
            q = q[1:]
        @input
        def pass_on(src, dst, v):
            if v > u:
                q = q + [v]
            elif v == u:
                status = CHOSEN
        @output
        @pre(status == CHOSEN)
        def lead(p):
            status = REPORTED

@composition
def Sys(u0: UID, u1: UID, u2: UID):
    where = u0 != u1 and u1 != u2 and u2 != u0
    class components:
        p0: Process(0, u0)
        p1: Process(i=1, u=u1)
        p2: Process(2, u2)
    invariant_of = p0.status == UNKNOWN and p1.status == UNKNOWN and p2.status == UNKNOWN
    class invariants:
        silent = p0.status != REPORTED and p1.status != REPORTED and p2.status != REPORTED
"""

COUNTER = """
Small: type = IntRange[0:3]
@automaton
def Counter({params}):
    class signature:
        {signature}
    class states:
        n: {type}
    initially = {initially}
    class transitions:
        {transitions}
"""


def counter(signature: str, transitions: str, **parts: str) -> str:
    """A file with one automaton that has one variable, `n`."""
    known = {"params": "", "type": "Small", "initially": "n == 0"} | parts
    inside = {"signature": signature, "transitions": transitions}
    return COUNTER.format(
        **known, **{name: "\n        ".join(dedent(t).split("\n")) for name, t in inside.items()}
    )


@pytest.mark.parametrize(
    ("uids", "states", "steps"), [((1, 2, 3), 12, 17), ((3, 2, 1), 15, 22), ((2, 3, 1), 12, 17)]
)
def test_leader_election(uids: tuple[int, ...], states: int, steps: int) -> None:
    found = judge(RING, dict(zip(("u0", "u1", "u2"), uids, strict=True)))
    assert (len(found.states), len(found.steps)) == (states, steps)
    assert found.initial == 1


def test_distances_to_violations() -> None:
    found = judge(RING, {"u0": 1, "u1": 2, "u2": 3})
    assert found.violated == {"invariant_of": 5, "silent": 6}
    assert found.shortest == 5


def test_actions_have_arguments() -> None:
    found = judge(RING, {"u0": 1, "u1": 2, "u2": 3})
    first = sorted(action for before, action, _ in found.steps if before == 0)
    assert first == [("pass_on", (0, 1, 1)), ("pass_on", (1, 2, 2)), ("pass_on", (2, 0, 3))]


def test_where_of_the_root_is_required() -> None:
    with pytest.raises(Rejected):
        judge(RING, {"u0": 1, "u1": 1, "u2": 3})


def test_an_input_without_an_output_is_a_step_of_the_environment() -> None:
    text = counter(
        "@input\ndef put(m: Small):\n    where = m > 0", "@input\ndef put(m):\n    n = m"
    )
    found = judge(text)
    assert found.states == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert len(found.steps) == 6


def test_an_output_that_nobody_can_produce_blocks_the_input() -> None:
    text = counter("@input\ndef put(m: Small): pass", "@input\ndef put(m):\n    n = m")
    text += """
@automaton
def Silent():
    class signature:
        @output
        def put(m: Small):
            where = m == 1
    class states:
        on: bool
    class transitions:
        pass
@composition
def Sys():
    class components:
        c: Counter()
        s: Silent()
"""
    found = judge(text)
    assert found.initial == 2
    assert {action for _, action, _ in found.steps} == {("put", (0,)), ("put", (2,))}
    assert sorted({state["c.n"] for state in found.states}) == [0, 2]


def test_alternatives_and_local_variables() -> None:
    text = counter(
        "@internal\ndef go(): pass",
        "@internal\n@pre(n == 0)\ndef go():\n    t = n + 1\n    n = t + t\n"
        "@internal\ndef go():\n    for k in range(2):\n        n = incre(n)",
        initially="n != 2",
    )
    found = judge(text)
    assert found.initial == 2
    names = {(found.states[a]["n"], found.states[b]["n"]) for a, _, b in found.steps}
    assert names == {(0, 2), (1, 0), (2, 1)}


def test_a_value_outside_its_type_violates_types() -> None:
    text = counter(
        "@output\ndef up(): pass", "@output\ndef up():\n    n += 1", type="IntRange[0:2]"
    )
    assert judge(text).violated == {"types": 2}


def test_a_number_outside_its_range_is_not_brought_back() -> None:
    text = counter(
        "@output\ndef up(): pass\n@output\ndef down(): pass",
        "@output\n@pre(n == 1)\ndef up():\n    n += 2\n    n = incre(n)\n"
        "@output\n@pre(n == 0)\ndef down():\n    n -= 1\n    n = decre(n)\n"
        "    for k in range(3):\n        n = incre(n)",
    )
    found = judge(text)
    assert [state["n"] for state in found.states] == [0, 1, 4]
    assert found.violated == {"types": 2}


def test_words_wrap() -> None:
    text = counter("@output\ndef up(): pass", "@output\ndef up():\n    n = n * 3 - 1", type="bv2")
    found = judge(text)
    assert [state["n"] for state in found.states] == [0, 3]


def test_records_maps_and_tuple_targets() -> None:
    text = """
Color: type = Enum["RED", "BLUE"]
Pair: type = NamedTuple["on": bool, "at": Color]
@automaton
def A():
    class signature:
        @internal
        def swap(c: Color): pass
    class states:
        r: Pair
        m: Map[Color, Pair]
        s: Set[Color]
    initially = r == Pair(True, BLUE) and m == {k: Pair(False, RED) for k in Color} and s == set()
    class transitions:
        @internal
        @pre(c not in s)
        def swap(c):
            r, m[c] = m[c], r
            m[c].at = c
            r.on = not r.on
            s = s | {c}
"""
    found = judge(text)
    assert len(found.states) == 4
    pair, last = found.states[0]["r"].__class__, found.states[-1]
    assert last["s"] == {"RED", "BLUE"}
    assert {state["r"] for state in found.states[1:3]} == {pair(True, "RED")}


def test_a_sequence_of_components_with_hiding() -> None:
    text = """
@automaton
def A(i: int):
    class signature:
        @output
        def say(j: int):
            where = j == i
        @input
        def say(j: int):
            where = j == i - 1
    class states:
        n: IntRange[0:3]
    initially = n == 0
    class transitions:
        @output
        @pre(n == i)
        def say(j):
            n = 2
        @input
        def say(j):
            n = n if n == 2 else n + 1
@composition
def Two():
    class components:
        P: [A(i) for i in range(2)]
    hidden = {say}
@composition
def Sys():
    class components:
        two: Two()
    invariant_of = forall(i, implies(0 <= i < 2, two.P[i].n < 2))
"""
    found = judge(text)
    assert found.root.sigma["internal"] == {("say", (0,)), ("say", (1,))}
    assert found.root.sigma["input"] == {("say", (-1,))}
    assert {"two.P.n": {0: 2, 1: 1}} in [dict(state) for state in found.states]
    assert found.violated == {"invariant_of": 1}


def test_outputs_must_be_disjoint() -> None:
    text = counter("@output\ndef up(): pass", "@output\ndef up():\n    pass")
    text += """
@composition
def Sys():
    class components:
        a: Counter()
        b: Counter()
"""
    with pytest.raises(Rejected, match="outputs"):
        judge(text)


@pytest.mark.parametrize("pre", ["[1][n]", "[1][n - 1]", "1 / n", "1 % n", "min([1][n:])"])
def test_partial_operations(pre: str) -> None:
    text = counter(
        "@output\ndef up(): pass",
        f"@output\n@pre({pre} == 1)\ndef up():\n    n = 1",
        initially="n == 2" if "/" not in pre and "%" not in pre else "n == 0",
    )
    with pytest.raises(Rejected, match="undefined"):
        judge(text)
