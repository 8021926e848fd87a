"""Specs that are small and odd: an answer with a reason, in time, and never a crash."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import holdfast
from holdfast.report.inferred_result import InferResult
from holdfast.verdict import Proved, Unknown, Violated

pytestmark = pytest.mark.smt
ASKED = "INIT Init\nNEXT Next\nINVARIANT Inv\n"
TWO_SETS = "CONSTANTS A = {a1, a2}\nB = {b1, b2}\n"


def spec(tmp_path: Path, body: str, config: str | None) -> holdfast.Specification:
    (tmp_path / "Odd.tla").write_text(f"---- MODULE Odd ----\n{body}\n====\n")
    if config is not None:
        (tmp_path / "Odd.cfg").write_text(config + ASKED)
    return holdfast.load(tmp_path / "Odd.tla")


def inferred(
    tmp_path: Path, body: str, config: str | None = "", seconds: float = 30.0
) -> InferResult:
    return spec(tmp_path, body, config).infer(seconds=seconds, remember=False, workers=1)


def test_a_constant_function_that_other_sizes_do_not_have_is_proved_for_one(
    tmp_path: Path,
) -> None:
    body = """EXTENDS Naturals, TLC
CONSTANT Node, a, b, weight
Weights == (a :> 1) @@ (b :> 2)
VARIABLE total
Init == total = 0
Next == \\E n \\in Node : total < 9 /\\ total' = weight[n]
Inv == total < 5"""
    found = inferred(tmp_path, body, "CONSTANTS a = a\nb = b\nNode = {a, b}\nweight <- Weights\n")
    assert isinstance(found.verdict, Proved)
    assert "Node = {a, b}" in found.verdict.scope
    assert [w for w in found.inferred.warnings if "@@" in w]


UNITED = """CONSTANT A, B
VARIABLE s
Init == s = {}
Next == \\E x \\in A \\cup B : s' = s \\cup {x}
Inv == s \\subseteq A \\cup B"""


def test_sets_whose_names_are_letters_have_elements_of_one_kind(tmp_path: Path) -> None:
    # In TLC, `A_1` and `B_1` would be model values of two types, which cannot be compared.
    found = inferred(tmp_path, UNITED, TWO_SETS)
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "A = {a1, a2}, B = {b1, b2}"
    assert [w for w in found.inferred.warnings if "elements of" in w]


def test_values_of_different_kinds_are_refused_with_a_reason(tmp_path: Path) -> None:
    body = """EXTENDS Naturals
VARIABLES x, on
Init == x \\in {1} /\\ on = TRUE
Next == on' \\in BOOLEAN /\\ x' \\in (IF on THEN {1} ELSE {1, "one"})
Inv == on \\in BOOLEAN"""
    with pytest.raises(holdfast.SpecError, match="smt-unsupported"):
        spec(tmp_path, body, "").prove(all_sizes=True, remember=False)


def test_a_spec_without_variables_is_no_crash(tmp_path: Path) -> None:
    found = inferred(
        tmp_path, "CONSTANT N\nInit == TRUE\nNext == TRUE\nInv == TRUE", "CONSTANT N = 3\n"
    )
    assert found.exit_code in (0, 20)


def test_an_assumption_that_cannot_be_encoded_is_named(tmp_path: Path) -> None:
    body = """EXTENDS Naturals, FiniteSets
