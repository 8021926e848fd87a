"""Reads the statements without a body: assignments, calls, conditions, jumps."""

from __future__ import annotations

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.reader import Reader
from holdfast.front.tla.syntax import tree as tla


def as_target(expr: tla.Expr) -> tuple[tla.Ident, tuple[tla.Key, ...]] | None:
    """The variable and the path that `x[i].f` names; None if it is not such an expression."""
    path: list[tla.Key] = []
    while True:
        match expr:
            case tla.Index(function, args):
                path.append(tla.Key(args, span=expr.span))
                expr = function
            case tla.Dot(record, name):
                path.append(tla.Key((), name, span=expr.span))
                expr = record
            case tla.Ref(name, ()):
                return tla.Ident(name, span=expr.span), tuple(reversed(path))
            case _:
                return None


class SimpleStatements(Reader):
    """Statements without a body."""

    def _assign(self) -> tree.Stmt:
        start = self.token.start
        parts = [self._assignment()]
        while self.at_op("||"):
            self.advance()
            parts.append(self._assignment())
        span = self.span_from(start)
        self.end_statement()
        return tree.Assign(tuple(parts), span=span)

    def _assignment(self) -> tree.Assignment:
        start = self.token.start
        self._check_increment()
        left = self.expression("a variable to assign")
        if isinstance(left, tla.Infix) and left.op == "=" and not self.at_op(":="):
            return self._equals_for_assign(left)
        if self.at("=="):
            message = "`==` defines an operator; PlusCal assigns with `:=`"
            self.add("pcal-assignment", message, self.span_of(self.token))
        elif not self.at_op(":="):
            self.give_up("expected `:=`, a statement or a label", help=self._assign_help(left))
        target = as_target(left)
        if target is None:
            message = "only a variable, perhaps with `[index]` or `.field`, can be assigned"
            primed = isinstance(left, tla.Postfix) and left.op == "'"
            help = "PlusCal assigns without a prime: `x := e`" if primed else None
            self.add("pcal-assignment", message, left.span, help)
            target = tla.Ident("", span=left.span), ()
        self.advance()
        value = self.expression("the value to assign")
        return tree.Assignment(*target, value, span=self.span_from(start))

    def _check_increment(self) -> None:
        """`x++` and `x += 1` are not assignments in PlusCal."""
        operator, after = self.peek(), self.peek(2)
        doubled = operator.text in ("++", "--") and after.kind in (";", "word", "}")
        combined = operator.kind == "op" and operator.text in ("+", "-", "*") and after.text == "="
        if self.token.kind == "name" and (doubled or combined):
            name = self.advance().text
            help = f"write `{name} := {name} {operator.text[0]} 1`, for example"
            self.give_up("expected `:=`", code="pcal-assignment", help=help)

    def _equals_for_assign(self, left: tla.Infix) -> tree.Assignment:
        equals = next(t for t in self.tokens if t.start >= left.left.span.end)
        self.add(
            "pcal-assignment",
            "`=` compares; PlusCal assigns with `:=`",
            self.span_of(equals),
            "write `:=`, or `await` before the formula if the step must wait for it",
        )
        target = as_target(left.left) or (tla.Ident("", span=left.span), ())
        return tree.Assignment(*target, left.right, span=left.span)

    def _assign_help(self, left: tla.Expr) -> str | None:
        if isinstance(left, tla.Ref) and not left.args and self.at("word"):
            return "a `;` or a `:=` may be missing here"
        if self.at_op("="):
            return "`x := x + 1` is the only form of assignment"
        return None

    def _macro_call(self) -> tree.Stmt:
        name = self.name("a macro")
        args = self.arguments("the macro")
        span = self.span_from(name.span.start)
        self.end_statement()
        return tree.MacroCall(name, args, span=span)

    def _await(self) -> tree.Stmt:
        word = self.advance()
        test = self.expression(f"a condition after `{word.text}`")
        span = self.span_from(word.start)
        self.end_statement()
        return tree.Await(test, span=span)

    def _print(self) -> tree.Stmt:
        word = self.advance()
        value = self.expression("a value to print")
        span = self.span_from(word.start)
        self.end_statement()
        return tree.Print(value, span=span)

    def _assert(self) -> tree.Stmt:
        word = self.advance()
        test = self.expression("a condition after `assert`")
        span = self.span_from(word.start)
        self.end_statement()
        return tree.Assert(test, span=span)

    def _skip(self) -> tree.Stmt:
        span = self.span_of(self.advance())
        self.end_statement()
        return tree.Skip(span=span)

    def _return(self) -> tree.Return:
        span = self.span_of(self.advance())
        if self.token.kind in ("name", "number", "string", "(", "<<") and self.token.line == (
            self.tokens[self.index - 1].line
        ):
            help = "a procedure returns no value; assign it to a global variable first"
            self.give_up("expected `;` after `return`", help=help)
        self.end_statement()
        return tree.Return(span=span)

    def _goto(self) -> tree.Goto:
        word = self.advance()
        if self.at("string"):
            token = self.advance()
            target = tla.Ident(token.text.strip('"'), span=self.span_of(token))
        else:
            target = self.name("the label to go to")
        span = self.span_from(word.start)
        self.end_statement()
        return tree.Goto(target, span=span)

    def _call(self) -> tree.Stmt:
        word = self.advance()
        procedure = self.name("the procedure to call")
        args = self.arguments("the procedure")
        span = self.span_from(word.start)
        self.end_statement()
        then: tree.Return | tree.Goto | None = None
        if self.at_word("return"):
            then = self._return()
        elif self.at_word("goto"):
            then = self._goto()
        return tree.Call(procedure, args, then, span=span)

    def equals_or_in(self, where: str) -> bool:
        """Step over `=` (False) or `\\in` (True)."""
        if self.at_op("\\in"):
            self.advance()
            return True
        if self.at_op("="):
            self.advance()
            return False
        if self.at("==") or self.at_op(":="):
            help = "the first value of a variable is declared with `=`, or with `\\in` for any"
            help += " element of a set"
            self.complain(f"expected `=` or `\\in` {where}", code="pcal-assignment", help=help)
            self.advance()
            return False
        self.give_up(f"expected `=` or `\\in` {where}")
