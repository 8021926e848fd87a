"""The conditions under which expressions are defined, and lemmas that make them inductive."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.infer.definedness import definedness
from holdfast.infer.result import Inferred
from holdfast.ir.tla_text import tla_text
from holdfast.prove.obligations import closed
from holdfast.verdict import Proved, Unknown
from tests.smt.unbounded_proofs import system_of_text

HEADER = """EXTENDS Naturals, Sequences
CONSTANT Node
VARIABLES q, f
Of(n) == Head(f[n])
RECURSIVE Length(_)
Length(s) == IF s = <<>> THEN 0 ELSE 1 + Length(Tail(s))
Init == q = <<>> /\\ f = [n \\in Node |-> <<>>]
"""
CONFIG = "INIT Init\nNEXT Next\nCONSTANT Node = {a, b}\n"


def of_property(text: str) -> list[str]:
    body = f"{HEADER}Next == UNCHANGED <<q, f>>\nInv == {text}"
    system = system_of_text(body, f"{CONFIG}INVARIANT Inv")
    return [tla_text(c.formula) for c in definedness(system.invariants[0].expr, system)]


def of_action(text: str) -> list[str]:
    body = f"{HEADER}Step(n) == {text}\nNext == \\E n \\in Node : Step(n)"
    system = system_of_text(body, CONFIG)
    return [tla_text(c.formula) for c in definedness(closed(system.actions[0]), system)]


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("Head(q) = 1", ["q /= <<>>"]),
        ("q[2] = 1", ["2 \\in (DOMAIN q)"]),
        ("f.name = 1 /\\ q = <<>>", []),
        ("q # <<>> => Head(q) = 1", []),
        ("q = <<>> \\/ Tail(q) = <<>>", ["~ (q = <<>>) => q /= <<>>"]),
        (
            "IF q = <<1>> THEN Head(f) = 1 ELSE Head(f) = 2",
            ["q = <<1>> => f /= <<>>", "~ (q = <<1>>) => f /= <<>>"],
        ),
        (
            "CASE q = <<1>> -> TRUE [] q = <<2>> -> Head(f) = 2 [] OTHER -> Tail(f) = <<>>",
            [
                "(~ (q = <<1>>) /\\ q = <<2>>) => f /= <<>>",
                "(~ (q = <<1>>) /\\ ~ (q = <<2>>)) => f /= <<>>",
            ],
        ),
    ],
)
def test_an_operation_is_defined_where_it_is_evaluated(text: str, conditions: list[str]) -> None:
    assert of_property(text) == conditions


def test_conditions_are_about_all_values_of_a_quantifier() -> None:
    assert of_property("\\E n \\in Node : q = <<n>> /\\ Head(f[n]) = 1") == [
        "\\A n \\in Node : q = <<n>> => n \\in (DOMAIN f)",
        "\\A n \\in Node : q = <<n>> => f[n] /= <<>>",
    ]


def test_definitions_are_unfolded_unless_they_are_recursive() -> None:
    assert of_property("Of(1) = Length(q)") == ["1 \\in (DOMAIN f)", "f[1] /= <<>>"]


def test_a_local_definition_is_evaluated_where_it_is_used() -> None:
    text = "LET h == Head(q) k(x) == f[x] IN q = <<1>> => k(h) = 1"
    assert of_property(text) == ["q = <<1>> => q /= <<>>", "q = <<1>> => Head(q) \\in (DOMAIN f)"]


def test_conditions_about_a_recursive_local_definition_are_left_out() -> None:
    text = "LET RECURSIVE R(_) R(i) == IF i = 0 THEN 0 ELSE R(i - 1) IN q[R(1)] = Head(q)"
    assert of_property(text) == ["q /= <<>>"]


def test_the_old_value_of_an_update_is_that_at_its_keys() -> None:
    assert of_property("[f EXCEPT ![1] = Tail(@)] = f") == ["1 \\in (DOMAIN f)", "f[1] /= <<>>"]


def test_an_action_is_defined_where_its_guards_hold() -> None:
    found = of_action("q = <<n>> /\\ f' = f /\\ n # 1 /\\ q' = Tail(f)")
    assert found == ["\\A n \\in Node : (q = <<n>> /\\ n /= 1) => f /= <<>>"]


def test_conditions_about_the_next_state_are_left_out() -> None:
    assert of_action("q' = <<n>> /\\ Head(q') = n /\\ f' = Tail(f)") == [
        "\\A n \\in Node : f /= <<>>"
    ]


# ---- inference ----

SLOTS = """CONSTANTS Thread, Cell, Null
VARIABLES pc, slot, used
TypeOK == /\\ pc \\in [Thread -> {"idle", "ready", "using"}]
          /\\ slot \\in [Thread -> Cell \\cup {Null}] /\\ used \\in [Cell -> BOOLEAN]
Init == /\\ pc = [t \\in Thread |-> "idle"] /\\ slot = [t \\in Thread |-> Null]
        /\\ used = [c \\in Cell |-> FALSE]
Take(t, c) == /\\ pc[t] = "idle" /\\ pc' = [pc EXCEPT ![t] = "ready"]
              /\\ slot' = [slot EXCEPT ![t] = c] /\\ used' = [used EXCEPT ![c] = TRUE]
