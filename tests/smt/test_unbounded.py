from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import System
from holdfast.prove.instance import instance_of
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from tests.smt.unbounded_proofs import (
    Failure,
    Induction,
    decide,
    read_row,
    system_of_file,
    system_of_text,
)

pytestmark = pytest.mark.smt

SPECS = Path(__file__).parents[2] / "specs"
SLOW = {"ChordRing", "LoglessReconfig"}
PROOFS = [
    pytest.param(p, id=p.parent.name, marks=[pytest.mark.slow] if p.parent.name in SLOW else [])
    for p in sorted(SPECS.glob("*/*Proof.tla"))
    if "IndInv ==" in p.read_text()  # others are about liveness
]


@pytest.mark.parametrize("path", PROOFS)
def test_the_known_invariant_is_inductive_for_all_sizes(path: Path) -> None:
    proof = Induction(system_of_file(path, "IndInv"), "IndInv")
    assert [(lemma, action) for lemma, action, _, _ in proof.failures()] == []


@pytest.mark.parametrize("name", ["TwoPhase", "SimpleElection", "Firewall", "ClientServer"])
def test_without_any_one_lemma_the_interpreter_confirms_a_counterexample(name: str) -> None:
    system = system_of_file(SPECS / name / f"{name}Proof.tla", "IndInv")
    proof = Induction(system, "IndInv")
    for left_out in proof.lemmas[1:]:
        found = [_is_confirmed(proof, left_out.name, f) for f in proof.failures(left_out.name)]
        assert any(found), f"{left_out.name} is not needed, or nothing was confirmed"


def _is_confirmed(proof: Induction, left_out: str, failure: Failure) -> bool:
    """Whether the interpreter takes the step of a model to a state without the lemma."""
    name, action, outcome, step = failure
    encoding, model = proof.encoding, outcome.model
    if model is None:
        return False
    with ranked_by(Ranks(proof.system.names)):
        machine = Machine(instance_of(proof.system, encoding.read_constants(model)))
    with ranked_by(machine.ranks):
        before = read_row(encoding, model, proof.before)
        after = read_row(encoding, model, step.after)
    kept = [x for x in proof.lemmas if x.name != left_out]
    assert all(machine.holds(x.expr, before) for x in kept)
    goal = next(x for x in kept if x.name == name)
    assert not machine.holds(goal.expr, after)
    movers = [m for m in machine.movers if m.action.name == action]
    return any(after in machine.successors(before, m) for m in movers)


# ---- small systems ----

COUNTER = r"""
EXTENDS Integers, FiniteSets
CONSTANTS Node, Quorum, Nil, N
ASSUME N \in Nat
VARIABLES x, f, log
Init == x = 0 /\ f = [n \in Node |-> Nil] /\ log = {}
Set(n, m) == f' = [f EXCEPT ![n] = m] /\ log' = log \union {<<n, m>>} /\ UNCHANGED x
Up == x < N /\ x' = x + 1 /\ UNCHANGED <<f, log>>
Next == Up \/ \E n, m \in Node : Set(n, m)
"""
CONFIG = """INIT Init NEXT Next
CONSTANTS Node = {n1, n2} Quorum = {{n1}, {n1, n2}} Nil = Nil N = 3
INVARIANTS """


def counter(**definitions: str) -> System:
    rows = "\n".join(f"{name} == {text}" for name, text in definitions.items())
    return system_of_text(COUNTER + rows, CONFIG + " ".join(definitions))


def is_valid(text: str, assume: tuple[str, ...] = ()) -> bool:
    """Whether a formula holds in every state of the right shape, for all sizes."""
    system = counter(P=text)
    encoding = UnboundedEncoding(system, assume)
    s = encoding.state("s")
    goal = encoding.holds(ir.Call("P"), s)
    outcome = decide((*encoding.hypotheses(), ("types", encoding.typed(s))), goal)
    assert outcome.status in ("sat", "unsat"), outcome
    return outcome.status == "unsat"


