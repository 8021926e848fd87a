from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import parse_expression
from holdfast.front.tlc.config import (
    Assignment,
    Config,
    Flag,
    config_in_module,
    print_config,
    read_config,
)
from holdfast.front.tlc.config_entries import KEYWORDS
from holdfast.source import Diagnostic, Source, SpecError, errors


def read(text: str) -> Config:
    return read_config(Source("Test.cfg", text))


def complaints(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        read(text)
    return caught.value.diagnostics


def complaint(text: str) -> Diagnostic:
    (only,) = complaints(text)
    return only


def expr(text: str) -> tree.Expr:
    return parse_expression(Source("value", text))


def given_as(name: str, value: str, reading: str = "value") -> Assignment:
    assert reading in ("value", "operator", "expression")
    return Assignment(tree.Ident(name), expr(value), reading)  # type: ignore[arg-type]  # checked


def names(*words: str) -> tuple[tree.Ident, ...]:
    return tuple(map(tree.Ident, words))


# ---- sections ----


def test_every_keyword_fills_its_field() -> None:
    config = read(
        """
        \\* a comment (* with this in it
        CONSTANTS N = 3
        SPECIFICATION Spec
        INVARIANTS TypeOK Inv INVARIANT Safe
        PROPERTY Live PROPERTIES Fair
        CONSTRAINT Small CONSTRAINTS Short
        ACTION_CONSTRAINT Quiet
        VIEW view SYMMETRY Perms ALIAS Alias
        POSTCONDITION Post
        (* nested (* comment *) INIT Nothing *)
        CHECK_DEADLOCK FALSE
        _PERIODIC Tick _RL_REWARD Reward _POSSIBLE Reached Seen
        EXPECT SafetyFailure
        """
    )
    assert config == Config(
        constants=(given_as("N", "3"),),
        specification=tree.Ident("Spec"),
        invariants=names("TypeOK", "Inv", "Safe"),
        properties=names("Live", "Fair"),
        constraints=names("Small", "Short"),
        action_constraints=names("Quiet"),
        view=tree.Ident("view"),
        symmetry=tree.Ident("Perms"),
        alias=tree.Ident("Alias"),
        postconditions=names("Post"),
        check_deadlock=Flag(False),
        periodic=tree.Ident("Tick"),
        rl_reward=tree.Ident("Reward"),
        possible=names("Reached", "Seen"),
        expect=tree.Ident("SafetyFailure"),
    )


def test_an_empty_text_is_an_empty_configuration() -> None:
    assert read("\\* nothing\n") == Config()


def test_names_keep_their_spans() -> None:
    config = read("INVARIANTS\n  TypeOK\n  Inv\n")
    assert config.invariants[1].span.location() == "Test.cfg:3:3"


def test_a_keyword_may_be_the_last_word_of_a_line() -> None:
    assert read("CONSTANT C = 4  INIT\nInit NEXT\nNext").init == tree.Ident("Init")


@pytest.mark.parametrize("keyword", ["SPECIFICATION", "VIEW", "CHECK_DEADLOCK", "EXPECT"])
def test_a_keyword_without_its_name_is_an_error(keyword: str) -> None:
    found = complaint(f"{keyword}\nINVARIANT Inv")
    assert (found.code, found.span and found.span.text) == ("config-missing", keyword)


def test_a_list_without_names_is_only_a_warning() -> None:
    (warning,) = read("PROPERTIES\nINVARIANT Inv").warnings
    assert (warning.code, warning.severity) == ("config-missing", "warning")


def test_a_repeated_keyword_is_an_error() -> None:
    found = complaint("INIT A\nNEXT N\nINIT B")
    assert found.code == "config-repeated"
    assert found.span is not None
    assert found.span.location() == "Test.cfg:3:1"
    assert found.notes[0].span is not None


def test_init_and_next_exclude_a_specification() -> None:
    found = complaints("SPECIFICATION Spec\nINIT Init\nNEXT Next")
    assert [d.code for d in found] == ["config-conflict", "config-conflict"]


def test_an_unknown_keyword_suggests_a_known_one() -> None:
    found = complaint("INVARIENT Inv")
    assert (found.code, found.help) == ("config-keyword", "did you mean `INVARIANT`?")


def test_an_unknown_keyword_after_constants_suggests_a_known_one() -> None:
    assert complaint("CONSTANT N = 3\nINVARIENT Inv").help == "did you mean `INVARIANT`?"


def test_a_misspelt_keyword_in_a_list_is_a_warning() -> None:
    config = read("INVARIANT Inv\nPROPERTEIS Live")
    assert config.invariants == names("Inv", "PROPERTEIS", "Live")
    assert [d.code for d in config.warnings] == ["config-keyword"]


def test_commas_between_names_are_accepted_with_a_warning() -> None:
    config = read("INVARIANTS A, B")
    assert config.invariants == names("A", "B")
    assert [d.code for d in config.warnings] == ["config-comma"]


def test_nothing_is_skipped_after_a_name_that_stands_alone() -> None:
    assert complaint("VIEW view more").code == "config-keyword"
    assert [d.code for d in complaints("VIEW view, more")] == ["config-comma", "config-keyword"]


def test_a_path_is_not_the_name_of_an_invariant() -> None:
    found = complaint("INVARIANT I!Inv")
    assert found.code == "config-syntax"
    assert found.help is not None


def test_check_deadlock_takes_a_boolean() -> None:
    assert complaint("CHECK_DEADLOCK NO").code == "config-syntax"


def test_expect_takes_the_word_of_an_outcome() -> None:
    assert complaint("_EXPECT safetyfailure").help == "did you mean `SafetyFailure`?"


def test_a_bad_character_does_not_hide_what_follows() -> None:
    found = complaints("INIT Init ; \nNEXT\nINVARIANT Inv")
    assert [d.code for d in found] == ["config-token", "config-missing"]


def test_an_unclosed_comment_is_an_error() -> None:
    assert complaint("INIT Init (* NEXT Next").code == "config-token"


def test_several_mistakes_are_reported_in_the_order_of_the_text() -> None:
    found = complaints("CONSTANTS\nN = }\nM = 4\nK =\nINIT A INIT B")
    assert [d.code for d in found] == ["config-value", "config-missing", "config-repeated"]


# ---- constants ----


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        ("3", "value"),
        ("-1", "value"),
        ('"a string"', "value"),
        ("TRUE", "value"),
        ("a_1", "value"),
        ("{{a, b}, {}}", "value"),
        ("<<1, 2>>", "expression"),
        ("1..3", "expression"),
        ("[a |-> 1]", "expression"),
        ("[x \\in {1} |-> {x}]", "expression"),
        ("{a} \\union {b}", "expression"),
        ("(a = b)", "expression"),
        ("IF a = b THEN 1 ELSE 2", "expression"),
        ("y /\\ a = b", "expression"),
        ("Op(3)", "expression"),
    ],
)
def test_a_value_ends_where_the_next_constant_begins(value: str, reading: str) -> None:
    entry = given_as("x", value, reading)
    last = given_as("y", "4")
    assert read(f"CONSTANT x = {value} y = 4").constants == (entry, last)
    assert read(f"CONSTANT x = {value}\ny = 4 INIT Init").constants == (entry, last)


