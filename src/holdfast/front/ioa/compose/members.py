"""How an action belongs to one instance of an automaton: its kinds, where-clauses, transitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holdfast.front.ioa import tree
from holdfast.front.ioa.compose.instances import Instance
from holdfast.front.ioa.compose.logic import or_
from holdfast.front.ioa.lower.effects import effect
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Kind
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op


@dataclass(frozen=True, slots=True)
class Move:
    """A transition of an instance: its precondition, and the next values of variables."""

    transition: tree.Transition
    precondition: ir.Expr
    values: Mapping[str, ir.Expr]


@dataclass(frozen=True, slots=True)
class Membership:
    """One action in one primitive automaton of the system.

    `where` has the condition of each kind that the signature declares; the arguments of the
    action and the indices of the instance are free in all expressions.
    """

    leaf: Instance
    scope: Scope
    where: Mapping[Kind, ir.Expr]
    moves: tuple[Move, ...]

    @property
    def automaton(self) -> tree.Automaton:
        """The automaton of the instance."""
        assert isinstance(self.leaf.automaton, tree.Automaton)
        return self.leaf.automaton

    @property
    def controlled(self) -> tuple[Kind, ...]:
        """Under which kinds the instance itself performs the action."""
        return tuple(kind for kind in self.where if kind is not Kind.INPUT)

    def condition(self, *kinds: Kind) -> ir.Expr:
        """Whether the action belongs to the instance, as one of some kinds."""
        return or_(self.where[kind] for kind in kinds if kind in self.where)

    def moves_as(self, *kinds: Kind) -> tuple[Move, ...]:
        """The transitions of some kinds."""
        return tuple(m for m in self.moves if m.transition.kind in kinds)


def membership(
    leaf: Instance, action: str, names: tuple[str, ...], lowering: ExprLowering
) -> Membership:
    """An action in an instance; `names` are its arguments in the system."""
    assert isinstance(leaf.automaton, tree.Automaton)
    automaton = leaf.automaton
    entries = [a for a in automaton.signature if a.name == action]
    transitions = [t for t in automaton.transitions if t.name == action]
    params = entries[0].params if entries else ()
    scope = leaf.scope().with_arguments(params, names) if entries else leaf.scope()
    declared = {v.name: v.type for v in automaton.states}
    where = {
        kind: or_([_where(e, scope, lowering) for e in entries if e.kind is kind])
        for kind in dict.fromkeys(e.kind for e in entries)
    }
    moves = []
    for t in transitions:
        before = ir.TRUE if t.precondition is None else lowering.lower(t.precondition, scope)
        moves.append(Move(t, before, effect(t.effect, scope, declared, lowering)))
    return Membership(leaf, scope, where, tuple(moves))


def _where(entry: tree.Action, scope: Scope, lowering: ExprLowering) -> ir.Expr:
    return ir.TRUE if entry.where is None else lowering.lower(entry.where, scope)


def where_clauses(m: Membership, kind: Kind, action: str) -> tuple[tree.Expr | None, ...]:
    """The where-clause of each declaration of an action in an automaton, None if it has none."""
    return tuple(a.where for a in m.automaton.signature if a.name == action and a.kind is kind)


def unchanged(leaf: Instance) -> ir.Expr:
    """That no variable of an instance changes."""
    assert isinstance(leaf.automaton, tree.Automaton)
    names = tuple(ir.Name(leaf.qualified(v.name)) for v in leaf.automaton.states)
    if not names:
        return ir.TRUE
    what = names[0] if len(names) == 1 else ir.Apply(Op.TUPLE, names)
    return ir.Apply(Op.UNCHANGED, (what,), span=leaf.automaton.span)
