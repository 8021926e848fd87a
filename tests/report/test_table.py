"""Results as tables and graphs: the neutral form, and the libraries if they are installed."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import holdfast
from holdfast.ir.notation import TLA, from_python
from holdfast.ir.values import model_value
from holdfast.report.table import value_rows
from tests.cli.specs import COUNTER, LOCK

NAMES = """---- MODULE Names ----
EXTENDS Naturals
CONSTANTS depth, none
VARIABLES action, initial, owner, big, message
vars == <<action, initial, owner, big, message>>
Init == action = 0 /\\ initial = TRUE /\\ owner = none /\\ big = 1 /\\ message = [kind |-> "a"]
Step == /\\ action < depth /\\ action' = action + 1 /\\ initial' = FALSE /\\ owner' = action
        /\\ big' = 3 * 2^(40 * action') /\\ message' = [kind |-> "b", at |-> {action}]
Next == Step
====
"""
DIAGRAM = """diagram D
predicate zero == n = 0
abstract action Up
node A initial: zero
edge A -> A: Up
end
"""


@pytest.fixture(scope="module")
def names() -> holdfast.CheckResult:
    spec = holdfast.load(text=NAMES, constants={"depth": 2, "none": "none"})
    return spec.check()


def test_a_trace_is_a_table(names: holdfast.CheckResult) -> None:
    rows = names.records()
    assert rows[0] == {
        "action_": None, "action": 0, "initial": True, "owner": "none", "big": "1",
        "message": '[kind |-> "a"]',
    }  # fmt: skip
    assert rows[2]["action_"] == "Step"
    assert rows[2]["big"] == str(3 * 2**80), "integers of more than 64 bits are texts"
    assert [row["owner"] for row in rows] == ["none", "0", "1"], "of two kinds: all are texts"


def test_fields_become_columns(names: holdfast.CheckResult) -> None:
    rows = names.records(explode=True)
    assert [row["message.kind"] for row in rows] == ["a", "b", "b"]
    assert [row["message.at"] for row in rows] == [None, "{0}", "{1}"]
    assert len({tuple(row) for row in rows}) == 1, "all rows have the same columns"


def test_values_that_differ_remain_different() -> None:
    values = [model_value("a"), from_python("a"), from_python(1), from_python("1")]
    rows = value_rows([{"x": value} for value in values], TLA, {})
    assert [row["x"] for row in rows] == ["a", '"a"', "1", '"1"']
    same = value_rows([{"x": from_python("a")}, {"x": from_python("b")}], TLA, {})
    assert [row["x"] for row in same] == ["a", "b"]


def test_names_of_numbers_are_texts() -> None:
    text = (
        "mtype = {ping, pong};\nmtype m = ping;\nbyte x;\nactive proctype P() { x = 7; m = pong }\n"
    )
    rows = holdfast.load("names.pml", text=text).check().graph.records()
    assert [row["m"] for row in rows] == ["ping", "ping", "pong", "pong"]
    assert [row["x"] for row in rows] == [0, 7, 7, 7]


def test_a_state_graph_is_two_tables(names: holdfast.CheckResult) -> None:
    graph = names.graph
    assert [row["initial_"] for row in graph.records()] == [True, False, False]
    assert graph.edge_records() == [
        {"source": 0, "target": 1, "action": "Step"},
        {"source": 1, "target": 2, "action": "Step"},
    ]
    json.dumps([names.records(), graph.records(True), graph.edge_records(), names.to_json()])


def test_a_sweep_keeps_constants_with_names_of_columns() -> None:
    sweep = holdfast.load(text=NAMES, constants={"none": "none"}).sweep(depth=[1, 2])
    assert [(row["depth"], row["depth_"]) for row in sweep.records()] == [("1", 2), ("2", 3)]


def test_a_quotient_is_two_tables() -> None:
    spec = holdfast.load(text=LOCK, constants={"Clients": "{a}"})
    found = spec.group_by(["Cardinality(holder)", "waiting"])
    assert found.records()[0] == {
        "states": 1, "initial": 1, "Cardinality(holder)": 0, "waiting": "{}",
    }  # fmt: skip
    assert sum(row["states"] for row in found.records()) == found.answer.counts.distinct
    steps = len(spec.check(deadlock=False).graph.edges)
    assert sum(row["steps"] for row in found.edge_records()) == steps


def test_a_result_without_a_trace_has_no_rows() -> None:
    result = holdfast.load(text=COUNTER, constants={"N": 1}).check(deadlock=False)
    assert result.records() == []


def counter() -> holdfast.CheckResult:
    return holdfast.load(text=COUNTER, constants={"N": 1}).check()


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_a_missing_library_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    method = {"pyarrow": "to_arrow"}.get(name, f"to_{name}")
    with pytest.raises(ImportError, match=f"{method}.. needs {name}.*pip install {name}"):
        getattr(counter(), method)()
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="needs networkx"):
        counter().graph.to_networkx()


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("explode", [False, True])
def test_tables_of_libraries_have_the_rows(
    name: str, explode: bool, names: holdfast.CheckResult
) -> None:
    pytest.importorskip(name)
    method = {"pyarrow": "to_arrow"}.get(name, f"to_{name}")
    for table in (names, names.graph):
        found = getattr(table, method)(explode=explode)
        assert _rows(name, found) == table.records(explode)


def _rows(name: str, found: Any) -> list[dict[str, Any]]:
    match name:
        case "pandas":
            plain = found.astype(object).where(found.notna(), None)
            return list(plain.to_dict("records"))
        case "polars":
            return list(found.to_dicts())
        case _:
            return list(found.to_pylist())


def test_graphs_of_networkx_have_nodes_and_edges(names: holdfast.CheckResult) -> None:
    pytest.importorskip("networkx")
    graph = names.graph.to_networkx()
    assert graph.nodes[0] == {"initial": True, "state": names.graph.states[0]}
    assert list(graph.edges(data="action")) == [(0, 1, "Step"), (1, 2, "Step")]
    spec = holdfast.load(text=LOCK, constants={"Clients": "{a}"})
    quotient = spec.group_by("Cardinality(holder)").to_networkx()
    assert quotient.nodes[0]["values"] == {"Cardinality(holder)": 0}
    drawn = holdfast.load_diagrams(text=DIAGRAM).to_networkx("D")
    assert drawn.nodes["A"] == {"initial": True, "literals": {"zero": True}}
    assert [own["actions"] for _, _, own in drawn.edges(data=True)] == [["Up"]]
