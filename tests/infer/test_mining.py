"""Atoms from guards."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from holdfast.workbench import load
from tests.infer.models import SPECS

SPEC = """---- MODULE Votes ----
EXTENDS Integers, FiniteSets
CONSTANT Node
VARIABLES votes, leaders
Majority == {S \\in SUBSET Node : Cardinality(S) * 2 > Cardinality(Node)}
Init == votes = [n \\in Node |-> {}] /\\ leaders = {}
Vote(m, n) ==
  /\\ \\A k \\in Node : m \\notin votes[k]
  /\\ votes' = [votes EXCEPT ![n] = @ \\union {m}]
  /\\ UNCHANGED leaders
Lead(n, S) ==
  /\\ votes[n] = S
  /\\ S \\in Majority
  /\\ leaders' = leaders \\union {n}
  /\\ UNCHANGED votes
Next == (\\E m, n \\in Node : Vote(m, n)) \\/ (\\E n \\in Node, S \\in SUBSET Node : Lead(n, S))
One == \\A m, n \\in leaders : m = n
====
"""


def test_a_name_that_an_equation_gives_is_not_quantified(tmp_path: Path) -> None:
    (tmp_path / "Votes.tla").write_text(SPEC, encoding="utf-8")
    config = "CONSTANT Node = {n1, n2, n3}\nINIT Init\nNEXT Next\nINVARIANT One\n"
    (tmp_path / "Votes.cfg").write_text(config, encoding="utf-8")
    text = load(tmp_path / "Votes.tla").grammar(property="One")
    assert any(": votes[" in row and "\\in Majority" in row for row in text.splitlines())
    assert "S \\in Majority" not in text.replace("votes", "")


BROADCAST = """---- MODULE Broadcast ----
EXTENDS Naturals
CONSTANTS Node, Ask, Reply
VARIABLES time, msgs, done
Answer(m) == [kind |-> Reply, from |-> m.to, to |-> m.from, at |-> m.at, ok |-> time[m.to] <= m.at]
Init == time = [n \\in Node |-> 0] /\\ msgs = {} /\\ done = {}
Call(n) ==
  /\\ time[n] < 2
  /\\ time' = [time EXCEPT ![n] = @ + 1]
  /\\ msgs' = msgs \\union {[kind |-> Ask, from |-> n, to |-> p, at |-> time[n]] : p \\in Node}
  /\\ UNCHANGED done
Respond(m) == m.kind = Ask /\\ msgs' = msgs \\union {Answer(m)} /\\ UNCHANGED <<time, done>>
End(m) == m.kind = Reply /\\ m.ok /\\ done' = done \\union {m.to} /\\ UNCHANGED <<time, msgs>>
Next == (\\E n \\in Node : Call(n)) \\/ (\\E m \\in msgs : Respond(m) \\/ End(m))
Late == \\A n \\in done : time[n] > 0
====
"""


def test_fields_of_messages_are_constants_truths_and_elements(tmp_path: Path) -> None:
    (tmp_path / "Broadcast.tla").write_text(BROADCAST, encoding="utf-8")
    constants = "CONSTANTS\nNode = {n1, n2}\nAsk = Ask\nReply = Reply\n"
    config = f"{constants}INIT Init\nNEXT Next\nINVARIANT Late\n"
    (tmp_path / "Broadcast.cfg").write_text(config, encoding="utf-8")
    text = load(tmp_path / "Broadcast.tla").grammar(property="Late")
    ask = "[kind |-> Ask, from |-> n1, to |-> n2, at |-> i1] \\in msgs"
    reply = "[kind |-> Reply, from |-> n1, to |-> n2, at |-> i1, ok |-> {}] \\in msgs"
    atoms = [row.partition(" : ")[2].split("  ")[0] for row in text.splitlines()]
    assert {ask, reply.format("TRUE"), reply.format("FALSE")} <= set(atoms)


def test_messages_with_sequences_have_atoms_about_their_other_fields(tmp_path: Path) -> None:
    text = """---- MODULE Entries ----
EXTENDS Naturals, Sequences
CONSTANT Node
VARIABLES term, log, msgs
Init == term = [n \\in Node |-> 0] /\\ log = [n \\in Node |-> <<>>] /\\ msgs = {}
Write(n) ==
  /\\ term[n] < 2
  /\\ term' = [term EXCEPT ![n] = @ + 1]
  /\\ log' = [log EXCEPT ![n] = Append(@, term[n])]
  /\\ UNCHANGED msgs
