"""What all assignments to a variable have in common.

A function may keep its domain; a set may get all its elements from constant sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.body import inner_bodies
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


def _assignments(
    b: Body, variable: str, local: Mapping[str, ir.Expr] = MappingProxyType({})
) -> Iterator[ir.Expr]:
    """The values that a body assigns to a variable; `x' \\in S` gives the set.

    A value that is the name of a `local` definition without parameters is that definition.
    """
    match b:
        case body.Assign(name, value, _) | body.AssignFrom(name, value, _) if name == variable:
            match value:
                case ir.Name(called) | ir.Call(called, ()) if called in local:
                    yield local[called]
                case _:
                    yield value
        case body.Within(definitions, _, _):
            hidden = {d.name for d in definitions}
            outer = {name: e for name, e in local.items() if name not in hidden}
            local = {**outer, **{d.name: d.body for d in definitions if not d.params}}
        case _:
            pass
    for inner in inner_bodies(b):
        yield from _assignments(inner, variable, local)


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


# ---- sets ----

Sets: TypeAlias = tuple[ir.Expr, ...]
"""Constant sets that together have all elements of a set, or all values of a name."""
Known: TypeAlias = Mapping[str, Sets | None]
"""The values of the bound names in scope; None if they are not evident."""


def added_elements(system: System, variable: str) -> Sets | None:
    """Constant sets that together have all elements of a variable; None if that is not evident."""
    return None if system.init is None else _Added(system, variable).elements()


class _Added:
    def __init__(self, system: System, variable: str) -> None:
        self.system = system
        self.variable = variable
        self.levels = Levels.of_system(system)

    def elements(self) -> Sets | None:
        assert self.system.init is not None
        found = list(self._assigned(self.system.init, {}))
        for action in self.system.actions:
            known: Known = {}
            for group in action.bounds:
                known = self._bound(known, group)
            found += self._assigned(action.body, known)
        return _united(found)

    def _assigned(self, b: Body, known: Known) -> Iterator[Sets | None]:
        """The elements that each assignment below a body adds."""
        match b:
            case body.Assign(name, value, _) if name == self.variable:
                yield self._of_set(value, known)
            case body.AssignFrom(name, domain, _) if name == self.variable:
                match domain:
                    case ir.Apply(Op.SUBSET, (base,)):
                        yield self._of_set(base, known)
                    case _:
                        yield None
            case body.ForSome(bounds, _, _) | body.ForEach(bounds, _, _):
                known = self._bound(known, bounds)
            case body.Within(definitions, _, _):
                known = {**known, **dict.fromkeys(d.name for d in definitions)}
            case _:
                pass
        for inner in inner_bodies(b):
            yield from self._assigned(inner, known)

    def _bound(self, known: Known, bounds: Sequence[ir.Bound]) -> Known:
        found = dict(known)
        for b in bounds:
            plain = b.domain is not None and not b.pattern
            sets = self._of_set(b.domain, known) if b.domain is not None and plain else None
            found.update(dict.fromkeys(b.names, sets))
        return found

    def _of_set(self, e: ir.Expr, known: Known) -> Sets | None:
        """The elements of a set, apart from those that the variable had."""
        match e:
            case ir.Name(self.variable):
                return ()
            case ir.Apply(Op.SET, items):
                return _united([self._of_value(i, known) for i in items])
            case ir.Apply(Op.UNION2, args):
                return _united([self._of_set(a, known) for a in args])
            case ir.If(_, yes, no):
                return _united([self._of_set(a, known) for a in (yes, no)])
            case ir.Apply(Op.MINUS_SET | Op.INTERSECT, (base, _)):
                return self._of_set(base, known)
            case ir.Bind(ir.Binder.FILTER, (ir.Bound(_, domain),), _) if domain is not None:
                return self._of_set(domain, known)
            case _:
                return self._constant(e, known)

    def _of_value(self, e: ir.Expr, known: Known) -> Sets | None:
        match e:
            case ir.Name(name) if name in known:
                return known[name]
            case _:
                return self._constant(ir.Apply(Op.SET, (e,)), known)

    def _constant(self, e: ir.Expr, known: Known) -> Sets | None:
        names = names_in(e)
        visible = names <= self.system.definitions.keys() and names.isdisjoint(known)
        return (e,) if visible and self.levels.of(e) == Level.CONSTANT else None


def _united(parts: Sequence[Sets | None]) -> Sets | None:
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    return tuple(dict.fromkeys(s for p in known for s in p))
