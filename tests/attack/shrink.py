"""A smaller spec that shows the same thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from tests.attack.prune import prune
from tests.attack.tree import (
    Apply,
    Arg,
    Bind,
    Call,
    Definition,
    Expr,
    Instance,
    Lambda,
    Let,
    Lit,
    Module,
    OpName,
    Spec,
    Unit,
)

T = TypeVar("T")
LITERALS = (Lit(True), Lit(False), Lit(0), Lit(1))


def shrink(spec: Spec, shows: Callable[[Spec], bool], tries: int = 600) -> Spec:
    """Drop what is asked, then definitions, then parts of expressions, as long as it shows."""
    left = tries
    progress = True
    while progress and left > 0:
        progress = False
        for smaller in candidates(spec):
            left -= 1
            if shows(smaller):
                spec, progress = smaller, True
                break
            if left <= 0:
                break
    return spec


def candidates(spec: Spec) -> Iterator[Spec]:
    """Smaller specs, the smallest first."""
    for i in range(len(spec.invariants)):
        yield prune(replace(spec, invariants=_without(spec.invariants, i)))
    for i in range(len(spec.action_properties)):
        yield prune(replace(spec, action_properties=_without(spec.action_properties, i)))
    for option in ("constraint", "action_constraint", "view"):
        if getattr(spec, option):
            yield prune(replace(spec, **{option: None}))
    for number in reversed(range(len(spec.modules))):
        for module in smaller_modules(spec.modules[number]):
            modules = (*spec.modules[:number], module, *spec.modules[number + 1 :])
            yield prune(replace(spec, modules=modules))


def _without(items: tuple[T, ...], i: int) -> tuple[T, ...]:
    return items[:i] + items[i + 1 :]


def smaller_modules(module: Module) -> Iterator[Module]:
    """The module with one expression made smaller."""
    for number in reversed(range(len(module.units))):
        for unit in smaller_units(module.units[number]):
            yield replace(
                module, units=(*module.units[:number], unit, *module.units[number + 1 :])
            )


def smaller_units(unit: Unit) -> Iterator[Unit]:
    """A definition or instance with one expression made smaller."""
    match unit:
        case Definition():
            for body in smaller(unit.body):
                yield replace(unit, body=body)
        case Instance():
            for i, (name, e) in enumerate(unit.substitution):
                for less in smaller(e):
                    changed = (*unit.substitution[:i], (name, less), *unit.substitution[i + 1 :])
                    yield replace(unit, substitution=changed)


def smaller(e: Expr) -> Iterator[Expr]:
    """An expression in the place of this one: a literal, a part, or it with a smaller part."""
    if not isinstance(e, Lit):
        yield from LITERALS
    yield from _parts(e)
    match e:
        case Lit():
            return
        case Call(_, args, path):
            for i, arg in enumerate(args):
                for less in smaller_argument(arg):
                    yield replace(e, args=(*args[:i], less, *args[i + 1 :]))
            for i, (name, given) in enumerate(path):
                for k, arg in enumerate(given):
                    for less in smaller_argument(arg):
                        step = (name, (*given[:k], less, *given[k + 1 :]))
                        yield replace(e, path=(*path[:i], step, *path[i + 1 :]))
        case Apply(_, parts):
            for i, part in enumerate(parts):
                for less in smaller(part):
                    yield replace(e, args=(*parts[:i], less, *parts[i + 1 :]))
        case Bind(_, _, domain, body):
            for less in smaller(body):
                yield replace(e, body=less)
            for less in smaller(domain):
                yield replace(e, domain=less)
        case Let(units, body):
            for less in smaller(body):
                yield replace(e, body=less)
            for i, unit in enumerate(units):
                if len(units) > 1:
                    yield replace(e, units=_without(units, i))
                for changed in smaller_units(unit):
                    yield replace(e, units=(*units[:i], changed, *units[i + 1 :]))


def smaller_argument(arg: Arg) -> Iterator[Arg]:
    """An argument that is smaller."""
    match arg:
        case OpName():
            return
        case Lambda(_, body):
            for less in smaller(body):
                yield replace(arg, body=less)
        case _:
            yield from smaller(arg)


def _parts(e: Expr) -> Iterator[Expr]:
    """The parts of an expression that may stand alone; names that they lose make them useless."""
    match e:
        case Call(_, args):
            for arg in args:
                if not isinstance(arg, OpName | Lambda):
                    yield arg
        case Apply(_, parts):
            yield from parts
        case Bind(_, _, domain, body):
            yield from (domain, body)
        case Let(_, body):
            yield body
        case Lit():
            return
