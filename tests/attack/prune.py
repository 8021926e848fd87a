"""A spec without what nothing uses."""

from __future__ import annotations

from dataclasses import replace

from tests.attack.tree import (
    Arg,
    Call,
    Instance,
    Let,
    Module,
    OpName,
    Spec,
    unit_expressions,
    walk,
)


def prune(spec: Spec) -> Spec:
    """The spec without definitions, instances and modules that are not used."""
    asked = {"Init", "Next", *spec.invariants, *(n for p in spec.action_properties for n in p)}
    asked |= {n for n in (spec.constraint, spec.action_constraint, spec.view) if n}
    asked |= {"vars", spec.fairness} if spec.fairness else set()
    wanted, todo = set(asked), list(asked)
    units = [(m, u) for m in spec.modules for u in m.units]
    # Names of definitions and instances are unique in a spec, except for `Limited`.
    while todo:
        name = todo.pop()
        found = [u for _, u in units if u.name == name] + [
            u for _, u in units if isinstance(u, Instance) and not u.name
        ]
        for unit in found:
            for e in unit_expressions(unit):
                for used in names_in(e) - wanted:
                    wanted.add(used)
                    todo.append(used)
    modules = [_kept(m, wanted) for m in spec.modules]
    needed = {spec.root.name}
    for module in reversed(modules):
        if module.name in needed:
            needed |= set(module.extends)
            needed |= {u.module for u in module.units if isinstance(u, Instance)}
            needed |= {
                each.module
                for u in module.units
                for e in unit_expressions(u)
                for each in _local_instances(e)
            }
    return replace(spec, modules=tuple(m for m in modules if m.name in needed))


def names_in(e: Arg) -> set[str]:
    """All names in an expression."""
    found: set[str] = set()
    for each in walk(e):
        if isinstance(each, Call | OpName):
            found.add(each.name)
            found |= {name for name, _ in each.path}
    return found


def _local_instances(e: Arg) -> list[Instance]:
    return [
        u
        for each in walk(e)
        if isinstance(each, Let)
        for u in each.units
        if isinstance(u, Instance)
    ]


def _kept(module: Module, wanted: set[str]) -> Module:
    """Only what is wanted; a plain instance stays if it may bring something."""
    return replace(
        module,
        units=tuple(
            u for u in module.units if u.name in wanted or (isinstance(u, Instance) and not u.name)
        ),
    )
