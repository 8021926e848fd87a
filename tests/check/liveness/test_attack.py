"""Specifications that try to make a temporal check answer wrongly; the verdicts are TLC's.

Where TLC refuses a formula, the verdict was computed by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Failed, Unknown, Violated, exit_code
from tests.check.asked import ask, violation

CLOCK = "VARIABLE h\nInit == h = 0\nTick == h' = (h + 1) % 4\n"
TWO = """
VARIABLES x, y
vars == <<x, y>>
Init == x = 0 /\\ y = 0
X == x' = 1 - x /\\ y' = y
Y == y' = 1 - y /\\ x' = x
Next == X \\/ Y
"""
CONFIG = "SPECIFICATION Spec\nPROPERTY P\nCHECK_DEADLOCK FALSE\n"
ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])
WEAK = "WF_h(Tick)"


def clock(engine: str, property: str, fairness: str = WEAK, *, definitions: str = "") -> Answer:
    """The answer about a property of a clock."""
    spec = f"Spec == Init /\\ [][Tick]_h /\\ {fairness}\nP == {property}\n"
    return ask(f"{CLOCK}{definitions}\n{spec}", CONFIG, engine=engine)


def two(engine: str, property: str, fairness: str) -> Answer:
    """The answer about a property of two bits."""
    spec = f"Spec == Init /\\ [][Next]_vars /\\ {fairness}\nP == {property}\n"
    return ask(TWO + spec, CONFIG, engine=engine)


def length(answer: Answer) -> int:
    """The number of states of the lasso."""
    trace = violation(answer).trace
    assert trace is not None
    return len(trace)


# ---- formulas that look alike ----


@ENGINES
@pytest.mark.parametrize(
    "property",
    [
        "[]<>S(1) /\\ []<>S(TRUE)",
        "(\\A i \\in {1} : []<>S(i)) /\\ (\\A i \\in {TRUE} : []<>S(i))",
        '[]<>(ToString(<<1, h>>) = "<<1, 0>>") /\\ []<>(ToString(<<TRUE, h>>) = "<<1, 0>>")',
    ],
)
def test_formulas_that_differ_in_true_and_one_are_two(property: str, engine: str) -> None:
    definitions = 'S(i) == ToString(i) = IF h < 4 THEN "1" ELSE "0"'
    assert length(clock(engine, property, definitions=definitions)) == 4


@ENGINES
@pytest.mark.parametrize(
    ("definitions", "property"),
    [
        ("Q(i) == \\A j \\in {5} : []<>(h = i)", "\\A j \\in {3} : Q(j)"),
        ("Q(F(_)) == \\A j \\in {5} : []<>F(j)", "\\A j \\in {3} : Q(LAMBDA k : h = j)"),
        ("Q(i) == []<>(\\E j \\in {5} : h = i /\\ j = 5)", "\\A j \\in {3} : Q(j)"),
        ("Q(i) == \\A j \\in {5} : []<><<h' = i>>_h", "\\A j \\in {3} : Q(j)"),
        ("", "\\A j \\in {3} : LET z == j IN \\A k \\in {7} : []<>(h = z)"),
    ],
)
def test_bound_names_are_not_captured(definitions: str, property: str, engine: str) -> None:
    assert isinstance(clock(engine, property, definitions=definitions).verdict, Exhausted)


# ---- fairness in many forms ----


@ENGINES
@pytest.mark.parametrize(
    ("definitions", "fairness"),
    [
        ("F(v, A(_)) == \\A i \\in 0..3 : WF_v(A(i))\nT(i) == h = i /\\ Tick", "F(h, T)"),
        ("F(i) == \\A j \\in {5} : WF_h(h = i /\\ Tick)", "\\A j \\in 0..3 : F(j)"),
        ("Ap(F(_)) == F(h')", "WF_h(Ap(LAMBDA j : j = (h + 1) % 4))"),
        ("", "LET v == <<h, h>> A(i) == h = i /\\ Tick IN \\A i \\in 0..3 : WF_v(A(i))"),
        ("", "WF_<<h, h, <<h>>>>(Tick)"),
        ("", "(h = 0 => WF_h(Tick))"),
        ("", "\\A i \\in 1..60 : SF_h(h = i % 4 /\\ Tick)"),
        # Two steps at once are always possible and never taken: no behaviour is fair.
        ("", "WF_h(Tick \\cdot Tick)"),
    ],
)
def test_the_clock_goes_on(definitions: str, fairness: str, engine: str) -> None:
    answer = clock(engine, "[]<>(h = 3)", fairness, definitions=definitions)
    assert isinstance(answer.verdict, Exhausted)


@ENGINES
@pytest.mark.parametrize(
    "fairness",
    [
        "WF_<<>>(Tick)",
        "WF_h(UNCHANGED h)",
        "SF_h(UNCHANGED h /\\ Tick)",
        "(\\A i \\in {} : WF_h(h = i /\\ Tick))",
        "(h = 1 => WF_h(Tick))",
        "(\\E i \\in 1..3 : WF_h(h = i /\\ Tick))",
        "WF_(h \\div 2)(Tick)",
    ],
)
def test_the_clock_may_stop(fairness: str, engine: str) -> None:
    answer = clock(engine, "[]<>(h = 3)", fairness)
    assert length(answer) == 1


def test_fairness_of_a_recursive_action() -> None:
    definitions = "RECURSIVE R(_)\nR(n) == IF n < 0 THEN FALSE ELSE (h = n /\\ Tick) \\/ R(n - 1)"
    assert isinstance(
        clock("auto", "[]<>(h = 3)", "WF_h(R(3))", definitions=definitions).verdict, Exhausted
    )
    assert length(clock("auto", "[]<>(h = 3)", "WF_h(R(1))", definitions=definitions)) == 3


@ENGINES
@pytest.mark.parametrize(
    ("fairness", "states"),
    [
        ("WF_x(X)", None),
        ("WF_x(Next)", None),
        ("WF_x(x' = 1)", None),
        ("WF_vars(Next)", 2),
        ("WF_x(Y)", 1),
        ("WF_(x + y)(Next)", 2),
        ("(WF_vars(X) \\/ SF_vars(Y))", 2),
    ],
)
def test_fairness_with_a_subscript_that_is_a_part(
    fairness: str, states: int | None, engine: str
) -> None:
    answer = two(engine, "[]<>(x = 1)", fairness)
    if states is None:
        assert isinstance(answer.verdict, Exhausted)
    else:
        assert length(answer) == states


def test_a_formula_that_repeats_itself_needs_no_large_tableau() -> None:
    body = """
