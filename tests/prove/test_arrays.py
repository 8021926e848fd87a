"""Proofs for all sizes about arrays of any length, and false claims about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import holdfast
from holdfast.prove.indices import Indices
from holdfast.report.proof_result import ProofResult
from holdfast.smt.solvers.solve import Limits, solve
from holdfast.smt.terms.term import (
    INT,
    Query,
    Symbol,
    Term,
    add,
    eq,
    exists,
    forall,
    implies,
    le,
    not_,
    number,
    to_smtlib,
    variable,
)
from holdfast.smt.unbounded.neighbours import NEIGHBOURS
from holdfast.source import SpecError
from holdfast.verdict import Proved

pytestmark = pytest.mark.smt

ARRAY = """
CONSTANT N
ASSUME N \\in Nat /\\ N >= 2
VARIABLE s
Proc == 0..N-1
tok(i) == \\/ i > 0 /\\ s[i-1] = (s[i] + 1) % 4
          \\/ i < N-1 /\\ s[i+1] = (s[i] + 1) % 4
Ends == s[0] \\in {1, 3} /\\ s[N-1] \\in {0, 2}
Inv == Ends /\\ Cardinality({i \\in Proc : tok(i)}) <= 1
Init == s \\in [Proc -> 0..3] /\\ Inv
Move(i) == tok(i) /\\ s' = [s EXCEPT ![i] = (s[i] + IF i \\in {0, N-1} THEN 2 ELSE 1) % 4]
Next == \\E i \\in Proc : Move(i)
"""

RING = """
CONSTANTS N, K
ASSUME N \\in Nat /\\ K \\in Nat /\\ 1 < N /\\ N < K
VARIABLE s
Proc == 0..N-1
tok(i) == IF i = 0 THEN s[0] = s[N-1] ELSE s[i] # s[i-1]
Inv == Cardinality({i \\in Proc : tok(i)}) = 1
Some == Cardinality({i \\in Proc : tok(i)}) >= 1
Init == s \\in [Proc -> 0..K-1] /\\ Inv
Move(i) == tok(i) /\\ s' = [s EXCEPT ![i] = IF i = 0 THEN (s[N-1] + 1) % K ELSE s[i-1]]
Next == \\E i \\in Proc : Move(i)
"""


def proof_of(
    folder: Path,
    text: str,
    constants: Mapping[str, int],
    invariant: str = "Inv",
    seconds: float = 60,
) -> ProofResult:
    path = folder / "Array.tla"
    path.write_text(
        f"---- MODULE Array ----\nEXTENDS Reals, FiniteSets, Sequences\n{text}\n====\n",
        encoding="utf-8",
    )
    values = "".join(f"{name} = {value}\n" for name, value in constants.items())
    path.with_suffix(".cfg").write_text(
        f"CONSTANTS\n{values}INIT Init\nNEXT Next\nINVARIANT {invariant}\n", encoding="utf-8"
    )
    return holdfast.load(path).prove(all_sizes=True, remember=False, workers=1, seconds=seconds)


def is_proved(result: ProofResult) -> bool:
    return isinstance(result.verdict, Proved) and result.verdict.scope == "all sizes"


def test_an_array_has_at_most_one_token(tmp_path: Path) -> None:
    assert is_proved(proof_of(tmp_path, ARRAY, {"N": 4}))


def test_a_ring_has_one_token(tmp_path: Path) -> None:
    result = proof_of(tmp_path, RING, {"N": 3, "K": 4})
    assert is_proved(result)
    assert result.proof.library_lemmas == (NEIGHBOURS,)


def test_a_ring_always_has_a_token(tmp_path: Path) -> None:
    """Where all neighbours are equal after a step, so are the ends: the lemma after a step."""
    assert proof_of(tmp_path, RING, {"N": 3, "K": 4}, "Some").ok


FALSE_CLAIMS = {
    "all values are equal": (
        RING,
        "Inv == Card",
        "Inv == (\\A i \\in Proc : s[i] = s[0]) /\\ Card",
    ),
    "a token too many": (RING, "tok(i)}) = 1", "tok(i)}) = 2"),
    "not copied but advanced": (RING, "ELSE s[i-1]]", "ELSE (s[i-1] + 1) % K]"),
    "moves without a token": (RING, "Move(i) == tok(i) /\\", "Move(i) =="),
    "the wrong end": (ARRAY, "s[N-1] \\in {0, 2}", "s[N-1] \\in {0, 1}"),
    "the ends are as others": (ARRAY, "THEN 2 ELSE 1", "THEN 1 ELSE 1"),
}


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_false_claims_have_counterexamples(name: str, tmp_path: Path) -> None:
    text, old, new = FALSE_CLAIMS[name]
    assert old in text
    sizes = {"N": 3, "K": 4} if text is RING else {"N": 4}
    result = proof_of(tmp_path, text.replace(old, new), sizes)
    assert result.exit_code in (12, 21)
    assert holdfast.load(tmp_path / "Array.tla").check(deadlock=False).exit_code == 12


COUNTS = """
CONSTANT N
ASSUME N \\in Nat /\\ N >= 4
VARIABLE f
S == {{i \\in 0..N-1 : f[i]}}
Init == f = [i \\in 0..N-1 |-> i < {start}]
Next == \\E i, j \\in 0..N-1 : f[i] /\\ ~f[j] /\\ f' = [f EXCEPT ![i] = FALSE, ![j] = TRUE]
Inv == Cardinality(S) {claim}
"""

CLAIMS = {
    "<= 1": (0, 1), "< 2": (0, 1), "= 0": (0,), "< 1": (0,), "<= 2": (0, 1, 2), "# 1": (0, 2, 3),
    "# 0": (1, 2, 3), ">= 1": (1, 2, 3), "= 1": (1,), "> 0": (1, 2, 3), "> 2": (3,), "= 2": (2,),
}  # fmt: skip
"""Comparisons, and the sizes that satisfy them."""


@pytest.mark.parametrize("start", [0, 1, 2, 3])
@pytest.mark.parametrize("claim", CLAIMS)
def test_comparisons_of_a_size_with_a_number(claim: str, start: int, tmp_path: Path) -> None:
    result = proof_of(tmp_path, COUNTS.format(start=start, claim=claim), {"N": 5})
    assert result.ok == (start in CLAIMS[claim])


# ---- definedness ----

PARTIAL = """
CONSTANT N
ASSUME N \\in Nat /\\ N >= 1
VARIABLES f, d
Init == f = [i \\in 1..N |-> 0] /\\ d = 1
Step == /\\ f' = {value}
        /\\ d' \\in 0..9
