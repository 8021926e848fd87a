"""A solver's model as plain data that outlives the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeAlias

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


@dataclass(frozen=True, slots=True)
class Model:
    """The elements of each uninterpreted sort, and a formula or a table for each function."""

    universes: Mapping[str, tuple[str, ...]]
    signatures: Mapping[str, Signature]
    formulas: Mapping[str, Formula]
    tables: Mapping[str, Mapping[tuple[Element, ...], Element]] = field(default_factory=dict)

    def value(self, symbol: str, args: tuple[Element, ...] = ()) -> Element:
        """The value of a declared function at these arguments."""
        table = self.tables.get(symbol)
        if table is not None:
            return table[args]
        formula = self.formulas.get(symbol)
        if formula is not None:
            return _evaluate(formula, args, self)
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


def _evaluate(formula: Formula, args: tuple[Element, ...], model: Model) -> Element:
    match formula:
        case Known(value):
            return value
        case Argument(index):
            return args[index]
        case Compound("ite" | "if", (test, yes, no)):
            return _evaluate(yes if _evaluate(test, args, model) else no, args, model)
        case Compound("and", parts):
            return all(_evaluate(p, args, model) for p in parts)
        case Compound("or", parts):
            return any(_evaluate(p, args, model) for p in parts)
        case Compound(head, parts):
            values = [_evaluate(p, args, model) for p in parts]
            operator = OPERATORS.get(head)
            if operator is None:
                return model.value(head, tuple(values))
            return operator(*values)


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
