"""Whole files of automata."""

from __future__ import annotations

from holdfast.front.ioa import tree
from tests.front.ioa.given import COUNTER, accepted


def test_a_file_has_its_types_functions_and_automata() -> None:
    file = accepted(COUNTER)
    assert [name for name, _ in file.types] == ["Small", "Colour", "Msg"]
    assert [f.name for f in file.functions] == ["twice"]
    (automaton,) = file.automata
    assert isinstance(automaton, tree.Automaton)
    assert [a.name for a in automaton.signature] == ["tick", "reset"]
    assert [t.name for t in automaton.transitions] == ["tick", "reset"]
    assert [i.name for i in automaton.invariants] == ["invariant_of"]
