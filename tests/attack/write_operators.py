"""Random operators: calls, arguments, definitions and LET; a subclass writes the expressions."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from random import Random

from tests.attack.scope import Atom, Operator, Param, Scope, facts_of
from tests.attack.shared import POOL, VALUE_TYPES, Shared, prime
from tests.attack.tree import (
    Apply,
    Arg,
    Call,
    Definition,
    Expr,
    Lambda,
    Let,
    Lit,
    OpName,
    Unit,
)


@dataclass(slots=True)
class OperatorWriter:
    """Writes the operators of one module, as expressions need them."""

    shared: Shared
    variables: dict[str, str]
    constants: tuple[str, ...] = ()
    units: list[Unit] = field(default_factory=list)
    operators: list[Operator] = field(default_factory=list)

    @property
    def random(self) -> Random:
        """The source of all choices."""
        return self.shared.random

    def chance(self, probability: float) -> bool:
        """Whether something happens."""
        return self.random.random() < probability

    def new(self, prefix: str) -> str:
        """A name that no module defines."""
        self.shared.number += 1
        return f"{prefix}{self.shared.number}"

    def new_group(self) -> int:
        """A number for operators that are recursive together."""
        self.shared.number += 1
        return self.shared.number

    def unused(self, scope: Scope) -> str:
        """A name that may be bound here, often one that is bound elsewhere, too."""
        taken = scope.names | self.variables.keys()
        return self.random.choice([n for n in POOL if n not in taken] or [self.new("z")])

    def top(self, level: int, primed: bool = False) -> Scope:
        """The scope of a definition of the module."""
        everything = frozenset(self.variables)
        return Scope(level, everything, everything if primed else frozenset())

    def outside(self, scope: Scope) -> Scope:
        """The scope of a definition of the module that is to be used in another scope."""
        return replace(scope, atoms=(), operators=(), names=frozenset())

    @abstractmethod
    def value(self, type: str, scope: Scope, depth: int) -> Expr:
        """An expression of a type."""

    # ---- operators ----

    def called(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """A call of an operator, often of a new one."""
        known = [
            o
            for o in (*self.operators, *scope.operators * 3)
            if o.result == type and scope.allows(o)
        ]
        if known and self.chance(0.6):
            return self.call(self.random.choice(known), scope, depth)
        return self.call(self.new_operator(type, scope, depth), scope, depth)

    def call(self, operator: Operator, scope: Scope, depth: int) -> Expr:
        """A call with some arguments."""
        path = tuple(
            (name, tuple(self.argument(p, scope, min(depth - 1, 1)) for p in params))
            for name, params in operator.path
        )
        args = tuple(self.argument(p, scope, depth - 1) for p in operator.params)
        return Call(operator.name, args, path)

    def argument(self, param: Param, scope: Scope, depth: int) -> Arg:
        """An argument for a parameter."""
        if param.type == "count":
            return self.count(scope, depth)
        within = scope.state(param.primed).flexible() if param.capped else scope
        if param.operator is None:
            return self.value(param.type, within, depth)
        if param.primed:
            scope = replace(scope, readable=scope.readable & scope.primed)
        return self.passed(param.operator, scope, depth)

    def count(self, scope: Scope, depth: int) -> Expr:
        """How often a recursive operator calls itself."""
        if self.chance(0.6):
            return Lit(self.random.randint(0, 2))
        return Apply("%", (self.value("int", scope, depth - 1), Lit(3)))

    def passed(self, wanted: Operator, scope: Scope, depth: int) -> Arg:
        """An operator of a certain type, as an argument."""
        inner = replace(scope, level=min(scope.level, wanted.level))
        if wanted.level < 2:
            inner = replace(inner, primed=frozenset())
        known = [
            o
            for o in (*self.operators, *scope.operators * 3)
            if o.same_type(wanted) and inner.allows(o) and not any(ps for _, ps in o.path)
        ]
        if known and self.chance(0.5):
            found = self.random.choice(known)
            return OpName(found.name, tuple((name, ()) for name, _ in found.path))
        types = tuple(p.type for p in wanted.params)
        if self.chance(0.4):
            made = self.new_operator(wanted.result, inner, depth, types)
            return OpName(made.name)
        names: list[str] = []
        for each in types:
            names.append(self.unused(inner))
            inner = inner.more(Atom(each, Call(names[-1]), 1))
        return Lambda(tuple(names), self.value(wanted.result, inner, depth))

    def new_params(self, scope: Scope, types: tuple[str, ...] | None = None) -> tuple[Param, ...]:
        """Parameters for a new operator."""
        params: list[Param] = []
        if types is None:
            count = self.random.choice((0, 1, 1, 1, 2, 2, 3))
            types = tuple(self.random.choice((*VALUE_TYPES, "operator")) for _ in range(count))
        for type in types:
            name = self.unused(scope)
            scope = scope.more(Atom("", Call(name)))
            params.append(
                self.operator_param(name, scope)
                if type == "operator"
                else Param(name, type, capped=self.chance(0.7))
            )
        return tuple(params)

    def operator_param(self, name: str, scope: Scope) -> Param:
        """A parameter that is an operator of one or two arguments."""
        level = scope.level if self.chance(0.6) else min(scope.level, 1)
        types = self.random.choice((("int",), ("int",), ("bool",), ("int", "int"), ("fun",)))
        inner = tuple(Param("", t, capped=True, primed=level == 2) for t in types)
        result = self.random.choice(("int", "bool", "int"))
        primes = scope.primed if level == 2 else frozenset[str]()
        wanted = Operator(name, inner, result, level, scope.readable, primes)
        return Param(name, "operator", operator=wanted)

    def with_params(self, scope: Scope, params: tuple[Param, ...]) -> Scope:
        """The scope of a body; a parameter that may be primed has a level below that."""
        atoms = [
            Atom(
                "int" if p.type == "count" else p.type, Call(p.name), 1 if p.capped else scope.level
            )
            for p in params
            if p.operator is None
        ]
        return scope.more(*atoms, operators=tuple(p.operator for p in params if p.operator))

    def new_operator(
        self, type: str, scope: Scope, depth: int, types: tuple[str, ...] | None = None
    ) -> Operator:
        """A new definition of the module that may be used in a scope."""
        outside = self.outside(scope)
        params = self.new_params(outside, types)
        body = self.value(type, self.with_params(outside, params), depth - 1)
        return self.define(self.new("Op"), params, body, type, outside)

    def define(
        self, name: str, params: tuple[Param, ...], body: Expr, type: str, scope: Scope
    ) -> Operator:
        """Add a definition to the module."""
        operator = self.known(name, params, body, type, scope)
        self.units.append(Definition(name, shape(params), body))
        self.operators.append(operator)
        return operator

    def known(
        self, name: str, params: tuple[Param, ...], body: Expr, type: str, scope: Scope
    ) -> Operator:
        """What is to be known about a definition; of a recursive one, after a second look."""
        inside = self.with_params(scope, params)
        operator = Operator(name, params, type, 0)
        for _ in range(2):
            every = (*self.operators, *inside.operators, operator)
            facts = facts_of(body, self.variables, replace(inside, operators=every))
            primes = facts.level == 2 or bool(facts.primes)
            operator = Operator(
                name,
                tuple(
                    replace(p, capped=p.name in facts.capped, primed=p.name in facts.primed)
                    if p.operator is None
                    else replace(p, primed=p.name in facts.primed)
                    for p in params
                ),
                type,
                2 if primes else 1,
                frozenset(facts.reads),
                frozenset(facts.primes),
            )
        return operator

    def local(self, type: str, scope: Scope, depth: int) -> Expr:
        """LET with a few definitions."""
        units: list[Unit] = []
        for _ in range(self.random.randint(1, 2)):
            its_type = self.random.choice((*VALUE_TYPES, type))
            name = self.unused(scope)
            named = scope.more(Atom("", Call(name)))
            params = self.new_params(named) if self.chance(0.6) else ()
            body = self.value(its_type, self.with_params(named, params), depth - 1)
            units.append(Definition(name, shape(params), body))
            operator = self.known(name, params, body, its_type, scope)
            if params:
                scope = scope.more(operators=(operator,))
            else:
                facts = operator.level, operator.reads, operator.primes
                scope = scope.more(Atom(its_type, Call(name), *facts))
        return Let(tuple(units), self.value(type, scope, depth - 1))

    def higher_order(self, type: str, scope: Scope, depth: int) -> Expr:
        """An operator that applies, or passes on, an operator."""
        outside = self.outside(scope)
        level = outside.level if self.chance(0.7) else min(outside.level, 1)
        first, second = self.random.sample(POOL, 2)
        taken = self.variables.keys() & {first, second}
        if taken:
            first, second = "op", "arg"
        inner = (Param("", self.random.choice(VALUE_TYPES), capped=True, primed=level == 2),)
        primes = outside.primed if level == 2 else frozenset[str]()
        wanted = Operator(first, inner, type, level, outside.readable, primes)
        params = (Param(first, "operator", operator=wanted), Param(second, inner[0].type, True))
        body: Expr = Call(first, (Call(second),))
        if level < 2 and outside.level == 2 and outside.readable <= outside.primed:
            body = prime(body) if self.chance(0.6) else body
        earlier = [
            o
            for o in self.operators
            if len(o.params) == 2
            and o.result == type
            and (passing := o.params[0].operator) is not None
            and passing.same_type(wanted)
            and passing.level == level
            and outside.allows(o)
            and not any(ps for _, ps in o.path)
        ]
        if earlier and self.chance(0.3):
            found = self.random.choice(earlier)
            path = tuple((name, ()) for name, _ in found.path)
            body = Call(found.name, (OpName(first), Call(second)), path)
        operator = self.define(self.new("Ap"), params, body, type, outside)
        return self.call(operator, scope, depth)


def shape(params: tuple[Param, ...]) -> tuple[tuple[str, int], ...]:
    """Parameters as a definition has them."""
    return tuple((p.name, len(p.operator.params) if p.operator else 0) for p in params)
