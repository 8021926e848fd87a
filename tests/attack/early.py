"""Conjuncts that read the next value of a variable through operators before it is given.

Early == y + 1
x' = Early' /\\ y' = 2          an error, as in TLC: y' is read too early
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.attack.chains import ChainWriter
from tests.attack.scope import Scope
from tests.attack.shared import both, prime, within_domain
from tests.attack.tree import Apply, Call, Definition, Expr, Lambda, Let, Lit


@dataclass(slots=True)
class EarlyWriter(ChainWriter):
    """Writes assignments whose values need a variable that a later conjunct assigns."""

    def early(self, name: str, later: str, scope: Scope) -> Expr:
        """One variable gets a value, or is kept after a test, that reads another one too early."""
        read = self.read_early(later, scope)
        if self.chance(0.5):
            # Not in all states, so that some are reached before the error.
            test = self.value("bool", scope.state(), 1)
            read = Apply("IF", (test, read, Lit(0)))
        if self.variables[name] == "int" and self.chance(0.8):
            return Apply("=", (prime(Call(name)), within_domain(read, "int")))
        return both(Apply("<", (read, Lit(3))), Apply("UNCHANGED", (Call(name),)))

    def read_early(self, later: str, scope: Scope) -> Expr:
        """A number that depends on the next value of a variable, through an operator."""
        state = self.number_of(later)
        body: Expr
        defined = self.new("Early")
        match self.random.randrange(5):
            case 0:
                self.units.append(Definition(defined, (), state))
                return prime(Call(defined))
            case 1:
                again = Call(defined, (Apply("-", (Call("n_"), Lit(1))),))
                body = Apply("IF", (Apply("=", (Call("n_"), Lit(0))), state, again))
                self.units.append(Definition(defined, (("n_", 0),), body, self.new_group()))
                return prime(Call(defined, (Lit(self.random.randint(0, 2)),)))
            case 2:
                self.units.append(Definition(defined, (), state))
                local = self.unused(scope)
                unit = Definition(local, (), prime(Call(defined)))
                return Let((unit,), Apply("+", (Call(local), Lit(1))))
            case 3:
                body = prime(Apply("+", (state, Call("a_"))))
                self.units.append(Definition(defined, (("a_", 0),), body))
                return Call(defined, (Lit(1),))
            case _:
                body = Call("f_", (Call("a_"),))
                self.units.append(Definition(defined, (("f_", 1), ("a_", 0)), body))
                passed = Lambda(("v_",), Apply("+", (prime(state), Call("v_"))))
                return Call(defined, (passed, Lit(1)))

    def number_of(self, variable: str) -> Expr:
        """A number that a variable has in the current state."""
        match self.variables[variable]:
            case "int":
                return Apply("+", (Call(variable), Lit(1)))
            case "bool":
                return Apply("IF", (Call(variable), Lit(1), Lit(0)))
            case _:
                return Apply("[]", (Call(variable), Lit(1)))
