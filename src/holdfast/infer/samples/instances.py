"""Instances of a system: other sizes of its constant sets, with matching quorums.

A set of model values is a sort and may have any size; its elements are called `Node_1`,
`Node_2` and so on, in every instance. A set of sets of them is a family of quorums, for
which majorities are tried. Numbers may be smaller. All else keeps its value. Instances that
violate an assumption of the spec are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations, product

from holdfast.cancellation import tick
from holdfast.infer.lift import Lifted
from holdfast.infer.samples.totals import rows_with_total
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical, function_from, set_of
from holdfast.ir.errors import EvalError
from holdfast.ir.levels import Level, Levels
from holdfast.ir.literals import expr_of
from holdfast.ir.order import ordered
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import (
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Value,
    atoms,
    numbered_value,
)

LARGEST = 4
"""The largest size of a set that samples are taken from, unless the model has a larger one."""
_LARGEST_WITH_QUORUMS = 7
_MOST_VECTORS = 3000
_LARGER_BY = 1


@dataclass(frozen=True, slots=True)
class Instance:
    """Values of the constants, and the sizes that identify the instance."""

    constants: Mapping[str, Value]
    sizes: Mapping[str, int]

    def label(self) -> str:
        """The sizes as text."""
        return ", ".join(f"{name}: {size}" for name, size in self.sizes.items())


@dataclass(frozen=True, slots=True)
class Model:
    """The constants of the configuration: their values, and which of them are sorts.

    `values` are those with the names of elements that all instances share; `families` maps
    a constant set of sets to the sort of its elements. Constants that are `made` from others by
    an expression have a value in every instance.
    """

    values: Mapping[str, Value]
    sorts: Mapping[str, int]
    families: Mapping[str, str]
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    made: tuple[str, ...] = ()

    def instance(self) -> Instance:
        """The instance that the configuration gives."""
        sizes = dict(self.sorts) | {n: _number(self.values[n]) for n in self.numbers}
        return Instance(self.values, sizes)


def read_model(system: System) -> Model:
    """The constants of a system, as its configuration gives them."""
    machine = Machine(system)
    raw: dict[str, Value] = {}
    with ranked_by(machine.ranks):
        for name in system.constants:
            if name in system.definitions and not system.definitions[name].params:
                value = machine.value(ir.Call(name))
                raw[name] = value.finite() if isinstance(value, LazySet) else value
        sorts, renamed = _sorts(raw)
    most = {s: max(LARGEST, size) + 1 for s, size in sorts.items()}
    names = tuple(numbered_value(s, i).name for s in sorts for i in range(1, most[s] + 1))
    with ranked_by(Ranks((*system.names, *names))):
        values = {name: rename(value, renamed) for name, value in raw.items()}
    elements = {m: s for s in sorts for m in values[s].elements}  # type: ignore[union-attr]
    families = {}
    for name, value in values.items():
        sort = _family(value, elements)
        if sort is not None:
            families[name] = sort
    made = tuple(name for name in values if _is_made(name, system))
    families = {name: sort for name, sort in families.items() if name not in made}
    # Numbers beside sorts mostly limit a search: they stay as they are.
    numbers = () if sorts else tuple(n for n, v in values.items() if isinstance(v, int))
    return Model(values, sorts, families, numbers, names, made)


def _is_made(name: str, system: System) -> bool:
    """Whether a constant is defined by an expression over other constants."""
    seen = {name}
    pending = [system.definitions[name].body]
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Call(called, _) | ir.Name(called) if called not in seen:
                    seen.add(called)
                    if called in system.constants:
                        return True
                    if called in system.definitions:
                        pending.append(system.definitions[called].body)
                case _:
                    pass
    return False


def _sorts(raw: Mapping[str, Value]) -> tuple[dict[str, int], dict[ModelValue, Value]]:
    """The largest sets of model values, and the new names of their elements."""
    found: dict[str, int] = {}
    renamed: dict[ModelValue, Value] = {}
    listed = [(n, v) for n, v in raw.items() if isinstance(v, FiniteSet) and v.elements]
    for name, value in sorted(listed, key=lambda item: -len(item[1])):
        models = [e for e in value.elements if isinstance(e, ModelValue)]
        if len(models) < len(value) or any(m in renamed for m in models):
            continue
        found[name] = len(value)
        for i, element in enumerate(ordered(value), start=1):
            assert isinstance(element, ModelValue)
            renamed[element] = numbered_value(name, i)
    return {name: found[name] for name in raw if name in found}, renamed


def _family(value: Value, elements: Mapping[Value, str]) -> str | None:
    if not isinstance(value, FiniteSet) or not value.elements:
        return None
    sorts = set()
    for member in value.elements:
        if not isinstance(member, FiniteSet):
            return None
        sorts |= {elements.get(e) for e in member.elements}
    return sorts.pop() if len(sorts) == 1 else None


def rename(value: Value, names: Mapping[ModelValue, Value]) -> Value:
    """The value with its model values renamed."""
    match value:
        case ModelValue():
            return names.get(value, value)
        case Boolean() | int() | str():
            return value
        case FiniteSet():
            return set_of([rename(e, names) for e in value.elements])
        case tuple():
            return tuple([rename(e, names) for e in value])
        case Function():
            keys = ordered(value.domain)
            pairs = zip(keys, value.values, strict=True)
            return function_from([(rename(k, names), rename(v, names)) for k, v in pairs])
        case LazySet() | LazyFunction():
            return rename(value.finite(), names)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


# ---- other sizes ----


def instances(model: Model, system: System, lifted: Lifted, machine: Machine) -> Iterator[Instance]:
    """Instances from small to large, except the configured one."""
    given = model.instance()
    for variant in _variants(given, model):
        if meets_assumptions(variant, lifted, machine):
            yield variant
    for sizes in islice(_size_vectors(model), _MOST_VECTORS):
        if sizes == given.sizes:
            continue
        for i in _with_sizes(model, sizes):
            tick()
            complete = _with_made(i, model, system) if model.made else i
            if complete is None:
                continue
            for each in (complete, *_variants(complete, model)):
                if meets_assumptions(each, lifted, machine):
                    yield each


def larger_instances(model: Model) -> Iterator[Instance]:
    """The configured instance with larger numbers, also with one element more in each sort.

    A number beside sorts mostly limits a search: what holds only below that limit is no lemma.
    """
    values = {n: new for n, v in model.values.items() if (new := _with_larger(v)) is not None}
    counts = {n: v if isinstance(v, int) else len(_elements(v)) for n, v in values.items()}
    more = {s: min(size + 1, _LARGEST_WITH_QUORUMS) for s, size in model.sorts.items()}
    for sizes in (model.sorts, more):
        for instance in islice(_with_sizes(model, sizes), 1):
            yield Instance({**instance.constants, **values}, {**sizes, **counts})


def _with_larger(value: Value) -> Value | None:
    """A larger number, or a set of numbers with larger ones."""
    match value:
        case Boolean():
            return None
        case int():
            return value + _LARGER_BY
        case FiniteSet():
            numbers = [e for e in value.elements if isinstance(e, int)]
            if not numbers or len(numbers) < len(value):
                return None
            more = range(max(numbers) + 1, max(numbers) + _LARGER_BY + 1)
            return set_of([*numbers, *more])
        case _:
            return None


def _variants(instance: Instance, model: Model) -> Iterator[Instance]:
    """The instance with other elements in the constants that are defined by expressions.

    An expression gives one of many values that the assumptions allow; lemmas must hold for all.
    """
    if not model.made:
        return
    found = {instance.constants[n] for n in model.made}
    for sort in model.sorts:
        elements = ordered(instance.constants[sort])  # type: ignore[arg-type]  # a sort is a set
        for order in islice(permutations(elements), 24):
            names = dict(zip(elements, order, strict=True))
            values = {n: rename(instance.constants[n], names) for n in model.made}  # type: ignore[arg-type]  # of model values
            if not found.issuperset(values.values()):
                found.update(values.values())
                yield Instance({**instance.constants, **values}, instance.sizes)


def _with_made(instance: Instance, model: Model, system: System) -> Instance | None:
    """The instance with the values of constants that are computed from others."""
    machine = Machine(instantiate(system, instance, model.names, model.made))
    values = dict(instance.constants)
    try:
        with ranked_by(machine.ranks):
            for name in model.made:
                values[name] = canonical(machine.value(ir.Call(name)))
    except EvalError:
        return None
    return Instance(values, instance.sizes)


def _size_vectors(model: Model) -> Iterator[dict[str, int]]:
    """Sizes of all sets and numbers, from small to large."""
    names = (*model.sorts, *model.numbers)
    if any(_depends(model, n) for n in model.values):
        return
    ranges = []
    for name in names:
        given = model.sorts.get(name) or _number(model.values[name])
        top = max(LARGEST, given) if name in model.sorts else given
        if name in model.families.values():
            top = max(LARGEST, min(top, _LARGEST_WITH_QUORUMS))
        low = 1 if name in model.sorts else min(1, given)
        ranges.append((low, top))
    for total in range(sum(r[0] for r in ranges), sum(r[1] for r in ranges) + 1):
        rows = rows_with_total(ranges, total)
        for sizes in sorted(rows, key=lambda row: max(row, default=0)):
            yield dict(zip(names, sizes, strict=True))


def _depends(model: Model, name: str) -> bool:
    """Whether a constant that is neither a sort nor a family contains elements of a sort."""
    if name in model.sorts or name in model.families or name in model.made:
        return False
    own = {e for s in model.sorts for e in _elements(model.values[s])}
    return not isinstance(model.values[name], ModelValue) and bool(
        own.intersection(atoms((model.values[name],)))
    )


def _elements(value: Value) -> frozenset[Value]:
    return value.elements if isinstance(value, FiniteSet) else frozenset()


def _with_sizes(model: Model, sizes: Mapping[str, int]) -> Iterator[Instance]:
    values = dict(model.values)
    for name, size in sizes.items():
        if name in model.sorts:
            values[name] = set_of([numbered_value(name, i) for i in range(1, size + 1)])
        else:
            values[name] = size
    choices = []
    for name, sort in model.families.items():
        elements = ordered(values[sort])  # type: ignore[arg-type]
        choices.append([(name, family) for family in _families(elements)])
    for chosen in product(*choices):
        yield Instance(values | dict(chosen), dict(sizes))


def _families(elements: tuple[Value, ...]) -> list[Value]:
    """Majorities, and the smallest majorities only."""
    least = len(elements) // 2 + 1
    small = [set_of(c) for c in combinations(elements, least)]
    larger = [
        set_of(c) for n in range(least + 1, len(elements) + 1) for c in combinations(elements, n)
    ]
    return [set_of(small + larger), set_of(small)] if larger else [set_of(small)]


def meets_assumptions(instance: Instance, lifted: Lifted, machine: Machine) -> bool:
    """Whether the assumptions of the spec hold for these constants."""
    nothing = (None,) * len(lifted.variables)
    row = (*(instance.constants[c] for c in lifted.constants), *nothing)
    try:
        return all(machine.holds(p.expr, row) for p in lifted.system.assumptions)  # type: ignore[arg-type]
    except EvalError:
        return False


# ---- a system for an instance ----


def with_chosen_constants(system: System) -> System:
    """The system in which a constant CHOOSE expression is a constant.

    A configuration may replace a constant by a definition with a CHOOSE in it; solvers then
    know only the assumptions about its value.
    """
    levels = Levels.of_system(system)
    chosen = [
        name
        for name, d in system.definitions.items()
        if name not in system.constants
        and not d.params
        and levels.of_definition(name) is Level.CONSTANT
        and any(isinstance(p, ir.Bind) and p.binder is ir.Binder.CHOOSE for p in ir.walk(d.body))
    ]
    return replace(system, constants=(*system.constants, *chosen)) if chosen else system


def with_plain_constants(system: System) -> System:
    """The system whose constants are all values, also those defined by expressions.

    A proof for all sizes uses only the assumptions about such a constant.
    """
    made = [n for n in system.constants if n in system.definitions and _is_made(n, system)]
    if not made:
        return system
    machine = Machine(system)
    definitions = dict(system.definitions)
    with ranked_by(machine.ranks):
        for name in made:
            if not definitions[name].params:
                value = canonical(machine.value(ir.Call(name)))
                definitions[name] = replace(definitions[name], body=expr_of(value))
    return replace(system, definitions=definitions)


def instantiate(
    system: System, instance: Instance, names: tuple[str, ...], made: tuple[str, ...] = ()
) -> System:
    """The system with the constants of an instance, except those `made` from others."""
    definitions = dict(system.definitions)
    for name, value in instance.constants.items():
        if name in made:
            continue
        definitions[name] = replace(definitions[name], body=expr_of(value))
    ranked = tuple(dict.fromkeys((*system.names, *names)))
    return replace(system, definitions=definitions, names=ranked, symmetry=None, view=None)
