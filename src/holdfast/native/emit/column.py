"""Formulas to evaluate in many states at once, perhaps with parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.ir.expr import Expr
from holdfast.ir.observation import WeightedSum
from holdfast.ir.values import Value, atoms


@dataclass(frozen=True, slots=True)
class Column:
    """A formula over the variables of a system and `params`, evaluated for each row of arguments.

    It is compiled once, however many rows there are: a thousand ground atoms are a few
    formulas with parameters. Arguments are values that can be stored in a state. A formula
    without parameters has one row, the empty one.
    """

    expr: Expr
    params: tuple[str, ...] = ()
    rows: Sequence[tuple[Value, ...]] = ((),)

    def atoms(self) -> Iterator[Value]:
        """All atoms in the arguments."""
        return atoms(value for row in self.rows for value in row)


@dataclass(frozen=True, slots=True)
class Observed:
    """Terms whose extremes are kept during a search, then `controls` of them that divide states."""

    terms: tuple[Column, ...]
    controls: int = 0
    sums: bool = False
    triples: bool = False
    weighted: tuple[WeightedSum, ...] = ()

    @property
    def width(self) -> int:
        """The largest number of terms in a weighted sum."""
        return max((len(each.terms) for each in self.weighted), default=0)

    def tables(self) -> Iterator[tuple[str, str, list[str]]]:
        """The weighted sums as tables in C; factors of 0 fill the rows."""
        terms: list[str] = []
        factors: list[str] = []
        for each in self.weighted:
            missing = self.width - len(each.terms)
            terms += [str(t) for t in (*each.terms, *each.terms[:1] * missing)]
            factors += [str(f) for f in (*each.factors, *(0,) * missing)]
        yield "u32", "sum_terms", terms
        yield "i64", "sum_factors", factors
        yield "i64", "sum_offsets", [str(each.offset) for each in self.weighted]

    def fields(self) -> dict[str, str]:
        """The fields of the model in C."""
        numbers = {
            "terms": len(self.terms) - self.controls,
            "controls": self.controls,
            "sums": int(self.sums),
            "triples": int(self.triples),
            "sums_of": len(self.weighted),
            "width": self.width,
        }
        tables = {name: name for _, name, _ in self.tables()}
        fields = {**numbers, "term": "model_term", "variables": "term_variables", **tables}
        return {f"observed.{name}": str(value) for name, value in fields.items()}


@dataclass(frozen=True, slots=True)
class Bits:
    """The results of a column, by row: bit i is about state i.

    `failed` has the states in which the formula cannot be evaluated; they are not in `holds`.
    """

    holds: tuple[int, ...]
    failed: tuple[int, ...]
