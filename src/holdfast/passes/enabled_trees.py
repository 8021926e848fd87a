"""Give every ENABLED the tree of its action.

    ENABLED (x < 3 /\\ x' = x + 1)   =>   the same, with the tree   test x < 3; assign x
    A \\cdot B                        =>   (ENABLED OVER @between : A) \\cdot B, with A's tree

The trees are those of `explicit_actions`, built once for each occurrence. That of `A` leads to the
states between the two steps, where `A \\cdot B` is a formula.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from holdfast.ir import expr as ir
from holdfast.ir.body import map_body, map_system, own_exprs, walk_once
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.passes.explicit_actions import ActionTrees, first_of


def enabled_trees(system: System) -> System:
    """The system with a tree for each of its ENABLEDs, wherever they occur."""
    defined = (d.body for d in system.definitions.values())
    if not _mention_enabled((*defined, *_formulas(system))):
        return system
    trees = ActionTrees(system)

    def give(e: ir.Expr) -> ir.Expr | None:
        if isinstance(e, ir.Apply) and e.op is Op.COMPOSE and first_of(e) is e.args[0]:
            first = ir.Enabled(e.args[0], fresh=(ir.BETWEEN,), span=e.args[0].span)
            return replace(e, args=(give(first) or first, e.args[1]))
        # An action may be enabled only if another one is, and so on.
        if isinstance(e, ir.Enabled):
            return replace(e, tree=map_body(rewritten, trees.tree(e.body)))
        return None

    def rewritten(e: ir.Expr) -> ir.Expr:
        return ir.rewrite(give, e)

    # The procedures below an ENABLED are known only when all trees are built.
    given = map_system(rewritten, replace(system, procedures={}))
    procedures = {
        n: replace(p, body=map_body(rewritten, p.body)) for n, p in trees.procedures.items()
    }
    return replace(given, procedures=procedures)


def _mention_enabled(formulas: Iterable[ir.Expr]) -> bool:
    return any(
        isinstance(part, ir.Enabled) or (isinstance(part, ir.Apply) and part.op is Op.COMPOSE)
        for part in ir.walk_once(formulas)
    )


def _formulas(system: System) -> list[ir.Expr]:
    found = [system.init_formula, system.next_formula, system.specification]
    found += [system.transient, system.may_end, *system.fairness]
    if system.next_formula is None:
        bodies = walk_once(a.body for a in system.actions)
        found += [e for b in bodies for e in own_exprs(b)]
    groups = (
        system.invariants,
        system.properties,
        system.initial_properties,
        system.step_properties,
        system.constraints,
        system.action_constraints,
        system.assumptions,
        system.postconditions,
        system.possible,
    )
    found += [p.expr for group in groups for p in group]
    found += [p.expr for p in (system.view, system.symmetry, system.alias) if p is not None]
    return [e for e in found if e is not None]
