"""A never claim: an automaton that moves with the system, in lock-step.

From each state between steps the claim moves first, as its guards hold there, and then a process.
Where no process can move, the claim goes on alone. A claim that cannot move does not match. It is
violated if it comes to its end, or matches for ever and is at a label `accept` again and again.
"""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import Automaton, Point, Step, build_automaton
from holdfast.front.promela.lower.expressions import truth_of
from holdfast.front.promela.lower.guards import is_stuck
from holdfast.front.promela.lower.logic import and_, equal, not_, number, or_
from holdfast.front.promela.lower.world import EXCLUSIVE, Scope, World
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.expr import FALSE, TRUE
from holdfast.ir.ops import Op
from holdfast.ir.system import Body, Property
from holdfast.source import Diagnostic, SpecError

CLAIM = "claim"
"""The variable of the control point of the claim."""


@dataclass(frozen=True, slots=True, eq=False)
class LoweredClaim:
    """A claim: its initial point, its move, and the property that it does not match for ever."""

    start: int
    move: Body
    stuck: ir.Expr
    never: Property


def lower_claim(w: World, claim: tree.Claim) -> LoweredClaim:
    """A never claim as a part of every action; raises SpecError."""
    if claim.locals:
        raise _unsupported("a claim with variables", claim)
    first = 1 + max((p.number for t in w.types for p in t.automaton.points), default=0)
    automaton = build_automaton(claim.body, claim.span, first)
    moves = [_moves(w, claim, p, s) for p in automaton.points if not p.is_end for s in p.steps]
    move: Body = body.Branch(
        tuple(moves), ir.Apply(Op.OR, tuple(m.expr for m in moves)), span=claim.span
    )
    if w.is_exclusive:
        free = equal(ir.Name(EXCLUSIVE), number(0))
        kept = body.Keep(CLAIM, ir.Apply(Op.UNCHANGED, (ir.Name(CLAIM),)))
        move = body.IfElse(free, move, kept, ir.If(free, move.expr, kept.expr), span=claim.span)
    return LoweredClaim(automaton.start.number, move, is_stuck(w), _never(w, claim, automaton))


def _moves(w: World, claim: tree.Claim, point: Point, step: Step) -> Body:
    target = step.target
    assert target is not None
    tests = (_at(point), _own(w, claim, step), *_before(w, claim, step))
    parts: list[Body] = [body.Test(t, span=step.span) for t in tests if t != TRUE]
    if isinstance(step.statement, tree.Assertion):
        condition = truth_of(w, step.statement.expr, Scope())
        parts.append(body.Assert(f"assertion of {claim.name}", condition, TRUE, span=step.span))
    if target.is_end:
        parts.append(body.Assert(f"end of {claim.name}", FALSE, TRUE, span=step.span))
    value = number(target.number)
    formula = ir.Apply(Op.EQ, (ir.Prime(ir.Name(CLAIM)), value), span=step.span)
    parts.append(body.Assign(CLAIM, value, formula, span=step.span))
    whole = ir.Apply(Op.AND, tuple(p.expr for p in parts), span=step.span)
    return body.Sequence(tuple(parts), whole, span=step.span)


def _at(point: Point) -> ir.Expr:
    return equal(ir.Name(CLAIM), number(point.number), point.span)


def _own(w: World, claim: tree.Claim, step: Step) -> ir.Expr:
    match step.statement:
        case tree.Condition(e):
            return truth_of(w, e, Scope())
        case tree.Assertion() | tree.Print() | tree.Else() | tree.Goto() | tree.Break() | None:
            return TRUE
        case _:
            raise _unsupported("a claim that changes the state", claim)


def _never(w: World, claim: tree.Claim, automaton: Automaton) -> Property:
    """The claim is at `accept` labels finitely often, or does not match in the end."""
    points = [p for p in automaton.points if not p.is_end]
    accepting = or_(_at(p) for p in points if p.has_label("accept"))
    can = or_(
        and_((_at(p), or_(and_((_own(w, claim, s), *_before(w, claim, s))) for s in p.steps)))
        for p in points
    )
    finite = ir.Apply(Op.EVENTUALLY, (ir.Apply(Op.ALWAYS, (not_(accepting),)),))
    ended = ir.Apply(Op.EVENTUALLY, (ir.Apply(Op.ALWAYS, (not_(can),)),))
    return Property(claim.name, ir.Apply(Op.OR, (finite, ended), span=claim.span), span=claim.span)


def _before(w: World, claim: tree.Claim, step: Step) -> list[ir.Expr]:
    return [not_(_own(w, claim, u)) for u in step.unless]


def _unsupported(what: str, claim: tree.Claim) -> SpecError:
    return SpecError(Diagnostic("unsupported", f"{what} is not supported", claim.span))
