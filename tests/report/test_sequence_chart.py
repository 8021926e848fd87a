"""Message sequence charts: lanes, messages between them, as text and as an image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from holdfast.ir.account import Account, Message
from holdfast.ir.notation import Notation
from holdfast.ir.values import Value
from holdfast.report.chart_svg import chart_svg
from holdfast.report.chart_text import ASCII, chart_text
from holdfast.report.sequence_chart import Arrow, Chart, chart_of
from holdfast.verdict import Step, Trace

SEND: Message[Value] = Message("send", "c", (1,))
RECEIVE: Message[Value] = Message("receive", "c", (1,))


class Processes(Notation):
    """Whose states have the processes that exist."""

    def lanes(self, state: Mapping[str, Value]) -> Mapping[Value, str]:
        """The processes of a state."""
        processes = state["processes"]
        assert isinstance(processes, tuple)
        return {p: f"P{p}" for p in processes}

    def message(self, channel: Value, fields: Sequence[Value]) -> str:
        """As Promela writes it."""
        return f"{channel}!{','.join(map(str, fields))}"


def step(processes: tuple[int, ...], lane: int, *messages: Message[Value], name: str = "x") -> Step:
    return Step({"processes": processes}, name, (), account=Account(lane, messages))


def drawn(*steps: Step, start: tuple[int, ...] = (0, 1), loop: int | None = None) -> Chart:
    found = chart_of(Trace((Step({"processes": start}), *steps), loop), Processes(), "wrong")
    assert found is not None
    return found


def test_a_receive_belongs_to_the_first_send() -> None:
    both = (0, 1)
    second: Message[Value] = Message("send", "c", (2,))
    chart = drawn(step(both, 0, SEND), step(both, 0, second), step(both, 1, RECEIVE))
    assert chart.arrows == [
        Arrow("message", "c!1", 0, 1, 1, 3),
        Arrow("message", "c!2", 0, 2, None, None),
    ]


def test_positions_decide_which_message_is_received() -> None:
    both = (0, 1)
    before: Message[Value] = Message("send", "c", (2,), position=0)
    last: Message[Value] = Message("receive", "c", position=1)
    chart = drawn(step(both, 0, SEND), step(both, 0, before), step(both, 1, last))
    assert [(a.text, a.received) for a in chart.arrows] == [("c!1", 3), ("c!2", None)]


def test_a_message_that_is_only_read_stays() -> None:
    both = (0, 1)
    read: Message[Value] = Message("receive", "c", stays=True)
    chart = drawn(step(both, 0, SEND), step(both, 1, read), step(both, 1, RECEIVE))
    assert [(a.text, a.received) for a in chart.arrows] == [("c!1", 3)]
    assert [n.text for n in chart.notes] == ["reads c!1"]


def test_channels_have_queues_of_their_own() -> None:
    both = (0, 1)
    other: Message[Value] = Message("receive", "d", (7,))
    chart = drawn(step(both, 0, SEND), step(both, 1, other))
    assert [(a.text, a.received) for a in chart.arrows] == [("c!1", None)]
    assert [n.text for n in chart.notes] == ["receives d!7"]


def test_lanes_begin_and_end_with_processes_and_numbers_are_used_again() -> None:
    chart = drawn(
        step((0, 1), 0, name="run"),
        step((0,), 1, name="end"),
        step((0, 1), 0, name="run"),
        start=(0,),
    )
    assert [(lane.name, lane.begun, lane.ended) for lane in chart.lanes] == [
        ("P0", 0, None),
        ("P1", 1, 2),
        ("P1", 3, None),
    ]
    assert [(a.kind, a.target) for a in chart.arrows] == [("create", 1), ("create", 2)]


def test_a_trace_without_lanes_has_no_chart() -> None:
    assert chart_of(Trace((Step({}), Step({}, "A")))) is None


def test_a_trace_without_steps_has_the_lanes_of_its_state() -> None:
    assert [lane.name for lane in drawn().lanes] == ["P0", "P1"]


def test_without_processes_that_come_and_go_whoever_acts_has_a_lane() -> None:
    one = Step({}, "A", (), account=Account("client"))
    found = chart_of(Trace((Step({}), one)))
    assert found is not None
    assert [lane.name for lane in found.lanes] == ['"client"']


def a_chart(loop: int | None = None) -> Chart:
    exchange: Message[Value] = Message("exchange", "r", (7,), receiver=0)
    both = (0, 1)
    return drawn(
        step(both, 0, name="run"),
        step(both, 0, SEND),
        step(both, 1, name="x < 1 && y"),
        step(both, 1, RECEIVE),
        step(both, 1, exchange),
        step(both, 1, SEND),
        step((0,), 1, name="end"),
        start=(0,),
        loop=loop,
    )


EXPECTED = """\
#  where  P0
1         |
2         |---- run ----> P1
3         |-- c!1 (1)    |
4         |              | x < 1 && y
5         |.. (1) c!1 ..>|
6         |<---- r!7 ----|
7         |              |-- c!1 *
8         |              X end   <- wrong
"""


def test_a_chart_as_text() -> None:
    assert chart_text(a_chart(), ASCII) == EXPECTED


def test_the_loop_of_a_chart_as_text() -> None:
    lines = chart_text(a_chart(loop=2), ASCII).splitlines()
    assert [line[:3] for line in lines] == [
        "  #",
        "  1",
        "  2",
        *(f"| {i}" for i in range(3, 9)),
        "+--",
    ]
    assert lines[-1] == "+--> back to state 3"


def test_two_texts_of_a_row_never_overlap() -> None:
    both = (0, 1)
    longer: Message[Value] = Message("exchange", "a_long_channel", (7, 8, 9), receiver=1)
    chart = drawn(step(both, 0, longer, SEND))
    lines = chart_text(chart, ASCII).splitlines()
    assert lines[2].endswith("|-- a_long_channel!7,8,9 -->|")
    assert lines[3].startswith("          |-- c!1 *")


def test_an_image_is_well_formed_and_has_every_text() -> None:
    image = chart_svg(a_chart(loop=2), "P.pml")
    root = ElementTree.fromstring(image)
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    for wanted in ("P.pml", "P0", "P1", "x < 1 && y", "r!7", "wrong", "repeats from 3"):
        assert wanted in texts
    assert texts.count("c!1") == 2
    assert image.count('class="lost"') == 1
