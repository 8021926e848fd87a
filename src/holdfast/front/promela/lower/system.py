"""From a resolved model to a `System`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.expression_nodes import Predefined
from holdfast.front.promela.lower.build_world import build_world
from holdfast.front.promela.lower.claims import (
    CLAIM,
    LoweredClaims,
    lower_claims,
    without_claims,
)
from holdfast.front.promela.lower.effects import initial_value, start
from holdfast.front.promela.lower.expressions import truth_of, value_of
from holdfast.front.promela.lower.fairness import FAIR, weak_fairness
from holdfast.front.promela.lower.guards import is_enabled, is_timeout
from holdfast.front.promela.lower.logic import and_, apply, equal, number, or_, tuple_
from holdfast.front.promela.lower.ltl import invariant_of, label_property, lower_ltl
from holdfast.front.promela.lower.memory import Updates
from holdfast.front.promela.lower.notation import notation_of
from holdfast.front.promela.lower.numbers import literal
from holdfast.front.promela.lower.parts import Parts
from holdfast.front.promela.lower.slots import DEFAULT, Allowed
from holdfast.front.promela.lower.steps import actions, make_frame
from holdfast.front.promela.lower.traces import LoweredTrace, lower_trace
from holdfast.front.promela.lower.type_invariant import type_invariant
from holdfast.front.promela.lower.world import (
    EXCLUSIVE,
    LAST,
    TIMEOUT,
    Scope,
    World,
    control,
    control_name,
    enabled_name,
    priority_name,
)
from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.expr import Definition
from holdfast.ir.ops import Op
from holdfast.ir.system import Omission, Property, System
from holdfast.source import Span, SpecError


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked about a model: expressions about its states, properties, claims, traces.

    With claims, their control point is part of the states, which are more then. With `values`, an
    expression of a number is that number, not the formula that it is not 0. `labels` are
    properties of labels: ACCEPTANCE, PROGRESS. With `weak_fairness`, every process is weakly fair.
    With `types`, those of the variables are the first invariant.
    """

    expressions: Sequence[nodes.Expr] = ()
    properties: Sequence[tree.LtlProperty] = ()
    values: bool = False
    claims: Sequence[tree.Claim] = ()
    traces: Sequence[tree.Claim] = ()
    labels: Sequence[str] = ()
    weak_fairness: bool = False
    types: bool = False

    def without_claims(self) -> Questions:
        """Only the expressions and the traces."""
        return Questions(self.expressions, values=self.values, traces=self.traces)


class Lowered(NamedTuple):
    """A system, formulas about its states, and its slots if processes could not be counted."""

    system: System
    formulas: tuple[ir.Expr, ...]
    uncounted: int | None


def lower_model(model: tree.Model, allowed: Allowed = DEFAULT) -> System:
    """The transition system of a model; raises SpecError."""
    return lower_with_formulas(model, Questions(), allowed).system


def lower_with_formulas(model: tree.Model, asked: Questions, allowed: Allowed = DEFAULT) -> Lowered:
    """The transition system of a model, with temporal properties, and formulas about its states.

    A property `[] p` about states is an invariant; raises SpecError.
    """
    held = tuple(
        tree.LtlProperty("", tree.Holds(e, span=e.span), span=e.span) for e in asked.expressions
    )
    model = replace(model, ltl=(*asked.properties, *held))
    w = build_world(model, allowed, asked.claims)
    lower = _value if asked.values else truth_of
    lowered = tuple(lower(w, e, Scope()) for e in asked.expressions)
    invariants = [invariant_of(w, p) for p in asked.properties]
    temporal = tuple(
        Property(p.name, lower_ltl(w, p.formula), span=p.span)
        for p, invariant in zip(asked.properties, invariants, strict=True)
        if invariant is None
    )
    temporal += tuple(label_property(w, name, model.span) for name in asked.labels)
    found = tuple(p for p in invariants if p is not None)
    claims = lower_claims(w, asked.claims) if asked.claims else None
    traces, omitted = _traces(w, asked.traces)
    system = replace(_system(w, model.span, claims, traces), omitted=omitted)
    if claims is not None:
        temporal = tuple(replace(p, expr=without_claims(p.expr)) for p in temporal)
        temporal, found = (*temporal, *claims.never), (*found, *claims.ends)
    if asked.weak_fairness:
        fair = tuple(weak_fairness(w, system.actions))
        # A condition can mention definitions that no guard does.
        system = replace(system, fairness=fair, definitions=_definitions(w), assumed=(FAIR,))
    if asked.types:
        found = (type_invariant(w, _initial(w), model.span), *found)
    system = replace(system, invariants=found, properties=temporal)
    return Lowered(system, lowered, None if w.slots.is_exact else w.slot_count)


def _traces(
    w: World, traces: Sequence[tree.Claim]
) -> tuple[tuple[LoweredTrace, ...], tuple[Omission, ...]]:
    """The traces, and those that are not supported."""
    lowered: list[LoweredTrace] = []
    omitted: list[Omission] = []
    for trace in traces:
        try:
            lowered.append(lower_trace(w, trace))
        except SpecError as error:
            problem = error.diagnostics[0]
            omitted.append(Omission(trace.name, problem.message, span=problem.span))
    return tuple(lowered), tuple(omitted)