VALID = [
    r"f \in [Node -> Node \union {Nil}]",
    r"DOMAIN f = Node",
    r"log \subseteq Node \X Node",
    r"Nil \notin Node",
    r"Node # {}",
    r"\A n \in Node : f[n] = Nil \/ f[n] \in Node",
    r"\A n, m \in Node : [f EXCEPT ![n] = m][n] = m",
    r"\A n, m, o \in Node : o # n => [f EXCEPT ![n] = m][o] = f[o]",
    r"\A S \in SUBSET Node : S \intersect Node = S",
    r"\A S \in SUBSET Node : S = {} \/ \E n \in Node : n \in S",
    r"Cardinality({}) = 0",
    r"\A n \in Node : Cardinality({n}) = 1",
    r"\A n, m \in Node : Cardinality({n, m}) <= 2",
    r"\A S \in SUBSET Node : Cardinality(S) <= 1 <=> \A a, b \in S : a = b",
    r"\A P, Q \in {S \in SUBSET Node : 2 * Cardinality(S) > Cardinality(Node)} :"
    r" P \intersect Q # {}",
    r"\A S \in SUBSET Node : \A P, Q \in {R \in SUBSET S : 2 * Cardinality(R) > Cardinality(S)} :"
    r" P \intersect Q # {}",
    r"\E Q \in SUBSET Node : 2 * Cardinality(Q) > Cardinality(Node)",
    r"\A P, Q \in SUBSET Node : Cardinality(P) + Cardinality(Q) > Cardinality(Node)"
    r" => P \intersect Q # {}",
    r"\A P, Q \in SUBSET Node : 3 * Cardinality(P) > 2 * Cardinality(Node)"
    r" /\ 3 * Cardinality(Q) > 2 * Cardinality(Node) => \E n \in P : n \in Q",
    r"\A P, Q, R \in {S \in SUBSET Node : 3 * Cardinality(S) > 2 * Cardinality(Node)} :"
    r" P \intersect Q \intersect R # {}",
    r"\A P, Q \in SUBSET Node : P \subseteq Q /\ 2 * Cardinality(P) > Cardinality(Node)"
    r" => 2 * Cardinality(Q) > Cardinality(Node)",
    r"(CHOOSE n \in Node : TRUE) \in Node",
    r"(CHOOSE n \in Node : TRUE) = (CHOOSE n \in Node : TRUE)",
    r"N >= 0",
    r"\A i \in 0..N : i <= N",
    r"N > 0 => \A i \in 0..(N-1) : (i - 1) % N \in 0..(N-1)",
    r"(-7) % 2 = 1 /\ (-7) \div 2 = -4 /\ 7 \div (-2) = -4",
    r"{<<n, m>> \in log : TRUE} = log",
    r"{n : n \in Node} = Node",
    r"UNION {{n} : n \in Node} = Node",
    r"[a |-> 1, b |-> Nil] # [a |-> 1]",
    r"[[a |-> 1] EXCEPT !.a = 2] = [a |-> 2]",
    r"<<1, 2>>[2] = 2",
    r"LET g(n) == f[n] IN \A n \in Node : g(n) = f[n]",
    r"(CASE x > 0 -> 1 [] x <= 0 -> 1) = 1",
    r"(IF x > 0 THEN Nil ELSE Nil) = Nil",
]

