"""Reads expressions: operator precedence with ranges, and bulleted lists by column.

Everything that is not an operator (brackets, quantifiers, names) is in `constructs.py`.
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.constructs import UNIT_KINDS, Constructs
from holdfast.front.tla.syntax.cursor import SIGNS, SyntaxFault
from holdfast.front.tla.syntax.lexer import Token
from holdfast.front.tla.syntax.operators import INDEX, INFIX, POSTFIX, PREFIX, Operator
from holdfast.source import Diagnostic, Source, Span

MAX_DEPTH = 300
"""The nesting limit of expressions."""

_BULLETS = ("/\\", "\\/")
_NEXT_VALUE = "TLA+ has no assignment: the next value is written `x' = x + 1`"
_OPERAND_HELP = {"++": _NEXT_VALUE, "--": _NEXT_VALUE, ">": "`<<` is closed by `>>`"}
# An operator that waits for its right operand, its token, and its left operand.
Pending: TypeAlias = list[tuple[Operator, Token, tree.Expr | None]]


class Expressions(Constructs):
    """Operators and bulleted lists."""

    def __init__(
        self,
        source: Source,
        tokens: list[Token],
        index: int = 0,
        stops: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(source, tokens, index)
        self.stops = stops
        self.depth = 0

    def expression(self) -> tree.Expr:
        """One expression, as long as the tokens continue it."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"this expression is nested more than {MAX_DEPTH} deep", code="too-deep")
        pending: Pending = []
        while True:
            prefix = self._prefix_operator()
            if prefix is not None:
                pending.append((prefix, self.advance(), None))
                continue
            operand = self._with_postfixes(self._operand(pending), pending)
            infix = self._infix_operator()
            if infix is None:
                break
            left = self._reduce(pending, operand, infix)
            pending.append((infix, self.advance(), left))
        self.depth -= 1
        return self._reduce(pending, operand, None)

    def in_list_item(self) -> bool:
        """Whether the current token is right of the innermost bullet."""
        return self.token.column > self.list_column

    def _operand(self, pending: Pending) -> tree.Expr:
        token = self.token
        if not self.in_list_item():
            self._require_item()
            self.fail("expected an expression")
        begins = token.kind == "name" and self.begins_line() and self.definition_begins(self.index)
        if begins or (token.kind == "====" and pending):
            self._missing_operand(pending)
        if token.kind == "op" and token.text in ("/\\", "\\/"):
            return self._junction()
        operand = self.construct()
        if self.at("::") and self.in_list_item():
            return self._label(operand, pending)
        return operand

    def _require_item(self) -> None:
        """Report a bullet that is followed by the next one, or by the next unit."""
        bullet, token = self.tokens[self.index - 1], self.token
        is_next = token.kind in UNIT_KINDS or self.definition_begins(self.index)
        if bullet.text in _BULLETS and (is_next or token.text in _BULLETS):
            message = f"nothing follows the bullet `{self.raw(bullet)}`"
            help = "a comment is not a formula: leave the bullet out, or write TRUE"
            raise SyntaxFault(Diagnostic("syntax", message, self.span_of(bullet), help))

    def _missing_operand(self, pending: Pending) -> NoReturn:
        """A definition begins, or the module ends, where an expression is expected."""
        sign = self.raw(pending[-1][1]) if pending else ""
        what = f"the right side of `{sign}`" if pending else "an expression"
        last = self.tokens[self.index - 1]
        next_unit = f"the definition of `{self.token.text}`" if self.at("name") else "`====`"
        help = _OPERAND_HELP.get(sign)
        raise SyntaxFault(
            Diagnostic("syntax", f"expected {what} before {next_unit}", self.span_of(last), help)
        )

    # ---- operators ----

    def _prefix_operator(self) -> Operator | None:
        token = self.token
        if token.kind != "op" or not self.in_list_item():
            return None
        if token.text == "-":
            return None if self._is_applied() else PREFIX["-."]
        return PREFIX.get(token.text) if token.text != "-." else None

    def _is_applied(self) -> bool:
        """`- (a, b)` applies the infix operator; `- (a)` negates."""
        if self.peek().kind != "(" or not self._has_comma(self.index + 1):
            return False
        start, depth, column = self.index, self.depth, self.list_column
        reported = len(self.diagnostics)
        try:
            self.move_to(start + 2)
            self.expression()
            return self.at(",")
        except SyntaxFault:
            return False
        finally:
            del self.diagnostics[reported:]
            self.depth, self.list_column = depth, column
            self.move_to(start)

    def _has_comma(self, index: int) -> bool:
        """Whether there is a comma directly inside the bracket at `index`."""
        depth = 0
        while self.tokens[index].kind not in ("==", "end"):
            depth += self.bracket(index)
            if depth == 0:
                return False
            if depth == 1 and self.tokens[index].kind == ",":
                return True
            index += 1
        return False

    def _infix_operator(self) -> Operator | None:
        token = self.token
        if token.kind != "op" or not self.in_list_item() or token.text in self.stops:
            return None
        return INFIX.get(token.text)

    def _with_postfixes(self, operand: tree.Expr, pending: Pending) -> tree.Expr:
        while self.in_list_item():
            token = self.token
            if token.kind == ".":
                self.advance()
                name = self.field_name("after `.`")
                operand = tree.Dot(operand, name.text, span=self.span_from(operand.span.start))
            elif token.kind == "[":
                operand = self._reduce(pending, operand, INDEX)
                self.advance()
                args = self.comma_list(self.expression)
                self.close(token)
                operand = tree.Index(operand, args, span=self.span_from(operand.span.start))
            elif token.kind == "op" and token.text in POSTFIX:
                operand = self._reduce(pending, operand, POSTFIX[token.text])
                self.advance()
                span = self.span_from(operand.span.start)
                operand = tree.Postfix(token.text, operand, span=span)
            else:
                break
        return operand

    def _reduce(
        self, pending: Pending, operand: tree.Expr, following: Operator | None
    ) -> tree.Expr:
        """Apply the waiting operators that bind tighter than the one that follows."""
        while pending:
            operator, token, left = pending[-1]
            if following is not None:
                same = operator == following and following.left_associative
                if operator.high < following.low:
                    break
                if operator.low <= following.high and not same:
                    self._conflict(operator, token, self.token)
            pending.pop()
            operand = self._apply(operator, token, left, operand)
        return operand

    def _apply(
        self, operator: Operator, token: Token, left: tree.Expr | None, right: tree.Expr
    ) -> tree.Expr:
        if left is None:
            span = Span(self.source, token.start, right.span.end)
            return tree.Prefix(operator.symbol, right, span=span)
        span = Span(self.source, left.span.start, right.span.end)
        if operator.fixity == "nfix":
            items = left.items if isinstance(left, tree.Times) else (left,)
            return tree.Times((*items, right), span=span)
        return tree.Infix(operator.symbol, left, right, span=span)

    def _conflict(self, operator: Operator, token: Token, following: Token) -> None:
        first, second = self.raw(token), self.raw(following)
        message = f"`{first}` and `{second}` need parentheses: neither binds tighter"
        between = self.tokens[self.tokens.index(token) : self.index + 1]
        foreign = next((t.text for t in between if t.text in ("&&", "||")), None)
        help = f"put parentheses around the operands of `{first}` or of `{second}`"
        if operator.symbol == "=" and following.text == "=" and following.line > token.line:
            help = "if a new definition begins here, write `==`"
        elif foreign is not None:
            help = SIGNS[foreign]
        elif following.text in ("/\\", "\\/") and self.begins_line():
            help += "; the bullets of one list are in one column"
        self.report("precedence-conflict", message, self.span_of(following), help)

    # ---- bulleted lists and labels ----

    def _junction(self) -> tree.Expr:
        bullet = self.token
        outer, self.list_column = self.list_column, bullet.column
        items = []
        try:
            while self.at_op(bullet.text) and self.token.column == bullet.column:
                self.advance()
                items.append(self._list_item(bullet))
        finally:
            self.list_column = outer
        return tree.Junction(bullet.text, tuple(items), span=self.span_from(bullet.start))

    def _list_item(self, bullet: Token) -> tree.Expr:
        """One item; after an error, reading continues at the next bullet of this list."""
        depth, index = self.depth, self.index
        try:
            item = self.expression()
            if self.in_list_item() and self._starts_operand():
                self.fail("expected an operator, or the next item of the list")
            return item
        except SyntaxFault as fault:
            self.depth, self.list_column = depth, bullet.column
            self.move_to(index)
            if not self._skip_to_bullet(bullet, fault):
                raise
            self.diagnostics.append(fault.diagnostic)
            return tree.Hole(span=self.span_from(bullet.end))

    def _starts_operand(self) -> bool:
        """Whether an operand follows directly, so that the item cannot have ended."""
        token = self.token
        if token.kind in ("number", "string") or token.kind in ("IF", "CHOOSE", "\\A", "\\E"):
            return True
        # In PlusCal and in .cfg files a name may follow an expression.
        return token.kind == "name" and not self.stops and not self.definition_begins(self.index)

    def _skip_to_bullet(self, bullet: Token, fault: SyntaxFault) -> bool:
        """Move to the next bullet of the list, if it comes before anything further left."""
        error_at = fault.diagnostic.span.start if fault.diagnostic.span else 0
        while self.token.kind not in ("end", "====", "----"):
            token = self.token
            if token.start >= error_at and token.column <= bullet.column:
                is_bullet = token.column == bullet.column and self.at_op(bullet.text)
                return is_bullet
            self.advance()
        return False

    def _label(self, name: tree.Expr, pending: Pending) -> tree.Expr:
        match name:
            case tree.Ref(label, args) if all(isinstance(a, tree.Ref) and not a.args for a in args):
                params = tuple(
                    tree.Ident(a.name, span=a.span) for a in args if isinstance(a, tree.Ref)
                )
            case _:
                self.fail("only a name, perhaps with parameters, is allowed before `::`")
        self.advance()
        body = self.expression()
        symbol = body.op if isinstance(body, tree.Infix) else "\\X"
        is_operation = isinstance(body, tree.Infix | tree.Times)
        if pending and is_operation and pending[-1][0].high >= INFIX[symbol].low:
            self.report(
                "label-changes-meaning",
                f"without the label `{label}` this expression would be read differently",
                name.span,
                "put parentheses around the labelled expression",
            )
        return tree.Label(label, params, body, span=self.span_from(name.span.start))
