"""Names of the language as identifiers of Dafny, which may contain `'` where Python's may not."""

from __future__ import annotations

import re
from typing import Final

_KEYWORDS: Final = frozenset(
    """
    abstract allocated array as assert assume bool break by calc case char class codatatype
    colemma constructor copredicate const datatype decreases else ensures exists export extends
    false forall fresh function ghost if imap import in include inductive int invariant iset
    iterator label lemma map match method modifies modify module multiset nat new newtype null
    object old opened ORDINAL predicate print protected provides reads real refines requires
    return returns reveal reveals seq set static string then this trait true twostate type
    unchanged var while witness yield yields
    """.split()
)
_OWN: Final = frozenset(
    """
    s p act State Parameter Action Types aut_where input output internal signature initially
    transitions invariant_of controlled
    """.split()
)
"""Names that every module has, or that its predicates use for their own parameters."""

_PREFIXES: Final = re.compile(r"(pre|eff|loop|param)_|array[0-9]|bv[0-9]|s[0-9]+$|a[0-9]+$")


def field(name: str) -> str:
    """The identifier of something that is selected by a dot."""
    legal = re.sub(r"[^A-Za-z0-9_]", lambda m: f"'{ord(m[0]):x}'", name)
    if legal[0] in "_'":
        legal = f"x'{legal}"
    return f"{legal}'" if legal in _KEYWORDS or re.fullmatch("array[0-9]+", legal) else legal


def identifier(name: str) -> str:
    """The identifier of something that stands alone: a type, a function, a variable."""
    legal = field(name)
    return f"{legal}'" if legal in _OWN or _PREFIXES.match(legal) else legal
