"""Reads every expression form that is not an operator: names, keywords, brackets, binders."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.brackets import Brackets
from holdfast.front.tla.syntax.lexer import Token
from holdfast.front.tla.syntax.operators import INFIX, POSTFIX, PREFIX

THEOREM_WORDS = frozenset(("THEOREM", "LEMMA", "PROPOSITION", "COROLLARY"))
ASSUME_WORDS = frozenset(("ASSUME", "ASSUMPTION", "AXIOM"))
UNIT_KINDS = (
    frozenset(("VARIABLE", "CONSTANT", "RECURSIVE", "LOCAL", "INSTANCE", "USE", "HIDE"))
    | THEOREM_WORDS
    | ASSUME_WORDS
    | {"----", "====", "---- MODULE", "end"}
)
"""The kinds of tokens that begin a unit of a module or end it, definitions apart."""


class Constructs(Brackets):
    """Names and keywords, brackets and binders; operators are in the subclass."""

    @abstractmethod
    def let_units(self) -> tuple[tree.LetUnit, ...]:
        """The definitions of a LET."""

    def construct(self) -> tree.Expr:
        """An operand without its postfix operators."""
        read = _CONSTRUCTS.get(self.token.kind)
        if read is not None:
            return read(self)
        if self.token.kind == "op":
            return self._operator_as_name()
        return self._no_expression()

    # ---- names ----

    def _name(self) -> tree.Expr:
        token = self.advance()
        args = self._arguments() if self.token.kind == "(" else ()
        if self.token.kind == "!" or self._selects_double_bang():
            first = tree.Part(token.text, args, span=self.span_from(token.start))
            return self._path(token, first)
        return tree.Ref(token.text, args, span=self.span_from(token.start))

    def _arguments(self) -> tuple[tree.Expr, ...]:
        opening = self.advance()
        args = self.comma_list(self.operator_or_expression)
        self.close(opening)
        return args

    def operator_or_expression(self) -> tree.Expr:
        """An argument: an expression, an operator symbol, or a LAMBDA."""
        token = self.token
        if token.kind == "LAMBDA":
            return self._lambda()
        if token.kind == "op" and self._is_bare_operator():
            self.advance()
            return tree.Ref(token.text, span=self.span_of(token))
        return self.expression()

    def _is_bare_operator(self) -> bool:
        after = self.peek()
        ends = after.kind in (",", ")") or after.kind in UNIT_KINDS
        if ends or self.definition_begins(self.index + 1):
            return True
        only_infix = self.token.text in INFIX and self.token.text not in ("-", "/\\", "\\/")
        return (only_infix or self.token.text in (*POSTFIX, "-.")) and after.kind != "("

    def _operator_as_name(self) -> tree.Expr:
        """`+(a, b)`: an infix or postfix symbol applied like a named operator."""
        token = self.token
        applicable = token.text in INFIX or token.text in POSTFIX or token.text == "-."
        after = self.peek()
        if applicable and (after.kind in ("(", "!") or after.text == "!!"):
            return self._name()
        if applicable:
            help = f"`{token.text}` has no left operand here"
            before = self.tokens[self.index - 1]
            if token.text == "'":
                help = 'a string is written in double quotes, as in "text"'
            elif token.text == "=" and before.end == token.start and before.text in "+-*":
                help = f"the next value is written `x' = x {before.text} 1`"
            self.fail("expected an expression", help=help)
        return self._no_expression()

    def _path(self, token: Token, first: tree.Part) -> tree.Expr:
        parts = [first]
        while True:
            if self._selects_double_bang():
                parts.append(self._double_bang())
            elif self.take("!"):
                parts.append(self._part())
            else:
                break
        return tree.Path(tuple(parts), span=self.span_from(token.start))

    def _selects_double_bang(self) -> bool:
        """`I!!!(a, b)` selects the operator `!!`, though it lexes as `!!` and `!`."""
        after = self.peek()
        return self.at_op("!!") and after.kind == "!" and after.start == self.token.end

    def _double_bang(self) -> tree.Part:
        start = self.advance()
        self.advance()
        args = self._arguments() if self.at("(") else ()
        return tree.Part("!!", args, span=self.span_from(start.start + 1))

    def _part(self) -> tree.Part:
        token = self.token
        if token.kind == "(":
            return tree.Part("", self._arguments(), span=self.span_from(token.start))
        if token.kind in ("<<", ">>", ":", "@", "number"):
            self.advance()
            return tree.Part(token.text, span=self.span_of(token))
        is_symbol = token.kind == "op" and any(token.text in t for t in (INFIX, PREFIX, POSTFIX))
        if token.kind != "name" and not is_symbol:
            self.fail(
                "expected a name or a selector after `!`",
                help="selectors are a number, `:`, `<<`, `>>`, `@` or arguments in parentheses",
            )
        if token.text == "=" and self.peek().kind not in ("(", "!"):
            self.fail("expected a name after `!`", help="`is not equal` is written `#` or `/=`")
        self.advance()
        args = self._arguments() if self.at("(") else ()
        return tree.Part(token.text, args, span=self.span_from(token.start))

    def _step_name(self) -> tree.Expr:
        if self.token.text.endswith("."):
            self.fail("expected an expression", help="a step is referred to without its dot")
        return self._name()

    def _number(self) -> tree.Expr:
        token = self.advance()
        return tree.Number(token.text, span=self.span_of(token))

    def _string(self) -> tree.Expr:
        token = self.advance()
        return tree.String(token.text[1:-1], span=self.span_of(token))

    def _at_sign(self) -> tree.Expr:
        token = self.advance()
        return tree.At(span=self.span_of(token))

    # ---- keywords ----

    def _if(self) -> tree.Expr:
        start = self.advance()
        test = self.expression()
        self.expect("THEN", "after the condition of IF")
        yes = self.expression()
        self.expect("ELSE", "after the THEN branch", "every IF of TLA+ has an ELSE")
        no = self.expression()
        return tree.If(test, yes, no, span=self.span_from(start.start))

    def _case(self) -> tree.Expr:
        start = self.advance()
        arms = [self._arm()]
        other = None
        while self.at_op("[]") and self.token.column > self.list_column:
            self.advance()
            if self.take("OTHER"):
                self.expect("->", "after OTHER")
                other = self.expression()
                break
            arms.append(self._arm())
        return tree.Case(tuple(arms), other, span=self.span_from(start.start))

    def _arm(self) -> tree.Arm:
        start = self.token.start
        test = self.expression()
        self.expect("->", "after the condition of a CASE arm")
        value = self.expression()
        return tree.Arm(test, value, span=self.span_from(start))

    def _let(self) -> tree.Expr:
        start = self.advance()
        units = self.let_units()
        self.expect("IN", "after the definitions of LET")
        body = self.expression()
        return tree.Let(units, body, span=self.span_from(start.start))

    def _misplaced_lambda(self) -> tree.Expr:
        self.fail("a LAMBDA can only be an argument of an operator or of an INSTANCE")

    def _no_expression(self) -> tree.Expr:
        self.fail("expected an expression")


_CONSTRUCTS: dict[str, Callable[[Constructs], tree.Expr]] = {
    "name": Constructs._name,
    "step": Constructs._step_name,
    "number": Constructs._number,
    "string": Constructs._string,
    "@": Constructs._at_sign,
    "(": Constructs._parens,
    "<<": Constructs._tuple,
    "{": Constructs._braces,
    "[": Constructs._square,
    "WF_": Constructs._fairness,
    "SF_": Constructs._fairness,
    "\\A": Constructs._quantifier,
    "\\E": Constructs._quantifier,
    "\\AA": Constructs._quantifier,
    "\\EE": Constructs._quantifier,
    "CHOOSE": Constructs._choose,
    "IF": Constructs._if,
    "CASE": Constructs._case,
    "LET": Constructs._let,
    "LAMBDA": Constructs._misplaced_lambda,
}
