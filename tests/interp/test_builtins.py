"""Library operators on values: sequences, sets, bags, folds, graphs, bits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast.interp.builtins import BUILTINS
from holdfast.interp.functions import apply, domain_of
from holdfast.interp.given_sets import NAT
from holdfast.interp.numbers import add, less, subtract
from holdfast.interp.sets import contains, interval, subsets
from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.notation import show
from holdfast.ir.values import EMPTY_SET, FALSE, TRUE, Value, boolean, model_value

LIBRARY = Path(holdfast.__file__).parent / "library"
OF_THE_TABLE = ("Naturals", "Integers", "Reals")  # rows of ir/ops.py


def call(name: str, *arguments: object) -> Value:
    row = LIBRARY_OPS[name]
    assert row.arity == len(arguments)
    assert not row.context
    found: Value = BUILTINS[name](*arguments)
    return found


def code_of(name: str, *arguments: object) -> str:
    with pytest.raises(EvalError) as error:
        call(name, *arguments)
    return error.value.code


def _marked() -> list[tuple[str, str]]:
    """The definitions of the library that are marked as built in."""
    found = []
    for path in sorted(LIBRARY.glob("*.tla")):
        if path.stem not in OF_THE_TABLE:
            lines = path.read_text(encoding="utf-8").splitlines()
            marks = [i for i, line in enumerate(lines) if line == "\\* builtin"]
            found += [(path.stem, lines[i + 1]) for i in marks]
    return found


@pytest.mark.parametrize(("module", "definition"), _marked())
def test_what_the_library_marks_is_built_in(module: str, definition: str) -> None:
    head = definition.split("==")[0]
    infix = re.fullmatch(r"\w+ (\S+) \w+ ", head)
    named = re.match(r"\w+", head)
    assert infix or named
    name = infix[1] if infix else named[0]  # type: ignore[index]  # one of them matched
    assert f"{module}!{name}" in BUILTINS


def test_sequences() -> None:
    s = (1, 2, 3)
    assert call("Sequences!Len", s) == 3
    assert call("Sequences!\\o", s, (4,)) == (1, 2, 3, 4)
    assert call("Sequences!Append", s, "x") == (1, 2, 3, "x")
    assert call("Sequences!Head", s) == 1
    assert call("Sequences!Tail", s) == (2, 3)
    assert call("Sequences!SubSeq", s, 2, 3) == (2, 3)
    assert call("Sequences!SubSeq", s, 9, 3) == ()
    assert call("Sequences!SelectSeq", s, lambda n: boolean(n != 2)) == (1, 3)
    assert contains(call("Sequences!Seq", NAT), s)


def test_strings_are_sequences_for_some_operators() -> None:
    assert call("Sequences!Len", "abc") == 3
    assert call("Sequences!\\o", "ab", "c") == "abc"
    assert call("Sequences!Tail", "abc") == "bc"
    assert call("Sequences!SubSeq", "abc", 2, 3) == "bc"
    assert code_of("Sequences!Head", "abc") == "eval-not-a-sequence"
    assert code_of("Sequences!\\o", "a", (1,)) == "eval-not-a-string"


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("Sequences!Head", ((),), "eval-out-of-domain"),
        ("Sequences!Tail", ((),), "eval-out-of-domain"),
        ("Sequences!Tail", ("",), "eval-out-of-domain"),
        ("Sequences!SubSeq", ((1, 2), 0, 1), "eval-out-of-domain"),
        ("Sequences!SubSeq", ((1, 2), 1, 3), "eval-out-of-domain"),
        ("Sequences!SubSeq", ((1, 2), "a", 3), "eval-not-a-number"),
        ("Sequences!Len", (1,), "eval-not-a-sequence"),
        ("Sequences!Append", (EMPTY_SET, 1), "eval-not-a-sequence"),
        ("Sequences!SelectSeq", ((1,), lambda n: n), "eval-not-boolean"),
        ("FiniteSets!Cardinality", (NAT,), "eval-not-enumerable"),
        ("FiniteSets!Cardinality", (1,), "eval-not-a-set"),
        ("FiniteSetsExt!Max", (EMPTY_SET,), "eval-no-witness"),
        ("FiniteSetsExt!Max", (set_of(["a"]),), "eval-not-a-number"),
        ("Bags!(+)", ((0,), (1,)), "eval-out-of-domain"),
        ("TLC!SortSeq", (1, less), "eval-not-a-sequence"),
        ("TLC!@@", (1, (1,)), "eval-not-a-function"),
        ("Apalache!Gen", (3,), "eval-unsupported"),
        ("Bitwise!Not", (-1,), "eval-not-a-number"),
        ("Combinatorics!choose", (-1, 1), "eval-not-a-number"),
        ("TLC!Permutations", (interval(1, 12),), "eval-too-large"),
    ],
)
def test_what_has_no_value_is_an_error(name: str, arguments: tuple[object, ...], code: str) -> None:
    assert code_of(name, *arguments) == code


def test_finite_sets() -> None:
    assert call("FiniteSets!Cardinality", subsets(interval(1, 5))) == 32
    assert call("FiniteSets!IsFiniteSet", NAT) is FALSE
    assert call("FiniteSets!IsFiniteSet", EMPTY_SET) is TRUE
    assert call("FiniteSetsExt!Max", interval(1, 5)) == 5
    assert call("FiniteSetsExt!Min", set_of([3, 2])) == 2
    assert call("FiniteSetsExt!Quantify", interval(1, 5), lambda n: less(n, 3)) == 2
    assert call("FiniteSetsExt!kSubset", 2, interval(1, 3)) == set_of(
        [set_of([1, 2]), set_of([1, 3]), set_of([2, 3])]
    )
    assert call("FiniteSetsExt!kSubset", 4, interval(1, 3)) == EMPTY_SET


def test_folds_start_with_the_least_element() -> None:
    def join(element: Value, result: Value) -> Value:
        return call("Sequences!Append", result, element)

    def join_left(result: Value, element: Value) -> Value:
        return join(element, result)

    table = record_of({"a": 1, "b": 2})
    assert call("FiniteSetsExt!FoldSet", join, (), set_of([3, 1, 2])) == (1, 2, 3)
    assert call("Functions!FoldFunction", join, (), table) == (1, 2)
    assert call("Functions!FoldFunctionOnSet", join, (), (7, 8, 9), set_of([3, 1])) == (7, 9)
    assert call("SequencesExt!FoldSeq", join, (), (5, 4)) == (5, 4)
    assert call("SequencesExt!FoldLeft", join_left, (), (5, 4)) == (5, 4)
    assert call("SequencesExt!FoldRight", join, (5, 4), ()) == (4, 5)
    assert call("Apalache!ApaFoldSet", join_left, (), set_of([2, 1])) == (1, 2)
    assert call("Apalache!Repeat", join_left, 3, ()) == (1, 2, 3)
    assert call("BagsExt!FoldBag", join_left, (), function_from([("x", 2)])) == ("x", "x")


def test_what_is_chosen_first_stands_outermost() -> None:
    def least(collection: Value) -> Value:
        return call("FiniteSetsExt!Min", collection)

    nested = call(
        "Folds!MapThenFoldSet", lambda a, b: (a, b), 0, lambda n: n, least, set_of([1, 2])
    )
    assert nested == (1, (2, 0))


def test_a_choice_outside_the_set_does_not_go_on_for_ever() -> None:
    code = code_of("Folds!MapThenFoldSet", add, 0, lambda n: n, lambda s: 9, set_of([1]))
    assert code == "eval-endless"


def test_functions() -> None:
    assert call("Functions!IsInjective", (1, 2)) is TRUE
    assert call("Functions!IsInjective", record_of({"a": 1, "b": 1})) is FALSE
    assert call("Functions!Range", (1, 2, 1)) == set_of([1, 2])
    assert call("Functions!IsRestriction", (1,), (1, 2)) is TRUE


def test_more_on_sequences() -> None:
    s = (3, 1, 2, 1)
    assert call("SequencesExt!SetToSeq", set_of([2, 3, 1])) == (1, 2, 3)
    assert call("SequencesExt!SetToSeqs", set_of([1, 2])) == set_of([(1, 2), (2, 1)])
    assert call("SequencesExt!Contains", s, 2) is TRUE
    assert call("SequencesExt!Remove", s, 1) == (3, 2)
    assert call("SequencesExt!RemoveAt", s, 2) == (3, 2, 1)
    assert call("SequencesExt!RemoveAt", s, 5) == s
    assert call("SequencesExt!Front", s) == (3, 1, 2)
    assert call("SequencesExt!Last", s) == 1
    assert call("SequencesExt!Reverse", s) == (1, 2, 1, 3)
    assert call("SequencesExt!ToSet", s) == set_of([1, 2, 3])
    assert call("SequencesExt!IsPrefix", (3, 1), s) is TRUE
    assert call("SequencesExt!IsPrefix", "ab", "abc") is TRUE
    assert call("SequencesExt!FlattenSeq", ((1,), (), (2, 3))) == (1, 2, 3)
    assert call("SequencesExt!FlattenSeq", ("a", "b")) == "ab"


def test_searching_sequences() -> None:
    s = (3, 1, 2, 1)

    def is_one(n: Value) -> Value:
        return boolean(n == 1)

    assert call("SequencesExt!SelectInSeq", s, is_one) == 2
    assert call("SequencesExt!SelectLastInSeq", s, is_one) == 4
    assert call("SequencesExt!SelectInSubSeq", s, 3, 4, is_one) == 4
    assert call("SequencesExt!SelectLastInSubSeq", s, 1, 3, is_one) == 2
    assert call("SequencesExt!SelectInSeq", (), is_one) == 0
    assert code_of("SequencesExt!SelectInSubSeq", s, 1, 9, is_one) == "eval-out-of-domain"


def test_replacing_in_sequences() -> None:
    first, every = "SequencesExt!ReplaceFirstSubSeq", "SequencesExt!ReplaceAllSubSeqs"
    assert call(every, (2, 2), (1, 1), (1, 1, 1)) == (2, 2, 1)
    assert call(every, (4,), (), ()) == (4,)
    assert call(every, (9,), (), (1, 2)) == (9, 1, 9, 2)
    assert call(first, (9,), (1,), (1, 1)) == (9, 1)
    assert call(first, (9,), (), (1,)) == (9, 1)
    assert call(first, (9,), (5,), (1,)) == (1,)
    assert call(every, "x", "a", "banana") == "bxnxnx"
    assert call(every, "-", "", "ab") == "-a-b"
    assert call(first, "x", "a", "banana") == "bxnana"


def test_common_beginnings() -> None:
    assert call("SequencesExt!LongestCommonPrefix", set_of([(1, 2, 3), (1, 2), (1, 2, 4)])) == (
        1,
        2,
    )
    assert call("SequencesExt!LongestCommonPrefix", set_of(["abc", "abd"])) == "ab"
    assert code_of("SequencesExt!LongestCommonPrefix", EMPTY_SET) == "eval-no-witness"


def test_bags() -> None:
    two_a = function_from([("a", 2), ("b", 1)])
    one_a = function_from([("a", 1)])
    assert call("Bags!SetToBag", set_of(["a"])) == one_a
    assert call("Bags!(+)", one_a, two_a) == function_from([("a", 3), ("b", 1)])
    assert call("Bags!(-)", two_a, one_a) == function_from([("a", 1), ("b", 1)])
    assert call("Bags!(-)", one_a, two_a) == call("Bags!EmptyBag")
    assert call("Bags!\\sqsubseteq", one_a, two_a) is TRUE
    assert call("Bags!CopiesIn", "c", two_a) == 0
    assert call("Bags!BagIn", "a", two_a) is TRUE
    assert call("Bags!BagToSet", two_a) == set_of(["a", "b"])
    assert call("Bags!BagCardinality", two_a) == 3
    assert call("Bags!BagUnion", set_of([one_a, two_a])) == call("Bags!(+)", one_a, two_a)
    assert call("Bags!BagOfAll", lambda _: "x", two_a) == function_from([("x", 3)])
    assert call("Bags!IsABag", (0,)) is FALSE
    assert call("Bags!IsABag", 1) is FALSE
    assert call("BagsExt!BagAdd", one_a, "b") == function_from([("a", 1), ("b", 1)])
    assert call("BagsExt!BagRemove", one_a, "a") == ()


bags = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3)).map(
    lambda counts: function_from(list(counts.items()))
)


@given(bags, bags)
def test_adding_and_taking_away_bags_are_inverse(one: Value, other: Value) -> None:
    assert call("Bags!(-)", call("Bags!(+)", one, other), other) == one


def test_functions_point_by_point() -> None:
    assert call("TLC!:>", 1, "a") == ("a",)
    joined = call("TLC!@@", function_from([(1, "a")]), function_from([(1, "x"), (2, "b")]))
    assert joined == ("a", "b")
    assert code_of("TLC!@@", (1,), record_of({"a": 1})) == "eval-kinds-differ"


def test_permutations() -> None:
    found = call("TLC!Permutations", set_of(["a", "b"]))
    assert found == set_of([record_of({"a": "a", "b": "b"}), record_of({"a": "b", "b": "a"})])
    assert call("TLC!Permutations", EMPTY_SET) == set_of([()])


@given(st.lists(st.integers(-3, 3), max_size=6))
def test_sorting_sorts(numbers: list[int]) -> None:
    assert call("TLC!SortSeq", tuple(numbers), less) == tuple(sorted(numbers))


def test_sorting_is_by_insertion_even_without_an_order() -> None:
    assert call("TLC!SortSeq", (1, 2, 3), lambda a, b: TRUE) == (3, 2, 1)


def test_values_as_text() -> None:
    assert call("TLC!ToString", set_of([2, 1])) == "{1, 2}"
    assert call("TLC!ToString", "a") == '"a"'


def test_evaluating_at_once() -> None:
    assert type(call("TLC!TLCEval", interval(1, 2))) is type(EMPTY_SET)
    assert call("TLC!TLCEval", NAT) is NAT


def test_an_assertion_that_fails_is_an_error_with_its_message() -> None:
    assert call("TLC!Assert", TRUE, "fine") is TRUE
    with pytest.raises(EvalError, match="broken") as error:
        call("TLC!Assert", FALSE, "broken")
    assert error.value.code == "eval-assert"


def test_bits() -> None:
    assert call("Bitwise!&", 6, 3) == 2
    assert call("Bitwise!|", 6, 3) == 7
    assert call("Bitwise!^^", 6, 3) == 5
    assert call("Bitwise!Not", 5) == 2
    assert call("Bitwise!Not", 0) == 0
    assert call("Bitwise!shiftR", 12, 2) == 3


def test_numbers_of_choices() -> None:
    assert apply(call("Combinatorics!factorial"), 5) == 120
    assert call("Combinatorics!choose", 5, 2) == 10
    assert domain_of(call("Combinatorics!factorial")) is NAT


def test_the_chi_square_test() -> None:
    expected, close, far = (100, 100), (95, 105), (60, 140)
    assert call("Statistics!ChiSquare", expected, close, "0.05") is TRUE
    assert call("Statistics!ChiSquare", expected, far, "0.05") is FALSE
    assert call("Statistics!ChiSquare", (10,) * 6, (16, 15, 4, 6, 14, 5), "0.01") is FALSE
    assert call("Statistics!ChiSquare", (10,) * 6, (12, 11, 9, 8, 10, 10), "0.05") is TRUE
    assert code_of("Statistics!ChiSquare", expected, (1,), "0.05") == "eval-out-of-domain"
    assert code_of("Statistics!ChiSquare", expected, close, "two") == "eval-not-a-number"


def graph(nodes: list[int], edges: list[Value]) -> Value:
    return record_of({"node": set_of(nodes), "edge": set_of(edges)})


def test_directed_graphs() -> None:
    ring = graph([1, 2, 3], [(1, 2), (2, 3), (3, 1)])
    line = graph([1, 2, 3], [(1, 2), (2, 3), (3, 9)])
    assert call("Graphs!IsStronglyConnected", ring) is TRUE
    assert call("Graphs!IsStronglyConnected", line) is FALSE
    assert call("Graphs!AreConnectedIn", 1, 3, line) is TRUE
    assert call("Graphs!AreConnectedIn", 3, 1, line) is FALSE
    assert call("Graphs!AreConnectedIn", 9, 9, line) is FALSE
    assert call("Graphs!SimplePath", line) == set_of([(1,), (2,), (3,), (1, 2), (2, 3), (1, 2, 3)])


def test_undirected_graphs() -> None:
    two_parts = graph([1, 2, 3], [set_of([1, 2])])
    assert call("UndirectedGraphs!ConnectedComponents", two_parts) == set_of(
        [set_of([1, 2]), set_of([3])]
    )
    assert call("UndirectedGraphs!AreConnectedIn", 2, 1, two_parts) is TRUE


def test_the_transitive_closure() -> None:
    nodes = set_of([1, 2, 3])
    step = function_from([((x, y), boolean(y == x + 1)) for x in range(1, 4) for y in range(1, 4)])
    closure = call("Relation!TransitiveClosure", step, nodes)
    assert apply(closure, (1, 3)) is TRUE
    assert apply(closure, (3, 1)) is FALSE


def test_graphs_as_text() -> None:
    text = call("GraphViz!DotDiGraph", graph([1], [(1, 1)]), lambda n: "N", lambda e: "E")
    assert isinstance(text, str)
    assert re.fullmatch(r'digraph MyGraph \{(\d+)\[label="N"\];\1->\1\[label="E"\];\}', text)


def test_a_log_is_put_in_causal_order() -> None:
    p, q = model_value("p"), model_value("q")

    def entry(node: Value, at_p: int, at_q: int) -> Value:
        return record_of({"node": node, "clock": function_from([(p, at_p), (q, at_q)])})

    sent, received, later = entry(p, 1, 0), entry(q, 1, 1), entry(p, 2, 1)
    ordered_log = call(
        "VectorClocks!CausalOrder",
        (later, received, sent),
        lambda e: apply(e, "clock"),
        lambda e: apply(e, "node"),
        domain_of,
    )
    assert ordered_log == (sent, received, later)


def test_pictures() -> None:
    child = record_of({"name": "text", "attrs": (), "children": (), "innerText": "<<1>>"})
    box = record_of(
        {
            "name": "g",
            "attrs": record_of({"stroke_width": "2"}),
            "children": (child,),
            "innerText": "",
        }
    )
    text = call("SVG!SVGElemToString", box)
    assert text == "<g stroke-width='2'><text>&lt;&lt;1&gt;&gt;</text></g>"
    assert show(call("SVG!NodeOfRingNetwork", 10, 10, 5, 0, 4)) == "[x |-> 15, y |-> 10]"
    view = record_of({"view_width": 100, "view_height": 100})
    places = call("SVG!NodesOfDirectedMultiGraph", set_of([1, 2]), EMPTY_SET, view)
    assert apply(apply(places, 1), "x") == 90


def test_folding_can_subtract() -> None:
    assert call("FiniteSetsExt!FoldSet", subtract, 0, set_of([1, 5])) == 4
