"""Reads names that are bound: quantifiers, CHOOSE, LAMBDA, and lists of anything."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.cursor import Cursor, SyntaxFault
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS, Token
from holdfast.source import Diagnostic

T = TypeVar("T")


class Binders(Cursor):
    """Lists, names and binders; the expressions in them are read by the subclasses."""

    @abstractmethod
    def expression(self) -> tree.Expr:
        """One expression, as long as the tokens continue it."""

    @abstractmethod
    def definition_begins(self, index: int) -> bool:
        """Whether the tokens from `index` on are the left side of a definition and `==`."""

    def comma_list(self, read: Callable[[], T]) -> tuple[T, ...]:
        """One or more of what `read` reads, separated by commas."""
        items = [read()]
        while self.take(","):
            if self.begins_line() and self.definition_begins(self.index):
                span = self.span_of(self.tokens[self.index - 1])
                raise SyntaxFault(Diagnostic("syntax", "this comma is superfluous", span))
            items.append(read())
        return tuple(items)

    def field_name(self, where: str) -> Token:
        """A record's field name or a module's name: keywords may serve as one."""
        token = self.token
        if token.kind in ("name", "WF_", "SF_") or token.text in KEYWORDS | WORD_OPERATORS:
            raw = self.source.text[token.start : token.end]
            self.advance()
            return token._replace(text=raw)
        self.fail(f"expected a name {where}")

    def ident(self, where: str) -> tree.Ident:
        """A name that is declared or bound."""
        token = self.expect("name", where)
        return tree.Ident(token.text, span=self.span_of(token))

    # ---- binders ----

    def _bound_names(self) -> tuple[tuple[tree.Ident, ...], bool]:
        if self.at("<<"):
            opening = self.advance()
            names = self.comma_list(lambda: self.ident("in the tuple"))
            self.close(opening)
            return names, True
        return self.comma_list(lambda: self.ident("to bind")), False

    def _bound(self) -> tree.Bound:
        """`x, y \\in S` or `<<x, y>> \\in S`."""
        start = self.token.start
        names, pattern = self._bound_names()
        if not self.at_op("\\in"):
            self.fail("expected `\\in` and a set after the bound variable")
        self.advance()
        domain = self.expression()
        return tree.Bound(names, domain, pattern, span=self.span_from(start))

    def _at_bound(self, single: bool = False) -> bool:
        """Whether `names \\in` follows; `single`: one name or one tuple of names."""
        index = self.index
        tokens = self.tokens
        pattern = tokens[index].kind == "<<"
        index += pattern
        while tokens[index].kind == "name":
            if tokens[index + 1].kind != ",":
                index += 1
                break
            if single and not pattern:
                return False
            index += 2
        if pattern:
            if tokens[index].kind != ">>":
                return False
            index += 1
        elif index == self.index:
            return False
        return tokens[index].kind == "op" and tokens[index].text == "\\in"

    def _bound_if_any(self) -> tree.Bound | None:
        """`x \\in S` or `<<x, y>> \\in S` if that follows; otherwise nothing is read."""
        return self._bound() if self._at_bound(single=True) else None

    def bounds(self, bounded: bool = True) -> tuple[tree.Bound, ...]:
        """The bounds of a quantifier: all with sets, or names alone."""
        if self._at_bound():
            if not bounded:
                self.fail("expected names only: this quantifier ranges over variables")
            return self.comma_list(self._bound)
        first = self.token
        names = self.comma_list(lambda: self.ident("to bind"))
        return (tree.Bound(names, None, span=self.span_from(first.start)),)

    def _quantifier(self) -> tree.Expr:
        kind = self.advance()
        bounds = self.bounds(bounded=kind.text in ("\\A", "\\E"))
        self.expect(":", f"after the bounds of `{self.raw(kind)}`")
        body = self.expression()
        return tree.Quantifier(kind.kind, bounds, body, span=self.span_from(kind.start))

    def _choose(self) -> tree.Expr:
        start = self.advance()
        bound = self._bound_if_any()
        if bound is None and self.at("<<"):
            first = self.token
            names, _ = self._bound_names()
            bound = tree.Bound(names, None, True, span=self.span_from(first.start))
        elif bound is None:
            name = self.ident("after CHOOSE")
            bound = tree.Bound((name,), None, span=name.span)
        self.expect(":", "after the bound of CHOOSE")
        body = self.expression()
        return tree.Choose(bound, body, span=self.span_from(start.start))

    def _lambda(self) -> tree.Expr:
        start = self.advance()
        params = self.comma_list(lambda: self.ident("after LAMBDA"))
        self.expect(":", "after the parameters of LAMBDA")
        body = self.expression()
        return tree.Lambda(params, body, span=self.span_from(start.start))
