"""Reads expressions in brackets: tuples, sets, functions, records, EXCEPT, actions."""

from __future__ import annotations

from abc import abstractmethod

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.binders import Binders
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS, Token


class Brackets(Binders):
    """Everything that a bracket begins, and the fairness of an action."""

    @abstractmethod
    def construct(self) -> tree.Expr:
        """An operand without its postfix operators."""

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
        # In WF_v(A) the name was read with the action as its argument.
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


def _membership(bound: tree.Bound) -> tree.Expr:
    """The expression `x \\in S` that was read as a bound."""
    names = tuple(tree.Ref(n.name, span=n.span) for n in bound.names)
    domain = bound.domain
    assert domain is not None
    left: tree.Expr = tree.Tuple(names, span=bound.span) if bound.pattern else names[0]
    return tree.Infix("\\in", left, domain, span=bound.span)
