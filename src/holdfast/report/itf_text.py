"""Values of an envelope, which are in ITF notation, as TLA+ text; nothing is evaluated."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*')


def itf_text(data: Any, model_values: Collection[str] = ()) -> str:
    """The value of JSON data; these strings are model values."""

    def texts(values: Iterable[Any]) -> str:
        return ", ".join(itf_text(each, model_values) for each in values)

    match data:
        case bool():
            return "TRUE" if data else "FALSE"
        case int():
            return str(data)
        case str():
            return data if data in model_values else f'"{data}"'
        case {"#bigint": digits}:
            return str(digits)
        case {"#unserializable": text}:
            return str(text)
        case {"#set": list(elements)}:
            return f"{{{texts(elements)}}}"
        case {"#tup": list(values)} | list(values):
            return f"<<{texts(values)}>>"
        case {"#map": list(pairs)}:
            shown = (
                f"{itf_text(k, model_values)} :> {itf_text(v, model_values)}" for k, v in pairs
            )
            return f"({' @@ '.join(shown)})" if pairs else "<<>>"
        case dict():
            fields = (f"{name} |-> {itf_text(v, model_values)}" for name, v in data.items())
            return f"[{', '.join(fields)}]"
        case _:
            return str(data)


def model_values_in(constants: Mapping[str, str]) -> frozenset[str]:
    """The names in the texts of constants, outside of strings: model values are among these."""
    found = (name for text in constants.values() for name in _NAME.findall(text))
    return frozenset(name for name in found if not name.startswith('"'))
