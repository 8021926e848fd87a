"""If all sizes are out of reach, there is still an answer for the configured size."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.infer.observed_types import observed_types
from holdfast.infer.ranges import Extent, highest_numbers, with_ranges
from holdfast.ir.construct import function_from, set_of
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.tla_text import tla_text
from holdfast.ir.values import Value, model_value
from holdfast.prove.certificate import write_certificate
from holdfast.report.inferred_result import InferResult
from holdfast.verdict import Proved, Violated
from holdfast.workbench import recheck
from tests.infer.models import SPECS
from tests.smt.unbounded_proofs import system_of_text

pytestmark = pytest.mark.smt

COUNTED = """EXTENDS Integers, FiniteSets
CONSTANTS Thread, Permits
VARIABLES free, inside
TypeOK == free \\in 0..Permits /\\ inside \\subseteq Thread
Init == free = Permits /\\ inside = {}
Enter(t) == t \\notin inside /\\ free > 0 /\\ free' = free - 1 /\\ inside' = inside \\union {t}
Leave(t) == t \\in inside /\\ free' = free + BACK /\\ inside' = inside \\ {t}
Next == \\E t \\in Thread : Enter(t) \\/ Leave(t)
Inv == Cardinality(inside) <= Permits"""


def inferred(folder: Path, body: str, constants: str, seconds: float = 40) -> InferResult:
    (folder / "Sized.tla").write_text(f"---- MODULE Sized ----\n{body}\n====\n")
    config = f"INIT Init\nNEXT Next\nINVARIANTS TypeOK Inv\nCONSTANTS\n{constants}\n"
    (folder / "Sized.cfg").write_text(f"{config}CHECK_DEADLOCK FALSE\n")
    spec = holdfast.load(folder / "Sized.tla")
    return spec.infer(seconds=seconds, remember=False, workers=1)


def test_a_construct_without_an_encoding_for_all_sizes_is_proved_for_one(tmp_path: Path) -> None:
    body = COUNTED.replace("BACK", "1")
    result = inferred(tmp_path, body, "Thread = {t1, t2, t3}\nPermits = 1")
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "Thread = {t1, t2, t3}, Permits = 1"
    assert [w for w in found.warnings if w.startswith("not for all sizes") and "Cardinality" in w]
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    again = recheck(tmp_path / "certificate")
    assert again.ok
    assert again.rechecked.scope == found.verdict.scope


def test_a_mistake_at_the_configured_size_is_no_proof(tmp_path: Path) -> None:
    body = COUNTED.replace("BACK", "2").replace("0..Permits", "Int")
    result = inferred(tmp_path, body, "Thread = {t1, t2, t3}\nPermits = 1")
    assert isinstance(result.verdict, Violated)


@pytest.mark.parametrize("sound", [3, 6])
def test_a_proof_does_not_claim_sizes_at_which_the_property_fails(
    tmp_path: Path, sound: int
) -> None:
    # Samples have sets of up to four elements: one mistake is found, the other is out of sight.
    body = COUNTED.replace("BACK", f"(IF Cardinality(Thread) > {sound} THEN 2 ELSE 1)")
    body = body.replace("0..Permits", "0..9")
    result = inferred(tmp_path, body, "Thread = {t1, t2}\nPermits = 1")
    if sound == 3:
        assert isinstance(result.verdict, Violated)
    else:
        assert isinstance(result.verdict, Proved)
        assert result.verdict.scope == "Thread = {t1, t2}, Permits = 1"


NUMBERED = """EXTENDS Naturals
CONSTANTS Task, Last
ASSUME Last \\in Nat
VARIABLES state, number, results
TypeOK ==
  /\\ state \\in [Task -> {"open", "taken", "done"}]
  /\\ number \\in [Task -> Nat]
  /\\ results \\subseteq [task : Task, number : Nat]
Init ==
  /\\ state = [t \\in Task |-> "open"]
  /\\ number = [t \\in Task |-> 0]
  /\\ results = {}
Take(t) ==
  /\\ state[t] # "done" /\\ number[t] < Last
  /\\ state' = [state EXCEPT ![t] = "taken"]
  /\\ number' = [number EXCEPT ![t] = @ + 1]
  /\\ UNCHANGED results
Finish(t) ==
  /\\ GUARD
  /\\ state' = [state EXCEPT ![t] = "done"]
  /\\ results' = results \\union {[task |-> t, number |-> number[t]]}
  /\\ UNCHANGED number
Next == \\E t \\in Task : Take(t) \\/ Finish(t)
Inv == \\A r, s \\in results : r.task = s.task => r = s"""


def test_lemmas_about_the_numbers_of_one_size_are_proved_for_all(tmp_path: Path) -> None:
    body = NUMBERED.replace("GUARD", 'state[t] = "taken"')
    result = inferred(tmp_path, body, "Task = {t1, t2}\nLast = 2", seconds=60)
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert not [w for w in found.warnings if w.startswith("not for all sizes")]
    assert [c for c in found.invariant if "Nat" in c.tla]
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    assert recheck(tmp_path / "certificate").ok


def test_ranges_replace_the_endless_sets_of_a_type_invariant() -> None:
    text = """EXTENDS Integers
