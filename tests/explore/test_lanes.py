"""Lanes and messages, guessed from states: on known specs, and on traces made by hand."""

from __future__ import annotations

import pytest

from holdfast.explore.elements import moved_elements
from holdfast.explore.model import OpenModel
from holdfast.explore.stored import StoredTrace
from holdfast.explore.traces import RunTrace
from holdfast.explore.wire import Lanes
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.source import SpecError
from holdfast.workbench import load
from tests.explore.walks import SPECS


def lanes_of(spec: str, reached: str) -> Lanes:
    """The lanes of a shortest trace to a state in which a formula is true."""
    run = RunTrace.of_result(load(SPECS / spec).check(invariants=[f"~({reached})"]))
    assert run is not None
    found = run.lanes()
    assert found is not None
    return found


def arrows(lanes: Lanes) -> list[tuple[str, str, int, str | None, int | None]]:
    names = [lane["name"] for lane in lanes["lanes"]]
    return [
        (
            a["text"],
            names[a["source"]],
            a["sent"],
            None if a["target"] is None else names[a["target"]],
            a["received"],
        )
        for a in lanes["arrows"]
    ]


def test_two_phase_commit_has_a_lane_for_the_manager() -> None:
    found = lanes_of("TwoPhase/TwoPhase.tla", '\\A r \\in RM : rmState[r] = "committed"')
    assert found["by"] == "first argument"
    names = [lane["name"] for lane in found["lanes"]]
    assert sorted(names) == ["TM", "r1", "r2", "r3"]
    acting = [(names[note["lane"]], note["text"]) for note in found["notes"]]
    assert ("TM", "TMRcvPrepared(r1)") in acting
    assert ("TM", "TMCommit") in acting
    drawn = arrows(found)
    assert len(drawn) == 6
    assert {(text, source, target) for text, source, _, target, _ in drawn} == {
        *((f"prepared rm={r}", r, "TM") for r in ("r1", "r2", "r3")),
        *(("commit", "TM", r) for r in ("r1", "r2", "r3")),
    }


def test_a_step_of_a_trace_has_the_lane_of_the_chart() -> None:
    spec = load(SPECS / "TwoPhase/TwoPhase.tla")
    run = RunTrace.of_result(spec.check(invariants=['tmState # "committed"']))
    assert run is not None
    lanes = {step["label"]: step["lane"] for step in run.trace()["steps"]}
    assert lanes["TMRcvPrepared(r1)"] == lanes["TMCommit"] == "TM"
    assert lanes["RMPrepare(r1)"] == "r1"


def test_paxos_has_lanes_for_ballots_and_acceptors_and_reads_a_quorum() -> None:
    found = lanes_of("Paxos/Paxos.tla", '\\E m \\in msgs : m.type = "2b"')
    drawn = arrows(found)
    read = {(text[:2], source, target) for text, source, _, target, _ in drawn}
    assert {("1a", "0", "a1"), ("1a", "0", "a2")} <= read
    assert {("1b", "a1", "0"), ("1b", "a2", "0")} <= read
    assert ("2a", "0", "a1") in read
    assert [target for text, _, _, target, _ in drawn if text[:2] == "2b"] == [None]


def test_channels_of_lamports_mutex_are_queues_between_processes() -> None:
    found = lanes_of("LamportMutex/LamportMutex.tla", "inside = {1}")
    assert arrows(found) == [
        ("request time=1", "1", 1, "2", 2),
        ("acknowledge time=0", "2", 2, "1", 3),
    ]


def test_raft_sends_requests_and_votes() -> None:
    drawn = arrows(
        lanes_of("RaftElection/RaftElection.tla", '\\E s \\in Server : role[s] = "leader"')
    )
    told = [(text, source != target and target is not None) for text, source, _, target, _ in drawn]
    assert told == [("request term=1", True), ("vote term=1", True)]


def test_a_language_that_says_who_acts_is_not_guessed() -> None:
    run = RunTrace.of_result(
        load(SPECS / "promela/handshake/handshake.pml").check(invariants=["false"])
    )
    assert run is not None
    assert run.lanes() is None  # one state only
    starved = RunTrace.of_result(load(SPECS / "promela/starvation/starvation.pml").check())
    assert starved is not None
    found = starved.lanes()
    assert found is not None
    assert (found["by"], found["guessed"]) == ("process", False)
    assert [lane["name"] for lane in found["lanes"]] == ["user[0]", "user[1]"]


# ---- by hand ----

