"""Lemmas of fixed forms: the candidates, those that are inductive, and false claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import holdfast
from holdfast import workbench
from holdfast.infer.templates.templates import (
    after_actions,
    bounds,
    candidates,
    initial_facts,
    paths_of_constants,
)
from holdfast.ir.system import System
from holdfast.ir.tla_text import tla_text
from holdfast.report.proof_json import proof_json
from holdfast.report.proof_result import ProofResult
from holdfast.verdict import Proved
from holdfast.workbench.prepared import prepare

CAN = """
CONSTANTS n, m
ASSUME n \\in Nat /\\ n >= 1 /\\ m \\in 1..n
VARIABLES nodes, pos, bus, phase
Node == 1..n
bit(x, k) == (x \\div 2^k) % 2
Init == /\\ nodes \\in [Node -> [arb: 0..7, transmit: {TRUE}]]
        /\\ \\A i \\in Node : i # m => nodes[m].arb < nodes[i].arb
        /\\ pos = 2 /\\ bus = 1 /\\ phase = "send"
Out(i) == IF nodes[i].transmit THEN bit(nodes[i].arb, pos) ELSE 1
Send == /\\ phase = "send" /\\ pos >= 0
        /\\ bus' = IF \\A i \\in Node : Out(i) = 1 THEN 1 ELSE 0
        /\\ phase' = "recv" /\\ UNCHANGED <<nodes, pos>>
Recv == /\\ phase = "recv"
        /\\ nodes' = [i \\in Node |->
             [nodes[i] EXCEPT !.transmit = @ /\\ bit(nodes[i].arb, pos) = bus]]
        /\\ pos' = pos - 1 /\\ phase' = "send" /\\ UNCHANGED bus
Next == Send \\/ Recv
Inv == nodes[m].transmit
"""

RING = """
CONSTANTS u0, u1, u2
ASSUME {u0, u1, u2} \\subseteq Nat /\\ u0 # u1 /\\ u1 # u2 /\\ u0 # u2
VARIABLES q0, q1, q2, s0, s1, s2
Init == /\\ q0 = {u0} /\\ q1 = {u1} /\\ q2 = {u2}
        /\\ s0 = "unknown" /\\ s1 = "unknown" /\\ s2 = "unknown"
Sent(v, u, q) == IF v > u THEN q \\union {v} ELSE q
Told(v, u, s) == IF v = u THEN "chosen" ELSE s
Send0 == \\E v \\in q0 : /\\ q0' = q0 \\ {v} /\\ q1' = Sent(v, u1, q1) /\\ s1' = Told(v, u1, s1)
                       /\\ UNCHANGED <<q2, s0, s2>>
Send1 == \\E v \\in q1 : /\\ q1' = q1 \\ {v} /\\ q2' = Sent(v, u2, q2) /\\ s2' = Told(v, u2, s2)
                       /\\ UNCHANGED <<q0, s0, s1>>
Send2 == \\E v \\in q2 : /\\ q2' = q2 \\ {v} /\\ q0' = Sent(v, u0, q0) /\\ s0' = Told(v, u0, s0)
                       /\\ UNCHANGED <<q1, s1, s2>>
Next == Send0 \\/ Send1 \\/ Send2
Inv == /\\ ((u0 < u1 \\/ u0 < u2) => s0 = "unknown")
       /\\ ((u1 < u0 \\/ u1 < u2) => s1 = "unknown")
       /\\ ((u2 < u1 \\/ u2 < u0) => s2 = "unknown")
