"""Lemmas about the numbers in messages: ranges, larger instances, queries over a range."""

from __future__ import annotations

import holdfast
from holdfast.infer.cti.ground import Grounder
from holdfast.infer.ranges import longest_sequences, numbers_in
from holdfast.infer.samples.instances import larger_instances, read_model
from holdfast.ir.values import boolean
from holdfast.smt.terms import term as tm
from holdfast.smt.terms.term import BOOL, INT, Sort, Symbol
from holdfast.workbench import load, prepare
from tests.infer.models import SPECS

RAFT = SPECS / "RaftElection" / "RaftElection.tla"


def test_the_numbers_of_states_are_a_range() -> None:
    assert numbers_in([(3, boolean(True), (1, -2))]) == range(-2, 4)
    assert numbers_in([(boolean(True), "text")]) is None


def test_lengths_are_those_of_a_variable_and_of_what_is_in_it() -> None:
    states = [((("x",), ()), ()), ((("x", "y"), ()), ("z",))]
    assert longest_sequences(("logs", "queue"), states) == {"logs": (2, 2), "queue": (1, 0)}


def test_larger_instances_have_larger_numbers_and_then_more_elements() -> None:
    model = read_model(prepare(load(RAFT)).system)
    assert [i.sizes for i in larger_instances(model)] == [
        {"Server": 3, "MaxTerm": 3},
        {"Server": 4, "MaxTerm": 3},
    ]


def test_quantified_integers_and_those_of_the_state_before_are_in_the_range() -> None:
    grounder = Grounder({"Node": 2}, integers=range(-1, 2))
    node = Sort("Node")
    sent = Symbol("s.sent", (INT,), BOOL)
    n = tm.variable("n", INT)
    numbers = [tm.number(i) for i in (-1, 0, 1)]
    assert grounder.ground(tm.forall([n], sent(n))) == tm.and_(*map(sent, numbers))
    before, after = (Symbol(f"{state}.term", (node,), INT) for state in "st")
    assert len(list(grounder.frame([before]))) == 3
    assert len(list(grounder.frame([after]))) == 1


def test_atoms_speak_of_messages_with_any_number() -> None:
    text = holdfast.load(RAFT).grammar(property="ElectionSafety")
    assert "  0 .. 2: i1, i2\n" in text
    vote = '[type |-> "vote", term |-> i1, from |-> s1, to |-> s2] \\in msgs'
    assert vote in text
    assert "term[s1] < i1" in text
    assert "term[s1] = 1 " not in text


def test_relations_of_a_spec_are_applied_to_other_terms() -> None:
    chain = holdfast.load(SPECS / "ChainReplication" / "ChainReplication.tla")
    text = chain.grammar(property="NothingIsLost")
    assert "s1 \\in Server, s2 \\in Server : IsPrefix(history[s1], history[s2])" in text
