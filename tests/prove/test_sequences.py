"""Proofs for all sizes about sequences: queues, a ring, an array, logs; and false claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.workbench import ProofResult, load
from tests.prove.attack import Target, attack

pytestmark = pytest.mark.smt

QUEUE = r"""
VARIABLES sent, got, q
Init == sent = 0 /\ got = 0 /\ q = <<>>
Send == sent' = sent + 1 /\ q' = Append(q, sent + 1) /\ UNCHANGED got
Receive == q # <<>> /\ got' = Head(q) /\ q' = Tail(q) /\ UNCHANGED sent
Next == Send \/ Receive
Fifo == Len(q) = sent - got /\ \A i \in 1..Len(q) : q[i] = got + i
TooLate == \A i \in 1..Len(q) : q[i] = got + i + 1
AtMostOne == Len(q) <= 1
Full == q # <<>>
HeadIsNext == Head(q) = got + 1
"""
# The operators as I/O automata write them.
SLICES = r"""
VARIABLES sent, got, q
Init == sent = 0 /\ got = 0 /\ q = <<>>
Send == sent' = sent + 1 /\ q' = q \o <<sent + 1>> /\ UNCHANGED got
Receive == Len(q) > 0 /\ got' = q[0 + 1] /\ q' = SubSeq(q, 2, Len(q)) /\ UNCHANGED sent
Next == Send \/ Receive
Fifo == Len(q) = sent - got /\ \A i \in 1..Len(q) : q[i] = got + i
Doubled == [i \in 1..Len(q) |-> 2 * q[i]] \in Seq(Int)
"""
RING = r"""
CONSTANTS u0, u1, u2
ASSUME u0 # u1 /\ u1 # u2 /\ u0 # u2
VARIABLES q0, q1, q2, l0, l1, l2
Init == q0 = <<u0>> /\ q1 = <<u1>> /\ q2 = <<u2>> /\ l0 = FALSE /\ l1 = FALSE /\ l2 = FALSE
PassOn(m, u, q) == IF m > u THEN Append(q, m) ELSE q
P0 == /\ q2 # <<>> /\ q2' = Tail(q2) /\ q0' = PassOn(Head(q2), u0, q0)
      /\ l0' = (l0 \/ Head(q2) = u0) /\ UNCHANGED <<q1, l1, l2>>
P1 == /\ q0 # <<>> /\ q0' = Tail(q0) /\ q1' = PassOn(Head(q0), u1, q1)
      /\ l1' = (l1 \/ Head(q0) = u1) /\ UNCHANGED <<q2, l0, l2>>
P2 == /\ q1 # <<>> /\ q1' = Tail(q1) /\ q2' = PassOn(Head(q1), u2, q2)
      /\ l2' = (l2 \/ Head(q1) = u2) /\ UNCHANGED <<q0, l0, l1>>
Next == P0 \/ P1 \/ P2
In(v, q) == \E i \in 1..Len(q) : q[i] = v
Identifiers(q) == \A i \in 1..Len(q) : q[i] \in {u0, u1, u2}
Types == Identifiers(q0) /\ Identifiers(q1) /\ Identifiers(q2)
Order == /\ (In(u0, q1) => u0 > u1) /\ (In(u0, q2) => u0 > u1 /\ u0 > u2)
         /\ (In(u1, q2) => u1 > u2) /\ (In(u1, q0) => u1 > u2 /\ u1 > u0)
         /\ (In(u2, q0) => u2 > u0) /\ (In(u2, q1) => u2 > u0 /\ u2 > u1)
Largest == /\ (l0 => u0 > u1 /\ u0 > u2)
           /\ (l1 => u1 > u0 /\ u1 > u2)
           /\ (l2 => u2 > u0 /\ u2 > u1)
OneLeader == ~(l0 /\ l1) /\ ~(l0 /\ l2) /\ ~(l1 /\ l2)
NoLeader == ~l0
"""
ARRAY = r"""
CONSTANT N
ASSUME N \in Nat /\ N > 1
VARIABLE s
Init == s \in [1..N -> 0..3]
Step(i) == s[i - 1] # s[i] /\ s' = [s EXCEPT ![i] = s[i - 1]]
Next == \E i \in 2..N : Step(i)
Types == s \in [1..N -> 0..3]
Length == Len(s) = N
Items == s \in Seq(0..3)
Sorted == \A i \in 1..N - 1 : s[i] <= s[i + 1]
TooFar == s[N + 1] \in 0..3
"""
GROWING = r"""
CONSTANT N
ASSUME N \in Nat
VARIABLE s
Init == s \in Seq(0..3) /\ Len(s) = N
Next == \E v \in 0..3 : s' = Append(s, v)
Long == Len(s) >= N
Items == s \in Seq(0..3)
Short == Len(s) <= N
"""
COPIED = r"""
VARIABLES log, copy
Init == log = <<>> /\ copy = <<>>
Write == \E b \in BOOLEAN : log' = Append(log, b) /\ UNCHANGED copy
Copy == /\ Len(copy) < Len(log)
        /\ copy' = Append(copy, log[Len(copy) + 1]) /\ UNCHANGED log
