"""Never claims: automata that move with the system, in lock-step.

From each state between steps the claim moves first, as its guards hold there, and then a process.
Where no process can move, the claim goes on alone. A claim that cannot move does not match. It is
violated if it comes to its end, or matches for ever while it or a process is at a label `accept`
again and again.

One search has the behaviours without a claim, in which the control point of claims is 0, and those
with each claim: an initial state chooses. So claims restrict no other property.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import Automaton, Point, build_automaton
from holdfast.front.promela.lower.claim_paths import Path, paths_from
from holdfast.front.promela.lower.expressions import at_label
from holdfast.front.promela.lower.guards import is_stuck
from holdfast.front.promela.lower.logic import and_, equal, not_, number, or_
from holdfast.front.promela.lower.world import EXCLUSIVE, World
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.ir.system import Body, Property
from holdfast.source import Span

CLAIM = "claim"
"""The variable of the control point of the claim, 0 without one."""


@dataclass(frozen=True, slots=True, eq=False)
class LoweredClaims:
    """Claims: the variables that move with them, their initial points, their move, and properties.

    `stuck` is that no process can move. `ends` are invariants: no claim is at its end initially.
    """

    variables: tuple[str, ...]
    starts: tuple[int, ...]
    move: Body
    stuck: ir.Expr
    never: tuple[Property, ...]
    ends: tuple[Property, ...]
    span: Span


def lower_claims(w: World, claims: Sequence[tree.Claim]) -> LoweredClaims:
    """Never claims as a part of every action; raises SpecError."""
    first = 1 + max((p.number for t in w.types for p in t.automaton.points), default=0)
    made: list[_Claim] = []
    for claim in claims:
        automaton = build_automaton(claim.body, claim.span, first)
        first += len(automaton.points)
        made.append(_Claim(w, claim, automaton))
    own = {(leaf.symbol, leaf.fields) for c in claims for leaf in w.claim_leaves(c)}
    cells = (cell for (_, key), cell in w.memory.cells.items() if key in own)
    variables = (CLAIM, *(v for cell in cells for v in cell.variables()))
    return LoweredClaims(
        variables,
        tuple(c.automaton.start.number for c in made),
        _move(w, made, variables),
        is_stuck(w),
        tuple(c.never() for c in made),
        tuple(c.ended_before() for c in made if _is_stop(c.automaton.start)),
        claims[0].span,
    )


def without_claims(e: ir.Expr) -> ir.Expr:
    """A temporal formula about the behaviours without a claim."""
    return ir.Apply(Op.IMPLIES, (equal(ir.Name(CLAIM), number(0)), e), span=e.span)


def _is_stop(point: Point) -> bool:
    return point.is_end or point.has_label("end")


def _at(point: Point) -> ir.Expr:
    return equal(ir.Name(CLAIM), number(point.number), point.span)


class _Claim:
    def __init__(self, w: World, claim: tree.Claim, automaton: Automaton) -> None:
        self.w, self.claim, self.automaton = w, claim, automaton
        self.points = [p for p in automaton.points if not p.is_end]
        self.paths = {p.number: list(paths_from(w, p)) for p in self.points}

    def moves(self, variables: tuple[str, ...]) -> Iterator[Body]:
        """The move along each path."""
        for point in self.points:
            for path in self.paths[point.number]:
                yield self._moves(point, path, variables)

    def _moves(self, point: Point, path: Path, variables: tuple[str, ...]) -> Body:
        span, name = path.span, self.claim.name
        tests = (_at(point), *path.tests)
        parts: list[Body] = [body.Test(t, span=span) for t in tests if t != TRUE]
        for condition in path.asserted:
            parts.append(body.Assert(f"assertion of {name}", condition, TRUE, span=span))
        if any(map(_is_stop, path.visited)):
            parts.append(body.Assert(f"end of {name}", FALSE, TRUE, span=span))
        updates = {**path.updates, CLAIM: number(path.visited[-1].number)}
        for v in variables:
            if v in updates:
                formula = ir.Apply(Op.EQ, (ir.Prime(ir.Name(v)), updates[v]), span=span)
                parts.append(body.Assign(v, updates[v], formula, span=span))
            else:
                parts.append(_kept(v))
        whole = ir.Apply(Op.AND, tuple(p.expr for p in parts), span=span)
        return body.Sequence(tuple(parts), whole, span=span)

    def never(self) -> Property:
        """It is at `accept` labels finitely often, or does not match in the end."""
        labels = [_at(p) for p in self.points if p.has_label("accept")]
        processes = at_label(self.w, "accept")
        matching = or_(_at(p) for p in self.points)
        accepting = or_((*labels, and_((_free(self.w), matching, processes))))
        moves = ((p, path) for p in self.points for path in self.paths[p.number])
        can = or_(and_((_at(p), *path.tests)) for p, path in moves)
        finite = ir.Apply(Op.EVENTUALLY, (ir.Apply(Op.ALWAYS, (not_(accepting),)),))
        ended = ir.Apply(Op.EVENTUALLY, (ir.Apply(Op.ALWAYS, (not_(can),)),))
        span = self.claim.span
        return Property(self.claim.name, ir.Apply(Op.OR, (finite, ended), span=span), span=span)

    def ended_before(self) -> Property:
        """The claim begins at its end, which violates it."""
        return Property(f"end of {self.claim.name}", not_(_at(self.automaton.start)))


def _free(w: World) -> ir.Expr:
    return equal(ir.Name(EXCLUSIVE), number(0)) if w.is_exclusive else TRUE


def _move(w: World, claims: Sequence[_Claim], variables: tuple[str, ...]) -> Body:
    moves = tuple(move for c in claims for move in c.moves(variables))
    span = claims[0].claim.span
    move = body.Branch(moves, ir.Apply(Op.OR, tuple(m.expr for m in moves)), span=span)
    kept = tuple(map(_kept, variables))
    rest = body.Sequence(kept, ir.Apply(Op.AND, tuple(k.expr for k in kept)))
    moving = and_((ir.Apply(Op.NE, (ir.Name(CLAIM), number(0))), _free(w)))
    return body.IfElse(moving, move, rest, ir.If(moving, move.expr, rest.expr), span=span)


def _kept(variable: str) -> body.Keep:
    return body.Keep(variable, ir.Apply(Op.UNCHANGED, (ir.Name(variable),)))
