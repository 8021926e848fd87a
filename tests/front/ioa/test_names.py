"""Names: which declaration is meant, clashes, suggestions, functions."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree
from tests.front.ioa.given import TYPES, accepted, automaton, found, only, read


def kinds(text: str) -> list[type[tree.Node]]:
    """The classes of the operands of the precondition of the first transition."""
    pre = only(text).transitions[0].precondition
    assert isinstance(pre, tree.Apply)
    return [type(o) for o in pre.operands]


def test_each_name_is_resolved() -> None:
    assert kinds(automaton(pre="i == N")) == [tree.Variable, tree.Parameter]
    assert kinds(automaton(pre="k == i")) == [tree.Local, tree.Variable]
    assert kinds(automaton(pre="colour == RED")) == [tree.Variable, tree.Literal]


def test_a_bound_variable_hides_everything_else() -> None:
    text = automaton(pre="all(k == 0 and N == 1 and i == 2 for k in q for N in q for i in q)")
    pre = only(text).transitions[0].precondition
    assert isinstance(pre, tree.Quantifier)
    assert isinstance(pre.body, tree.Apply)
    sides = [e.operands[0] for e in pre.body.operands if isinstance(e, tree.Apply)]
    assert [type(s) for s in sides] == [tree.Local] * 3


def test_the_parameter_of_an_action_hides_a_state_variable() -> None:
    text = automaton(pre="flag == flag", states="flag: int")
    assert kinds(text) == [tree.Local, tree.Local]
    assert found(automaton(effect="flag = 1", states="flag: int")) == [("ioa-assignment", "flag")]


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ("Small: type = int", ("ioa-duplicate", "Small")),
        ("RED: type = int", ("ioa-duplicate", "RED")),
        ("def half(a: int) -> int: return a", ("ioa-duplicate", "half")),
        ("def len(a: int) -> int: return a", ("ioa-name-clash", "len")),
        ("Seq: type = int", ("ioa-name-clash", "Seq")),
        ("bv3: type = int", ("ioa-name-clash", "bv3")),
        ("def g(half: int) -> int: return 1", ("ioa-name-clash", "half")),
        ("def g(a: int, a_: Red) -> int: return 1", ("ioa-unknown-type", "Red")),
        ("def g(a) -> int: return 1", ("ioa-parameters", "a")),
        ("def g(a: int = 2) -> int: return a", ("ioa-parameters", "2")),
        ("def g(a: int): return a", ("ioa-parameters", "g")),
        ("def g(a: int) -> bool: return a", ("ioa-type", "a")),
        ("def g() -> int: return N", ("ioa-unknown-name", "N")),
        ("def g() -> int: pass", ("ioa-function", "pass")),
        ("def g() -> int: return", ("ioa-function", "return")),
        ("def g() -> int:\n    x = 1\n    return x", ("ioa-function", "x = 1")),
        ("def g(a: int) -> int: return g(a)", ("ioa-recursion", "g")),
        ("def g() -> int: return h()\ndef h() -> int: return 1", ("ioa-recursion", "h")),
        ("x = 3", ("ioa-misplaced", "x = 3")),
        ("x: int = 3", ("ioa-misplaced", "x: int = 3")),
        ("T: type", ("ioa-misplaced", "T: type")),
        ("class C: pass", ("ioa-misplaced", "class C: pass")),
        ("async def g(): pass", ("ioa-misplaced", "async def g(): pass")),
        ("print(1)", ("ioa-misplaced", "print(1)")),
        ("import os", ("ioa-import", "import os")),
        ("from os import path", ("ioa-import", "from os import path")),
        ("from . import ioa", ("ioa-import", "from . import ioa")),
        ("@automation\ndef g(): pass", ("ioa-decorator", "automation")),
        ("@automaton()\ndef g(): pass", ("ioa-decorator", "automaton()")),
        ("@automaton\n@composition\ndef g(): pass", ("ioa-decorator", "composition")),
    ],
)
def test_a_mistake_on_the_top_level_has_one_message(top: str, expected: tuple[str, str]) -> None:
    assert found(automaton(top=f"\n{top}\n")) == [expected]


@pytest.mark.parametrize("name", ["Small", "RED", "half", "A", "max", "bool"])
def test_a_parameter_does_not_clash_with_a_global_name(name: str) -> None:
    text = automaton().replace("C: Colour", f"{name}: int")
    assert found(text) == [("ioa-name-clash", name)]


def test_a_parameter_is_declared_once() -> None:
    text = automaton().replace("def A(N: int, M: nat, C: Colour)", "def A(N: int, M: nat, M_: nat)")
    assert found(text) == []
    assert found(automaton().replace("def A(N: int,", "def A(N,")) == [("ioa-parameters", "N")]
    assert found(automaton().replace("C: Colour)", "C: Colour = 3)")) == [("ioa-parameters", "3")]


def test_two_automata_of_one_name() -> None:
    text = automaton()
    both = text + text[text.index("@automaton") :]
    ((code, underlined),) = found(both)
    assert (code, underlined) == ("ioa-duplicate", "A")


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("smal == 1", "did you mean `small`?"),
        ("colour == REDD", "did you mean `RED`?"),
        ("haf(1) == 1", "did you mean `half`?"),
        ("msg.scr == 1", "did you mean `src`?"),
        ("half(b_=1) == 1", None),
        ("i // 2 == 1", "`/` is the division of integers"),
        ("q[-1] == 1", "count from the end with `q[len(q) - 1]`"),
        ("b is True", "use `==`"),
        ("s == {}", "the empty set is `set()`"),
    ],
)
def test_a_message_suggests_what_was_meant(text: str, help: str | None) -> None:
    _, (diagnostic,) = read(automaton(text))
    assert diagnostic.help == help


def test_functions_call_those_above_them() -> None:
    file = accepted(
        TYPES + "\ndef quarter(a: int) -> int:\n    'a note'\n    return half(half(a))\n"
    )
    assert isinstance(file.functions[-1].body, tree.UserCall)


def test_the_library_may_be_imported() -> None:
    assert accepted("from holdfast.ioa import *\nfrom holdfast.ioa import automaton, Enum\n")
