"""States near reachable ones."""

from __future__ import annotations

from holdfast.infer.grammar.sorts import types_of_lifted
from holdfast.infer.samples.mutate import Mutator
from holdfast.ir.values import FiniteSet, Function
from tests.infer.models import sampled


def test_a_variable_gets_only_values_that_it_has_somewhere() -> None:
    found = sampled("SimpleRegular")
    types = types_of_lifted(found.lifted, found.system.types)
    mutator = Mutator(found.lifted, types, found.states, seed=0)
    flag = len(found.lifted.constants) + found.lifted.variables.index("flag")
    seen: set[object] = set()
    for state in mutator.some(400):
        value = state[flag]
        assert isinstance(value, Function | tuple)
        for each in value.values if isinstance(value, Function) else value:
            assert isinstance(each, FiniteSet)
            seen |= each.elements
    # The number of processes is larger: no proof speaks of a flag with such a value.
    assert seen == {0, 1}
