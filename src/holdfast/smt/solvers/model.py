"""A solver's model as plain data that outlives the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from operator import itemgetter
from typing import TypeAlias, assert_never

Element: TypeAlias = bool | int | Fraction | str


class UnreadableModel(ValueError):
    """A solver described a function in an unsupported form."""


@dataclass(frozen=True, slots=True)
class Known:
    """A Boolean, a number, or an element of an uninterpreted sort by its name."""

    value: Element


@dataclass(frozen=True, slots=True)
class Argument:
    """The argument of the described function with this index."""

    index: int


@dataclass(frozen=True, slots=True)
class Compound:
    """An operator of SMT-LIB, or a function of the model, applied."""

    head: str
    args: tuple[Formula, ...]


Formula: TypeAlias = Known | Argument | Compound


@dataclass(frozen=True, slots=True)
class Signature:
    """The argument sorts and the result sort of a declared function, by name."""

    args: tuple[str, ...]
    result: str


Function: TypeAlias = Callable[[tuple[Element, ...]], Element]
_Listed: TypeAlias = tuple[Mapping[tuple[Element, ...], Element], Function]
"""The values at some arguments, and the function for the others."""


@dataclass(frozen=True, slots=True)
class Model:
    """The elements of each uninterpreted sort, and a formula or a table for each function."""

    universes: Mapping[str, tuple[str, ...]]
    signatures: Mapping[str, Signature]
    formulas: Mapping[str, Formula]
    tables: Mapping[str, Mapping[tuple[Element, ...], Element]] = field(default_factory=dict)
    _listed: dict[str, _Listed] = field(default_factory=dict, compare=False, repr=False)
    """The functions whose formulas were needed, as tables."""

    def value(self, symbol: str, args: tuple[Element, ...] = ()) -> Element:
        """The value of a declared function at these arguments."""
        table = self.tables.get(symbol)
        if table is not None:
            return table[args]
        formula = self.formulas.get(symbol)
        if formula is not None:
            listed = self._listed.get(symbol)
            if listed is None:
                entries, others = _listed(formula, len(args))
                listed = self._listed[symbol] = entries, _compiled(others, self)
            entries, rest = listed
            found = entries.get(args)
            return rest(args) if found is None else found
        signature = self.signatures.get(symbol)
        if signature is None:
            raise UnreadableModel(f"the model has no `{symbol}`")
        return self.default(signature.result)

    def default(self, sort: str) -> Element:
        """Some value of a sort, the same each time."""
        match sort:
            case "Bool":
                return False
            case "Int":
                return 0
            case "Real":
                return Fraction(0)
            case _:
                return self.universes[sort][0]

    def arguments(self, symbol: str) -> list[tuple[Element, ...]] | None:
        """All argument tuples of a function, unless one of its arguments is a number."""
        sorts = self.signatures[symbol].args
        if "Int" in sorts or "Real" in sorts:
            return None
        sets: list[tuple[Element, ...]] = [
            (False, True) if s == "Bool" else self.universes[s] for s in sorts
        ]
        return list(product(*sets))


def _listed(formula: Formula, arity: int) -> tuple[Mapping[tuple[Element, ...], Element], Formula]:
    """A formula of the usual form, a chain of cases for single arguments, as a table."""
    entries: dict[tuple[Element, ...], Element] = {}
    rest = formula
    while True:
        match rest:
            case Compound("ite" | "if", (test, Known(value), others)):
                row = _row(test, arity)
                if row is None:
                    return entries, rest
                entries.setdefault(row, value)
                rest = others
            case Compound("or", tests):
                rows = [(test, _row(test, arity)) for test in tests]
                entries |= {row: True for _, row in rows if row is not None and row not in entries}
                left = tuple(test for test, row in rows if row is None)
                return entries, Compound("or", left) if left else Known(False)
            case _:
                return entries, rest


def _row(test: Formula, arity: int) -> tuple[Element, ...] | None:
    """The arguments of which a test is true, if it is a conjunction that gives each one."""
    parts = test.args if isinstance(test, Compound) and test.head == "and" else (test,)
    found: dict[int, Element] = {}
    for part in parts:
        match part:
            case Compound("=", (Argument(i), Known(value)) | (Known(value), Argument(i))):
                if found.setdefault(i, value) != value:
                    return None
            case _:
                return None
    return tuple(found[i] for i in range(arity)) if len(found) == arity else None


def _compiled(formula: Formula, model: Model) -> Function:
    """A formula as a function of the arguments: it is evaluated for many of them."""
    match formula:
        case Known(value):
            return lambda args: value
        case Argument(index):
            return itemgetter(index)
        case Compound("=", (Argument(index), Known(value)) | (Known(value), Argument(index))):
            return lambda args: args[index] == value
        case Compound(head, parts):
            return _compound(head, [_compiled(p, model) for p in parts], model)
        case _:
            assert_never(formula)


def _compound(head: str, parts: list[Function], model: Model) -> Function:
    match head:
        case "ite" | "if":
            test, yes, no = parts
            return lambda args: yes(args) if test(args) else no(args)
        case "and":
            return _until(parts, False)
        case "or":
            return _until(parts, True)
        case _ if (operator := OPERATORS.get(head)) is not None:
            return lambda args: operator(*[p(args) for p in parts])
        case _:
            return lambda args: model.value(head, tuple(p(args) for p in parts))


def _until(parts: list[Function], decisive: bool) -> Function:
    """Whether some part is true, or all parts are; the first one that decides it is the last."""

    def found(args: tuple[Element, ...]) -> Element:
        for part in parts:
            if bool(part(args)) is decisive:
                return decisive
        return not decisive

    return found


def _quotient(a: Element, b: Element) -> int:
    """SMT-LIB's: the remainder is never negative."""
    x, y = int(a), int(b)
    return (x - x % abs(y)) // y if y else 0


def _remainder(a: Element, b: Element) -> int:
    return int(a) % abs(int(b)) if int(b) else int(a)


def _number(value: Element) -> int | Fraction:
    return value if isinstance(value, Fraction) else int(value)


def _product(*values: Element) -> int | Fraction:
    result: int | Fraction = 1
    for v in values:
        result *= _number(v)
    return result


def _ratio(a: Element, b: Element) -> Fraction:
    return Fraction(_number(a)) / Fraction(_number(b)) if _number(b) else Fraction(0)


def _in_order(
    before: Callable[[int | Fraction, int | Fraction], bool],
) -> Callable[..., Element]:
    def ordered(*values: Element) -> Element:
        return all(before(_number(a), _number(b)) for a, b in pairwise(values))

    return ordered


def _difference(first: Element, *others: Element) -> Element:
    return _number(first) - sum(map(_number, others)) if others else -_number(first)


OPERATORS: Mapping[str, Callable[..., Element]] = {
    "not": lambda a: not a,
    "=>": lambda a, b: bool(not a or b),
    "xor": lambda a, b: a is not b,
    "=": lambda *values: len(set(values)) == 1,
    "distinct": lambda *values: len(set(values)) == len(values),
    "+": lambda *values: sum(map(_number, values)),
    "-": _difference,
    "*": _product,
    "/": _ratio,
    "to_real": lambda a: Fraction(_number(a)),
    "div": _quotient,
    "mod": _remainder,
    "<": _in_order(lambda a, b: a < b),
    "<=": _in_order(lambda a, b: a <= b),
    ">": _in_order(lambda a, b: a > b),
    ">=": _in_order(lambda a, b: a >= b),
}
