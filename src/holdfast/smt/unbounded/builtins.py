"""Library operators on symbolic values, for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.scope import Scope
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Value
from holdfast.smt.unbounded.values import elements
from holdfast.source import Span

if TYPE_CHECKING:
    from holdfast.smt.unbounded.expr import Meaning

Args: TypeAlias = tuple[ir.Expr, ...]
Builtin: TypeAlias = Callable[["Meaning", Args, Scope, Span | None], Value]


def call_builtin(meaning: Meaning, name: str, args: Args, scope: Scope, span: Span | None) -> Value:
    """The value of a library operator."""
    own = ENCODED.get(name)
    if own is None:
        raise refuse("builtin", span, f"`{name}`")
    return own(meaning, args, scope, span)


def _cardinality(meaning: Meaning, args: Args, scope: Scope, span: Span | None) -> Value:
    s = meaning.set(args[0], scope)
    if s.each is not None and not elements(s):
        return sym.literal_number(0)
    return sym.Size(((1, s),), 0)


def _is_finite_set(meaning: Meaning, args: Args, scope: Scope, span: Span | None) -> Value:
    if not isinstance(meaning.set(args[0], scope).of, shapes.Elements):
        raise refuse("builtin", span, "`FiniteSets!IsFiniteSet`")
    return sym.Truth(TRUE)  # a size is a number


def _evaluated(meaning: Meaning, args: Args, scope: Scope, span: Span | None) -> Value:
    return meaning.value(args[0], scope)


ENCODED: Mapping[str, Builtin] = {
    "FiniteSets!Cardinality": _cardinality,
    "FiniteSets!IsFiniteSet": _is_finite_set,
    "TLC!TLCEval": _evaluated,
}
"""The library operators with an encoding; all others are rejected."""
