"""The encoding of expressions for all sizes: symbolic values, and terms for formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, iff, implies, not_, or_
from holdfast.smt.unbounded import numbers, sets, shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.binders import Binders
from holdfast.smt.unbounded.bits import bit, bit_operands
from holdfast.smt.unbounded.builtins import call_builtin
from holdfast.smt.unbounded.constants import Constants, tell_parts_apart
from holdfast.smt.unbounded.operators import OPERATORS, equation, indexed, updated
from holdfast.smt.unbounded.scope import Names, Operator, Scope, truth_of
from holdfast.smt.unbounded.sequences import OUTSIDE, is_outside
from holdfast.smt.unbounded.support import placed, refuse
from holdfast.smt.unbounded.symbolic import Sym, Undefined
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import (
    as_set,
    defined,
)
from holdfast.source import Span, SpecError

SUPPORTED = frozenset(OPERATORS) | {
    *(Op.AND, Op.OR, Op.NOT, Op.IMPLIES, Op.IFF, Op.UNCHANGED),
    *(Op.RECORD, Op.RECORD_SET, Op.INDEX, Op.MODEL, Op.BUILTIN),
}
"""The rows of the operator table with an encoding; all others are rejected."""


class Meaning(Binders):
    """Evaluates expressions of one system to symbolic values."""

    def __init__(
        self, definitions: Mapping[str, ir.Definition], constants: Constants, theory: Theory
    ) -> None:
        self.definitions = definitions
        self.constants = constants
        self.theory = theory
        self.enabled: Callable[[ir.Enabled, Scope], Term] | None = None

    # ---- formulas ----

    def formula(self, e: ir.Expr, scope: Scope) -> Term:
        """A formula as a term; where it is undefined, its value is arbitrary."""
        try:
            return self._formula(e, scope)
        except Undefined as reason:
            return self.theory.unknown(e.span, str(reason))
        except SpecError as error:
            raise placed(error, e.span) from None

    def _formula(self, e: ir.Expr, scope: Scope) -> Term:
        match e:
            case ir.Apply(Op.AND, args):
                return self._all(args, scope)
            case ir.Apply(Op.OR, args):
                return self._some(args, scope)
            case ir.Apply(Op.NOT, (a,)):
                return not_(self.formula(a, scope))
            case ir.Apply(Op.IMPLIES, (a, b)):
                given = self.formula(a, scope)
                if given is FALSE:
                    return TRUE
                with self.theory.under(given):
                    return implies(given, self.formula(b, scope))
            case ir.Apply(Op.IFF, (a, b)):
                return iff(self.formula(a, scope), self.formula(b, scope))
            case ir.Bind(ir.Binder.FORALL | ir.Binder.EXISTS as binder, bounds, body):
                return self.quantified(binder is ir.Binder.FORALL, bounds, body, scope)
            case ir.If(test, yes, no):
                condition = self.formula(test, scope)
                return or_(
                    self._part(condition, yes, scope), self._part(not_(condition), no, scope)
                )
            case ir.Let(definitions, body):
                return self.formula(body, self.with_definitions(definitions, scope))
            case ir.Call(name, args) if self._operator(name, scope) is not None:
                body, inner = self._entered(name, args, scope, e.span)
                return self.formula(body, inner)
            case ir.Prime(body):
                return self.formula(body, replace(scope, now=scope.next, next=None))
            case ir.Apply(Op.UNCHANGED, (a,)):
                later = replace(scope, now=scope.next, next=None)
                return equation(self.value(a, later), self.value(a, scope), self.theory)
            case _:
                return truth_of(self.value(e, scope))

    def _part(self, condition: Term, e: ir.Expr, scope: Scope) -> Term:
        if condition is FALSE:
            return FALSE
        with self.theory.under(condition):
            return and_(condition, self.formula(e, scope))

    def _all(self, args: Sequence[ir.Expr], scope: Scope) -> Term:
        if not args:
            return TRUE
        first = self.formula(args[0], scope)
        if first is FALSE:
            return FALSE
        with self.theory.under(first):
            return and_(first, self._all(args[1:], scope))

    def _some(self, args: Sequence[ir.Expr], scope: Scope) -> Term:
        if not args:
            return FALSE
        first = self.formula(args[0], scope)
        if first is TRUE:
            return TRUE
        with self.theory.under(not_(first)):
            return or_(first, self._some(args[1:], scope))

    # ---- values ----

    def value(self, e: ir.Expr, scope: Scope) -> Sym:
        """The value of an expression."""
        try:
            return self._value(e, scope)
        except SpecError as error:
            raise placed(error, e.span) from None

    def _value(self, e: ir.Expr, scope: Scope) -> Sym:
        match e:
            case ir.Literal(value):
                return self._literal(value)
            case ir.Name(name):
                return self._named(name, scope, e.span)
            case ir.Apply(op, args):
                return self._applied(e, op, args, scope)
            case ir.Call(name, args):
                if self._operator(name, scope) is None:
                    return self._named(name, scope, e.span)
                body, inner = self._entered(name, args, scope, e.span)
                return self.value(body, inner)
            case ir.Let(definitions, body):
                return self.value(body, self.with_definitions(definitions, scope))
            case ir.If(test, yes, no) if is_outside(no, test):
                inside = self.formula(test, scope)
                self.theory.demand(inside, OUTSIDE, no.span)
                return self._cases([(inside, yes)], scope)
            case ir.If(test, yes, no):
                condition = self.formula(test, scope)
                return self._cases([(condition, yes), (not_(condition), no)], scope)
            case ir.Case(arms, other):
                return self._case(arms, other, scope, e.span)
            case ir.Bind():
                return self.bound(e, scope)
            case ir.Except(base, updates):
                return self._except(base, updates, scope)
            case ir.Prime(body):
                return self.value(body, replace(scope, now=scope.next, next=None))
            case ir.Enabled():
                assert self.enabled is not None, "the encoding says when an action is enabled"
                return sym.Truth(self.enabled(e, scope))
            case ir.Lambda():
                raise AssertionError("a lambda stands only where an operator is expected")
            case _:
                assert_never(e)

    def _named(self, name: str, scope: Scope, span: Span | None) -> Sym:
        found = scope.names.get(name)
        if isinstance(found, Operator):
            return self._argument(found, scope)
        if found is not None:
            return found
        if name in self.constants.values:
            self.theory.constants.setdefault(name)
            tell_parts_apart(self.constants.shapes.get(name, shapes.NOTHING))
            return self.constants.values[name]
        if scope.now is not None and name in scope.now:
            return scope.now[name]
        raise refuse("unknown-shape", span, f"`{name}`")

    def _argument(self, operator: Operator, scope: Scope) -> Sym:
        """The value of an argument, memoised for each pair of states."""
        key = (id(scope.now), id(scope.next))
        found = operator.known.get(key)
        if found is not None and self.theory.conditions is None:
            return found[2]
        value = self.value(operator.body, replace(scope, names=operator.names))
        operator.known[key] = (scope.now, scope.next, value)
        return value

    # ---- operators and definitions ----

    def _operator(self, name: str, scope: Scope) -> Operator | ir.Definition | None:
        found = scope.names.get(name)
        if found is not None:
            return found if isinstance(found, Operator) else None
        return None if name in self.constants.values else self.definitions.get(name)

    def _entered(
        self, name: str, args: Sequence[ir.Expr], scope: Scope, span: Span | None
    ) -> tuple[ir.Expr, Scope]:
        """The body of an operator and the scope in which it is evaluated."""
        match self._operator(name, scope):
            case Operator(params, body, names):
                outer: Names = names
            case ir.Definition(_, params, body) as definition:
                if _is_recursive(definition, self.definitions):
                    raise refuse("recursive", span, f"`{name}`")
                if name in self.constants.refused:
                    raise self.constants.refused[name]
                outer = {}
            case None:
                raise AssertionError(f"{name} is not defined")
        given = {p: self._passed(a, scope) for p, a in zip(params, args, strict=True)}
        return body, replace(scope, names={**outer, **given})

    def _passed(self, e: ir.Expr, scope: Scope) -> Sym | Operator:
        match e:
            case ir.Lambda(params, body):
                return Operator(params, body, scope.names)
            case ir.Name(name) if name in scope.names:
                return scope.names[name]
            case ir.Literal(value):
                return self._literal(value)
            case _:
                return Operator((), e, scope.names)

    def with_definitions(self, definitions: Sequence[ir.Definition], scope: Scope) -> Scope:
        """The scope with local definitions, each of which sees those before it."""
        known = {**self.definitions, **{d.name: d for d in definitions}}
        for d in definitions:
            if _is_recursive(d, known):
                raise refuse("recursive", d.span, f"`{d.name}`")
            scope = scope.bind({d.name: Operator(d.params, d.body, scope.names)})
        return scope

    # ---- cases ----

    def _cases(self, arms: Sequence[tuple[Term, ir.Expr]], scope: Scope) -> Sym:
        def under(condition: Term, e: ir.Expr) -> Sym:
            with self.theory.under(condition):
                try:
                    return self._applied_under(condition, self.value(e, scope))
                except Undefined as reason:
                    self.theory.demand(FALSE, str(reason), e.span)
                    raise

        return defined([(c, lambda c=c, e=e: under(c, e)) for c, e in arms])  # type: ignore[misc]

    def _applied_under(self, condition: Term, value: Sym) -> Sym:
        """A function of one case: it is applied later, and must be defined in that case only."""
        if self.theory.conditions is None or not isinstance(value, sym.Function):
            return value

        def at(argument: Sym) -> Sym:
            with self.theory.under(condition):
                return self._applied_under(condition, value.at(argument))

        return replace(value, at=at)

    def _case(
        self,
        arms: Sequence[tuple[ir.Expr, ir.Expr]],
        other: ir.Expr | None,
        scope: Scope,
        span: Span | None,
    ) -> Sym:
        left, found = TRUE, []
        for test, e in arms:
            with self.theory.under(left):
                condition = self.formula(test, scope)
            found.append((and_(left, condition), e))
            left = and_(left, not_(condition))
        if other is not None:
            return self._cases([*found, (left, other)], scope)
        self.theory.demand(not_(left), "a CASE of which no arm applies", span)
        return self._cases(found, scope)

    # ---- EXCEPT ----

    def _except(self, base: ir.Expr, updates: Sequence[ir.Update], scope: Scope) -> Sym:
        value = self.value(base, scope)
        for u in updates:
            keys = [self.value(k, scope) for k in u.path]

            def new(old: Sym, u: ir.Update = u) -> Sym:
                return self.value(u.value, scope.bind({ir.OLD: old}))

            value = updated(value, keys, new)
        return value

    # ---- operators of the table ----

    def _applied(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], scope: Scope) -> Sym:
        match op:
            case Op.AND | Op.OR | Op.NOT | Op.IMPLIES | Op.IFF | Op.UNCHANGED:
                return sym.Truth(self._formula(e, scope))
            case Op.RECORD | Op.RECORD_SET:
                names = [str(a.value) for a in args[::2] if isinstance(a, ir.Literal)]
                values = [self.value(a, scope) for a in args[1::2]]
                pairs = list(zip(names, values, strict=True))
                if op is Op.RECORD:
                    return sym.Record(tuple(sorted(pairs, key=lambda p: p[0])))
                return sets.records([(n, as_set(v)) for n, v in pairs])
            case Op.MODEL:
                (name,) = args
                assert isinstance(name, ir.Literal)
                return self.model_value(str(name.value), e.span)
            case Op.INDEX:
                return indexed(
                    self.value(args[0], scope), self.value(args[1], scope), self.theory, e.span
                )
            case Op.BUILTIN:
                assert isinstance(args[0], ir.Literal)
                return call_builtin(self, str(args[0].value), args[1:], scope, e.span)
            case Op.MOD if (bit_of := bit_operands(e)) is not None:
                x, k = (numbers.term_of(self.value(a, scope)) for a in bit_of)
                return bit(x, k, self.theory, e.span)
            case _ if op in OPERATORS:
                values = [self.value(a, scope) for a in args]
                return OPERATORS[op](values, self.theory, e.span)
            case _:
                raise refuse("operator", e.span, f"`{op.value}`")

    def _literal(self, value: bool | int | str) -> Sym:
        match value:
            case bool():
                return sym.Truth(TRUE if value else FALSE)
            case int():
                return sym.literal_number(value)
            case str():
                return self.model_value(f'"{value}"', None)
            case _:
                assert_never(value)

    def _atom(self, text: str) -> Sym:
        self.theory.atoms.setdefault(text)
        return sym.literal_atom(text)

    def model_value(self, name: str, span: Span | None) -> Sym:
        """A model value or a string that a formula names."""
        if name in self.constants.of_sorts:
            raise refuse("constant", span, f"`{name}`")
        return self._atom(name)


def _is_recursive(d: ir.Definition, definitions: Mapping[str, ir.Definition]) -> bool:
    """Whether a definition calls itself, also through others.

    `f[x \\in S] == e` could, but mostly does not.
    """
    pending, seen = [d.body] if d.recursive else [], set[str]()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Call(name) | ir.Name(name) if name not in seen:
                    seen.add(name)
                    if name in definitions:
                        pending.append(definitions[name].body)
                case _:
                    pass
    return d.name in seen
