"""The operators of the language itself: how many operands they take, of which level.

Levels are 0 for constants, 1 for state functions, 2 for actions and 3 for temporal
formulas. An operator whose operands are transparent has the largest level among them;
the others (`'`, `ENABLED`, `[]`) have a level of their own, and may not be applied as if
equal operands gave equal results (they are not Leibniz).
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.front.tla.names.symbols import BuiltIn

CONSTANT, STATE, ACTION, TEMPORAL = range(4)

LEVEL_NAMES = ("a constant", "a state function", "an action", "a temporal formula")


class Row(NamedTuple):
    """The level of an operator, and the greatest level of each operand."""

    level: int
    limits: tuple[int, ...]
    transparent: bool


def _rows(symbols: str, level: int, limits: tuple[int, ...], transparent: bool) -> dict[str, Row]:
    return {symbol: Row(level, limits, transparent) for symbol in symbols.split()}


ROWS: dict[str, Row] = {
    **_rows("TRUE FALSE BOOLEAN STRING", CONSTANT, (), True),
    **_rows("= /= \\in \\notin \\subseteq \\ \\intersect \\union \\X", CONSTANT, (2, 2), True),
    **_rows("SUBSET UNION DOMAIN", CONSTANT, (2,), True),
    **_rows("~", CONSTANT, (3,), True),
    **_rows("/\\ \\/ => <=>", CONSTANT, (3, 3), True),
    **_rows("' UNCHANGED", ACTION, (1,), False),
    **_rows("ENABLED", STATE, (2,), False),
    **_rows("\\cdot", ACTION, (2, 2), False),
    **_rows("[] <>", TEMPORAL, (3,), False),
    **_rows("~> -+->", TEMPORAL, (3, 3), False),
}

BUILT_INS: dict[str, BuiltIn] = {
    symbol: BuiltIn(symbol, len(row.limits)) for symbol, row in ROWS.items()
}
