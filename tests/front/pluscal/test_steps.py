from __future__ import annotations

import pytest

from tests.front.pluscal.given import codes, translated, translated_text

ALGORITHM = """--algorithm A
variables x = 0;
procedure p(n, m) begin q: return; end procedure
begin
{}
end algorithm"""

MISTAKES = {
    "a: call nothing(1);": ["pcal-unknown-procedure"],
    "a: call p(1);": ["pcal-argument-count"],
    "a: return;": ["pcal-return-outside"],
    "a: call p(1, 2); return;": ["pcal-return-outside"],
    "a: y := 1;": ["pcal-undeclared"],
    "a: with i = 1 do i := 2; end with;": ["pcal-undeclared"],
    "a: x := 1 || x := 2;": ["pcal-double-assignment"],
    "a: x[1] := 1 || x := 2;": ["pcal-double-assignment"],
    "a: x[1] := 1 || x[2] := 2;": [],
    "a: with i = 1 do x := i; end with; x := 2;": ["pcal-missing-label"],
}


@pytest.mark.parametrize("statements", MISTAKES)
def test_a_step_that_cannot_be_made_is_reported(statements: str) -> None:
    assert codes(ALGORITHM.format(statements)) == MISTAKES[statements]


def test_assigning_twice_in_a_step_points_at_both_assignments() -> None:
    statements = "a: x := 1; with i = 1 do x := i; end with;"
    (found,) = translated(ALGORITHM.format(statements)).diagnostics
    assert found.code == "pcal-double-assignment"
    assert found.span is not None
    assert found.span.source.position(found.span.start) == (8, 26)
    assert found.notes[0].span is not None
    assert found.notes[0].span.text == "x := 1"


def test_a_call_followed_by_goto_returns_to_the_label() -> None:
    text = translated_text(ALGORITHM.format("a: call p(1, 2); goto c; b: skip; c: skip;"))
    assert 'pc |-> "c"' in text


def test_a_procedure_that_runs_off_its_end_goes_to_error() -> None:
    text = translated_text(ALGORITHM.format("a: skip;").replace("return", "skip"))
    assert 'pc\' = "Error"' in text


def test_an_algorithm_without_variables_is_reported() -> None:
    assert codes("--algorithm A\nbegin a: while TRUE do skip; end while; end algorithm") == [
        "pcal-no-variables"
    ]


def test_self_in_a_single_process_is_pointed_out() -> None:
    algorithm = """--algorithm A
variables x = 0;
process one = 7 begin a: x := {self, x}; end process
process many \\in {1, 2} begin b: x := self; end process
end algorithm"""
    (found,) = translated(algorithm).diagnostics
    assert found.code == "pcal-self"
    assert found.span is not None
    assert found.span.source.position(found.span.start)[0] == 6
