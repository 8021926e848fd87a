"""The scope of an expression, and the interface to the symbols that it mentions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.ir import expr as ir
from holdfast.source import Diagnostic, Span, SpecError


@dataclass(slots=True, eq=False)
class Env:
    """One way of seeing a module: through which instances, with which substitutions.

    `params` are IR names that every definition seen this way takes first: the parameters
    of the instances on the way, and the local names around an instance in a LET. `variables`
    are those of the module, for which something is substituted; if that is not another variable
    for each (`renames`), they stay, under the names in `hidden`.
    """

    prefix: str = ""
    params: tuple[str, ...] = ()
    values: dict[int, tuple[tree.Expr | sym.Symbol, Scope]] = field(default_factory=dict)
    instances: dict[tuple[int, int], Env] = field(default_factory=dict)
    variables: tuple[sym.Variable, ...] = ()
    hidden: dict[int, str] = field(default_factory=dict)
    renames: bool | None = None
    outer: Env | None = None


@dataclass(slots=True)
class Scope:
    """The scope of an expression: its module, how that is seen, and the local names."""

    module: sym.ResolvedModule
    env: Env
    locals: dict[int, str]
    operators: frozenset[str] = frozenset()

    def bind(self, *pairs: tuple[sym.Symbol, str]) -> Scope:
        """The scope with more local names."""
        more = self.locals | {id(symbol): name for symbol, name in pairs}
        return Scope(self.module, self.env, more, self.operators)

    def fresh(self, name: str, taken: frozenset[str], also: tuple[str, ...] = ()) -> str:
        """`name`, or a variation that is not visible."""
        used = {*self.locals.values(), *self.env.params, *also}
        candidate, number = name, 1
        while candidate in used or candidate in taken:
            number += 1
            candidate = f"{name}_{number}"
        return candidate


class Symbols(Protocol):
    """What the lowering of expressions needs: the IR of symbols and their definitions."""

    taken: frozenset[str]

    def expression(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The IR of an expression in `scope`."""
        ...

    def use(
        self, symbol: sym.Symbol, args: tuple[ir.Expr, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        """A symbol applied to arguments, in a scope."""
        ...

    def definition(self, symbol: sym.Operator, name: str, scope: Scope) -> ir.Definition:
        """The IR definition of an operator or function, of the module or of a LET."""
        ...

    def instance_env(self, instance: sym.Instance, scope: Scope) -> Env:
        """How the instantiated module is seen through `instance` from `scope`."""
        ...

    def fresh_below_enabled(self, env: Env, span: Span) -> tuple[str, ...]:
        """The variables that have next values of their own below an ENABLED seen this way."""
        ...


def unsupported(message: str, span: Span) -> SpecError:
    """The error for a construct that has no meaning in the IR."""
    return SpecError(Diagnostic("unsupported", message, span))