INVALID = [
    r"log = {}",
    r"\E n \in Node : f[n] = Nil",
    r"\E n, m \in Node : n # m",
    r"\A n, m \in Node : n = m",
    r"\A P, Q \in Quorum : P \intersect Q # {}",
    r"Quorum # {}",
    r"\A Q \in Quorum : Q # {}",
    r"\A Q \in SUBSET Node : 2 * Cardinality(Q) > Cardinality(Node) => Cardinality(Q) > 1",
    r"\A P, Q \in {S \in SUBSET Node : 2 * Cardinality(S) >= Cardinality(Node)} :"
    r" P \intersect Q # {}",
    r"\A P, Q, R \in {S \in SUBSET Node : 2 * Cardinality(S) > Cardinality(Node)} :"
    r" P \intersect Q \intersect R # {}",
    r"\A P, Q \in SUBSET Node : Cardinality(P) + Cardinality(Q) >= Cardinality(Node)"
    r" => P \intersect Q # {}",
    r"Cardinality(Node) > 1",
    r"Cardinality(Node) <= 3",
    r"\A S \in SUBSET Node : \A P \in {R \in SUBSET Node : 2 * Cardinality(R) > Cardinality(S)} :"
    r" P \subseteq S",
    r"x \in Nat",
    r"N > 0",
    r"\A i \in 0..(N-1) : (i - 1) % N = i - 1",
    r"(-7) % 2 = -1",
    r"\A n \in Node : [f EXCEPT ![n] = Nil] = f",
    r"\A n, m \in Node : [f EXCEPT ![n] = m][m] = m",
    r"(CHOOSE n \in Node : f[n] = Nil) = (CHOOSE n \in Node : TRUE)",
    r"\A n \in Node : f[n] \in Node",
]


@pytest.mark.parametrize("text", VALID)
def test_what_holds_for_all_sizes_is_proved(text: str) -> None:
    assert is_valid(text)


@pytest.mark.parametrize("text", INVALID)
def test_what_fails_for_some_size_is_not_proved(text: str) -> None:
    assert not is_valid(text)


def test_an_accepted_hypothesis_is_used_and_named() -> None:
    text = r"\A P, Q \in Quorum : P \intersect Q # {}"
    assert is_valid(text, ("QuorumOverlap",))
    encoding = UnboundedEncoding(counter(P=text), ("QuorumOverlap",))
    overlap = r"\A P, Q \in Quorum : P \intersect Q # {}"
    assert encoding.assumed == (overlap, r"Nil \notin Node")


def test_lemmas_that_were_used_are_listed() -> None:
    system = counter(P=r"\E Q \in SUBSET Node : 2 * Cardinality(Q) > Cardinality(Node)", Q="x = 0")
    encoding = UnboundedEncoding(system)
    s = encoding.state("s")
    encoding.holds(ir.Call("Q"), s)
    assert not encoding.lemmas_used
    encoding.holds(ir.Call("P"), s)
    names = [lemma.name for lemma in encoding.lemmas_used]
    assert names == [
        "growth of 2 * Cardinality(P) > Cardinality(Node)",
        "overlap of 2 sets with 2 * Cardinality(P) > Cardinality(Node)",
        "the whole set has 2 * Cardinality(P) > Cardinality(Node)",
    ]


def test_relational_and_functional_steps_agree() -> None:
    system = counter(P="TRUE")
    encoding = UnboundedEncoding(system)
    s, t = encoding.state("s"), encoding.state("t")
    for action in system.actions:
        step = encoding.steps(action, s, t)
        for after in encoding.successors(action, s):
            assert decide((*encoding.hypotheses(), ("step", step)), after.guard).status == "unsat"


def test_conditions_name_what_may_be_undefined_and_where() -> None:
    text = r"\A n \in Node : f[f[n]] = Nil"
    encoding = UnboundedEncoding(counter(P=text))
    s = encoding.state("s")
    ((goal, message, span),) = encoding.conditions(ir.Call("P"), s)
    assert message == "an argument outside the domain"
    assert span is not None
    assert span.text == "f[f[n]]"
    assert decide((("types", encoding.typed(s)),), goal).status == "sat"


def test_guarded_operations_are_defined() -> None:
    text = r"\A n \in Node : f[n] \in Node => f[f[n]] = Nil"
    encoding = UnboundedEncoding(counter(P=text))
    s = encoding.state("s")
    for goal, _, _ in encoding.conditions(ir.Call("P"), s):
        assert decide((("types", encoding.typed(s)),), goal).status == "unsat"
