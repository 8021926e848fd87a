"""Diagrams computed from specs: the alternating bit protocol, protocols with fairness, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from holdfast.diagram.diagram import Diagram, Fairness
from holdfast.diagram.quotient import Quotient, quotient
from holdfast.diagram.reader import read_diagrams
from holdfast.diagram.well_formed import diagram_problems
from holdfast.diagram.writer import write_diagram
from holdfast.source import Source, SpecError
from holdfast.workbench.computing import compute
from holdfast.workbench.conforming import conform
from holdfast.workbench.observing import Scope
from holdfast.workbench.specification import Specification, load

SPECS = Path(__file__).parents[2] / "specs"
CHANNELS = "diagrams/AlternatingBitChannels"
SHAPES = (
    *("CurrStar", "LastStarCurrStar", "LastStarCurrPlus"),
    *("RBitStar", "OldStarRBitStar", "OldStarRBitPlus"),
    *("sBit = rBit", "sAck = sBit"),
)


def spec(name: str, config: str | None = None) -> Specification:
    return load(SPECS / f"{name}.tla", config=SPECS / f"{config or name}.cfg")


def seed() -> Diagram:
    path = SPECS / "diagrams" / "AlternatingBit.diagram"
    return read_diagrams(Source(str(path), path.read_text())).diagram("Channels")


def seed_quotient(config: str) -> tuple[int, Quotient]:
    """The quotient of an instance by the five nodes of the seed's third diagram."""
    diagram = seed()
    predicates = {p.name: p.text for p in diagram.predicates}
    terms = {o.name: o.text for o in diagram.orderings}
    observed = Scope(spec(CHANNELS, config), ()).observe(predicates, terms, ({},), None)
    assert observed.instance.orderings == ("nbOldMsgs", "nbOldAcks")
    cubes = [{x.predicate: x.positive for x in node.literals} for node in diagram.nodes]
    return observed.instance.states, quotient(observed.instance, cubes)


# ---- the alternating bit protocol ----


@pytest.mark.native
@pytest.mark.parametrize(
    ("config", "states"), [(CHANNELS, 486), ("diagrams/AlternatingBitChannelsLonger", 2504)]
)
def test_the_five_nodes_of_the_seed_have_the_edges_and_annotations_that_were_computed_before(
    config: str, states: int
) -> None:
    found, by_nodes = seed_quotient(config)
    names = [node.name for node in seed().nodes]
    assert found == states
    assert len(by_nodes.edges) == 26
    assert len({(s, a, t) for s, actions, t in by_nodes.edges for a in actions}) == 34
    strict = {
        (names[source], names[target], action, ordering)
        for (source, actions, target), (less, _) in by_nodes.edges.items()
        for action in actions
        for place, ordering in enumerate(("nbOldMsgs", "nbOldAcks"))
        if less >> place & 1
    }
    assert {x for x in strict if x[2].startswith("Rcv")} == {
        ("Sending", "Sending", "RcvMsg", "nbOldMsgs"),
        ("SendingLost", "SendingLost", "RcvMsg", "nbOldMsgs"),
        ("Acking", "Acking", "RcvAck", "nbOldAcks"),
        ("AckingNone", "AckingNone", "RcvAck", "nbOldAcks"),
    }
    assert ("SendingLost", "SendingLost", "LoseMsg", "nbOldMsgs") in strict
    assert ("AckingNone", "AckingNone", "LoseAck", "nbOldAcks") in strict
    enabled = {a: {names[i] for i in nodes} for a, nodes in by_nodes.enabled.items()}
    assert enabled == {
        "RcvMsg": {"Sending"},
        "RcvAck": {"Acking"},
        "ReSndMsg": {"Sending", "SendingLost", "Acking", "AckingNone"},
        "SndAck": set(names),
    }


@pytest.mark.native
@pytest.mark.parametrize(("predicates", "most"), [(SHAPES, 5), ((), 12)])
def test_the_alternating_bit_protocol_is_proved_by_a_computed_diagram_with_few_nodes(
    predicates: Sequence[str], most: int
) -> None:
    model = spec(CHANNELS)
    found = compute(model, predicates, ["AllReceived"])
    assert found.holds
    assert found.constraints == ("Short",)
    assert len(found.diagram.nodes) <= most
    assert conform(model, found.diagram, by="states").conforms
    fair = {a.name: a.fairness for a in found.diagram.actions}
    assert fair["RcvMsg"] is Fairness.STRONG


