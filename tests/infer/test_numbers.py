"""Lemmas about the numbers in messages: ranges, larger instances, queries over a range."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.infer.cti.ground import Grounder
from holdfast.infer.inference import Inference, made
from holdfast.infer.journal import Journal
from holdfast.infer.one_size import integers_of
from holdfast.infer.preparation import check_property, mine_grammar, sample_states
from holdfast.infer.ranges import longest_sequences, numbers_in
from holdfast.infer.result import InferenceOptions
from holdfast.infer.samples.instances import larger_instances, read_model
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ranks import ranked_by
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


TOKENS = """---- MODULE Tokens ----
EXTENDS Integers
CONSTANTS Client, Max
VARIABLES next, granted
Init == next = 1 /\\ granted = {}
Grant(c) ==
  /\\ next <= Max
  /\\ granted' = granted \\union {[to |-> c, token |-> next]}
  /\\ next' = next + 1
Next == \\E c \\in Client : Grant(c)
Single == \\A g, h \\in granted : g.token = h.token => g.to = h.to
====
"""


def tokens(folder: Path) -> holdfast.Specification:
    """A spec without a type invariant, whose numbers begin with 1."""
    (folder / "Tokens.tla").write_text(TOKENS, encoding="utf-8")
    constants = "CONSTANTS\nClient = {c1, c2}\nMax = 2\n"
    rest = "INIT Init\nNEXT Next\nINVARIANT Single\nCHECK_DEADLOCK FALSE\n"
    (folder / "Tokens.cfg").write_text(constants + rest, encoding="utf-8")
    return holdfast.load(folder / "Tokens.tla")


def test_states_of_queries_may_have_all_numbers_that_lemmas_quantify(tmp_path: Path) -> None:
    system = prepare(tokens(tmp_path)).system
    now = Inference(system, system.invariants[0], InferenceOptions(), Journal(None, None))
    with ranked_by(now.ranks()):
        checked = check_property(now)
        assert isinstance(checked, Inference)
        sampled = sample_states(checked)
        assert isinstance(sampled, Inference)
        mined = mine_grammar(sampled)
    assert [show_expr(s.domain) for s in made(mined.grammar).sorts] == ["Client", "0 .. 4"]
    assert integers_of(mined) == range(5)


@pytest.mark.smt
def test_lemmas_without_a_type_invariant_are_about_all_integers(tmp_path: Path) -> None:
    result = tokens(tmp_path).infer(property="Single", remember=False)
    assert result.ok
    assert any("\\in Int" in text for text in result.invariant.values())


def test_quantified_integers_and_those_of_a_state_and_its_steps_are_in_the_range() -> None:
    grounder = Grounder({"Node": 2}, integers=range(-1, 2))
    node = Sort("Node")
    sent = Symbol("s.sent", (INT,), BOOL)
    n = tm.variable("n", INT)
    numbers = [tm.number(i) for i in (-1, 0, 1, 2)]  # a step may reach one more
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
