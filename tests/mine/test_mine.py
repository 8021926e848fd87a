"""Terms, forms, quantified relations, remarks, and searches that end early."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast import load
from tests.mine.small import mine_text, texts

_QUEUES = """
VARIABLES q, r
Init == q = <<>> /\\ r = <<>>
Next == \\/ Len(q) + Len(r) < 2 /\\ q' = Append(q, Len(r)) /\\ UNCHANGED r
        \\/ q # <<>> /\\ r' = Append(r, 7) /\\ q' = Tail(q)
        \\/ r # <<>> /\\ r' = Tail(r) /\\ UNCHANGED q
"""
_PROCESSES = """
VARIABLE p
Init == p = <<>>
Next == \\/ Cardinality(DOMAIN p) < 3 /\\ \\E k \\in {5, 6, 7} \\ DOMAIN p : p' = p @@ (k :> 10 + k)
        \\/ \\E k \\in DOMAIN p : p' = [j \\in DOMAIN p \\ {k} |-> p[j]]
"""


def test_sums_of_lengths(tmp_path: Path) -> None:
    found = mine_text(tmp_path, _QUEUES, forms=["sum"])
    assert "Len(q) + Len(r) <= 2" in texts(found)


def test_all_entries_of_a_sequence_are_one_abstract_variable(tmp_path: Path) -> None:
    found = mine_text(tmp_path, _QUEUES)
    (constant,) = [r for r in found.relations if r.text == "r[*] = 7"]
    assert constant.tla == "\\A x \\in DOMAIN r : r[x] = 7"
    assert constant.absent > 0
    assert "vacuous in" in str(found)


def test_processes_that_come_and_go(tmp_path: Path) -> None:
    found = mine_text(tmp_path, _PROCESSES, forms=["order", "bound"])
    assert "p[*] \\in 15..17" in texts(found)
    found = mine_text(tmp_path, _PROCESSES, forms=["order"])
    assert texts(found) == ["Cardinality(DOMAIN p) < p[*]"]


def test_constants_of_the_model_are_bounds(tmp_path: Path) -> None:
    body = "CONSTANT Most\nVARIABLE n\nInit == n = 0\nNext == n < Most /\\ n' = n + 1"
    config = "INIT Init\nNEXT Next\nCONSTANT Most = 5\n"
    assert texts(mine_text(tmp_path, body, config)) == ["n \\in 0..Most"]


def test_differences_and_congruences(tmp_path: Path) -> None:
    body = """
VARIABLES a, b, c
Init == a = 0 /\\ b = 3 /\\ c = 1
Next == a < 10 /\\ a' = a + 1 /\\ b' = b + 1 /\\ c' = (c + 3) % 9
"""
    found = texts(mine_text(tmp_path, body, forms=["difference", "congruence"]))
    assert "a - b = -3" in found
    assert "c % 3 = 1" in found


def test_implications_between_booleans(tmp_path: Path) -> None:
    body = """
VARIABLES a, b, c
Init == a = FALSE /\\ b = FALSE /\\ c = TRUE
Next == \\/ ~b /\\ b' = TRUE /\\ c' = FALSE /\\ UNCHANGED a
        \\/ b /\\ ~a /\\ a' = TRUE /\\ UNCHANGED <<b, c>>
"""
    found = texts(mine_text(tmp_path, body))
    assert "a => b" in found
    assert "b # c" in found or "b => ~c" in found


def test_relations_for_all_keys(tmp_path: Path) -> None:
    body = """
VARIABLES low, high
Init == low = [i \\in 1..3 |-> i] /\\ high = [i \\in 1..3 |-> i + 1]
Next == \\E i \\in 1..3 : high[i] < 6 /\\ high' = [high EXCEPT ![i] = @ + 1] /\\ UNCHANGED low
"""
    found = texts(mine_text(tmp_path, body, forms=["order", "quantified"]))
    assert "\\A i \\in 1..3 : low[i] < high[i]" in found
    assert "\\A i, j \\in 1..3 : i < j : low[i] < low[j]" in found


def test_a_term_that_is_sometimes_no_number(tmp_path: Path) -> None:
    body = """
CONSTANT Nil
VARIABLES x, y
Init == x = Nil /\\ y = 1
Next == \\/ x = Nil /\\ x' = y /\\ UNCHANGED y
        \\/ x # Nil /\\ y < 3 /\\ x' = Nil /\\ y' = y + 1
"""
    config = "INIT Init\nNEXT Next\nCONSTANT Nil = Nil\n"
    (found,) = mine_text(tmp_path, body, config, forms=["order"]).relations
    assert (found.text, found.tla) == ("x = y", "x \\in Int => x = y")
    assert found.absent == 3


def test_a_search_that_fails_prints_what_held_so_far(tmp_path: Path) -> None:
    body = """
VARIABLES x, y
Init == x = 0 /\\ y = 1
Next == x' = x + 1 /\\ y' = IF x < 3 THEN y + 1 ELSE x[1]
"""
    found = mine_text(tmp_path, body, forms=["order"])
    assert found.exit_code == 75
    assert texts(found) == ["x < y"]
    assert "holds only in the 4 states explored" in str(found)


def test_symmetry_is_not_used(tmp_path: Path) -> None:
    body = """
CONSTANT P
VARIABLE f
Init == f = [p \\in P |-> 0]
Next == \\E p \\in P : f[p] < 2 /\\ f' = [f EXCEPT ![p] = @ + 1]
Sym == Permutations(P)
"""
    config = "INIT Init\nNEXT Next\nCONSTANT P = {a, b}\nSYMMETRY Sym\n"
    found = mine_text(tmp_path, body, config)
    assert found.states == 9
    assert texts(found) == ["\\A i \\in P : f[i] \\in 0..2"]
    assert "SYMMETRY Sym is not used" in str(found)


def test_states_outside_the_constraints_count(tmp_path: Path) -> None:
    body = "VARIABLE n\nInit == n = 0\nNext == n' = n + 1\nSmall == n < 3"
    config = "INIT Init\nNEXT Next\nCONSTRAINT Small\n"
    found = mine_text(tmp_path, body, config)
    assert texts(found) == ["n \\in 0..3"]
    assert "in all 3 states and 1 outside the constraints" in str(found)


def test_remarks_on_variables(tmp_path: Path) -> None:
    body = """
VARIABLES a, b, c
TypeOK == a \\in 0..7 /\\ c \\in 0..3
Init == a = 0 /\\ b = 0 /\\ c = 2
Next == a < 2 /\\ a' = a + 1 /\\ b' = a /\\ c' = 4 - c
"""
    config = "INIT Init\nNEXT Next\nINVARIANT TypeOK\n"
    found = mine_text(tmp_path, body, config)
    assert {(each.remark, each.term) for each in found.lint} == {
        ("never-read", "b"),
        ("constant", "c"),
        ("too-wide", "a"),
        ("too-wide", "c"),
    }


def test_unknown_forms_are_rejected() -> None:
    spec = load("specs/DieHard/DieHard.tla")
    with pytest.raises(ValueError, match="`orders` is no form"):
        spec.mine(forms=["orders"])
    with pytest.raises(TypeError, match="no option `form`"):
        spec.mine(form=["order"])  # type: ignore[call-arg]


def test_workers_observe_together() -> None:
    spec = load("specs/KeyValueStore/KeyValueStore.tla")
    one = spec.mine(forms=["order", "bound", "sum", "at"], workers=1)
    two = spec.mine(forms=["order", "bound", "sum", "at"], workers=3)
    assert one.states == two.states == 6500
    assert [r.text for r in one.relations] == [r.text for r in two.relations]
