"""A log matches exactly if some walk through the graph does, by a search of another kind."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import holdfast

NODES = range(5)
edges = st.sets(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=9)
colours = st.lists(st.integers(0, 2), min_size=5, max_size=5)


def spec_text(steps: set[tuple[int, int]], colour: list[int], initial: set[int]) -> str:
    pairs = ", ".join(f"<<{a}, {b}>>" for a, b in sorted(steps))
    return f"""---- MODULE Walk ----
EXTENDS Naturals, Sequences
VARIABLE node
Edges == {{{pairs}}}
Colour == <<{", ".join(map(str, colour))}>>
Init == node \\in {{{", ".join(map(str, sorted(initial)))}}}
Step(e) == node = e[1] /\\ node' = e[2]
Next == \\E e \\in Edges : Step(e)
====
"""


def longest_prefix(
    steps: set[tuple[int, int]],
    colour: list[int],
    initial: set[int],
    lines: list[int],
    between: int,
) -> int:
    """How many lines some walk matches: tries all walks, depth first."""

    @cache
    def best(node: int, at: int, hidden: int) -> int:
        """The most lines matched from a node on, with so many steps before the line at `at`."""
        found = at
        if at < len(lines) and colour[node] == lines[at]:
            # Stay for the next line, or leave by a step.
            found = max(found, at + 1, best(node, at + 1, between + 1))
        if hidden and at < len(lines):
            found = max([found, *(best(b, at, hidden - 1) for a, b in steps if a == node)])
        return found

    return max((best(node, 0, between) for node in initial), default=0)


@given(
    edges,
    colours,
    st.sets(st.sampled_from(NODES), min_size=1),
    st.lists(st.integers(0, 2), min_size=1, max_size=6),
    st.integers(0, 2),
)
def test_a_log_matches_if_some_walk_does(
    steps: set[tuple[int, int]],
    colour: list[int],
    initial: set[int],
    lines: list[int],
    between: int,
) -> None:
    expected = longest_prefix(steps, colour, initial, lines, between)
    with TemporaryDirectory() as folder:
        path, log = Path(folder, "Walk.tla"), Path(folder, "log.ndjson")
        path.write_text(spec_text(steps, colour, initial), encoding="utf-8")
        rows = (json.dumps({"Colour[node + 1]": c}) + "\n" for c in lines)
        log.write_text("".join(rows), encoding="utf-8")
        found = holdfast.load(path).validate(log, between=between).validation
    assert (found.matched, found.valid) == (expected, expected == len(lines))
    nodes = [step.state["node"] for step in found.witness.steps]
    logged = [line for line in found.lines if line is not None]
    assert logged == list(range(expected))
    for before, after, step in zip(nodes, nodes[1:], found.witness.steps[1:], strict=False):
        assert before == after or (before, after) in steps
        assert (step.action == "stuttering") == ((before, after) not in steps)
    assert not nodes or nodes[0] in initial
    shown = [
        colour[int(str(n))] for n, line in zip(nodes, found.lines, strict=True) if line is not None
    ]
    assert shown == lines[:expected]
