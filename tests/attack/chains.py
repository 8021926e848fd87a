"""Formulas about a step in which a state function goes through several operators to a prime."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.attack.recursion import RecursionWriter
from tests.attack.scope import NOTHING, Atom, Operator, Param, Scope
from tests.attack.shared import prime
from tests.attack.tree import Apply, Arg, Bind, Call, Definition, Expr, Lambda, Let, Lit, OpName
from tests.attack.write_operators import shape


@dataclass(slots=True)
class ChainWriter(RecursionWriter):
    """Writes chains: `Op(x)`, where `Op(a) == LET k(e) == e' # e IN k(a)`."""

    def chained(self, type: str, scope: Scope, depth: int) -> Expr | None:
        """A chain from a variable to a prime; only where the whole next state is known."""
        if type != "bool" or scope.level < 2 or not frozenset(self.variables) <= scope.primed:
            return None
        names = sorted(v for v in self.variables if v in scope.readable)
        if not names:
            return None
        name = self.random.choice(names)
        formula = self.link(Call(name), self.variables[name], scope, self.random.randint(1, 3))
        return formula if self.chance(0.7) else Apply("~", (formula,))

    def link(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """A formula about a state function, through so many operators."""
        if length <= 0:
            return self.core(state, kind, scope)
        forms: list[Callable[[Expr, str, Scope, int], Expr]] = [
            self.by_operator,
            self.by_local,
            self.by_local,
            self.by_name,
            self.by_passing,
            self.by_passing,
            self.by_recursion,
            self.by_binder,
            self.by_change,
        ]
        return self.random.choice(forms)(state, kind, scope, length - 1)

    def core(self, state: Expr, kind: str, scope: Scope) -> Expr:
        """The end of a chain: the state function in two states."""
        next = prime(state)
        literals: dict[str, Expr] = {"int": Lit(1), "bool": Lit(True)}
        literal = literals.get(kind, Apply("<<>>", (Lit(0), Lit(1))))
        sides = self.random.choice(((next, state), (state, next), (next, literal)))
        forms = [
            Apply("=", sides),
            Apply("#", sides),
            Apply("#", sides),
            Apply("UNCHANGED", (state,)),
            Apply("IF", (Apply("=", (state, literal)), Apply("#", sides), Apply("=", sides))),
        ]
        if kind == "int":
            forms.append(Apply("<", (state, next)))
        return self.random.choice(forms)

    def parameter(self, kind: str, scope: Scope) -> tuple[Param, Scope]:
        """A parameter that is primed later on, and the scope that has it."""
        param = Param(self.unused(scope), kind, capped=True)
        return param, self.with_params(scope, (param,))

    def by_operator(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """A definition of the module gets the state function."""
        outside = self.outside(scope)
        param, inside = self.parameter(kind, outside)
        body = self.link(Call(param.name), kind, inside, length)
        return Call(self.define(self.new("Op"), (param,), body, "bool", outside).name, (state,))

    def by_local(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """A definition of a LET gets it."""
        name = self.unused(scope)
        named = replace(scope, names=scope.names | {name})
        param, inside = self.parameter(kind, named)
        body = self.link(Call(param.name), kind, inside, length)
        return Let((Definition(name, shape((param,)), body),), Call(name, (state,)))

    def by_name(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """LET gives it a name."""
        name = self.unused(scope)
        inside = scope.more(Atom(kind, Call(name), 1))
        return Let((Definition(name, (), state),), self.link(Call(name), kind, inside, length))

    def by_passing(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """A higher-order operator gets it, and what to do with it."""
        outside = self.outside(scope)
        inner = (Param("", kind, capped=True, primed=True),)
        everything = frozenset(self.variables)
        wanted = Operator("f_", inner, "bool", 2, everything, everything)
        if self.chance(0.25):
            # Or what to make of it, which is primed.
            wanted = replace(wanted, result=kind, level=1, primes=NOTHING)
            return self.made_then_primed(state, kind, scope, wanted)
        params = (Param("f_", "operator", operator=wanted), Param("a_", kind, True))
        body: Expr = Call("f_", (Call("a_"),))
        made = self.define(self.new("Ap"), params, body, "bool", outside)
        if self.chance(0.2):
            again = Call(made.name, (OpName("f_"), Call("a_")))
            made = self.define(self.new("Ap"), params, again, "bool", outside)
        return Call(made.name, (self.judge(kind, scope, length), state))

    def judge(self, kind: str, scope: Scope, length: int) -> Arg:
        """An operator that says something about a state function, as an argument."""
        if self.chance(0.5):
            param, inside = self.parameter(kind, scope)
            return Lambda((param.name,), self.link(Call(param.name), kind, inside, length))
        outside = self.outside(scope)
        param, inside = self.parameter(kind, outside)
        body = self.link(Call(param.name), kind, inside, length)
        return OpName(self.define(self.new("Op"), (param,), body, "bool", outside).name)

    def made_then_primed(self, state: Expr, kind: str, scope: Scope, wanted: Operator) -> Expr:
        """`G(f(_), a) == f(a)' = a`, where the operator that is passed reads variables."""
        outside = self.outside(scope)
        params = (Param("f_", "operator", operator=wanted), Param("a_", kind, True))
        applied = Call("f_", (Call("a_"),))
        sides = (prime(applied), self.random.choice((Call("a_"), applied)))
        body = Apply(self.random.choice(("=", "#")), sides)
        made = self.define(self.new("Ap"), params, body, "bool", outside)
        arg = self.passed(replace(wanted, params=wanted.params), scope.state(), 1)
        return Call(made.name, (arg, state))

    def by_recursion(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """Two recursive operators, of which one ends in a variable."""
        names, outside, group = [self.new("Rec"), self.new("Rec")], self.outside(scope).state(), 0
        group = self.new_group()
        n = self.unused(outside)
        order = self.random.choice((names, names[::-1]))
        variables = [v for v, its in self.variables.items() if its == kind]
        ends = [Call(self.random.choice(variables)), self.leaf(kind, outside)]
        for name, other, end in zip(order, order[::-1], self.random.sample(ends, 2), strict=True):
            again = Call(other, (Apply("-", (Call(n), Lit(1))),))
            body = Apply("IF", (Apply("=", (Call(n), Lit(0))), end, again))
            self.units.append(Definition(name, ((n, 0),), body, group))
        reads = frozenset(self.variables)
        for name in names:
            self.operators.append(Operator(name, (Param(n, "count"),), kind, 1, reads))
        value = Call(self.random.choice(names), (Lit(self.random.randint(0, 2)),))
        return self.link(value, kind, scope, length)

    def by_binder(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """A quantifier around it."""
        name = self.unused(scope)
        inside = scope.more(Atom("int", Call(name)))
        if kind == "int":
            state = Apply("%", (Apply("+", (state, Call(name))), Lit(2)))
        body = self.link(state, kind, inside, length)
        return Bind(self.random.choice(("\\E", "\\A")), name, Apply("{}", (Lit(0), Lit(1))), body)

    def by_change(self, state: Expr, kind: str, scope: Scope, length: int) -> Expr:
        """Another state function made of it."""
        match kind:
            case "int":
                state = Apply("+", (state, Lit(1)))
            case "bool":
                state = Apply("~", (state,))
            case _:
                state = Apply("EXCEPT", (state, Lit(1), Lit(0)))
        return self.link(state, kind, scope, length)
