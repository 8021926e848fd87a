"""Plain substitution: a formula of a spec as one without operators, instances and LET.

What is left is literals, variables (`Var`), bound names, TLA+'s own operators and binders.
An argument replaces its parameter as a formula, never as a value, so that a prime or ENABLED
around the parameter is one around the argument. A bound name is new in every copy of a body.

The variables of an instantiated module are replaced after everything inside that module has
been expanded. Its ENABLED then speaks of next values of its own variables: in
`INSTANCE M WITH u <- x, v <- x`, M's `ENABLED (u' = 0 /\\ v' = 1)` is true, while
`ENABLED A` outside, with A the action of M, is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from tests.attack.tree import (
    Apply,
    Arg,
    Bind,
    Call,
    Definition,
    Expr,
    Instance,
    Lambda,
    Let,
    Lit,
    Module,
    OpName,
    Spec,
    Unit,
)

FUEL = 4
"""How often one recursive operator is unfolded inside itself; written ones need no more."""
LARGEST = 60_000


class TooLarge(Exception):
    """The formula grows beyond what is worth comparing."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of the state: of the root module, or a new one below an ENABLED."""

    name: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound name."""

    name: str


@dataclass(frozen=True, slots=True)
class Op:
    """A row of operators over flat formulas."""

    op: str
    args: tuple[Flat, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A binder over flat formulas."""

    kind: str
    name: str
    domain: Flat
    body: Flat


@dataclass(frozen=True, slots=True)
class Endless:
    """An operator unfolded too often."""


Flat: TypeAlias = Lit | Var | Bound | Op | Quantified | Endless


@dataclass(frozen=True, slots=True)
class Operator:
    """A definition with the names that it sees, and how often it may still be unfolded."""

    definition: Definition
    scope: Scope
    fuel: int = FUEL


@dataclass(frozen=True, slots=True)
class Opened:
    """An instance with the names that its substitution sees."""

    instance: Instance
    scope: Scope


Meaning: TypeAlias = Flat | Operator | Opened
Scope: TypeAlias = dict[str, Meaning]


