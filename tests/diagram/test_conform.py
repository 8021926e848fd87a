"""Conformance on an instance and by solvers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.diagram.diagram import (
    Annotation,
    Diagram,
    Edge,
    Literal,
    Node,
    Ordering,
    Predicate,
)
from holdfast.source import SpecError
from holdfast.workbench.conforming import ConformOptions, conform
from tests.diagram.small import COUNTER, COUNTER_DIAGRAM, load_text

STATES: ConformOptions = {"by": "states"}
INTERPRETED: ConformOptions = {"by": "states", "engine": "interp"}
ONE_SIZE: ConformOptions = {"by": "solvers", "workers": 1}
ALL_SIZES: ConformOptions = {
    "by": "solvers",
    "all_sizes": True,
    "lemmas": ("Natural",),
    "workers": 1,
}
WAYS = [
    pytest.param(STATES, id="states", marks=pytest.mark.native),
    pytest.param(INTERPRETED, id="interpreted"),
    pytest.param(ONE_SIZE, id="one size", marks=pytest.mark.smt),
    pytest.param(ALL_SIZES, id="all sizes", marks=pytest.mark.smt),
]


def unproved(folder: Path, diagram: Diagram, way: ConformOptions) -> set[str]:
    """The names of the conditions that are not proved, apart from fairness of the spec."""
    found = conform(load_text(folder, "Counter", COUNTER), diagram, **way)
    assert not found.conforms or not (found.refuted or found.open)
    return {x.condition.name for x in found.judged if x.status != "proved"}


@pytest.mark.parametrize("way", WAYS)
def test_a_diagram_of_a_counter_conforms(tmp_path: Path, way: ConformOptions) -> None:
    assert unproved(tmp_path, COUNTER_DIAGRAM, way) == set()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("dropped", "violated"),
    [(0, "O2: Running / Dec"), (1, "O2: Running / Dec"), (2, "O2: Zero / Stop")],
)
def test_without_an_edge_a_step_is_not_covered(
    tmp_path: Path, way: ConformOptions, dropped: int, violated: str
) -> None:
    edges = tuple(e for i, e in enumerate(COUNTER_DIAGRAM.edges) if i != dropped)
    assert violated in unproved(tmp_path, replace(COUNTER_DIAGRAM, edges=edges), way)


@pytest.mark.parametrize("way", WAYS)
def test_an_initial_state_outside_the_initial_nodes_is_found(
    tmp_path: Path, way: ConformOptions
) -> None:
    nodes = tuple(replace(n, initial=n.name == "Zero") for n in COUNTER_DIAGRAM.nodes)
    found = unproved(tmp_path, replace(COUNTER_DIAGRAM, nodes=nodes), way)
    assert found == {"O1: initial states"}


@pytest.mark.parametrize("way", WAYS)
def test_a_term_that_does_not_decrease_is_found(tmp_path: Path, way: ConformOptions) -> None:
    stop = Edge("Zero", "End", ("Stop",), (Annotation("x"),))
    edges = (*COUNTER_DIAGRAM.edges[:2], stop)
    found = unproved(tmp_path, replace(COUNTER_DIAGRAM, edges=edges), way)
    assert found == {"O3: Zero -Stop-> End: x decreases"}


@pytest.mark.parametrize("way", WAYS)
def test_a_step_of_a_fair_action_does_not_stutter(tmp_path: Path, way: ConformOptions) -> None:
    nodes = (Node("All", (), initial=True),)
    diagram = replace(COUNTER_DIAGRAM, nodes=nodes, edges=())
    assert {"O2: All / Dec", "O2: All / Stop"} <= unproved(tmp_path, diagram, way)


@pytest.mark.parametrize("way", WAYS)
def test_an_action_that_may_be_disabled_is_found(tmp_path: Path, way: ConformOptions) -> None:
    dec, stop = COUNTER_DIAGRAM.actions
    actions = (replace(dec, enabled=("Running", "Zero")), stop)
    found = unproved(tmp_path, replace(COUNTER_DIAGRAM, actions=actions), way)
    assert found == {"O4b: Zero: Dec is enabled"}


def test_a_counterexample_is_a_pair_of_states(tmp_path: Path) -> None:
    diagram = replace(COUNTER_DIAGRAM, edges=COUNTER_DIAGRAM.edges[1:])
    found = conform(load_text(tmp_path, "Counter", COUNTER), diagram)
    (refuted,) = found.refuted
    assert refuted.example is not None
    assert refuted.example.step is not None
    assert refuted.example.before["x"] == 5
    assert refuted.example.step.state["x"] == 4


@pytest.mark.smt
def test_an_unreachable_counterexample_is_not_a_refutation(tmp_path: Path) -> None:
    way: ConformOptions = {"by": "solvers", "all_sizes": True, "workers": 1}
    found = conform(load_text(tmp_path, "Counter", COUNTER), COUNTER_DIAGRAM, **way)
    assert not found.conforms
    assert not found.refuted
    (judged,) = [x for x in found.open if x.condition.kind == "O4b"]
    assert judged.example is not None
    assert judged.example.reachable is False
    assert judged.example.before["x"] < 0  # type: ignore[operator]  # a number


@pytest.mark.parametrize(
    ("text", "code"),
    [("x > yy", "unbound-name"), ("x' > 0", "model-property-form"), ("x >", "syntax")],
)
def test_errors_in_texts_are_reported(tmp_path: Path, text: str, code: str) -> None:
    diagram = Diagram("D", (Predicate("p", text),), nodes=(Node("N", (Literal("p"),), True),))
    with pytest.raises(SpecError) as error:
        conform(load_text(tmp_path, "Counter", COUNTER), diagram)
    assert [d.code for d in error.value.diagnostics] == [code]


@pytest.mark.smt
def test_a_lemma_that_excludes_a_counterexample_is_named_and_used(tmp_path: Path) -> None:
    spec = load_text(tmp_path, "Counter", COUNTER)
    way: ConformOptions = {"by": "solvers", "all_sizes": True, "workers": 1}
    found = conform(spec, COUNTER_DIAGRAM, **way)
    assert {name for x in found.open for name in x.excluded_by} == {"TypeOK", "Natural"}
    found = conform(spec, COUNTER_DIAGRAM, **{**way, "strengthen": True})  # type: ignore[arg-type]
    assert found.conforms
    assert set(found.lemmas) <= {"TypeOK", "Natural"}


@pytest.mark.smt
def test_a_lemma_is_inferred_if_the_spec_has_none(tmp_path: Path) -> None:
    lines = COUNTER.splitlines(keepends=True)
    bare = "".join(x for x in lines if not x.startswith(("TypeOK", "Natural")))
    spec = load_text(tmp_path, "Counter", bare)
    way: ConformOptions = {"by": "solvers", "all_sizes": True, "workers": 1}
    found = conform(spec, COUNTER_DIAGRAM, **way)
    assert [x.condition.name for x in found.open] == ["O4b: Zero: Stop is enabled"]
    way["strengthen"] = True
    found = conform(spec, COUNTER_DIAGRAM, **way)
    assert found.conforms
    assert found.lemmas


ORDERS = [
    ("sets", "1..x"),
    ("tuples", "<<1, x>>"),
    ("numbers", "Cardinality({i \\in 1..9 : i <= x})"),
]


@pytest.mark.parametrize("way", [WAYS[1], WAYS[3]])
@pytest.mark.parametrize(("order", "text"), ORDERS)
def test_well_founded_orders(tmp_path: Path, way: ConformOptions, order: str, text: str) -> None:
    counter = COUNTER.replace("EXTENDS Naturals", "EXTENDS Naturals, FiniteSets")
    diagram = replace(COUNTER_DIAGRAM, orderings=(Ordering("x", text, order),))
    spec = load_text(tmp_path, "Counter", counter)
    assert [x.condition.name for x in conform(spec, diagram, **way).refuted] == []
    stop = Edge("Zero", "End", ("Stop",), (Annotation("x"),))
    wrong = replace(diagram, edges=(*diagram.edges[:2], stop))
    found = conform(spec, wrong, **way)
    assert not found.conforms
    unproved = {x.condition.name for x in found.judged if x.status != "proved"}
    assert "O3: Zero -Stop-> End: x decreases" in unproved


@pytest.mark.parametrize(
    ("ordering", "code"),
    [
        (Ordering("x", "x", "integers"), "diagram-order"),
        (Ordering("x", "x", "tuples"), "diagram-order"),
    ],
)
def test_other_orders_are_rejected(tmp_path: Path, ordering: Ordering, code: str) -> None:
    diagram = replace(COUNTER_DIAGRAM, orderings=(ordering,))
    with pytest.raises(SpecError) as error:
        conform(load_text(tmp_path, "Counter", COUNTER), diagram)
    assert error.value.diagnostics[0].code == code
