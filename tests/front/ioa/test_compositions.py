"""Compositions: components, the variables of components, hiding."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.types import INT
from tests.front.ioa.given import PARTS, accepted, found, read, system


def composed(components: str, rest: str = "") -> tree.Composition:
    last = accepted(system(components, rest)).automata[-1]
    assert isinstance(last, tree.Composition)
    return last


def test_a_component_has_its_arguments_in_the_order_of_the_parameters() -> None:
    (component,) = composed("p: Proc(u=N, i=2)").components
    assert (component.name, component.automaton, component.bound) == ("p", "Proc", None)
    first, second = component.args
    assert isinstance(first, tree.Literal)
    assert isinstance(second, tree.Parameter)


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("range(N)", INT),
        ("range(1, 3)", INT),
        ("{1, 2}", INT),
        ("Index", types.IntRange("Index", 0, 3)),
    ],
)
def test_a_sequence_of_components_ranges_over_a_domain(domain: str, expected: types.Type) -> None:
    (component,) = composed(f"P: [Proc(j, 1) for j in {domain}]").components
    assert component.bound is not None
    assert component.bound.type == expected


def test_components_may_be_indexed_by_an_enum() -> None:
    text = "P: [Proc(0, 1) for side in Side]"
    composition = composed(text, "    invariant_of = P[LEFT].q == P[RIGHT].q\n")
    bound = composition.components[0].bound
    assert bound is not None
    assert bound.type == types.Enum("Side", ("LEFT", "RIGHT"))


@pytest.mark.parametrize(
    ("formula", "path", "name"),
    [
        ("p.q == []", [("p", False)], "q"),
        ("P[0].q == []", [("P", True)], "q"),
        ("P[N].at == p.at", [("P", True)], "at"),
        ("sub.left.q == []", [("sub", False), ("left", False)], "q"),
        ("sub.row[1].q == []", [("sub", False), ("row", True)], "q"),
        ("subs[0].row[1].q == []", [("subs", True), ("row", True)], "q"),
    ],
)
def test_a_variable_of_a_component(formula: str, path: list[tuple[str, bool]], name: str) -> None:
    composition = composed(
        "p: Proc(1, 2)\n        P: [Proc(j, 1) for j in range(N)]\n        sub: Two(3)\n"
        "        subs: [Two(j) for j in range(N)]",
        f"    invariant_of = {formula}\n",
    )
    e = composition.invariants[0].formula
    assert isinstance(e, tree.Apply)
    variable = e.operands[0]
    assert isinstance(variable, tree.ComponentVariable)
    assert [(step, index is not None) for step, index in variable.path] == path
    assert variable.name == name


def test_parts_of_variables_of_components() -> None:
    composed(
        "p: Proc(1, 2)\n        P: [Proc(j, 1) for j in range(N)]",
        "    invariant_of = p.at.x == p.q[0] and P[p.q[0]].at.y == 1 and len(P[0].q) == 0\n"
        "    class invariants:\n        all_empty = forall(j, implies(0 <= j < N, P[j].q == []))\n"
        "    class properties:\n        p0 = always(eventually(p.q == []))\n",
    )


def test_hidden_actions_are_outputs() -> None:
    assert composed("p: Proc(1, 2)", "    hidden = {send}\n").hidden == ("send",)
    assert composed("p: Two(1)", "    hidden = {send}\n").hidden == ("send",)


@pytest.mark.parametrize(
    ("components", "rest", "expected"),
    [
        ("p: Prok(1, 2)", "", ("ioa-unknown-name", "Prok")),
        ("p: Proc(1)", "", ("ioa-argument-count", "Proc(1)")),
        ("p: Proc(1, True)", "", ("ioa-type", "True")),
        ("p: Proc(1, 2, 3)", "", ("ioa-argument-count", "Proc(1, 2, 3)")),
        ("p: Proc(1, v=3)", "", ("ioa-argument-name", "v=3")),
        ("p: Proc(1, q)", "", ("ioa-unknown-name", "q")),
        ("p: Proc", "", ("ioa-component", "Proc")),
        ("p: int", "", ("ioa-component", "int")),
        ("p = Proc(1, 2)", "", ("ioa-misplaced", "p = Proc(1, 2)")),
        ("p: Proc(1, 2) = 3", "", ("ioa-misplaced", "p: Proc(1, 2) = 3")),
        ("p: Proc(1, 2)\n        p: Proc(1, 2)", "", ("ioa-duplicate", "p")),
        ("N: Proc(1, 2)", "", ("ioa-name-clash", "N")),
        ("p: [Proc(j, 1) for j in N]", "", ("ioa-type", "N")),
        ("p: [Proc(j, 1) for j in [1, 2]]", "", ("ioa-component", "[1, 2]")),
        ("p: Hides()", "    hidden = {send}\n", ("ioa-hidden", "send")),
        (
            "p: [Proc(j, 1) for j in range(N) if j > 0]",
            "",
            ("ioa-component", "[Proc(j, 1) for j in range(N) if j > 0]"),
        ),
        ("p: Proc(1, 2)", "    invariant_of = p.r == []\n", ("ioa-unknown-name", "r")),
        ("p: Proc(1, 2)", "    invariant_of = r.q == []\n", ("ioa-unknown-name", "r")),
        ("p: Proc(1, 2)", "    invariant_of = p == []\n", ("ioa-component", "p")),
        ("p: Proc(1, 2)", "    invariant_of = p[0].q == []\n", ("ioa-component", "p[0]")),
        ("p: [Proc(j, 1) for j in Side]", "", ("ioa-type", "j")),
        (
            "p: [Proc(1, 1) for j in Side]",
            "    invariant_of = p.q == []\n",
            ("ioa-component", "p.q"),
        ),
        ("p: [Proc(1, 1) for j in Side]", "    invariant_of = p[0].q == []\n", ("ioa-type", "0")),
        (
            "p: [Proc(1, 1) for j in Side]",
            "    invariant_of = p[LEFT] == []\n",
            ("ioa-component", "p[LEFT]"),
        ),
        (
            "p: [Proc(1, 1) for j in Side]",
            "    invariant_of = len(p) == 2\n",
            ("ioa-component", "p"),
        ),
        ("t: Two(1)", "    invariant_of = t.left == []\n", ("ioa-component", "t.left")),
        ("t: Two(1)", "    invariant_of = t.lefft.q == []\n", ("ioa-unknown-name", "lefft")),
        ("t: Two(1)", "    invariant_of = t.row.q == []\n", ("ioa-component", "t.row.q")),
        ("p: Proc(1, 2)", "    invariant_of = p.at.z == 1\n", ("ioa-unknown-field", "z")),
        ("p: Proc(1, 2)", "    hidden = {recv}\n", ("ioa-hidden", "recv")),
        ("p: Proc(1, 2)", "    hidden = {sent}\n", ("ioa-hidden", "sent")),
        ("p: Proc(1, 2)", "    hidden = send\n", ("ioa-misplaced", "send")),
        ("p: Proc(1, 2)", "    initially = True\n", ("ioa-misplaced", "initially")),
        ("p: Proc(1, 2)", "    invariant_of = Proc(1, 2)\n", ("ioa-component", "Proc")),
    ],
)
def test_a_mistake_has_one_message(components: str, rest: str, expected: tuple[str, str]) -> None:
    assert found(system(components, rest)) == [expected]


def test_a_composition_needs_components() -> None:
    text = f"{PARTS}\n@composition\ndef Sys():\n    where = True\n"
    assert found(text) == [("ioa-missing", "Sys")]


def test_a_composition_does_not_contain_itself() -> None:
    assert found(system("p: Sys(N)")) == [("ioa-circular", "Sys")]
    other = "\n@composition\ndef Other():\n    class components:\n        s: Sys(1)\n"
    _, (diagnostic,) = read(system("p: Other()") + other)
    assert diagnostic.code == "ioa-circular"
    assert "Sys -> Other -> Sys" in diagnostic.message


def test_an_automaton_may_be_used_before_it_is_defined() -> None:
    first = "@composition\ndef Top():\n    class components:\n        s: Two(1)\n"
    assert [a.name for a in accepted(first + PARTS).automata] == ["Top", "Proc", "Two", "Hides"]