def test_a_replacement_names_an_operator() -> None:
    config = read("CONSTANTS Nat <- Small\n x <- y")
    assert config.constants == (
        given_as("Nat", "Small", "operator"),
        given_as("x", "y", "operator"),
    )


def test_operator_symbols_can_stand_on_both_sides_of_an_arrow() -> None:
    config = read("CONSTANTS Plus <- +\n \\circ <- Cat\n ++ <- -\nINIT Init")
    plus, cat, minus = config.constants
    assert plus.value == tree.Ref("+")
    assert cat == Assignment(tree.Ident("\\o"), tree.Ref("Cat"), "operator")
    assert minus.value == tree.Ref("-")


def test_an_operator_symbol_is_no_value() -> None:
    assert complaint("CONSTANT N = -\nM = 4").code == "config-value"


def test_an_expression_may_replace_a_definition() -> None:
    assert read("CONSTANT N <- 3").constants == (given_as("N", "3", "expression"),)


def test_a_replacement_may_be_meant_for_one_module() -> None:
    config = read("CONSTANTS Nat <- [Naturals] Small\n N = [M]3")
    first, second = config.constants
    assert (first.module, first.reading) == (tree.Ident("Naturals"), "operator")
    assert (second.module, second.reading) == (tree.Ident("M"), "value")


def test_a_path_can_be_replaced() -> None:
    assert read("CONSTANT A!B!c <- Op").constants[0].name == tree.Ident("A!B!c")


def test_an_application_can_be_given_a_value() -> None:
    first, second = read("CONSTANTS F(1, {a}) = 2 F(2, {}) = {F}").constants
    assert first.args == (expr("1"), expr("{a}"))
    assert second.value == expr("{F}")


def test_commas_between_constants_are_accepted_with_a_warning() -> None:
    config = read("CONSTANTS N = 3, M = {a, b}")
    assert len(config.constants) == 2
    assert [d.code for d in config.warnings] == ["config-comma"]


