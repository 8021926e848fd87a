from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.front.pluscal import translate
from holdfast.front.pluscal.current import differences
from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.parser import parse_file
from holdfast.source import Source
from tests.front.pluscal.given import (
    BOTH_SYNTAXES,
    codes,
    module,
    translated,
    translated_text,
)

PRINTING = r"""
--algorithm Say
variables x = 0;
macro check(e) begin
  assert e;
end macro;
begin
  a: assert x = 0;
     print x;
     check(x = 1);
end algorithm
"""


@pytest.mark.parametrize("name", BOTH_SYNTAXES)
def test_the_translation_is_as_expected(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"pluscal/{name}.tla", translated_text(BOTH_SYNTAXES[name][0]))


@pytest.mark.parametrize("name", BOTH_SYNTAXES)
def test_both_syntaxes_have_the_same_translation(name: str) -> None:
    p_syntax, c_syntax = BOTH_SYNTAXES[name]
    assert translated(p_syntax).units == translated(c_syntax).units


@pytest.mark.parametrize("name", BOTH_SYNTAXES)
def test_the_text_of_a_translation_is_read_back_as_its_units(name: str) -> None:
    translation = translated(BOTH_SYNTAXES[name][0])
    text = f"---- MODULE M ----\n{translation.text}\n====\n"
    parsed = parse_file(Source("M.tla", text))
    assert not parsed.diagnostics
    assert not differences(parsed.modules[0].units, translation.units)


@pytest.mark.parametrize("name", BOTH_SYNTAXES)
def test_spans_of_the_units_are_in_the_algorithm(name: str) -> None:
    source = module(BOTH_SYNTAXES[name][0])
    translation = translate(source)
    assert translation is not None
    for unit in translation.units:
        assert unit.span.source is source
        assert translation.algorithm.start <= unit.span.start <= unit.span.end
        assert unit.span.end <= translation.algorithm.end


def test_an_action_spans_from_its_label_to_its_last_statement() -> None:
    translation = translated("--algorithm A\nvariables x = 0;\nbegin\n  a: x := 1;\nend algorithm")
    action = next(
        u for u in translation.units if isinstance(u, tla.Definition) and u.name.name == "a"
    )
    assert action.span.text == "a: x := 1"


def test_a_file_without_an_algorithm_has_no_translation() -> None:
    assert translate(Source("M.tla", "---- MODULE M ----\n====\n")) is None


def test_the_message_of_an_assertion_tells_its_place_and_that_of_the_macro_call() -> None:
    text = translated_text(PRINTING)
    assert '"Failure of assertion at line 10, column 6."' in text
    assert (
        '"Failure of assertion at line 7, column 3 of macro called at line 12, column 6."' in text
    )
    assert "/\\ PrintT(x)" in text


def test_a_value_assigned_in_the_same_step_is_read_primed() -> None:
    text = translated_text(
        """
--algorithm A
variables x = 0, y = 0;
begin
  a: x := 1;
     y := x + 1;
     await x = y;
end algorithm
"""
    )
    assert "y' = x' + 1" in text
    assert "/\\ x' = y'" in text


def test_all_parts_of_a_multiple_assignment_read_the_old_values() -> None:
    text = translated_text(
        "--algorithm A\nvariables x = 0, y = 1;\nbegin a: x := y || y := x; end algorithm"
    )
    assert "x' = y" in text
    assert "y' = x\n" in text


def test_a_branch_keeps_what_the_other_changes() -> None:
    text = translated_text(
        """
--algorithm A
variables x = 0, counter = 0;
begin
  a: if x = 0 then x := 1; else counter := 1; end if;
end algorithm
"""
    )
    assert "/\\ UNCHANGED counter" in text
    assert "/\\ x' = x" in text


def test_an_unlabelled_loop_that_never_ends_makes_what_follows_unreachable() -> None:
    algorithm = """
--algorithm A
variables x = 0;
begin
  a: while TRUE do b: x := 1; end while;
     x := 2;
end algorithm
"""
    assert codes(algorithm) == ["pcal-unreachable"]
    assert "x' = 2" not in translated_text(algorithm)


def test_an_initial_value_of_a_procedure_sees_its_parameters_primed() -> None:
    text = translated_text(BOTH_SYNTAXES["procedures of processes"][0])
    assert "k' = [k EXCEPT ![1] = n'[1] + m'[1]]" in text


def test_goto_done_allows_stuttering_at_the_end() -> None:
    algorithm = """
--algorithm A
variables x = 0;
begin
  a: while TRUE do goto Done; end while;
end algorithm
"""
    assert "Terminating" in translated_text(algorithm)
    assert "Terminating" not in translated_text(algorithm.replace("goto Done", "x := 1"))


def test_the_second_level_of_a_field_named_like_a_variable_stays() -> None:
    text = translated_text(
        """
--algorithm A
variables g = 0;
process p \\in 1..2
variables x = [x |-> 1];
begin
  a: x.x := x.x + 1;
     g := [x |-> x, g |-> g].x;
end process
end algorithm
"""
    )
    assert "x' = [x EXCEPT ![self].x = x[self].x + 1]" in text
    assert "g' = [x |-> x'[self], g |-> g].x" in text


def test_the_listing_of_a_mutual_exclusion_is_translated() -> None:
    source = Source(
        "MutualExclusion.tla",
        """---- MODULE MutualExclusion ----
EXTENDS Integers, TLC
CONSTANT NumProcesses
(*--algorithm mutex
variables
 lock = "free";

process proc \\in 1..NumProcesses
variables hasLock = FALSE;
begin
 AcquireLock:
 await lock = "free";
 lock := self;
 hasLock := TRUE;

 CriticalSection:
 \\* the work
 skip;

 ReleaseLock:
 lock := "free";
 hasLock := FALSE;

 goto AcquireLock;
end process;
end algorithm; *)
====
""",
    )
    translation = translate(source)
    assert translation is not None
    assert translation.diagnostics == ()
    assert "lock' = self" in translation.text
