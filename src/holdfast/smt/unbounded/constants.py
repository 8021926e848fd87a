"""The constants of a system for all sizes: their possible values, by the value in the model.

    RM = {r1, r2, r3}            a sort, also if its elements are strings
    Faulty = {r1}                a set of elements of RM, because its elements are
    Quorum = {{r1, r2}, {r3}}    a set of sets of elements of RM
    Nil = Nil                    a value that differs from all others
    N = 3, Ballot = {0, 1}       an integer, a set of integers

A constant that is replaced by an expression about other constants is that expression, unless
an ASSUME restricts it. What this implies beyond sizes is listed: see `assumed.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir import values as concrete
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.smt.terms.term import BOOL, FALSE, TRUE, Sort, Symbol
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.apart import told_apart
from holdfast.smt.unbounded.domains import atoms_of
from holdfast.smt.unbounded.sets import whole_sort
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import placed, refuse
from holdfast.smt.unbounded.symbolic import Sym
from holdfast.smt.unbounded.symbols import symbolic
from holdfast.source import Diagnostic, SpecError


@dataclass(frozen=True, slots=True)
class Constants:
    """The symbolic values of constants, and why some have none.

    `of_sorts` maps each element of a sort to the sort; `shapes` are those of the constants that
    are neither sorts nor known values. All keys are names of definitions;
    `called` has the constants that have other names, `same` those that are one definition. The
    shapes of those in `declared` come from their types, and assume nothing.
    """

    values: Mapping[str, Sym]
    refused: Mapping[str, SpecError]
    of_sorts: Mapping[str, Sort]
    shapes: Mapping[str, Shape]
    called: Mapping[str, str]
    same: tuple[tuple[str, str], ...]
    declared: frozenset[str] = frozenset()

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts, in the order of the constants."""
        return tuple(dict.fromkeys(self.of_sorts.values()))


def find_constants(system: System) -> Constants:
    """The constants of a system with arbitrary sizes."""
    declared = {n: t for n, t in system.declared.items() if n in system.constants}
    types = {n: s for n, t in declared.items() if (s := _of_type(t)) is not None}
    given = dict(_model(system, types))
    of_sorts = _sorts(given)
    values: dict[str, Sym] = {}
    refused: dict[str, SpecError] = {}
    kinds: dict[str, Shape] = {}
    for name, shape in types.items():
        kinds[name] = _named(name, shape)
        try:
            values[name] = symbolic(kinds[name], name)
        except SpecError as error:
            refused[name] = placed(error, system.definitions[name].span)
    wholes = set(of_sorts.values())
    for name, value in given.items():
        span = system.definitions[name].span
        try:
            if Sort(name) in wholes:
                values[name] = whole_sort(Sort(name))
                continue
            if {e in of_sorts for e in _model_values(value)} == {True, False}:
                raise refuse("overlap", span, f"`{name}`")
            kind = _named(name, _shape(value, of_sorts, name))
        except SpecError as error:
            refused[name] = placed(error, span)
            continue
        values[name] = symbolic(kind, name)
        kinds[name] = kind
    called: dict[str, str] = {}
    same: list[tuple[str, str]] = []
    for constant, name in _replaced(system).items():
        other = name if name in system.constants else called.setdefault(name, constant)
        if other != constant:
            same.append((constant, other))
    return Constants(values, refused, of_sorts, kinds, called, tuple(same), frozenset(types))


def with_empty_sets(constants: Constants, empty: str, not_empty: Container[str]) -> Constants:
    """The same with one constant set empty, and the others possibly empty, except some."""
    values = dict(constants.values)
    for sort in constants.sorts:
        if sort.name == empty:
            values[sort.name] = whole_sort(sort, FALSE)
        elif sort.name not in not_empty:
            values[sort.name] = whole_sort(sort, Symbol(f"{sort.name} # {{}}", (), BOOL)())
    return replace(constants, values=values)


def keys_of_functions(constants: Constants) -> Iterator[str]:
    """The constant sets that are domains of constant functions."""
    pending = list(constants.shapes.values())
    while pending:
        match pending.pop():
            case shapes.Functions(shapes.Elements(sort), _, of):
                yield sort.name
                pending.append(of)
            case shapes.Sets(of):
                pending.append(of)
            case shapes.Tuples(items) | shapes.Unions(items):
                pending += items
            case shapes.Records(fields):
                pending += [f for _, f in fields]
            case _:
                pass


def _named(name: str, kind: Shape) -> Shape:
    """The shape of a set of sets, with the constant that its elements belong to."""
    match kind:
        case shapes.Sets(shapes.Sets(of)):
            known = shapes.reified(of)
            return shapes.Sets(replace(known, within=Symbol(name, (known.sort,), BOOL)))
        case _:
            return kind


def _model(system: System, declared: Container[str]) -> Iterator[tuple[str, concrete.Value]]:
    """The values of the constants in the model, except those defined from other constants.

    Nor has it those whose declared types say what they may be.

    The key of a constant is the name of the definition that has its value.
    """
    machine = Machine(system)
    replaced = _replaced(system)
    for constant in system.constants:
        name = replaced.get(constant, constant)
        definition = system.definitions.get(name)
        if name in declared:
            continue
        if definition is None or definition.params or _is_made(definition, system):
            continue
        try:
            with ranked_by(machine.ranks):
                value = canonical(machine.value(ir.Call(name)))
        except EvalError as error:
            found = Diagnostic(error.code, error.message, error.span, error.help)
            raise SpecError(found) from None
        yield name, value


def _replaced(system: System) -> dict[str, str]:
    """The definition that replaces each constant, as the configuration says."""
    return {
        r.name: r.definition
        for r in system.replaced
        if r.definition is not None
        and r.name in system.constants
        and r.name not in system.definitions
    }