def test_a_constant_given_twice_is_an_error() -> None:
    assert complaint("CONSTANT N = 3 CONSTANT N = 4").code == "config-repeated"


def test_a_constant_given_the_same_value_twice_is_a_warning() -> None:
    assert not errors(read("CONSTANT N = 3 N = 3").warnings)


def test_a_missing_value_is_an_error_that_names_the_next_constant() -> None:
    found = complaint("CONSTANT x =\ny = 3")
    assert (found.code, found.help) == ("config-missing", "`y =` begins the next constant")


def test_an_unclosed_bracket_does_not_hide_the_next_section() -> None:
    found = complaints("CONSTANT N = {1, 2\nINVARIENT\nINIT A INIT B")
    assert [d.code for d in found] == ["config-value", "config-repeated"]


def test_two_equal_signs_are_explained() -> None:
    assert "`==` defines" in (complaint("CONSTANT x == 3").help or "")


def test_an_entry_spans_its_name_and_its_value() -> None:
    (entry,) = read("CONSTANT\n  N = {a,\n   b}\nINIT Init").constants
    assert entry.span.text == "N = {a,\n   b}"
    assert entry.value.span.text == "{a,\n   b}"


# ---- blocks in modules ----

MODULE = """notes
---- MODULE Foo ----
VARIABLE x
====
---- CONFIG Foo ----
INVARIANT Inv
CONSTANT N = }
====
INVARIANT NotThis
"""


def test_a_block_in_a_module_is_found_and_keeps_its_positions() -> None:
    block = config_in_module(Source("dir/Foo.tla", MODULE))
    assert block is not None
    with pytest.raises(SpecError) as caught:
        read_config(block)
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert found.span.location() == "dir/Foo.tla:7:14"
    assert "CONSTANT N = }" in found.render()


def test_the_block_named_like_the_file_is_preferred() -> None:
    text = "---- CONFIG A ----\nINIT A\n====\n---- CONFIG B ----\nINIT B\n===="
    block = config_in_module(Source("B.tla", text))
    assert block is not None
    assert read_config(block).init == tree.Ident("B")
    assert config_in_module(Source("C.tla", text)) is None


def test_a_module_without_a_block_has_none() -> None:
    assert config_in_module(Source("Foo.tla", "---- MODULE Foo ----\n====\n")) is None


# ---- printing ----


def test_a_configuration_is_printed_section_by_section() -> None:
    text = """CONSTANTS
    N = 3
    Server = {s1, s2}
    Nat <- [Naturals] Small
    \\o <- Cat
    F(1) = -2
    Pair <- <<1, 2>>

SPECIFICATION Spec
CHECK_DEADLOCK FALSE

INVARIANT
    TypeOK
    Inv
"""
    assert print_config(read(text)) == text


def test_a_value_that_begins_like_an_entry_gets_parentheses() -> None:
    config = Config(constants=(given_as("x", "a = b", "expression"),))
    (entry,) = read(print_config(config)).constants
    assert entry.value == expr("(a = b)")


_words = st.sampled_from(("A", "Op", "x_1", "TypeOK"))
_idents = st.builds(tree.Ident, _words)
_lists = st.lists(_idents, max_size=3).map(tuple)
_values = st.recursive(
    st.integers(0, 9).map(lambda n: expr(str(n))) | _words.map(tree.Ref),
    lambda sub: st.lists(sub, max_size=3).map(lambda items: tree.SetOf(tuple(items))),
)
_assignments = st.one_of(
    st.builds(Assignment, _idents, _values, st.just("value")),
    st.builds(Assignment, _idents, _words.map(tree.Ref), st.just("operator")),
    st.builds(Assignment, _idents, st.just(expr("{1} = {c} /\\ a = 2")), st.just("expression")),
)


@given(
    st.builds(
        Config,
        constants=st.lists(_assignments, max_size=4, unique_by=lambda a: a.name).map(tuple),
        init=st.none() | _idents,
        invariants=_lists,
        possible=_lists,
        check_deadlock=st.none() | st.builds(Flag, st.booleans()),
    )
)
def test_a_printed_configuration_is_read_back(config: Config) -> None:
    assert read(print_config(config)) == config


@given(st.lists(st.sampled_from((*KEYWORDS, "A", "=", "<-", "{", "}", "(", ",", "3", "[", "-"))))
def test_any_sequence_of_words_is_read_or_refused_with_spans(words: list[str]) -> None:
    try:
        found = read(" ".join(words)).warnings
    except SpecError as error:
        found = error.diagnostics
    assert all(d.span is not None and d.code.startswith("config-") for d in found)
