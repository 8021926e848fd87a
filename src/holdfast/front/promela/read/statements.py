"""Sequences of statements: control flow, blocks, labels, uses of inlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from holdfast.front.promela.expression_nodes import Number
from holdfast.front.promela.read.cursor import SyntaxFault
from holdfast.front.promela.read.inlines import Inlines
from holdfast.front.promela.read.names import Inline, Names
from holdfast.front.promela.read.tokens import C_WORDS, Token, joined
from holdfast.front.promela.tree import (
    Assign,
    Block,
    Break,
    Condition,
    Discard,
    Do,
    Else,
    Goto,
    If,
    Labelled,
    Receive,
    Send,
    Statement,
    Statements,
    Unless,
)
from holdfast.source import Note

_CLOSING = frozenset(("}", "::", "fi", "od", "end"))
_CLOSES = {"{": "}", "if": "fi", "do": "od", "(": ")"}
_SPECIAL = ("accept", "end", "progress")
_UNITS = frozenset("proctype D_proctype active init never typedef ltl inline".split())
_EVENTS = frozenset("if do break goto for select name".split())


class Sequences(Inlines):
    """Reads sequences of statements.

    `else_allowed` is true at the start of an option. `loops` has the number of the `d_step` around
    each open loop (0 if there is none), `d_step` that around the current statement.
    """

    else_allowed = False

    def __init__(self, tokens: list[Token], names: Names) -> None:
        super().__init__(tokens, names)
        self.by_keyword: dict[str, Callable[[], Statement]] = {
            "for": self.for_loop,
            "select": self.select,
            "assert": self.assertion,
            "printf": self.print,
            "printm": self.print_mtype,
            "set_priority": self.set_priority,
            "return": self.return_value,
        }

    def sequence(self) -> Statements:
        """Read statements up to the end of a block or an option."""
        outer, self.out = self.out, []
        self.deeper()
        depth, d_step, loops = self.depth, self.d_step, len(self.loops)
        start = self.token
        if self.at(";", "->"):
            self.report("promela-syntax", f"expected a statement, found `{start.text}`", start)
            self.separators()
        while not self.at(*_CLOSING):
            first = self.index
            try:
                self.step()
                if not self.separators() and not self.at(*_CLOSING):
                    self.fail("expected `;` or the end of the statements")
            except SyntaxFault:
                self.depth, self.d_step = depth, d_step
                self.loops[loops:] = []
                self.recover(first)
                if self.at(*_UNITS):
                    break
        self.depth -= 1
        found, self.out = tuple(self.out), outer
        if not found and start is self.token:
            self.report("promela-empty", "expected at least one statement", start)
        return found

    def recover(self, first: int) -> None:
        """Skip to the statement after the one that starts at the token `first`."""
        failed, self.parentheses = self.index, 0
        opened: list[str] = []
        for index in range(first, len(self.tokens)):
            token = self.tokens[index]
            is_unit = token.kind in _UNITS and token.breaks
            if token.kind == "end" or (index > first and is_unit):
                break
            if index == failed > first and not opened and self._ends_line(index - 1):
                break
            if token.kind in _CLOSES:
                opened.append(_CLOSES[token.kind])
            elif token.kind in opened:
                del opened[len(opened) - 1 - opened[::-1].index(token.kind) :]
            elif index >= failed and token.kind in _CLOSING:
                break
            if index >= failed and not opened and (token.kind == ";" or self._ends_line(index)):
                index += 1
                break
        self.before = self.tokens[max(0, index - 1)]
        self.index = index
        self._settle()
        self.separators()

    def _ends_line(self, index: int) -> bool:
        """Whether a token can end a statement, and ends a line."""
        following = self.tokens[min(index + 1, len(self.tokens) - 1)]
        return bool(following.breaks) and self._can_end(self.tokens[index])

    def step(self) -> None:
        """Read a declaration or a statement, with its escape."""
        if self.at_declaration():
            declared, statements = self.declaration()
            assert self.process is not None
            self.process.locals += declared
            self.out += statements
            self.else_allowed &= not statements
            return
        if self.at("xr", "xs"):
            self.exclusive()
            return
        body = self.statement()
        if self.at("unless"):
            token = self.advance()
            if self.d_step:
                self.report("promela-d-step", "an `unless` inside a `d_step`", token)
            body = self._with_escape(body, self.statement())
        self.out.append(body)
        self.out += self.following
        self.following.clear()

    def statement(self) -> Statement:
        """Read one statement, with its labels."""
        self.deeper()
        found = self._labelled() if self._at_label() else self._unlabelled()
        self.initial = False
        self.else_allowed = False
        self.depth -= 1
        self._check_claim(found)
        return found

    def _check_claim(self, found: Statement) -> None:
        """Report what a claim must not do."""
        if self.in_trace or self.process is None or not self.process.is_claim:
            return
        match found:
            case Send() | Receive():
                message = "a claim cannot send or receive messages"
                self.report("promela-claim", message, found.span, "test them by `q?[...]`")
            case Assign() | Discard():
                self.warn("promela-claim", "this claim changes the state", found.span)
            case _:
                pass

    def _at_label(self) -> bool:
        return self.token.kind == "name" and self.peek().kind == ":" and not self._is_remote()

    def _is_remote(self) -> bool:
        """Whether a reference to a variable of another process starts here."""
        return self.is_process(self.token.text)

    def _labelled(self) -> Statement:
        token = self.advance()
        self.advance()
        if self.at_declaration():
            message = f"the label `{token.text}` is before a declaration, which is no statement"
            self.report("promela-label", message, token)
            raise SyntaxFault
        unique, clash = self.labels.declare(token, self.d_step)
        if clash is not None:
            note = Note("it is declared here", clash.span)
            message = f"the label `{token.text}` is declared twice"
            self.report("promela-duplicate", message, token, notes=(note,))
        if self.find(token.text) is not None:
            message = f"the label `{token.text}` has the name of something else"
            self.report("promela-label", message, token)
        if self.at(";", "->", *_CLOSING):
            skip = Condition(Number(1, "skip", span=token.span), span=token.span)
            return Labelled(unique, token.span, skip, span=token.span)
        statement = self.statement()
        span = joined(token.span, statement.span)
        return Labelled(unique, token.span, statement, span=span)

    def _unlabelled(self) -> Statement:
        token = self.token
        kind = token.kind
        if self.in_trace and kind not in _EVENTS:
            self.report("promela-trace", "this is not an event of a trace", token)
        match kind:
            case "if" | "do":
                return self._choice()
            case "{" | "atomic" | "d_step":
                return self._block()
            case "goto":
                self.advance()
                name = self.name("of a label after `goto`")
                target = self.labels.jump(name, self.d_step)
                return Goto(target, span=self.since(token.span))
            case "break":
                return self._break()
            case "else":
                return self._else()
            case "name":
                found = self._named_statement()
                if self.in_trace and not isinstance(found, Send | Receive):
                    self.report("promela-trace", "this is not an event of a trace", token)
                return found
            case _ if kind in C_WORDS:
                self.refuse_c()
            case _ if kind in self.by_keyword:
                return self.by_keyword[kind]()
            case _:
                return self.condition()

    def _named_statement(self) -> Statement:
        found = self.find(self.token.text)
        if isinstance(found, Inline):
            self.use_inline(found, [])
            return self._block()
        if self.at_special_assignment():
            return self.special_assignment()
        if self.is_process(self.token.text):
            return self.condition()
        if found is None and self.peek().kind == "(":
            self.unknown(self.token, "is not an inline that is defined above")
            raise SyntaxFault
        found_statement = self.place_statement()
        if found_statement is None:
            return self._block()
        return found_statement

    def _choice(self) -> Statement:
        """Read `if ... fi` or `do ... od`."""
        start = self.advance()
        closing = "fi" if start.kind == "if" else "od"
        if start.kind == "do":
            self.loops.append(self.d_step)
        if not self.at("::"):
            help = "an option is written `:: condition -> statements`"
            self.fail(f"expected `::` after `{start.text}`", help=help)
        options: list[Statements] = []
        while self.take("::"):
            self.initial = False
            self.else_allowed = True
            options.append(self.sequence())
            self._check_option_label(options[-1])
        if start.kind == "do":
            self.loops.pop()
        self.close(start, closing)
        span = self.since(start.span)
        elses = [o for o in options if o and isinstance(o[0], Else)]
        if len(elses) > 1:
            self.report("promela-else", "there is already an `else`", elses[1][0].span)
        found = tuple(options)
        return If(found, span=span) if start.kind == "if" else Do(found, span=span)

    def _block(self) -> Statement:
        """Read `{ ... }`, `atomic { ... }` or `d_step { ... }`."""
        start = self.token
        kind: Literal["plain", "atomic", "d_step"] = "plain"
        outer = self.d_step
        if start.kind == "atomic" or start.kind == "d_step":
            kind = "atomic" if start.kind == "atomic" else "d_step"
            self.advance()
        if kind == "d_step":
            self.d_step_count += 1
            self.d_step = self.d_step_count
        body = self.braces(f"after `{start.text}`")
        self.d_step = outer
        self._check_first_label(body)
        return Block(kind, body, span=self.since(start.span))

    def braces(self, where: str) -> Statements:
        """Read `{ statements }`, which is a scope of its own."""
        opening = self.expect("{", where)
        assert self.process is not None
        self.initial = False
        self.process.scopes.append({})
        self.labels.open_block()
        body = self.sequence()
        self.labels.close_block()
        self.process.scopes.pop()
        self.close(opening, "}")
        return body

    def loop_body(self) -> Statements:
        """Read `{ statements }`, in which `break` ends the loop."""
        self.loops.append(self.d_step)
        body = self.braces("before the body of a loop")
        self.loops.pop()
        return body

    def _check_first_label(self, body: Statements) -> None:
        """As in Spin, the first statement of a block has no label: control is at the block."""
        if not body or not isinstance(body[0], Labelled):
            return
        if not isinstance(unlabelled(body[0]), Do):
            message = "the first statement of a block cannot have a label"
            help = "put the label before the block"
            self.report("promela-label", message, body[0].label_span, help)

    def _check_option_label(self, option: Statements) -> None:
        """Control is never at the first statement of an option: it is at the choice."""
        first = option[0] if option else None
        while isinstance(first, Labelled):
            if first.label.startswith(_SPECIAL):
                message = "control is never at this label, but at the choice around it"
                help = "put the label before the `if` or `do`"
                self.report("promela-label", message, first.label_span, help)
            first = first.statement

    def _break(self) -> Statement:
        token = self.advance()
        if not self.loops:
            self.report("promela-break", "`break` outside of a loop", token)
        elif self.loops[-1] != self.d_step:
            self.report("promela-d-step", "`break` leaves a `d_step`", token)
        return Break(span=token.span)

    def _else(self) -> Statement:
        token = self.advance()
        if not self.else_allowed:
            message = "`else` must be the first statement of an option of `if` or `do`"
            self.report("promela-else", message, token)
        return Else(span=token.span)

    def _with_escape(self, body: Statement, escape: Statement) -> Statement:
        """`body unless escape`; a label of a block is that of the whole statement."""
        span = joined(body.span, escape.span)
        if isinstance(escape, Labelled):
            message = "the escape of an `unless` cannot have a label"
            self.report("promela-label", message, escape.label_span)
        if not isinstance(body, Labelled):
            return Unless(body, escape, span=span)
        inner = body.statement
        if not isinstance(inner, Block):
            message = "a label before `unless` needs braces: `L: { s unless t }`"
            self.report("promela-label", message, body.label_span)
            return body
        plain = Block("plain", inner.body, span=inner.span)
        block = Block(inner.kind, (Unless(plain, escape, span=span),), span=span)
        return Labelled(body.label, body.label_span, block, span=span)


def unlabelled(s: Statement) -> Statement:
    """A statement without its labels."""
    while isinstance(s, Labelled):
        s = s.statement
    return s
