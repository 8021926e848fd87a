"""The moves of a claim: single steps, or the steps of an atomic block in one move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from holdfast.front.promela import tree
from holdfast.front.promela.lower.automaton import After, Point, Step
from holdfast.front.promela.lower.effects import assign
from holdfast.front.promela.lower.expressions import truth_of
from holdfast.front.promela.lower.layout import split
from holdfast.front.promela.lower.logic import demand, not_, or_
from holdfast.front.promela.lower.memory import Updates
from holdfast.front.promela.lower.walk import runs_in, statements_in
from holdfast.front.promela.lower.world import Scope, World
from holdfast.ir import expr as ir
from holdfast.ir.expr import FALSE, TRUE
from holdfast.source import Diagnostic, Span, SpecError


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A move: what it tests, asserts and stores, and the points that it comes to, in order."""

    tests: tuple[ir.Expr, ...]
    asserted: tuple[ir.Expr, ...]
    updates: Updates
    visited: tuple[Point, ...]
    span: Span


def unsupported_in(claim: tree.Claim) -> Diagnostic | None:
    """What a claim does that it cannot do here, if anything."""
    for d in claim.locals:
        if d.channel is not None:
            return _unsupported("a channel of a claim", d.span)
    for s in statements_in(claim.body):
        match s:
            case tree.Assign(target, _) if split(target)[0][0].proctype is None:
                return _unsupported("a claim that changes a global variable", s.span)
            case tree.Send() | tree.Receive() | tree.SetPriority():
                return _unsupported("a claim that changes the state", s.span)
            case _ if any(True for _ in runs_in(s)):
                return _unsupported("a claim that creates a process", s.span)
            case _:
                pass
    return None


def paths_from(w: World, point: Point) -> Iterator[Path]:
    """The moves from a point; raises SpecError."""
    yield from _paths(w, point, Path((), (), {}, (), point.span))


def _paths(w: World, point: Point, before: Path) -> Iterator[Path]:
    scope = Scope(before=before.updates)
    for step in point.steps:
        guards = [_guard(w, step, scope), *(not_(_guard(w, u, scope)) for u in step.unless)]
        tests = (*before.tests, *(g for g in guards if g != TRUE))
        if FALSE in tests:
            continue
        assert step.target is not None
        visited = (*before.visited, step.target)
        made = _executed(w, step, scope, replace(before, tests=tests, visited=visited))
        if step.after is After.ANY:
            yield replace(made, span=step.span)
        elif step.target in before.visited:
            raise SpecError(_unsupported("a loop inside an atomic block of a claim", step.span))
        else:
            yield from _paths(w, step.target, made)
    if point.d_step is not None and before.visited:
        yield from _blocked(w, point, before, scope)


def _blocked(w: World, point: Point, before: Path, scope: Scope) -> Iterator[Path]:
    """An error if no statement inside a deterministic step is executable."""
    moves = or_(_guard(w, step, scope) for step in point.steps)
    if moves != TRUE:
        wrong = demand(FALSE, "a statement inside d_step blocks", point.span)
        yield replace(before, tests=(*before.tests, not_(moves), wrong), span=point.span)


def _executed(w: World, step: Step, s: Scope, path: Path) -> Path:
    match step.statement:
        case tree.Assertion(e):
            return replace(path, asserted=(*path.asserted, truth_of(w, e, s)))
        case tree.Assign() as statement:
            updates = dict(path.updates)
            tests = assign(w, statement, s, updates)
            return replace(path, tests=(*path.tests, *tests), updates=updates)
        case _:
            return path


def _guard(w: World, step: Step, s: Scope) -> ir.Expr:
    match step.statement:
        case tree.Condition(e):
            return truth_of(w, e, s)
        case tree.Send() | tree.Receive() | tree.SetPriority():
            raise AssertionError("such claims are not lowered")
        case (
            tree.Assign()
            | tree.Discard()
            | tree.Assertion()
            | tree.Print()
            | tree.Else()
            | tree.Goto()
            | tree.Break()
            | None
        ):
            return TRUE
        case tree.If() | tree.Do() | tree.Block() | tree.Unless() | tree.Labelled():
            raise AssertionError("a step has a basic statement")
        case _:
            assert_never(step.statement)


def _unsupported(what: str, span: Span) -> Diagnostic:
    return Diagnostic("unsupported", f"{what} is not supported", span)
