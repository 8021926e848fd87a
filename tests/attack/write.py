"""Random expressions: values of a type, with operators and LET made on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.attack.scope import Atom, Scope
from tests.attack.shared import VALUE_TYPES, prime
from tests.attack.tree import (
    Apply,
    Bind,
    Call,
    Expr,
    Lit,
)
from tests.attack.write_operators import OperatorWriter


class Writer(OperatorWriter):
    """Writes expressions, and the definitions of one module as they need them."""

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
