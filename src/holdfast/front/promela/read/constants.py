"""Expressions whose values are known when a model is read: lengths, capacities, numbers."""

from __future__ import annotations

from holdfast.front.promela.expression_nodes import Expr, MtypeConstant, Number, Variable
from holdfast.front.promela.read.conditions import truncated_quotient
from holdfast.front.promela.read.messages import Messages


class Constants(Messages):
    """Reads constant expressions."""

    def constant(self, what: str) -> int:
        """Read an expression whose value is known: numbers, mtype constants, operators."""
        self.deeper()
        value = self._sum(what)
        self.depth -= 1
        return value

    def _sum(self, what: str) -> int:
        value = self._product(what)
        while op := self.take("+", "-"):
            right = self._product(what)
            value = value + right if op.kind == "+" else value - right
        return value

    def _product(self, what: str) -> int:
        value = self._factor(what)
        while op := self.take("*", "/", "%"):
            right = self._factor(what)
            if op.kind != "*" and not right:
                self.report("promela-constant", "division by zero", op)
                right = 1
            quotient = truncated_quotient(value, right) if right else 0
            value = {"*": value * right, "/": quotient, "%": value - right * quotient}[op.kind]
        return value

    def _factor(self, what: str) -> int:
        token = self.token
        match token.kind:
            case "(":
                opening = self.advance()
                value = self.constant(what)
                self.close(opening, ")")
                return value
            case "-":
                self.deeper()
                self.advance()
                value = -self._factor(what)
                self.depth -= 1
                return value
            case "number" | "char" | "true" | "false" | "skip" | "name":
                found = self.operand()
                return self._known(found, what)
            case _:
                self.fail(f"expected a constant for {what}")

    def _known(self, value: Expr, what: str) -> int:
        match value:
            case Number(number) | MtypeConstant(value=number):
                return number
            case Variable(symbol) if symbol in self.names.constants:
                number = self.names.constants[symbol]
                message = f"`{symbol.name}` is a variable: its initial value {number} is used here"
                self.warn("promela-constant", message, value.span, "use a macro")
                return number
            case Variable(symbol) if symbol.unique == "?":
                return 1
            case _:
                self.report("promela-constant", f"{what} must be constant", value.span)
                return 1
