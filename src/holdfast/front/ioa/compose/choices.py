"""Who performs an action, and for which arguments: the disjuncts of the next-state relation.

    @output
    def send(src: int, v: nat): where = src == i
    @output
    @pre(v == q[0])              =>    \\E src \\in {i} : \\E v \\in {q[1]} : send(src, v)
    def send(src, v): ...

The sets only have to contain all arguments for which the action is possible; the definition of the
action tests the where-clauses and the precondition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from holdfast.front.ioa import tree
from holdfast.front.ioa.compose.instances import Lower, quantified
from holdfast.front.ioa.compose.logic import and_, not_, or_
from holdfast.front.ioa.compose.members import Membership, clauses
from holdfast.front.ioa.compose.searches import Search, not_enumerable, union
from holdfast.front.ioa.lower.domains import domain
from holdfast.front.ioa.tree import Kind
from holdfast.front.ioa.walk import conjuncts
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute


@dataclass(frozen=True, slots=True)
class ActionOfSystem:
    """An action of the system: its parameters, their names there, and what each instance does."""

    name: str
    definition: str
    params: tuple[tree.Declared, ...]
    names: tuple[str, ...]
    members: tuple[Membership, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """Builds disjuncts; `lower` lowers expressions, `set_of` collections to sets."""

    lower: Lower
    set_of: Lower

    def controlled(self, action: ActionOfSystem, m: Membership) -> Iterator[ir.Expr]:
        """The action as performed by an instance, for given indices of it."""
        for kind in m.controlled:
            facts = [
                (*where_facts(m, kind, action.name), *conjuncts(move.transition.precondition))
                for move in m.moves_as(kind)
            ]
            if facts:
                yield self._for_some(action, m, facts)

    def next_steps(self, action: ActionOfSystem) -> Iterator[ir.Expr]:
        """All ways in which the action can happen, by each instance and by the environment."""
        for m in action.members:
            for disjunct in self.controlled(action, m):
                yield quantified(ir.Binder.EXISTS, m.leaf.indices, disjunct, disjunct.span)
        yield from self._by_environment(action)

    def _by_environment(self, action: ActionOfSystem) -> Iterator[ir.Expr]:
        """An input that no instance performs; each combination of arguments once."""
        taken = [_belongs(m, *m.controlled) for m in action.members]
        for m in action.members:
            if Kind.INPUT not in m.where:
                continue
            excluded = or_(taken)
            if excluded == TRUE:
                return
            facts = where_facts(m, Kind.INPUT, action.name)
            allowed = TRUE if excluded == FALSE else and_([m.where[Kind.INPUT], not_(excluded)])
            found = self._for_some(action, m, [facts], allowed)
            yield quantified(ir.Binder.EXISTS, m.leaf.indices, found, found.span)
            taken.append(_belongs(m, Kind.INPUT))

    def _for_some(
        self,
        action: ActionOfSystem,
        m: Membership,
        alternatives: Sequence[Sequence[tree.Expr]],
        allowed: ir.Expr = TRUE,
    ) -> ir.Expr:
        """The action for some arguments that one of the alternatives admits."""
        span = m.automaton.span
        call = ir.Call(action.definition, tuple(ir.Name(n) for n in action.names), span=span)
        sets = self._sets(action, m, alternatives)
        if allowed != TRUE:
            sets = _filtered(sets, allowed)
        body: ir.Expr = call
        for name, values in reversed(sets):
            bound = (ir.Bound((name,), values),)
            body = ir.Bind(ir.Binder.EXISTS, bound, body, span=span)
        return body

    def _sets(
        self, action: ActionOfSystem, m: Membership, alternatives: Sequence[Sequence[tree.Expr]]
    ) -> list[tuple[str, ir.Expr]]:
        """A set for each argument, in an order in which each depends only on those before."""
        pending = {p.name: (p, n) for p, n in zip(action.params, action.names, strict=True)}
        found: list[tuple[str, ir.Expr]] = []
        while pending:
            search = Search(self.lower, self.set_of, m.scope, frozenset(pending))
            chosen = self._next_argument(pending, search, alternatives)
            if chosen is None:
                p, _ = next(iter(pending.values()))
                whole = domain(p.type)
                if whole is None:
                    raise not_enumerable(p)
                chosen = (p.name, replace(whole, span=p.span))
            name, values = chosen
            found.append((pending.pop(name)[1], values))
        return found

    def _next_argument(
        self,
        pending: dict[str, tuple[tree.Declared, str]],
        search: Search,
        alternatives: Sequence[Sequence[tree.Expr]],
    ) -> tuple[str, ir.Expr] | None:
        """An argument and its values; those that equations determine come first."""
        for find in (search.determined, search.values):
            for name, (p, _) in pending.items():
                term = tree.Local(name, type=p.type, span=p.span)
                sets = [find(term, facts) for facts in alternatives]
                known = [s for s in sets if s is not None]
                if len(known) == len(sets):
                    return name, union(known)
        return None


def _filtered(sets: list[tuple[str, ir.Expr]], allowed: ir.Expr) -> list[tuple[str, ir.Expr]]:
    """The sets without the arguments that are not allowed.

    It is tested as soon as all its arguments are chosen: those after it may have infinite sets.
    """
    mentioned = names_in(allowed)
    places = [i for i, (name, _) in enumerate(sets) if name in mentioned]
    if not places:
        sets, places = [("once@", ir.Apply(Op.SET, (TRUE,))), *sets], [0]
    name, values = sets[places[-1]]
    bound = (ir.Bound((name,), values),)
    kept = ir.Bind(ir.Binder.FILTER, bound, allowed, span=values.span)
    return [*sets[: places[-1]], (name, kept), *sets[places[-1] + 1 :]]


def where_facts(m: Membership, kind: Kind, action: str) -> tuple[tree.Expr, ...]:
    """The conjuncts of the where-clause of an action."""
    return tuple(c for clause in clauses(m, kind, action) for c in conjuncts(clause))


def _belongs(m: Membership, *kinds: Kind) -> ir.Expr:
    condition = m.condition(*kinds)
    if condition in (TRUE, FALSE):
        return condition
    # Another index than the one of the automaton that may be around it.
    renamed = tuple(replace(i, name=f"{i.name}@other") for i in m.leaf.indices)
    values = {i.name: ir.Name(r.name) for i, r in zip(m.leaf.indices, renamed, strict=True)}
    renamed = tuple(replace(r, domain=substitute(r.domain, values)) for r in renamed)
    body = substitute(condition, values)
    return quantified(ir.Binder.EXISTS, renamed, body, condition.span)
