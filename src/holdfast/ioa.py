"""The language of I/O automata for Python: `from holdfast.ioa import *`.

With it, Python can import a file of automata. Their functions are not executed: they become
objects that are checked as the file would be.

    >>> StableArray(3).check()
    <CheckResult exhausted, 16 distinct states>
"""

from __future__ import annotations

import re

from holdfast.workbench.ioa_objects import Automaton, Instance, automaton, compose
from holdfast.workbench.ioa_words import LanguageType, TypeFamily, Word

composition = automaton

input = Word("input")
output = Word("output")
internal = Word("internal")
pre = Word("pre")

nat = LanguageType("nat")
Nat = LanguageType("Nat")
Int = LanguageType("Int")
Bool = LanguageType("Bool")
Char = LanguageType("Char")
Real = LanguageType("Real")

Enum = TypeFamily("Enum")
IntEnum = TypeFamily("IntEnum")
IntRange = TypeFamily("IntRange")
NamedTuple = TypeFamily("NamedTuple")
Tuple = TypeFamily("Tuple")
Seq = TypeFamily("Seq")
Sequence = TypeFamily("Sequence")
Set = TypeFamily("Set")
ISet = TypeFamily("ISet")
Map = TypeFamily("Map")
Mapping = TypeFamily("Mapping")
Mset = TypeFamily("Mset")
Counter = TypeFamily("Counter")

implies = Word("implies")
forall = Word("forall")
exists = Word("exists")
incre = Word("incre")
decre = Word("decre")
disjoint = Word("disjoint")
iset = Word("iset")
bv_extract = Word("bv_extract")
i_min = Word("i_min")

always = Word("always")
eventually = Word("eventually")
leads_to = Word("leads_to")
strong = Word("strong")

_WIDEST = 64
"""The widest bit vectors that `import *` defines; others are attributes of the module."""

__all__ = [
    "Automaton",
    "Bool",
    "Char",
    "Counter",
    "Enum",
    "ISet",
    "Instance",
    "Int",
    "IntEnum",
    "IntRange",
    "Map",
    "Mapping",
    "Mset",
    "NamedTuple",
    "Nat",
    "Real",
    "Seq",
    "Sequence",
    "Set",
    "Tuple",
    "always",
    "automaton",
    "bv_extract",
    "compose",
    "composition",
    "decre",
    "disjoint",
    "eventually",
    "exists",
    "forall",
    "i_min",
    "implies",
    "incre",
    "input",
    "internal",
    "iset",
    "leads_to",
    "nat",
    "output",
    "pre",
    "strong",
]
__all__ += [f"bv{width}" for width in range(1, _WIDEST + 1)]


def __getattr__(name: str) -> LanguageType:
    if re.fullmatch(r"bv[1-9][0-9]*", name):
        return LanguageType(name)
    raise AttributeError(f"module 'holdfast.ioa' has no attribute {name!r}")