@dataclass(slots=True)
class Expander:
    """Expands the formulas of one spec.

    `early`: what an instance substitutes is put into an argument where the call stands, as TLC
    does, and not after the body of the operator has been expanded.
    """

    spec: Spec
    early: bool = False
    entered: list[Mapping[str, Flat]] = field(default_factory=list)
    numbers: int = 0
    size: int = 0
    root: Scope = field(default_factory=dict)

    def __post_init__(self) -> None:
        module = self.spec.root
        constants: Scope = {name: Lit(value) for name, value in self.spec.constants}
        variables: Scope = {name: Var(name) for name in module.variables}
        self.root = self.scope_of(module, {**constants, **variables})

    def definition(self, name: str) -> Flat:
        """A definition of the root module."""
        self.size = 0
        return self.expand(Call(name), self.root)

    def new(self, name: str) -> str:
        """A name that no other has."""
        self.numbers += 1
        return f"{name}#{self.numbers}"

    def scope_of(self, module: Module, given: Scope) -> Scope:
        """The names of a module, under a meaning of its constants and variables."""
        scope: Scope = dict(given)
        for name in module.extends:
            scope.update(self.scope_of(self.spec.module(name), given))
        return self.define(module.units, scope)

    def define(self, units: tuple[Unit, ...], scope: Scope) -> Scope:
        """A scope with more definitions; each sees all of them."""
        scope = dict(scope)
        for unit in units:
            if isinstance(unit, Instance) and not unit.name:
                module = self.spec.module(unit.module)
                for each in module.units:
                    scope[each.name] = Opened(unit, scope)
            else:
                scope[unit.name] = (
                    Operator(unit, scope) if isinstance(unit, Definition) else Opened(unit, scope)
                )
        return scope

    def expand(self, e: Expr, scope: Scope) -> Flat:
        """An expression without operators."""
        self.size += 1
        if self.size > LARGEST:
            raise TooLarge
        match e:
            case Lit():
                return e
            case Call(name, args, path):
                return self.call(scope, name, [self.argument(a, scope) for a in args], path)
            case Apply("EXCEPT", (function, index, value)):
                at, f = self.expand(index, scope), self.expand(function, scope)
                return Op("EXCEPT", (f, at, self.expand(value, {**scope, "@": Op("[]", (f, at))})))
            case Apply("IF", (condition, yes, no)):
                return self.choice(self.expand(condition, scope), yes, no, scope)
            case Apply("UNCHANGED", (state,)):
                return unchanged(self.expand(state, scope))
            case Apply(op, arguments):
                return Op(op, tuple(self.expand(a, scope) for a in arguments))
            case Bind(kind, name, domain, body):
                new = self.new(name)
                within: Scope = {**scope, name: Bound(new)}
                return Quantified(kind, new, self.expand(domain, scope), self.expand(body, within))
            case Let(units, body):
                return self.expand(body, self.define(units, scope))
            case _:
                assert_never(e)

    def choice(self, condition: Flat, yes: Expr, no: Expr, scope: Scope) -> Flat:
        """IF; where the condition is known, only one side is unfolded."""
        known = known_value(condition)
        if known is None:
            return Op("IF", (condition, self.expand(yes, scope), self.expand(no, scope)))
        return self.expand(yes if known else no, scope)

    def argument(self, arg: Arg, scope: Scope) -> Meaning:
        """What a parameter stands for."""
        match arg:
            case OpName(name, ()) if not isinstance(scope[name], Opened):
                return scope[name]
            case OpName(name, path):
                params = tuple((f"p{i}", 0) for i in range(self.arity(scope, name, path)))
                body = Call(name, tuple(Call(p) for p, _ in params), path)
                return Operator(Definition("", params, body), scope)
            case Lambda(params, body):
                return Operator(Definition("", tuple((p, 0) for p in params), body), scope)
            case _:
                given = self.expand(arg, scope)
                for variables in reversed(self.entered if self.early else []):
                    given = self.substitute(given, variables, None)
                # TLC evaluates what no state changes, and branches by what is left.
                return Op("value", (given,)) if branches(given) and is_constant(given) else given

    def arity(self, scope: Scope, name: str, path: tuple[tuple[str, tuple[Arg, ...]], ...]) -> int:
        """How many arguments an operator of an instance takes."""
        for instance, _ in path:
            opened = scope[instance]
            assert isinstance(opened, Opened)
            module = self.spec.module(opened.instance.module)
            scope = self.scope_of(module, {})
        operator = scope[name]
        if isinstance(operator, Opened):
            operator = self.scope_of(self.spec.module(operator.instance.module), {})[name]
        assert isinstance(operator, Operator)
        return len(operator.definition.params)

    def call(
        self,
        scope: Scope,
        name: str,
        args: list[Meaning],
        path: tuple[tuple[str, tuple[Arg, ...]], ...],
        caller: Scope | None = None,
    ) -> Flat:
        """An operator with its arguments, reached through instances."""
        caller = scope if caller is None else caller
        if path:
            (instance, given), *rest = path
            opened = scope[instance]
            assert isinstance(opened, Opened)
            values = [self.argument(a, caller) for a in given]
            return self.inside(opened, values, name, args, (tuple(rest), caller))
        meaning = scope[name]
        if isinstance(meaning, Opened):
            return self.inside(meaning, [], name, args, ((), caller))
        return self.unfold(meaning, args)

    def unfold(self, meaning: Flat | Operator, args: list[Meaning]) -> Flat:
        """The body of an operator with its parameters replaced."""
        if not isinstance(meaning, Operator):
            return meaning
        definition = meaning.definition
        names = [p for p, _ in definition.params]
        scope = {**meaning.scope, **dict(zip(names, args, strict=True))}
        if definition.group:
            if not meaning.fuel:
                return Endless()
            scope = _with_fuel(scope, definition.group, meaning.fuel - 1)
        return self.expand(definition.body, scope)

    def inside(
        self,
        opened: Opened,
        values: list[Meaning],
        name: str,
        args: list[Meaning],
        rest: tuple[tuple[tuple[str, tuple[Arg, ...]], ...], Scope],
    ) -> Flat:
        """A name of an instantiated module, expanded there and then substituted."""
        instance = opened.instance
        module = self.spec.module(instance.module)
        scope = {**opened.scope, **dict(zip(instance.params, values, strict=True))}
        chosen = dict(instance.substitution)
        declared = [module, *map(self.spec.module, module.extends)]
        flexible = [n for m in declared for n in m.variables]
        given = {
            n: self.expand(chosen.get(n, Call(n)), scope)
            for m in declared
            for n in (*m.constants, *m.variables)
        }
        variables: dict[str, Flat] = {}
        own: Scope = {**given}
        if not self.renames([given[n] for n in flexible]):
            for n in flexible:
                new = self.new(n)
                own[n], variables[new] = Var(new), given[n]
        path, caller = rest
        self.entered.append(variables)
        flat = self.call(self.scope_of(module, own), name, args, path, caller)
        self.entered.pop()
        return self.substitute(flat, variables, None)

    def renames(self, variables: list[Flat]) -> bool:
        """Whether what an instance substitutes is just different variables of the root module."""
        names = {e.name for e in variables if isinstance(e, Var)}
        return len(names) == len(variables) and names.issubset(self.spec.root.variables)

    def substitute(self, e: Flat, now: Mapping[str, Flat], next: Mapping[str, Flat] | None) -> Flat:
        """Replace variables; `next`, below ENABLED, has what they are under a prime."""
        match e:
            case Var(name):
                return now.get(name, e)
            case Op("'", (state,)):
                return Op("'", (self.substitute(state, now if next is None else next, None),))
            case Op("ENABLED", (action,)):
                return Op("ENABLED", (self.substitute(action, now, self.renamed(now)),))
            case Op("\\cdot", (first, second)):
                middle = self.renamed(now)
                before = self.substitute(first, now, middle)
                return Op("\\cdot", (before, self.substitute(second, middle, next)))
            case Op(op, args):
                return Op(op, tuple(self.substitute(a, now, next) for a in args))
            case Quantified(kind, name, domain, body):
                inside = self.substitute(domain, now, next), self.substitute(body, now, next)
                return Quantified(kind, name, *inside)
            case _:
                return e

    def renamed(self, variables: Mapping[str, Flat]) -> dict[str, Flat]:
        """New variables in the place of some."""
        return {name: Var(self.new(name)) for name in variables}


