"""Types: what annotations and definitions denote."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import types
from holdfast.front.ioa.types import BOOL, CHAR, INT, NAT, REAL, STR, Type
from tests.front.ioa.given import accepted, automaton, formula, found, only

SMALL = types.IntRange("Small", 0, 4)
COLOUR = types.Enum("Colour", ("RED", "GREEN", "BLUE"))

ANNOTATIONS: list[tuple[str, Type]] = [
    ("bool", BOOL),
    ("Bool", BOOL),
    ("int", INT),
    ("Int", INT),
    ("nat", NAT),
    ("Nat", NAT),
    ("Char", CHAR),
    ("Real", REAL),
    ("str", STR),
    ("bv1", types.Bits(1)),
    ("bv11", types.Bits(11)),
    ("Colour", COLOUR),
    ("Odd", types.IntEnum("Odd", (1, 3, 5))),
    ("IntEnum[7]", types.IntEnum("IntEnum[7]", (7,))),
    ("Small", SMALL),
    ("IntRange[0:2 * 4]", types.IntRange("IntRange[0:2 * 4]", 0, 8)),
    ("Msg", types.Record("Msg", (("src", INT), ("col", COLOUR)))),
    ("One", types.Record("One", (("only", BOOL),))),
    ("Seq[int]", types.Seq(INT)),
    ("Sequence[Seq[int]]", types.Seq(types.Seq(INT))),
    ("Set[Small]", types.Set(SMALL)),
    ("ISet[Real]", types.Set(REAL, infinite=True)),
    ("Map[Small, bool]", types.Map(SMALL, BOOL)),
    ("Mapping[int, int]", types.Map(INT, INT)),
    ("Mset[int]", types.Mset(INT)),
    ("Counter[nat]", types.Mset(NAT)),
    ("Tuple[int, bool, str]", types.Tuple((INT, BOOL, STR))),
    ("Tuple[int]", types.Tuple((INT,))),
]


@pytest.mark.parametrize(("text", "expected"), ANNOTATIONS)
def test_an_annotation_is_a_type(text: str, expected: Type) -> None:
    assert only(automaton(states=f"v: {text}")).states[0].type == expected


@pytest.mark.parametrize(("text", "expected"), [a for a in ANNOTATIONS if "Int" not in a[0]])
def test_a_synonym_is_the_type_that_it_names(text: str, expected: Type) -> None:
    file = accepted(automaton(top=f"\nT: type = {text}\n"))
    assert dict(file.types)["T"] == expected


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("Enum[P, Q]", types.Enum("T", ("P", "Q"))),
        ('Enum["P", "Q"]', types.Enum("T", ("P", "Q"))),
        ("Enum[P]", types.Enum("T", ("P",))),
        ("IntEnum[1, -3, 2 + 3]", types.IntEnum("T", (1, -3, 5))),
        ("IntRange[-1:11]", types.IntRange("T", -1, 11)),
        (
            "NamedTuple[a: int, b: Set[bool]]",
            types.Record("T", (("a", INT), ("b", types.Set(BOOL)))),
        ),
        ('NamedTuple["a": int, "b": int]', types.Record("T", (("a", INT), ("b", INT)))),
        ("NamedTuple[a: int]", types.Record("T", (("a", INT),))),
    ],
)
def test_a_definition_makes_a_new_type(definition: str, expected: Type) -> None:
    assert dict(accepted(f"T: type = {definition}\n").types)["T"] == expected


def test_two_ranges_in_one_file_both_wrap_around() -> None:
    assert formula("incre(small) == decre(small) and incre(large) == decre(large)")


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("float", "ioa-unsupported", "float"),
        ("Union[int, bool]", "ioa-unsupported", "Union"),
        ("Smal", "ioa-unknown-type", "Smal"),
        ("sequence[int]", "ioa-unknown-type", "sequence"),
        ("list[int]", "ioa-unsupported", "list"),
        ("Seq", "ioa-unknown-type", "Seq"),
        ("Seq[int, int]", "ioa-argument-count", "Seq[int, int]"),
        ("Map[int]", "ioa-argument-count", "Map[int]"),
        ("int[3]", "ioa-unknown-type", "int"),
        ("RED", "ioa-unknown-type", "RED"),
        ("3", "ioa-unknown-type", "3"),
        ("'int'", "ioa-unknown-type", "'int'"),
        ("bv0", "ioa-constant", "bv0"),
        ("bv99999999999999", "ioa-constant", "bv99999999999999"),
        ("IntRange[0:N]", "ioa-constant", "N"),
        ("IntRange[0:2**11]", "ioa-constant", "2**11"),
        ("IntRange[3:3]", "ioa-constant", "IntRange[3:3]"),
        ("IntRange[3]", "ioa-constant", "IntRange[3]"),
        ("IntRange[:3]", "ioa-constant", "IntRange[:3]"),
        ("IntRange[0:6:2]", "ioa-constant", "IntRange[0:6:2]"),
        ("IntEnum[1, True]", "ioa-constant", "True"),
        ("IntEnum[1, 2, 1]", "ioa-duplicate", "1"),
        ("Enum[P]", "ioa-misplaced", "Enum[P]"),
        ("NamedTuple[a: int]", "ioa-misplaced", "NamedTuple[a: int]"),
        ("Seq[Enum[P]]", "ioa-misplaced", "Enum[P]"),
    ],
)
def test_a_wrong_annotation_has_one_message(text: str, code: str, underlined: str) -> None:
    assert found(automaton("v == v", states=f"v: {text}")) == [(code, underlined)]


@pytest.mark.parametrize(
    ("definition", "code", "underlined"),
    [
        ("Enum[P, P]", "ioa-duplicate", "P"),
        ("Enum[3]", "ioa-syntax", "3"),
        ('Enum["a b"]', "ioa-syntax", '"a b"'),
        ("Enum[RED]", "ioa-duplicate", "RED"),
        ("Enum[len]", "ioa-name-clash", "len"),
        ("NamedTuple[a]", "ioa-syntax", "a"),
        ("NamedTuple[a: int, a: bool]", "ioa-duplicate", "a"),
        ("NamedTuple[a: into]", "ioa-unknown-type", "into"),
        ("T", "ioa-unknown-type", "T"),
    ],
)
def test_a_wrong_definition_has_one_message(definition: str, code: str, underlined: str) -> None:
    assert found(automaton(top=f"\nT: type = {definition}\n")) == [(code, underlined)]


def test_a_type_is_defined_before_it_is_used() -> None:
    text = "T: type = Seq[U]\nU: type = int\n"
    assert found(text) == [("ioa-unknown-type", "U")]
