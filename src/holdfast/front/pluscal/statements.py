"""Reads the statements of an algorithm, in the P-syntax and in the C-syntax."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.reader import Stop
from holdfast.front.pluscal.simple_statements import SimpleStatements
from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.cursor import SyntaxFault
from holdfast.front.tla.syntax.lexer import Token
from holdfast.source import Note

_BLOCK_ENDS = ("end", "else", "elsif", "or")
_FOREIGN_WORDS = {
    "elseif": "the word is `elsif`",
    "elif": "the word is `elsif`",
    "for": "PlusCal has no `for`; use `while`, or `with x \\in S` to choose an element",
    "repeat": "PlusCal has no `repeat`; use `while`",
    "break": "PlusCal has no `break`; use `goto` and the label that follows the loop",
    "continue": "PlusCal has no `continue`; use `goto` and the label of the loop",
    "let": "a local name is bound by `with x = e`",
    "wait": "the word is `await`",
}


class Statements(SimpleStatements):
    """Everything that can occur between `begin` and `end`."""

    in_macro = False
    damaged = False
    """Whether the last block contains a statement that could not be read."""

    def block(self) -> tree.Block:
        """Statements up to the word or the brace that closes the block."""
        result: list[tree.Stmt] = []
        self.damaged = False
        while not self._at_block_end():
            start = self.index
            try:
                result.extend(self._statements())
            except SyntaxFault as fault:
                self.keep(fault.diagnostic)
                self.damaged = True
                self.skip_statement()
                if self.index == start:
                    raise Stop from fault
        return tuple(result)

    def _at_block_end(self) -> bool:
        if self.at("end") or (self.braces and self.at("}")):
            return True
        if not self.braces:
            return self.at_word(*_BLOCK_ENDS)
        return False

    def braced(self, label: tree.Label | None) -> tree.Block:
        """`{ statements }`; a label before the brace is that of the first statement."""
        opening = self.advance()
        body = self.block()
        if not body and not self.damaged:
            self.complain("expected a statement", code="pcal-empty-block")
            self.damaged = True
        if self.at("}"):
            self.advance()
        else:
            self._unclosed("}", opening)
        self.end_statement()
        if label is None or not body:
            return body
        if body[0].label is not None:
            self.add(
                "pcal-duplicate-label",
                f"this statement already has the label `{label.name}`",
                body[0].label.span,
                notes=(Note("given here", label.span),),
            )
        return (replace(body[0], label=label), *body[1:])

    def _body(self, word: str, opening: Token) -> tree.Block:
        """The body of a compound statement: `do ... end word;` or one C-statement."""
        if self.braces:
            return self._statements()
        body = self.block()
        self.close_block(word, opening)
        self.end_statement()
        return body

    def close_block(self, word: str, opening: Token, help: str | None = None) -> None:
        """Step over `end word`."""
        if self.at_word("end") and self.peek().text == word:
            self.advance()
            self.advance()
            return
        self._unclosed(f"end {word}", opening, help)

    def _unclosed(self, closer: str, opening: Token, help: str | None = None) -> None:
        note = Note(f"to close this `{self.raw(opening)}`", self.span_of(opening))
        if self.at_word("elsif", "else") and closer == "end if":
            help = "an `if` has one `else`, and it comes last"
        elif self.braces and self.at_word("end"):
            help = "the algorithm is written in the C-syntax: blocks end with `}`"
        if self.at_word("end"):
            found = f"`end {self.raw(self.peek())}`"
            span = self.span_of(self.token, self.peek())
            self.add("pcal-syntax", f"expected `{closer}`, found {found}", span, help, (note,))
        else:
            self.complain(f"expected `{closer}`", help=help, notes=(note,))

    # ---- labels and the choice of statement ----

    def _statements(self) -> tree.Block:
        """One statement with its label; in the C-syntax it may be a block in braces."""
        label = self._label()
        if self.at("{"):
            if not self.braces:
                self._mixed("`{` begins a block in the C-syntax only")
            return self.braced(label)
        statement = self._statement()
        return (replace(statement, label=label),)

    def _mixed(self, message: str) -> None:
        help = "an algorithm whose name is followed by `{` is in the C-syntax, any other in the "
        help += "P-syntax with `begin ... end`; the two cannot be mixed"
        self.add("pcal-mixed-syntax", message, self.span_of(self.token), help)
        raise Stop

    def _label(self) -> tree.Label | None:
        token = self.token
        if token.kind != "name" or self.peek().kind != ":":
            return None
        self.advance()
        self.advance()
        span = self.span_of(token)
        if self.in_macro:
            self.add("pcal-label-in-macro", "a label cannot be inside a macro", span)
        elif token.text in ("Done", "Error"):
            message = f"`{token.text}` cannot be a label: the translation uses it"
            self.add("pcal-reserved-label", message, span)
        mark = ""
        if self.at_op("+") or self.at_op("-"):
            mark = self.advance().text
        return tree.Label(token.text, mark, span=span)

    def _statement(self) -> tree.Stmt:
        token = self.token
        read = _READERS.get(token.text) if token.kind in ("name", "word") else None
        if read is not None:
            return read(self)
        if token.kind != "name":
            self._no_statement()
        if token.text in _FOREIGN_WORDS and self.peek().text not in (":=", "[", "."):
            if token.text in ("for", "repeat"):
                self.complain("expected a statement", help=_FOREIGN_WORDS[token.text])
                raise Stop
            self.give_up("expected a statement", help=_FOREIGN_WORDS[token.text])
        if self.peek().kind == "(":
            return self._macro_call()
        return self._assign()

    def _no_statement(self) -> None:
        if self.at_word("begin", "do", "then") and self.braces:
            self._mixed(f"`{self.token.text}` belongs to the P-syntax")
        if self.at("}"):
            self._mixed("`}` ends a block in the C-syntax only")
        previous = self.tokens[self.index - 1]
        if previous.kind == ":" or previous.text in ("+", "-"):
            self.give_up("expected a statement after the label")
        if self.at_word("variable", "variables", "define", "procedure", "process"):
            self.give_up(
                "expected a statement",
                code="pcal-order",
                help="variables, define, macros, procedures, processes come in this order",
            )
        self.give_up("expected a statement")

    # ---- compound statements ----

    def _test(self, what: str, word: str) -> tla.Expr:
        """A condition and the word that follows it; in the C-syntax, in parentheses."""
        if self.braces:
            opening = self.token
            opened = self.need("(", f"around {what}")
            test = self._head(what, ")")
            if not self.take(")") and opened:
                self.complain(
                    f"expected `)` after {what}",
                    help=self.operator_help(),
                    notes=(Note("to close this", self.span_of(opening)),),
                )
            return test
        test = self._head(what, word)
        if self.at("{"):
            self._mixed(f"expected `{word}` after {what}")
        self.need(word, f"after {what}", self.operator_help())
        return test

    def _head(self, what: str, closer: str) -> tla.Expr:
        """An expression in the head of a statement; after an error, continue at `closer`."""
        try:
            return self.expression(what)
        except SyntaxFault as fault:
            self.keep(fault.diagnostic)
            while not (self.at("end") or self.at(";") or self.token.text == closer):
                self.advance()
            return tla.Ref("TRUE")

    def _if(self) -> tree.Stmt:
        word = self.advance()
        test = self._test("the condition of the `if`", "then")
        if self.braces:
            yes = self._statements()
            no = self._statements() if self.take_word("else") else ()
            return tree.If(test, yes, no, span=self.span_from(word.start))
        yes = self.block()
        no, help = self._else()
        if not yes and not no and not self.damaged:
            self.add("pcal-empty-block", "this `if` does nothing", self.span_of(word))
        if word.text == "if":
            self.close_block("if", word, help)
        span = self.span_from(word.start)
        if word.text == "if":
            self.end_statement()
        return tree.If(test, yes, no, span=span)

    def _else(self) -> tuple[tree.Block, str | None]:
        """What follows `else` or `elsif`, and a help line if `else if` may be meant as one."""
        if self.at_word("elsif"):
            return (self._if(),), None
        if not self.take_word("else"):
            return (), None
        help = None
        if self.at_word("if"):
            help = "write `elsif`, or close the `if` that follows `else` with its own `end if`"
        return self.block(), help

    def _either(self) -> tree.Stmt:
        word = self.advance()
        branches: list[tree.Block] = []
        while True:
            start = self.token
            branch = self._statements() if self.braces else self.block()
            if not branch and not self.damaged:
                self.add(
                    "pcal-empty-block", "this branch of `either` is empty", self.span_of(start)
                )
            branches.append(branch)
            if not self.take_word("or"):
                break
        if not self.braces:
            self.close_block("either", word)
        span = self.span_from(word.start)
        if len(branches) == 1:
            self.add("pcal-either-without-or", "this `either` has no `or`", self.span_of(word))
        if not self.braces:
            self.end_statement()
        return tree.Either(tuple(branches), span=span)

    def _while(self) -> tree.Stmt:
        word = self.advance()
        test = self._test("the condition of the `while`", "do")
        body = self._body("while", word)
        if not body and not self.damaged:
            self.add("pcal-empty-block", "this `while` has no body", self.span_of(word))
        return tree.While(test, body, span=self.span_from(word.start))

    def _with(self) -> tree.Stmt:
        word = self.advance()
        if self.braces:
            self.need("(", "after `with`")
        bindings = [self._binding()]
        while self.token.kind in (",", ";"):
            self.advance()
            if self.at_word("do") or self.at(")"):
                break
            bindings.append(self._binding())
        if self.at("{") and not self.braces:
            self._mixed("expected `do` after the bindings of `with`")
        self.need(")" if self.braces else "do", "after the bindings of `with`")
        body = self._body("with", word)
        if not body and not self.damaged:
            self.add("pcal-empty-block", "this `with` has no body", self.span_of(word))
        span = self.span_from(word.start)
        for name, member, value in reversed(bindings):
            body = (tree.With(name, member, value, body, span=span),)
        statement = body[0]
        assert isinstance(statement, tree.With)
        return statement

    def _binding(self) -> tuple[tla.Ident, bool, tla.Expr]:
        name = self.name("a name to bind")
        member = self.equals_or_in(f"after `{name.name}`")
        return name, member, self._head("a value or a set", ")" if self.braces else "do")


_READERS: dict[str, Callable[[Statements], tree.Stmt]] = {
    "assert": Statements._assert,
    "await": Statements._await,
    "call": Statements._call,
    "either": Statements._either,
    "goto": Statements._goto,
    "if": Statements._if,
    "print": Statements._print,
    "return": Statements._return,
    "skip": Statements._skip,
    "when": Statements._await,
    "while": Statements._while,
    "with": Statements._with,
}
