"""Quantified indices without an offset: `\\A i : p(f[i + 1])` is `\\A i : p(f[i])`, shifted.

A solver instantiates a quantifier where it finds a term such as `f[i]`; it does not find `f[i + 1]`
in `f[k]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.smt.terms.term import (
    INT,
    Constant,
    Head,
    Symbol,
    Term,
    add,
    number,
    substitute,
    subterms,
)


def shifted(variables: Sequence[Term], body: Term) -> Term:
    """The body with variables shifted that occur as indices with one offset only."""
    offsets: dict[Term, set[int]] = {v: set() for v in variables if v.sort == INT}
    if not offsets:
        return body
    for t in subterms(body):
        if isinstance(t.shape, Symbol):
            for a in t.args:
                v, offset = _with_offset(a)
                if v in offsets:
                    offsets[v].add(offset)
    moved = {v: add(v, number(-min(found))) for v, found in offsets.items() if len(found) == 1}
    return substitute(body, moved)


def _with_offset(t: Term) -> tuple[Term, int]:
    match t.shape, t.args:
        case Head.ADD, (base, Term(Constant(int(offset)))):
            return base, offset
        case _:
            return t, 0
