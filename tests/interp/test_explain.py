"""Why a formula is false and why an action cannot happen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.check.engine import Exploration
from holdfast.check.explore import Explorer
from holdfast.interp.explain import explain, explain_disabled, explain_false
from holdfast.interp.machine import Machine
from holdfast.workbench import prepare
from tests.interp.explained import Explained, lines

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    # the conjunct that is false
    ("x = 0 /\\ y = 0", {"y": 3}, ["y = 0 | is FALSE: y = 3"]),
    # both sides of a comparison
    ("x + 1 <= y", {"x": 4}, ["x + 1 <= y | is FALSE: x + 1 = 5, x = 4, y = 0"]),
    # the witness of a universal quantifier
    (
        "\\A i \\in DOMAIN f : f[i] > 0",
        {"f": [1, 0]},
        [
            "\\A i \\in DOMAIN f : f[i] > 0 | is FALSE for i = 2",
            "  f[i] > 0 | is FALSE: f[2] = 0",
        ],
    ),
    # an existential quantifier over an empty set
    (
        "\\E i \\in x : i = 1",
        {"x": set()},
        ["\\E i \\in x : i = 1 | is FALSE: there is nothing to choose: x = {}"],
    ),
    # an existential quantifier that no element satisfies
    (
        "\\E i \\in x : i = y",
        {"x": {1, 2}},
        [
            "\\E i \\in x : i = y | is FALSE for each of 2 choices",
            "  i = y | is FALSE for each of 2 choices: y = 0",
        ],
    ),
    (
        "\\E i \\in x : f[i] = y",
        {"x": {2}, "f": [3, 4]},
        [
            "\\E i \\in x : f[i] = y | is FALSE for the only choice",
            "  f[i] = y | is FALSE for i = 2: f[2] = 4, y = 0",
        ],
    ),
    # all disjuncts fail
    (
        "x = 1 \\/ y = 1",
        {},
        ["x = 1 \\/ y = 1 | is FALSE", "  x = 1 | is FALSE: x = 0", "  y = 1 | is FALSE: y = 0"],
    ),
    # an implication: the left side holds, the right side does not
    (
        "x = 1 => y = 1",
        {"x": 1},
        ["x = 1 => y = 1 | is FALSE", "  x = 1 | is TRUE: x = 1", "  y = 1 | is FALSE: y = 0"],
    ),
    # a negation tells what is true
    ("~(x = 1 /\\ y = 0)", {"x": 1}, ["~(x = 1 /\\ y = 0) | is FALSE: x = 1, y = 0"]),
    (
        "~\\E i \\in x : i > 1",
        {"x": {1, 2, 3}},
        [
            "~\\E i \\in x : i > 1 | is FALSE",
            "  \\E i \\in x : i > 1 | is TRUE for i = 2",
            "    i > 1 | is TRUE",
        ],
    ),
    # the branch that was taken
    (
        "IF x = 0 THEN y = 1 ELSE FALSE",
        {},
        [
            "IF x = 0 THEN y = 1 ELSE FALSE | is FALSE",
            "  x = 0 | is TRUE: x = 0",
            "  y = 1 | is FALSE: y = 0",
        ],
    ),
    (
        "CASE x = 1 -> TRUE [] x = 0 -> y = 1",
        {},
        [
            "CASE x = 1 -> TRUE [] x = 0 -> y = 1 | is FALSE",
            "  x = 0 | is TRUE: x = 0",
            "  y = 1 | is FALSE: y = 0",
        ],
    ),
    # local definitions
    ("LET two == x + x IN two = y", {"x": 1}, ["two = y | is FALSE: two = 2, y = 0"]),
    # membership, down to the part that does not fit
    ("x \\in 1..3", {"x": 4}, ["x \\in 1..3 | is FALSE: x = 4"]),
    ("x \\in y", {"y": {1}}, ["x \\in y | is FALSE: x = 0, y = {1}"]),
    (
        "f \\in [1..2 -> 0..y]",
        {"f": [0, 5]},
        ["f \\in [1..2 -> 0..y] | is FALSE", "  0..y | does not contain: f[2] = 5"],
    ),
    (
        "f \\in [1..2 -> BOOLEAN]",
        {"f": [True]},
        [
            "f \\in [1..2 -> BOOLEAN] | is FALSE",
            "  1..2 | is not the domain: DOMAIN f = 1..1",
        ],
    ),
    (
        "x \\in [a : 1..2, b : {y}]",
        {"x": {"a": 1, "b": 7}},
        ["x \\in [a : 1..2, b : {y}] | is FALSE", "  {y} | does not contain: x.b = 7"],
    ),
    (
        "x \\in SUBSET (1..2)",
        {"x": {1, 3}},
        ["x \\in SUBSET (1..2) | is FALSE", "  1..2 | does not contain: an element of x = 3"],
    ),
    (
        "x \\subseteq 1..2",
        {"x": {1, 3}},
        ["x \\subseteq 1..2 | is FALSE", "  1..2 | does not contain: an element of x = 3"],
    ),
    (
        "f \\in Seq(1..2)",
        {"f": [1, 9]},
        ["f \\in Seq(1..2) | is FALSE", "  1..2 | does not contain: f[2] = 9"],
    ),
    (
        "x \\in (1..2) \\X (1..2)",
        {"x": (1, 9)},
        ["x \\in (1..2) \\X (1..2) | is FALSE", "  1..2 | does not contain: x[2] = 9"],
    ),
    # a formula that is a value
    ("f[1]", {"f": [False]}, ["f[1] | is FALSE: f[1] = FALSE"]),
    ("x", {"x": False}, ["x | is FALSE: x = FALSE"]),
]


@pytest.mark.parametrize(("formula", "state", "reason"), CASES, ids=[case[0] for case in CASES])
def test_a_false_formula_is_explained(
    tmp_path: Path, formula: str, state: dict[str, Any], reason: list[str]
) -> None:
    spec = Explained(tmp_path, f"Inv == {formula}", ("Inv",))
    assert lines(spec.false(state)) == reason


def test_the_reason_ends_in_the_definition_that_decides(tmp_path: Path) -> None:
    text = "Small(n) == n < 3\nAll == \\A i \\in x : Small(i)\nInv == y = 0 /\\ All"
    spec = Explained(tmp_path, text, ("Inv",))
    assert lines(spec.false({"x": {1, 5}})) == [
        "All | is FALSE",
        "  \\A i \\in x : Small(i) | is FALSE for i = 5",
        "    Small(i) | is FALSE for n = 5",
        "      n < 3 | is FALSE",
    ]


def test_a_local_operator_is_entered(tmp_path: Path) -> None:
    spec = Explained(tmp_path, "Inv == LET Is(n) == f[n] = y IN Is(1) /\\ Is(2)", ("Inv",))
    assert lines(spec.false({"f": [0, 4]})) == [
        "Is(2) | is FALSE for n = 2",
        "  f[n] = y | is FALSE: f[2] = 4, y = 0",
    ]


def test_an_operator_argument_is_applied(tmp_path: Path) -> None:
    text = "Holds(Op(_)) == Op(y) /\\ x = 1\nIsZero(n) == n = 0\nInv == Holds(IsZero)"
    assert lines(Explained(tmp_path, text, ("Inv",)).false({}))[-1].endswith(
        "x = 1 | is FALSE: x = 0"
    )


def test_recursion_is_not_entered(tmp_path: Path) -> None:
    text = "RECURSIVE Even(_)\nEven(n) == IF n < 2 THEN n = 0 ELSE Even(n - 2)\nInv == Even(x)"
    spec = Explained(tmp_path, text, ("Inv",))
    assert lines(spec.false({"x": 5})) == ["Even(x) | is FALSE: Even(x) = FALSE, x = 5"]


def test_long_values_are_left_out(tmp_path: Path) -> None:
    spec = Explained(tmp_path, "Inv == Cardinality(x) = y", ("Inv",))
    (line,) = lines(spec.false({"x": set(range(100))}))
    assert line == "Cardinality(x) = y | is FALSE: Cardinality(x) = 100, y = 0"


# ---- steps ----

STEPS = r"""
Up(i) == /\ x < i
         /\ x' = x + 1
         /\ UNCHANGED <<y, f>>
