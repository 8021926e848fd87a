"""Separate the safety parts of properties from the temporal rest.

    []P           an invariant
    [][A]_v       about steps
    P             about initial states
    Abs!Spec      all of these, and fairness, which is temporal

A property with several temporal parts is one temporal property.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System
from holdfast.passes.inline_locals import inline_locals
from holdfast.source import Diagnostic, SpecError


def sort_properties(system: System) -> System:
    """The system with its properties sorted by how they are checked."""
    sorter = _Sorter(system)
    for invariant in system.invariants:
        sorter.require_state(invariant, "INVARIANT")
    for constraint in system.constraints:
        sorter.require_state(constraint, "CONSTRAINT")
    if system.view is not None:
        sorter.require_state(system.view, "VIEW")
    for possible in system.possible:
        sorter.require_no_time(possible)
    for prop in system.properties:
        sorter.sort(prop, prop.expr, ())
    return replace(
        system,
        invariants=(*system.invariants, *sorter.invariants),
        initial_properties=tuple(sorter.initial),
        step_properties=tuple(sorter.steps),
        temporal=tuple(map(_together, sorter.temporal.values())),
    )


Bounds: TypeAlias = tuple[ir.Bound, ...]


class _Sorter:
    def __init__(self, system: System) -> None:
        self.definitions = system.definitions
        self.levels = Levels.of_system(system)
        self.passes = system.transient is not None
        self.invariants: list[Property] = []
        self.initial: list[Property] = []
        self.steps: list[Property] = []
        self.temporal: dict[str, list[Property]] = {}

    def require_state(self, prop: Property, keyword: str) -> None:
        """Report an entry of the configuration that is not a state predicate."""
        level = self.levels.of(prop.expr)
        if level <= Level.STATE:
            return
        what = "is an action" if level == Level.ACTION else "is a temporal formula"
        message = f"`{prop.name}` {what}, but {keyword} requires a state predicate"
        help: str | None = f"name it as PROPERTY {prop.name}"
        if keyword == "VIEW":
            help = None
        elif level == Level.ACTION:
            help = f"as a PROPERTY of all steps, it is written `[][{prop.name}]_vars`"
            if keyword == "CONSTRAINT":
                help = f"name it as ACTION_CONSTRAINT {prop.name}"
        raise SpecError(Diagnostic("model-property-form", message, prop.span, help))

    def require_no_time(self, prop: Property) -> None:
        """Report a temporal formula under _POSSIBLE."""
        if self.levels.of(prop.expr) == Level.TEMPORAL:
            message = (
                f"`{prop.name}` is a temporal formula, but _POSSIBLE requires a state predicate "
                "or an action"
            )
            raise SpecError(Diagnostic("model-property-form", message, prop.span))

    def sort(self, prop: Property, e: ir.Expr, bounds: tuple[Bounds, ...]) -> None:
        """Sort one part of a property; `bounds` are those of the universal quantifiers around."""
        if self.levels.of(e) <= Level.STATE:
            self.initial.append(self._part(prop, e, bounds))
            return
        match e:
            case ir.Apply(Op.AND, items):
                for item in items:
                    self.sort(prop, item, bounds)
            case ir.Apply(Op.ALWAYS, (body,)) if self.levels.of(body) <= Level.STATE:
                # A temporal property is about every state of a behaviour.
                part = self._part(prop, body, bounds)
                self.invariants.append(replace(part, everywhere=self.passes))
            case ir.Apply(Op.ALWAYS, (ir.Apply(Op.BOX_ACTION, _) as step,)):
                self.steps.append(self._part(prop, step, bounds))
            case ir.Apply(Op.ALWAYS, (ir.Apply(Op.AND, items),)):
                for item in items:
                    self.sort(prop, ir.Apply(Op.ALWAYS, (item,), span=item.span), bounds)
            case ir.Apply(Op.ALWAYS, (ir.Call(name, args),)) if name in self.definitions:
                body = self._entered(name, args)
                self.sort(prop, ir.Apply(Op.ALWAYS, (body,), span=e.span), bounds)
            case ir.Bind(Binder.FORALL, inner, body) if self._constant(inner):
                self.sort(prop, body, (*bounds, inner))
            case ir.Let() if (inlined := inline_locals(e)) is not None:
                self.sort(prop, inlined, bounds)
            case ir.Call(name, args) if name in self.definitions:
                self.sort(prop, self._entered(name, args), bounds)
            case _ if self.levels.of(e) == Level.TEMPORAL:
                self.temporal.setdefault(prop.name, []).append(self._part(prop, e, bounds))
            case _:
                message = f"the property `{prop.name}` is an action, not a temporal formula"
                help = "write `[][A]_vars` for a property of all steps"
                raise SpecError(Diagnostic("model-property-form", message, e.span, help))

    def _constant(self, bounds: Bounds) -> bool:
        return all(
            b.domain is not None and self.levels.of(b.domain) == Level.CONSTANT for b in bounds
        )

    def _entered(self, name: str, args: tuple[ir.Expr, ...]) -> ir.Expr:
        definition = self.definitions[name]
        return substitute(definition.body, dict(zip(definition.params, args, strict=True)))

    def _part(self, prop: Property, e: ir.Expr, bounds: tuple[Bounds, ...]) -> Property:
        for group in reversed(bounds):
            e = ir.Bind(Binder.FORALL, group, e, span=e.span)
        return Property(prop.name, e, span=prop.span)


def _together(parts: list[Property]) -> Property:
    """The temporal parts of one property as one."""
    first = parts[0]
    if len(parts) == 1:
        return first
    return replace(first, expr=ir.Apply(Op.AND, tuple(p.expr for p in parts), span=first.span))
