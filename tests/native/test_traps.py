"""Every kind of evaluation error stops the C, and the interpreter finds the words for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.source import SpecError
from holdfast.verdict import Failed
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

NATIVE = replace(DEFAULTS, engine="native", compiler="tcc")
INTERPRETED = replace(DEFAULTS, engine="interp")
EXTENDS = "Integers, Sequences, FiniteSets, TLC, Bags"
DEFINITIONS = """
RECURSIVE Down(_)
Down(n) == IF n = 0 THEN 0 ELSE Down(n - 1)
RECURSIVE Forever(_)
Forever(n) == 1 + Forever(n + 1)
f[n \\in 0..5] == IF n = 5 THEN f[7] ELSE n
Needs(a, b) == IF a THEN b ELSE 0
"""

VALUES = {
    # numbers
    "a number and a string are added": 'x + "a"',
    "a set is subtracted": "x - {1}",
    "a truth value is multiplied": "x * TRUE",
    "division by zero": "x \\div (x - 2)",
    "a remainder by zero": "x % (x - 2)",
    "a remainder by a negative number": "x % (0 - x)",
    "a negative exponent": "x ^ (0 - x)",
    "minus a string": '-("a")',
    "a string is compared with a number": 'IF x < "a" THEN 1 ELSE 2',
    "an interval of strings": 'Cardinality(1.."a")',
    # equality and order
    "a number equals a string": 'IF x = "two" THEN 1 ELSE 2',
    "a set equals a number": "IF {x} = x THEN 1 ELSE 2",
    "a function equals a set": "IF [i \\in 1..2 |-> i] = {x} THEN 1 ELSE 2",
    "a set of a number and a string": 'Cardinality({x, "a"})',
    "elements that cannot be compared are looked for": 'IF "a" \\in {x, 3} THEN 1 ELSE 2',
    # sets
    "an element of a number": "IF 1 \\in x THEN 1 ELSE 2",
    "a subset of a number": "IF {1} \\subseteq x THEN 1 ELSE 2",
    "a union with a number": "Cardinality({1} \\union x)",
    "an intersection with a function": "Cardinality({1} \\intersect <<1>>)",
    "the difference from a string": 'Cardinality({1} \\ "a")',
    "the union of a set of numbers": "Cardinality(UNION {x, 1})",
    "the subsets of a number": "Cardinality(SUBSET x)",
    "the size of an infinite set": "Cardinality(Nat)",
    "all numbers are looked through": "CHOOSE n \\in Nat : n > x",
    "a quantifier over a number": "IF \\A i \\in x : i > 0 THEN 1 ELSE 2",
    "a quantifier over all integers": "IF \\E i \\in Int : i > x THEN 1 ELSE 2",
    "a filter that is no formula": "Cardinality({i \\in 1..3 : i + x})",
    "a map over a string": 'Cardinality({i : i \\in "abc"})',
    "a set that is much too large": "Cardinality({SUBSET (1..60)})",
    # CHOOSE
    "no element to choose": "CHOOSE v \\in {1, 2} : v > x",
    "nothing in an empty set": "CHOOSE v \\in {} : TRUE",
    "a choice without bounds": "CHOOSE v : v = x",
    # functions, sequences, records
    "an argument outside the domain": "<<1>>[x]",
    "a field that is not there": "[a |-> 1].b",
    "a number is applied": "x[1]",
    "the domain of a number": "Cardinality(DOMAIN x)",
    "the head of nothing": "Head(SubSeq(<<1>>, x, 1))",
    "the tail of nothing": "Len(Tail(<<>>))",
    "the length of a set": "Len({x})",
    "something is appended to a number": "Len(Append(x, 1))",
    "a function from a set that is no set": "Cardinality(DOMAIN [i \\in x |-> i])",
    "a function of itself outside its domain": "f[x + 3]",
    "EXCEPT of a number": "[x EXCEPT ![1] = 2][1]",
    "a pattern that does not fit": "Cardinality({a : <<a, b>> \\in {<<1, 2, 3>>}})",
    # logic
    "a number as a condition": "IF x THEN 1 ELSE 2",
    "a number in a conjunction": "IF TRUE /\\ x THEN 1 ELSE 2",
    "the negation of a string": 'IF ~"a" THEN 1 ELSE 2',
    "an implication of a number": "IF TRUE => x THEN 1 ELSE 2",
    "no case applies": "CASE x > 5 -> 1 [] x < 2 -> 2",
    # calls
    "recursion without end": "Forever(x)",
    "an argument that fails and is needed": "Needs(TRUE, <<>>[x])",
    "an assertion": 'IF Assert(x < 2, "too large") THEN 1 ELSE 2',
    "a bag of nothing": "BagCardinality(x)",
    "a register that was never set": "TLCGet(x)",
}


@pytest.mark.parametrize("value", list(VALUES.values()), ids=list(VALUES))
def test_an_error_in_a_step_is_worded_by_the_interpreter(tmp_path: Path, value: str) -> None:
    body = f"{DEFINITIONS}\nInit == x = 0\nNext == x' = IF x = 2 THEN {value} ELSE x + 1"
    system = system_of(tmp_path, module(body, extends=EXTENDS))
    mine, other = check(system, NATIVE), check(system, INTERPRETED)
    assert isinstance(other.verdict, Failed)
    assert mine.engine == "native"
    assert mine.verdict == other.verdict


OTHERS = {
    "in an initial state": ("", "x' = x", ""),
    "in an invariant": ("I == <<1, 2>>[x + 1] > 0", "x' = x + 1", "INVARIANT I"),
    "in a constraint": ('C == x < 2 \\/ x < "a"', "x' = x + 1", "CONSTRAINT C"),
    "in an action constraint": (
        "C == x' < 3 \\/ x' \\in x",
        "x' = x + 1",
        "ACTION_CONSTRAINT C",
    ),
    "in a view": ("V == <<7, 8>>[x + 1]", "x' = x + 1", "VIEW V"),
    "in a property of steps": ("P == [][x < 2 \\/ x' \\in x]_x", "x' = x + 1", "PROPERTY P"),
    "in a guard": ("", "(x = 2 => x \\in 5) /\\ x' = x + 1", ""),
    "in a set of choices": ("", "\\E i \\in <<1, 2>>[x + 1] .. 9 : x' = x + 1", ""),
    "a next value that is never given": ("", "(x < 2 /\\ x' = x + 1) \\/ x = 2", ""),
    "a next value that is read too early": ("", "x' > 1 /\\ x' = x + 1", ""),
    "a value that cannot be kept": ("", 'x\' = IF x = 0 THEN {1, "a"} ELSE 0', ""),
    "an infinite value": ("", "x' = IF x = 0 THEN Nat ELSE 0", ""),
}


@pytest.mark.parametrize(("definition", "step", "config"), list(OTHERS.values()), ids=list(OTHERS))
def test_an_error_elsewhere_is_worded_by_the_interpreter(
    tmp_path: Path, definition: str, step: str, config: str
) -> None:
    first = "<<1>>[2]" if step == "x' = x" else "0"
    text = module(f"Init == x = {first}\nNext == {step}\n{definition}", extends=EXTENDS)
    system = system_of(tmp_path, text, f"INIT Init\nNEXT Next\n{config}\n")
    mine, other = check(system, NATIVE), check(system, INTERPRETED)
    assert isinstance(other.verdict, Failed)
    assert mine.engine == "native"
    assert mine.verdict == other.verdict


LARGE = {
    "a sum": "x + 1152921504606846975",
    "a product": "(x + 1) * 4611686018427387904",
    "a power": "2 ^ (x + 70)",
    "a literal": "IF x > 0 THEN 99999999999999999999 ELSE 7",
    "a difference": "0 - 1152921504606846976 - x",
}


@pytest.mark.parametrize("value", list(LARGE.values()), ids=list(LARGE))
def test_an_integer_beyond_61_bits_is_left_to_the_interpreter(tmp_path: Path, value: str) -> None:
    body = f"Init == x = 1\nNext == x < 9 /\\ x' = {value}"
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    system = system_of(tmp_path, module(body, extends=EXTENDS), config)
    answer = check(system, replace(DEFAULTS, engine="auto", compiler="tcc"))
    assert answer.engine == "interp"
    assert "61 bits" in answer.warnings[0]
    assert answer.verdict == check(system, INTERPRETED).verdict
    with pytest.raises(SpecError) as refused:
        check(system, NATIVE)
    assert refused.value.diagnostics[0].code == "native-limit"
    assert refused.value.diagnostics[0].span is not None
