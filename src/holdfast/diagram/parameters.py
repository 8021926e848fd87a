"""Parameters of a diagram: variables of the system that have any value in a set, and keep it.

    parameter p \\in Proc      the system has one more variable, p, with p \\in Proc initially

The texts of a diagram are read below `\\E p \\in Proc : ...`, so that they may mention p; after
the passes the quantifier is removed, and p is the variable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from holdfast.ir import expr as ir
from holdfast.ir.body import own_exprs, walk_once
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import AssignFrom, Body, Keep, Property, Sequence, System
from holdfast.ir.tla_text import formula_text, unused
from holdfast.passes.infer_types import infer_types
from holdfast.source import Diagnostic, Span, SpecError


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter, the variable that stands for it, and its set."""

    name: str
    variable: str
    domain: ir.Expr


def inside(e: ir.Expr, below: bool, build: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """A formula made of another one, which may be `below` the quantifier of parameters."""
    if not below:
        return build(e)
    assert isinstance(e, ir.Bind), "formulas of a diagram with parameters are below them"
    return replace(e, body=build(e.body))


def free_names(system: System, wrapped: ir.Expr) -> tuple[Parameter, ...]:
    """The parameters in a formula below their quantifier, with names that nothing else has."""
    assert isinstance(wrapped, ir.Bind), "a parameter is a quantified name"
    levels = Levels.of_system(system)
    taken = set(_local_names(system))
    found = []
    for bound in wrapped.bounds:
        assert bound.domain is not None, "a parameter has a set"
        if levels.of(bound.domain) > Level.CONSTANT:
            message = "the set of a parameter must be constant"
            raise SpecError(Diagnostic("diagram-parameter", message, bound.domain.span))
        for name in bound.names:
            variable = unused(name, taken)
            taken.add(variable)
            found.append(Parameter(name, variable, bound.domain))
    return tuple(found)


def _local_names(system: System) -> frozenset[str]:
    """All names of a system: no local name may be the name of a variable."""
    bodies = [a.body for a in system.actions]
    bodies += [] if system.init is None else [system.init]
    bodies += [p.body for p in system.procedures.values()]
    roots = [e for b in walk_once(bodies) for e in own_exprs(b)]
    roots += [d.body for d in system.definitions.values()]
    found = {*system.variables, *system.constants, *system.definitions}
    found |= {n for d in system.definitions.values() for n in d.params}
    found |= {n for a in system.actions for group in a.bounds for b in group for n in b.names}
    for e in ir.walk_once(roots):
        match e:
            case ir.Bind(_, bounds, _):
                found |= {n for b in bounds for n in b.names}
            case ir.Lambda(params, _):
                found |= set(params)
            case ir.Let(definitions, _):
                found |= {n for d in definitions for n in (d.name, *d.params)}
            case ir.Name(name):
                found.add(name)
            case _:
                pass
    return frozenset(found)


def stripped(e: ir.Expr, parameters: tuple[Parameter, ...]) -> ir.Expr:
    """A formula without the quantifier of the parameters, about their variables."""
    assert isinstance(e, ir.Bind), "formulas of a diagram with parameters are below them"
    names: Mapping[str, ir.Expr] = {
        p.name: ir.Name(p.variable) for p in parameters if p.name != p.variable
    }
    return substitute(e.body, names)


def with_parameters(
    system: System, parameters: tuple[Parameter, ...], span: Span | None = None
) -> System:
    """The system with a variable for each parameter, which no step changes."""
    init, actions = system.init, system.actions
    assert init is not None, "a diagram is about behaviours"
    starts, stays = system.init_formula, system.next_formula
    for p in parameters:
        element = ir.Apply(Op.IN, (ir.Name(p.variable), p.domain), span=span)
        same = ir.Apply(Op.UNCHANGED, (ir.Name(p.variable),), span=span)
        init = _and(init, AssignFrom(p.variable, p.domain, element, span=span))
        kept = Keep(p.variable, same, span=span)
        actions = tuple(replace(a, body=_and(a.body, kept)) for a in actions)
        starts = None if starts is None else ir.Apply(Op.AND, (starts, element), span=starts.span)
        stays = None if stays is None else ir.Apply(Op.AND, (stays, same), span=stays.span)
    return infer_types(
        replace(
            system,
            variables=(*system.variables, *(p.variable for p in parameters)),
            init=init,
            actions=actions,
            init_formula=starts,
            next_formula=stays,
        )
    )


def memberships(system: System, parameters: tuple[Parameter, ...]) -> tuple[Property, ...]:
    """That parameters are in their sets, as invariants.

    The elements of a constant set are a sort of their own for solvers: nothing is to be said.
    """
    return tuple(
        Property(
            f"{p.name} \\in {formula_text(p.domain, system.notation)}",
            ir.Apply(Op.IN, (ir.Name(p.variable), p.domain)),
        )
        for p in parameters
        if not (isinstance(p.domain, ir.Name | ir.Call) and p.domain.name in system.constants)
    )


def _and(first: Body, second: Body) -> Body:
    e = ir.Apply(Op.AND, (first.expr, second.expr), span=first.expr.span)
    return Sequence((first, second), e, span=first.span)
