"""The lemmas of a search under names that the spec does not use."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from itertools import count

from holdfast.infer.result import Conjunct
from holdfast.infer.search.lemma_pool import PROPERTY
from holdfast.infer.search.oracles import unlifted
from holdfast.infer.search.search import Search
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.tla_text import tla_text, unused


def named_lemmas(
    search: Search, chosen: Iterable[int], taken: Container[str]
) -> tuple[Conjunct, ...]:
    """Chosen lemmas as formulas of the spec; those that have no name are numbered."""
    found = []
    numbers = (f"Lemma{n}" for n in count(1))
    for i in chosen:
        lemma = search.pool.lemmas[i]
        name = unused(lemma.name, taken) if i and lemma.name else lemma.name
        name = name or next(n for n in numbers if n not in taken)
        e = unlifted(search.shown if i == PROPERTY else lemma.expr, search.lifted)
        found.append(Conjunct(name, _without_place(e), tla_text(e)))
    return tuple(found)


def _without_place(e: ir.Expr) -> ir.Expr:
    """A formula without spans: it was built from parts of the spec and is not in its text."""
    match e:
        case ir.Apply(Op.AND, args):
            return replace(e, args=tuple(map(_without_place, args)), span=None)
        case _:
            return replace(e, span=None)
