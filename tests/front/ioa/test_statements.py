"""Effects of transitions."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.types import BOOL, INT
from tests.front.ioa.given import automaton, effect, found, read


def assignment(text: str) -> tree.Assign:
    (statement,) = effect(text)
    assert isinstance(statement, tree.Assign)
    return statement


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("i = 1", 0, INT),
        ("q[i] = 1", 1, INT),
        ("grid[i][0] = 1", 2, INT),
        ("msgs[0].src = 1", 2, INT),
        ("msg.src = 1", 1, INT),
        ("m[small] = True", 1, BOOL),
        ("pair[1] = b", 1, BOOL),
        ("small = i", 0, types.IntRange("Small", 0, 4)),
        ("word = i", 0, types.Bits(8)),
        ("q = []", 0, types.Seq(INT)),
        ("s = set()", 0, types.Set(INT)),
        ("smalls = [1, 2]", 0, types.Seq(types.IntRange("Small", 0, 4))),
        ("wide = s", 0, types.Set(INT, infinite=True)),
    ],
)
def test_a_target_has_a_path_and_a_type(text: str, path: int, expected: types.Type) -> None:
    (target,) = assignment(text).targets
    assert (len(target.path), target.type, target.local) == (path, expected, False)


def test_several_targets_take_a_tuple() -> None:
    assert [t.name for t in assignment("i, b = 1, True").targets] == ["i", "b"]
    assert [t.name for t in assignment("i, b = pair").targets] == ["i", "b"]
    assert [t.path == () for t in assignment("q[0], i = i, q[0]").targets] == [False, True]


def test_an_augmented_assignment_is_an_assignment() -> None:
    value = assignment("q[i] += 2").value
    assert isinstance(value, tree.Apply)
    assert value.operator is tree.Operator.ADD
    assert isinstance(assignment("s |= {1}").value, tree.Apply)


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "'a note'",
        "if b:\n    i = 1\nelif i > 0:\n    i = 2\nelse:\n    i = 3",
        "for x in range(3):\n    i += x",
        "for x in q:\n    for y in q:\n        i = x + y",
        "x = 1\ni = x",
        "x = small\ni = incre(x)",
        "x = 0\nfor y in q:\n    x += y\ni = x",
        "if b:\n    x = 1\nelse:\n    x = 2\ni = x",
        "x = []\nx = x + [1]\nq = x",
        "x, y = 1, b\ni = x\nb = y",
        "i, _ = pair",
        "x = q\nx[0] = 3\nq = x",
        "for x in range(2):\n    i = x\nfor x in q:\n    i = x",
        "b = forall(k, implies(0 <= k < 3, q[k] > 0))",
        "x = 1\nx = small\nx = n\nq = [x]",
    ],
)
def test_an_effect_is_accepted(text: str) -> None:
    effect(text)


def test_values_determine_the_type_of_a_local_variable() -> None:
    first, _ = effect("x = small\nx = x + 1")
    assert isinstance(first, tree.Assign)
    assert first.targets[0].type == INT
    assert first.targets[0].local


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("while b:\n    pass", "ioa-unsupported", "while b:"),
        ("try:\n    pass\nfinally:\n    pass", "ioa-unsupported", "try:"),
        ("with b:\n    pass", "ioa-unsupported", "with b:"),
        ("return", "ioa-unsupported", "return"),
        ("def f(): pass", "ioa-unsupported", "def f(): pass"),
        ("class f: pass", "ioa-unsupported", "class f: pass"),
        ("import os", "ioa-unsupported", "import os"),
        ("assert b", "ioa-unsupported", "assert b"),
        ("del i", "ioa-unsupported", "del i"),
        ("global i", "ioa-unsupported", "global i"),
        ("raise b", "ioa-unsupported", "raise b"),
        ("x: int = 1", "ioa-unsupported", "x: int = 1"),
        ("half(1)", "ioa-unsupported", "half(1)"),
        ("for x in q:\n    break", "ioa-unsupported", "break"),
        ("for x in q:\n    pass\nelse:\n    i = 2", "ioa-unsupported", "i = 2"),
        ("i **= 2", "ioa-unsupported", "i **= 2"),
        ("i //= 2", "ioa-unsupported", "i //= 2"),
        ("i = b", "ioa-type", "b"),
        ("b = 1", "ioa-type", "1"),
        ("q = s", "ioa-type", "s"),
        ("s = wide", "ioa-type", "wide"),
        ("word = bit", "ioa-type", "bit"),
        ("char = text", "ioa-type", "text"),
        ("q[0] = b", "ioa-type", "b"),
        ("q[b] = 1", "ioa-type", "b"),
        ("i, b = 1, 2", "ioa-type", "2"),
        ("i += b", "ioa-type", "b"),
        ("b += 1", "ioa-type", "b"),
        ("if i:\n    pass", "ioa-type", "i"),
        ("for x in s:\n    pass", "ioa-type", "s"),
        ("for x in i:\n    pass", "ioa-type", "i"),
        ("x = 1\nx = b", "ioa-type", "x"),
        ("q[-1] = 2", "ioa-index", "-1"),
        ("pair[2] = 2", "ioa-index", "2"),
        ("msg.scr = 2", "ioa-unknown-field", "scr"),
        ("i = j", "ioa-unknown-name", "j"),
        ("z[0] = 1", "ioa-unknown-name", "z"),
        ("N = 1", "ioa-assignment", "N"),
        ("k = 1", "ioa-assignment", "k"),
        ("RED = 1", "ioa-assignment", "RED"),
        ("half = 1", "ioa-assignment", "half"),
        ("for x in q:\n    x = 1", "ioa-name-clash", "x"),
        ("q[1:] = q", "ioa-assignment", "q[1:]"),
        ("i = n = 1", "ioa-assignment", "i = n = 1"),
        ("i, n = 1, 2, 3", "ioa-assignment", "1, 2, 3"),
        ("i, i = 1, 2", "ioa-assignment", "i"),
        ("q, q[0] = [], 2", "ioa-assignment", "q[0]"),
        ("max = 1", "ioa-name-clash", "max"),
        ("smal = 1", "ioa-unused", "smal"),
        ("x = 1\nx += 1", "ioa-unused", "x"),
        ("word = 256", "ioa-constant", "256"),
        ("half(1).x = 1", "ioa-assignment", "half(1).x"),
        ("if b:\n    x = 1\ni = x", "ioa-unassigned", "x"),
        ("i = x\nx = 1", "ioa-unassigned", "x"),
        ("x += 1", "ioa-unassigned", "x"),
        ("for y in q:\n    x = 1\ni = x", "ioa-unassigned", "x"),
        ("for i in q:\n    pass", "ioa-name-clash", "i"),
        ("for N in q:\n    pass", "ioa-name-clash", "N"),
        ("for k in q:\n    pass", "ioa-name-clash", "k"),
        ("for x, y in pairs:\n    pass", "ioa-bound", "x, y"),
        ("for x in q:\n    pass\ni = x", "ioa-unknown-name", "x"),
    ],
)
def test_a_mistake_has_one_message(text: str, code: str, underlined: str) -> None:
    ((got, span),) = found(automaton(effect=text))
    assert (got, span.splitlines()[0].strip()) == (code, underlined)


def test_many_branches_are_too_deep_but_reported() -> None:
    branches = "".join(f"\nelif i == {n}:\n    i = 0" for n in range(400))
    assert [code for code, _ in found(automaton(effect=f"if b:\n    i = 1{branches}"))] == [
        "too-deep"
    ]


def test_an_assignment_to_a_misspelt_variable_is_reported() -> None:
    _, (diagnostic,) = read(automaton(effect="colur = RED"))
    assert diagnostic.help == "did you mean `colour`?"


def test_the_message_about_a_local_variable_shows_where_it_is_assigned() -> None:
    _, (diagnostic,) = read(automaton(effect="if b:\n    x = 1\ni = x"))
    (note,) = diagnostic.notes
    assert note.span is not None
    assert note.span.text == "x"
