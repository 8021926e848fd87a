"""Reasons point at the part of the source that decides."""

from __future__ import annotations

from dataclasses import replace

from holdfast.report.layout import Look
from holdfast.report.reason import reason_line, show_reason
from holdfast.source import Source, Span
from holdfast.verdict import Reason
from tests.report.answers import REASON

TEXT = "Inv ==\n    /\\ TypeOK\n    /\\ \\A p \\in P : x[p] > 0\n"
SOURCE = Source("A.tla", TEXT)


def at(text: str) -> Span:
    start = TEXT.index(text)
    return Span(SOURCE, start, start + len(text))


LEAF = Reason("is FALSE", at("x[p] > 0"), (), (("x[p]", 0),))
QUANTIFIED = Reason("is FALSE", at("\\A p \\in P : x[p] > 0"), (("p", 2),), (), (LEAF,))
WHOLE = Reason("is FALSE", at(TEXT[7:-1]), (), (), (QUANTIFIED,))


def test_the_part_is_underlined_and_its_values_follow() -> None:
    assert show_reason(LEAF, Look()).splitlines() == [
        "  A.tla:3 |     /\\ \\A p \\in P : x[p] > 0",
        "          |                     ^^^^^^^^ is FALSE: x[p] = 0",
    ]


def test_an_inner_part_on_the_same_line_tells_the_witness_around_it() -> None:
    assert show_reason(QUANTIFIED, Look()).splitlines() == [
        "  A.tla:3 |     /\\ \\A p \\in P : x[p] > 0",
        "          |                     ^^^^^^^^ is FALSE for p = 2: x[p] = 0",
    ]


def test_a_long_remark_stands_below_the_carets() -> None:
    shown = show_reason(REASON, Look(width=60)).splitlines()
    assert shown[1].endswith("^" * len("account[p] >= 0"))
    assert shown[2] == '             |   is FALSE for p = "alice":'
    assert shown[3] == '             |     account["alice"] = -1'


def test_the_line_for_programs_quotes_the_part() -> None:
    assert reason_line(WHOLE).endswith("`x[p] > 0` is FALSE for p = 2: x[p] = 0")


def test_a_reason_without_a_place_is_its_message() -> None:
    plain = replace(LEAF, span=None)
    assert show_reason(plain, Look()) == "  is FALSE: x[p] = 0"
    assert reason_line(plain) == "is FALSE: x[p] = 0"
