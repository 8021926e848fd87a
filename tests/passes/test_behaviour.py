"""Specifications and properties that passes take apart, whatever is around their parts."""

from __future__ import annotations

import pytest

from holdfast.source import SpecError
from holdfast.verdict import Exhausted
from tests.check.asked import ask, violation

BODY = """VARIABLE x
Init == x = 0
Next == x' = (x + 1) % 3
Given(P, b) == b /\\ P
Local == LET N == Next  v == x IN Init /\\ [][N]_v /\\ WF_v(N)
Nested == LET S == Given(Init, TRUE)
          IN  LET M(a) == (a + 1) % 3  N == x' = M(x) IN S /\\ [][N]_x
Taken == Given(Init, 1 \\in Nat) /\\ [][Next]_x
Inv == x < 2
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("name", ["Local", "Nested", "Taken"])
def test_a_specification_is_found_below_a_let_and_in_arguments(name: str, engine: str) -> None:
    answer = ask(BODY, f"SPECIFICATION {name}\nINVARIANT Inv", engine=engine)
    trace = violation(answer).trace
    assert trace is not None
    assert [s.state["x"] for s in trace.steps] == [0, 1, 2]


PROPERTIES = """
Dependent == \\A i \\in 1..3 : \\A j \\in 1..i : [](x + j # {limit})
Steps == \\A i \\in 1..3 : \\A j \\in 1..i : [][x' # 2 \\/ j # {limit}]_x
Below(n) == LET s == n IN LET A(k) == [](x + k < {limit}) IN \\A i \\in 0..s : A(i)
Let == Below(1)
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("name", "violated", "holding", "steps"),
    [("Dependent", 4, 9, 1), ("Steps", 3, 4, 2), ("Let", 3, 4, 2)],
)
def test_bounds_may_depend_on_bounds(
    name: str, violated: int, holding: int, steps: int, engine: str
) -> None:
    config = f"INIT Init\nNEXT Next\nPROPERTY {name}"
    found = violation(ask(BODY + PROPERTIES.format(limit=violated), config, engine=engine))
    assert found.trace is not None
    assert len(found.trace) == steps + 1
    answer = ask(BODY + PROPERTIES.format(limit=holding), config, engine=engine)
    assert isinstance(answer.verdict, Exhausted)


def test_a_recursive_let_around_a_temporal_formula_is_not_taken_apart() -> None:
    property = "P == LET RECURSIVE F(_)  F(n) == IF n = 0 THEN [](x < 2) ELSE F(n - 1) IN F(1)\n"
    with pytest.raises(SpecError, match="recursion in a temporal formula"):
        ask(BODY + property, "INIT Init\nNEXT Next\nPROPERTY P")


def test_a_property_about_safety_and_liveness_is_one_property() -> None:
    answer = ask(BODY + "P == [][x' # x]_x /\\ <>(x = 2)\n", "INIT Init\nNEXT Next\nPROPERTY P")
    assert answer.checked.count("P") == 1
    assert not answer.not_checked
    assert violation(answer).kind == "temporal"


def test_without_variables_a_specification_may_say_nothing() -> None:
    body = "ASSUME 1 \\in Nat\nSpec == [][TRUE]_<<>>\n"
    answer = ask(body, "SPECIFICATION Spec\n")
    assert isinstance(answer.verdict, Exhausted)
    assert answer.counts.distinct == 0
    with pytest.raises(SpecError, match="no initial predicate"):
        ask(body + "Inv == FALSE\n", "SPECIFICATION Spec\nINVARIANT Inv")


@pytest.mark.parametrize(
    ("subscript", "missing"),
    [
        ("vars", ()),
        ("<<y, <<x>>>>", ()),
        ("both", ()),
        ("x", ("y",)),
        ("<<y>>", ("x",)),
        ("x + y", ("x", "y")),
        ("x \\o y", ("x", "y")),
    ],
)
def test_variables_outside_the_subscript_are_named(
    subscript: str, missing: tuple[str, ...]
) -> None:
    body = "VARIABLES x, y\nvars == <<x, y>>\nboth == <<x>> \\o <<y>>\n"
    body += "Init == x = 0 /\\ y = 0\nNext == UNCHANGED vars\n"
    answer = ask(body + f"Spec == Init /\\ [][Next]_({subscript})\n", "SPECIFICATION Spec\n")
    about = [text for text in answer.warnings if "subscript" in text]
    assert bool(about) is bool(missing)
    assert all(f"does not have {', '.join(missing)}," in text for text in about)
