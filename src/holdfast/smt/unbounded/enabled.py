"""ENABLED for all sizes: some branch of the action's tree has a guard that some choices satisfy.

The choices are quantified variables here, where those of a step are symbols.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ir import expr as ir
from holdfast.smt.terms.term import TRUE, Term, exists, or_
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.elements import elements, member
from holdfast.smt.unbounded.expr import Meaning
from holdfast.smt.unbounded.scope import Names, Scope
from holdfast.smt.unbounded.step import Branch, Steps
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Item, Set, fresh


def enabled(meaning: Meaning, e: ir.Enabled, scope: Scope) -> Term:
    """Whether the action has a step from a state."""
    if e.tree is None or e.fresh or scope.now is None:
        raise refuse("enabled", e.span)
    steps = _Choices(meaning, scope.now, "")
    found = steps.run(e.tree, scope.names, Branch(TRUE, (), {}))
    return or_(*(exists(steps.variables(b), b.guard) for b in found))


class _Choices(Steps):
    """Branches whose parameters are variables."""

    def variables(self, so_far: Branch) -> Sequence[Term]:
        """The variables of the choices so far."""
        return tuple(v for _, v in so_far.parameters)

    def _elements(self, s: Set, name: str) -> tuple[Item, ...]:
        return elements(s, fresh)

    def _assigned_from(
        self, variable: str, domain: ir.Expr, names: Names, so_far: Branch
    ) -> list[Branch]:
        s = self.meaning.set(domain, self._scope(names, so_far))
        known = so_far.assigned.get(variable)
        if known is not None:
            return [self._tested(member(known, s), so_far)]
        if s.of == shapes.NOTHING:
            return []
        return [
            self._with(variable, item.value, self._chose(variable, item, so_far))
            for item in self._elements(s, variable)
        ]
