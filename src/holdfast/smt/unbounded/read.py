"""Symbolic values in a solver's model, as values of TLA+ that the interpreter can check.

Elements of a sort become model values named after it: RM_1, RM_2. Integers that a quantifier or
a set would range over are evaluated in a window around the numbers in the model, and at some that
are far away; the interpreter must confirm the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias, assert_never

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import Value, boolean, model_value, numbered_value
from holdfast.smt.encoding import Interpretation
from holdfast.smt.solvers.model import Argument, Compound, Element, Known, Model, UnreadableModel
from holdfast.smt.terms.term import (
    BOOL,
    INT,
    REAL,
    Constant,
    Head,
    Quantifier,
    Sort,
    Symbol,
    Term,
    Variable,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.shapes import ATOM, Shape
from holdfast.smt.unbounded.symbolic import Set, Sym
from holdfast.smt.unbounded.values import as_set

Env: TypeAlias = dict[Term, Element]

_WIDEST = 64
_MOST_FAR = 6
"""How many numbers beyond that are looked at, the nearest first."""


class Reader:
    """Reads symbolic values in one model."""

    def __init__(
        self,
        model: Interpretation,
        atoms: Sequence[str],
        numbers: Sequence[Term],
        window: range | None = None,
    ) -> None:
        self.model = model
        self.window: Sequence[int] = window or range(-1, 4)
        self.atoms: dict[Element, str] = {}
        for text in atoms:
            self.atoms.setdefault(self.evaluate(sym.atom_symbol(text)(), {}), text)
        if window is not None:
            return
        known = {int(self.evaluate(t, {})) for t in numbers} | set(_mentioned(model))
        near = [n for n in known if abs(n) <= _WIDEST]
        far = sorted(known.difference(near), key=abs)[:_MOST_FAR]
        self.window = (*range(min([0, *near]) - 1, max([2, *near]) + 2), *far)

    # ---- values ----

    def value(self, v: Sym, env: Env | None = None) -> Value:
        """The TLA+ value of a symbolic value in the model."""
        env = env or {}
        match v:
            case sym.Truth(term):
                return boolean(bool(self.evaluate(term, env)))
            case sym.Number(term):
                return _integer(self.evaluate(term, env))
            case sym.Atom(term) | sym.Element(term):
                return self._named(self.evaluate(term, env), term.sort)
            case sym.Tuple(items):
                return tuple(self.value(x, env) for x in items)
            case sym.Record(fields):
                return record_of({n: self.value(x, env) for n, x in fields})
            case Set() | sym.Reified():
                return set_of(self.value(x, e) for x, e in self._elements(as_set(v), env))
            case sym.Function(domain, at) if domain.length is not None:
                length = int(self.evaluate(domain.length, env))
                if length > _WIDEST:
                    raise UnreadableModel("a sequence is too long")
                indices = map(sym.literal_number, range(1, length + 1))
                return tuple(self.value(at(i), env) for i in indices)
            case sym.Function(domain, at):
                pairs = [(x, at(x), e) for x, e in self._elements(domain, env)]
                return function_from([(self.value(x, e), self.value(y, e)) for x, y, e in pairs])
            case sym.Union(options):
                for condition, option in options:
                    if self.evaluate(condition, env):
                        return self.value(option, env)
                raise UnreadableModel("no case of a union applies")
            case sym.Size():
                raise UnreadableModel("the size of a set has no value here")
            case _:
                assert_never(v)

    def _elements(self, s: Set, env: Env) -> Iterator[tuple[Sym, Env]]:
        """The elements of a set: symbolic values with the values of their variables."""
        for alternative in shapes.alternatives(s.of):
            variables, value = _unknown(alternative)
            condition = s.has(value)
            for row in product(*(self._universe(v.sort) for v in variables)):
                here = {**env, **dict(zip(variables, row, strict=True))}
                if self.evaluate(condition, here):
                    yield value, here

    def _named(self, datum: Element, sort: Sort) -> Value:
        if sort == ATOM:
            text = self.atoms.get(datum)
            if text is None:
                return f"another {datum}"
            return text[1:-1] if text.startswith('"') else model_value(text)
        return numbered_value(sort.name, self._universe(sort).index(datum) + 1)

    def _universe(self, sort: Sort) -> Sequence[Element]:
        if sort == BOOL:
            return (False, True)
        if sort == INT:
            return self.window
        if sort == REAL:
            raise UnreadableModel("it has a set of real numbers")
        return self.model.universes.get(sort.name) or (f"{sort.name}!0",)

    # ---- terms ----

    def evaluate(self, t: Term, env: Mapping[Term, Element]) -> Element:
        """The value of a term in the model, for values of its free variables."""
        match t.shape:
            case Variable():
                return env[t]
            case Constant(value):
                return value
            case Symbol(name, _, result):
                args = tuple(self.evaluate(a, env) for a in t.args)
                return self._symbol(name, args, result)
            case Head() as head:
                return self._interpreted(head, t.args, env)
            case Quantifier(universal, variables):
                rows = product(*(self._universe(v.sort) for v in variables))
                inner = (
                    bool(self.evaluate(t.args[0], {**env, **dict(zip(variables, r, strict=True))}))
                    for r in rows
                )
                return all(inner) if universal else any(inner)
            case _:
                assert_never(t.shape)

    def _symbol(self, name: str, args: tuple[Element, ...], result: Sort) -> Element:
        if self._is_mentioned(name):
            return self.model.value(name, args)
        # Any value will do, but different names must differ.
        if result == ATOM and not args:
            return f"value of {name}"
        if result == REAL:
            return Fraction(0)
        return 0 if result == INT else self._universe(result)[0]

    def _is_mentioned(self, name: str) -> bool:
        """Whether a symbol occurs in the query, so that the model has a value for it."""
        return not isinstance(self.model, Model) or name in self.model.signatures

    def _interpreted(
        self, head: Head, args: tuple[Term, ...], env: Mapping[Term, Element]
    ) -> Element:
        match head:
            case Head.AND:
                return all(self.evaluate(a, env) for a in args)
            case Head.OR:
                return any(self.evaluate(a, env) for a in args)
            case Head.NOT:
                return not self.evaluate(args[0], env)
            case Head.ITE:
                return self.evaluate(args[1] if self.evaluate(args[0], env) else args[2], env)
            case Head.EQ | Head.IFF:
                return self.evaluate(args[0], env) == self.evaluate(args[1], env)
            case Head.DISTINCT:
                return len({self.evaluate(a, env) for a in args}) == len(args)
            case _:
                return _number(head, [_any_number(self.evaluate(a, env)) for a in args])


def _mentioned(model: Interpretation) -> Iterator[int]:
    """The integers in the descriptions of a model's functions."""
    if not isinstance(model, Model):
        return
    pending = list(model.formulas.values())
    while pending:
        match pending.pop():
            case Known(value):
                if isinstance(value, int) and not isinstance(value, bool):
                    yield value
            case Compound(_, args):
                pending += args
            case Argument():
                pass
    for table in model.tables.values():
        for row, value in table.items():
            yield from (n for n in (*row, value) if type(n) is int)