Some == \\E g \\in [1..N -> 0..9] : {test} /\\ UNCHANGED <<f, d>>
Next == Step \\/ Some
Inv == TRUE
"""
DEFINED = ("IF d > 0 THEN [i \\in 1..N |-> 7 \\div d] ELSE f", "g[1] = 3 \\div (1 + g[N])")
PARTS = {
    "defined": (*DEFINED, True),
    "a condition that is not enough": (
        "IF d >= 0 THEN [i \\in 1..N |-> 7 \\div d] ELSE f",
        DEFINED[1],
        False,
    ),
    "the other branch": ("IF d = 0 THEN [i \\in 1..N |-> 7 \\div d] ELSE f", DEFINED[1], False),
    "no condition": ("[i \\in 1..N |-> 7 \\div d]", DEFINED[1], False),
    "a value of any function": (DEFINED[0], "g[1] = 3 \\div g[N]", False),
    "beyond any function": (DEFINED[0], "g[N + 1] = 3", False),
}


@pytest.mark.parametrize("name", PARTS)
def test_conditions_around_functions_count_for_definedness(name: str, tmp_path: Path) -> None:
    value, test, defined = PARTS[name]
    result = proof_of(tmp_path, PARTIAL.format(value=value, test=test), {"N": 2}, seconds=10)
    assert result.ok == defined


# An assignment to an element of a sequence, as the translation of I/O automata writes it.
ASSIGNED = """
CONSTANT N
ASSUME N \\in Nat /\\ N >= 2
VARIABLE s
Init == s = [i \\in 1..N |-> 0]
Next == \\E i \\in {chosen} : s' = IF i \\in 1..Len(s) THEN [s EXCEPT ![i] = 1] ELSE SubSeq(s, i, i)
Inv == Len(s) = N /\\ \\A i \\in 1..N : s[i] \\in {{0, 1}}
"""


@pytest.mark.parametrize(
    ("chosen", "defined"),
    [("1..N", True), ("{1} \\cup (2..N)", True), ("1..N+1", False), ("{0} \\cup (2..N)", False)],
)
def test_an_assignment_outside_a_sequence_is_undefined(
    chosen: str, defined: bool, tmp_path: Path
) -> None:
    result = proof_of(tmp_path, ASSIGNED.format(chosen=chosen), {"N": 2}, seconds=10)
    assert result.ok == defined
    assert (result.exit_code == 21) == (not defined)


REALS = """
CONSTANT N
ASSUME N \\in Nat
VARIABLE x
Init == x = 0
Next == \\E v \\in {chosen} : x' = v
Inv == x \\in Int
"""


def test_a_number_of_a_union_may_be_any_of_its_elements(tmp_path: Path) -> None:
    text = REALS.format(chosen="{N} \\cup (0..9)")
    assert proof_of(tmp_path, text, {"N": 1}, seconds=20).ok


def test_a_number_of_a_union_with_reals_is_no_integer(tmp_path: Path) -> None:
    text = REALS.format(chosen="{N} \\cup Real")
    with pytest.raises(SpecError, match="a real number that is used as an integer"):
        proof_of(tmp_path, text, {"N": 1}, seconds=20)


# ---- instances at indices ----

F, G = (Symbol(name, (INT,), INT) for name in "fg")
A, B = (Symbol(name, (), INT)() for name in "ab")
X, Y = (variable(name, INT) for name in "xy")


def decided(given: Term, goal: Term) -> str:
    """What a solver says about the instances of a query; they have no quantifiers."""
    beside = forall((X,), eq(G(X), G(add(X, number(1)))))
    query = Query("q", (("given", given), ("neighbours of another function", beside)), goal)
    found = Indices().question(query)
    assert found is not None
    text = to_smtlib(found)
    assert "forall" not in text
    assert "exists" not in text
    return solve(text, "z3", Limits(rlimit=1_000_000)).status


def test_instances_at_the_indices_of_the_goal_and_beside_them() -> None:
    rising = forall((X,), le(F(X), F(add(X, number(1)))))
    assert decided(rising, le(F(A), F(add(A, number(2))))) == "unsat"
    assert decided(rising, forall((Y,), le(F(Y), F(add(Y, number(1)))))) == "unsat"
    assert decided(rising, le(F(add(A, number(1))), F(A))) == "sat"


def test_instances_at_the_witnesses_of_instances() -> None:
    later = forall((X,), exists((Y,), eq(F(Y), add(F(X), number(1)))))
    assert decided(later, exists((Y,), eq(F(Y), add(F(A), number(1))))) == "unsat"
    assert decided(later, exists((Y,), eq(F(Y), F(add(A, B))))) == "unsat"
    assert decided(later, exists((Y,), eq(F(Y), add(F(A), number(-1))))) == "sat"


def test_polarity_decides_between_witnesses_and_instances() -> None:
    none = not_(exists((X,), eq(F(X), number(3))))
    assert decided(none, not_(eq(F(A), number(3)))) == "unsat"
    some = not_(forall((X,), not_(eq(F(X), number(3)))))
    assert decided(some, eq(F(A), number(3))) == "sat"
    both = implies(eq(A, B), forall((X,), eq(F(X), number(1))))
    assert decided(both, implies(eq(A, B), eq(F(A), number(1)))) == "unsat"
    assert decided(both, eq(F(A), number(1))) == "sat"


def test_a_query_without_neighbours_has_no_instances() -> None:
    slices = (Query("q", (("given", eq(A, B)),), eq(B, A)),)
    assert Indices().slices(slices) is slices
    alone = forall((X,), eq(F(X), A))
    slices = (Query("q", (("given", alone),), eq(F(B), A)),)
    assert Indices().slices(slices) is slices
