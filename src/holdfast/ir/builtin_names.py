"""The library operators that every engine implements itself, by their qualified names.

Of a bundled module, what is listed here is not lowered to its definition: it stays a call
of the operator. `tests/interp/test_builtins.py` compares the list with the interpreter's.
"""

from __future__ import annotations

_OPERATORS: dict[str, str] = {
    "Apalache": "ApaFoldSeqLeft ApaFoldSet Gen Guess Repeat",
    "Bags": (
        "(+) (-) BagCardinality BagIn BagOfAll BagToSet BagUnion CopiesIn EmptyBag IsABag"
        " SetToBag \\sqsubseteq"
    ),
    "BagsExt": "BagAdd BagRemove FoldBag",
    "Bitwise": "& Not ^^ shiftR |",
    "CSV": "CSVRead CSVRecords CSVWrite CSVWriteRecord",
    "Combinatorics": "choose factorial",
    "DifferentialEquations": "Integrate",
    "FiniteSets": "Cardinality IsFiniteSet",
    "FiniteSetsExt": "FoldSet Max Min Quantify kSubset",
    "Folds": "MapThenFoldSet",
    "Functions": "FoldFunction FoldFunctionOnSet IsInjective IsRestriction Range",
    "GraphViz": "DotDiGraph",
    "Graphs": "AreConnectedIn IsStronglyConnected SimplePath",
    "IOUtils": (
        "Deserialize IODeserialize IOEnv IOEnvExec IOEnvExecTemplate IOExec IOExecTemplate"
        " IOSerialize Serialize atoi"
    ),
    "Json": (
        "JsonDeserialize JsonSerialize ToJson ToJsonArray ToJsonObject ndJsonDeserialize"
        " ndJsonSerialize"
    ),
    "Randomization": "RandomSetOfSubsets RandomSubset RandomSubsetSet",
    "Relation": "TransitiveClosure",
    "SVG": "NodeOfRingNetwork NodesOfDirectedMultiGraph SVGElemToString",
    "Sequences": "Append Head Len SelectSeq Seq SubSeq Tail \\o",
    "SequencesExt": (
        "Contains FlattenSeq FoldLeft FoldRight FoldSeq Front IsPrefix Last"
        " LongestCommonPrefix Remove RemoveAt ReplaceAllSubSeqs ReplaceFirstSubSeq Reverse"
        " SelectInSeq SelectInSubSeq SelectLastInSeq SelectLastInSubSeq SetToSeq SetToSeqs"
        " ToSet"
    ),
    "Statistics": "ChiSquare",
    "TLC": (
        ":> @@ Any Assert JavaTime Permutations Print PrintT RandomElement SortSeq TLCEval"
        " TLCGet TLCSet ToString"
    ),
    "TLCExt": (
        "AssertError CounterExample PickSuccessor TLCCache TLCDefer TLCEvalDefinition TLCFP"
        " TLCGetOrDefault TLCModelValue ToTrace Trace"
    ),
    "Toolbox": "_TETrace",
    "UndirectedGraphs": "AreConnectedIn ConnectedComponents SimplePath",
    "VectorClocks": "CausalOrder",
}

BUILTIN_NAMES: frozenset[str] = frozenset(
    f"{module}!{name}" for module, names in _OPERATORS.items() for name in names.split()
)