Send(n) ==
  /\\ msgs' = msgs \\union {[from |-> n, term |-> term[n], log |-> log[n]]}
  /\\ UNCHANGED <<term, log>>
Next == \\E n \\in Node : Write(n) \\/ Send(n)
Short == \\A m \\in msgs : Len(m.log) <= m.term
====
"""
    (tmp_path / "Entries.tla").write_text(text, encoding="utf-8")
    config = "CONSTANT Node = {n1, n2}\nINIT Init\nNEXT Next\nINVARIANT Short\n"
    (tmp_path / "Entries.cfg").write_text(config, encoding="utf-8")
    grammar = load(tmp_path / "Entries.tla").grammar(property="Short")
    assert '\\E m1 \\in msgs : m1["from"] = n1 /\\ m1["term"] = i1 ' in grammar


def test_the_number_of_a_message_may_be_that_of_its_sender_or_receiver() -> None:
    spec = load(SPECS / "RaftElection" / "RaftElection.tla")
    text = spec.grammar(property="ElectionSafety")
    atoms = [row.partition(" : ")[2].split("  ")[0] for row in text.splitlines()]
    vote = '[type |-> "vote", term |-> {}, from |-> {}, to |-> {}] \\in msgs'
    assert vote.format("term[s1]", "s1", "s2") in atoms
    assert vote.format("term[s1]", "s2", "s1") in atoms


def test_the_order_of_atoms_does_not_depend_on_hashes() -> None:
    spec = str(SPECS / "NaiveConsensus" / "NaiveConsensus.tla")
    command = (sys.executable, "-m", "holdfast", "infer", spec, "--show-grammar")
    texts = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert texts[0] == texts[1] == texts[2]


def test_a_constant_set_of_strings_is_a_sort(tmp_path: Path) -> None:
    (tmp_path / "Votes.tla").write_text(SPEC, encoding="utf-8")
    config = 'CONSTANT Node = {"n1", "n2"}\nINIT Init\nNEXT Next\nINVARIANT One\n'
    (tmp_path / "Votes.cfg").write_text(config, encoding="utf-8")
    rows = load(tmp_path / "Votes.tla").grammar(property="One").splitlines()
    assert "  Node: n1, n2" in [row.split(", n3")[0] for row in rows]
    assert not [row for row in rows if '"n1"' in row]


@cache
def _grammar(spec: str) -> tuple[str, ...]:
    """The rows of a grammar, without the origins of atoms."""
    path = SPECS / spec / f"{spec}.tla"
    rows = load(path).grammar(property="Agreement").splitlines()
    return tuple(row.partition("\\*")[0].strip() for row in rows)


def test_a_quorum_may_be_unable_to_vote() -> None:
    cannot = (
        "b1 \\in Ballot, v1 \\in Value : \\E o8 \\in VoteQuorum : \\A a8 \\in o8 : "
        "<<a8, b1, v1>> \\notin votes /\\ HasLeft(a8, b1)"
    )
    assert cannot in _grammar("FlexiblePaxos")
    left = "b1 \\in Ballot : \\E o8 \\in VoteQuorum : \\A a8 \\in o8 : HasLeft(a8, b1)"
    assert left in _grammar("FlexiblePaxos")


def test_fields_of_messages_may_have_special_values() -> None:
    rows = _grammar("Paxos")
    nothing = '[type |-> "1b", acc |-> a1, bal |-> b1, mbal |-> -1, mval |-> None] \\in msgs'
    assert f"a1 \\in Acceptor, b1 \\in Ballot : {nothing}" in rows
    some = '\\E m1 \\in msgs : m1["type"] = "1b" /\\ m1["acc"] = a1 /\\ m1["bal"] = b1'
    assert f"a1 \\in Acceptor, b1 \\in Ballot : {some}" in rows


def test_a_set_with_special_values_is_not_a_sort_of_its_own() -> None:
    rows = _grammar("FlexiblePaxos")
    sorts = [row.partition(":")[0] for row in rows[1 : rows.index("atoms")]]
    assert sorts == ["Value", "Acceptor", "PromiseQuorum", "VoteQuorum", "Ballot()"]
