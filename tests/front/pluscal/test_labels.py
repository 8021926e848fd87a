from __future__ import annotations

import pytest

from tests.front.pluscal.given import codes, translated, translated_text

ALGORITHM = "--algorithm A\nvariables x = 0, y = 0;\nbegin\n{}\nend algorithm"
PROCESS = (
    "--algorithm A\nvariables x = 0, y = 0;\nprocess p = 1 begin\n{}\nend process\nend algorithm"
)
PROCEDURE = """--algorithm A
variables x = 0, y = 0;
procedure q(n) begin
{}
end procedure
begin main: call q(1);
end algorithm"""

MISSING = {
    "x := 1;": "x := 1",
    "a: x := 1; x := 2;": "x := 2",
    "a: x := 1; while x < 3 do x := x + 1; end while;": "while x < 3 do x := x + 1; end while",
    "a: goto a; x := 1;": "x := 1",
    "a: if x = 1 then b: skip; end if; y := 1;": "y := 1",
    "a: if x = 1 then goto a; end if; y := 1;": "y := 1",
    "a: either b: skip; or skip; end either; y := 1;": "y := 1",
    "a: if x = 1 then y := 1; end if; y := 2;": "y := 2",
    "a: with i = 1 do goto a; end with; y := 2;": "y := 2",
    "a: x := 1; with i \\in {1} do x := i; end with;": None,
}


@pytest.mark.parametrize("statements", MISSING)
def test_a_label_that_is_missing_is_reported_with_its_place(statements: str) -> None:
    (found,) = translated(PROCESS.format(statements)).diagnostics
    assert found.span is not None
    if MISSING[statements] is None:
        assert found.code == "pcal-double-assignment"
        return
    assert found.code == "pcal-missing-label"
    assert found.span.text.rstrip(";") == MISSING[statements]
    assert found.help == "put a label before it, for example `Lbl_1:`"


def test_a_second_assignment_points_at_the_first() -> None:
    (found,) = translated(PROCESS.format("a: x := 1; y := 2; x := 3;")).diagnostics
    (note,) = found.notes
    assert note.span is not None
    assert note.span.text == "x := 1"


def test_a_statement_after_a_call_needs_a_label() -> None:
    assert codes(PROCEDURE.format("b: call q(n - 1); x := 1; c: return;")) == ["pcal-missing-label"]


def test_a_return_that_restores_what_was_assigned_needs_a_label() -> None:
    assert codes(PROCEDURE.format("b: n := 1; return;")) == ["pcal-missing-label"]
    assert codes(PROCEDURE.format("b: x := 1; return;")) == []


def test_several_missing_labels_are_reported_at_once() -> None:
    statements = "x := 1; while x < 3 do skip; end while; goto Done; skip;"
    assert codes(PROCESS.format(statements)) == ["pcal-missing-label"] * 3


def test_labels_are_added_to_an_algorithm_without_processes_and_labels() -> None:
    text = translated_text(
        ALGORITHM.format("x := 1; x := 2; while x < 5 do x := x + 1; end while;")
    )
    assert 'Lbl_1 == /\\ pc = "Lbl_1"' in text
    assert 'pc\' = "Lbl_3"' in text


def test_labels_are_not_added_where_the_user_has_labels() -> None:
    assert codes(ALGORITHM.format("a: x := 1; x := 2;")) == ["pcal-missing-label"]


def test_labels_are_added_if_the_file_says_so() -> None:
    before = "\\* PlusCal options (label, labelRoot Step)\n"
    text = translated_text(PROCESS.format("x := 1; Step2: x := 2; x := 3;"), before)
    assert 'Step1 == /\\ pc[1] = "Step1"' in text
    assert 'Step3 == /\\ pc[1] = "Step3"' in text


IN_WITH = {
    "a: with i = 1 do b: x := i; end with;": ["pcal-label-in-with"],
    "a: with i = 1 do x := i; x := 2; end with;": ["pcal-double-assignment"],
    "a: with i = 1 do while x < 1 do x := 1; end while; end with;": ["pcal-while-in-with"],
    "a: with i = 1 do goto a; x := 1; end with;": ["pcal-leave-in-with"],
    "a: with i = 1 do x := i; end with; with j = 2 do y := j; end with;": [],
    "a: with i = 1 do x := 1; with j = 2 do y := j; end with; end with;": [],
}


@pytest.mark.parametrize("statements", IN_WITH)
def test_the_body_of_a_with_is_one_step(statements: str) -> None:
    assert codes(PROCESS.format(statements)) == IN_WITH[statements]


def test_branches_may_assign_the_same_variable() -> None:
    assert codes(PROCESS.format("a: if x = 1 then y := 1; else y := 2; end if;")) == []
