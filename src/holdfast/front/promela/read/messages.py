"""Sending and receiving: the arguments of messages, and whether they fit the channel."""

from __future__ import annotations

from holdfast.front.promela.expression_nodes import (
    Expr,
    Ignore,
    Match,
    Number,
    Place,
    ReceiveArg,
    Store,
    Symbol,
    Variable,
)
from holdfast.front.promela.read.expressions import Expressions
from holdfast.front.promela.read.names import MtypeName
from holdfast.front.promela.read.places import declared, symbol_of
from holdfast.front.promela.tree import Receive, Send
from holdfast.front.promela.types import Basic, Record
from holdfast.front.suggest import wrong_number
from holdfast.source import Span


class Messages(Expressions):
    """Reads send and receive statements."""

    def send(self, channel: Place) -> Send:
        """Read `!args` or `!!args` after a channel."""
        is_sorted = self.advance().kind == "!!"
        self.require_channel(channel)
        args = list(self.argument())
        if self.at("("):
            opening = self.advance()
            args += self.arguments()
            self.close(opening, ")")
        elif self.take(","):
            args += self.arguments()
        span = self.since(channel.span)
        self.check_count(channel, len(args), span)
        self._check_channels(channel, args)
        return Send(channel, tuple(args), is_sorted, span=span)

    def _check_channels(self, channel: Place, args: list[Expr]) -> None:
        """Warn about a number in a field for channels, or the reverse."""
        known = self.channel_type(channel)
        for t, arg in zip(known.fields if known is not None else (), args, strict=False):
            symbol = symbol_of(arg)
            if symbol is None or (symbol.type is Basic.CHAN) == (t is Basic.CHAN):
                continue
            what = "a channel" if symbol.type is Basic.CHAN else "not a channel"
            message = f"`{symbol.name}` is {what}, unlike this field of `{declared(channel).name}`"
            self.warn("promela-type", message, arg.span)

    def arguments(self) -> list[Expr]:
        """Read arguments with commas between them."""
        args = list(self.argument())
        while self.take(","):
            args += self.argument()
        return args

    def receive(self, channel: Place) -> Receive:
        """Read `?args`, `??args`, `?<args>` or `??<args>` after a channel."""
        anywhere = self.advance().kind == "??"
        self.require_channel(channel)
        opening = self.take("<")
        args = self.receive_args(channel, ">" if opening else "")
        if opening:
            self.close(opening, ">")
        self._check_stores(args)
        copies = opening is not None
        return Receive(channel, args, anywhere, copies, span=self.since(channel.span))

    def _check_stores(self, args: tuple[ReceiveArg, ...]) -> None:
        """Report a variable that is to have two values."""
        seen: set[Symbol] = set()
        for arg in args:
            if isinstance(arg, Store) and isinstance(arg.place, Variable):
                if arg.place.symbol in seen:
                    message = f"`{arg.place.symbol.name}` cannot receive two fields"
                    self.report("promela-type", message, arg.span)
                seen.add(arg.place.symbol)

    def receive_args(self, channel: Expr, closing: str) -> tuple[ReceiveArg, ...]:
        """Read the arguments of a receive or a poll."""
        start = self.token.span
        args = self._args()
        span = self.since(start)
        known = self.channel_type(channel)
        if closing == "]" and known is not None and len(args) < len(known.fields):
            # A poll tests only the fields that it lists.
            args += [Ignore(span=span)] * (len(known.fields) - len(args))
        self.check_count(channel, len(args), span)
        return tuple(args)

    def _args(self) -> list[ReceiveArg]:
        """Read `a, b`, `a(b, c)` or `(a, b)`."""
        if self.at("("):
            return self._wrapped()
        args = list(self._arg())
        if self.at("("):
            return args + self._wrapped()
        if self.take(","):
            args += self._args()
        return args

    def _wrapped(self) -> list[ReceiveArg]:
        self.deeper()
        opening = self.advance()
        args = self._args()
        self.close(opening, ")")
        self.depth -= 1
        return args

    def _arg(self) -> tuple[ReceiveArg, ...]:
        token = self.token
        match token.kind:
            case "eval":
                self.advance()
                value = self.parenthesised("after `eval`")
                return (Match(value, span=self.since(token.span)),)
            case "-":
                self.advance()
                number = self.expect("number", "after `-`")
                span = self.since(token.span)
                value = Number(-self.number(number), f"-{number.text}", span=span)
                return (Match(value, span=span),)
            case "number" | "char" | "true" | "false" | "skip":
                value = self.operand()
                return (Match(value, span=value.span),)
            case "name":
                return self._variable_arg()
            case _:
                help = "a value that is computed is matched by `eval(...)`"
                self.fail("expected a variable or a constant to receive", help=help)

    def _variable_arg(self) -> tuple[ReceiveArg, ...]:
        token = self.token
        if token.text == "_":
            self.advance()
            return (Ignore(span=token.span),)
        if isinstance(self.find(token.text), MtypeName):
            value = self.named()
            return (Match(value, span=value.span),)
        place = self.place()
        if isinstance(declared(place).type, Record):
            return tuple(Store(leaf, span=place.span) for leaf in self.leaf_places(place))
        return (Store(place, span=place.span),)

    def check_count(self, channel: Expr, given: int, span: Span) -> None:
        """Report a message with too many or too few fields."""
        known = self.channel_type(channel)
        if known is None or len(known.fields) == given:
            return
        symbol = symbol_of(channel)
        if symbol is not None:
            message = wrong_number(f"a message of `{symbol.name}`", len(known.fields), given)
            self.report("promela-argument-count", message, span)