CONSTANTS A, Most
ASSUME Room == Most >= Cardinality(A)
VARIABLE s
Init == s = {}
Next == \\E x \\in A : s' = s \\cup {x}
Inv == s \\subseteq A"""
    found = inferred(tmp_path, body, "CONSTANTS A = {a1, a2}\nMost = 3\n")
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert [w for w in found.inferred.warnings if "Room is not used" in w]


COUNTER = """EXTENDS Naturals
CONSTANT N
VARIABLE x
Init == x = 0
Next == x < N /\\ x' = x + 1
Inv == x <= N"""


@pytest.mark.parametrize("size", ["100000000", "123456789012345678901234567890"])
def test_a_huge_number_does_not_take_the_time_of_all_smaller_ones(
    tmp_path: Path, size: str
) -> None:
    started = time.monotonic()
    found = inferred(tmp_path, COUNTER, f"CONSTANT N = {size}\n", seconds=8.0)
    assert found.exit_code in (0, 20)
    assert time.monotonic() - started < 30


def test_many_numbers_are_not_combined_in_all_ways(tmp_path: Path) -> None:
    names = "ABCDEFGH"
    steps = [
        f"\\/ {c} < {c.upper()} /\\ {c}' = {c} + 1"
        f" /\\ UNCHANGED <<{', '.join(d for d in names.lower() if d != c)}>>"
        for c in names.lower()
    ]
    body = "\n".join(
        [
            "EXTENDS Naturals",
            f"CONSTANTS {', '.join(names)}",
            f"VARIABLES {', '.join(names.lower())}",
            "Init ==",
            *(f"  /\\ {c} = 0" for c in names.lower()),
            "Next ==",
            *(f"  {step}" for step in steps),
            "Inv == a <= A",
        ]
    )
    started = time.monotonic()
    values = "\n".join(f"{c} = 12" for c in names)
    found = inferred(tmp_path, body, f"CONSTANTS {values}\n", 6.0)
    assert found.exit_code in (0, 20)
    assert time.monotonic() - started < 30


def test_a_slow_expression_is_ended_when_the_time_is_over(tmp_path: Path) -> None:
    body = """EXTENDS Integers
VARIABLE x
Slow == \\A s \\in SUBSET (1..20) : \\A t \\in SUBSET (1..9) : s \\cap t = t \\cap s
Init == x = 0
Next == x < 3 /\\ Slow /\\ x' = x + 1
Inv == x <= 3"""
    started = time.monotonic()
    found = inferred(tmp_path, body, "", seconds=3.0)
    assert isinstance(found.verdict, Unknown)
    assert time.monotonic() - started < 25


def test_sizes_are_chosen_and_said_without_a_configuration(tmp_path: Path) -> None:
    body = """EXTENDS Naturals
CONSTANTS Node, Limit
ASSUME Limit \\in Nat
VARIABLE count
Init == count = [n \\in Node |-> 0]
Next == \\E n \\in Node : count[n] < Limit /\\ count' = [count EXCEPT ![n] = @ + 1]
Inv == \\A n \\in Node : count[n] <= Limit"""
    found = inferred(tmp_path, body, None)
    assert isinstance(found.verdict, Proved)
    (said,) = (w for w in found.inferred.warnings if "there is no configuration" in w)
    assert "Node = {n1, n2, n3}, Limit = 3" in said
    assert said in str(found)


IDLE = """CONSTANTS Acceptor, Value
VARIABLE votes
Vote(a, v) == <<v, a>> \\in votes /\\ votes' = votes \\cup {<<a, v>>}
Init == votes = {}
Next == \\E a \\in Acceptor, v \\in Value : Vote(a, v)
Inv == \\A a \\in Acceptor, v, w \\in Value :
         <<a, v>> \\in votes /\\ <<a, w>> \\in votes => v = w"""


def test_an_action_that_can_never_happen_is_named(tmp_path: Path) -> None:
    config = "CONSTANTS Acceptor = {a1, a2}\nValue = {v1, v2}\n"
    found = inferred(tmp_path, IDLE, config)
    assert isinstance(found.verdict, Proved)
    assert "action `Vote` is disabled in every state" in str(found)


TAKEN = """CONSTANT Node
VARIABLES free, inside
Init == free = TRUE /\\ inside = {}
Enter(n) == free /\\ inside' = inside \\cup {n} /\\ free' = FALSE
Leave(n) == n \\in inside /\\ free' = TRUE /\\ inside' = inside \\ {n}
Next == \\E n \\in Node : Enter(n) \\/ Leave(n)
TypeOK == free \\in BOOLEAN /\\ inside \\in SUBSET Node
Inv == \\A m, n \\in inside : m = n
IndInv == free
IndInit == FALSE
Lemma1 == free
L1_Inv == free
Invariant == free
Initiation == free
Safety == free"""


def test_what_is_written_parses_whatever_the_spec_defines(tmp_path: Path) -> None:
    found = inferred(tmp_path, TAKEN, "CONSTANT Node = {n1, n2}\n")
    assert found.ok
    assert found.invariant_name == "IndInv1"
    (tmp_path / "OddIndInv.tla").write_text(found.tla)
    (tmp_path / "small.cfg").write_text(
        "CONSTANT Node = {n1, n2}\nINIT IndInit1\nNEXT Next\nINVARIANT IndInv1\n"
    )
    small = holdfast.load(tmp_path / "OddIndInv.tla", config=tmp_path / "small.cfg")
    assert small.ok
    assert small.check(deadlock=False).ok


def test_the_proof_in_a_certificate_parses(tmp_path: Path) -> None:
    from holdfast.prove.certificate import write_certificate

    found = inferred(tmp_path, TAKEN, "CONSTANT Node = {n1, n2}\n")
    assert found.inferred.proof is not None
    write_certificate(found.inferred.proof, "Odd.tla", tmp_path)
    read = holdfast.load(tmp_path / "OddCertificate.tla")
    assert read.diagnostics == ()
    assert "Lemma2 ==" in (tmp_path / "OddCertificate.tla").read_text()


def test_the_proof_in_a_certificate_parses_where_an_action_chooses_inside(tmp_path: Path) -> None:
    from holdfast.prove.certificate import write_certificate

    body = """CONSTANT Node