NETWORK = """---- MODULE Net ----
EXTENDS Integers, Sequences, Bags
VARIABLES net, bag, got, queue
vars == <<net, bag, got, queue>>
Proc == {"a", "b", "c"}
Init == /\\ net = {} /\\ bag = EmptyBag /\\ got = [p \\in Proc |-> 0]
        /\\ queue = [p \\in Proc |-> <<>>]
Send(p, q) == /\\ net' = net \\cup {[src |-> p, dst |-> q, n |-> got[p]]}
              /\\ got' = [got EXCEPT ![p] = @ + 1]
              /\\ UNCHANGED <<bag, queue>>
Receive(m) == /\\ net' = net \\ {m}
              /\\ got' = [got EXCEPT ![m.dst] = @ + 1]
              /\\ UNCHANGED <<bag, queue>>
Put(p) == /\\ bag' = bag (+) SetToBag({<<p, got[p]>>})
          /\\ UNCHANGED <<net, got, queue>>
Take(p, m) == /\\ bag' = bag (-) SetToBag({m})
              /\\ got' = [got EXCEPT ![p] = @ + 1]
              /\\ UNCHANGED <<net, queue>>
Push(p, q) == /\\ queue' = [queue EXCEPT ![q] = Append(@, p)]
              /\\ UNCHANGED <<net, bag, got>>
Pop(p) == /\\ queue[p] # <<>>
          /\\ queue' = [queue EXCEPT ![p] = Tail(@)]
          /\\ UNCHANGED <<net, bag, got>>
Next == \\/ \\E p, q \\in Proc : Send(p, q) \\/ Push(p, q)
        \\/ \\E p \\in Proc : Put(p) \\/ Pop(p)
        \\/ \\E m \\in net : Receive(m)
        \\/ \\E p \\in Proc, m \\in BagToSet(bag) : Take(p, m)
Spec == Init /\\ [][Next]_vars
====
"""


def by_hand(*labels: str, by: str | None = None) -> Lanes:
    """The lanes of the trace with these steps."""
    model = OpenModel(load(text=NETWORK, config_text="SPECIFICATION Spec\nCHECK_DEADLOCK FALSE"))
    walk = model.walk()
    path = [walk["next"][0]["key"]]
    for label in labels:
        following = {step["label"]: step["key"] for step in model.walk(path)["next"]}
        path.append(following[label])
    walked = model.follow(path)
    run = RunTrace(model, StoredTrace((None, *labels), [{}] * len(path)))
    run.recorded._refresh()
    for number, taken in enumerate(walked.steps, 1):
        run.recorded._states[number], run.recorded._steps[number] = taken.state, taken
    found = run.lanes(by)
    assert found is not None
    return found


def test_a_message_in_a_bag_is_received_by_who_takes_it() -> None:
    found = by_hand('Put("a")', "Take")
    assert arrows(found) == [('<<"a", 0>>', '"a"', 1, '"c"', 2)]


def test_a_message_in_a_queue_is_received_by_who_removes_it() -> None:
    found = by_hand('Push("a", "c")', 'Push("b", "c")', 'Pop("c")', 'Pop("c")')
    assert arrows(found) == [('"a"', '"a"', 1, '"c"', 3), ('"b"', '"b"', 2, '"c"', 4)]


def test_a_message_that_names_its_sender_comes_from_there() -> None:
    message = '[dst |-> "b", n |-> 0, src |-> "a"]'
    model = OpenModel(load(text=NETWORK, config_text="SPECIFICATION Spec\nCHECK_DEADLOCK FALSE"))
    path = [model.walk()["next"][0]["key"]]
    path.append(next(s["key"] for s in model.walk(path)["next"] if s["label"] == 'Send("a", "b")'))
    receive = next(s["label"] for s in model.walk(path)["next"] if s["action"] == "Receive")
    assert receive is not None
    found = by_hand('Send("a", "b")', receive, by="part of got")
    assert [lane["name"] for lane in found["lanes"]] == ['"a"', '"b"']
    (arrow,) = arrows(found)
    assert arrow[1:] == ('"a"', 1, '"b"', 2)
    assert "src" in arrow[0], message


def test_lanes_can_be_chosen_and_wrong_choices_are_rejected() -> None:
    found = by_hand('Push("a", "c")', 'Pop("c")', by="argument q")
    assert "argument p" in found["choices"]
    assert found["by"] == "argument q"
    with pytest.raises(SpecError, match="no lanes by"):
        by_hand('Push("a", "c")', by="argument z")
    assert [x["name"] for x in by_hand('Push("a", "c")', by="one lane")["lanes"]] == ["others"]


def test_steps_between_values_are_told_as_elements_that_come_and_go() -> None:
    def moved(old: object, new: object) -> list[tuple[str, object]]:
        found = moved_elements(("x",), old, new)  # type: ignore[arg-type]  # values
        return [(each.sign, each.element) for each in found]

    assert moved(set_of([1, 2]), set_of([2, 3])) == [("-", 1), ("+", 3)]
    assert moved((1, 2), (2, 3, 4)) == [("-", 1), ("+", 3), ("+", 4)]
    assert moved((1,), (5, 1)) == [("+", 5)]
    assert moved(((), ()), ((), (7,))) == [("+", 7)]
    record = record_of({"k": 1})
    assert moved(function_from([(record, 1)]), function_from([(record, 2)])) == [("+", record)]
    clocks = function_from([("p", 1), ("q", 1)])
    assert moved(clocks, function_from([("p", 2), ("q", 1)])) == []