def _with_fuel(scope: Scope, group: int, fuel: int) -> Scope:
    """A scope in which the operators of a recursive group may be unfolded so often."""
    return {
        name: Operator(m.definition, m.scope, min(m.fuel, fuel))
        if isinstance(m, Operator) and m.definition.group == group
        else m
        for name, m in scope.items()
    }


def branches(e: Flat) -> bool:
    """Whether a formula would have several ways to be true in an action."""
    match e:
        case Quantified(kind, _, _, body):
            return kind == "\\E" or (kind == "\\A" and branches(body))
        case Op(op, args):
            return op == "\\/" or (
                op in ("/\\", "IF", "CASE", "CASE2") and any(map(branches, args))
            )
        case _:
            return False


def is_constant(e: Flat) -> bool:
    """Whether a formula is about no variable."""
    match e:
        case Var():
            return False
        case Op(op, args):
            return op != "ENABLED" and all(map(is_constant, args))
        case Quantified(_, _, domain, body):
            return is_constant(domain) and is_constant(body)
        case _:
            return True


def unchanged(state: Flat) -> Flat:
    """`UNCHANGED state`, part by part."""
    if isinstance(state, Op) and state.op == "<<>>":
        whole: Flat = Lit(True)
        for part in state.args:
            whole = Op("/\\", (whole, unchanged(part)))
        return whole
    return Op("=", (Op("'", (state,)), state))


def known_value(e: Flat) -> bool | int | None:
    """The value of a condition over numbers alone, such as the one that ends a recursion."""
    match e:
        case Lit(value):
            return value
        case Op("=", (a, b)):
            left, right = known_value(a), known_value(b)
            return None if left is None or right is None else left == right
        case Op("-" | "+" | "%" as op, (a, b)):
            left, right = known_value(a), known_value(b)
            if left is None or right is None:
                return None
            return {"+": left + right, "-": left - right, "%": left % right if right else None}[op]
        case _:
            return None
