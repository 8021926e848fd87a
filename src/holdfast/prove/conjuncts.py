"""The named conjuncts of an invariant.

    Inv == TypeOK /\\ Safe /\\ (\\A x : P(x))       TypeOK!1, TypeOK!2, Safe, Inv!3
    TypeOK == x \\in Nat /\\ y \\in Nat

A conjunct that is a definition has its name; another has its number among all
conjuncts of its definition, also of nested lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Conjunct:
    """A conjunct of an invariant; `variables` are those that it reads, `of` the invariant."""

    name: str
    expr: ir.Expr
    variables: frozenset[str]
    of: str

    @property
    def span(self) -> Span | None:
        """Its location in the source."""
        return self.expr.span


def conjuncts_of(system: System, properties: Iterable[Property]) -> tuple[Conjunct, ...]:
    """The conjuncts of all properties, each name once."""
    reads = Reads(system)
    # Do not unfold the value of a constant: it may differ for other sizes.
    constants = {*system.constants, *(r.definition for r in system.replaced)}
    definitions = {n: d for n, d in system.definitions.items() if n not in constants}
    found: dict[str, Conjunct] = {}
    for prop in properties:
        for name, part in _parts(prop.name, prop.expr, definitions):
            found.setdefault(name, Conjunct(name, part, reads.of(part), prop.name))
    return tuple(found.values())


def _parts(
    name: str, e: ir.Expr, definitions: Mapping[str, ir.Definition]
) -> Iterator[tuple[str, ir.Expr]]:
    match e:
        case ir.Call(called, ()) if called in definitions and not definitions[called].recursive:
            yield from _parts(_plain(called, name), definitions[called].body, definitions)
        case ir.Apply(Op.AND):
            for i, arg in enumerate(_flattened(e), 1):
                yield from _parts(f"{name}!{i}", arg, definitions)
        case _:
            yield name, e


def _flattened(e: ir.Expr) -> Iterator[ir.Expr]:
    """The conjuncts of a conjunction, whatever its brackets and nested lists."""
    match e:
        case ir.Apply(Op.AND, args):
            for arg in args:
                yield from _flattened(arg)
        case _:
            yield e


def _plain(called: str, shown: str) -> str:
    """The name of a definition as in the spec, without the prefix of the system."""
    return shown if called.endswith(f"!{shown}") else called


class Reads:
    """The variables that expressions read, through the definitions that they use."""

    def __init__(self, system: System) -> None:
        self.variables = frozenset(system.variables)
        self.definitions = system.definitions
        self.known: dict[str, frozenset[str]] = {}

    def of(self, e: ir.Expr) -> frozenset[str]:
        """The variables that `e` reads."""
        found: set[str] = set()
        for part in ir.walk(e):
            match part:
                case ir.Name(name) if name in self.variables:
                    found.add(name)
                case ir.Call(name, _):
                    found |= self._called(name)
                case _:
                    pass
        return frozenset(found)

    def _called(self, name: str) -> frozenset[str]:
        definition = self.definitions.get(name)
        if definition is None:
            return frozenset()
        if name not in self.known:
            self.known[name] = frozenset()  # a recursive definition adds nothing to itself
            self.known[name] = self.of(definition.body)
        return self.known[name]
