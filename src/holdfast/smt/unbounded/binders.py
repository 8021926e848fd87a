"""Quantifiers, CHOOSE, filters, maps and functions over sets of any size."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE, Term, and_, exists, forall, implies, or_
from holdfast.smt.unbounded import sets
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.elements import elements, for_some, member
from holdfast.smt.unbounded.lemmas import within
from holdfast.smt.unbounded.operators import field_of
from holdfast.smt.unbounded.scope import Scope, bind, variables_of
from holdfast.smt.unbounded.shifts import shifted
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Function, Set, Sym, Undefined
from holdfast.smt.unbounded.symbols import any_element
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import as_set


class Binders:
    """The part of the encoding of expressions for binders."""

    theory: Theory

    @abstractmethod
    def formula(self, e: ir.Expr, scope: Scope) -> Term:
        """A formula as a term; where it is undefined, its value is arbitrary."""

    @abstractmethod
    def value(self, e: ir.Expr, scope: Scope) -> Sym:
        """The value of an expression."""

    def set(self, e: ir.Expr, scope: Scope) -> Set:
        """The value of an expression that is a set."""
        for condition, option in sym.options(self.value(e, scope)):
            if isinstance(option, Set | sym.Reified):
                self.theory.demand(condition, "what is no set is used as one", e.span)
                return as_set(option)
        raise Undefined("this is not a set")

    def bound(self, e: ir.Bind, scope: Scope) -> Sym:
        """The value of a binder."""
        match e.binder:
            case ir.Binder.FORALL | ir.Binder.EXISTS:
                universal = e.binder is ir.Binder.FORALL
                return sym.Truth(self.quantified(universal, e.bounds, e.body, scope))
            case ir.Binder.FILTER:
                return self._filter(e, scope)
            case ir.Binder.MAP:
                return self._map(e, scope)
            case ir.Binder.FUNCTION:
                return self._function(e, scope)
            case ir.Binder.CHOOSE:
                if e.bounds[0].domain is None:
                    raise refuse("choose", e.span)
                s = self._filter(e, scope)
                self.theory.demand(
                    for_some(elements(s), lambda _: TRUE), "a CHOOSE without a witness", e.span
                )
                return self.theory.choose(s.of, s, id(e))
            case _:
                assert_never(e.binder)

    def _filter(self, e: ir.Bind, scope: Scope) -> Set:
        (s,) = self.domains(e.bounds, scope)

        def test(v: Sym) -> Term:
            with self.theory.under(member(v, s), variables_of(v)):
                return self.formula(e.body, bind(e.bounds, (v,), scope))

        if s.base is None:
            return sets.kept(s, test)
        base = s.base
        return sets.kept(s, test, lambda v, i, t: within(v, i, t, base, self.theory))

    def _around(self) -> Term:
        """The conditions under which an expression is evaluated: its parts may be evaluated later.

        They matter only for definedness.
        """
        return TRUE if self.theory.conditions is None else and_(*self.theory.path)

    def _map(self, e: ir.Bind, scope: Scope) -> Set:
        def each(make: sym.Maker) -> tuple[sym.Item, ...]:
            found = []
            for variables, guard, values in self.choices(e.bounds, scope, make):
                with self.theory.under(guard, variables):
                    value = self.value(e.body, bind(e.bounds, values, scope))
                found += [sym.Item(variables, and_(guard, g), x) for g, x in sym.options(value)]
            return tuple(found)

        return sets.made_of(each)

    def _function(self, e: ir.Bind, scope: Scope) -> Function:
        domains = self.domains(e.bounds, scope)
        single = len(domains) == 1
        around = self._around()

        def at(v: Sym) -> Sym:
            inside = and_(around, member(v, domain))
            with self.theory.under(inside, variables_of(v)):
                if single:
                    return self.value(e.body, bind(e.bounds, (v,), scope))
                values = tuple(field_of(v, i) for i in range(len(domains)))
                return self.value(e.body, bind(e.bounds, values, scope))

        domain = domains[0] if single else sets.product(domains)
        return Function(domain, at)

    def quantified(
        self, universal: bool, bounds: Sequence[ir.Bound], body: ir.Expr, scope: Scope
    ) -> Term:
        """The formula of a quantifier."""

        def inner(scope: Scope) -> Term:
            return self.formula(body, scope)

        quantify, join, glue = (forall, and_, implies) if universal else (exists, or_, and_)
        found = []
        domains = self.domains(bounds, scope)
        if self.theory.conditions is not None:
            domains = [self._ranging(s) for s in domains]
        for variables, guard, values in sets.choices(domains):
            with self.theory.under(guard, variables):
                whole = glue(guard, inner(bind(bounds, values, scope)))
                found.append(quantify(variables, shifted(variables, whole)))
        return join(*found)

    def choices(
        self, bounds: Sequence[ir.Bound], scope: Scope, make: sym.Maker = sym.fresh
    ) -> list[tuple[tuple[Term, ...], Term, tuple[Sym, ...]]]:
        """The values of the bound variables in all forms: variables, guard, and a value each."""
        return sets.choices(self.domains(bounds, scope), make)

    def _ranging(self, s: Set) -> Set:
        """A set of functions or sets, of which one arbitrary element stands for all.

        Only for conditions: these are proved for all values of free symbols. A quantifier in the
        guard of a condition becomes weaker at most, so the condition is at least as strong.
        """
        if s.each is not None:
            return s
        value, guard = any_element(s, self.theory.new_name())
        return replace(s, each=lambda _: (sym.Item((), guard, value),))

    def domains(self, bounds: Sequence[ir.Bound], scope: Scope) -> list[Set]:
        """The set of each name, or of each tuple of names."""
        found = []
        for b in bounds:
            if b.domain is None:
                raise refuse("quantified-unbounded", b.span)
            found += [self.set(b.domain, scope)] * (1 if b.pattern else len(b.names))
        return found
