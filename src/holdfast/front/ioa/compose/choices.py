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
from holdfast.front.ioa.compose.members import Membership, where_clauses
from holdfast.front.ioa.compose.searches import Search, is_total, not_enumerable, union
from holdfast.front.ioa.lower.domains import domain, fits
from holdfast.front.ioa.tree import Kind
from holdfast.front.ioa.walk import conjuncts
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.source import Span

_ONCE = "once@"
"""The argument of a test that mentions no other."""


@dataclass(frozen=True, slots=True)
class ActionOfSystem:
    """An action of the system: its parameters, their names there, and what each instance does."""

    name: str
    definition: str
    params: tuple[tree.Declared, ...]
    names: tuple[str, ...]
    members: tuple[Membership, ...]

    @property
    def span(self) -> Span | None:
        """A transition of an instance that performs the action, or else of one that takes part."""
        moves = [x.transition for m in self.members for x in m.moves]
        own = (t.span for t in moves if t.kind is not Kind.INPUT)
        return next(own, moves[0].span if moves else None)


@dataclass(frozen=True, slots=True)
class Choices:
    """Builds disjuncts; `lower` lowers expressions, `set_of` collections to sets."""

    lower: Lower
    set_of: Lower

    def controlled(self, action: ActionOfSystem, m: Membership) -> Iterator[ir.Expr]:
        """The action as performed by an instance, for given indices of it."""
        for kind in m.controlled:
            preconditions = [conjuncts(x.transition.precondition) for x in m.moves_as(kind)]
            if preconditions:
                yield self._for_some(action, m, kind, preconditions)

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
            found = self._for_some(action, m, Kind.INPUT, [()], not_(excluded))
            yield quantified(ir.Binder.EXISTS, m.leaf.indices, found, found.span)
            taken.append(_belongs(m, Kind.INPUT))

    def _for_some(
        self,
        action: ActionOfSystem,
        m: Membership,
        kind: Kind,
        alternatives: Sequence[Sequence[tree.Expr]],
        allowed: ir.Expr = TRUE,
    ) -> ir.Expr:
        """The action for some arguments in its where-clause that one of the alternatives admits."""
        span = m.automaton.span
        call = ir.Call(action.definition, tuple(ir.Name(n) for n in action.names), span=span)
        clauses = where_clauses(m, kind, action.name)
        facts = conjuncts(clauses[0]) if len(clauses) == 1 else ()
        sets, used, typed = self._sets(action, m, [(*facts, *a) for a in alternatives])
        if len(clauses) > 1:
            tests = [m.where[kind]]
        else:
            left = [f for f in facts if not any(f is u for u in used)]
            tests = [self.lower(f, m.scope) for f in left]
        body: ir.Expr = call
        for name, values in reversed(_filtered(sets, [*typed, *tests, allowed])):
            bound = (ir.Bound((name,), values),)
            body = ir.Bind(ir.Binder.EXISTS, bound, body, span=span)
        return body

    def _sets(
        self, action: ActionOfSystem, m: Membership, alternatives: Sequence[Sequence[tree.Expr]]
    ) -> tuple[list[tuple[str, ir.Expr]], list[tree.Expr], list[ir.Expr]]:
        """A set for each argument, in an order in which each depends only on those before.

        Also the facts of all alternatives that are true of the elements of these sets, and tests
        that the elements have the types of the arguments.
        """
        pending = {p.name: (p, n) for p, n in zip(action.params, action.names, strict=True)}
        found: list[tuple[str, ir.Expr]] = []
        used: list[tree.Expr] = []
        typed: list[ir.Expr] = []
        while pending:
            chosen = self._next_argument(pending, m, alternatives)
            if chosen is None:
                p, _ = next(iter(pending.values()))
                whole = domain(p.type)
                if whole is None:
                    raise not_enumerable(p)
                chosen = (p.name, replace(whole, span=p.span), [])
            name, values, facts = chosen
            used += facts
            p, new = pending.pop(name)
            found.append((new, values))
            test = fits(ir.Name(new, span=p.span), p.type)
            if test is not None and values != domain(p.type) and not _of_type(facts, p):
                typed.append(test)
        return found, used, typed

    def _next_argument(
        self,
        pending: dict[str, tuple[tree.Declared, str]],
        m: Membership,
        alternatives: Sequence[Sequence[tree.Expr]],
    ) -> tuple[str, ir.Expr, list[tree.Expr]] | None:
        """An argument, its values and the facts used; equations come first."""
        for only_equations in (True, False):
            for name, (p, _) in pending.items():
                term = tree.Local(name, type=p.type, span=p.span)
                known: list[ir.Expr] = []
                used: list[list[tree.Expr]] = []
                for facts in alternatives:
                    search = Search(self.lower, self.set_of, m.scope, frozenset(pending))
                    find = search.determined if only_equations else search.values
                    values = find(term, facts)
                    if values is None:
                        break
                    known.append(values)
                    used.append(search.used)
                else:
                    return name, union(known), _in_all(used)
        return None


def _of_type(facts: Sequence[tree.Expr], p: tree.Declared) -> bool:
    """Whether facts say that an argument equals something of the same type."""
    return bool(facts) and all(
        isinstance(f, tree.Apply)
        and f.operator is tree.Operator.EQ
        and all(side.type == p.type for side in f.operands)
        for f in facts
    )


def _in_all(lists: Sequence[list[tree.Expr]]) -> list[tree.Expr]:
    """The facts that are in every list."""
    first, *others = lists
    return [f for f in first if all(any(f is g for g in other) for other in others)]


def _filtered(
    sets: list[tuple[str, ir.Expr]], tests: Sequence[ir.Expr]
) -> list[tuple[str, ir.Expr]]:
    """The sets without the arguments for which a test is false.

    It is tested as soon as all its arguments are chosen: those after it may have infinite sets.
    """
    places: dict[int, list[ir.Expr]] = {}
    latest = -1
    for test in (x for x in tests if x != TRUE):
        mentioned = names_in(test)
        own = max((i for i, (name, _) in enumerate(sets) if name in mentioned), default=-1)
        # What may be undefined is evaluated only if the tests before it are true.
        place = own if is_total(test) else max(own, latest)
        latest = max(latest, place)
        places.setdefault(place, []).append(test)
    found = [(n, _those(n, values, places.get(i, []))) for i, (n, values) in enumerate(sets)]
    if -1 not in places:
        return found
    return [(_ONCE, _those(_ONCE, ir.Apply(Op.SET, (TRUE,)), places[-1])), *found]


def _those(name: str, values: ir.Expr, tests: Sequence[ir.Expr]) -> ir.Expr:
    if not tests:
        return values
    bound = (ir.Bound((name,), values),)
    return ir.Bind(ir.Binder.FILTER, bound, and_(tests), span=values.span)


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