def _value(w: World, e: nodes.Expr, s: Scope) -> ir.Expr:
    """A number, or a formula for an operator whose value is 0 or 1."""
    match e:
        case nodes.Unary("!") | nodes.Binary("&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">="):
            return truth_of(w, e, s)
        case nodes.Poll() | nodes.Enabled() | nodes.RemoteLabel():
            return truth_of(w, e, s)
        case nodes.TestChannel(test) if test is not nodes.ChannelTest.LEN:
            return truth_of(w, e, s)
        case _:
            return value_of(w, e, s).expr


def _system(
    w: World, span: Span, claims: LoweredClaims | None, traces: tuple[LoweredTrace, ...]
) -> System:
    initial = _initial(w) | {t.variable: number(t.start) for t in traces}
    init = _init_body(initial, span, () if claims is None else (0, *claims.starts))
    variables = tuple(initial) if claims is None else (*initial, CLAIM)
    frame = make_frame(w, variables, claims, traces)
    parts = Parts(w)
    found = tuple(actions(w, frame, parts))
    exclusive = apply(Op.NE, ir.Name(EXCLUSIVE), number(0))
    may_end = _may_end(w)
    if traces:
        complete = and_((may_end, *(t.is_complete() for t in traces)))
        may_end = or_((equal(control(0), number(0)), complete))
    if claims is not None:
        # A state that a claim does not match has no successors.
        may_end = or_((may_end, apply(Op.NE, ir.Name(CLAIM), number(0))))
    return System(
        _name(span),
        variables=variables,
        definitions=_definitions(w),
        init=init,
        actions=found,
        transient=exclusive if w.is_exclusive else None,
        may_end=may_end,
        maximal=True,
        shows_arguments=True,
        notation=notation_of(w),
        parts=parts.all,
    )


def _name(span: Span) -> str:
    return span.source.name.rsplit("/", 1)[-1].removesuffix(".pml")


# ---- the initial state ----


def _initial(w: World) -> Updates:
    """All variables with their initial values: globals, channels, then slot by slot."""
    values: Updates = {}
    nowhere = Scope()
    for (slot, _), cell in w.memory.cells.items():
        if slot is None:
            leaf = cell.leaf
            of = {at: initial_value(w, leaf, at, nowhere) for at in leaf.places()}
            values.update({v: _in_state(e, values) for v, e in cell.values(of).items()})
    _add_channels(w, values, None)
    if w.is_exclusive:
        values[EXCLUSIVE] = number(0)
    if Predefined.LAST in w.uses:
        values[LAST] = number(0)
    for slot in range(w.slot_count):
        values[control_name(slot)] = number(0)
        if w.has_priorities:
            values[priority_name(slot)] = number(0)
        for i in w.slots.instances[slot]:
            for leaf in i.type.leaves:
                local = w.memory.cells.get((slot, leaf.key))
                if local is not None:
                    values.update(local.values({at: number(0) for at in leaf.places()}))
        _add_channels(w, values, slot)
    _start_active(w, values)
    return values


def _add_channels(w: World, values: Updates, slot: int | None) -> None:
    for c in w.statics.channels.by_number.values():
        if c.slot == slot and not c.is_rendezvous:
            values[c.name] = tuple_(())


def _start_active(w: World, values: Updates) -> None:
    slot = 0
    for t in w.types:
        for _ in range(t.tree.copies):
            i = next(x for x in w.slots.instances[slot] if x.type is t)
            given = {leaf.key: literal(0) for leaf in t.params}
            started = start(w, i, given, t.tree.priority or 1)
            for name, value in started.items():
                values[name] = _in_state(value, values)
            slot += 1


def _in_state(e: ir.Expr, values: Updates) -> ir.Expr:
    """An expression with the initial values of the variables in it."""
    return ir.rewrite(lambda x: values.get(x.name) if isinstance(x, ir.Name) else None, e)


def _init_body(values: Updates, span: Span, claims: tuple[int, ...]) -> body.Body:
    """The initial values; `claims` are the control points from which the claim is chosen."""
    parts: list[body.Body] = [
        body.Assign(v, e, ir.Apply(Op.EQ, (ir.Name(v), e)), span=e.span or span)
        for v, e in values.items()
    ]
    if claims:
        starts = ir.Apply(Op.SET, tuple(map(number, claims)))
        chosen = ir.Apply(Op.IN, (ir.Name(CLAIM), starts))
        parts.append(body.AssignFrom(CLAIM, starts, chosen, span=span))
    formula = ir.Apply(Op.AND, tuple(p.expr for p in parts), span=span)
    return body.Sequence(tuple(parts), formula, span=span)


# ---- definitions ----


def _may_end(w: World) -> ir.Expr:
    """Every process has ended, or is at its end or at a label that begins with `end`."""
    found = []
    for slot in range(w.slot_count):
        points = [
            p.number
            for i in w.slots.instances[slot]
            for p in i.type.automaton.points
            if p.is_end or p.has_label("end")
        ]
        found.append(or_(equal(control(slot), number(n)) for n in (0, *points)))
    return and_(found)


def _definitions(w: World) -> dict[str, Definition]:
    """The definitions that guards mention; making one may need others."""
    made: dict[str, Definition] = {}
    while pending := w.needed - made.keys():
        for name in sorted(pending):
            made[name] = Definition(name, (), _definition(w, name))
    return made


def _definition(w: World, name: str) -> ir.Expr:
    if name == TIMEOUT:
        return is_timeout(w)
    slot = next(n for n in range(w.slot_count) if enabled_name(n) == name)
    return is_enabled(w, slot)
