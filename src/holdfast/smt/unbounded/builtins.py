"""Library operators on symbolic values, for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE
from holdfast.smt.unbounded import bags, sequences, sets, shapes
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
from holdfast.smt.unbounded.values import listed
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


def _with_sequence(make: Callable[[Function, Function], Sym]) -> Builtin:
    """An operator on two sequences."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        second = meaning.value(args[1], scope)

        def with_second(s: Function, theory: Theory, span: Span | None) -> Sym:
            return over(second, lambda t: make(s, as_sequence(t)), theory, span)

        return _on_sequence(with_second)(meaning, args, scope, span)

    return own


def _subsequence(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    low, high = (term_of(meaning.value(a, scope)) for a in args[1:])

    def between(s: Function, theory: Theory, span: Span | None) -> Sym:
        return sequences.subsequence(s, low, high, theory, span)

    return _on_sequence(between)(meaning, args, scope, span)


def _all_sequences(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    return sets.sequences(meaning.set(args[0], scope))


def _with_bag(make: Callable[[Sym, Function], Sym]) -> Builtin:
    """An operator on a value and a bag."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        first, second = (meaning.value(a, scope) for a in args)
        return over(second, lambda bag: make(first, bags.as_bag(bag)), meaning.theory, span)

    return own


def _with_bags(make: Callable[[Function, Function, Theory, Span | None], Sym]) -> Builtin:
    """An operator on two bags."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        theory = meaning.theory
        first, second = (meaning.value(a, scope) for a in args)

        def with_first(a: Sym) -> Sym:
            left = bags.as_bag(a)
            return over(second, lambda b: make(left, bags.as_bag(b), theory, span), theory, span)

        return over(first, with_first, theory, span)

    return own


def _with_element(make: Callable[[Function, Function, Theory, Span | None], Sym]) -> Builtin:
    """An operator on a bag and an element."""

    def own(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
        theory = meaning.theory
        bag, element = (meaning.value(a, scope) for a in args)
        one = bags.of_set(listed((element,)))
        return over(bag, lambda b: make(bags.as_bag(b), one, theory, span), theory, span)

    return own


def _bag_of_set(meaning: Binders, args: Args, scope: Scope, span: Span | None) -> Sym:
    return bags.of_set(meaning.set(args[0], scope))


ENCODED: Mapping[str, Builtin] = {
    "Bags!(+)": _with_bags(bags.add),
    "Bags!(-)": _with_bags(lambda a, b, _theory, _span: bags.subtract(a, b)),
    "Bags!BagIn": _with_bag(lambda x, bag: sym.Truth(bags.is_in(x, bag))),
    "Bags!CopiesIn": _with_bag(bags.copies_in),
    "Bags!EmptyBag": lambda _meaning, _args, _scope, _span: sym.Tuple(()),
    "Bags!SetToBag": _bag_of_set,
    "Bags!\\sqsubseteq": _with_bags(lambda a, b, _theory, _span: sym.Truth(bags.is_part(a, b))),
    "BagsExt!BagAdd": _with_element(bags.add),
    "BagsExt!BagRemove": _with_element(lambda a, b, _theory, _span: bags.subtract(a, b)),
    "FiniteSets!Cardinality": _cardinality,
    "FiniteSets!IsFiniteSet": _is_finite_set,
    "Sequences!Append": _with_item(sequences.append),
    "Sequences!Head": _on_sequence(sequences.head),
    "Sequences!Len": _on_sequence(lambda s, _theory, _span: sequences.length(s)),
    "Sequences!Seq": _all_sequences,
    "Sequences!SubSeq": _subsequence,
    "Sequences!Tail": _on_sequence(sequences.tail),
    "Sequences!\\o": _with_sequence(sequences.concatenate),
    "SequencesExt!Contains": _with_item(sequences.contains),
    "SequencesExt!Front": _on_sequence(sequences.front),
    "SequencesExt!IsPrefix": _with_sequence(sequences.is_prefix),
    "SequencesExt!Last": _on_sequence(sequences.last),
    "SequencesExt!ToSet": _on_sequence(lambda s, _theory, _span: sequences.items(s)),
    "TLC!TLCEval": _evaluated,
}
"""The library operators with an encoding; all others are rejected."""
