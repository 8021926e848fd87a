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
    for plainer in (
        replace(spec, constraint=None),
        replace(spec, action_constraint=None),
        replace(spec, view=None),
        replace(spec, fairness=None),
    ):
        if plainer != spec:
            yield prune(plainer)
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
            yield replace(module, units=(*module.units[:number], unit, *module.units[number + 1 :]))


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
    if isinstance(e, Lit):
        return
    yield from LITERALS
    yield from _parts(e)
    match e:
        case Call(_, args, path):
            yield from (replace(e, args=less) for less in _each(args, smaller_argument))
            for i, (name, given) in enumerate(path):
                for less in _each(given, smaller_argument):
                    yield replace(e, path=(*path[:i], (name, less), *path[i + 1 :]))
        case Apply(_, parts):
            yield from (replace(e, args=less) for less in _each(parts, smaller))
        case Bind(_, _, domain, body):
            yield from (replace(e, body=less) for less in smaller(body))
            yield from (replace(e, domain=less) for less in smaller(domain))
        case Let(units, body):
            yield from (replace(e, body=less) for less in smaller(body))
            if len(units) > 1:
                yield from (replace(e, units=_without(units, i)) for i in range(len(units)))
            yield from (replace(e, units=less) for less in _each(units, smaller_units))


def _each(items: tuple[T, ...], less: Callable[[T], Iterator[T]]) -> Iterator[tuple[T, ...]]:
    """The items with one of them smaller."""
    for i, item in enumerate(items):
        for smaller_one in less(item):
            yield (*items[:i], smaller_one, *items[i + 1 :])


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
