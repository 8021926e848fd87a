"""The parts of a domain that the conjuncts of an invariant allow.

    Len(s) = n                               of all sequences, those with n items
    \\A i \\in 1..Len(s) : s[i] \\in S          of these, those whose items are in S
    \\A x \\in s : x \\in S                     the subsets of S
    f.a \\in S                                the records with such a field

A state that satisfies the invariant has a value in what remains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet
from holdfast.smt.bounded.expr import Evaluator
from holdfast.smt.bounded.scope import Scene
from holdfast.smt.bounded.symbolic import (
    FunctionSet,
    Given,
    PartialFunctions,
    Powerset,
    RecordSet,
    SequenceSet,
    Sym,
)

Facts = Sequence[ir.Expr]


def conjuncts(e: ir.Expr, system: System) -> Iterator[ir.Expr]:
    """The conjuncts of a formula, also those of definitions without arguments."""
    match e:
        case ir.Apply(Op.AND, args):
            for a in args:
                yield from conjuncts(a, system)
        case ir.Call(name, ()) if name in system.definitions:
            definition = system.definitions[name]
            if not definition.recursive:
                yield from conjuncts(definition.body, system)
        case _:
            yield e


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Narrows domains with facts about a term whose value is in them."""

    evaluator: Evaluator

    def narrow(self, domain: Sym, term: ir.Expr, facts: Facts) -> Sym:
        """The elements of a domain that satisfy the facts that are understood, or more."""
        match domain:
            case Given("Int"):
                return self._numbers(domain, term, facts)
            case Powerset(base):
                for name, _, body in self._universal(facts, term):
                    base = self.narrow(base, ir.Name(name), body)
                return Powerset(base)
            case RecordSet(fields):
                narrowed = (
                    (key, self.narrow(base, ir.Apply(Op.INDEX, (term, _literal(key))), facts))
                    for key, base in fields
                )
                return RecordSet(tuple(narrowed))
            case SequenceSet(base, longest):
                items = self._values(base, term, facts, _positions(term), _domain(term))
                length = self._length(term, facts)
                if length is not None:
                    return _of_length(length, items)
                return SequenceSet(items, self._longest(longest, term, facts))
            case PartialFunctions(keys, range_):
                for name, _, body in self._universal(facts, _domain(term)):
                    keys = self.narrow(keys, ir.Name(name), body)
                values = self._values(range_, term, facts, _domain(term))
                return PartialFunctions(keys, values)
            case FunctionSet(FiniteSet() as keys, range_):
                return FunctionSet(keys, self._at_all(keys, range_, term, facts))
            case _:
                return domain

    def _numbers(self, domain: Sym, term: ir.Expr, facts: Facts) -> Sym:
        for fact in facts:
            match fact:
                case ir.Apply(Op.IN, (found, s)) if found == term and self._is_constant(s):
                    numbers = self._constant(s)
                    return numbers if isinstance(numbers, FiniteSet) else domain
                case _:
                    pass
        return domain

    def _values(self, range_: Sym, term: ir.Expr, facts: Facts, *keys: ir.Expr) -> Sym:
        """What the values of a function can be, from facts about all its arguments."""
        for every in keys:
            for name, _, body in self._universal(facts, every):
                range_ = self.narrow(range_, ir.Apply(Op.INDEX, (term, ir.Name(name))), body)
        return range_

    def _at_all(self, keys: FiniteSet, range_: Sym, term: ir.Expr, facts: Facts) -> Sym:
        """The same, for a function with these arguments."""
        for name, domain, body in self._universal(facts):
            if self._is_constant(domain) and self._constant(domain) == keys:
                range_ = self.narrow(range_, ir.Apply(Op.INDEX, (term, ir.Name(name))), body)
        return self._values(range_, term, facts, _positions(term), _domain(term))

    def _universal(
        self, facts: Facts, over: ir.Expr | None = None
    ) -> Iterator[tuple[str, ir.Expr, Facts]]:
        """The facts about all elements of a set, or of any set: the variable, the set, the body."""
        for fact in facts:
            match fact:
                case ir.Bind(ir.Binder.FORALL, (ir.Bound((name,), domain, False),), body) if (
                    domain is not None and over in (None, domain)
                ):
                    yield name, domain, tuple(conjuncts(body, self.evaluator.system))
                case _:
                    pass

    def _length(self, term: ir.Expr, facts: Facts) -> int | None:
        """The length of a sequence, if the facts say that it is a given number."""
        length = _len(term)
        for fact in facts:
            match fact:
                case ir.Apply(Op.EQ, (a, b)) if length in (a, b):
                    other = b if a == length else a
                    value = self._constant(other) if self._is_constant(other) else None
                    if isinstance(value, int):
                        return value
                case _:
                    pass
        return None

    def _longest(self, known: int | None, term: ir.Expr, facts: Facts) -> int | None:
        """The largest length of a sequence, if the facts say that it is at most a given number."""
        length = _len(term)
        for fact in facts:
            match fact:
                case ir.Apply(Op.LE, (a, b)) | ir.Apply(Op.GE, (b, a)) if a == length:
                    value = self._constant(b) if self._is_constant(b) else None
                    if isinstance(value, int):
                        known = value if known is None else min(known, value)
                case _:
                    pass
        return known

    def _is_constant(self, e: ir.Expr) -> bool:
        evaluator = self.evaluator
        known = names_in(e) <= evaluator.system.definitions.keys()
        return known and evaluator.levels.of(e) == Level.CONSTANT

    def _constant(self, e: ir.Expr) -> Sym:
        return self.evaluator.value(e, {}, Scene({}))


def _len(term: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), term))


def _positions(term: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.RANGE, (ir.Literal(1), _len(term)))


def _domain(term: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.DOMAIN, (term,))


def _literal(key: object) -> ir.Expr:
    assert isinstance(key, int | str), "fields have names, items have numbers"
    return ir.Literal(key)


def _of_length(length: int, items: Sym) -> Sym:
    return FunctionSet(FiniteSet(frozenset(range(1, length + 1))), items)
