"""`_POSSIBLE`: what some state or some step should satisfy."""

from __future__ import annotations

import pytest

from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Failed, Unknown, exit_code
from tests.check.asked import COUNTER, NO_DEADLOCK, ask, violation

FORMULAS = "Three == x = 3\nNine == x = 9\nBack == x' < x\nOn == x' > x\nEver == <>(x = 3)\n"


def possible(names: str, engine: str = "interp", **options: Limits) -> Answer:
    return ask(COUNTER + FORMULAS, f"{NO_DEADLOCK}_POSSIBLE {names}", engine=engine, **options)


@pytest.mark.parametrize("engine", ["interp", "auto"])
def test_something_is_possible_if_a_state_or_a_step_satisfies_it(engine: str) -> None:
    answer = possible("Three On", engine)
    assert isinstance(answer.verdict, Exhausted)
    assert answer.said == {"Three": "is possible", "On": "is possible"}


@pytest.mark.parametrize("engine", ["interp", "auto"])
@pytest.mark.parametrize("name", ["Nine", "Back"])
def test_what_nothing_satisfies_is_reported(name: str, engine: str) -> None:
    answer = possible(f"Three {name}", engine)
    assert violation(answer).property == name
    assert exit_code(answer) == 10


def test_states_are_watched_natively() -> None:
    assert possible("Three", "native").engine == "native"
    assert violation(possible("Nine", "native")).property == "Nine"


def test_a_temporal_formula_is_refused() -> None:
    with pytest.raises(SpecError, match="temporal"):
        possible("Ever")


def test_a_formula_without_a_value_is_an_error() -> None:
    odd = COUNTER + "Odd == x = 2 /\\ x.a\n"
    for engine in ("interp", "auto"):
        answer = ask(odd, NO_DEADLOCK + "_POSSIBLE Odd", engine=engine)
        assert isinstance(answer.verdict, Failed)


def test_what_is_possible_beyond_the_depth_is_not_known() -> None:
    assert isinstance(possible("Three", limits=Limits(depth=2)).verdict, Unknown)
