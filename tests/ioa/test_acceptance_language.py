"""Acceptance cases of the language.

D1: files are read on every supported Python, and a mistake is an error at its location.
D2: every type has its values. D3: an action has the same parameters in all signatures.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import holdfast
from tests.ioa.models import FILES, line_of, one_step, variant, written

PUBLISHED = Path(os.environ.get("HOLDFAST_DIONE", ""))
needs_published = pytest.mark.skipif(
    "HOLDFAST_DIONE" not in os.environ,
    reason="the published examples are read when HOLDFAST_DIONE is their folder",
)


def located(path: Path) -> list[tuple[str, int]]:
    """The messages of a file and their lines."""
    found = []
    for each in holdfast.load(path).diagnostics:
        assert each.span is not None
        found.append((each.message, each.span.source.position(each.span.start)[0]))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_d1_a_model_has_no_errors_or_warnings(path: Path) -> None:
    assert holdfast.load(path).diagnostics == ()


def test_d1_a_number_used_as_a_condition_is_an_error_at_its_location(tmp_path: Path) -> None:
    path = variant(tmp_path, "StableArray", ("has_token(s, i)}) <= 1", "has_token(s, i)})"))
    [(message, line), *_] = located(path)
    assert "integer used where Boolean expected" in message
    assert line == line_of(path, "has_token(s, i)})")


@needs_published
@pytest.mark.parametrize("path", sorted(PUBLISHED.glob("*.ioa.py")), ids=lambda path: path.stem)
def test_d1_of_the_published_examples_only_one_has_an_error(path: Path) -> None:
    if path.name == "StableArray.ioa.py":
        [(message, line)] = located(path)
        assert "integer used where Boolean expected" in message
        assert line == 16
    else:
        assert located(path) == []


MODE = 'Mode: type = Enum["ON", "OFF"]'
TYPES: dict[str, tuple[str, str, str, Any]] = {
    "bool": ("", "False", "not x", True),
    "Bool": ("", "True", "not x", False),
    "int": ("", "0", "x - 1", -1),
    "Int": ("", "-3", "x / 2", -2),
    "nat": ("", "0", "x + 1", 1),
    "Nat": ("", "7", "x % 4", 3),
    "Char": ("", '"a"', '"b"', "b"),
    "str": ("", '"ab"', '"ba"', "ba"),
    "bv3": ("", "7", "x + 1", 0),
    "bv4": ("", "5", "~x", 10),
    "bv5": ("", "9", "x << 2", 4),
    "bv8": ("", "12", "(x >> 2) | (x & 4) ^ 1", 7),
    "Mode": (MODE, "ON", "OFF", "OFF"),
    "Plain": ("Plain: type = Enum[RED, GREEN]", "RED", "GREEN", "GREEN"),
    "Odd": ("Odd: type = IntEnum[1, 3, 5]", "1", "x + 2", 3),
    "Phase": ("Phase: type = IntRange[0:4]", "3", "incre(x)", 0),
    "Below": ("Below: type = IntRange[-1:3]", "-1", "decre(x)", 2),
    "Msg": (
        'Msg: type = NamedTuple["src": nat, "ok": bool]',
        "Msg(1, False)",
        "Msg(x.src + 1, not x.ok)",
        {"src": 2, "ok": True},
    ),
    "Plan": ("Plan: type = NamedTuple[only: nat]", "Plan(1)", "Plan(2)", {"only": 2}),
    "Seq[nat]": ("", "[4, 5, 6]", "x[1:] + [x[0]]", (5, 6, 4)),
    "Sequence[nat]": ("", "[4, 5]", "x[0:1]", (4,)),
    "Set[nat]": ("", "{1, 2}", "x + {3} - {1}", frozenset({2, 3})),
    "Map[Mode, nat]": (
        MODE,
        "{m: 0 for m in {ON, OFF}}",
        "{m: x[m] + 1 for m in x.keys()}",
        {"ON": 1, "OFF": 1},
    ),
    "Mapping[Mode, bool]": (
        MODE,
        "{m: m == ON for m in {ON, OFF}}",
        "{m: not x[m] for m in x.keys()}",
        {"ON": False, "OFF": True},
    ),
    "Mset[Mode]": (MODE, "Mset(ON)", "x + Mset(ON, OFF)", {"ON": 2, "OFF": 1}),
    "Counter[Mode]": (MODE, "Mset(ON, ON)", "x - Mset(ON)", {"ON": 1}),
    "Tuple[int, bool]": ("", "(1, False)", "(x[0] + 1, True)", (2, True)),
    "Count": ("Count: type = nat", "1", "x + 1", 2),
}


@pytest.mark.parametrize("type", TYPES)
def test_d2_a_type_has_its_values(tmp_path: Path, type: str) -> None:
    definition, before, after, value = TYPES[type]
    path = written(tmp_path, one_step(type, before, after, definition))
    result = holdfast.load(path).check(keep_graph=True)
    assert result.outcome == "exhausted"
    assert [state["x"] for state in result.graph.states][1:] == [value]


@pytest.mark.parametrize("type", ["Real", "ISet[int]"])
def test_d2_a_type_for_solvers_only_is_not_explored(tmp_path: Path, type: str) -> None:
    text = one_step(type, "x", "x").replace("x == x", "True")
    with pytest.raises(holdfast.SpecError) as caught:
        holdfast.load(written(tmp_path, text)).check()
    assert type.split("[")[0] in str(caught.value)


@pytest.mark.parametrize("type", ["float", "Union[int, bool]"])
def test_d2_a_type_that_is_not_supported_is_an_error(tmp_path: Path, type: str) -> None:
    path = written(tmp_path, one_step(type, "1", "2"))
    assert line_of(path, "x: ") in [line for _, line in located(path)]


def test_d2_two_ranges_in_one_file_wrap_around_on_their_own(tmp_path: Path) -> None:
    text = """\
Small: type = IntRange[0:2]
Large: type = IntRange[5:9]

@automaton
def Two():
    class signature:
        @internal
        def up(): pass
    class states:
        a: Small
        b: Large
    initially = a == 1 and b == 8
    class transitions:
        @internal
        @pre(a == 1 and b == 8)
        def up():
            a, b = incre(a), incre(b)
"""
    result = holdfast.load(written(tmp_path, text)).check(keep_graph=True)
    assert result.graph.states[1] == {"a": 0, "b": 5}


def test_d3_an_action_with_different_parameters_is_an_error_that_names_both_places(
    tmp_path: Path,
) -> None:
    text = "\n".join(
        f"""
@automaton
def {name}():
    class signature:
        @{kind}
        def go(i: {type}): pass
    class states:
        x: int
    initially = x == 0
    class transitions:
        @{kind}
        def go(i):
            x = i
"""
        for name, kind, type in (("First", "output", "int"), ("Second", "input", "nat"))
    )
    path = written(tmp_path, text)
    [found] = holdfast.load(path).diagnostics
    assert found.span is not None
    lines = [number for number, line in enumerate(text.splitlines(), 1) if "def go(i: " in line]
    assert found.span.source.position(found.span.start)[0] == lines[1]
    assert f"{lines[0]}" in found.render()
