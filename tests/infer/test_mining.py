"""Atoms from guards."""

from __future__ import annotations

import os
import subprocess
import sys
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
