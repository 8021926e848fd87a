"""The operands of expressions: names, numbers, `run`, `len`, polls, references to processes."""

from __future__ import annotations

from abc import abstractmethod
from typing import NoReturn

from holdfast.front.promela.expression_nodes import (
    ChannelTest,
    Enabled,
    Expr,
    Field,
    Index,
    MtypeConstant,
    Number,
    PcValue,
    Poll,
    Predefined,
    PredefinedVariable,
    Priority,
    ReceiveArg,
    RemoteLabel,
    RemoteVariable,
    Run,
    TestChannel,
    Variable,
)
from holdfast.front.promela.read.conditions import character
from holdfast.front.promela.read.cursor import SyntaxFault
from holdfast.front.promela.read.names import Inline, MtypeName, Process
from holdfast.front.promela.read.places import Places, symbol_of
from holdfast.front.promela.read.tokens import C_WORDS, Token, joined
from holdfast.front.promela.types import Basic
from holdfast.front.suggest import did_you_mean
from holdfast.source import Span

_PREDEFINED = {
    "_pid": Predefined.PID,
    "_last": Predefined.LAST,
    "_nr_pr": Predefined.PROCESSES,
    "np_": Predefined.NON_PROGRESS,
    "timeout": Predefined.TIMEOUT,
}
_PID_FUNCTIONS: dict[str, type[Enabled] | type[PcValue] | type[Priority]] = {
    "enabled": Enabled,
    "pc_value": PcValue,
    "get_priority": Priority,
}
_TESTS = {t.value: t for t in ChannelTest}
_WORDS = {"true": 1, "false": 0, "skip": 1}


