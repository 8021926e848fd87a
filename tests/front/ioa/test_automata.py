"""The parts of primitive automata, their actions, tasks and properties."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree
from tests.front.ioa.given import COUNTER, accepted, automaton, found, only, read

MINIMAL = """
@automaton
def A():
    class signature: pass
    class states: pass
    class transitions: pass
"""


def with_actions(signature: str, transitions: str = "pass", rest: str = "") -> str:
    """An automaton with this signature and these transitions, indented by eight."""
    return f"""
@automaton
def A(N: int):
    class signature:
        {signature}
    class states:
        v: int
    class transitions:
        {transitions}
{rest}"""


def test_three_classes_are_enough() -> None:
    a = only(MINIMAL)
    assert (a.where, a.initially, a.invariants, a.tasks) == (None, None, (), ())


@pytest.mark.parametrize("part", ["signature", "states", "transitions"])
def test_a_missing_class_is_reported_at_the_name(part: str) -> None:
    text = MINIMAL.replace(f"    class {part}: pass\n", "")
    _, (diagnostic,) = read(text)
    assert diagnostic.code == "ioa-missing"
    assert f"`class {part}`" in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.text == "A"


def test_an_automaton_may_take_and_give_one_action() -> None:
    a = only(
        with_actions(
            "@output\n        def act(x: int): where = x == N\n"
            "        @input\n        def act(x: int): where = x != N",
            "@output\n        @pre(v == x)\n        def act(x): v = 0\n"
            "        @input\n        def act(x: int): v = x\n"
            "        @input\n        def act(x): pass",
        )
    )
    assert [t.kind.value for t in a.transitions] == ["output", "input", "input"]
    assert a.transitions[0].precondition is not None
    assert a.signature[1].where is not None


def test_an_input_may_have_a_precondition() -> None:
    """That it disables the input is for the axioms to find."""
    text = with_actions(
        "@input\n        def a(): pass", "@input\n        @pre(v == 0)\n        def a(): pass"
    )
    assert only(text).transitions[0].precondition is not None


def test_tasks_name_actions() -> None:
    text = with_actions(
        "@output\n        def a(): pass\n        @internal\n        def b(): pass",
        rest="    class tasks:\n        one = {a, b}\n        two = strong({b})\n",
    )
    assert [(t.name, t.actions, t.strong) for t in only(text).tasks] == [
        ("one", ("a", "b"), False),
        ("two", ("b",), True),
    ]


def test_invariants_and_properties_have_names() -> None:
    text = MINIMAL.replace("states: pass", "states:\n        v: int") + (
        "    invariant_of = v >= 0\n"
        "    class invariants:\n        'a note'\n        small = v < 3\n"
        "    class properties:\n"
        "        again = always(eventually(v == 0)) and not leads_to(v == 1, eventually(v == 2))\n"
        "        later = implies(v == 0, eventually(v == 1))\n"
    )
    a = only(text)
    assert [i.name for i in a.invariants] == ["invariant_of", "small"]
    assert [p.name for p in a.properties] == ["again", "later"]
    assert isinstance(a.properties[0].formula, tree.Apply)


@pytest.mark.parametrize(
    ("formula", "underlined"),
    [
        ("all(eventually(i == x) for x in q)", "eventually(i == x)"),
        ("eventually(b) == b", "eventually(b)"),
        ("forall(x, always(x > 0))", "always(x > 0)"),
    ],
)
def test_a_temporal_formula_does_not_stand_inside_others(formula: str, underlined: str) -> None:
    text = automaton(more=f"    class properties:\n        p = {formula}\n")
    assert found(text) == [("ioa-temporal", underlined)]


ACT = "@output\n        def act(x: int): pass"


@pytest.mark.parametrize(
    ("signature", "transitions", "rest", "expected"),
    [
        ("def act(): pass", "pass", "", ("ioa-decorator", "act")),
        ("@outputt\n        def act(): pass", "pass", "", ("ioa-decorator", "outputt")),
        (
            "@output\n        @input\n        def act(): pass",
            "pass",
            "",
            ("ioa-decorator", "input"),
        ),
        (
            "@output\n        @pre(v)\n        def act(): pass",
            "pass",
            "",
            ("ioa-decorator", "pre(v)"),
        ),
        ("@output\n        def act(x): pass", "pass", "", ("ioa-parameters", "x")),
        ("@output\n        def act(x: int = 3): pass", "pass", "", ("ioa-parameters", "3")),
        ("@output\n        def act(*x: int): pass", "pass", "", ("ioa-parameters", "x: int")),
        ("@output\n        def act(**x: int): pass", "pass", "", ("ioa-parameters", "x: int")),
        ("@output\n        def act(*, x: int): pass", "pass", "", ("ioa-parameters", "x: int")),
        ("@output\n        def act() -> int: pass", "pass", "", ("ioa-misplaced", "int")),
        ("@output\n        def act(): v = 1", "pass", "", ("ioa-misplaced", "v = 1")),
        ("@output\n        def act(): where = 1", "pass", "", ("ioa-type", "1")),
        ("@output\n        def act(): where = v == 1", "pass", "", ("ioa-unknown-name", "v")),
        (f"{ACT}\n        {ACT}", "pass", "", ("ioa-duplicate", "act")),
        ("x = 1", "pass", "", ("ioa-misplaced", "x = 1")),
        ("@output\n        def act(N: int): pass", "pass", "", ("ioa-name-clash", "N")),
        ("@output\n        def act(A: int): pass", "pass", "", ("ioa-name-clash", "A")),
        ("@output\n        def act(len: int): pass", "pass", "", ("ioa-name-clash", "len")),
        (ACT, "@output\n        def acts(x): pass", "", ("ioa-no-signature", "acts")),
        (ACT, "@input\n        def act(x): pass", "", ("ioa-no-signature", "act")),
        (ACT, "def act(x): pass", "", ("ioa-decorator", "act")),
        (
            ACT,
            "@output\n        @post(v)\n        def act(x): pass",
            "",
            ("ioa-decorator", "post(v)"),
        ),
        (ACT, "@output\n        @pre\n        def act(x): pass", "", ("ioa-decorator", "pre")),
        (
            ACT,
            "@output\n        @pre()\n        def act(x): pass",
            "",
            ("ioa-argument-count", "pre()"),
        ),
        (ACT, "@output\n        @pre(v)\n        def act(x): pass", "", ("ioa-type", "v")),
        (
            ACT,
            "@output\n        @pre(v == 1)\n        @pre(v == 2)\n        def act(x): pass",
            "",
            ("ioa-decorator", "pre(v == 2)"),
        ),
        (ACT, "@output\n        def act(): pass", "", ("ioa-argument-count", "act")),
        (ACT, "@output\n        def act(y): pass", "", ("ioa-parameters", "y")),
        (ACT, "@output\n        def act(x: nat): pass", "", ("ioa-parameters", "nat")),
        (ACT, "v = 1", "", ("ioa-misplaced", "v = 1")),
        (ACT, "pass", "    class tasks:\n        t = {b}\n", ("ioa-task", "b")),
        (ACT, "pass", "    class tasks:\n        t = act\n", ("ioa-misplaced", "act")),
        (ACT, "pass", "    class tasks:\n        t = weak({act})\n", ("ioa-task", "weak({act})")),
        (
            ACT,
            "pass",
            "    class tasks:\n        t = strong()\n",
            ("ioa-argument-count", "strong()"),
        ),
        (
            ACT,
            "pass",
            "    class tasks:\n        t = {act}\n        t = {act}\n",
            ("ioa-duplicate", "t"),
        ),
        (
            "@input\n        def act(): pass",
            "pass",
            "    class tasks:\n        t = {act}\n",
            ("ioa-task", "act"),
        ),
        (ACT, "pass", "    wher = True\n", ("ioa-misplaced", "wher")),
        (ACT, "pass", "    signature = True\n", ("ioa-misplaced", "signature")),
        (ACT, "pass", "    class where: pass\n", ("ioa-misplaced", "where")),
        (ACT, "pass", "    class components: pass\n", ("ioa-misplaced", "components")),
        (ACT, "pass", "    class invariants(int): pass\n", ("ioa-misplaced", "int")),
        (ACT, "pass", "    where = True\n    where = True\n", ("ioa-duplicate", "where")),
        (ACT, "pass", "    class states: pass\n", ("ioa-duplicate", "states")),
        (ACT, "pass", "    print(3)\n", ("ioa-misplaced", "print(3)")),
        (ACT, "pass", "    where = v > 0\n", ("ioa-unknown-name", "v")),
        (ACT, "pass", "    initially = N\n", ("ioa-type", "N")),
        (ACT, "pass", "    invariant_of = N\n", ("ioa-type", "N")),
        (ACT, "pass", "    class invariants:\n        x = N\n", ("ioa-type", "N")),
        (ACT, "pass", "    class invariants:\n        v == 1\n", ("ioa-misplaced", "v == 1")),
        (
            ACT,
            "pass",
            "    class invariants:\n        x = v > 0\n        x = v > 1\n",
            ("ioa-duplicate", "x"),
        ),
        (
            ACT,
            "pass",
            "    class invariants:\n        x = v > 0\n    class properties:\n        x = v > 1\n",
            ("ioa-duplicate", "x"),
        ),
    ],
)
def test_a_mistake_has_one_message(
    signature: str, transitions: str, rest: str, expected: tuple[str, str]
) -> None:
    assert found(with_actions(signature, transitions, rest)) == [expected]


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ("v: int = 3", ("ioa-misplaced", "3")),
        ("v = 3", ("ioa-misplaced", "v = 3")),
        ("N: int", ("ioa-name-clash", "N")),
        ("i: bool", ("ioa-duplicate", "i")),
        ("RED: int", ("ioa-name-clash", "RED")),
        ("set: int", ("ioa-name-clash", "set")),
    ],
)
def test_a_wrong_state_variable_has_one_message(states: str, expected: tuple[str, str]) -> None:
    assert found(automaton(states=states)) == [expected]


def test_an_action_has_the_same_parameters_everywhere() -> None:
    text = MINIMAL.replace(
        "signature: pass", "signature:\n        @output\n        def go(i: int): pass"
    )
    other = text.replace("def A", "def B").replace("i: int", "i: nat")
    _, (diagnostic,) = read(text + other)
    assert diagnostic.code == "ioa-action-parameters"
    assert diagnostic.span is not None
    assert diagnostic.span.source.position(diagnostic.span.start)[0] == 14
    (note,) = diagnostic.notes
    assert "go(i: int)" in note.message
    assert note.span is not None
    assert note.span.source.position(note.span.start)[0] == 6
    renamed = text.replace("def A", "def B").replace("i: int", "j: int")
    assert found(text + renamed) == [("ioa-action-parameters", "go")]
    assert accepted(text + text.replace("def A", "def B"))


def test_the_file_of_the_tests_is_accepted() -> None:
    assert only(COUNTER).states
    assert only(automaton()).states


def test_a_cardinality_is_not_a_formula() -> None:
    text = automaton(
        more="    initially = len(q) == N and \\\n"
        "        len({x for x in range(0, N) if q[x] == 1})\n"
    )
    _, (diagnostic,) = read(text)
    assert diagnostic.message == "integer used where Boolean expected"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "len({x for x in range(0, N) if q[x] == 1})"