VARIABLE on
Init == on = [i \\in 1..6 |-> TRUE]
Flip(i) == on' = [on EXCEPT ![i] = ~@]
Next == \\E i \\in 1..6 : Flip(i)
Spec == Init /\\ [][Next]_on
P == (\\A i \\in 1..6 : on[i] ~> ~on[i]) ~> (\\A i \\in 1..6 : ~on[i])
"""
    # Two of them stay on after four steps; then one, both, the other, both, again and again.
    assert length(ask(body, CONFIG)) == 8


# ---- steps inside formulas ----


@ENGINES
@pytest.mark.parametrize(
    ("property", "states"),
    [
        ("<><<h' = 3>>_h", None),
        ("[](h = 0 => <>(h = 3 /\\ <><<h' = 0>>_h))", None),
        ("[][h' > h]_h => <>[](h = 3)", None),
        ("<>[][h' # 0]_h \\/ []<>(h = 3)", None),
        ("([]<>(h = 3)) <=> []<><<h' = 3>>_h", None),
        ("<>(h = 2 /\\ [][h' # 1]_h)", 4),
        ("~[][h' # h]_h", 4),
        ("[](h = 0) \\/ [][h' # 3]_h", 4),
        ("<>[][h' # 0]_h \\/ <>[](h < 3)", 4),
    ],
)
def test_formulas_about_steps(property: str, states: int | None, engine: str) -> None:
    answer = clock(engine, property)
    if states is None:
        assert isinstance(answer.verdict, Exhausted)
    else:
        assert length(answer) == states


# ---- what was not looked at ----


@ENGINES
def test_properties_after_a_violated_one_are_not_said_to_hold(engine: str) -> None:
    body = f"{CLOCK}Spec == Init /\\ [][Tick]_h /\\ {WEAK}\nP == <>(h = 5)\nQ == []<>(h = 9)\n"
    answer = ask(body, CONFIG.replace("PROPERTY P", "PROPERTIES P Q"), engine=engine)
    assert violation(answer).property == "P"
    assert answer.checked == ("P",)
    assert [each.name for each in answer.not_checked] == ["Q"]
    assert exit_code(answer) == 13


@ENGINES
def test_out_of_time_is_no_claim_about_temporal_properties(engine: str) -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x' = x + 1\nP == <>(x = 3)\n"
    config = "INIT Init\nNEXT Next\nPROPERTY P\n"
    answer = ask(body, config, engine=engine, limits=Limits(seconds=0.5))
    assert isinstance(answer.verdict, Unknown)
    assert "P" not in answer.checked
    assert [each.name for each in answer.not_checked] == ["P"]
    within = ask(body, config, engine=engine, limits=Limits(states=50))
    assert length(within) == 1


@ENGINES
def test_a_lasso_that_depends_on_registers_is_no_counterexample(engine: str) -> None:
    body = """