Next == Write \/ Copy
Types == log \in Seq(BOOLEAN) /\ copy \in Seq(BOOLEAN)
Start == IsPrefix(copy, log)
Whole == IsPrefix(log, copy)
"""
INBOXES = r"""
CONSTANTS Node, Text
VARIABLES box, log
Init == box = [n \in Node |-> <<>>] /\ log = [n \in Node |-> [items |-> <<>>, size |-> 0]]
Post(n, t) == box' = [box EXCEPT ![n] = Append(@, [from |-> n, text |-> t])] /\ UNCHANGED log
Take(n) == /\ box[n] # <<>>
           /\ box' = [box EXCEPT ![n] = Tail(@)]
           /\ log' = [log EXCEPT ![n].items = Append(@, Head(box[n])), ![n].size = @ + 1]
Next == \E n \in Node : Take(n) \/ \E t \in Text : Post(n, t)
Message == [from : Node, text : Text]
Types == box \in [Node -> Seq(Message)] /\ log \in [Node -> [items : Seq(Message), size : Int]]
Size == \A n \in Node : log[n].size = Len(log[n].items)
Own == /\ \A n \in Node : \A i \in 1..Len(box[n]) : box[n][i].from = n
       /\ \A n \in Node : \A i \in 1..Len(log[n].items) : log[n].items[i].from = n
Same == \A n \in Node : Len(box[n]) = Len(log[n].items)
"""


def proved(
    folder: Path,
    body: str,
    invariants: list[str],
    constants: str = "",
    rlimit: int = 20_000_000,
) -> tuple[ProofResult, Target]:
    """The result of a proof for all sizes, and what an attack on it needs."""
    spec, config = folder / "Spec.tla", folder / "Spec.cfg"
    text = f"---- MODULE Spec ----\nEXTENDS Integers, SequencesExt\n{body}\n====\n"
    spec.write_text(text, encoding="utf-8")
    given = f"CONSTANTS {constants}\n" if constants else ""
    config.write_text(f"INIT Init\nNEXT Next\n{given}", encoding="utf-8")
    result = load(spec, config=config).prove(
        invariants=invariants, all_sizes=True, workers=1, rlimit=rlimit
    )
    return result, Target(spec, config, tuple(invariants), result.proof.assumed)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("body", "invariants", "constants"),
    [
        (QUEUE, ["Fifo"], ""),
        (SLICES, ["Fifo", "Doubled"], ""),
        (RING, ["Types", "Order", "Largest", "OneLeader"], "u0 = 3 u1 = 1 u2 = 2"),
        (ARRAY, ["Types", "Length", "Items"], "N = 3"),
        (GROWING, ["Long", "Items"], "N = 2"),
        (INBOXES, ["Types", "Size", "Own"], "Node = {n1, n2} Text = {t1}"),
        (COPIED, ["Types", "Start"], ""),
    ],
    ids=["queue", "slices", "ring", "array", "growing", "inboxes", "copied"],
)
def test_an_invariant_about_sequences_is_proved_and_holds_at_other_constants(
    body: str, invariants: list[str], constants: str, tmp_path: Path
) -> None:
    result, target = proved(tmp_path, body, invariants, constants)
    assert result.ok, str(result)
    assert result.proof.assumed == ()
    if constants and body is not GROWING:  # `check` cannot enumerate Seq(S)
        found = attack(target, tmp_path, 6, seed=1, seconds=0.5)
        assert (found.refuted, found.failed) == ([], [])
        assert found.allowed


def test_a_false_invariant_about_neighbours_is_not_proved(tmp_path: Path) -> None:
    result, _ = proved(tmp_path, ARRAY, ["Sorted"], "N = 3", rlimit=1_000_000)
    assert not result.ok


@pytest.mark.parametrize(
    ("body", "invariants", "constants"),
    [
        (QUEUE, ["TooLate"], ""),
        (QUEUE, ["AtMostOne"], ""),
        (QUEUE, ["Full"], ""),
        (RING, ["Types", "Order", "NoLeader"], "u0 = 3 u1 = 1 u2 = 2"),
        (GROWING, ["Short"], "N = 2"),
        (INBOXES, ["Types", "Same"], "Node = {n1, n2} Text = {t1}"),
        (COPIED, ["Types", "Whole"], ""),
    ],
)
def test_a_false_invariant_about_sequences_has_a_counterexample(
    body: str, invariants: list[str], constants: str, tmp_path: Path
) -> None:
    result, _ = proved(tmp_path, body, invariants, constants)
    assert not result.ok
    assert result.proof.cti is not None or "violated" in str(result), str(result)


@pytest.mark.parametrize(
    ("body", "invariant", "what"),
    [(QUEUE, "HeadIsNext", "an empty sequence"), (ARRAY, "TooFar", "outside the domain")],
)
def test_what_is_undefined_is_not_proved(
    body: str, invariant: str, what: str, tmp_path: Path
) -> None:
    result, _ = proved(tmp_path, body, [invariant], "N = 3" if body is ARRAY else "")
    assert not result.ok
    assert what in str(result) or "violated" in str(result), str(result)