def _unknown(s: Shape) -> tuple[tuple[Term, ...], Sym]:
    sorts = shapes.sorts(s)
    if sorts is None:
        raise UnreadableModel(f"{shapes.label(s)} cannot be listed")
    variables = tuple(sym.fresh(sort) for sort in sorts)
    return variables, sym.rebuild(s, variables)


def _any_number(datum: Element) -> int | Fraction:
    return datum if isinstance(datum, Fraction) else int(datum)


def _integer(datum: Element) -> int:
    """A number as a value; a fraction is none."""
    number = _any_number(datum)
    if number.denominator != 1:
        raise UnreadableModel(f"it has the number {number}")
    return int(number)


def _number(head: Head, args: list[int | Fraction]) -> Element:
    a = args[0]
    b: int | Fraction = args[1] if len(args) > 1 else 0
    match head:
        case Head.ADD:
            return sum(args)
        case Head.SUB:
            return a - b
        case Head.MUL:
            return a * b
        case Head.NEG:
            return -a
        case Head.LT:
            return a < b
        case Head.LE:
            return a <= b
        case Head.DIVIDE:
            return Fraction(a) / Fraction(b) if b else Fraction(0)
        case Head.TO_REAL:
            return Fraction(a)
        case Head.DIV:
            x, y = int(a), int(b)
            return (x - x % abs(y)) // y if y else 0
        case Head.MOD:
            return int(a) % abs(int(b)) if b else a
        case _:
            raise AssertionError(f"{head} is not about numbers")
