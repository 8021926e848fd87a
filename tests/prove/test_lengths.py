"""Proofs for one size about functions to sequences whose lengths the invariant limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.verdict import Proved
from holdfast.workbench import ProofResult, load

pytestmark = pytest.mark.smt

LOGS = r"""---- MODULE Logs ----
EXTENDS Naturals, Sequences
VARIABLES log, done
Who == {"a", "b"}
TypeOK == log \in [Who -> Seq({"x", "y"})] /\ done \in BOOLEAN
Init == log = [w \in Who |-> <<>>] /\ done = FALSE
Write(w, v) ==
  /\ Len(log[w]) < 2
  /\ log' = [log EXCEPT ![w] = Append(@, v)]
  /\ UNCHANGED done
Careless(w, v) == log' = [log EXCEPT ![w] = Append(@, v)] /\ UNCHANGED done
Trim(w) == log[w] # <<>> /\ log' = [log EXCEPT ![w] = Tail(@)] /\ UNCHANGED done
Next == \E w \in Who : Trim(w) \/ \E v \in {"x", "y"} : Write(w, v)
Wrong == \E w \in Who : Trim(w) \/ \E v \in {"x", "y"} : Careless(w, v)
Short == \A w \in Who : Len(log[w]) <= 2
Shorter == \A w \in Who : Len(log[w]) <= 1
Inv == TypeOK /\ Short
InvShorter == TypeOK /\ Shorter
===="""


def proof(folder: Path, next_action: str, invariant: str) -> ProofResult:
    path = folder / "Logs.tla"
    path.write_text(LOGS, "utf-8")
    path.with_suffix(".cfg").write_text(f"INIT Init\nNEXT {next_action}\n", "utf-8")
    return load(path).prove(invariants=(invariant,), seconds=60.0, remember=False)


def test_a_limit_on_lengths_makes_the_proof_complete(tmp_path: Path) -> None:
    result = proof(tmp_path, "Next", "Inv")
    assert isinstance(result.verdict, Proved)
    assert "at most" not in result.verdict.scope


@pytest.mark.parametrize(("next_action", "invariant"), [("Wrong", "Inv"), ("Next", "InvShorter")])
def test_a_limit_that_a_step_exceeds_is_not_proved(
    tmp_path: Path, next_action: str, invariant: str
) -> None:
    assert not isinstance(proof(tmp_path, next_action, invariant).verdict, Proved)


def test_sequences_without_a_limit_are_proved_for_all_sizes(tmp_path: Path) -> None:
    result = proof(tmp_path, "Wrong", "TypeOK")
    assert isinstance(result.verdict, Proved)
    assert result.verdict.scope == "all sizes"
    assert "sequences may be longer" in result.proof.warnings[-1]
