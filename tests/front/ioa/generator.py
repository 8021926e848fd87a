"""Random typed expressions and effects over variables of every type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import BOOL, INT, Type
from tests.front.ioa.python_text import Msg
from tests.front.ioa.trees import (
    INTS,
    OP,
    SPAN,
    add,
    bound,
    call,
    index,
    lit,
    loc,
    op,
    range_of,
    seq,
    var,
)

SET = types.Set(INT)
MAP = types.Map(INT, INT)
BAG = types.Mset(INT)
MSG = types.Record("Msg", (("n", INT), ("s", INTS)))
PAIR = types.Tuple((INT, BOOL))
ROWS = types.Seq(INTS)
DECLARED: dict[str, Type] = {
    "x": INT,
    "y": INT,
    "p": BOOL,
    "s": INTS,
    "t": INTS,
    "rows": ROWS,
    "u": SET,
    "v": SET,
    "m": MAP,
    "b": BAG,
    "r": MSG,
    "w": PAIR,
}
TYPES: tuple[Type, ...] = (INT, BOOL, INTS, SET, MAP, BAG, MSG, PAIR, ROWS)
_NAMES = ("i", "j", "k", "n", "a", "b_2", "s_2", "x_2")
_COMPARISONS = (OP.LT, OP.LE, OP.GT, OP.GE, OP.EQ, OP.NE)


def values(random: Random) -> dict[str, Any]:
    """Random values of the variables."""

    def number() -> int:
        return random.randint(-2, 5)

    def row(most: int = 4) -> tuple[int, ...]:
        return tuple(number() for _ in range(random.randint(0, most)))

    return {
        "x": number(),
        "y": number(),
        "p": random.random() < 0.5,
        "s": row(),
        "t": row(),
        "rows": tuple(row(3) for _ in range(random.randint(0, 3))),
        "u": frozenset(row()),
        "v": frozenset(row()),
        "m": {k: number() for k in row()},
        "b": Counter(row()),
        "r": Msg(number(), row()),
        "w": (number(), random.random() < 0.5),
    }


class Generator:
    """Makes expressions; `visible` are the names of bound variables, which are numbers."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.visible: list[str] = []
        self.locals: dict[str, Type] = {}

    def expr(self, t: Type, depth: int) -> tree.Expr:
        """An expression of a type."""
        if depth <= 0 or self.random.random() < 0.12:
            return self.leaf(t)
        if self.random.random() < 0.06:
            test = self.expr(BOOL, depth - 1)
            yes, no = self.expr(t, depth - 1), self.expr(t, depth - 1)
            return tree.IfElse(test, yes, no, type=t, span=SPAN)
        makers: dict[Type, Callable[[int], tree.Expr]] = {
            INT: self.number,
            BOOL: self.formula,
            INTS: self.sequence,
            SET: self.set,
            MAP: self.map,
            BAG: self.bag,
            MSG: self.record,
            PAIR: self.pair,
            ROWS: self.rows,
        }
        return makers[t](depth - 1)

    def leaf(self, t: Type) -> tree.Expr:
        if t == INT and self.visible and self.random.random() < 0.5:
            return loc(self.random.choice(self.visible))
        if t == INT and self.random.random() < 0.4:
            return lit(self.random.randint(0, 4))
        names = [n for n, kind in self.locals.items() if kind == t]
        if names and self.random.random() < 0.5:
            return loc(self.random.choice(names), t)
        return var(self.random.choice([n for n, kind in DECLARED.items() if kind == t]), t)

    def _number(self, depth: int) -> tree.Expr:
        return self.expr(INT, depth)

    def position(self, depth: int) -> tree.Expr:
        """A number that is often an index."""
        if self.random.random() < 0.6:
            return lit(self.random.randint(0, 2))
        return self.expr(INT, depth)

    def number(self, depth: int) -> tree.Expr:
        n, c = self._number, self.random.choice
        collection = c((INTS, SET, MAP, BAG, ROWS))
        makers: list[Callable[[], tree.Expr]] = [
            lambda: op(c((OP.ADD, OP.SUB, OP.MUL)), n(depth), n(depth), t=INT),
            lambda: op(c((OP.ADD, OP.SUB)), n(depth), lit(self.random.randint(1, 3)), t=INT),
            lambda: op(c((OP.DIV, OP.MOD)), n(depth), self._divisor(depth), t=INT),
            lambda: op(OP.NEGATE, n(depth), t=INT),
            lambda: op(c((OP.LEFT, OP.RIGHT)), n(depth), self.position(0), t=INT),
            lambda: call(c((Builtin.MAX, Builtin.MIN)), n(depth), n(depth), n(depth)),
            lambda: call(c((Builtin.MAX, Builtin.MIN)), self.expr(c((INTS, SET)), depth)),
            lambda: call(Builtin.ABS, n(depth)),
            lambda: call(Builtin.LEN, self.expr(collection, depth)),
            lambda: call(Builtin.COUNT, self.expr(c((INTS, BAG)), depth), n(depth)),
            lambda: index(self.expr(INTS, depth), self.position(depth)),
            lambda: index(self.expr(MAP, depth), self.position(depth)),
            lambda: index(self.expr(PAIR, depth), lit(0)),
            lambda: tree.Field(self.expr(MSG, depth), "n", type=INT, span=SPAN),
            lambda: tree.UserCall("twice", (n(depth),), type=INT, span=SPAN),
        ]
        return c(makers)()

    def _divisor(self, depth: int) -> tree.Expr:
        return (
            lit(self.random.randint(1, 4)) if self.random.random() < 0.7 else self.expr(INT, depth)
        )

    def formula(self, depth: int) -> tree.Expr:
        c, e = self.random.choice, self.expr
        t = c(TYPES)
        container = c((INTS, SET, MAP, BAG))
        makers: list[Callable[[], tree.Expr]] = [
            lambda: op(c((OP.AND, OP.OR, OP.IMPLIES)), e(BOOL, depth), e(BOOL, depth)),
            lambda: op(OP.AND, e(BOOL, depth), e(BOOL, depth), e(BOOL, depth)),
            lambda: op(OP.NOT, e(BOOL, depth)),
            lambda: op(c(_COMPARISONS), e(INT, depth), e(INT, depth)),
            lambda: op(c((OP.EQ, OP.NE)), e(t, depth), e(t, depth)),
            lambda: op(c(_COMPARISONS), e(SET, depth), e(SET, depth)),
            lambda: op(c((OP.LE, OP.LT)), e(BAG, depth), e(BAG, depth)),
            lambda: op(c((OP.IN, OP.NOT_IN)), e(INT, depth), e(container, depth)),
            lambda: op(c((OP.IN, OP.NOT_IN)), e(INT, depth), self.range(depth)),
            lambda: op(c((OP.IN, OP.NOT_IN)), e(INTS, depth), e(ROWS, depth)),
            lambda: call(Builtin.DISJOINT, e(SET, depth), e(SET, depth), t=BOOL),
            lambda: index(e(PAIR, depth), lit(1), BOOL),
            lambda: self.quantifier(depth),
            lambda: self.quantifier(depth),
        ]
        return c(makers)()

    def range(self, depth: int) -> tree.Expr:
        c, n = self.random.choice, self.position
        step = lit(c((1, 2, 3, -1, -2)))
        return c(
            (
                range_of(n(depth)),
                range_of(n(depth), n(depth)),
                range_of(n(depth), call(Builtin.LEN, self.expr(INTS, depth))),
                range_of(n(depth), n(depth), step),
            )
        )

    def domain(self, depth: int) -> tree.Expr:
        """What a variable ranges over: a range, a sequence or a set."""
        if self.random.random() < 0.4:
            return self.range(depth)
        return self.expr(self.random.choice((INTS, SET)), depth)

    def below(
        self, domains: Sequence[Callable[[], tree.Expr]], make: Callable[[], Any]
    ) -> tuple[Any, tuple[tree.Bound, ...]]:
        """Something below binders; the name of the first may be that of an outer binder."""
        before = self.visible
        bounds: list[tree.Bound] = []
        for domain in domains:
            of = domain()
            # Python evaluates only the first range outside the comprehension.
            names = [n for n in _NAMES if not bounds or n not in self.visible]
            bounds.append(bound(self.random.choice(names), of))
            self.visible = [*self.visible, bounds[-1].name]
        made = make()
        self.visible = before
        return made, tuple(bounds)

    def quantifier(self, depth: int) -> tree.Expr:
        domains = [lambda: self.domain(depth)] * self.random.randint(1, 2)
        body, bounds = self.below(domains, lambda: self.expr(BOOL, depth))
        universal = self.random.random() < 0.5
        return tree.Quantifier(universal, bounds, body, type=BOOL, span=SPAN)

    def sequence(self, depth: int) -> tree.Expr:
        c, e = self.random.choice, self.expr
        one = seq(e(INT, depth))
        makers: list[Callable[[], tree.Expr]] = [
            lambda: seq(*(e(INT, depth) for _ in range(self.random.randint(0, 3)))),
            lambda: op(OP.ADD, e(INTS, depth), c((one, e(INTS, depth))), t=INTS),
            lambda: self._slice(depth),
            lambda: index(e(ROWS, depth), self.position(depth), INTS),
            lambda: tree.Field(e(MSG, depth), "s", type=INTS, span=SPAN),
            lambda: self._sequence_for(depth, c((INTS, None))),
        ]
        return c(makers)()

    def _slice(self, depth: int) -> tree.Expr:
        low = None if self.random.random() < 0.3 else self.position(depth)
        high = None if self.random.random() < 0.5 else self.position(depth)
        return tree.Slice(self.expr(INTS, depth), low, high, type=INTS, span=SPAN)

    def _sequence_for(self, depth: int, kind: Type | None) -> tree.Expr:
        def of() -> tree.Expr:
            return self.range(depth) if kind is None else self.expr(kind, depth)

        condition = self.random.random() < 0.5

        def make() -> tuple[tree.Expr, tree.Expr | None]:
            return self.expr(INT, depth), self.expr(BOOL, depth) if condition else None

        (element, test), (one,) = self.below([of], make)
        return tree.SeqComprehension(element, one, test, type=INTS, span=SPAN)

    def set(self, depth: int) -> tree.Expr:
        c, e = self.random.choice, self.expr
        operators = (OP.BIT_OR, OP.BIT_AND, OP.SUB, OP.BIT_XOR)
        items = tuple(e(INT, depth) for _ in range(self.random.randint(0, 3)))
        makers: list[Callable[[], tree.Expr]] = [
            lambda: tree.SetOf(items, type=SET, span=SPAN),
            lambda: op(c(operators), e(SET, depth), e(SET, depth), t=SET),
            lambda: call(Builtin.SET, e(INTS, depth), t=SET),
            lambda: call(Builtin.KEYS, e(MAP, depth), t=SET),
            lambda: self._set_for(depth),
        ]
        return c(makers)()

    def _set_for(self, depth: int) -> tree.Expr:
        domains = [lambda: self.domain(depth)] * self.random.randint(1, 2)

        def make() -> tuple[tree.Expr, tree.Expr | None]:
            test = self.expr(BOOL, depth) if self.random.random() < 0.6 else None
            return self.expr(INT, depth), test

        (element, test), bounds = self.below(domains, make)
        return tree.SetComprehension(element, bounds, test, type=SET, span=SPAN)

    def map(self, depth: int) -> tree.Expr:
        domains = [lambda: self.domain(depth)]
        value, (one,) = self.below(domains, lambda: self.expr(INT, depth))
        return tree.MapComprehension(one, value, type=MAP, span=SPAN)

    def bag(self, depth: int) -> tree.Expr:
        if self.random.random() < 0.5:
            items = tuple(self.expr(INT, depth) for _ in range(self.random.randint(0, 3)))
            return tree.MsetOf(items, type=BAG, span=SPAN)
        operator: Operator = self.random.choice((OP.ADD, OP.SUB))
        return op(operator, self.expr(BAG, depth), self.expr(BAG, depth), t=BAG)

    def record(self, depth: int) -> tree.Expr:
        parts = (self.expr(INT, depth), self.expr(INTS, depth))
        return tree.RecordOf(parts, type=MSG, span=SPAN)

    def pair(self, depth: int) -> tree.Expr:
        parts = (self.expr(INT, depth), self.expr(BOOL, depth))
        return tree.TupleOf(parts, type=PAIR, span=SPAN)

    def rows(self, depth: int) -> tree.Expr:
        if self.random.random() < 0.5:
            items = [self.expr(INTS, depth) for _ in range(self.random.randint(0, 3))]
            return seq(*items, of=INTS)
        return op(OP.ADD, self.expr(ROWS, depth), self.expr(ROWS, depth), t=ROWS)


TWICE = tree.Function(
    "twice",
    (tree.Declared("x", INT, span=SPAN),),
    INT,
    add(loc("x"), loc("x")),
    span=SPAN,
)
"""A function whose parameter has the name of a variable."""
