"""Whether a system is well formed. Tests check it after every pass; an error is our bug."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.account import account_parts
from holdfast.ir.body import has_assertion
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op
from holdfast.ir.system import Body, Property, System

Arity: TypeAlias = int | None
"""How many arguments something takes; None if that is not known."""


def check_system(system: System) -> None:
    """Raise AssertionError unless every name is bound and every expression is well formed."""
    _check_declarations(system)
    hidden = tuple(name for name, _ in system.hidden)
    names = frozenset((*system.variables, *system.constants, *hidden))
    operators: dict[str, Arity] = {n: len(d.params) for n, d in system.definitions.items()}
    operators |= dict.fromkeys(system.constants)
    taken = names | system.definitions.keys()
    operators |= {name: len(p.params) for name, p in system.procedures.items()}
    scope = Scope((*system.variables, *hidden), names, operators, taken)
    for definition in system.definitions.values():
        _check_definition(definition, scope, definition.name)
    for what, e in _formulas(system):
        _check_expr(e, scope, what)
    if system.init is not None:
        _require(not has_assertion(system.init), "an assertion is about steps", "init")
        _check_body(system.init, scope, "init")
    for action in system.actions:
        where = f"action {action.name}"
        inner = scope
        for group in action.bounds:
            inner = _check_bounds(group, inner, where)
        _check_body(action.body, inner, where)
        told = () if action.account is None else account_parts(action.account)
        _check_all((*action.args, *told, *(s.value for s in action.stores)), inner, where)
    for procedure in system.procedures.values():
        where = f"procedure {procedure.name}"
        _check_body(procedure.body, scope.bind(procedure.params, where), where)


def _check_declarations(system: System) -> None:
    declared = (*system.variables, *system.constants)
    _require(len(set(declared)) == len(declared), "a name is declared twice", system.name)
    for name, definition in system.definitions.items():
        _require(name == definition.name, f"{definition.name} is listed as {name}", system.name)
        _require(name not in system.variables, f"{name} is a variable, too", system.name)
    for r in system.replaced:
        if r.name in system.constants and r.definition is not None:
            known = r.definition in system.definitions
            _require(known, f"{r.name} is {r.definition}, which is not defined", system.name)
    for name in system.types:
        known = name in declared or name in system.definitions
        _require(known, f"{name} has a type but no meaning", system.name)


def _formulas(system: System) -> Iterable[tuple[str, ir.Expr]]:
    formulas = (system.specification, system.init_formula, system.next_formula)
    single = (*formulas, system.transient, system.may_end, *system.fairness)
    yield from ((system.name, e) for e in single if e is not None)
    groups: tuple[tuple[Property | None, ...], ...] = (
        system.assumptions,
        system.invariants,
        system.properties,
        system.initial_properties,
        system.step_properties,
        system.temporal,
        system.constraints,
        system.action_constraints,
        system.postconditions,
        system.possible,
        (system.view, system.symmetry, system.alias),
    )
    yield from ((p.name, p.expr) for group in groups for p in group if p is not None)


# ---- names ----


@dataclass(frozen=True, slots=True)
class Scope:
    """The names in scope: those of values, and operators with their arities."""

    variables: tuple[str, ...]
    names: frozenset[str]
    operators: Mapping[str, Arity]
    taken: frozenset[str] = field(default_factory=frozenset)
    primed: bool = False

    def bind(self, names: Iterable[str], where: str) -> Scope:
        """The scope with more local names, none of which is global."""
        new = tuple(names)
        _require(len(set(new)) == len(new), f"names are bound twice: {', '.join(new)}", where)
        for name in new:
            _require(name not in self.taken, f"the local name {name} is a global one, too", where)
        hidden = {n: a for n, a in self.operators.items() if n not in new}
        return Scope(self.variables, self.names | set(new), hidden, self.taken, self.primed)

    def define(self, operators: Mapping[str, Arity], where: str) -> Scope:
        """The scope with more local operators."""
        for name in operators:
            _require(name not in self.taken, f"the local name {name} is a global one, too", where)
        known = {**self.operators, **operators}
        return Scope(self.variables, self.names - set(operators), known, self.taken, self.primed)

    def next_state(self) -> Scope:
        """The scope of a primed expression."""
        return Scope(self.variables, self.names, self.operators, self.taken, True)


def _require(condition: bool, message: str, where: str) -> None:
    # Not an `assert`: these hold under `python -O`, too.
    if not condition:
        raise AssertionError(f"{where}: {message}")


# ---- expressions ----


def _check_all(items: Iterable[ir.Expr], scope: Scope, where: str) -> None:
    for e in items:
        _check_expr(e, scope, where)


def _check_expr(e: ir.Expr, scope: Scope, where: str) -> None:
    match e:
        case ir.Literal():
            return
        case ir.Name(name):
            _require(name in scope.names, f"the name {name} is not bound", where)
        case ir.Apply(op, args):
            _check_apply(op, args, scope, where)
        case ir.Call(name, args):
            _check_call(name, args, scope, where)
        case ir.Lambda():
            _require(False, f"an operator stands for a value: {show_expr(e)}", where)
        case ir.Let(definitions, body):
            _check_expr(body, _check_local(definitions, scope, where), where)
        case ir.If(test, yes, no):
            _check_all((test, yes, no), scope, where)
        case ir.Case(arms, other):
            _require(bool(arms), "a CASE has no arms", where)
            _check_all((part for arm in arms for part in arm), scope, where)
            _check_all(() if other is None else (other,), scope, where)
        case ir.Bind(binder, bounds, body):
            _check_binder(binder, bounds, where)
            _check_expr(body, _check_bounds(bounds, scope, where), where)
        case ir.Except(base, updates):
            _check_except(base, updates, scope, where)
        case ir.Prime(body):
            _require(not scope.primed, f"a prime in a primed expression: {show_expr(e)}", where)
            _check_expr(body, scope.next_state(), where)
        case ir.Enabled(body, tree):
            _check_expr(body, scope, where)
            if tree is not None:
                _check_body(tree, scope, where)
        case _:
            assert_never(e)


def _check_apply(op: Op, args: tuple[ir.Expr, ...], scope: Scope, where: str) -> None:
    arity = op.row.arity
    _require(arity is None or len(args) == arity, f"{op.name} has {len(args)} arguments", where)
    if op in (Op.RECORD, Op.RECORD_SET):
        names = [_text_of(a) for a in args[::2]]
        complete = bool(args) and len(args) % 2 == 0 and None not in names
        _require(complete, f"{op.name} needs names and values in turn", where)
        _require(len(set(names)) == len(names), f"{op.name} has a field twice", where)
    if op in (Op.MODEL, Op.BUILTIN):
        named = bool(args) and _text_of(args[0]) is not None
        _require(named, f"{op.name} needs a name", where)
    if op is Op.BUILTIN:
        _check_arguments(args, scope, where)
    else:
        _check_all(args, scope, where)


def _text_of(e: ir.Expr) -> str | None:
    return e.value if isinstance(e, ir.Literal) and isinstance(e.value, str) else None


def _check_call(name: str, args: tuple[ir.Expr, ...], scope: Scope, where: str) -> None:
    _require(name in scope.operators, f"the operator {name} is not defined", where)
    arity = scope.operators[name]
    _require(arity is None or len(args) == arity, f"{name} is given {len(args)} arguments", where)
    _check_arguments(args, scope, where)


def _check_arguments(args: tuple[ir.Expr, ...], scope: Scope, where: str) -> None:
    """Arguments of a definition, among which there may be operators."""
    for arg in args:
        if isinstance(arg, ir.Lambda):
            _check_expr(arg.body, scope.bind(arg.params, where), where)
        else:
            _check_expr(arg, scope, where)


def _check_local(definitions: tuple[ir.Definition, ...], scope: Scope, where: str) -> Scope:
    """The scope below local definitions, each of which may use those before it."""
    _require(bool(definitions), "a LET has no definitions", where)
    for d in definitions:
        inner = scope.define({d.name: len(d.params)}, where)
        _check_definition(d, inner if d.recursive else scope, where)
        scope = inner
    return scope


def _check_definition(d: ir.Definition, scope: Scope, where: str) -> None:
    arities = dict(d.operators)
    listed = tuple(p for p in d.params if p in arities)
    _require(listed == tuple(n for n, _ in d.operators), f"the operators of {d.name} differ", where)
    values = [p for p in d.params if p not in arities]
    inner = scope.bind(d.params, where)
    inner = Scope(
        inner.variables,
        inner.names - arities.keys() | set(values),
        {**inner.operators, **arities},
        inner.taken,
        inner.primed,
    )
    uses = {x.name for x in ir.walk(d.body) if isinstance(x, ir.Call)}
    _require(d.recursive or d.name not in uses, f"{d.name} is recursive and does not say so", where)
    _check_expr(d.body, inner, where)


def _check_binder(binder: Binder, bounds: tuple[ir.Bound, ...], where: str) -> None:
    single = binder in (Binder.CHOOSE, Binder.FILTER)
    _require(len(bounds) == 1 if single else bool(bounds), f"bounds of a {binder.value}", where)
    if binder in (Binder.FILTER, Binder.MAP, Binder.FUNCTION):
        _require(all(b.domain is not None for b in bounds), f"an unbounded {binder.value}", where)


def _check_bounds(bounds: tuple[ir.Bound, ...], scope: Scope, where: str) -> Scope:
    """The scope below a binder; its sets are outside it."""
    for b in bounds:
        _require(bool(b.names), "a bound has no names", where)
        _require(b.pattern or len(b.names) == 1, "several names range over one set", where)
        _check_all(() if b.domain is None else (b.domain,), scope, where)
    return scope.bind((n for b in bounds for n in b.names), where)


def _check_except(base: ir.Expr, updates: tuple[ir.Update, ...], scope: Scope, where: str) -> None:
    _check_expr(base, scope, where)
    _require(bool(updates), "an EXCEPT changes nothing", where)
    for u in updates:
        _require(bool(u.path), "an EXCEPT changes everything", where)
        _check_all(u.path, scope, where)
        _check_expr(u.value, scope.bind((ir.OLD,), where), where)


# ---- bodies ----


def _check_body(b: Body, scope: Scope, where: str) -> None:  # noqa: C901  # a total match
    _check_expr(b.expr, scope, where)
    match b:
        case bodies.Test():
            return
        case bodies.Assign(variable, value, _):
            _check_variable(variable, scope, where)
            _check_expr(value, scope, where)
        case bodies.AssignFrom(variable, domain, _):
            _check_variable(variable, scope, where)
            _check_expr(domain, scope, where)
        case bodies.Keep(variable, _):
            _check_variable(variable, scope, where)
        case bodies.Assert(_, condition, expr):
            _require(expr == ir.TRUE, "an assertion restricts no steps", where)
            _check_expr(condition, scope, where)
        case bodies.Sequence(items, _) | bodies.Branch(items, _):
            for item in items:
                _check_body(item, scope, where)
        case bodies.IfElse(test, yes, no, _):
            _check_expr(test, scope, where)
            _check_body(yes, scope, where)
            _check_body(no, scope, where)
        case bodies.Choice(arms, other, _):
            for test, inner in arms:
                _check_expr(test, scope, where)
                _check_body(inner, scope, where)
            if other is not None:
                _check_body(other, scope, where)
        case bodies.ForSome(bounds, inner, _) | bodies.ForEach(bounds, inner, _):
            _check_body(inner, _check_bounds(bounds, scope, where), where)
        case bodies.Within(definitions, inner, _):
            _check_body(inner, _check_local(definitions, scope, where), where)
        case bodies.Compose(first, second, _):
            _require(not has_assertion(first), "an assertion between two halves", where)
            _check_body(first, scope, where)
            _check_body(second, scope, where)
        case bodies.Enter(procedure, args, _):
            _check_call(procedure, args, scope, where)
        case _:
            assert_never(b)


def _check_variable(variable: str, scope: Scope, where: str) -> None:
    _require(variable in scope.variables, f"{variable} is not a variable", where)
