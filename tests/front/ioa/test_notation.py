"""Values as the language writes them, by type, or by their form if the type is not known."""

from __future__ import annotations

import pytest

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.notation import IoaNotation, StateVariable
from holdfast.front.ioa.types import BOOL, INT, STR, UNKNOWN, Type
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import FALSE, TRUE, Value
from holdfast.source import Source, Span

COLOUR = types.Enum("Colour", ("RED", "GREEN"))
MSG = types.Record("Msg", (("to", COLOUR), ("body", types.Seq(INT))))
NOWHERE = Span(Source("test", ""), 0, 0)
NOTATION = IoaNotation(
    {
        v.qualified: v
        for v in (
            StateVariable((("bus", False),), "colour", COLOUR),
            StateVariable((("P", True),), "q", types.Seq(STR)),
            StateVariable((("row", True), ("sub", False), ("P", True)), "on", BOOL),
        )
    },
    {"start": COLOUR},
    {"send": (tree.Declared("to", COLOUR, span=NOWHERE), tree.Declared("n", INT, span=NOWHERE))},
    frozenset(COLOUR.members),
    (MSG,),
)
A_MSG = record_of({"to": "RED", "body": (1, 2)})


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [
        (BOOL, TRUE, "True"),
        (INT, -3, "-3"),
        (COLOUR, "RED", "RED"),
        (UNKNOWN, "RED", "RED"),
        (STR, "RED", '"RED"'),
        (UNKNOWN, "other", '"other"'),
        (STR, 'a "b"\n', r'"a \"b\"\n"'),
        (types.Seq(INT), (1, 2), "[1, 2]"),
        (types.Seq(INT), (), "[]"),
        (types.Tuple((INT, BOOL)), (1, FALSE), "(1, False)"),
        (types.Tuple((INT,)), (1,), "(1,)"),
        (types.Set(INT), set_of([2, 1]), "{1, 2}"),
        (types.Set(INT), set_of([]), "set()"),
        (types.Map(COLOUR, INT), function_from([("RED", 1)]), "{RED: 1}"),
        (types.Map(STR, INT), function_from([("to", 1), ("body", 2)]), '{"body": 2, "to": 1}'),
        (types.Map(INT, BOOL), (TRUE, FALSE), "{1: True, 2: False}"),
        (types.Map(INT, INT), (), "{}"),
        (types.Mset(COLOUR), function_from([("GREEN", 2)]), "Mset(GREEN, GREEN)"),
        (types.Mset(INT), (), "Mset()"),
        (types.Mset(INT), (2, 1), "Mset(1, 1, 2)"),
        (MSG, A_MSG, "Msg(RED, [1, 2])"),
        (UNKNOWN, A_MSG, "Msg(RED, [1, 2])"),
        (types.Set(MSG), set_of([A_MSG]), "{Msg(RED, [1, 2])}"),
        (UNKNOWN, record_of({"other": 1}), '{"other": 1}'),
    ],
)
def test_a_value_is_written_as_in_the_file(type: Type, value: Value, text: str) -> None:
    assert NOTATION.typed(type).show(value) == text


def test_variables_of_components_in_a_sequence_are_shown_for_each_component() -> None:
    nested = function_from([(0, function_from([(0, TRUE), (1, FALSE)]))])
    state: dict[str, Value] = {
        "bus.colour": "RED",
        "P.q": function_from([(0, ("RED",)), (1, ())]),
        "row.sub.P.on": nested,
    }
    assert [(c.name, c.notation.show(c.value)) for c in NOTATION.cells(state)] == [
        ("bus.colour", "RED"),
        ("P[0].q", '["RED"]'),
        ("P[1].q", "[]"),
        ("row[0].sub.P[0].on", "True"),
        ("row[0].sub.P[1].on", "False"),
    ]


def test_the_arguments_of_a_step_are_named() -> None:
    assert NOTATION.step("send", ("RED", 1)) == "send(to=RED, n=1)"
    assert NOTATION.step("other", ("RED", 1)) == "other(RED, 1)"
    assert NOTATION.step("tick", ()) == "tick"


def test_a_sequence_is_counted_from_0_and_a_record_has_fields() -> None:
    seq = NOTATION.typed(types.Seq(MSG))
    selector, inner = seq.part((A_MSG,), 1)
    assert selector == "[0]"
    assert inner.part(A_MSG, "body")[0] == ".body"
    assert NOTATION.typed(types.Map(INT, INT)).part((5, 6), 2)[0] == "[2]"


@pytest.mark.parametrize("value", [True, 7, -7, "RED"])
def test_what_a_trace_shows_of_a_plain_value_can_be_entered(value: Value) -> None:
    value = TRUE if value is True else value
    assert NOTATION.plain(NOTATION.show(value)) == value
