"""The library operators that the C runtime has: their C names, by their qualified names."""

from __future__ import annotations

from typing import Final

_SYMBOLS: Final = {
    "Sequences!\\o": ("Concat", 2),
    "TLC!:>": ("OnePoint", 2),
    "TLC!@@": ("Extend", 2),
    "Bags!(+)": ("Add", 2),
    "Bags!(-)": ("Subtract", 2),
    "Bags!\\sqsubseteq": ("IsPart", 2),
    "Bitwise!&": ("And", 2),
    "Bitwise!|": ("Or", 2),
    "Bitwise!^^": ("Xor", 2),
}
"""Operators whose C name is not their own: the last part of it, and how many arguments."""

_NAMED: Final = {
    "Sequences": {"Seq": 1, "Len": 1, "Append": 2, "Head": 1, "Tail": 1, "SubSeq": 3},
    "FiniteSets": {"Cardinality": 1, "IsFiniteSet": 1},
    "FiniteSetsExt": {"kSubset": 2, "Max": 1, "Min": 1},
    "TLC": {"Assert": 2, "Permutations": 1, "Any": 0, "TLCEval": 1},
    "Functions": {"Range": 1, "IsInjective": 1, "IsRestriction": 2},
    "SequencesExt": {
        "SetToSeq": 1,
        "SetToSeqs": 1,
        "Contains": 2,
        "Remove": 2,
        "RemoveAt": 2,
        "Front": 1,
        "Last": 1,
        "Reverse": 1,
        "ToSet": 1,
        "IsPrefix": 2,
        "LongestCommonPrefix": 1,
        "FlattenSeq": 1,
        "ReplaceFirstSubSeq": 3,
        "ReplaceAllSubSeqs": 3,
    },
    "Bags": {
        "IsABag": 1,
        "EmptyBag": 0,
        "CopiesIn": 2,
        "BagIn": 2,
        "SetToBag": 1,
        "BagToSet": 1,
        "BagCardinality": 1,
        "BagUnion": 1,
    },
    "BagsExt": {"BagAdd": 2, "BagRemove": 2},
    "Bitwise": {"Not": 1, "shiftR": 2},
    "Combinatorics": {"choose": 2},
}

_ALL: Final = {
    f"{module}!{name}": (f"builtin_{module}_{name}", arity)
    for module, names in _NAMED.items()
    for name, arity in names.items()
} | {
    symbol: (f"builtin_{symbol.partition('!')[0]}_{name}", arity)
    for symbol, (name, arity) in _SYMBOLS.items()
}

BUILTINS: Final[dict[str, str]] = {name: c_name for name, (c_name, _) in _ALL.items()}
"""The C name of each, a function `V name(Context *c, V...)`."""

ARITY: Final[dict[str, int]] = {name: arity for name, (_, arity) in _ALL.items()}
"""How many arguments it takes besides the context."""


def prototypes() -> str:
    """C that declares them, for code that is compiled without the runtime's files."""
    lines = ['#include "holdfast.h"', "HIDDEN_BEGIN"]
    for c_name, arity in sorted(_ALL.values()):
        lines.append(f"V {c_name}({', '.join(['Context *c', *['V'] * arity])});")
    return "\n".join([*lines, "HIDDEN_END", ""])
