"""Library operators on symbolic values, for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE
from holdfast.smt.unbounded import sequences, sets, shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.binders import Binders
from holdfast.smt.unbounded.elements import elements
from holdfast.smt.unbounded.numbers import term_of
from holdfast.smt.unbounded.operators import over
from holdfast.smt.unbounded.scope import Scope
from holdfast.smt.unbounded.sequences import as_sequence
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Sym
from holdfast.smt.unbounded.theory import Theory
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


Demanding: TypeAlias = Callable[[Function, Theory, Span | None], Sym]


def _on_sequence(make: Demanding) -> Builtin:
    """An operator on a sequence that is the first argument."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        def of(option: Sym) -> Sym:
            return make(as_sequence(option), meaning.theory, span)

        return over(meaning.value(args[0], scope), of, meaning.theory, span)

    return own


def _with_item(make: Callable[[Function, Sym], Sym]) -> Builtin:
    """An operator on a sequence and a value."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        item = meaning.value(args[1], scope)
        return _on_sequence(lambda s, _theory, _span: make(s, item))(meaning, args, scope, span)

    return own


def _concatenated(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    second = meaning.value(args[1], scope)

    def with_second(s: Function, theory: Theory, span: Span | None) -> Sym:
        def of(option: Sym) -> Sym:
            return sequences.concatenate(s, as_sequence(option))

        return over(second, of, theory, span)

    return _on_sequence(with_second)(meaning, args, scope, span)


def _subsequence(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    low, high = (term_of(meaning.value(a, scope)) for a in args[1:])

    def between(s: Function, theory: Theory, span: Span | None) -> Sym:
        return sequences.subsequence(s, low, high, theory, span)

    return _on_sequence(between)(meaning, args, scope, span)


def _all_sequences(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    return sets.sequences(meaning.set(args[0], scope))


ENCODED: Mapping[str, Builtin] = {
    "FiniteSets!Cardinality": _cardinality,
    "FiniteSets!IsFiniteSet": _is_finite_set,
    "Sequences!Append": _with_item(sequences.append),
    "Sequences!Head": _on_sequence(sequences.head),
    "Sequences!Len": _on_sequence(lambda s, _theory, _span: sequences.length(s)),
    "Sequences!Seq": _all_sequences,
    "Sequences!SubSeq": _subsequence,
    "Sequences!Tail": _on_sequence(sequences.tail),
    "Sequences!\\o": _concatenated,
    "SequencesExt!Contains": _with_item(sequences.contains),
    "SequencesExt!Front": _on_sequence(sequences.front),
    "SequencesExt!Last": _on_sequence(sequences.last),
    "SequencesExt!ToSet": _on_sequence(lambda s, _theory, _span: sequences.items(s)),
    "TLC!TLCEval": _evaluated,
}
"""The library operators with an encoding; all others are rejected."""
