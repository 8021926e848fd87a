"""Random effects."""

from __future__ import annotations

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import BOOL, INT, Type
from tests.front.ioa.generator import BAG, MAP, MSG, PAIR, ROWS, SET, Generator
from tests.front.ioa.trees import INTS, OP, SPAN, bound, call, index, lit, loc, op, range_of, var

_PATHS: tuple[tuple[str, Type, str], ...] = (
    ("x", INT, ""),
    ("y", INT, ""),
    ("p", BOOL, ""),
    ("s", INTS, ""),
    ("s", INT, "i"),
    ("t", INTS, ""),
    ("t", INT, "i"),
    ("rows", ROWS, ""),
    ("rows", INTS, "i"),
    ("rows", INT, "ii"),
    ("u", SET, ""),
    ("m", MAP, ""),
    ("m", INT, "i"),
    ("b", BAG, ""),
    ("r", MSG, ""),
    ("r", INT, "n"),
    ("r", INTS, "s"),
    ("r", INT, "si"),
    ("w", PAIR, ""),
    ("w", INT, "0"),
)
"""Variables, types of their parts, and the steps to the parts; `i` is any index."""


class EffectGenerator(Generator):
    """Makes statements; `locals` are the local variables that have a value."""

    def statements(self, depth: int, most: int = 4) -> tuple[tree.Statement, ...]:
        return tuple(self.statement(depth) for _ in range(self.random.randint(1, most)))

    def statement(self, depth: int) -> tree.Statement:
        chance = self.random.random()
        if depth > 0 and chance < 0.3:
            return self._if(depth)
        if depth > 0 and chance < 0.38:
            return self._fold(depth)
        if chance < 0.45:
            return self._pointwise()
        if chance < 0.52:
            return self._local()
        if chance < 0.62:
            return self._several()
        where = self.target()
        return tree.Assign((where,), self.expr(where.type, 2), span=SPAN)

    def target(self) -> tree.Target:
        name, t, steps = self.random.choice(_PATHS)
        path: list[tree.Expr | str] = []
        for step in steps:
            if step == "i":
                path.append(self.position(1))
            else:
                path.append(lit(0) if step == "0" else step)
        return tree.Target(name, False, t, tuple(path), span=SPAN)

    def _several(self) -> tree.Statement:
        targets = (self.target(), self.target())
        items = tuple(self.expr(t.type, 2) for t in targets)
        value: tree.Expr = tree.TupleOf(items, type=types.UNKNOWN, span=SPAN)
        if self.random.random() < 0.3:
            targets = (
                tree.Target("x", False, INT, span=SPAN),
                tree.Target("p", False, BOOL, span=SPAN),
            )
            value = self.expr(PAIR, 2)
        return tree.Assign(targets, value, span=SPAN)

    def _local(self) -> tree.Statement:
        name, t = self.random.choice((("n1", INT), ("q1", INTS)))
        value = self.expr(t, 2)
        self.locals = {**self.locals, name: t}
        if t == INTS and self.random.random() < 0.3:
            path = (self.position(1),)
            self.locals = {n: k for n, k in self.locals.items() if n != name}
            self.locals[name] = t
            first = tree.Assign((tree.Target(name, True, t, span=SPAN),), value, span=SPAN)
            where = tree.Target(name, True, INT, path, span=SPAN)
            second = tree.Assign((where,), self.expr(INT, 2), span=SPAN)
            return tree.If(lit(True), (first, second), (first,), span=SPAN)
        return tree.Assign((tree.Target(name, True, t, span=SPAN),), value, span=SPAN)

    def _fold(self, depth: int) -> tree.Statement:
        of = self.range(1) if self.random.random() < 0.5 else self.expr(INTS, 1)
        before = self.locals
        self.locals = {**before, "e1": INT}
        body = self.statements(depth - 1, 2)
        self.locals = before
        return tree.For(bound("e1", of), body, span=SPAN)

    def _pointwise(self) -> tree.Statement:
        """A loop about `s[e2]` and `t[e2]`, with independent iterations."""
        i, s, t = loc("e2"), var("s", INTS), var("t", INTS)
        length = call(Builtin.LEN, s)
        low, high = lit(self.random.randint(0, 2)), lit(self.random.randint(0, 3))
        of = self.random.choice((range_of(length), range_of(high), range_of(low, high)))
        before = self.locals
        self.locals = {"e2": INT}
        others = [self._about(index(s, i)) for _ in range(2)]
        self.locals = before
        item = tree.Target("s", False, INT, (i,), span=SPAN)
        first = tree.Assign((item,), others[0], span=SPAN)
        small = op(OP.LT, index(s, i), index(t, i)) if self.random.random() < 0.3 else None
        test = small or op(OP.LT, index(s, i), length)
        second = tree.If(test, (tree.Assign((item,), others[1], span=SPAN),), (), span=SPAN)
        return tree.For(bound("e2", of), (first, second), span=SPAN)

    def _about(self, item: tree.Expr) -> tree.Expr:
        choice = self.random.choice
        other = choice((loc("e2"), lit(2), var("x"), call(Builtin.LEN, var("s", INTS))))
        return op(choice((OP.ADD, OP.SUB, OP.MUL)), item, other, t=INT)

    def _if(self, depth: int) -> tree.Statement:
        test = self.expr(BOOL, 2)
        before = self.locals
        yes = self.statements(depth - 1, 3)
        after, self.locals = self.locals, before
        no = self.statements(depth - 1, 3) if self.random.random() < 0.6 else ()
        self.locals = {n: t for n, t in self.locals.items() if n in after}
        return tree.If(test, yes, no, span=SPAN)
