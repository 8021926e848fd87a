"""`for` and `select`, which are loops of simpler statements, as in Spin."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeGuard

from holdfast.front.promela.expression_nodes import (
    Binary,
    ChannelTest,
    Expr,
    Number,
    Place,
    Store,
    Symbol,
    TestChannel,
    Variable,
)
from holdfast.front.promela.read.places import declared, is_unknown
from holdfast.front.promela.read.simple_statements import SimpleStatements
from holdfast.front.promela.read.tokens import Token
from holdfast.front.promela.tree import (
    Assign,
    Break,
    Condition,
    Declaration,
    Do,
    Else,
    If,
    Receive,
    Send,
    Statement,
    Statements,
)
from holdfast.front.promela.types import Basic, Record
from holdfast.source import Span

_MOST_OPTIONS = 32
"""Up to this difference of its limits, a `select` is an `if` with an option for each value."""


class Loops(SimpleStatements):
    """Reads `for` and `select`.

    `out` is the sequence being read; `following` are statements that come after the one being
    read.
    """

    out: list[Statement]
    following: list[Statement]

    @abstractmethod
    def loop_body(self) -> Statements:
        """Read `{ statements }`, in which `break` ends the loop."""

    def for_loop(self) -> Statement:
        """Read `for (i : a .. b) { }` or `for (i in array) { }`."""
        start = self.advance()
        opening = self.expect("(", "after `for`")
        index = self.place(whole=True)
        if self.take(":"):
            low = self.expression()
            self.expect("..", "between the limits of a `for`")
            high = self.expression()
            self.close(opening, ")")
            return self._counting(start, index, low, high)
        if self.token.text != "in":
            self.fail("expected `:` or `in` after the variable of a `for`")
        self.advance()
        collection = self.place(whole=True)
        self.close(opening, ")")
        if isinstance(declared(index).type, Record) and not is_unknown(index):
            return self._over_channel(start, index, collection)
        length = declared(collection).length
        if length is None:
            if not is_unknown(collection):
                message = f"`{declared(collection).name}` is not an array"
                help = "to go through the messages of a channel, the variable must be a record"
                self.report("promela-loop", message, collection.span, help)
            length = 1
        low = Number(0, "0", span=collection.span)
        high = Number(length - 1, str(length - 1), span=collection.span)
        return self._counting(start, index, low, high)

    def _counting(self, start: Token, index: Place, low: Expr, high: Expr) -> Statement:
        span = self.since(start.span)
        self._check_index(index, low, high)
        self.out.append(Assign(index, low, span=span))
        test = Condition(Binary("<=", index, high, span=span), span=span)
        return self._loop(span, (test,), index)

    def _check_index(self, index: Place, low: Expr, high: Expr) -> None:
        if not is_unknown(index):
            symbol = declared(index)
            plain = isinstance(index, Variable) and symbol.length is None
            if not plain or symbol.type is Basic.CHAN or isinstance(symbol.type, Record):
                message = "the variable of a loop must be a plain number"
                self.report("promela-loop", message, index.span)
        if isinstance(low, Number) and isinstance(high, Number) and low.value > high.value:
            message = f"no number is between {low.value} and {high.value}"
            self.report("promela-loop", message, low.span)

    def _loop(self, span: Span, before: Statements, index: Place) -> Statement:
        """The `do` of a `for`: the body, and the increment at its end."""
        self.take(";")
        body = self.loop_body()
        step = self.changed(index, "+", span)
        leave = (Else(span=span), Break(span=span))
        return Do(((*before, *body, step), leave), span=span)

    def _over_channel(self, start: Token, index: Place, channel: Place) -> Statement:
        """`for (m in q)`: the messages are received and sent again, one after the other."""
        span = self.since(start.span)
        known = self.channel_type(channel)
        symbol = declared(index)
        fields = tuple(t for t, _ in self.leaves(symbol.type, index.span))
        capacity = known.capacity if known is not None else 0
        fits = known is not None and known.capacity > 0 and known.fields == fields
        if not fits and not is_unknown(channel):
            message = f"`{declared(channel).name}` is not a channel of records like `{symbol.name}`"
            self.report("promela-loop", message, channel.span)
        count = Variable(self._counter(capacity, span), span=span)
        self.out.append(Assign(count, Number(0, "0", span=span), span=span))
        length = TestChannel(ChannelTest.LEN, channel, span=span)
        leaves = self.leaf_places(index)
        stores = tuple(Store(p, span=span) for p in leaves)
        return self._loop(
            span,
            (
                Condition(Binary("<", count, length, span=span), span=span),
                Receive(channel, stores, False, False, span=span),
                Send(channel, leaves, False, span=span),
            ),
            count,
        )

    def _counter(self, capacity: int, span: Span) -> Symbol:
        """The hidden counter of such a loop; loops of one block share it, as in Spin."""
        assert self.process is not None
        scope = self.process.scopes[-1]
        name = "_count"
        if name not in scope:
            t = Basic.SHORT if capacity > 255 else Basic.BYTE
            process = self.process.name
            scope[name] = Symbol(name, self.process.unique(name), t, span, process)
            self.process.locals.append(Declaration(scope[name], span=span))
        return scope[name]

    # ---- select ----

    def select(self) -> Statement:
        """Read `select (i : a .. b)`."""
        start = self.advance()
        opening = self.expect("(", "after `select`")
        name = self.token
        index = self.place(whole=True)
        self.expect(":", "after the variable of a `select`")
        low = self.expression()
        self.expect("..", "between the limits of a `select`")
        high = self.expression()
        self.close(opening, ")")
        span = self.since(start.span)
        self._check_index(index, low, high)
        if name.text.isalnum() and not start.inlines and _is_literal(low) and _is_literal(high):
            return self._select_literal(index, low, high, span)
        self.out.append(Assign(index, low, span=span))
        test = Condition(Binary("<", index, high, span=span), span=span)
        leave = (Break(span=span),)
        return Do((leave, (test, self.changed(index, "+", span))), span=span)

    def _select_literal(self, index: Place, low: Number, high: Number, span: Span) -> Statement:
        """Between two numbers, there is one option for each, unless they are many."""
        if high.value - low.value <= _MOST_OPTIONS:
            values = (Number(v, str(v), span=span) for v in range(low.value, high.value + 1))
            return If(tuple((Assign(index, v, span=span),) for v in values), span=span)
        test = Condition(Binary("<", index, high, span=span), span=span)
        leave = (Break(span=span),)
        loop = Do(((test, self.changed(index, "+", span)), leave), span=span)
        self.following.append(loop)
        return Assign(index, low, span=span)


def _is_literal(value: Expr) -> TypeGuard[Number]:
    """Whether a value is written as digits."""
    return isinstance(value, Number) and value.text.isdigit()
