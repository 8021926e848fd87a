"""The configuration of a printed module: what TLC and holdfast check, and the constants' values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.tla_names import fitting, fitting_names
from holdfast.ir.value_text import quoted

_PLAIN_STRING = re.compile(r'[^"\\]*')


@dataclass(frozen=True, slots=True)
class Config:
    """The entries of a configuration: constants with their values, and lists under keywords."""

    constants: tuple[str, ...]
    entries: tuple[tuple[str, tuple[str, ...]], ...]
    check_deadlock: bool

    def text(self) -> str:
        """The configuration as the text of a `.cfg` file."""
        return "\n\n".join(self._paragraphs()) + "\n"

    def _paragraphs(self) -> Iterator[str]:
        behaviour = [f"{word} {names[0]}" for word, names in self.entries if word in _SINGLE]
        if behaviour:
            yield "\n".join(behaviour)
        lists = [(word, names) for word, names in self.entries if word not in _SINGLE]
        for word, names in (("CONSTANTS", self.constants), *lists):
            if names:
                yield "\n".join([word, *(f"    {name}" for name in names)])
        if not self.check_deadlock:
            yield "CHECK_DEADLOCK FALSE"


_SINGLE = frozenset(("SPECIFICATION", "INIT", "NEXT", "VIEW", "SYMMETRY", "ALIAS"))


def is_plain(e: ir.Expr) -> bool:
    """Whether TLC reads a value in a configuration: literals, model values, sets of these."""
    match e:
        case ir.Literal(str(text)):
            return text.isprintable() and text.isascii() and bool(_PLAIN_STRING.fullmatch(text))
        case ir.Literal(int(number)):
            return number >= 0  # TLC does not read negative numbers here
        case ir.Apply(Op.MODEL, _):
            return True
        case ir.Apply(Op.SET, args):
            return all(map(is_plain, args))
        case _:
            return False


def plain_text(e: ir.Expr, model_values: Mapping[str, str]) -> str:
    """A plain value in a configuration, with the names of model values."""
    match e:
        case ir.Literal(bool(truth)):
            return "TRUE" if truth else "FALSE"
        case ir.Literal(str(text)):
            return quoted(text)
        case ir.Literal(number):
            return str(number)
        case ir.Apply(Op.MODEL, (ir.Literal(str(name)),)):
            return model_values[name]
        case ir.Apply(_, args):
            return "{" + ", ".join(plain_text(a, model_values) for a in args) + "}"
        case _:
            raise AssertionError("is_plain accepts nothing else")


def model_value_names(names: Iterable[str]) -> dict[str, str]:
    """A name for each model value that a configuration allows."""
    found = fitting_names(names, ())
    for name, new in found.items():
        # TLC compares `P_q` with no value of another type than `P`, which `P.q` has not.
        if new != name and new[1:2] == "_":
            found[name] = fitting(f"value_{new}", found.values())
    return found