Enter(t) == /\\ pc[t] = "ready" /\\ pc' = [pc EXCEPT ![t] = "using"]
            /\\ UNCHANGED <<slot, used>>
Next == \\E t \\in Thread : Enter(t) \\/ \\E c \\in Cell : Take(t, c)
Inv == \\A t \\in Thread : pc[t] = "using" => used[slot[t]]"""
SLOTS_CONFIG = "CONSTANTS\nThread = {t1, t2}\nCell = {x1, x2}\nNull = Null\n"

QUEUE = """EXTENDS Naturals, Sequences, FiniteSets
CONSTANT Client
VARIABLES queue, other, ready
TypeOK == queue \\in Seq(Client) /\\ other \\in Seq({1}) /\\ ready \\in BOOLEAN
Init == queue = <<>> /\\ other = <<1>> /\\ ready = FALSE
Add(c) == /\\ queue = <<>> /\\ queue' = Append(queue, c) /\\ ready' = TRUE
          /\\ other' = IF Len(other) = 1 THEN Append(other, 1) ELSE other
Remove == ready /\\ queue' = Tail(queue) /\\ ready' = FALSE /\\ other' = other
Next == Remove \\/ \\E c \\in Client : Add(c)
Inv == \\A c \\in Client : ready => queue # <<c, c>>"""
QUEUE_CONFIG = "CONSTANT Client = {c1, c2}\n"


def inferred(folder: Path, body: str, constants: str) -> Inferred:
    (folder / "Partial.tla").write_text(f"---- MODULE Partial ----\n{body}\n====\n")
    config = f"INIT Init\nNEXT Next\nINVARIANTS TypeOK Inv\n{constants}CHECK_DEADLOCK FALSE\n"
    (folder / "Partial.cfg").write_text(config)
    spec = holdfast.load(folder / "Partial.tla")
    return spec.infer(seconds=40, remember=False, workers=1).inferred


def conditions_of(found: Inferred) -> list[str]:
    return [c.tla for c in found.invariant if c.name == "Defined"]


@pytest.mark.smt
def test_a_property_is_made_defined_in_all_states_of_the_invariant(tmp_path: Path) -> None:
    found = inferred(tmp_path, SLOTS, SLOTS_CONFIG)
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert conditions_of(found) == [
        '\\A t \\in Thread : pc[t] = "using" => slot[t] \\in (DOMAIN used)'
    ]


@pytest.mark.smt
def test_an_action_is_made_defined_in_all_states_of_the_invariant(tmp_path: Path) -> None:
    found = inferred(tmp_path, QUEUE, QUEUE_CONFIG)
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "all sizes"
    assert conditions_of(found) == ["ready => queue /= <<>>"]


@pytest.mark.smt
def test_an_action_is_made_defined_for_one_size(tmp_path: Path) -> None:
    body = QUEUE.replace("queue = <<>> /\\ q", "Cardinality({queue, <<>>}) = 1 /\\ q")
    found = inferred(tmp_path, body, QUEUE_CONFIG)
    assert isinstance(found.verdict, Proved)
    assert found.verdict.scope == "Client = {c1, c2}"
    assert conditions_of(found) == ["ready => queue /= <<>>"]


@pytest.mark.smt
def test_conditions_that_do_not_help_leave_the_first_reason(tmp_path: Path) -> None:
    body = QUEUE.replace("Tail(queue)", "Tail(queue) /\\ SubSeq(other, 1, 1) = <<1>>")
    found = inferred(tmp_path, body, QUEUE_CONFIG)
    assert isinstance(found.verdict, Unknown)
    assert "Tail" in found.verdict.reason
    assert any("an empty sequence" in w for w in found.warnings)
    assert not conditions_of(found)


@pytest.mark.smt
def test_conditions_that_no_lemma_supports_leave_the_first_reason(tmp_path: Path) -> None:
    # That Len(q) = a + b is no formula of the grammar.
    body = """EXTENDS Naturals, Sequences
VARIABLES q, a, b, closed, done
TypeOK == closed \\in BOOLEAN /\\ done \\in BOOLEAN
Init == q = <<0>> /\\ a = 1 /\\ b = 0 /\\ closed = FALSE /\\ done = FALSE
GrowA == a < 4 /\\ ~closed /\\ q' = Append(q, a) /\\ a' = a + 1 /\\ UNCHANGED <<b, closed, done>>
GrowB == b < 4 /\\ ~closed /\\ q' = Append(q, b) /\\ b' = b + 1 /\\ UNCHANGED <<a, closed, done>>
Shrink == b > 0 /\\ q' = SubSeq(q, 2, Len(q)) /\\ b' = b - 1 /\\ UNCHANGED <<a, closed, done>>
Close == ~closed /\\ closed' = TRUE /\\ UNCHANGED <<q, a, b, done>>
Read == closed /\\ q[a] < 10 /\\ done' = TRUE /\\ UNCHANGED <<q, a, b, closed>>
Next == GrowA \\/ GrowB \\/ Shrink \\/ Close \\/ Read
Inv == done => closed"""
    found = inferred(tmp_path, body, "")
    assert isinstance(found.verdict, Unknown)
    assert "domain" in found.verdict.reason
    assert not conditions_of(found)
