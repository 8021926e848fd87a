"""Random walks through models, compared with the state graph that a search finds.

`python -m tests.explore.walks` does 200 walks on 20 specs of all languages.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.check.unjudged import unjudged
from holdfast.explore.model import OpenModel
from holdfast.explore.wire import Step, Walk
from holdfast.ir.construct import record_of
from holdfast.ir.fingerprint import fingerprint
from holdfast.verdict import Graph
from holdfast.workbench import load, prepare

SPECS = Path(__file__).resolve().parents[2] / "specs"
FEW = (
    "TwoPhase/TwoPhase.tla",
    "Peterson/Peterson.tla",
    "DieHard/DieHard.tla",
    "promela/peterson/peterson.pml",
    "promela/bounded_buffer/bounded_buffer.pml",
    "ioa/AsyncLCR/AsyncLCR.py",
)
MANY = (
    *FEW,
    "AlternatingBit/AlternatingBit.tla",
    "DiningPhilosophers/DiningPhilosophers.tla",
    "LamportMutex/LamportMutex.tla",
    "Paxos/Paxos.tla",
    "RicartAgrawala/RicartAgrawala.tla",
    "Bakery/Bakery.tla",
    "KeyValueStore/KeyValueStore.tla",
    "TokenRing/TokenRing.tla",
    "promela/alternating_bit/alternating_bit.pml",
    "promela/starvation/starvation.pml",
    "promela/handshake/handshake.pml",
    "promela/ring_election/ring_election.pml",
    "promela/readers_writers/readers_writers.pml",
    "ioa/ManufacturingCell/ManufacturingCell.py",
)


class Oracle:
    """The states and steps that a search finds, by ids computed from whole records."""

    def __init__(self, path: Path) -> None:
        options = SearchOptions(keep_graph=True)
        graph = check(unjudged(prepare(load(path)).system), options).graph
        assert graph is not None
        ids = [_id(graph, state) for state in graph.states]
        assert len(set(ids)) == len(ids), "ids of a small graph differ"
        self.states = set(ids)
        self.initial = {ids[i] for i in graph.initial}
        self.steps: dict[str, set[str]] = {mark: set() for mark in ids}
        self.actions: dict[str, set[tuple[str, str]]] = {mark: set() for mark in ids}
        for source, target, action in graph.edges:
            self.steps[ids[source]].add(ids[target])
            self.actions[ids[source]].add((action, ids[target]))


def _id(graph: Graph, state: Sequence[object]) -> str:
    values = dict(zip(graph.variables, state, strict=True))
    return f"{fingerprint(record_of(values)):016x}"[:8]  # type: ignore[arg-type]  # values


def compare_walks(path: Path, walks: int, length: int = 12) -> int:
    """Walk at random, and compare every state with the graph; returns how many steps were seen."""
    oracle, model = Oracle(path), OpenModel(load(path))
    start = model.walk()
    assert start["more"] == 0, "the initial states of these models are few"
    proper = set(_proper(model, [], start["next"]))
    assert proper == oracle.initial, f"{path}: initial states"
    chance, seen = random.Random(path.name), 0
    for _ in range(walks):
        walk = start
        for _ in range(length):
            steps = [step for step in walk["next"] if not step["outside"]]
            if not steps:
                break
            walk = model.walk([*walk["path"], chance.choice(steps)["key"]])
            assert walk["ended"] is None, f"{path}: {walk['ended']}"
            seen += _compare_state(path, oracle, model, walk)
    return seen


def _compare_state(path: Path, oracle: Oracle, model: OpenModel, walk: Walk) -> int:
    here, following = walk["steps"][-1], walk["next"]
    if here["transient"]:
        return 0
    assert here["id"] in oracle.states, f"{path}: {here['id']} is not reachable"
    reached = set(_proper(model, walk["path"], following))
    assert reached == oracle.steps[here["id"]], f"{path}: successors of {here['id']}"
    if not any(step["transient"] for step in following):
        named = {(str(s["action"]), s["id"]) for s in following if not s["outside"]}
        assert named == oracle.actions[here["id"]], f"{path}: actions of {here['id']}"
    return 1


def _proper(
    model: OpenModel, keys: list[str], steps: Sequence[Step], depth: int = 40
) -> Iterator[str]:
    """The states that are reached through transient ones."""
    assert depth, "atomic steps of these models are short"
    for step in steps:
        if step["outside"]:
            continue
        if not step["transient"]:
            yield step["id"]
        else:
            path = [*keys, step["key"]]
            yield from _proper(model, path, model.walk(path)["next"], depth - 1)


def main() -> int:
    """Compare ten walks on each of the models."""
    for name in MANY:
        sys.stdout.write(f"{name}: {compare_walks(SPECS / name, 10)} states compared\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
