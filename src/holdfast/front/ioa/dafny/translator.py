"""What the translations of parts of expressions know of that of all expressions."""

from __future__ import annotations

from abc import ABC, abstractmethod

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny.context import Context
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.types import Type


class Translator(ABC):
    """Translates expressions; `context` collects the declarations that they need."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def text(self, e: tree.Expr, scope: Scope) -> str:
        """The expression, which may need parentheses as an operand."""

    @abstractmethod
    def operand(self, e: tree.Expr, scope: Scope) -> str:
        """The expression, with parentheses if it needs them as an operand."""

    @abstractmethod
    def expected(self, e: tree.Expr, t: Type, scope: Scope) -> str:
        """The expression where a value of a type is expected."""

    @abstractmethod
    def within(self, item: str, domain: tree.Expr, scope: Scope) -> str:
        """Whether something is an element of a range, a set or another collection."""
