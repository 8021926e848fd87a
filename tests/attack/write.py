"""Random expressions: values of a type, with operators and LET made on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from tests.attack.scope import Atom, Operator, Param, Scope, facts_of
from tests.attack.shared import POOL, VALUE_TYPES, Shared, prime
from tests.attack.tree import (
    Apply,
    Arg,
    Bind,
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
class Writer:
    """Writes the definitions of one module, as expressions need them."""

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

    # ---- values ----

    def value(self, type: str, scope: Scope, depth: int) -> Expr:
        """An expression of a type."""
        if depth <= 0:
            return self.leaf(type, scope)
        forms: list[Callable[[str, Scope, int], Expr | None]] = [
            *[getattr(self, f"plain_{type}")] * 5,
            self.leaf,
            self.conditional,
            *[self.called] * 3,
            self.local,
            self.higher_order,
            self.recursive,
            *[self.primed] * 4,
            *[self.stepping] * (6 if type == "bool" else 0),
            self.local_instance,
        ]
        return self.shared.chosen(forms)(type, scope, depth) or self.leaf(type, scope)

    def leaf(self, type: str, scope: Scope, depth: int = 0) -> Expr:
        """A name, a variable, a primed variable, or a literal."""
        found = [a.expr for a in scope.atoms if a.type == type and scope.allows(a)] * 2
        for name, its_type in self.variables.items():
            if its_type == type and name in scope.readable:
                found += [Call(name)] * 2
            if its_type == type and name in scope.primed and scope.level == 2:
                found += [prime(Call(name))] * 2
        if type == "int":
            found += [Lit(self.random.randint(0, 2)), *map(Call, self.constants)]
        if found and not self.chance(0.1):
            return self.random.choice(found)
        match type:
            case "int":
                return Lit(self.random.randint(0, 2))
            case "bool" if self.chance(0.9):
                sides = self.leaf("int", scope), self.leaf("int", scope)
                return Apply(self.random.choice(("=", "#", "<")), sides)
            case "bool":
                return Lit(self.chance(0.5))
            case "fun":
                return Apply("<<>>", (self.leaf("int", scope), self.leaf("int", scope)))
            case _:
                return Apply("{}", (self.leaf("int", scope), Lit(self.random.randint(0, 2))))

    def plain_int(self, type: str, scope: Scope, depth: int) -> Expr:
        """A number by operators of TLA+."""
        number = self.value("int", scope, depth - 1)
        match self.random.randrange(6):
            case 0 | 1:
                return Apply("+", (number, self.leaf("int", scope)))
            case 2:
                return Apply("%", (number, Lit(self.random.randint(2, 3))))
            case 3:
                return Apply("[]", (self.value("fun", scope, depth - 1), self.index(number)))
            case 4:
                return Apply("Cardinality", (self.value("set", scope, depth - 1),))
            case _:
                return self.chosen(scope, depth, number)

    def index(self, number: Expr) -> Expr:
        """A number as an argument of a function over 1 .. 2; rarely one outside."""
        if self.shared.errors and self.chance(0.2):
            return number
        return Apply("+", (Lit(1), Apply("%", (number, Lit(2)))))

    def chosen(self, scope: Scope, depth: int, number: Expr) -> Expr:
        """CHOOSE; there is a witness, unless errors are wanted."""
        name = self.unused(scope)
        within = scope.more(Atom("int", Call(name)))
        wanted = self.value("bool", within, depth - 1)
        if not (self.shared.errors and self.chance(0.3)):
            wanted = Apply("\\/", (wanted, Apply("=", (Call(name), Lit(2)))))
        return Bind("CHOOSE", name, Apply("..", (Lit(0), Lit(2))), wanted)

    def plain_bool(self, type: str, scope: Scope, depth: int) -> Expr:
        """A truth value by operators of TLA+."""
        match self.random.randrange(10):
            case 0 | 1 | 2:
                kind = self.random.choice(("int", "int", "fun", "bool"))
                op = self.random.choice(("=", "#"))
                return Apply(op, (self.value(kind, scope, depth - 1), self.leaf(kind, scope)))
            case 3:
                op = self.random.choice(("<", "=", "#"))
                sides = self.value("int", scope, depth - 1), self.value("int", scope, depth - 1)
                return Apply(op, sides)
            case 4:
                op = self.random.choice(("/\\", "\\/", "=>", "<=>"))
                return Apply(op, (self.value("bool", scope, depth - 1), self.leaf("bool", scope)))
            case 5:
                return Apply("~", (self.value("bool", scope, depth - 1),))
            case 6:
                of = self.value("set", scope, depth - 1)
                return Apply("\\in", (self.value("int", scope, depth - 1), of))
            case 7:
                return self.quantified(scope, depth)
            case 8 if scope.level == 2 and scope.primed:
                inner = replace(scope.below_prime(), readable=scope.readable & scope.primed)
                kind = self.random.choice(("int", "bool", "fun"))
                return Apply("UNCHANGED", (self.value(kind, inner, depth - 1),))
            case _:
                return self.enabled(scope, depth)

    def quantified(self, scope: Scope, depth: int) -> Expr:
        """A quantifier over a few numbers."""
        name = self.unused(scope)
        body = self.value("bool", scope.more(Atom("int", Call(name))), depth - 1)
        domain = self.value("set", scope, depth - 1)
        return Bind(self.random.choice(("\\E", "\\A")), name, domain, body)

    def enabled(self, scope: Scope, depth: int) -> Expr:
        """ENABLED of an action; a writer that knows actions does better."""
        return self.leaf("bool", scope)

    def plain_fun(self, type: str, scope: Scope, depth: int) -> Expr:
        """A function over 1 .. 2 by operators of TLA+."""
        number = self.value("int", scope, depth - 1)
        match self.random.randrange(3):
            case 0:
                name = self.unused(scope)
                body = self.value("int", scope.more(Atom("int", Call(name))), depth - 1)
                return Bind("function", name, Apply("..", (Lit(1), Lit(2))), body)
            case 1:
                function = self.value("fun", scope, depth - 1)
                at = Atom("int", Call("@"))
                inner = replace(scope, atoms=(*scope.atoms, at))
                return Apply("EXCEPT", (function, self.index(number), self.leaf("int", inner)))
            case _:
                return Apply("<<>>", (number, self.leaf("int", scope)))

    def plain_set(self, type: str, scope: Scope, depth: int) -> Expr:
        """A set of numbers by operators of TLA+."""
        match self.random.randrange(5):
            case 0:
                return Apply("..", (Lit(0), self.value("int", scope, depth - 1)))
            case 1:
                sides = self.value("set", scope, depth - 1), self.leaf("set", scope)
                return Apply(self.random.choice(("\\union", "\\")), sides)
            case 2 | 3:
                name, kind = self.unused(scope), self.random.choice(("filter", "map"))
                result = "bool" if kind == "filter" else "int"
                body = self.value(result, scope.more(Atom("int", Call(name))), depth - 1)
                return Bind(kind, name, Apply("..", (Lit(0), Lit(2))), body)
            case _:
                return Apply("{}", (self.value("int", scope, depth - 1), self.leaf("int", scope)))

    def conditional(self, type: str, scope: Scope, depth: int) -> Expr:
        """IF or CASE."""
        condition = self.value("bool", scope, depth - 1)
        yes, no = self.value(type, scope, depth - 1), self.leaf(type, scope)
        if self.shared.errors and self.chance(0.3):
            return Apply("CASE2", (condition, yes, self.leaf("bool", scope), no))
        return Apply(self.random.choice(("IF", "CASE")), (condition, yes, no))

    def primed(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """The value of some expression in the next state."""
        if scope.level < 2 or not scope.primed:
            return None
        return prime(self.value(type, scope.below_prime(), depth - 1))

    def stepping(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """How a state function changes in a step: often a parameter, a local name, a call."""
        if scope.level < 2 or not scope.primed:
            return None
        kind = self.random.choice(VALUE_TYPES)
        inner = replace(scope.below_prime(), readable=scope.readable & scope.primed)
        names = [a.expr for a in inner.atoms if a.type == kind and inner.allows(a) and a.level]
        if names and self.chance(0.8):
            state = self.random.choice(names)
        else:
            forms = [self.called, self.recursive, self.local, self.higher_order, self.leaf]
            state = self.shared.chosen(forms)(kind, inner, depth - 1) or self.leaf(kind, inner)
        other = state if self.chance(0.6) else self.leaf(kind, scope)
        sides = (prime(state), other) if self.chance(0.5) else (other, prime(state))
        return Apply(self.random.choice(("=", "#")), sides)

    def local_instance(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """An instance inside of LET; a writer that knows other modules does better."""
        return None

    def recursive(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """A recursive operator; a writer that knows them does better."""
        return None

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
