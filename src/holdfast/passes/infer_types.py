"""Find the types of variables and definitions.

    msgs = {}                                       msgs : Set([type : STRING, val? : Int])
    msgs' = msgs \\union {[type |-> "ask"]}     =>    votedFor : [Server -> Server \\union {Nil}]
    msgs' = msgs \\union {[type |-> "is", val |-> 1]}

A variable has the least type of all values assigned to it, initially and in the actions,
which is computed as a fixpoint over the assignments. Guards are not considered. Where a spec
mixes types the result is `Any`, and it is never an error. Types are valid in every reachable
state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir import types as ty
from holdfast.ir.ops import Op
from holdfast.ir.system import Body, Property, System
from holdfast.ir.types import ANY, NEVER, Signature, Type
from holdfast.passes.type_exprs import DEPTH, Env, ExprTypes, Meaning, Operator

_BUDGET = 20_000
"""How many expressions are visited in total before the types of calls become `Any`."""
_ROUNDS = 8
"""How often types may change, and once more for each variable, before they become `Any`."""


def infer_types(system: System) -> System:
    """The system with the types of its variables and definitions."""
    inference = _Inference(system)
    try:
        inference.find_variables()
        types = inference.types()
    except RecursionError:  # an expression nested too deeply for this pass may still be evaluated
        types = dict.fromkeys((*system.variables, *system.constants), ANY)
    return replace(system, types=types)


class _Inference:
    def __init__(self, system: System) -> None:
        self.system = system
        self.exprs = ExprTypes(system.definitions, sorts_of_values(system), _BUDGET)
        unknown = ANY if system.init is None else NEVER
        self.exprs.variables = dict.fromkeys(system.variables, unknown)
        self.changing: set[str] = set()
        # Many actions may share a part that only keeps variables.
        self.kept: set[int] = set()
        self.uses: dict[Operator, list[tuple[tuple[Meaning, ...], Type]]] = {}

    # ---- variables ----

    def find_variables(self) -> None:
        """Repeat over all assignments until no variable's type changes."""
        rounds = 0
        while True:
            self.changing = set()
            self._assign_all()
            if not self.changing:
                return
            rounds += 1
            if rounds > _ROUNDS + len(self.system.variables):
                self.exprs.variables.update(dict.fromkeys(self.changing, ANY))
            self.exprs.forget()

    def _assign_all(self) -> None:
        if self.system.init is not None:
            self._body(self.system.init, {})
        for action in self.system.actions:
            env: Env = {}
            for group in action.bounds:
                env = self.exprs.with_bounds(group, env)
            self._body(action.body, env)

    def _body(self, b: Body, env: Env) -> None:
        match b:
            case bodies.Test() | bodies.Keep() | bodies.Assert():
                return
            case bodies.Assign(variable, value, _):
                self._assign(variable, self.exprs.of(value, env))
            case bodies.AssignFrom(variable, domain, _):
                self._assign(variable, ty.element_of(self.exprs.of(domain, env)))
            case bodies.Sequence(items, _):
                if id(b) not in self.kept:
                    self._all(items, env)
                    if all(isinstance(item, bodies.Keep) for item in items):
                        self.kept.add(id(b))
            case bodies.Branch(items, _):
                self._all(items, env)
            case bodies.IfElse(_, yes, no, _):
                self._all((yes, no), env)
            case bodies.Choice(arms, other, _):
                self._all((inner for _, inner in arms), env)
                self._all(() if other is None else (other,), env)
            case bodies.ForSome(bounds, inner, _) | bodies.ForEach(bounds, inner, _):
                self._body(inner, self.exprs.with_bounds(bounds, env))
            case bodies.Within(definitions, inner, _):
                self._body(inner, self.exprs.with_definitions(definitions, env))
            case bodies.Compose(first, second, _):
                self._all((first, second), env)
            case bodies.Enter():
                # What a procedure assigns depends on how often it calls itself.
                self.exprs.variables.update(dict.fromkeys(self.system.variables, ANY))
            case _:
                assert_never(b)

    def _all(self, items: Iterable[Body], env: Env) -> None:
        for item in items:
            self._body(item, env)

    def _assign(self, variable: str, found: Type) -> None:
        old = self.exprs.variables.get(variable, ANY)
        if old in (found, ANY):
            return
        new = ty.limited(ty.join(old, found), DEPTH)
        if new != old:
            self.exprs.variables[variable] = new
            self.changing.add(variable)

    # ---- definitions ----

    def types(self) -> dict[str, Type | Signature]:
        """The types of everything that has a name, once those of the variables are known."""
        exprs, system = self.exprs, self.system
        exprs.look_everywhere(_BUDGET)
        found: dict[str, Type | Signature] = dict(exprs.variables)
        found |= dict.fromkeys(system.constants, ANY)
        for name, operator in exprs.operators.items():
            found[name] = ANY if operator.params else exprs.use(operator, ())
        self._assign_all()
        for prop in _properties(system):
            exprs.of(prop.expr, {})
        for (operator, args), result in exprs.results.items():
            self.uses.setdefault(operator, []).append((args, result))
        for name, operator in exprs.operators.items():
            if operator.params:
                found[name] = self._signature(operator)
        return found

    def _signature(self, operator: Operator) -> Signature:
        """The types of an operator's arguments in all its uses; `Any` if it has none."""
        unknown = (ANY,) * len(operator.params)
        if self.exprs.gave_up:
            return Signature(unknown, ANY)
        uses = self.uses.get(operator) or [(unknown, self.exprs.use(operator, unknown))]
        columns = zip(*(args for args, _ in uses), strict=True)
        params = tuple(ty.join_all([_type(a) for a in column]) for column in columns)
        return Signature(params, ty.join_all([result for _, result in uses]))


def _properties(system: System) -> Iterable[Property]:
    """The properties of the system; most of them mention only definitions."""
    yield from (*system.assumptions, *system.invariants, *system.properties)
    yield from (*system.constraints, *system.action_constraints, *system.postconditions)
    yield from system.possible
    yield from (p for p in (system.view, system.symmetry, system.alias) if p is not None)


def _type(meaning: Meaning) -> Type:
    return ANY if isinstance(meaning, Operator) else meaning


# ---- model values ----


def sorts_of_values(system: System) -> dict[str, ty.Model]:
    """For each model value the largest set that enumerates it, constants first."""
    listed = {}
    for name, definition in system.definitions.items():
        match definition:
            case ir.Definition(_, (), ir.Apply(Op.SET, items)) if items:
                found = [_model_value(item, system) for item in items]
                if None not in found:
                    listed[name] = found
            case _:
                pass
    constants = frozenset(system.constants)
    ranked = sorted(listed, key=lambda name: (name in constants, len(listed[name])))
    return {str(value): ty.Model((name,)) for name in ranked for value in listed[name]}


def _model_value(e: ir.Expr, system: System) -> str | None:
    match e:
        case ir.Apply(Op.MODEL, (ir.Literal(str(value)),)):
            return value
        case ir.Call(name, ()) if name in system.definitions:
            body = system.definitions[name].body
            return _model_value(body, system) if isinstance(body, ir.Apply) else None
        case _:
            return None
