"""The control points of a process."""

from __future__ import annotations

import pytest

from holdfast.front.promela.lower.automaton import After, Automaton, build_automaton
from holdfast.front.promela.read.model import read_model
from holdfast.source import Source, SpecError


def _automaton(body: str) -> Automaton:
    text = f"byte x; active proctype A() {{ {body} }}"
    model, diagnostics = read_model(Source("model.pml", text))
    assert model is not None, diagnostics
    (a,) = model.proctypes
    return build_automaton(a.body, a.span, 1)


def _steps(automaton: Automaton) -> list[tuple[int, str, int | None]]:
    return [
        (p.number, s.span.text.strip(), s.target.number if s.target else None)
        for p in automaton.points
        for s in p.steps
    ]


def test_a_loop_is_one_point_and_leads_back_to_it() -> None:
    found = _steps(_automaton("do :: x < 2 -> x++ :: x == 2 -> break od"))
    assert found[0][0] == 1
    assert [(text, target) for at, text, target in found if at == 1] == [
        ("x < 2", 2),
        ("x == 2", 3),
    ]
    assert [(text, target) for at, text, target in found if at == 2] == [("x++", 1)]
    assert [target for at, _, target in found if at == 3] == [None]


def test_the_last_statement_of_an_atomic_block_gives_up_control() -> None:
    automaton = _automaton("atomic { x = 1; if :: x == 1 :: else fi }; x = 2")
    after = {s.span.text.strip(): s.after for p in automaton.points for s in p.steps}
    assert after["x = 1"] is After.ATOMIC
    assert after["x == 1"] is After.ANY
    assert after["x = 2"] is After.ANY


def test_inside_a_d_step_the_first_option_is_taken() -> None:
    automaton = _automaton("d_step { x = 1; if :: x == 1 -> x = 2 :: x < 3 -> x = 3 fi }")
    inside = next(p for p in automaton.points if len(p.steps) == 2)
    first, second = inside.steps
    assert inside.d_step is not None
    assert first.unless == ()
    assert second.unless == (first,)
    assert automaton.start.steps[0].after is After.D_STEP


def test_an_escape_is_tried_before_every_step_of_the_body() -> None:
    automaton = _automaton("{ x = 1; x = 2 } unless { x == 1 -> x = 5 }")
    start = automaton.start
    escape, normal = start.steps
    assert escape.span.text.strip() == "x == 1"
    assert normal.unless == (escape,)


def test_jumps_that_lead_nowhere_are_an_error() -> None:
    with pytest.raises(SpecError) as caught:
        _automaton("x = 1; L: goto M; M: goto L")
    assert [d.code for d in caught.value.diagnostics] == ["promela-jump"]
