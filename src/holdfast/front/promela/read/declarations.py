"""Declarations of variables, typedefs and mtype lists."""

from __future__ import annotations

from dataclasses import replace

from holdfast.front.promela.expression_nodes import (
    Expr,
    Index,
    MtypeConstant,
    Number,
    Run,
    Symbol,
    Unary,
    Variable,
)
from holdfast.front.promela.read.constants import Constants
from holdfast.front.promela.read.cursor import SyntaxFault
from holdfast.front.promela.read.names import RecordType
from holdfast.front.promela.read.tokens import TYPE_WORDS, Token
from holdfast.front.promela.tree import (
    Assign,
    ChannelType,
    Declaration,
    Discard,
    Statement,
)
from holdfast.front.promela.types import Basic, Mtype, Record, Type, Unlimited, Unsigned
from holdfast.source import Span

_BASIC = {b.value: b for b in Basic}
_NUMBERS = (Basic.BYTE, Basic.SHORT, Basic.INT)
_VISIBILITY = ("hidden", "show", "local")
_LONGEST_ARRAY = 100_000


class Declarations(Constants):
    """Reads declarations.

    `initial` is true where a declaration says the value in the initial state: outside of
    processes, and at the start of one.
    """

    initial = True

    def at_declaration(self) -> bool:
        """Whether a declaration of variables starts here."""
        token = self.token
        if token.kind in TYPE_WORDS or token.kind in _VISIBILITY:
            return True
        if token.kind != "name":
            return False
        if isinstance(self.find(token.text), RecordType):
            return True
        following = self.peek()
        return not following.breaks and (following.kind == "name" or following.kind in TYPE_WORDS)

    def declaration(self) -> tuple[list[Declaration], list[Statement]]:
        """Read variables of one type; and the assignments that execute below a statement."""
        visibility = self.take(*_VISIBILITY)
        word = self.token
        t = self.type()
        declared: list[Declaration] = []
        statements: list[Statement] = []
        while True:
            name = self.name("of a variable")
            found = self._variable(name, word, t, visibility.kind if visibility else None)
            declared.append(found)
            if not self.initial:
                statements.append(self._late(found))
                declared[-1] = replace(found, initial=None)
            if not self.take(","):
                return declared, statements
            if self.at(*TYPE_WORDS):
                help = "separate declarations of different types by `;`"
                self.fail("expected a name", help=help)

    def type(self) -> Type:
        """Read a type."""
        token = self.advance()
        if token.kind == "mtype":
            if self.take(":"):
                return Mtype(self.name("of a subtype after `mtype:`").text)
            return Mtype()
        if token.kind == "unsigned":
            return Unsigned(0)
        if token.kind in _BASIC:
            t = _BASIC[token.kind]
            return Unlimited() if self.names.wide and t in _NUMBERS else t
        if token.kind == "name":
            if isinstance(self.find(token.text), RecordType):
                return Record(token.text)
            self.unknown(token, "is not a type", TYPE_WORDS)
            raise SyntaxFault
        self.token = token
        self.fail("expected a type")

    def _variable(self, name: Token, word: Token, t: Type, visibility: str | None) -> Declaration:
        """Read one variable, after its name, and declare it."""
        length: int | None = None
        if self.at(":"):
            t = self._width(t)
            if self.names.wide:
                t = Unlimited()
        elif isinstance(t, Unsigned):
            message = f"`unsigned {name.text}` has no width"
            self.report("promela-width", message, name, f"write `unsigned {name.text} : 4`")
            t = Unsigned(16)
        if self.at("["):
            length = self._length(name)
            if self.at("["):
                self.refuse_dimensions()
        process = self.process
        free = self.free(name)
        symbol = Symbol(
            name.text,
            process.unique(name.text) if process is not None else name.text,
            t,
            name.span,
            process.name if process is not None else None,
            length,
            visibility == "hidden",
        )
        if symbol.hidden and t in (Basic.BIT, Basic.BOOL):
            message = f"as in Spin, `{name.text}` cannot be hidden: it is one bit"
            self.report("promela-type", message, name, "use a `byte`")
        elif symbol.hidden:
            message = f"`{name.text}` is part of the states here, unlike in Spin"
            self.warn("promela-hidden", message, name.span)
        found = self._initialised(symbol, word.span)
        if visibility == "show":
            found = replace(found, shown=True)
        if free:
            self._declare(found)
        return found

    def _declare(self, found: Declaration) -> None:
        symbol = found.symbol
        if self.process is None:
            self.names.globals[symbol.name] = symbol
        else:
            self.process.scopes[-1][symbol.name] = symbol
        if found.channel is not None:
            self.names.channels[symbol] = found.channel
        if isinstance(found.initial, Number | MtypeConstant) and symbol.length is None:
            self.names.constants[symbol] = found.initial.value

    def _width(self, t: Type) -> Type:
        self.advance()
        token = self.expect("number", "of bits")
        bits = self.number(token)
        if not isinstance(t, Unsigned):
            message = "only an `unsigned` variable has a width"
            self.report("promela-width", message, token)
        elif not 1 <= bits <= 31:
            self.report("promela-width", "a width is between 1 and 31 bits", token)
            return Unsigned(1)
        return Unsigned(bits) if isinstance(t, Unsigned) else t

    def _length(self, name: Token) -> int:
        opening = self.advance()
        start = self.token.span
        length = self.constant("the length of an array")
        span = self.since(start)
        self.close(opening, "]")
        if not 1 <= length <= _LONGEST_ARRAY:
            message = f"the length of `{name.text}` must be between 1 and {_LONGEST_ARRAY:,}"
            self.report("promela-constant", message, span)
            return 1
        return length

    # ---- initial values ----

    def _initialised(self, symbol: Symbol, start: Span) -> Declaration:
        """Read the initialiser of a variable, if there is one."""
        if not self.take("="):
            return Declaration(symbol, span=self.since(start))
        if self.at("["):
            channel = self._channel(symbol)
            return Declaration(symbol, channel=channel, span=self.since(start))
        if self.at("{"):
            elements = self._elements(symbol)
            return Declaration(symbol, elements=elements, span=self.since(start))
        value = self.expression()
        if isinstance(symbol.type, Record):
            message = f"`{symbol.name}` is a record, which has no initialiser"
            self.report("promela-record", message, value.span)
        if symbol.type is Basic.CHAN and isinstance(value, Number):
            message = f"`{symbol.name}` is a channel, not a number"
            self.report("promela-type", message, value.span)
        if isinstance(value, Run):
            message = "`run` cannot be an initialiser"
            self.report("promela-run", message, value.span, "assign it in a statement")
        return Declaration(symbol, value, span=self.since(start))

    def _channel(self, symbol: Symbol) -> ChannelType:
        """Read `[capacity] of { types }`."""
        opening = self.advance()
        capacity = self.constant("the capacity of a channel")
        self.close(opening, "]")
        self.expect("of", "after the capacity of a channel")
        brace = self.expect("{", "before the types of messages")
        fields: list[Type] = []
        while True:
            token = self.token
            t = self.type()
            if isinstance(t, Unsigned):
                message = "`unsigned` cannot be the type of a field of messages"
                self.report("promela-type", message, token)
                t = Basic.INT
                if self.take(":"):
                    self.take("number")
            fields += [leaf for leaf, _ in self.leaves(t, token.span)]
            if not self.take(","):
                break
        self.close(brace, "}")
        span = self.since(opening.span)
        if symbol.type is not Basic.CHAN:
            self.report("promela-type", f"`{symbol.name}` is not a channel", span)
        if not 0 <= capacity <= 255:
            self.report("promela-constant", "a capacity is between 0 and 255", span)
        if not self.initial:
            message = f"as in Spin, the channel `{symbol.name}` must be declared at the start"
            help = "move it above all statements of the process"
            self.report("promela-misplaced", message, span, help)
        return ChannelType(capacity, tuple(fields), span=span)

    def _elements(self, symbol: Symbol) -> tuple[Expr, ...]:
        """Read `{1, 2, 3}`; the last value is that of all further elements, as in Spin."""
        opening = self.advance()
        values: list[Expr] = []
        while True:
            value = self.operand() if not self.at("-") else self.expression()
            if not isinstance(value, Number | MtypeConstant | Unary):
                message = "the elements of an array are initialised with constants"
                self.report("promela-constant", message, value.span)
            values.append(value)
            if not self.take(","):
                break
        self.close(opening, "}")
        span = self.since(opening.span)
        if symbol.length is None:
            self.report("promela-index", f"`{symbol.name}` is not an array", span)
            return ()
        if not self.initial:
            message = "the elements of an array can be listed only at the start of a process"
            self.report("promela-misplaced", message, span)
        if len(values) > symbol.length:
            message = f"`{symbol.name}` has only {symbol.length} elements"
            self.report("promela-index", message, span)
        values += [values[-1]] * (symbol.length - len(values))
        return tuple(values[: symbol.length])

    def _late(self, found: Declaration) -> Statement:
        """What executes at a declaration below a statement, or inside a block."""
        symbol, span = found.symbol, found.span
        if isinstance(symbol.type, Record):
            return Discard(Number(0, "0", span=span), span=span)
        value = found.initial or Number(0, "0", span=span)
        variable = Variable(symbol, span=symbol.span)
        if symbol.length is None:
            return Assign(variable, value, span=span)
        if found.initial is not None:
            message = "below a statement, only the first element of an array is initialised"
            help = "declare it at the start of the process, or assign each element"
            self.warn("promela-late-array", message, span, help)
        first = Index(variable, Number(0, "0", span=symbol.span), span=symbol.span)
        return Assign(first, value, span=span)
