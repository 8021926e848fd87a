"""Results as tables: rows of plain data, for pandas, polars and pyarrow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import Notation, to_python
from holdfast.ir.order import ordered
from holdfast.ir.values import Boolean, LazyFunction, ModelValue, Record, Value

_LARGEST = 2**63


class Table(ABC):
    """What has rows of plain data, all with the same columns."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """A dict for each row."""

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas, which must be installed."""
        from holdfast.libraries import pandas_frame

        return pandas_frame(self.records())

    def to_polars(self) -> Any:
        """The rows as a DataFrame of polars, which must be installed."""
        from holdfast.libraries import polars_frame

        return polars_frame(self.records())

    def to_arrow(self) -> Any:
        """The rows as a Table of pyarrow, which must be installed."""
        from holdfast.libraries import arrow_table

        return arrow_table(self.records())


class ValueTable(ABC):
    """What has rows with values of a spec; with `explode`, fields of records are columns."""

    @abstractmethod
    def records(self, explode: bool = False) -> list[dict[str, Any]]:
        """A dict for each row: scalars as they are, other values as text."""

    def to_pandas(self, explode: bool = False) -> Any:
        """The rows as a DataFrame of pandas, which must be installed."""
        from holdfast.libraries import pandas_frame

        return pandas_frame(self.records(explode))

    def to_polars(self, explode: bool = False) -> Any:
        """The rows as a DataFrame of polars, which must be installed."""
        from holdfast.libraries import polars_frame

        return polars_frame(self.records(explode))

    def to_arrow(self, explode: bool = False) -> Any:
        """The rows as a Table of pyarrow, which must be installed."""
        from holdfast.libraries import arrow_table

        return arrow_table(self.records(explode))


def value_rows(
    states: Sequence[Mapping[str, Value]],
    notation: Notation,
    own: Mapping[str, Sequence[object]],
    explode: bool = False,
) -> list[dict[str, Any]]:
    """Rows with columns of our own, followed by a column for each variable.

    A column of ours that has the name of a variable gets an underscore. A column with scalars of
    one kind has these; any other has texts, so that values of different kinds remain different.
    """
    cells = [dict(_cells(state, notation, explode)) for state in states]
    names = dict.fromkeys(name for row in cells for name in row)
    columns: dict[str, Sequence[object]] = {}
    for name, values in own.items():
        columns[unused_name(name, names)] = values
    for name in names:
        columns[name] = _column([row.get(name) for row in cells])
    return [{name: values[i] for name, values in columns.items()} for i in range(len(states))]


def unused_name(name: str, taken: Collection[str]) -> str:
    """The name, with underscores if it is taken."""
    while name in taken:
        name += "_"
    return name


def _cells(
    state: Mapping[str, Value], notation: Notation, explode: bool
) -> Iterator[tuple[str, tuple[Value, str]]]:
    """Each value with its text, by the name of its column."""
    for name, value in state.items():
        own = notation.of(name)
        value = _tabulated(value)
        if explode and isinstance(value, Record):
            for field, each in zip(ordered(value.domain), value.values, strict=True):
                yield unused_name(f"{name}.{field}", state), (each, own.show(each))
        else:
            yield name, (value, own.show(value))


def _tabulated(value: Value) -> Value:
    if not isinstance(value, LazyFunction):
        return value
    try:
        return canonical(value)
    except EvalError:
        return value


def _column(cells: Sequence[tuple[Value, str] | None]) -> list[object]:
    kinds = {_kind(*cell) for cell in cells if cell is not None}
    if len(kinds) == 1 and None not in kinds:
        return [None if cell is None else to_python(cell[0]) for cell in cells]
    return [None if cell is None else cell[1] for cell in cells]


def _kind(value: Value, text: str) -> type | None:
    """The kind of a scalar; None for other values and for integers of more than 64 bits.

    An integer that the language writes with a name, such as an `mtype`, is none, either.
    """
    match value:
        case Boolean() | str() | ModelValue():
            return type(value)
        case int():
            return int if -_LARGEST <= value < _LARGEST and text == str(value) else None
        case _:
            return None
