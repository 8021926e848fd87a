"""Variables that are functions whose domain never changes, inferred from assignments."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import walk_body
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import Body, System


def fixed_domain(system: System, variable: str) -> ir.Expr | None:
    """The domain of a variable that is a function in Init and is changed by EXCEPT only."""
    if system.init is None:
        return None
    levels = Levels.of_system(system)
    domains: list[ir.Expr | None] = []
    for b in (system.init, *(a.body for a in system.actions)):
        for each in _assignments(b, variable):
            domains += _domains(each, variable, system)
    kept = [d for d in domains if d is not _SAME]
    first = kept[0] if kept else None
    if first is None or any(d != first for d in kept) or levels.of(first) != Level.CONSTANT:
        return None
    # Names that are bound around the assignment are not in scope here.
    return first if names_in(first) <= system.definitions.keys() else None


_SAME = ir.Name("the domain it had")


def _assignments(b: Body, variable: str) -> Iterator[ir.Expr]:
    """The values that a body assigns to a variable; `x' \\in S` gives the set."""
    for part in walk_body(b):
        match part:
            case body.Assign(name, value, _) | body.AssignFrom(name, value, _) if name == variable:
                yield value
            case _:
                pass


def _domains(e: ir.Expr, variable: str, system: System) -> list[ir.Expr | None]:
    """The domains of a value: an expression, `_SAME`, or None if it is not evident."""
    match e:
        case ir.Name(name) if name == variable:
            return [_SAME]
        case ir.Except(base, _):
            return _domains(base, variable, system)
        case ir.Bind(ir.Binder.FUNCTION, (bound,), _) if not bound.pattern:
            return [bound.domain]
        case ir.Apply(Op.FUNCTION_SET, (domain, _)):
            return [domain]
        case ir.If(_, yes, no):
            return [*_domains(yes, variable, system), *_domains(no, variable, system)]
        case ir.Case(arms, other):
            values = [value for _, value in arms] + ([] if other is None else [other])
            return [d for value in values for d in _domains(value, variable, system)]
        case ir.Call(name, ()) if name in system.definitions:
            definition = system.definitions[name]
            return [None] if definition.recursive else _domains(definition.body, variable, system)
        case _:
            return [None]
