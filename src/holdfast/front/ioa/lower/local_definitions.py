"""Local definitions around a value: those that it uses, unless they are used only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from holdfast.front.ioa.lower.build import let
from holdfast.ir import expr as ir


def close(definitions: Sequence[ir.Definition], value: ir.Expr) -> ir.Expr:
    """A value with the definitions that it uses; one that is used once is replaced by its body.

    Not below a binder: there it would be evaluated again and again.
    """
    names = frozenset(d.name for d in definitions)
    uses = _Uses(names)
    uses.add(value)
    for d in reversed(definitions):
        if uses.counts.get(d.name):
            uses.add(d.body)
    bodies: dict[str, ir.Expr] = {}
    kept = []
    for d in definitions:
        count = uses.counts.get(d.name, 0)
        if count == 1 and d.name not in uses.below:
            bodies[d.name] = _inlined(bodies, d.body)
        elif count:
            kept.append(replace(d, body=_inlined(bodies, d.body)))
    return let(kept, _inlined(bodies, value), value.span)


@dataclass(slots=True)
class _Uses:
    """How often definitions are used, and which of them below a binder."""

    names: frozenset[str]
    counts: dict[str, int] = field(default_factory=dict)
    below: set[str] = field(default_factory=set)

    def add(self, e: ir.Expr, below: bool = False) -> None:
        """Count the uses in an expression."""
        if isinstance(e, ir.Call) and e.name in self.names:
            self.counts[e.name] = self.counts.get(e.name, 0) + 1
            if below:
                self.below.add(e.name)
        inside = below or isinstance(e, ir.Bind | ir.Lambda | ir.Let)
        for child in ir.children(e):
            self.add(child, inside)


def _inlined(bodies: dict[str, ir.Expr], e: ir.Expr) -> ir.Expr:
    if not bodies:
        return e

    def rule(part: ir.Expr) -> ir.Expr | None:
        return bodies.get(part.name) if isinstance(part, ir.Call) else None

    return ir.rewrite(rule, e)
