"""Library operators on symbolic values; the interpreter computes those whose arguments are known.

An operator without an encoding of its own is computed for every combination of possible values of
its arguments, if those are few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from holdfast.interp.builtins import BUILTINS
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.values import Value
from holdfast.smt.bounded.cases import SymOperator, by_cases
from holdfast.smt.bounded.collections import COLLECTIONS
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.sequences import SEQUENCES
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import Sym, is_known

ENCODED: Mapping[str, Callable[..., Sym]] = {**COLLECTIONS, **SEQUENCES}
"""The library operators with an encoding of their own."""

_BY_CASES = {
    "Apalache": "ApaFoldSeqLeft ApaFoldSet Guess Repeat",
    "Bags": "BagOfAll EmptyBag IsABag",
    "BagsExt": "FoldBag",
    "Bitwise": "& Not ^^ shiftR |",
    "Combinatorics": "choose",
    "FiniteSetsExt": "kSubset",
    "Functions": "IsRestriction",
    "GraphViz": "DotDiGraph",
    "Graphs": "AreConnectedIn IsStronglyConnected SimplePath",
    "IOUtils": "atoi",
    "Json": "ToJson ToJsonArray ToJsonObject",
    "Relation": "TransitiveClosure",
    "SVG": "NodeOfRingNetwork NodesOfDirectedMultiGraph SVGElemToString",
    "SequencesExt": (
        "LongestCommonPrefix RemoveAt ReplaceAllSubSeqs ReplaceFirstSubSeq SelectInSubSeq"
        " SelectLastInSubSeq SetToSeqs"
    ),
    "Statistics": "ChiSquare",
    "TLC": "Permutations SortSeq ToString",
    "TLCExt": "TLCFP TLCModelValue ToTrace",
    "UndirectedGraphs": "AreConnectedIn ConnectedComponents SimplePath",
    "VectorClocks": "CausalOrder",
}
BY_CASES = frozenset(
    f"{module}!{name}" for module, names in _BY_CASES.items() for name in names.split()
)
"""Those that the interpreter evaluates for every combination of values; others are rejected."""


def call_builtin(name: str, args: Sequence[Sym | SymOperator], at: Place) -> Sym:
    """The value of a library operator; arguments that are operators are Python callables."""
    values = [a for a in args if not callable(a)]
    own, row, with_operators = ENCODED.get(name), LIBRARY_OPS[name], len(values) < len(args)
    never_known = with_operators or row.context or row.endless
    if own is not None and (never_known or not all(map(is_known, values))):
        return own(*args, at)
    if own is None and name not in BY_CASES:
        raise refuse_bounded("builtin", at.span, f"`{name}`")
    if with_operators:
        return _with_operators(name, args, at)
    return by_cases(BUILTINS[name], values, at, f"`{name.partition('!')[2]}`")


def _with_operators(name: str, args: Sequence[Sym | SymOperator], at: Place) -> Sym:
    """An operator with operators as arguments: the interpreter's, on known values."""

    def known_only(operator: SymOperator) -> Callable[..., Value]:
        def call(*values: Value) -> Value:
            result = operator(*values, at)
            if not is_known(result):
                raise refuse_bounded("builtin", at.span, f"`{name}`")
            return result  # type: ignore[return-value]

        return call

    wrapped = {i: known_only(a) for i, a in enumerate(args) if callable(a)}
    places = [i for i in range(len(args)) if i not in wrapped]

    def function(*values: Value) -> Value:
        given = dict(zip(places, values, strict=True))
        all_args = [wrapped[i] if i in wrapped else given[i] for i in range(len(args))]
        found: Value = BUILTINS[name](*all_args)
        return found

    values = [args[i] for i in places]
    return by_cases(function, values, at, f"`{name}`")  # type: ignore[arg-type]