Pick == /\ \E i \in y : /\ i > x
                        /\ x' = i
        /\ UNCHANGED <<y, f>>
Both == (x = 1 \/ y = 1) /\ UNCHANGED <<x, y, f>>
Twice == x' = 1 /\ y' = 0 /\ f' = 0 /\ x' = 2
From == x' \in y /\ UNCHANGED <<y, f>>
Until == IF y = 0 THEN x = 5 /\ UNCHANGED <<x, y, f>> ELSE UNCHANGED <<x, y, f>>
All == (\A i \in {1, 2} : f[i] = x) /\ UNCHANGED <<x, y, f>>
Named == LET next == x + 1 IN next < 0 /\ x' = next /\ UNCHANGED <<y, f>>
Inc == x < 1 /\ x' = x + 1 /\ UNCHANGED <<y, f>>
Two == Inc \cdot Inc
Wrong == x.a = 1 /\ UNCHANGED <<x, y, f>>
Next == (\E i \in 1..3 : Up(i)) \/ Pick \/ Both \/ Twice \/ From \/ Until \/ All \/ Named \/ Wrong
        \/ Two
"""


@pytest.fixture
def steps(tmp_path: Path) -> Explained:
    return Explained(tmp_path, STEPS)


@pytest.mark.parametrize(
    ("action", "state", "reason"),
    [
        ("Up", {"x": 9}, ["  x < i | is FALSE for each of 3 choices: x = 9"]),
        ("Pick", {"y": set()}, ["  i \\in y | is FALSE: there is nothing to choose: y = {}"]),
        ("Pick", {"x": 7, "y": {1, 2}}, ["  i > x | is FALSE for each of 2 choices: x = 7"]),
        ("Pick", {"x": 7, "y": {1}}, ["  i > x | is FALSE for i = 1: x = 7"]),
        ("Both", {}, ["  x = 1 | is FALSE: x = 0", "  y = 1 | is FALSE: y = 0"]),
        (
            "Twice",
            {},
            [
                "  x' = 2 | does not agree with the value given before: x' = 1, x' here = 2",
            ],
        ),
        ("From", {"y": set()}, ["  x' \\in y | is FALSE: there is nothing to choose: y = {}"]),
        ("Until", {}, ["  x = 5 | is FALSE: x = 0"]),
        (
            "All",
            {"f": [0, 3]},
            [
                "  \\A i \\in {1, 2} : f[i] = x | is FALSE for i = 2",
                "    f[i] = x | is FALSE: f[2] = 3, x = 0",
            ],
        ),
        ("Two", {}, ["  x < 1 | is FALSE: x = 1"]),
        ("Two", {"x": 3}, ["  x < 1 | is FALSE: x = 3"]),
        ("Named", {}, ["  next < 0 | is FALSE: next = 1"]),
    ],
)
def test_the_guard_that_disables_an_action_is_named(
    steps: Explained, action: str, state: dict[str, Any], reason: list[str]
) -> None:
    found = lines(steps.disabled(action, state))
    assert f"| {action} is not enabled" in found[0]
    assert found[1:] == reason


def test_one_choice_of_parameters_can_be_asked_about(steps: Explained) -> None:
    found = lines(steps.disabled("Up", {"x": 2}, i=1))
    assert found[1:] == ["  x < i | is FALSE for i = 1: x = 2"]


def test_an_action_that_can_happen_is_said_to_be_enabled(steps: Explained) -> None:
    assert steps.disabled("Up", {"x": 2}).message == "Up is enabled"
    assert steps.disabled("From", {"y": {1}}).message == "From is enabled"
    assert steps.disabled("Two", {"x": -1}).message == "Two is enabled"


def test_a_guard_without_a_value_is_not_hidden(steps: Explained) -> None:
    assert steps.disabled("Wrong", {}).message.startswith("Wrong cannot be evaluated: ")


def test_a_step_property_tells_what_changed(tmp_path: Path) -> None:
    spec = Explained(tmp_path, "Inv == [x' > x]_<<x, y>>", ("Inv",), "ACTION_CONSTRAINT")
    assert lines(spec.false({"x": 2}, {"x": 1})) == [
        "[x' > x]_<<x, y>> | is FALSE",
        "  x' > x | is FALSE: x' = 1, x = 2",
        "  <<x, y>> | changes: x = 2, x' = 1",
    ]


def test_a_primed_formula_is_about_the_next_state(tmp_path: Path) -> None:
    spec = Explained(tmp_path, "P == x > y\nInv == P'", ("Inv",), "ACTION_CONSTRAINT")
    assert lines(spec.false({"x": 2}, {"x": 0, "y": 3}))[-1] == "x > y | is FALSE: x' = 0, y' = 3"


def test_a_false_assumption_needs_no_state(tmp_path: Path) -> None:
    spec = Explained(tmp_path, "Limit == 3\nInv == \\A i \\in 1..5 : i < Limit", ("Inv",))
    found = explain_false(spec.machine, spec.machine.system.invariants[0].expr, None)
    assert lines(found)[-1] == "  i < Limit | is FALSE: Limit = 3"


# ---- agreement with the machine ----

SPECS = Path(__file__).parents[2] / "specs"
SMALL = ("TwoPhase", "SeedMutex", "AlternatingBit", "LockServer", "CacheCoherence", "MessageLoss")


@pytest.mark.parametrize("name", SMALL)
def test_explanations_agree_with_what_the_machine_does(name: str) -> None:
    prepared = prepare(holdfast.load(SPECS / name / f"{name}.tla"))
    machine = Machine(prepared.system)
    for state in Explorer(Exploration(machine)).run().states[::7]:
        for mover in machine.movers:
            possible = bool(machine.successors(state, mover))
            reason = explain_disabled(machine, mover.action, state)
            assert reason.message.endswith("is enabled") == possible
            assert bool(reason.because) != possible
        for invariant in machine.system.invariants:
            assert "FALSE" not in explain(machine, invariant.expr, state).message
