"""The text format and JSON: what is written is read as the same, and errors are located."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given

from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Ordering,
    Predicate,
)
from holdfast.diagram.json_form import diagrams_json, read_diagrams_json
from holdfast.diagram.writer import write_diagrams
from holdfast.source import SpecError
from tests.diagram.drawn import FILE, one, protocol, read
from tests.diagram.strategies import files


@given(files())
def test_what_is_written_is_read_as_the_same(diagrams: Diagrams) -> None:
    assert read(write_diagrams(diagrams)) == diagrams


@given(files())
def test_json_is_read_as_the_same(diagrams: Diagrams) -> None:
    text = json.dumps(diagrams_json(diagrams))
    assert read_diagrams_json(json.loads(text)) == diagrams


def test_the_diagrams_of_the_protocol_are_written_and_read() -> None:
    text = write_diagrams(protocol())
    assert read(text) == protocol()
    assert write_diagrams(read(text)) == text
    assert "\\*" in FILE.read_text(encoding="utf-8")


EVERY_PART = """
  spec "dir/Spec.tla"             \\* a comment
  parameter p \\in Proc
  predicate Waiting == pc[p] = "wait"
  predicate Mutex                 \\* a definition of the spec
  predicate (x \\in {1, 2})
  action Enter WF enabled A, B == \\E q \\in Proc : Go(q)
  action Leave SF enabled nowhere
  abstract action Rest
  ordering old == Len(q)
  ordering left sets == S \\ {p}
  node A initial: Waiting, ~(f[1, 2] = <<3, 4>>), x \\in {1, 2}
  node "a b": ~Mutex, pc[p] = "wait"
  node B
  edge A -> B: Enter & Leave (old, <) (left, <=) | Rest
  edge B -> A
  edge B -> B: (old, <=)
  claim Live == Waiting ~> at(B)
"""


def test_every_part_is_read() -> None:
    diagram = one(EVERY_PART)
    assert diagram.spec == "dir/Spec.tla"
    assert diagram.parameters == (("p", "Proc"),)
    assert diagram.predicates == (
        Predicate("Waiting", 'pc[p] = "wait"'),
        Predicate("Mutex", "Mutex"),
        Predicate("x \\in {1, 2}", "x \\in {1, 2}"),
        Predicate("f[1, 2] = <<3, 4>>", "f[1, 2] = <<3, 4>>"),
    )
    assert diagram.actions == (
        Action("Enter", Fairness.WEAK, "\\E q \\in Proc : Go(q)", ("A", "B")),
        Action("Leave", Fairness.STRONG, None, ()),
        Action("Rest", abstract=True),
    )
    assert diagram.orderings == (
        Ordering("old", "Len(q)"),
        Ordering("left", "S \\ {p}", "sets"),
    )
    assert diagram.node("A").literals == (
        Literal("Waiting"),
        Literal("f[1, 2] = <<3, 4>>", False),
        Literal("x \\in {1, 2}"),
    )
    # A formula that is written out is the predicate with that text.
    assert diagram.node("a b").literals == (Literal("Mutex", False), Literal("Waiting"))
    assert diagram.edges == (
        Edge("A", "B", ("Enter", "Leave"), (Annotation("old"), Annotation("left", False))),
        Edge("A", "B", ("Rest",)),
        Edge("B", "A", ()),
        Edge("B", "B", (), (Annotation("old", False),)),
    )


def test_elements_know_where_they_are_written() -> None:
    diagram = protocol().diagram("Channels")
    spans = [x.span for x in (*diagram.nodes, *diagram.edges, *diagram.actions, *diagram.claims)]
    assert all(span is not None for span in spans)
    edge = diagram.edges[3]
    assert edge.span is not None
    assert edge.span.text == "RcvAck"
    literal = diagram.nodes[1].literals[1]
    assert literal.span is not None
    assert literal.span.text == "~(rBit = sBit)"


def test_a_shift_is_no_bracket() -> None:
    diagram = one("node A initial: x << 2, f = <<1, 2>>, y\npredicate y")
    assert [x.predicate for x in diagram.node("A").literals] == ["x << 2", "f = <<1, 2>>", "y"]


def errors(text: str) -> list[tuple[str, str, str]]:
    """The code, message and marked text of each error."""
    with pytest.raises(SpecError) as caught:
        read(text)
    found = caught.value.diagnostics
    return [(d.code, d.message, "" if d.span is None else d.span.text) for d in found]


def test_all_errors_of_a_file_are_reported() -> None:
    found = errors(
        """
