"""Inference from a spec to a proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from holdfast.infer.infer import infer
from holdfast.infer.result import InferenceOptions, InferenceProgress, Inferred
from holdfast.interp.machine import Machine
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.system import System
from holdfast.ir.values import FALSE, TRUE, model_value
from holdfast.prove.options import ProofOptions
from holdfast.prove.proof import Proof
from holdfast.prove.prove import prove
from holdfast.verdict import Proved, Unknown, Violated
from holdfast.workbench import load, prepare
from tests.infer.models import SPECS, property_of, rows

pytestmark = pytest.mark.smt
QUICK = ["LockServer", "Firewall", "Consensus", "TCommit", "ToyConsensus"]


def inferred(name: str, seed: int = 0) -> Inferred:
    system = prepare(load(SPECS / name / f"{name}.tla")).system
    (goal,) = (p for p in system.invariants if p.name == property_of(name))
    return infer(system, goal, InferenceOptions(seed=seed, remember=False, workers=1))


@pytest.mark.parametrize("name", QUICK)
def test_a_small_protocol_is_proved_for_all_sizes(name: str) -> None:
    found = inferred(name)
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert found.invariant[0].name == property_of(name)


def test_the_result_does_not_depend_on_luck() -> None:
    sizes = {len(inferred("LockServer", seed).invariant) for seed in range(3)}
    assert sizes == {2}


def test_the_invariant_of_the_lock_server_is_inductive_in_all_its_states() -> None:
    found = inferred("LockServer")
    system = prepare(load(SPECS / "LockServer" / "LockServer.tla")).system
    machine = Machine(system)
    tests = [machine.test(c.expr) for c in found.invariant]
    servers = [model_value(f"s{i}") for i in (1, 2, 3)]
    clients = [model_value(f"c{i}") for i in (1, 2, 3)]
    subsets = [
        set_of(s for s, b in zip(servers, bits, strict=True) if b)
        for bits in product((0, 1), repeat=3)
    ]
    inside = 0
    for locks in product((FALSE, TRUE), repeat=3):
        for held in product(subsets, repeat=3):
            state = (
                function_from(zip(servers, locks, strict=True)),
                function_from(zip(clients, held, strict=True)),
            )
            if all(t(state) for t in tests):
                inside += 1
                for mover in machine.movers:
                    for after in machine.successors(state, mover):
                        assert all(t(after) for t in tests)
    assert inside == 125


def test_a_violated_property_is_answered_with_its_trace(tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = (SPECS / "LockServer" / "LockServer.tla").read_text()
    broken = text.replace("/\\ locked' = [locked EXCEPT ![s] = FALSE]", "/\\ UNCHANGED locked")
    assert broken != text
    (tmp_path / "LockServer.tla").write_text(broken)
    (tmp_path / "LockServer.cfg").write_text((SPECS / "LockServer" / "LockServer.cfg").read_text())
    result = load(tmp_path / "LockServer.tla").infer(property="Safe", remember=False)
    assert isinstance(result.verdict, Violated)
    assert result.exit_code == 12
    assert result.verdict.trace is not None
    assert len(result.verdict.trace) == 3


def test_a_users_lemma_may_be_used() -> None:
    lemma = "\\A s \\in Server, c \\in Client : locked[s] => s \\notin held[c]"
    spec = load(SPECS / "LockServer" / "LockServer.tla")
    result = spec.infer(property="Safe", lemmas=[lemma], remember=False, workers=1)
    assert result.ok
    assert "Given1" in result.invariant


def test_the_module_that_is_written_parses() -> None:
    spec = load(SPECS / "LockServer" / "LockServer.tla")
    result = spec.infer(property="Safe", remember=False, workers=1)
    assert "IndInv ==" in result.tla
    assert "EXTENDS LockServer" in result.tla


def test_the_grammar_is_shown() -> None:
    text = load(SPECS / "LockServer" / "LockServer.tla").grammar(property="Safe")
    assert "locked[" in text


@pytest.mark.slow
@pytest.mark.parametrize("row", sorted(rows()))
def test_every_benchmark_is_proved(row: int) -> None:
    found = inferred(rows()[row])
    assert isinstance(found.verdict, Proved), found.verdict


def test_what_is_open_for_all_sizes_is_proved_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def weak(system: System, options: ProofOptions, *others: Any, **named: Any) -> Proof:
        proof = prove(system, options, *others, **named)
        open_one = Unknown(cause="undecided", reason="1 of 6 obligations are open: Safe / Connect")
        return replace(proof, verdict=open_one) if options.all_sizes else proof

    monkeypatch.setattr("holdfast.infer.proving.prove", weak)
    found = inferred("LockServer")
    assert isinstance(found.verdict, Proved)
    assert "s1, s2, s3" in found.verdict.scope
    assert found.warnings == ("not for all sizes: 1 of 6 obligations are open: Safe / Connect",)


def test_progress_is_told_in_every_phase() -> None:
    told: list[InferenceProgress] = []
    spec = load(SPECS / "LockServer" / "LockServer.tla")
    spec.infer(property="Safe", remember=False, workers=1, progress=told.append)
    phases = [p.phase for p in told]
    assert {"check", "sample", "mine", "candidates", "search", "prove", "graph"} <= set(phases)
    assert "prove, 6 of 6 obligations" in phases
    decided = {p.latest.obligation.lemma for p in told if p.latest is not None}
    assert decided == {"Safe", "Lemma1"}
    assert told[-1].lemmas == 2
