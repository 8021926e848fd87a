"""Reads every expression form that is not an operator: names, brackets, binders, LET."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.cursor import Cursor, SyntaxFault
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS, Token
from holdfast.front.tla.syntax.operators import INFIX, POSTFIX, PREFIX
from holdfast.source import Diagnostic

T = TypeVar("T")

THEOREM_WORDS = frozenset(("THEOREM", "LEMMA", "PROPOSITION", "COROLLARY"))
ASSUME_WORDS = frozenset(("ASSUME", "ASSUMPTION", "AXIOM"))
UNIT_KINDS = (
    frozenset(("VARIABLE", "CONSTANT", "RECURSIVE", "LOCAL", "INSTANCE", "USE", "HIDE"))
    | THEOREM_WORDS
    | ASSUME_WORDS
    | {"----", "====", "---- MODULE", "end"}
)
"""The kinds of tokens that begin a unit of a module or end it, definitions apart."""


class Constructs(Cursor):
    """Names, brackets, binders and keywords; operators are in the subclass."""

    @abstractmethod
    def expression(self) -> tree.Expr:
        """One expression, as long as the tokens continue it."""

    @abstractmethod
    def let_units(self) -> tuple[tree.LetUnit, ...]:
        """The definitions of a LET."""

    @abstractmethod
    def definition_begins(self, index: int) -> bool:
        """Whether the tokens from `index` on are the left side of a definition and `==`."""

    def construct(self) -> tree.Expr:
        """An operand without its postfix operators."""
        read = _CONSTRUCTS.get(self.token.kind)
        if read is not None:
            return read(self)
        if self.token.kind == "op":
            return self._operator_as_name()
        return self._no_expression()

    def comma_list(self, read: Callable[[], T]) -> tuple[T, ...]:
        """One or more of what `read` reads, separated by commas."""
        items = [read()]
        while self.take(","):
            if self.begins_line() and self.definition_begins(self.index):
                span = self.span_of(self.tokens[self.index - 1])
                raise SyntaxFault(Diagnostic("syntax", "this comma is too many", span))
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
                help = 'a string stands in double quotes, as in "text"'
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

    # ---- brackets ----

    def _parens(self) -> tree.Expr:
        opening = self.advance()
        body = self.expression()
        self.close(opening)
        return tree.Parens(body, span=self.span_from(opening.start))

    def _tuple(self) -> tree.Expr:
        opening = self.advance()
        items = () if self.at(">>") else self.comma_list(self.expression)
        if len(items) == 1 and self.take(">>_"):
            return tree.Angle(items[0], self._subscript(), span=self.span_from(opening.start))
        self.close(opening)
        return tree.Tuple(items, span=self.span_from(opening.start))

    def _subscript(self) -> tree.Expr:
        """What follows `]_`, `>>_` or `WF_`: a name or something in brackets."""
        if self.token.kind not in ("name", "(", "[", "{", "<<"):
            self.fail("expected a name, a tuple or parentheses as subscript")
        return self.construct()

    def _fairness(self) -> tree.Expr:
        kind = self.advance()
        subscript = self._subscript()
        if self.at("("):
            opening = self.advance()
            action = self.expression()
            self.close(opening)
            return tree.Fairness(kind.text, subscript, action, span=self.span_from(kind.start))
        # In WF_v(A) the name has swallowed the action as its argument.
        match subscript:
            case tree.Ref(name, (action,), span=span):
                short = span._replace(end=span.start + len(name))
                subscript = tree.Ref(name, span=short)
            case tree.Path(parts) if len(parts[-1].args) == 1:
                last = parts[-1]
                short = last.span._replace(end=last.span.start + len(last.name))
                action = last.args[0]
                whole = subscript.span._replace(end=short.end)
                subscript = tree.Path((*parts[:-1], tree.Part(last.name, span=short)), span=whole)
            case _:
                self.fail(f"expected `(` and the action of `{kind.text}`")
        return tree.Fairness(kind.text, subscript, action, span=self.span_from(kind.start))

    def _braces(self) -> tree.Expr:
        opening = self.advance()
        if self.take("}"):
            return tree.SetOf((), span=self.span_from(opening.start))
        bound = self._bound_if_any()
        if bound is not None and self.take(":"):
            test = self.expression()
            self.close(opening)
            return tree.SetFilter(bound, test, span=self.span_from(opening.start))
        if bound is not None:
            items: tuple[tree.Expr, ...] = (_membership(bound),)
            items += self.comma_list(self.expression) if self.take(",") else ()
        else:
            items = self.comma_list(self.expression)
        if len(items) == 1 and bound is None and self.take(":"):
            bounds = self.comma_list(self._bound)
            self.close(opening)
            return tree.SetMap(items[0], bounds, span=self.span_from(opening.start))
        self.close(opening)
        return tree.SetOf(items, span=self.span_from(opening.start))

    def _square(self) -> tree.Expr:
        opening = self.advance()
        after = self.peek().kind
        if after == "|->" and (self.at("name") or self.token.text in KEYWORDS | WORD_OPERATORS):
            return self._record(opening, "|->", tree.Record)
        if after == ":" and self.at("name"):
            return self._record(opening, ":", tree.RecordSet)
        if not (self._at_bound() and self._maps_to()):
            return self._square_expression(opening, self._at_bound())
        bounds = self.comma_list(self._bound)
        self.expect("|->", "after the bounds of a function")
        body = self.expression()
        self.close(opening)
        return tree.Function(bounds, body, span=self.span_from(opening.start))

    def _maps_to(self) -> bool:
        """Whether `|->` comes before the bracket that closes the current one."""
        depth, index = 0, self.index
        while self.tokens[index].kind not in ("==", "====", "end"):
            depth += self.bracket(index)
            if depth < 0:
                return False
            if depth == 0 and self.tokens[index].kind == "|->":
                return True
            index += 1
        return True

    def _square_expression(self, opening: Token, like_bound: bool) -> tree.Expr:
        """`[S -> T]`, `[f EXCEPT ...]` or `[A]_v`."""
        first = self.expression()
        if like_bound and self.at("->"):
            self.fail("expected `|->`", help="`|->` makes a function, `->` a set of functions")
        if self.take("->"):
            target = self.expression()
            self.close(opening)
            return tree.FunctionSet(first, target, span=self.span_from(opening.start))
        if self.take("EXCEPT"):
            updates = self.comma_list(self._update)
            self.close(opening)
            return tree.Except(first, updates, span=self.span_from(opening.start))
        if self.take("]_"):
            return tree.Box(first, self._subscript(), span=self.span_from(opening.start))
        if self.at("]"):
            help = "an action in brackets needs a subscript: `[Next]_vars`"
            if isinstance(first, tree.Infix) and first.op == "=":
                help = f"a record is written `[{first.left.span.text} |-> {first.right.span.text}]`"
            self.fail("expected `->`, `EXCEPT`, `|->` or a subscript `]_v`", help=help)
        self.close(opening)
        raise AssertionError("close fails on anything but the bracket")

    def _record(
        self, opening: Token, arrow: str, make: type[tree.Record] | type[tree.RecordSet]
    ) -> tree.Expr:
        def read() -> tree.Field:
            name = self.field_name("of a record field")
            self.expect(arrow, f"after the field name `{name.text}`")
            value = self.expression()
            return tree.Field(name.text, value, span=self.span_from(name.start))

        fields = self.comma_list(read)
        self.close(opening)
        return make(fields, span=self.span_from(opening.start))

    def _update(self) -> tree.Update:
        start = self.expect("!", "to begin an EXCEPT clause", "for example `![i] = e` or `!.f = e`")
        path: list[tree.Key] = []
        while self.token.kind in ("[", "."):
            opening = self.advance()
            if opening.kind == ".":
                name = self.field_name("after `.`")
                path.append(tree.Key((), name.text, span=self.span_from(opening.start)))
            else:
                args = self.comma_list(self.expression)
                self.close(opening)
                path.append(tree.Key(args, span=self.span_from(opening.start)))
        if not path:
            self.fail("expected `[` or `.` after `!`", help="for example `![i] = e` or `!.f = e`")
        if not self.at_op("="):
            self.fail("expected `=` in an EXCEPT clause")
        self.advance()
        value = self.expression()
        return tree.Update(tuple(path), value, span=self.span_from(start.start))

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
            self.fail("expected `\\in` and a set after the bound name")
        self.advance()
        domain = self.expression()
        return tree.Bound(names, domain, pattern, span=self.span_from(start))

    def _at_bound(self, single: bool = False) -> bool:
        """Whether `names \\in` stands here; `single`: one name or one tuple of names."""
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
        """`x \\in S` or `<<x, y>> \\in S` if that stands here; otherwise nothing is read."""
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


def _membership(bound: tree.Bound) -> tree.Expr:
    """The expression `x \\in S` that was read as a bound."""
    names = tuple(tree.Ref(n.name, span=n.span) for n in bound.names)
    domain = bound.domain
    assert domain is not None
    left: tree.Expr = tree.Tuple(names, span=bound.span) if bound.pattern else names[0]
    return tree.Infix("\\in", left, domain, span=bound.span)


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
