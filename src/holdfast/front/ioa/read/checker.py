"""The state of reading a file: its names, its diagnostics, and what is known of types."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.locations import Locations
from holdfast.front.ioa.read.names import Globals, Guess, Scope
from holdfast.front.ioa.types import UNKNOWN, Type
from holdfast.source import Diagnostic, Note, Span

MAX_DEPTH = 300
"""The nesting limit of expressions."""

_PASSES = 20
"""How often the types of bound variables are guessed from each other, at most."""

Located: TypeAlias = ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias | Span


class Checker:
    """Reads expressions and collects diagnostics.

    `expression` gives an expression its type, with the type that its context suggests.
    """

    def __init__(self, names: Globals, locations: Locations, expression: Expression) -> None:
        self.globals = names
        self.locations = locations
        self.expression = expression
        self.found: dict[tuple[str, Span], Diagnostic] = {}
        self.guesses: dict[int, Guess] = {}
        self.scanning = False
        self.learned = 0
        self.depth = 0
        self.steps = 0
        self.exhausted = False
        # Contradictory types are tried both ways, which must not take exponential time.
        self.step_limit = 10_000 + 5 * len(locations.source.text)

    def error(
        self,
        code: str,
        message: str,
        at: Located,
        help: str | None = None,
        *notes: Note,
    ) -> None:
        """Report a mistake, once, unless types are only being guessed."""
        span = self.span(at)
        if not (self.scanning or self.exhausted):
            self.found.setdefault((code, span), Diagnostic(code, message, span, help, notes))

    def span(self, at: Located) -> Span:
        """The location of a node."""
        return at if isinstance(at, Span) else self.locations.span(at)

    def broken(self, at: Located) -> tree.Expr:
        """What stands for an expression with a mistake."""
        return tree.Literal(False, type=UNKNOWN, span=self.span(at))

    def infer(self, scope: Scope, node: ast.expr, hint: Type = UNKNOWN) -> tree.Expr:
        """An expression with its type; the hint decides where the expression does not."""
        self.steps += 1
        if self.depth >= MAX_DEPTH:
            message = f"this expression is nested more than {MAX_DEPTH} deep"
            self.error("too-deep", message, node)
            return self.broken(node)
        if self.steps > self.step_limit:
            return self._give_up(node)
        self.depth += 1
        try:
            return self.expression(self, scope, node, hint)
        finally:
            self.depth -= 1

    def _give_up(self, node: ast.expr) -> tree.Expr:
        if not self.exhausted:
            self.scanning = False
            self.error("too-deep", "the types in this expression are too complex", node)
            self.exhausted = True
        return self.broken(node)

    def check(self, scope: Scope, node: ast.expr, expected: Type) -> tree.Expr:
        """An expression that must be of a type."""
        return self.require(self.infer(scope, node, expected), expected)

    def require(self, e: tree.Expr, expected: Type) -> tree.Expr:
        """The expression, if it fits a type; else a message."""
        if rules.fits(e.type, expected):
            return e
        self.error("ioa-type", rules.mismatch(e.type, expected), e.span)
        return self.broken(e.span)

    def guess(self, node: ast.AST) -> Guess:
        """The guess of the type of the bound variable that a node declares."""
        return self.guesses.setdefault(id(node), Guess(widest=False))

    def learn(self, guess: Guess, t: Type) -> None:
        """Note what a use tells about a type."""
        self.learned += guess.add(t)

    def scan(self, read: Callable[[], object]) -> None:
        """Read something without messages until no more is learned about types."""
        if self.scanning:
            return
        self.scanning = True
        for _ in range(_PASSES):
            before = self.learned
            read()
            if self.learned == before:
                break
        self.scanning = False

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The messages in the order of the text."""
        return tuple(sorted(self.found.values(), key=_place))


def is_broken(e: tree.Expr) -> bool:
    """Whether an expression stands for one with a mistake."""
    return isinstance(e, tree.Literal) and e.type == UNKNOWN


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (0, 0) if span is None else (span.start, span.end)


Expression: TypeAlias = Callable[[Checker, Scope, ast.expr, Type], tree.Expr]
