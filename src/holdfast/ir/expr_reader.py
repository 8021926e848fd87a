"""Reads the text form of expressions back: `read_expr(show_expr(e)) == e`.

`expr_text.py` defines the form. It is written by programs and by developers, so an error
in it is a ValueError with a position rather than a diagnostic with a span.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import CHAINS, GIVEN, INFIX, LOOSE, PREFIX, QUANTIFIERS
from holdfast.ir.ops import Op
from holdfast.ir.text_tokens import Token, tokens_of

_OPS_BY_SIGN = {sign: op for op, sign in (*INFIX.items(), *CHAINS.items())}
_OPS_BY_PREFIX = {sign: op for op, sign in PREFIX.items()}
_OPS_BY_WORD = {word: op for op, word in GIVEN.items()}
_BINDERS = {sign: binder for binder, sign in QUANTIFIERS.items()}
_JUNCTIONS = frozenset((CHAINS[Op.AND], CHAINS[Op.OR]))
_LOOSE_SIGNS = frozenset(INFIX[op] for op in LOOSE)
T = TypeVar("T")


def read_expr(text: str) -> ir.Expr:
    """The expression in a text; raises ValueError if there is none."""
    reader = Reader(text)
    e = reader.expr()
    reader.finish()
    return e


def read_definition(text: str) -> ir.Definition:
    """The definition in a text."""
    reader = Reader(text)
    definition = reader.definition()
    reader.finish()
    return definition


class Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens_of(text)
        self.at = 0

    # ---- tokens ----

    def peek(self, ahead: int = 0) -> Token:
        """The token that comes next, or one after it."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def sees(self, *signs: str) -> bool:
        """Whether these symbols and words come next."""
        return all(self.peek(i)[:2] == ("sign", sign) for i, sign in enumerate(signs))

    def take(self, sign: str) -> bool:
        """Skip a symbol or word, if it comes next."""
        if self.sees(sign):
            self.at += 1
            return True
        return False

    def take_word(self, word: str) -> bool:
        """Skip a name that is used as a word, if it comes next."""
        if self.peek()[:2] == ("name", word):
            self.at += 1
            return True
        return False

    def expect(self, sign: str) -> None:
        """Skip a symbol or word that must come next."""
        if not self.take(sign):
            self.fail(f"expected `{sign}`")

    def finish(self) -> None:
        """Require the end of the text."""
        if self.peek().kind != "end":
            self.fail("expected the end")

    def fail(self, message: str) -> None:
        """Raise an error about the next token."""
        token = self.peek()
        raise ValueError(f"{message} at {token.at}, found {token.text or 'the end'!r}")

    def next(self, kind: str) -> str:
        """The text of the next token, which must be of a kind."""
        token = self.peek()
        if token.kind != kind:
            self.fail(f"expected a {kind}")
        self.at += 1
        return token.text

    def list(self, item: Callable[[], T], closing: str) -> tuple[T, ...]:
        """Items with commas between them, up to a closing symbol."""
        if self.take(closing):
            return ()
        items = [item()]
        while self.take(","):
            items.append(item())
        self.expect(closing)
        return tuple(items)

    def several(self, item: Callable[[], T]) -> tuple[T, ...]:
        """One item, and more after commas."""
        items = [item()]
        while self.take(","):
            items.append(item())
        return tuple(items)

    def name(self) -> str:
        """A name."""
        return self.next("name")

    # ---- expressions ----

    def expr(self) -> ir.Expr:
        """The longest expression from here."""
        if self._sign_ahead() in _JUNCTIONS:
            self.at += 1
        left = self._side()
        sign = self._sign_ahead()
        if sign in _JUNCTIONS:
            return self._chain(left, sign, self._side)
        if sign in _LOOSE_SIGNS:
            self.at += 1
            return ir.Apply(_OPS_BY_SIGN[sign], (left, self._side()))
        return left

    def _sign_ahead(self) -> str:
        return self.peek().text if self.peek().kind == "sign" else ""

    def _side(self) -> ir.Expr:
        """An expression that ends before a junction or an implication."""
        left = self.operand()
        sign = self._sign_ahead()
        if sign == CHAINS[Op.PRODUCT]:
            return self._chain(left, sign, self.operand)
        if sign in _OPS_BY_SIGN and sign not in _JUNCTIONS | _LOOSE_SIGNS:
            self.at += 1
            return ir.Apply(_OPS_BY_SIGN[sign], (left, self.operand()))
        return left

    def _chain(self, first: ir.Expr, sign: str, item: Callable[[], ir.Expr]) -> ir.Expr:
        args = [first]
        while self.take(sign):
            args.append(item())
        return ir.Apply(_OPS_BY_SIGN[sign], tuple(args))

    def operand(self) -> ir.Expr:
        """An expression that ends before any infix operator."""
        e = self.primary()
        while True:
            if self.take("["):
                index = self.expr()
                self.expect("]")
                e = ir.Apply(Op.INDEX, (e, index))
            elif self.take("'"):
                e = ir.Prime(e)
            else:
                return e

    def enabled(self) -> ir.Expr:
        """What follows ENABLED."""
        fresh: tuple[str, ...] = ()
        if self.take_word("OVER"):
            fresh = tuple(self.several(self.name))
            self.expect(":")
        return ir.Enabled(self.operand(), fresh=fresh)

    def primary(self) -> ir.Expr:
        """A literal, a name, or an expression that begins with a bracket or a word."""
        token = self.peek()
        match token.kind:
            case "number":
                return ir.Literal(int(self.next("number")))
            case "string":
                return self._string()
            case "name":
                return self._name()
            case "op":
                op = Op[self.next("op")[1:]]
                self.expect("(")
                return ir.Apply(op, self.list(self.expr, ")"))
            case "sign":
                return self._sign(token.text)
            case _:
                self.fail("expected an expression")
                raise AssertionError

    def _string(self) -> ir.Expr:
        literal = ir.Literal(self.next("string"))
        if self.take("("):
            return ir.Apply(Op.BUILTIN, (literal, *self.list(self.expr, ")")))
        return literal

    def _name(self) -> ir.Expr:
        name = self.name()
        return ir.Call(name, self.list(self.expr, ")")) if self.take("(") else ir.Name(name)

    def _sign(self, sign: str) -> ir.Expr:
        self.at += 1
        if sign in _OPS_BY_PREFIX:
            return ir.Apply(_OPS_BY_PREFIX[sign], (self.operand(),))
        if sign in _OPS_BY_WORD:
            return ir.Apply(_OPS_BY_WORD[sign])
        if sign in _BINDERS:
            bounds = self.bounds()
            self.expect(":")
            return ir.Bind(_BINDERS[sign], bounds, self.expr())
        construct = _CONSTRUCTS.get(sign)
        if construct is None:
            self.at -= 1
            self.fail("expected an expression")
        assert construct is not None
        return construct(self)

    def parenthesis(self) -> ir.Expr:
        """`(e)`."""
        e = self.expr()
        self.expect(")")
        return e

    def conditional(self) -> ir.Expr:
        """`IF a THEN b ELSE c`."""
        test = self.expr()
        self.expect("THEN")
        yes = self.expr()
        self.expect("ELSE")
        return ir.If(test, yes, self.expr())

    def case(self) -> ir.Expr:
        """`CASE a -> b [] OTHER -> c`."""
        arms: list[tuple[ir.Expr, ir.Expr]] = []
        while True:
            if self.take("OTHER"):
                self.expect("->")
                return ir.Case(tuple(arms), self.operand())
            test = self.operand()
            self.expect("->")
            arms.append((test, self.operand()))
            if not self.take("[]"):
                return ir.Case(tuple(arms), None)

    def let(self) -> ir.Expr:
        """`LET f(x) == a g == b IN c`."""
        definitions = [self.definition()]
        while not self.take("IN"):
            definitions.append(self.definition())
        return ir.Let(tuple(definitions), self.expr())

    def function_literal(self) -> ir.Expr:
        """`LAMBDA x, y : e`."""
        params = () if self.sees(":") else self.several(self.name)
        self.expect(":")
        return ir.Lambda(params, self.expr())

    def angle(self) -> ir.Expr:
        """`<<a, b>>`, or `<<A>>_ v`."""
        if self.take(">>"):
            return ir.Apply(Op.TUPLE)
        args = self.several(self.expr)
        if len(args) == 1 and self.take(">>_"):
            return ir.Apply(Op.ANGLE_ACTION, (args[0], self.operand()))
        self.expect(">>")
        return ir.Apply(Op.TUPLE, args)

    def brace(self) -> ir.Expr:
        """`{a, b}`, `{x \\in S : p}` or `{e : x \\in S}`."""
        if self._begins_bound():
            bounds = self.bounds()
            self.expect(":")
            body = self.expr()
            self.expect("}")
            return ir.Bind(Binder.FILTER, bounds, body)
        if self.take("}"):
            return ir.Apply(Op.SET)
        elements = self.several(self.operand)
        if len(elements) == 1 and self.take(":"):
            bounds = self.bounds()
            self.expect("}")
            return ir.Bind(Binder.MAP, bounds, elements[0])
        self.expect("}")
        return ir.Apply(Op.SET, elements)

    def bracket(self) -> ir.Expr:
        """A function, a record, a set of either, an EXCEPT, or `[A]_ v`."""
        for sign, op in (("|->", Op.RECORD), (":", Op.RECORD_SET)):
            if self.peek(1)[:2] == ("sign", sign):
                fields = self.list(lambda sign=sign: self._field(sign), "]")  # type: ignore[misc]  # a default binds the sign now
                return ir.Apply(op, tuple(part for pair in fields for part in pair))
        if self._begins_bound():
            bounds = self.bounds()
            self.expect("|->")
            body = self.expr()
            self.expect("]")
            return ir.Bind(Binder.FUNCTION, bounds, body)
        e = self.operand()
        if self.take("EXCEPT"):
            return ir.Except(e, self.list(self._update, "]"))
        if self.take("]_"):
            return ir.Apply(Op.BOX_ACTION, (e, self.operand()))
        self.expect("->")
        values = self.operand()
        self.expect("]")
        return ir.Apply(Op.FUNCTION_SET, (e, values))

    def _field(self, sign: str) -> tuple[ir.Expr, ir.Expr]:
        name = self.next("string" if self.peek().kind == "string" else "name")
        self.expect(sign)
        return ir.Literal(name), self.expr()

    def _update(self) -> ir.Update:
        self.expect("!")
        path = []
        while self.take("["):
            path.append(self.expr())
            self.expect("]")
        self.expect("=")
        return ir.Update(tuple(path), self.expr())

    # ---- binders and definitions ----

    def _begins_bound(self) -> bool:
        if self.peek().kind == "name":
            return self.peek(1)[:2] == ("sign", "\\in")
        ahead = 1
        if not self.sees("<<"):
            return False
        while self.peek(ahead).kind == "name" and self.peek(ahead + 1)[1] == ",":
            ahead += 2
        closing = [self.peek(ahead + i)[1] for i in (1, 2)]
        return self.peek(ahead).kind == "name" and closing == [">>", "\\in"]

    def bounds(self) -> tuple[ir.Bound, ...]:
        """Names with the sets that they range over."""
        return self.several(self._bound)

    def _bound(self) -> ir.Bound:
        pattern = self.take("<<")
        names = self.list(self.name, ">>") if pattern else (self.name(),)
        domain = self.operand() if self.take("\\in") else None
        return ir.Bound(names, domain, pattern)

    def definition(self) -> ir.Definition:
        """`f(x, op(_)) == e`, perhaps RECURSIVE."""
        recursive = self.take("RECURSIVE")
        name = self.name()
        params = self.list(self._parameter, ")") if self.take("(") else ()
        self.expect("==")
        operators = tuple((n, arity) for n, arity in params if arity)
        return ir.Definition(name, tuple(n for n, _ in params), self.expr(), recursive, operators)

    def _parameter(self) -> tuple[str, int]:
        name = self.name()
        return name, len(self.list(self.name, ")")) if self.take("(") else 0


def _truth(value: bool) -> Callable[[Reader], ir.Expr]:
    return lambda reader: ir.Literal(value)


_CONSTRUCTS: dict[str, Callable[[Reader], ir.Expr]] = {
    "TRUE": _truth(True),
    "FALSE": _truth(False),
    "(": Reader.parenthesis,
    "{": Reader.brace,
    "<<": Reader.angle,
    "[": Reader.bracket,
    "IF": Reader.conditional,
    "CASE": Reader.case,
    "LET": Reader.let,
    "LAMBDA": Reader.function_literal,
    "ENABLED": lambda reader: reader.enabled(),
}