class Operands(Places):
    """Reads the operands of expressions; `in_trace`, those of a `trace` or `notrace`."""

    in_trace = False

    @abstractmethod
    def receive_args(self, channel: Expr, closing: str) -> tuple[ReceiveArg, ...]:
        """Read the arguments of a receive or a poll."""

    def operand(self) -> Expr:
        """Read an operand, without the operators before it."""
        token = self.token
        match token.kind:
            case "number":
                self.advance()
                return Number(self.number(token), token.text, span=token.span)
            case "char":
                self.advance()
                return Number(character(token.text), token.text, span=token.span)
            case "true" | "false" | "skip":
                self.advance()
                return Number(_WORDS[token.kind], token.text, span=token.span)
            case "timeout" | "np_":
                self.advance()
                if token.kind == "np_" and self.process is not None and not self.process.is_claim:
                    message = "`np_` can be used only in claims and formulas"
                    self.report("promela-misplaced", message, token)
                return PredefinedVariable(_PREDEFINED[token.kind], span=token.span)
            case "len" | "empty" | "nempty" | "full" | "nfull":
                return self.channel_test()
            case "enabled" | "pc_value" | "get_priority":
                self.advance()
                pid = self.parenthesised(f"after `{token.text}`")
                return _PID_FUNCTIONS[token.kind](pid, span=self.since(token.span))
            case "run":
                return self.run()
            case "name":
                return self.named()
            case kind if kind in C_WORDS:
                self.refuse_c()
            case _:
                self.fail("expected an expression")

    def refuse_c(self) -> NoReturn:
        """Report embedded C code."""
        message = f"`{self.token.text}` embeds C code, which is not supported"
        self.report("promela-c-code", message, self.token)
        raise SyntaxFault

    def number(self, token: Token) -> int:
        """The value of a number, in 32 bits as in Spin."""
        value = min(int(token.text[:40]), 2**63 - 1)
        wrapped = (value + 2**31) % 2**32 - 2**31
        if wrapped != value or len(token.text) > 40:
            message = f"`{token.text[:40]}` does not fit in 32 bits: it is {wrapped}"
            self.warn("promela-number", message, token.span)
        return wrapped

    def parenthesised(self, where: str) -> Expr:
        """Read an expression in parentheses."""
        opening = self.expect("(", where)
        value = self.expression()
        self.close(opening, ")")
        return value

    def channel_test(self) -> Expr:
        """Read `len(q)`, `full(q)`, ..."""
        token = self.advance()
        opening = self.expect("(", f"after `{token.text}`")
        channel = self.place()
        self.close(opening, ")")
        self.require_channel(channel)
        return TestChannel(_TESTS[token.kind], channel, span=self.since(token.span))

    def require_channel(self, channel: Expr) -> None:
        """Report a place that is not a channel."""
        symbol = symbol_of(channel)
        if symbol is not None and symbol.type is not Basic.CHAN:
            message = f"`{symbol.name}` is not a channel"
            self.report("promela-channel", message, channel.span)

    def run(self) -> Expr:
        """Read `run P(args) priority n`."""
        token = self.advance()
        name = self.name("of a process type after `run`")
        opening = self.expect("(", f"after `run {name.text}`")
        args: list[Expr] = []
        while not self.at(")"):
            args += self.argument()
            if not self.take(","):
                break
        self.close(opening, ")")
        priority = self.priority()
        run = Run(name.text, tuple(args), priority, span=self.since(token.span))
        if self.process is None:
            self.report("promela-misplaced", "`run` is a statement of a process", token)
        self.runs.append((run, name))
        return run

    def argument(self) -> tuple[Expr, ...]:
        """Read an argument; a record is one argument for each field."""
        value = self.expression_or_record()
        if isinstance(value, Variable | Index | Field):
            return self.leaf_places(value)
        return (value,)

    @abstractmethod
    def expression_or_record(self) -> Expr:
        """Read an expression, which may be a whole record."""

    def priority(self) -> int | None:
        """Read `priority n`, if it is there."""
        if not self.take("priority"):
            return None
        token = self.expect("number", "after `priority`")
        value = self.number(token)
        if not 1 <= value <= 255:
            self.report("promela-number", "a priority is between 1 and 255", token)
        return value

    def named(self) -> Expr:
        """Read an operand that starts with a name."""
        token = self.token
        if token.text == "_priority":
            self.advance()
            own = PredefinedVariable(Predefined.PID, span=token.span)
            return Priority(own, span=token.span)
        if token.text in _PREDEFINED:
            self.advance()
            return PredefinedVariable(_PREDEFINED[token.text], span=token.span)
        if token.text == "_" and self.in_trace:
            self.advance()
            return PredefinedVariable(Predefined.ANY, span=token.span)
        if token.text == "_":
            self.report("promela-write-only", "`_` cannot be read", token)
            return Number(0, self.advance().text, span=token.span)
        found = self.find(token.text)
        match found:
            case MtypeName():
                self.advance()
                return MtypeConstant(token.text, found.value, found.subtype, span=token.span)
            case Process() if not found.is_claim:
                return self.remote(found)
            case Inline():
                message = f"the inline `{token.text}` is a statement, not an expression"
                self.report("promela-misplaced", message, token)
                raise SyntaxFault
            case _:
                place = self.place()
        if self.at("?", "??"):
            return self.poll(place)
        return place

    def poll(self, channel: Expr) -> Expr:
        """Read `?[args]` or `??[args]` after a channel."""
        anywhere = self.advance().kind == "??"
        opening = self.token
        if not self.at("["):
            help = "in an expression, `q?[x]` tests whether `q?x` is possible"
            self.fail("expected `[`", help=help)
        self.advance()
        self.require_channel(channel)
        args = self.receive_args(channel, "]")
        self.close(opening, "]")
        return Poll(channel, args, anywhere, span=self.since(channel.span))

    def remote(self, process: Process) -> Expr:
        """Read `P[pid]@label`, `P[pid]:x`, `P@label` or `P:x`."""
        start = self.advance()
        pid: Expr | None = None
        if self.at("["):
            opening = self.advance()
            pid = self.expression()
            self.close(opening, "]")
        if self.take("@"):
            label = self.name("of a label")
            remote = RemoteLabel(process.name, pid, label.text, span=self.since(start.span))
            self.remote_labels.append((remote, label))
            return remote
        self.expect(":", f"or `@` after the process type `{process.name}`")
        return self.remote_variable(process, pid, start.span)

    def remote_variable(self, process: Process, pid: Expr | None, start: Span) -> Expr:
        """Read the variable of another process."""
        name = self.name("of a variable")
        symbol = next((s for s in process.symbols() if s.name == name.text), None)
        if symbol is None:
            help = did_you_mean(name.text, (s.name for s in process.symbols()))
            message = f"`{process.name}` has no variable `{name.text}`"
            self.report("promela-unknown-name", message, name, help)
            if self.at("["):
                self.parenthesised_index()
            return Number(0, "0", span=name.span)
        place = self.indexed(Variable(symbol, span=name.span), whole=False)
        return RemoteVariable(process.name, pid, place, span=joined(start, place.span))

    def parenthesised_index(self) -> None:
        """Skip an index."""
        opening = self.advance()
        self.expression()
        self.close(opening, "]")
