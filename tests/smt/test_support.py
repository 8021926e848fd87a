from __future__ import annotations

import pytest

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE
from holdfast.smt.unbounded.encoding import UnboundedEncoding
from holdfast.smt.unbounded.support import REASONS, refuse
from holdfast.source import SpecError
from tests.smt.unbounded_proofs import system_of_text

HEAD = "EXTENDS Integers, Sequences, FiniteSets\nCONSTANTS Node, Other, Empty\nVARIABLES x, n\n"
CONFIG = "INIT Init NEXT Next CONSTANTS Node = {n1, n2} Other = {o1, o2} Empty = {} INVARIANT P"


def refused(init: str, step: str = "UNCHANGED <<x, n>>", formula: str = "TRUE") -> tuple[str, str]:
    """The place and the message of what cannot be encoded."""
    text = f"{HEAD}Init == n \\in Node /\\ {init}\nNext == {step}\nP == {formula}"
    with pytest.raises(SpecError) as error:
        encode_all(text)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "smt-unsupported"
    assert diagnostic.span is not None
    return diagnostic.span.text, diagnostic.message


def encode_all(text: str) -> None:
    """Make all formulas of a system."""
    encoding = UnboundedEncoding(system_of_text(text, CONFIG))
    encoding.holds(ir.Call("P"), encoding.state("s"))
    for action in encoding.system.actions:
        encoding.successors(action, encoding.state("s"))


def test_sequences_as_elements_of_sets_are_refused() -> None:
    place, message = refused(
        "x = {}", "x' = x \\union {Append(<<>>, 1) \\o <<2>>, <<>>}\n/\\ UNCHANGED n"
    )
    assert place
    assert "Seq(" in message


def test_a_sequence_in_itself_is_refused() -> None:
    place, message = refused("x = <<>>", "x' = Append(x, x) /\\ UNCHANGED n")
    assert "x" in message
    assert place


@pytest.mark.parametrize(
    ("formula", "what"),
    [
        ('Len("abc") = 3', "a string as a sequence"),
        ("Len([i \\in {2} |-> i]) = 1", "a function that may be a sequence"),
        ("SelectSeq(x, LAMBDA i : i > 1) = x", "`Sequences!SelectSeq`"),
        ("[a |-> 1] \\in [{n} -> {1}]", "a record that may be equal to a function"),
    ],
)
def test_what_may_be_a_sequence_and_other_operators_are_refused(formula: str, what: str) -> None:
    place, message = refused("x = <<>>", "x' = Append(x, 1) /\\ UNCHANGED n", formula)
    assert what in message
    assert place


def test_elements_of_different_constants_are_not_compared() -> None:
    place, message = refused("x \\in Other", formula="x = n")
    assert place == "x = n"
    assert "Node" in message
    assert "Other" in message


def test_a_size_that_is_used_as_a_number_is_refused() -> None:
    place, _ = refused("x = Cardinality(Node)")
    assert "Cardinality(Node)" in place


def test_an_empty_constant_says_nothing_about_its_elements() -> None:
    place, message = refused("x \\in Empty")
    assert "Empty" in message
    assert place


def test_a_set_of_strings_is_a_sort_whose_elements_have_no_names() -> None:
    text = (
        "CONSTANT Letter\nVARIABLE x\nInit == x \\in Letter\nNext == UNCHANGED x\n"
        'P == x # "a"\nQ == x \\in Letter'
    )
    config = 'INIT Init NEXT Next CONSTANT Letter = {"a", "b"} INVARIANTS P Q'
    encoding = UnboundedEncoding(system_of_text(text, config))
    s = encoding.state("s")
    assert encoding.holds(ir.Call("Q"), s) is TRUE
    with pytest.raises(SpecError) as error:
        encoding.holds(ir.Call("P"), s)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.span is not None
    assert diagnostic.span.text == '"a"'


def test_a_recursive_function_is_refused() -> None:
    text = "LET F[i \\in Nat] == IF i = 0 THEN 0 ELSE F[i - 1] IN F[2] = 0"
    place, _ = refused("x = 0", formula=text)
    assert place


def test_an_action_that_forgets_a_variable_is_refused() -> None:
    place, message = refused("x = 0", "n' = n")
    assert "x (Next)" in message
    assert place


def test_a_quantifier_without_a_set_is_refused() -> None:
    assert refused("x = 0", formula="\\A i : i = i")[0]


def test_every_reason_makes_a_message() -> None:
    for reason in REASONS:
        assert "a solver cannot be asked about" in str(refuse(reason, None, "this"))