diagram D
  predicate P ==
  acton A
  node N initial: P, (x
  edge N > N: A
  edge N -> N: A (t <)
  claim C = P
"""
    )
    assert [code for code, _, _ in found] == ["diagram-unclosed"] + ["diagram-syntax"] * 6
    assert [text for _, _, text in found][2] == "acton"


def test_all_unknown_names_are_reported() -> None:
    found = errors(
        """
diagram D
  predicate P
  action A enabled M
  node N initial: Q
  edge N -> O: B (t, <)
  claim C == <>at(O)
end
refinement D refines E
end
"""
    )
    marked = [(code, text) for code, _, text in found]
    assert marked == [
        ("diagram-unknown-name", "M"),
        ("diagram-unknown-name", "Q"),
        ("diagram-unknown-name", "O"),
        ("diagram-unknown-name", "B"),
        ("diagram-unknown-name", "t"),
        ("claim-unknown-name", "at(O)"),
        ("diagram-unknown-name", "E"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("node A", "diagram-no-initial-node"),
        ("node A initial\nnode A", "diagram-duplicate"),
        ("action A\naction A\nnode N initial", "diagram-duplicate"),
        ("predicate P\nnode A initial: P, ~P", "diagram-contradiction"),
        ("predicate P\nnode A initial: P, P", "diagram-duplicate"),
        ("predicate U\nnode A initial", "diagram-reserved"),
        ("action B\nnode A initial\nedge A -> A: B & B", "diagram-duplicate"),
        ("ordering t\nnode A initial\nedge A -> A: (t, <) (t, <=)", "diagram-duplicate"),
        ('spec "a"\nspec "b"\nnode A initial', "diagram-syntax"),
        ("abstract action B == x' = 1\nnode A initial", "diagram-syntax"),
        ("node A initial\nclaim C == P", "claim-unknown-name"),
        ("node A initial\nclaim C == TRUE /\\", "claim-syntax"),
        ("node A initial:", "diagram-syntax"),
        ("node A initial: x = 1,", "diagram-syntax"),
        ("node A initial more", "diagram-syntax"),
        ('node "A initial', "diagram-syntax"),
        ("node A initial\nedge A -> A:", "diagram-syntax"),
        ("node A initial\nedge A -> A: B |", "diagram-syntax"),
    ],
)
def test_an_error_in_a_diagram(text: str, code: str) -> None:
    assert code in [found for found, _, _ in errors(f"diagram D\n{text}\nend\n")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "diagram-syntax"),
        ("node A initial", "diagram-syntax"),
        ("end", "diagram-syntax"),
        ("diagram D\nnode A initial\ndiagram E\nnode A initial\nend", "diagram-unclosed"),
        ("diagram D\nnode A initial\nend\ndiagram D\nnode A initial\nend", "diagram-duplicate"),
        ("diagram D\nnode A initial\nend\nrefinement D refines D\nend", "diagram-mapping"),
        (
            "diagram D\nnode A initial\nend\nrefinement D refines D\nA -> A\nA -> A\nend",
            "diagram-syntax",
        ),
        ("refinement D\nend", "diagram-syntax"),
    ],
)
def test_an_error_around_diagrams(text: str, code: str) -> None:
    assert code in [found for found, _, _ in errors(text)]


def test_two_names_that_differ_only_in_blanks_of_a_formula_are_one() -> None:
    diagram = one("node A initial: x=1\nnode B: x = 1, ~(y  =  2)\nnode C: y = 2")
    assert [p.name for p in diagram.predicates] == ["x=1", "y  =  2"]
    assert diagram.node("C").literals == (Literal("y  =  2"),)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"diagrams": [{}], "refinements": []},
        {"diagrams": [], "refinements": [{"concrete": "A", "abstract": "B", "mapping": {}}]},
        {"diagrams": [1], "refinements": []},
    ],
)
def test_json_of_something_else_is_rejected(data: object) -> None:
    with pytest.raises(SpecError):
        read_diagrams_json(data)


PIECES = (
    '\\* " ( ) -> : | & < <= , == ~ end diagram node edge WF [] <> U at( \\A /\\ << >> { é'.split()
)


def test_a_damaged_file_is_read_or_has_errors() -> None:
    original = FILE.read_text(encoding="utf-8")
    random = Random(7)
    read_anyway = 0
    for _ in range(300):
        at = random.randrange(len(original))
        end = at + random.choice((0, 0, 1, 5, 30))
        text = original[:at] + random.choice([*PIECES, "\n", ""]) + original[end:]
        try:
            found = read(text)
        except SpecError:
            continue
        read_anyway += 1
        assert read(write_diagrams(found)) == found
    assert 0 < read_anyway < 300
