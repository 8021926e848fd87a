"""The names that the language itself has."""

from __future__ import annotations

import re

_BITS = re.compile(r"bv[0-9]+")

FUNCTIONS = frozenset(
    "len max min abs incre decre disjoint range bv_extract i_min set iset Mset Counter "
    "implies forall exists all any always eventually leads_to strong".split()
)

TYPES = frozenset(
    "bool Bool int Int nat Nat Char Real str Enum IntEnum IntRange NamedTuple Tuple "
    "Seq Sequence Set ISet Map Mapping Mset Counter Union float type".split()
)


def is_reserved(name: str) -> bool:
    """Whether no declaration may use a name."""
    return name in FUNCTIONS or name in TYPES or _BITS.fullmatch(name) is not None