"""

CONSTANTS: Mapping[str, Mapping[str, int]] = {
    CAN: {"n": 2, "m": 1},
    RING: {"u0": 1, "u1": 2, "u2": 3},
}


def written(folder: Path, text: str, constants: Mapping[str, int]) -> Path:
    path = folder / "Model.tla"
    path.write_text(f"---- MODULE Model ----\nEXTENDS Integers\n{text}\n====\n", encoding="utf-8")
    values = "".join(f"{name} = {value}\n" for name, value in constants.items())
    path.with_suffix(".cfg").write_text(
        f"CONSTANTS\n{values}INIT Init\nNEXT Next\nINVARIANT Inv\n", encoding="utf-8"
    )
    return path


def proof_of(path: Path, seconds: float = 60) -> ProofResult:
    return holdfast.load(path).prove(
        all_sizes=True, strengthen=True, remember=False, workers=1, seconds=seconds
    )


def system_of(folder: Path, text: str) -> System:
    loaded = holdfast.load(written(folder, text, CONSTANTS[text]))
    return prepare(loaded, {"deadlock": False}).system


# ---- proofs ----


@pytest.mark.smt
def test_an_arbitration_needs_agreement_on_the_bits_that_were_sent(tmp_path: Path) -> None:
    result = proof_of(written(tmp_path, CAN, CONSTANTS[CAN]))
    assert isinstance(result.verdict, Proved)
    assert result.verdict.scope == "all sizes"
    assert result.proof.checked == ("Inv",)
    lemmas = dict(result.proof.found_lemmas)
    assert lemmas["Lemma6"] == (
        '\\A i \\in Node, k \\in ((pos + 1) .. 2) : nodes[i]["transmit"] => '
        'bit(nodes[i]["arb"], k) = bit(nodes[m]["arb"], k)'
    )
    assert len(result.proof.library_lemmas) == 2
    assert lemmas["Lemma6"] in " ".join(str(result).split())
    assert proof_json(result.proof)["lemmas"] == lemmas


@pytest.mark.smt
def test_a_ring_of_three_needs_the_paths_of_identifiers(tmp_path: Path) -> None:
    result = proof_of(written(tmp_path, RING, CONSTANTS[RING]))
    assert isinstance(result.verdict, Proved)
    texts = [text for _, text in result.proof.found_lemmas]
    assert len(texts) == 9
    assert "u1 \\in q0 => u1 > u2" in texts


@pytest.mark.smt
def test_infer_tries_these_forms_first(tmp_path: Path) -> None:
    path = written(tmp_path, RING, CONSTANTS[RING])
    result = holdfast.load(path).infer(property="Inv", remember=False, workers=1)
    assert result.ok
    assert result.invariant["Lemma1"] == "u1 \\in q0 => u1 > u0"
    assert len(result.invariant) == 10


@pytest.mark.smt
def test_without_strengthening_it_is_a_counterexample_to_induction(tmp_path: Path) -> None:
    path = written(tmp_path, RING, CONSTANTS[RING])
    result = holdfast.load(path).prove(all_sizes=True, remember=False, workers=1)
    assert result.exit_code == 21
    assert not result.proof.found_lemmas


@pytest.mark.smt
def test_an_inductive_invariant_needs_no_lemma(tmp_path: Path) -> None:
    text = RING[: RING.index("Inv ==")] + "Inv == q0 \\subseteq Nat\n"
    result = proof_of(written(tmp_path, text.replace("q0 = {u0}", "q0 = {}"), CONSTANTS[RING]))
    assert not result.proof.found_lemmas


@pytest.mark.smt
def test_the_certificate_contains_the_lemmas(tmp_path: Path) -> None:
    result = proof_of(written(tmp_path, RING, CONSTANTS[RING]))
    workbench.write_certificate(result, tmp_path / "proof")
    assert workbench.recheck(tmp_path / "proof").ok
    (module,) = (tmp_path / "proof").glob("*.tla")
    assert "u1 \\in q0 => u1 > u2" in module.read_text(encoding="utf-8")


FALSE_CLAIMS = {
    "a node that does not stop": (CAN, "@ /\\ bit(nodes[i].arb, pos) = bus", "nodes[i].arb < 6"),
    "a node that stops early": (CAN, "bit(nodes[i].arb, pos) = bus", "bit(nodes[i].arb, pos) = 0"),
    "a bus that is the OR": (CAN, "\\A i \\in Node : Out(i) = 1", "\\E i \\in Node : Out(i) = 1"),
    "the largest number": (CAN, "nodes[m].arb < nodes[i].arb", "nodes[m].arb > nodes[i].arb"),
    "low bits first": (CAN, "bit(nodes[i].arb, pos)", "bit(nodes[i].arb, 2 - pos)"),
    "a bit too few": (CAN, "arb: 0..7", "arb: 0..15"),
    "small identifiers pass": (RING, "IF v > u", "IF v < u"),
    "all identifiers pass": (RING, "IF v > u", "IF v # u"),
    "a maximum that is not": (RING, "(u0 < u1 \\/ u0 < u2) =>", "(u0 < u1 \\/ u2 < u0) =>"),
    "nobody is chosen": (RING, "((u2 < u1 \\/ u2 < u0) => s2", "(TRUE => s2"),
}


@pytest.mark.smt
@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_false_claims_are_not_proved(name: str, tmp_path: Path) -> None:
    text, old, new = FALSE_CLAIMS[name]
    assert old in text
    path = written(tmp_path, text.replace(old, new), CONSTANTS[text])
    assert not proof_of(path, 6).ok
    loaded = holdfast.load(path)
    orders = ((1, 2, 3), (3, 2, 1), (2, 3, 1))
    constants = [dict(zip(CONSTANTS[RING], o, strict=True)) for o in orders]
    given = constants if text is RING else [dict(CONSTANTS[CAN])]
    found = [loaded.check(deadlock=False, constants=c).exit_code for c in given]
    assert 12 in found


# ---- candidates ----


def texts(found: object) -> list[str]:
    return [tla_text(e) for e in found]  # type: ignore[attr-defined]


def test_initial_facts_are_conjuncts_of_init_field_by_field(tmp_path: Path) -> None:
    assert texts(initial_facts(system_of(tmp_path, CAN))) == [
        '\\A x \\in Node : nodes[x]["arb"] \\in (0 .. 7)',
        '\\A x \\in Node : nodes[x]["transmit"] \\in {TRUE}',
        '\\A i \\in Node : i /= m => nodes[m]["arb"] < nodes[i]["arb"]',
    ]


def test_bounds_come_from_tests_and_from_the_start(tmp_path: Path) -> None:
    found = texts(bounds(system_of(tmp_path, CAN)))
    assert found == ["pos >= 0", "pos >= (0 - 1)", "pos <= 2"]


def test_what_an_action_established_is_about_variables_that_it_kept(tmp_path: Path) -> None:
    assert texts(after_actions(system_of(tmp_path, CAN))) == [
        'phase = "recv" => pos >= 0',
        'phase = "recv" => bus = (IF \\A i \\in Node : Out(i) = 1 THEN 1 ELSE 0)',
    ]


def test_constants_are_compared_where_a_set_has_one(tmp_path: Path) -> None:
    found = texts(paths_of_constants(system_of(tmp_path, RING)))
    assert len(found) == 36
    assert found[0] == "u0 \\in q0 => u0 < u1"


def test_each_candidate_occurs_once(tmp_path: Path) -> None:
    system = system_of(tmp_path, CAN)
    found = candidates(system, system.invariants)
    assert len(found) == len(set(found)) == 10
