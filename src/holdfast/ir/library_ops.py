"""The library operators that engines implement themselves: one row each, by qualified name.

An operator of a bundled module that has a row is not lowered to its definition: it stays an
application of BUILTIN. The columns of a row are the facts about its operator that more than one
module needs. `interp/builtins/` defines what an operator means, and the other engines are
compared with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from holdfast.ir.ops import Result


@dataclass(frozen=True, slots=True)
class LibraryOp:
    """The facts about one operator.

    `operators`: the positions of arguments that are operators; a function gets them as callables.
    `lazy`: it gets its arguments unevaluated, with a method `force`. `context`: the interpreter's
    function takes the context of the run before its arguments: registers, output, files, random
    numbers. `effect`: how often it is evaluated may make a difference. `changing`: its value
    changes during the search. `of_path`: it depends on the predecessors of a state. `random`:
    another evaluation may give another value. `python_only`: C has no function for it, and calls
    the interpreter if possible. `endless`: its value is an infinite set or function, which one
    engine cannot pass to another. `cheap`: evaluating it takes no longer than a cache lookup.
    """

    name: str
    arity: int
    result: Result = Result.ANY
    operators: tuple[int, ...] = ()
    lazy: bool = False
    context: bool = False
    effect: bool = False
    changing: bool = False
    of_path: bool = False
    random: bool = False
    python_only: bool = False
    endless: bool = False
    cheap: bool = False


_op = LibraryOp
_python = partial(LibraryOp, python_only=True)
_about_run = partial(_python, context=True, effect=True)

_ROWS: dict[str, tuple[LibraryOp, ...]] = {
    "Apalache": (
        _op("ApaFoldSeqLeft", 3, operators=(0,)),
        _op("ApaFoldSet", 3, operators=(0,)),
        _python("Gen", 1, Result.NONE),
        _python("Guess", 1),
        _python("Repeat", 3, operators=(0,)),
    ),
    "Bags": (
        _op("(+)", 2),
        _op("(-)", 2),
        _op("BagCardinality", 1, Result.NUMBER),
        _op("BagIn", 2, Result.BOOLEAN),
        _python("BagOfAll", 2, operators=(0,)),
        _op("BagToSet", 1),
        _op("BagUnion", 1),
        _op("CopiesIn", 2, Result.NUMBER),
        _op("EmptyBag", 0),
        _op("IsABag", 1, Result.BOOLEAN),
        _op("SetToBag", 1),
        _op("\\sqsubseteq", 2, Result.BOOLEAN),
    ),
    "BagsExt": (
        _op("BagAdd", 2),
        _op("BagRemove", 2),
        _python("FoldBag", 3, operators=(0,)),
    ),
    "Bitwise": (
        _op("&", 2),
        _op("Not", 1),
        _op("^^", 2),
        _op("shiftR", 2),
        _op("|", 2),
    ),
    "CSV": (
        _about_run("CSVRead", 3),
        _about_run("CSVRecords", 1),
        _about_run("CSVWrite", 3),
        _about_run("CSVWriteRecord", 4),
    ),
    "Combinatorics": (
        _op("choose", 2),
        _python("factorial", 0, endless=True),
    ),
    "DifferentialEquations": (_python("Integrate", 4, Result.NONE),),
    "FiniteSets": (
        _op("Cardinality", 1, Result.NUMBER, cheap=True),
        _op("IsFiniteSet", 1, Result.BOOLEAN),
    ),
    "FiniteSetsExt": (
        _op("FoldSet", 3, operators=(0,)),
        _op("Max", 1, Result.NUMBER),
        _op("Min", 1, Result.NUMBER),
        _op("Quantify", 2, Result.NUMBER, operators=(1,)),
        _op("kSubset", 2),
    ),
    "Folds": (_op("MapThenFoldSet", 5, operators=(0, 2, 3)),),
    "Functions": (
        _op("FoldFunction", 3, operators=(0,)),
        _op("FoldFunctionOnSet", 4, operators=(0,)),
        _op("IsInjective", 1, Result.BOOLEAN),
        _op("IsRestriction", 2, Result.BOOLEAN),
        _op("Range", 1),
    ),
    "GraphViz": (_python("DotDiGraph", 3, operators=(1, 2)),),
    "Graphs": (
        _python("AreConnectedIn", 3),
        _python("IsStronglyConnected", 1),
        _python("SimplePath", 1),
    ),
    "IOUtils": (
        _about_run("Deserialize", 2),
        _about_run("IODeserialize", 2),
        _about_run("IOEnv", 0),
        _about_run("IOEnvExec", 2),
        _about_run("IOEnvExecTemplate", 3),
        _about_run("IOExec", 1),
        _about_run("IOExecTemplate", 2),
        _about_run("IOSerialize", 3),
        _about_run("Serialize", 3),
        _python("atoi", 1, effect=True),
    ),
    "Json": (
        _about_run("JsonDeserialize", 1),
        _about_run("JsonSerialize", 2),
        _python("ToJson", 1, effect=True),
        _python("ToJsonArray", 1, effect=True),
        _python("ToJsonObject", 1, effect=True),
        _about_run("ndJsonDeserialize", 1),
        _about_run("ndJsonSerialize", 2),
    ),
    "Randomization": (
        _about_run("RandomSetOfSubsets", 3, random=True),
        _about_run("RandomSubset", 2, random=True),
    ),
    "Relation": (_python("TransitiveClosure", 2),),
    "SVG": (
        _python("NodeOfRingNetwork", 5),
        _python("NodesOfDirectedMultiGraph", 3),
        _python("SVGElemToString", 1),
    ),
    "Sequences": (
        _op("Append", 2, cheap=True),
        _op("Head", 1, cheap=True),
        _op("Len", 1, Result.NUMBER, cheap=True),
        _op("SelectSeq", 2, operators=(1,)),
        _op("Seq", 1, endless=True),
        _op("SubSeq", 3, cheap=True),
        _op("Tail", 1, cheap=True),
        _op("\\o", 2, cheap=True),
    ),
    "SequencesExt": (
        _op("Contains", 2, Result.BOOLEAN),
        _op("FlattenSeq", 1),
        _op("FoldLeft", 3, operators=(0,)),
        _op("FoldRight", 3, operators=(0,)),
        _op("FoldSeq", 3, operators=(0,)),
        _op("Front", 1),
        _op("IsPrefix", 2, Result.BOOLEAN),
        _op("Last", 1),
        _op("LongestCommonPrefix", 1),
        _op("Remove", 2),
        _op("RemoveAt", 2),
        _op("ReplaceAllSubSeqs", 3),
        _op("ReplaceFirstSubSeq", 3),
        _op("Reverse", 1),
        _op("SelectInSeq", 2, Result.NUMBER, operators=(1,)),
        _python("SelectInSubSeq", 4, operators=(3,)),
        _op("SelectLastInSeq", 2, Result.NUMBER, operators=(1,)),
        _python("SelectLastInSubSeq", 4, operators=(3,)),
        _op("SetToSeq", 1),
        _op("SetToSeqs", 1),
        _op("ToSet", 1),
    ),
    "Statistics": (_python("ChiSquare", 3),),
    "TLC": (
        _op(":>", 2),
        _op("@@", 2),
        _op("Any", 0, effect=True, endless=True),
        _op("Assert", 2, Result.BOOLEAN, effect=True),
        _python("JavaTime", 0, Result.NUMBER, effect=True, random=True),
        _op("Permutations", 1),
        _about_run("Print", 2),
        _about_run("PrintT", 1, Result.BOOLEAN),
        _about_run("RandomElement", 1, random=True),
        _op("SortSeq", 2, operators=(1,)),
        _op("TLCEval", 1),
        _about_run("TLCGet", 1, changing=True),
        _about_run("TLCSet", 2, Result.BOOLEAN),
        _python("ToString", 1, Result.STRING),
    ),
    "TLCExt": (
        _python("AssertError", 2, lazy=True, effect=True),
        _about_run("CounterExample", 0),
        _about_run("PickSuccessor", 1, lazy=True),
        _python("TLCCache", 2, lazy=True, effect=True),
        _about_run("TLCDefer", 1, lazy=True),
        _about_run("TLCEvalDefinition", 1, Result.NONE),
        _python("TLCFP", 1, effect=True),
        _about_run("TLCGetOrDefault", 2, changing=True),
        _python("TLCModelValue", 1, effect=True),
        _python("ToTrace", 1, effect=True),
        _about_run("Trace", 0, changing=True, of_path=True),
    ),
    "Toolbox": (_about_run("_TETrace", 0, changing=True, of_path=True),),
    "UndirectedGraphs": (
        _python("AreConnectedIn", 3),
        _python("ConnectedComponents", 1),
        _python("SimplePath", 1),
    ),
    "VectorClocks": (_python("CausalOrder", 4, operators=(1, 2, 3)),),
}

LIBRARY_OPS: dict[str, LibraryOp] = {
    f"{module}!{row.name}": row for module, rows in _ROWS.items() for row in rows
}
"""The rows by qualified name, such as `Sequences!Append`."""
