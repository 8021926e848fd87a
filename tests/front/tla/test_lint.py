"""Warnings about a module without errors."""

from __future__ import annotations

from holdfast import load

CALL = """---- MODULE Call ----
EXTENDS Naturals, Sequences
(* --algorithm Call
variables x = 0;
procedure Down() begin
  Less: x := x - 1;
        return;
end procedure;
begin
  One: call Down();
  Two: skip;
end algorithm; *)
====
"""


def test_a_field_that_the_translation_makes_is_not_a_mistake() -> None:
    assert load(text=CALL).diagnostics == ()


def test_a_field_named_like_a_variable_is_a_warning() -> None:
    text = "---- MODULE Field ----\nVARIABLE pc\nA == [pc |-> 1]\n====\n"
    assert [d.code for d in load(text=text).diagnostics] == ["field-named-like-definition"]