# ---- other protocols ----

LIVE = [
    ("TicketLock/TicketLockLive", "EveryoneEnters", 4),
    ("LockServer/LockServerLive", "EveryoneConnects", 3),
    ("TwoPhase/TwoPhaseLive", "EveryoneEnds", 3),
    ("CountedBuffer/CountedBuffer", "EveryItemComesOut", 3),
    ("CountedBuffer/CountedBuffer", "EverythingComesOut", 3),
    ("WriterPriority/WriterPriority", "WritersGetIn", 5),
    ("TokenRing/TokenRing", "EveryoneEnters", 4),
    ("EWD840/EWD840Proof", "Live", 5),
    ("Peterson/PetersonLive", "EveryoneEnters", 8),
]


@pytest.mark.native
@pytest.mark.parametrize(
    ("name", "claim", "most"),
    [
        LIVE[1],
        LIVE[3],
        LIVE[6],
        *(pytest.param(*each, marks=pytest.mark.slow) for each in LIVE if each not in LIVE[1:7]),
    ],
)
def test_a_computed_diagram_proves_the_property_and_conforms_to_the_instance(
    name: str, claim: str, most: int
) -> None:
    model = spec(name)
    found = compute(model, properties=[claim])
    assert found.holds
    assert len(found.diagram.nodes) <= most
    assert not diagram_problems(found.diagram)
    again = read_diagrams(Source("again", write_diagram(found.diagram))).diagrams[0]
    assert again == found.diagram
    assert conform(model, found.diagram, by="states").conforms


@pytest.mark.smt
@pytest.mark.parametrize(
    ("name", "claim"),
    [
        LIVE[1][:2],
        LIVE[3][:2],
        *(pytest.param(*each[:2], marks=pytest.mark.slow) for each in (LIVE[0], LIVE[2])),
        *(pytest.param(*each[:2], marks=pytest.mark.slow) for each in LIVE[4:8]),
    ],
)
def test_liveness_is_proved_for_all_sizes(name: str, claim: str) -> None:
    found = compute(spec(name), properties=[claim], all_sizes=True, seconds=120)
    assert found.for_all_sizes
    assert found.conformance is not None
    assert found.conformance.scope == "all sizes"
    assert not found.conformance.assumed


@pytest.mark.smt
@pytest.mark.slow
def test_the_alternating_bit_protocol_is_proved_for_channels_of_any_length() -> None:
    model = spec("diagrams/AlternatingBitProof")
    found = compute(model, properties=["AllReceived"], all_sizes=True, seconds=400)
    assert found.for_all_sizes
    assert len(found.diagram.nodes) <= 5


# ---- what is not proved ----


def written(folder: Path, body: str, config: str) -> Specification:
    (folder / "Small.tla").write_text(f"---- MODULE Small ----\n{body}\n====\n")
    (folder / "Small.cfg").write_text(config)
    return load(folder / "Small.tla")


COUNTER = """EXTENDS Integers
VARIABLE x
Init == x = 0
Up == x < 3 /\\ x' = x + 1
Stay == x = 2 /\\ x' = 1
Next == Up \\/ Stay
Spec == Init /\\ [][Next]_x
Fair == Spec /\\ WF_x(Up)
Strong == Spec /\\ SF_x(Up)
Ends == <>(x = 3)"""


@pytest.mark.native
@pytest.mark.parametrize(("specification", "holds"), [("Spec", False), ("Fair", False)])
def test_a_property_that_does_not_hold_is_not_proved(
    tmp_path: Path, specification: str, holds: bool
) -> None:
    config = f"SPECIFICATION {specification}\nCHECK_DEADLOCK FALSE\n"
    assert compute(written(tmp_path, COUNTER, config), properties=["Ends"]).holds is holds


