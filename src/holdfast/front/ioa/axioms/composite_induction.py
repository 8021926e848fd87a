"""The induction that proves invariants of a composition, over the actions of all components.

The state after a step is made of variables of its own: `next x` is the next value of `x`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from holdfast.front.document import AxiomCase
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.candidates import Candidates
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.facts import Fact
from holdfast.front.ioa.axioms.setting import Setting, arguments
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.instances import for_all, leaves, quantified
from holdfast.front.ioa.compose.logic import and_, or_
from holdfast.front.ioa.compose.members import Membership, membership
from holdfast.front.ioa.compose.steps import step
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute


def composite_cases(setting: Setting, facts: Collection[Fact]) -> Iterator[tuple[str, AxiomCase]]:
    """The cases that prove some invariants of a composition and its components together."""
    initially = [
        for_all(leaf.indices, setting.lower(leaf.automaton.initially, leaf.scope()), None)
        for leaf in leaves(setting.instance)
        if isinstance(leaf.automaton, tree.Automaton)
    ]
    yield from _hold(setting.candidates.knowing(*initially), facts, {})
    states = [c for c in setting.candidates.every if not c.variable.startswith("parameter ")]
    after = [replace(c, variable=f"next {c.variable}") for c in states]
    next_values = {c.variable: n.name for c, n in zip(states, after, strict=True)}
    parts = list(leaves(setting.instance))
    for declared in _actions(setting):
        chosen = arguments(declared.name, declared.params)
        names = tuple(c.variable for c in chosen)
        members = [membership(p, declared.name, names, setting.lowering) for p in parts]
        taken = _unprimed(and_([or_(map(_belongs, members)), *map(step, members)]))
        known = (*(f.formula for f in facts), taken)
        candidates = setting.candidates.having(*after, *chosen).knowing(*known)
        yield from _hold(candidates, facts, next_values)


def _actions(setting: Setting) -> Iterator[tree.Action]:
    found = {}
    for leaf in leaves(setting.instance):
        assert isinstance(leaf.automaton, tree.Automaton)
        found.update({a.name: a for a in leaf.automaton.signature})
    return iter(found.values())


def _belongs(m: Membership) -> ir.Expr:
    return quantified(ir.Binder.EXISTS, m.leaf.indices, m.condition(*m.where), None)


def _hold(
    candidates: Candidates, facts: Collection[Fact], values: dict[str, ir.Name]
) -> Iterator[tuple[str, AxiomCase]]:
    for fact in facts:
        witness = Witness(f"{fact.name} is not inductive", others=candidates.every)
        formula = substitute(fact.formula, values)
        yield fact.name, case_of(candidates, lambda f=formula: f, fact.span, witness)  # type: ignore[misc]  # bound now


def _unprimed(e: ir.Expr) -> ir.Expr:
    """A formula about a step, with the variables of the next state."""

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Prime(ir.Name(name)):
                return ir.Name(f"next {name}", span=part.span)
            case ir.Apply(Op.UNCHANGED, (ir.Apply(Op.TUPLE, names),)):
                return and_([_kept(n) for n in names])
            case ir.Apply(Op.UNCHANGED, (ir.Name() as name,)):
                return _kept(name)
            case _:
                return None

    return ir.rewrite(rule, e)


def _kept(name: ir.Expr) -> ir.Expr:
    assert isinstance(name, ir.Name), "variables are kept"
    return ir.Apply(Op.EQ, (ir.Name(f"next {name.name}"), name))
