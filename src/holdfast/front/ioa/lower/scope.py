"""What the names in an expression of an automaton mean in the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from holdfast.front.ioa import tree
from holdfast.ir import expr as ir


class Components(Protocol):
    """The state variables of the components of a composition."""

    def __call__(self, path: tuple[tuple[str, ir.Expr | None], ...], name: str) -> ir.Expr:
        """The value of a variable, by the path to its component with lowered indices."""


def no_components(path: tuple[tuple[str, ir.Expr | None], ...], name: str) -> ir.Expr:
    """The components of a primitive automaton: none."""
    raise AssertionError(f"{path}.{name} outside a composition")


@dataclass(frozen=True, slots=True)
class Scope:
    """Expressions of the system for the names of one instance of an automaton.

    `locals` are the bound variables, arguments of actions and local variables of effects that are
    visible.
    """

    parameters: Mapping[str, ir.Expr] = field(default_factory=dict)
    variables: Mapping[str, ir.Expr] = field(default_factory=dict)
    locals: Mapping[str, ir.Expr] = field(default_factory=dict)
    components: Components = no_components

    def with_locals(self, values: Mapping[str, ir.Expr]) -> Scope:
        """The scope with more local names."""
        return replace(self, locals={**self.locals, **values})

    def with_arguments(self, params: tuple[tree.Declared, ...], names: tuple[str, ...]) -> Scope:
        """The scope with the formal parameters of an action as names of the system."""
        pairs = zip(params, names, strict=True)
        return self.with_locals({p.name: ir.Name(n, span=p.span) for p, n in pairs})