VARIABLES x, f
Few == 0..3
TypeOK == x \\in Nat /\\ f \\in [Few -> Int]
Init == x = 0 /\\ f = [i \\in Few |-> 0]
Next == UNCHANGED <<x, f>>"""
    system = system_of_text(text, "INIT Init NEXT Next INVARIANT TypeOK")
    (types,) = system.invariants
    states = [(2, (0, -5)), (4, (1,))]
    highest = highest_numbers(system.variables, states)
    assert highest == {"x": 4, "f": 5}
    found = with_ranges(types, Extent(highest, {}), system, {"TypeOKInRange"})
    assert found.name == "TypeOKInRange1"
    assert found.tla == "x \\in (0 .. 4) /\\ f \\in [Few -> (-5 .. 5)]"


QUEUED = """EXTENDS Integers, FiniteSets
CONSTANTS Client, Most
VARIABLES waiting, served, round
TypeOK == served \\subseteq Client /\\ round \\in 0..Most
Init == waiting = {} /\\ served = {} /\\ round = 0
Ask(c) == round < Most /\\ waiting' = waiting \\union {c} /\\ UNCHANGED <<served, round>>
Serve == waiting # {} /\\ ORDER /\\ served' = waiting /\\ waiting' = {} /\\ round' = round + 1
Next == Serve \\/ \\E c \\in Client : Ask(c)
Inv == served # {} => round > 0"""


def test_lemmas_make_the_type_invariant_inductive_too(tmp_path: Path) -> None:
    # A quantifier over functions has no encoding for all sizes.
    body = QUEUED.replace("ORDER", "\\E f \\in [waiting -> 1..2] : \\A c \\in waiting : f[c] > 0")
    result = inferred(tmp_path, body, 'Client = {"c1", "c2"}\nMost = 2')
    found = result.inferred
    assert isinstance(found.verdict, Proved)
    assert "TypeOK" in [c.name for c in found.invariant]
    assert [c.tla for c in found.invariant if c.name == "Types"] == ["waiting \\in (SUBSET Client)"]
    assert [c for c in found.invariant if "round" in c.tla and "waiting" in c.tla]
    assert found.proof is not None
    write_certificate(found.proof, result.question.spec, tmp_path / "certificate")
    assert recheck(tmp_path / "certificate").ok


@pytest.mark.slow
@pytest.mark.parametrize("property", ["TypeInvariant", "AssignedAreMembers"])
def test_a_consumer_group_is_proved_for_its_size(property: str) -> None:
    spec = holdfast.load(SPECS / "KafkaRebalance" / "KafkaRebalance.tla")
    found = spec.infer(property=property, remember=False, workers=1).inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope.startswith("Consumers = ")
    assert {"TypeInvariant", "Types"} <= {c.name for c in found.invariant}


def test_observed_types_have_all_values_and_name_constants() -> None:
    first, second, none = map(model_value, ("NN_1", "NN_2", "None"))
    constants: dict[str, Value] = {"Node": set_of([first, second]), "None": none}
    rows: tuple[tuple[Value, ...], ...] = (
        (set_of([first]), first, (0, 3), function_from([(first, "on"), (second, "off")]), (first,)),
        (set_of([]), none, (1, 1), function_from([(first, "on"), (second, "on")]), ()),
    )
    variables = ("chosen", "leader", "pair", "state", "log")
    with ranked_by(Ranks(("on", "off", "NN_1", "NN_2", "None"))):
        found = observed_types(variables, rows, constants, frozenset())
        assert [tla_text(e) for e in found] == [
            "chosen \\in (SUBSET Node)",
            "leader \\in ({None} \\union Node)",
            "pair \\in [{1, 2} -> (0 .. 3)]",
            'state \\in [Node -> {"on", "off"}]',
        ]
        assert not observed_types(variables, rows, constants, frozenset(variables))


AMOUNTS = """EXTENDS Naturals, FiniteSets
CONSTANTS Node
VARIABLES used, sent, done
TypeOK == /\\ used \\subseteq Node /\\ done \\subseteq Node
          /\\ sent \\subseteq [id : Node, amount : 0..(20 * Cardinality(Node))]
Init == used = {} /\\ sent = {} /\\ done = {}
Send(n, a) ==
  /\\ n \\notin used /\\ used' = used \\union {n}
  /\\ sent' = sent \\union {[id |-> n, amount |-> a]} /\\ UNCHANGED done
Get(m) == done' = done \\union {m.id} /\\ UNCHANGED <<used, sent>>
Next == \\/ \\E n \\in Node, a \\in {1, 20} : Send(n, a)
        \\/ \\E m \\in sent : Get(m)
Inv == done \\subseteq used"""


def test_a_type_invariant_without_an_encoding_for_all_sizes_is_left_out(tmp_path: Path) -> None:
    found = inferred(tmp_path, AMOUNTS, "Node = {n1, n2}").inferred
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert "TypeOK" not in [c.name for c in found.invariant]
    assert len(found.invariant) > 1


def test_a_mistake_with_a_number_beyond_those_of_queries_is_no_proof(tmp_path: Path) -> None:
    body = AMOUNTS.replace(
        "\\E m \\in sent : Get(m)", "\\E m \\in [id : Node, amount : 15..19] : Get(m)"
    )
    found = inferred(tmp_path, body, "Node = {n1, n2}").inferred
    assert not isinstance(found.verdict, Proved)
