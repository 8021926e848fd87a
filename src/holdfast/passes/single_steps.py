"""Make every state of a system a state proper, so that a proof can go step by step.

    transient   exclusive # 0                    (no transient states)
    action      test; assert c; x' := e     =>   test; x' := e
    invariant   P                                exclusive = 0 => P
                                                 line 7: assert(c)    test => c
                                                 transient states     exclusive # 0 => a test holds

An invariant is about the states that a search checks: those that are not transient, or that have no
successors. The last invariant says that there are none of the second kind. An assertion is the
invariant that its condition holds in each state in which a step would evaluate it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import without_assertions
from holdfast.ir.expr import TRUE
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, Property, System

PASSED = "transient states"
"""The invariant that every transient state has a successor."""


def single_steps(system: System, asserts: bool = True) -> System:
    """The system in which every step of an action is a step, and what is claimed about it.

    Without `asserts`, assertions are dropped. An assertion that is not at the top of an action
    remains where it is.
    """
    if not asserts:
        system = without_assertions(system)
    found = [_lifted(action) for action in system.actions]
    asserted: dict[str, list[ir.Expr]] = {}
    for each in found:
        for assertion in each.assertions:
            asserted.setdefault(assertion.name, []).append(assertion.expr)
    actions = tuple(each.action for each in found)
    invariants = tuple(about_proper(system, p) for p in system.invariants)
    invariants += tuple(_assertion(name, parts) for name, parts in asserted.items())
    if system.transient is not None:
        invariants += (_passed(system.transient, actions),)
    return replace(system, actions=actions, invariants=invariants, transient=None)


def about_proper(system: System, p: Property) -> Property:
    """An invariant as a formula about all states."""
    if system.transient is None or p.everywhere:
        return p
    proper = ir.Apply(Op.NOT, (system.transient,), span=p.expr.span)
    return replace(p, expr=_under(proper, p.expr), everywhere=True)


def _under(condition: ir.Expr, e: ir.Expr) -> ir.Expr:
    """`condition => e`, for each conjunct of `e`."""
    if isinstance(e, ir.Apply) and e.op is Op.AND:
        return replace(e, args=tuple(_under(condition, arg) for arg in e.args))
    return ir.Apply(Op.IMPLIES, (condition, e), span=e.span)


# ---- assertions ----


@dataclass(frozen=True, slots=True)
class _Lifted:
    action: Action
    assertions: tuple[Property, ...]


def _lifted(action: Action) -> _Lifted:
    """An action without the assertions at its top, each of which is a formula about a state."""
    if action.bounds or not isinstance(action.body, body.Sequence):
        return _Lifted(action, ())
    kept: list[Body] = []
    tests: list[ir.Expr] = []
    found: list[Property] = []
    lifts = True
    for item in action.body.items:
        match item:
            case body.Assert(name, condition, _) if lifts and not _has_prime(condition):
                found.append(Property(name, _implied(tests, condition), span=item.span))
                continue
            case body.Test(e) if not _has_prime(e):
                tests.append(e)
            case _:
                lifts = False
        kept.append(item)
    if not found:
        return _Lifted(action, ())
    whole = replace(action.body, items=tuple(kept))
    return _Lifted(replace(action, body=whole), tuple(found))


def _implied(tests: Sequence[ir.Expr], condition: ir.Expr) -> ir.Expr:
    if not tests:
        return condition
    return ir.Apply(Op.IMPLIES, (_both(tests), condition), span=condition.span)


def _both(tests: Sequence[ir.Expr]) -> ir.Expr:
    return tests[0] if len(tests) == 1 else ir.Apply(Op.AND, tuple(tests))


def _assertion(name: str, parts: Sequence[ir.Expr]) -> Property:
    distinct = tuple(dict.fromkeys(parts))
    return Property(name, _both(distinct), span=distinct[0].span, everywhere=True)


def _has_prime(e: ir.Expr) -> bool:
    return any(isinstance(part, ir.Prime) for part in ir.walk(e))


# ---- transient states ----


def _passed(transient: ir.Expr, actions: Sequence[Action]) -> Property:
    """Some action is enabled in every transient state, or fails to be evaluated there."""
    guards = tuple(g for g in map(_guard, actions) if g is not None)
    some: ir.Expr = ir.Apply(Op.OR, guards) if len(guards) > 1 else (*guards, ir.FALSE)[0]
    formula = ir.Apply(Op.IMPLIES, (transient, some), span=transient.span)
    return Property(PASSED, formula, span=transient.span, everywhere=True)


def _guard(action: Action) -> ir.Expr | None:
    """What enables an action, if it is a row of tests and then gives each variable a value."""
    if action.bounds:
        return None
    tests: list[ir.Expr] = []
    assigned: set[str] = set()
    for item in _items(action.body):
        match item:
            case body.Test(e) if not assigned and not _has_prime(e):
                if not _is_demand(e):
                    tests.append(e)
            case body.Assign(variable, _, _) | body.Keep(variable, _) if variable not in assigned:
                assigned.add(variable)
            case _:
                return None
    return _both(tests) if tests else TRUE


def _items(b: Body) -> Iterator[Body]:
    if isinstance(b, body.Sequence):
        for item in b.items:
            yield from _items(item)
    else:
        yield b


def _is_demand(e: ir.Expr) -> bool:
    """Whether a test is either true or an error, so that it disables no step."""
    match e:
        case ir.Apply(Op.BUILTIN, (ir.Literal("TLC!Assert"), *_)):
            return True
        case _:
            return False
