"""Formulas about states as expressions of Promela, as far as these can say it.

A variable of a process is `P[1]:x`, a control point is the label of its statement, and a process
exists if there are more processes than its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute

_SIGNS = {
    Op.EQ: "==",
    Op.IFF: "==",
    Op.NE: "!=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
    Op.AND: "&&",
    Op.OR: "||",
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
}


class NotExpressible(Exception):
    """The language has no expression for a formula."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names that expressions may use.

    `numbers` are global variables, `remote` those of processes as others refer to them, `channels`
    global channels. `slots` has, for each control variable, its slot, and its points if only one
    type of process can be there; `labels` the labels of points, with the type of their process.
    """

    numbers: frozenset[str]
    remote: Mapping[str, str]
    channels: frozenset[str]
    slots: Mapping[str, tuple[int, frozenset[int] | None]]
    labels: Mapping[int, tuple[str, str]]


NO_WORDS = Words(frozenset(), {}, frozenset(), {}, {})


def formula_text(e: ir.Expr, words: Words) -> str | None:
    """The formula as an expression, or None."""
    try:
        return _Writer(words).text(e)
    except NotExpressible:
        return None


class _Writer:
    def __init__(self, words: Words) -> None:
        self.words = words

    def text(self, e: ir.Expr) -> str:
        match e:
            case ir.Literal(bool(value)):
                return "true" if value else "false"
            case ir.Literal(int(value)):
                return str(value)
            case ir.Name(name) if name in self.words.numbers:
                return name
            case ir.Name(name) if name in self.words.remote:
                return self.words.remote[name]
            case ir.If(test, ir.Literal(1), ir.Literal(0)):
                return self._inner(test)
            case ir.Bind(ir.Binder.FORALL, bounds, body):
                return self._for_all(bounds, body)
            case ir.Apply(op, args):
                return self._application(op, args)
            case _:
                raise NotExpressible

    def _inner(self, e: ir.Expr) -> str:
        text = self.text(e)
        match e:
            case ir.Name() | ir.Literal() | ir.Apply(Op.INDEX | Op.BUILTIN, _):
                return text
            case _:
                return f"({text})"

    def _application(self, op: Op, args: tuple[ir.Expr, ...]) -> str:
        match op, args:
            case Op.EQ, (ir.Name(name), ir.Literal(int(point))) if name in self.words.slots:
                return self._at(name, point)
            case Op.IN, (ir.Name(name), ir.Apply(Op.SET, points)) if name in self.words.slots:
                return self._at_some(name, points)
            case Op.IN, (x, ir.Apply(Op.RANGE, (low, high))):
                least, value, most = self._inner(low), self._inner(x), self._inner(high)
                return f"{least} <= {value} && {value} <= {most}"
            case Op.IN, (x, ir.Apply(Op.SET, items)) if items:
                return " || ".join(f"{self._inner(x)} == {self._inner(i)}" for i in items)
            case Op.IMPLIES, (a, b):
                return f"!{self._bracketed(a)} || {self._inner(b)}"
            case Op.NOT, (a,):
                return f"!{self._bracketed(a)}"
            case Op.NEG, (a,):
                return f"-{self._inner(a)}"
            case Op.MOD, (a, m):
                # A remainder has the sign of the number.
                size = self._inner(m)
                return f"({self._inner(a)} % {size} + {size}) % {size}"
            case Op.INDEX, (of, ir.Literal(int(position))):
                return f"{self._array(of)}[{position - 1}]"
            case Op.BUILTIN, (ir.Literal("Sequences!Len"), ir.Name(name)):
                if name in self.words.channels:
                    return f"len({name})"
                raise NotExpressible
            case _ if op in _SIGNS:
                return f" {_SIGNS[op]} ".join(map(self._inner, args))
            case _:
                raise NotExpressible

    def _bracketed(self, e: ir.Expr) -> str:
        return f"({self.text(e)})"

    def _array(self, e: ir.Expr) -> str:
        match e:
            case ir.Name(name) if name in self.words.channels:
                raise NotExpressible  # only the head of a channel can be looked at
            case ir.Name():
                return self.text(e)
            case _:
                raise NotExpressible

    # ---- processes ----

    def _at(self, control: str, point: int) -> str:
        if point not in self.words.labels:
            raise NotExpressible
        slot, _ = self.words.slots[control]
        process, label = self.words.labels[point]
        return f"{process}[{slot}]@{label}"

    def _at_some(self, control: str, points: tuple[ir.Expr, ...]) -> str:
        slot, only = self.words.slots[control]
        numbers = [p.value for p in points if isinstance(p, ir.Literal)]
        if only is not None and only == set(numbers):
            return f"_nr_pr > {slot}"
        return " || ".join(self._at(control, n) for n in numbers if isinstance(n, int))

    def _for_all(self, bounds: tuple[ir.Bound, ...], body: ir.Expr) -> str:
        """A formula about all processes of a type: about each that exists."""
        names, ranges = [], []
        for bound in bounds:
            if bound.domain is None or len(bound.names) != 1:
                raise NotExpressible
            names.append(bound.names[0])
            ranges.append(list(_instances(bound.domain)))
        parts = []
        for chosen in product(*ranges):
            exists = [f"!{self._bracketed(test)}" for test, _ in chosen if test != ir.TRUE]
            values = dict(zip(names, (value for _, value in chosen), strict=True))
            parts.append(f"({' || '.join([*exists, self._bracketed(substitute(body, values))])})")
        return " && ".join(parts) if parts else "true"


def _instances(e: ir.Expr) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """The elements of a union of sets with at most one, and when they are in it."""
    match e:
        case ir.Apply(Op.UNION2, (left, right)):
            yield from _instances(left)
            yield from _instances(right)
        case ir.If(test, ir.Apply(Op.SET, (value,)), ir.Apply(Op.SET, ())):
            yield test, value
        case _:
            raise NotExpressible
