"""The library operators of the C runtime: their C names, by qualified name."""

from __future__ import annotations

from typing import Final

from holdfast.ir.library_ops import LIBRARY_OPS

_SYMBOLS: Final = {
    "Sequences!\\o": "Concat",
    "TLC!:>": "OnePoint",
    "TLC!@@": "Extend",
    "Bags!(+)": "Add",
    "Bags!(-)": "Subtract",
    "Bags!\\sqsubseteq": "IsPart",
    "Bitwise!&": "And",
    "Bitwise!|": "Or",
    "Bitwise!^^": "Xor",
}
"""Operators with a different name in C: the last part of that name."""

_NAMED: Final = {
    "Sequences": "Seq Len Append Head Tail SubSeq",
    "FiniteSets": "Cardinality IsFiniteSet",
    "FiniteSetsExt": "kSubset Max Min",
    "TLC": "Assert Permutations Any TLCEval",
    "Functions": "Range IsInjective IsRestriction",
    "SequencesExt": (
        "SetToSeq SetToSeqs Contains Remove RemoveAt Front Last Reverse ToSet IsPrefix"
        " LongestCommonPrefix FlattenSeq ReplaceFirstSubSeq ReplaceAllSubSeqs"
    ),
    "Bags": "IsABag EmptyBag CopiesIn BagIn SetToBag BagToSet BagCardinality BagUnion",
    "BagsExt": "BagAdd BagRemove",
    "Bitwise": "Not shiftR",
    "Combinatorics": "choose",
}

BUILTINS: Final[dict[str, str]] = {
    f"{module}!{name}": f"builtin_{module}_{name}"
    for module, names in _NAMED.items()
    for name in names.split()
} | {symbol: f"builtin_{symbol.partition('!')[0]}_{name}" for symbol, name in _SYMBOLS.items()}
"""The C name of each, a function `V name(Context *c, V...)`."""


def prototypes() -> str:
    """C declarations of them, for code that is compiled without the runtime's files."""
    lines = ['#include "holdfast.h"', "HIDDEN_BEGIN"]
    for c_name, name in sorted((c_name, name) for name, c_name in BUILTINS.items()):
        values = ["V"] * LIBRARY_OPS[name].arity
        lines.append(f"V {c_name}({', '.join(['Context *c', *values])});")
    return "\n".join([*lines, "HIDDEN_END", ""])
