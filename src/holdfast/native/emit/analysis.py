"""What generated code may evaluate early: arguments that are needed anyway, or cannot fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.fixpoint import Fixpoint
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Evaluates, Op
from holdfast.ir.sites import Sites
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System


class Analysis:
    """Facts about the expressions of one system, and which of them have counted sites."""

    def __init__(self, system: System, sites: Sites | None = None) -> None:
        self.system = system
        self.sites = sites
        self._counted = Fixpoint(self._body_counts, False)
        self.variables = frozenset(system.variables)
        self.levels = Levels.of_system(system)
        self._levels: dict[int, tuple[ir.Expr, Level]] = {}
        self._names: dict[int, tuple[ir.Expr, frozenset[str]]] = {}
        self._quiet: dict[int, tuple[ir.Expr, bool]] = {}
        self._needed = Fixpoint(self._body_needs, True)

    def level(self, e: ir.Expr) -> Level:
        """The level of an expression; local names count as constants."""
        known = self._levels.get(id(e))
        if known is None:
            known = self._levels[id(e)] = (e, self.levels.of(e))
        return known[1]

    def names(self, e: ir.Expr) -> frozenset[str]:
        """Every name in an expression."""
        known = self._names.get(id(e))
        if known is None:
            known = self._names[id(e)] = (e, names_in(e))
        return known[1]

    def is_quiet(self, e: ir.Expr) -> bool:
        """Whether the number of evaluations of an expression, even zero, makes no difference."""
        return self.is_repeatable(e) and not self.counts(e)

    def is_repeatable(self, e: ir.Expr) -> bool:
        """Whether evaluating an expression again gives the same value and has no effect."""
        known = self._quiet.get(id(e))
        if known is None:
            known = self._quiet[id(e)] = (e, self.levels.is_quiet(e))
        return known[1]

    def counts(self, e: ir.Expr) -> bool:
        """Whether an evaluation is counted: of the expression, or of something that it uses."""
        return self.sites is not None and any(map(self._is_counted, ir.walk(e)))

    def _is_counted(self, part: ir.Expr) -> bool:
        assert self.sites is not None
        if isinstance(part, ir.Call) and part.name in self.system.definitions:
            return self.sites.of(part) is not None or self._counted.of(part.name)
        return self.sites.of(part) is not None or isinstance(part, ir.Enabled)

    def _body_counts(self, name: str) -> bool:
        return self.counts(self.system.definitions[name].body)

    # ---- arguments that are always needed ----

    def needs_parameter(self, name: str, parameter: str) -> bool:
        """Whether every evaluation of a definition evaluates this parameter."""
        return self._needed.of((name, parameter))

    def _body_needs(self, key: tuple[str, str]) -> bool:
        name, parameter = key
        return self.needs(self.system.definitions[name].body, parameter)

    def needs(self, e: ir.Expr, name: str) -> bool:
        """Whether every evaluation of `e` that succeeds evaluates this name."""
        match e:
            case ir.Name(other):
                return other == name
            case ir.Call(other, ()):
                return other == name
            case ir.Call(other, args):
                definition = self.system.definitions.get(other)
                if definition is None:
                    return False
                pairs = zip(definition.params, args, strict=True)
                return any(
                    self.needs(a, name) and self.needs_parameter(other, p)
                    for p, a in pairs
                    if not isinstance(a, ir.Lambda)
                )
            case ir.Apply(op, args):
                return self._operator_needs(op, args, name)
            case ir.If(test, yes, no):
                return self.needs(test, name) or (self.needs(yes, name) and self.needs(no, name))
            case ir.Case(arms, _):
                return self.needs(arms[0][0], name)
            case ir.Bind(_, bounds, _):
                return any(b.domain is not None and self.needs(b.domain, name) for b in bounds)
            case ir.Except(base, _):
                return self.needs(base, name)
            case ir.Let(definitions, body):
                return self._let_needs(definitions, body, name)
            case _:
                return False

    def _operator_needs(self, op: Op, args: tuple[ir.Expr, ...], name: str) -> bool:
        match op.row.evaluates:
            case Evaluates.ALL:
                return any(self.needs(a, name) for a in args)
            case Evaluates.FIRST:
                return any(self.needs(a, name) for a in args[:1])
            case Evaluates.NONE:
                return False
            case _:
                assert_never(op.row.evaluates)

    def _let_needs(self, definitions: tuple[ir.Definition, ...], body: ir.Expr, name: str) -> bool:
        if self.needs(body, name):
            return True
        return any(
            not d.params and self.needs(d.body, name) and self.needs(body, d.name)
            for d in definitions
        )

    # ---- what cannot fail ----

    def is_total(self, e: ir.Expr, sure: Iterable[str]) -> bool:
        """Whether evaluating `e` in a complete state is cheap and never fails."""
        sure = frozenset(sure)
        match e:
            case ir.Literal():
                return True
            case ir.Name(name):
                return name in sure or name in self.variables
            case ir.Apply(op, args):
                total = op.row.total and all(self.is_total(a, sure) for a in args)
                return total and not self.counts(e)
            case _:
                return False

    # ---- uses ----

    def uses(self, e: ir.Expr, name: str) -> int:
        """How often a local name is evaluated at most; a use in a loop counts as many."""
        total = 0
        for child in ir.children(e):
            if name not in self.names(child):
                continue
            repeated = isinstance(e, ir.Lambda | ir.Let) or (
                isinstance(e, ir.Bind) and child is e.body
            )
            total += self.uses(child, name) * (100 if repeated else 1)
        own = isinstance(e, ir.Name | ir.Call) and e.name == name
        return total + own


def is_function_definition(definition: ir.Definition) -> bool:
    """Whether it is a recursive function definition `f[x \\in S] == e`, or equivalent."""
    body = definition.body
    return (
        definition.recursive
        and not definition.params
        and isinstance(body, ir.Bind)
        and body.binder is Binder.FUNCTION
    )


def operator_name(e: ir.Expr) -> str | None:
    """The operator that an argument names: `F` itself, or `LAMBDA x : F(x)`."""
    match e:
        case ir.Name(name) | ir.Call(name, ()):
            return name
        case ir.Lambda(params, ir.Call(name, args)):
            names = [a.name if isinstance(a, ir.Name) else None for a in args]
            return name if names == list(params) and name not in params else None
        case _:
            return None
