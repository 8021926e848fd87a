"""Library operators on symbolic values, for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.binders import Binders
from holdfast.smt.unbounded.scope import Scope
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Sym
from holdfast.smt.unbounded.values import elements
from holdfast.source import Span

Args: TypeAlias = tuple[ir.Expr, ...]
Builtin: TypeAlias = Callable[[Binders, Args, Scope, Span | None], Sym]


def call_builtin(meaning: Binders, name: str, args: Args, scope: Scope, span: Span | None) -> Sym:
    """The value of a library operator."""
    own = ENCODED.get(name)
    if own is None:
        raise refuse("builtin", span, f"`{name}`")
    return own(meaning, args, scope, span)


def _cardinality(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    s = meaning.set(args[0], scope)
    if s.each is not None and not elements(s):
        return sym.literal_number(0)
    return sym.Size(((1, s),), 0)


def _is_finite_set(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    if not isinstance(meaning.set(args[0], scope).of, shapes.Elements):
        raise refuse("builtin", span, "`FiniteSets!IsFiniteSet`")
    return sym.Truth(TRUE)  # a size is a number


def _evaluated(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    return meaning.value(args[0], scope)


ENCODED: Mapping[str, Builtin] = {
    "FiniteSets!Cardinality": _cardinality,
    "FiniteSets!IsFiniteSet": _is_finite_set,
    "TLC!TLCEval": _evaluated,
}
"""The library operators with an encoding; all others are rejected."""