def _is_made(definition: ir.Definition, system: System) -> bool:
    """Whether a constant is defined by an expression over other constants only."""
    if any(definition.name in _mentioned(p.expr, system) for p in system.assumptions):
        return False
    others = set(system.constants) - {definition.name}
    return not others.isdisjoint(_mentioned(definition.body, system))


def _mentioned(e: ir.Expr, system: System) -> set[str]:
    """The names that occur in an expression, also through definitions."""
    pending, seen = [e], set[str]()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Call(name) | ir.Name(name) if name not in seen:
                    seen.add(name)
                    # The definition of a constant is not an assumption about it.
                    if name in system.definitions and name not in system.constants:
                        pending.append(system.definitions[name].body)
                case _:
                    pass
    return seen


def _sorts(given: Mapping[str, concrete.Value]) -> dict[str, Sort]:
    """The sort of each model value: the largest constant set that it belongs to."""
    candidates = {n: e for n, v in given.items() if (e := _model_values(v))}
    ranked = sorted(candidates, key=lambda n: -len(candidates[n]))
    found: dict[str, Sort] = {}
    for name in ranked:
        known = [e for e in candidates[name] if e in found]
        if not known:
            found |= dict.fromkeys(candidates[name], Sort(name))
    return found


def _model_values(value: concrete.Value) -> list[str]:
    """The elements of a set of model values, or of one of strings, in their order."""
    if not isinstance(value, concrete.FiniteSet):
        return []
    models = [e.name for e in value.elements if isinstance(e, concrete.ModelValue)]
    strings = [f'"{e}"' for e in value.elements if isinstance(e, str)]
    return next((sorted(names) for names in (models, strings) if len(names) == len(value)), [])


def _shape(value: concrete.Value, of_sorts: Mapping[str, Sort], name: str) -> Shape:
    """The shape of the values that a constant with this value may have."""
    match value:
        case concrete.Boolean():
            return shapes.Truths()
        case int():
            return shapes.Numbers()
        case str() | concrete.ModelValue():
            text = f'"{value}"' if isinstance(value, str) else value.name
            sort = of_sorts.get(text)
            return shapes.Atoms(frozenset((text,))) if sort is None else shapes.Elements(sort)
        case concrete.FiniteSet():
            of = _join(value.elements, of_sorts, name)
            # In another model, a set of such names may have other elements.
            if of == shapes.NOTHING or atoms_of(of):
                raise refuse("constant", None, f"`{name}`")
            return shapes.Sets(of)
        case tuple():
            return shapes.Tuples(tuple(_shape(x, of_sorts, name) for x in value))
        case concrete.Record():
            keys = [str(k) for k in value.domain.elements]
            fields = dict(zip(value.domain.ordering or (), value.values, strict=True))
            return shapes.Records(
                tuple((k, _shape(fields[k], of_sorts, name)) for k in sorted(keys))
            )
        case concrete.Function(domain=domain, values=values):
            key = _join(domain.elements, of_sorts, name)
            range_ = _join(values, of_sorts, name)
            if not isinstance(key, shapes.Elements) or range_ == shapes.NOTHING:
                raise refuse("constant", None, f"`{name}`")
            if len(domain) != sum(1 for s in of_sorts.values() if s == key.sort):
                raise refuse("constant", None, f"`{name}`")
            return shapes.Functions(key, (TRUE,), range_)
        case _:
            raise refuse("constant", None, f"`{name}`")


def _of_type(t: ty.Type) -> Shape | None:
    """The shape of the values of a declared type; None if it has none."""
    match t:
        case ty.Bool():
            return shapes.Truths()
        case ty.Int():
            return shapes.Numbers()
        case ty.Real():
            return shapes.Reals()
        case ty.Str():
            return shapes.Atoms()
        case ty.Seq(of):
            item = _of_type(of)
            return None if item is None else shapes.Sequences(item)
        case ty.Set(of):
            item = _of_type(of)
            return None if item is None else shapes.Sets(item)
        case ty.Tuple(items):
            known = [s for i in items if (s := _of_type(i)) is not None]
            return shapes.Tuples(tuple(known)) if len(known) == len(items) else None
        case ty.Record(fields):
            named = [(n, s) for n, f in fields if (s := _of_type(f)) is not None]
            return shapes.Records(tuple(named)) if len(named) == len(fields) else None
        case ty.Any() | ty.Never() | ty.Model() | ty.Function():
            return None
        case _:
            assert_never(t)


def _join(values: Iterable[concrete.Value], of_sorts: Mapping[str, Sort], name: str) -> Shape:
    return shapes.join_all(_shape(v, of_sorts, name) for v in values)


def tell_parts_apart(s: Shape) -> None:
    """Report which values of a configured shape are assumed to differ."""
    match s:
        case shapes.Unions(options):
            for i, option in enumerate(options):
                tell_parts_apart(option)
                told_apart(shapes.sides(option), (x for o in options[:i] for x in shapes.sides(o)))
        case shapes.Atoms():
            told_apart(shapes.sides(s), shapes.sides(s))
        case shapes.Tuples(items):
            for item in items:
                tell_parts_apart(item)
        case shapes.Records(fields):
            for _, field in fields:
                tell_parts_apart(field)
        case shapes.Sets(of) | shapes.Reified(_, of) | shapes.Sequences(of):
            tell_parts_apart(of)
        case shapes.Functions(key, _, of):
            tell_parts_apart(key)
            tell_parts_apart(of)
        case shapes.Nothing() | shapes.Truths() | shapes.Numbers() | shapes.Reals():
            return
        case shapes.Elements():
            return
        case _:
            assert_never(s)