TURNS = """EXTENDS Integers
VARIABLES turn, done
vars == <<turn, done>>
Init == turn = 0 /\\ done = FALSE
Do(p) == turn = p /\\ ~done /\\ done' = TRUE /\\ UNCHANGED turn
Switch == turn' = 1 - turn /\\ UNCHANGED done
Next == Switch \\/ \\E p \\in {0, 1} : Do(p)
Weak == Init /\\ [][Next]_vars /\\ \\A p \\in {0, 1} : WF_vars(Do(p))
Strong == Init /\\ [][Next]_vars /\\ \\A p \\in {0, 1} : SF_vars(Do(p))
Ends == <>done"""


@pytest.mark.native
@pytest.mark.parametrize(("specification", "holds"), [("Weak", False), ("Strong", True)])
def test_weak_fairness_of_each_is_not_weak_fairness_of_some(
    tmp_path: Path, specification: str, holds: bool
) -> None:
    model = written(tmp_path, TURNS, f"SPECIFICATION {specification}\nCHECK_DEADLOCK FALSE\n")
    assert compute(model, properties=["Ends"]).holds is holds


FEW = """EXTENDS Integers
CONSTANT N
ASSUME N \\in Nat
VARIABLE x
Init == x = 0
Step == x < N /\\ x' = x + 1
Fall == x = 5 /\\ x' = 0
Next == Step \\/ Fall
Spec == Init /\\ [][Next]_x /\\ WF_x(Step) /\\ WF_x(Fall)
Ends == <>[](x = N)"""


UP_TO_FOUR = """EXTENDS Naturals
VARIABLE n
Init == n = 0
Up == n < 4 /\\ n' = n + 1
Spec == Init /\\ [][Up]_n /\\ WF_n(Up)
Small == n < 5
Done == <>(n = 4)"""


@pytest.mark.smt
def test_the_distance_to_the_limit_of_a_guard_is_a_ranking_term(tmp_path: Path) -> None:
    model = written(tmp_path, UP_TO_FOUR, "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n")
    found = compute(model, properties=["Done"], all_sizes=True, seconds=60)
    assert [(o.name, o.text) for o in found.diagram.orderings] == [("value_4_minus_n", "4 - n")]
    assert found.for_all_sizes


@pytest.mark.smt
def test_what_holds_only_for_small_sizes_is_not_proved_for_all(tmp_path: Path) -> None:
    model = written(tmp_path, FEW, "SPECIFICATION Spec\nCONSTANT N = 3\nCHECK_DEADLOCK FALSE\n")
    assert compute(model, properties=["Ends"]).holds
    assert not compute(model, properties=["Ends"], all_sizes=True, seconds=30).for_all_sizes


@pytest.mark.native
def test_without_properties_the_diagram_is_a_picture_with_few_nodes() -> None:
    found = compute(spec("KafkaRebalance/KafkaRebalance"), nodes=6)
    assert found.holds
    assert 2 <= len(found.diagram.nodes) <= 6
    assert not found.diagram.claims


@pytest.mark.native
def test_predicates_of_promela_are_mined_in_its_syntax() -> None:
    model = load(SPECS / "promela" / "peterson" / "peterson.pml")
    found = compute(model, nodes=6)
    assert 2 <= len(found.diagram.nodes) <= 6
    assert conform(model, found.diagram, by="states").conforms


@pytest.mark.native
def test_predicates_of_an_automaton_are_given() -> None:
    model = load(SPECS / "ioa" / "StableRing" / "StableRing.py")
    found = compute(model, ["s[0] == s[1]"])
    assert len(found.diagram.nodes) == 2
    assert conform(model, found.diagram, by="states").conforms


@pytest.mark.native
def test_a_predicate_that_cannot_be_evaluated_is_an_error(tmp_path: Path) -> None:
    model = written(tmp_path, COUNTER, "SPECIFICATION Spec\n")
    with pytest.raises(SpecError, match="cannot be evaluated in every reachable state"):
        compute(model, ["CASE x = 1 -> TRUE"])


@pytest.mark.native
def test_a_property_about_steps_is_rejected(tmp_path: Path) -> None:
    model = written(tmp_path, COUNTER, "SPECIFICATION Spec\n")
    with pytest.raises(SpecError, match="not a claim of a diagram"):
        compute(model, properties=["[]<><<Up>>_x"])