VARIABLE seen
Look(n, m) == seen' = [seen EXCEPT ![n] = @ \\cup {m}]
Init == seen = [n \\in Node |-> Node]
Next == \\E n \\in Node : \\/ \\E m \\in seen[n] : Look(n, m)
                          \\/ seen' = [seen EXCEPT ![n] = Node]
Inv == \\A n \\in Node : seen[n] \\subseteq Node"""
    found = inferred(tmp_path, body, "CONSTANT Node = {n1, n2}\n")
    assert found.inferred.proof is not None
    write_certificate(found.inferred.proof, "Odd.tla", tmp_path)
    assert holdfast.load(tmp_path / "OddCertificate.tla").diagnostics == ()


def test_a_violation_by_other_constants_is_not_called_an_open_proof(tmp_path: Path) -> None:
    body = """EXTENDS Integers
CONSTANT N
VARIABLE x
Init == x = N
Next == x < 0 /\\ x' = x + 1
Inv == x <= 0"""
    found = inferred(tmp_path, body, "CONSTANT N = -3\n")
    assert not isinstance(found.verdict, Violated)
    assert "violated for other constants" in str(found)


def test_many_initial_states_are_not_listed_for_a_smaller_counterexample(tmp_path: Path) -> None:
    body = """EXTENDS Integers
VARIABLES n, m
Init == n \\in 1..3000000 /\\ m = 0
Next == m' = m + n /\\ n' = n
Inv == m >= 0"""
    started = time.monotonic()
    proof = spec(tmp_path, body, "").prove(all_sizes=True, remember=False, workers=1).proof
    assert proof.cti is not None
    assert time.monotonic() - started < 25


def test_lemmas_that_are_open_for_all_sizes_and_for_one_are_no_error(tmp_path: Path) -> None:
    body = """EXTENDS Naturals, Sequences
VARIABLES q, n, s
Init == q = <<0>> /\\ n = 0 /\\ s = {}
Next == n < 4 /\\ q' = Append(q, n) /\\ n' = n + 1 /\\ s' = s \\union {n}
Inv == Head(SubSeq(q, 1, 1)) <= n"""
    found = inferred(tmp_path, body)
    assert isinstance(found.verdict, Unknown)
    assert "SubSeq" in found.verdict.reason