VARIABLES x, y
Init == x = 0 /\\ y = 0 /\\ TLCSet(1, 0)
Next == x < 3 /\\ TLCSet(1, TLCGet(1) + 1) /\\ x' = x + 1 /\\ y' = TLCGet(1)
Spec == Init /\\ [][Next]_<<x, y>>
P == <>[](x < 3)
"""
    answer = ask(body, CONFIG, engine=engine)
    assert isinstance(answer.verdict, Unknown)
    assert exit_code(answer) == 20
    assert answer.not_checked[0].reason.endswith("depend on more than the state")


@ENGINES
@pytest.mark.parametrize("fairness", ['WF_h(TLCGet("level") < 9 /\\ Tick)', WEAK])
def test_states_have_no_level_after_the_search(fairness: str, engine: str) -> None:
    answer = clock(engine, '[]<>(h = 3 \\/ TLCGet("level") = 3)', fairness)
    assert isinstance(answer.verdict, Failed)
    assert 'TLCGet("level") has no value' in answer.verdict.diagnostics[0].message


# ---- what is refused ----


@pytest.mark.parametrize(
    "part", ["[](h < 3)", "\\A i \\in {3} : [](h # i)", "\\A i \\in {3} : [][h' # i]_h"]
)
def test_a_specification_with_another_safety_part_is_refused(part: str) -> None:
    with pytest.raises(SpecError, match="about safety"):
        clock("interp", "h < 3", part)


@pytest.mark.parametrize(
    "property",
    [
        "CASE h = 0 -> []<>(h = 3) [] OTHER -> FALSE",
        "\\A i \\in 0..h : []<>(h = i)",
        "(h = 0) -+-> (h = 0)",
    ],
)
def test_formulas_that_are_not_supported_are_errors(property: str) -> None:
    with pytest.raises(SpecError, match="not supported"):
        clock("interp", property)


# ---- instances ----

ABSTRACT = """---- MODULE Abstract ----
EXTENDS Integers
VARIABLE u
I == u = 0
N == u' = (u + 1) % 2
Spec == I /\\ [][N]_u /\\ WF_u(N)
Possible == []ENABLED N
Moves == []<><<N>>_u
====
"""


@ENGINES
@pytest.mark.parametrize(
    ("definitions", "property", "states"),
    [
        ("A == INSTANCE Abstract WITH u <- h % 2", "A!Spec", None),
        ("A == INSTANCE Abstract WITH u <- h \\div 2", "A!Spec", None),
        ("A == INSTANCE Abstract WITH u <- h % 2", "A!Possible", None),
        ("A(i) == INSTANCE Abstract WITH u <- (h + i) % 2", "\\A i \\in {0, 2} : A(i)!Spec", None),
        ("A(i) == INSTANCE Abstract WITH u <- (h + i) % 2", "\\A i \\in {0, 1} : A(i)!Moves", None),
        ("A(i) == INSTANCE Abstract WITH u <- (h + i) % 2", "\\A i \\in {0, 1} : A(i)!Spec", 1),
        ("A == INSTANCE Abstract WITH u <- 0", "A!Spec", 4),
    ],
)
def test_properties_of_instances(
    tmp_path: Path, definitions: str, property: str, states: int | None, engine: str
) -> None:
    spec = f"{definitions}\nSpec == Init /\\ [][Tick]_h /\\ {WEAK}\nP == {property}\n"
    text = f"---- MODULE Root ----\nEXTENDS Integers\n{CLOCK}{spec}====\n"
    (tmp_path / "Root.tla").write_text(text, encoding="utf-8")
    (tmp_path / "Root.cfg").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "Abstract.tla").write_text(ABSTRACT, encoding="utf-8")
    verdict = holdfast.load(tmp_path / "Root.tla").check(engine=engine, workers=1).verdict
    if states is None:
        assert isinstance(verdict, Exhausted)
    else:
        assert isinstance(verdict, Violated)
        assert verdict.trace is not None
        assert len(verdict.trace) == states
