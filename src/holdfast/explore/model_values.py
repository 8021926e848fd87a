"""Model values in expressions of the user: `rmState[r1]`, where a configuration says what `r1` is.

The spec does not declare such a name. A definition for it chooses the element of a constant set
that is written like this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from holdfast.ir import expr as ir
from holdfast.ir.body import map_system
from holdfast.ir.system import System
from holdfast.ir.tla_content import model_values_in
from holdfast.source import Source

_NAME = re.compile(r"[^\W\d]\w*")


def model_value_names(system: System) -> list[str]:
    """The model values that a system mentions."""
    parts: list[ir.Expr] = []

    def collect(e: ir.Expr) -> ir.Expr:
        parts.extend(ir.walk(e))
        return e

    map_system(collect, system)
    return model_values_in(parts)


def definitions_for(
    texts: Sequence[str],
    values: Iterable[str],
    declared: Iterable[str],
    constants: Mapping[str, str],
) -> Iterator[Source]:
    """Definitions of the model values that some texts mention and the spec does not declare."""
    mentioned = {name for text in texts for name in _NAME.findall(text)}
    for value in sorted(mentioned & set(values) - set(declared)):
        sets = [name for name, text in constants.items() if _is_in(value, text)]
        if sets:
            chosen = f'CHOOSE model_value \\in {sets[0]} : ToString(model_value) = "{value}"'
            yield Source(f"the definition of {value}", f"{value} == {chosen}")


def _is_in(value: str, text: str) -> bool:
    """Whether the text of a set has a value among its elements."""
    return text.startswith("{") and value in _NAME.findall(text)
