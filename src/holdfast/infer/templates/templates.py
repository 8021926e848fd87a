"""Candidate lemmas of fixed forms, instantiated from the text of a spec.

    initial facts        \\A i \\in Node : i # m => arb[m] < arb[i]      a conjunct of Init
    bounds               pos >= -1                     a test `pos >= 0` and a step to `pos - 1`
    after an action      phase = "recv" => bus = e     the action that assigns both
    prefix agreement     \\A i \\in Node, k \\in pos + 1 .. 10 : active[i] => bit(i, k) = bit(m, k)
    paths of constants   u1 \\in q0 => u2 < u1

A candidate is a guess: it may be false in some reachable state, and is used only if it is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.infer.guards import conjuncts, scenes, unfolded
from holdfast.infer.templates.agreement import prefix_agreements
from holdfast.infer.templates.forms import (
    changes,
    compared_with,
    equals,
    for_all,
    implies,
    initial_values,
    is_constant,
    literal,
    names_bound,
)
from holdfast.ir import expr as ir
from holdfast.ir import types
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.native.emit.reach import variables_of


def candidates(system: System, asked: Sequence[Property]) -> tuple[ir.Expr, ...]:
    """The candidates of all forms, each once."""
    found = [
        *initial_facts(system),
        *bounds(system),
        *after_actions(system),
        *prefix_agreements(system, asked),
        *paths_of_constants(system),
    ]
    return tuple(dict.fromkeys(found))


# ---- facts about initial states ----


def initial_facts(system: System) -> Iterator[ir.Expr]:
    """The conjuncts of Init that may remain true; sets of records field by field."""
    if system.init_formula is None:
        return
    for e in _conjuncts(system.init_formula, system):
        match e:
            case ir.Apply(Op.EQ, (ir.Name(name), _)) if name in system.variables:
                pass
            case ir.Apply(Op.IN, (ir.Name(name), domain)) if name in system.variables:
                yield from _members(ir.Name(name), domain)
            case _:
                yield e


def _conjuncts(e: ir.Expr, system: System) -> Iterator[ir.Expr]:
    for part in conjuncts(e):
        match part:
            case ir.Call(name, ()) if name not in system.constants:
                body = unfolded(part, system)
                yield from (part,) if body is None else _conjuncts(body, system)
            case _:
                yield part


def _members(e: ir.Expr, domain: ir.Expr) -> Iterator[ir.Expr]:
    """`e \\in domain`, for each value of a function and each field of a record."""
    match domain:
        case ir.Apply(Op.FUNCTION_SET, (keys, values)):
            at = ir.Apply(Op.INDEX, (e, ir.Name("x")))
            for inner in _members(at, values):
                yield for_all((("x", keys),), inner)
        case ir.Apply(Op.RECORD_SET, fields):
            for name, values in zip(fields[::2], fields[1::2], strict=True):
                yield from _members(ir.Apply(Op.INDEX, (e, name)), values)
        case _:
            yield ir.Apply(Op.IN, (e, domain))


# ---- bounds of numbers ----


def bounds(system: System) -> Iterator[ir.Expr]:
    """Bounds of the variables that an action increments or decrements."""
    start = initial_values(system)
    for name, step in changes(system):
        limits = [literal(n) for n in compared_with(name, system)]
        limits += [literal(n - 1 if step < 0 else n + 1) for n in compared_with(name, system)]
        op, back = (Op.GE, Op.LE) if step < 0 else (Op.LE, Op.GE)
        for limit in limits:
            yield ir.Apply(op, (ir.Name(name), limit))
        if name in start:
            yield ir.Apply(back, (ir.Name(name), start[name]))


# ---- after an action ----


def after_actions(system: System) -> Iterator[ir.Expr]:
    """What an action tested and assigned, while a variable has the value that it assigned."""
    for scene in scenes(system):
        changed = {name for name, _ in scene.assigned}
        local = names_bound(scene.bounds)
        for control, value in scene.assigned:
            if not isinstance(value, ir.Literal):
                continue
            here = equals(ir.Name(control), value)
            facts = [
                *scene.guards,
                *(equals(ir.Name(n), e) for n, e in scene.assigned if n != control),
            ]
            for fact in facts:
                read = variables_of(fact, system)
                fixed = not (read & changed) or _is_assignment(fact, read & changed)
                if read and fixed and control not in read and local.isdisjoint(ir_names(fact)):
                    yield implies(here, fact)


def _is_assignment(fact: ir.Expr, changed: frozenset[str]) -> bool:
    """Whether a fact is `x = e` and only `x` was changed."""
    match fact:
        case ir.Apply(Op.EQ, (ir.Name(name), value)):
            return changed == {name} and name not in ir_names(value)
        case _:
            return False


def ir_names(e: ir.Expr) -> frozenset[str]:
    """The names in an expression."""
    return frozenset(p.name for p in ir.walk(e) if isinstance(p, ir.Name))


# ---- constants in collections ----


def paths_of_constants(system: System) -> Iterator[ir.Expr]:
    """How a constant in a collection of numbers compares to the other constants."""
    numbers = [c for c in system.constants if is_constant(c, types.Int(), system)]
    if not 2 <= len(numbers) <= _MOST_CONSTANTS:
        return
    for name in system.variables:
        for held in _collections(ir.Name(name), system.types.get(name)):
            for c in numbers:
                for other in numbers:
                    if other != c:
                        inside = _holds(held, ir.Call(c))
                        for op in (Op.LT, Op.GT):
                            yield implies(inside, ir.Apply(op, (ir.Call(c), ir.Call(other))))


_MOST_CONSTANTS = 6


def _collections(e: ir.Expr, of: object) -> Iterator[tuple[ir.Expr, bool]]:
    """The sets and sequences of numbers in a value; whether each is a sequence."""
    match of:
        case types.Set(types.Int()):
            yield e, False
        case types.Seq(types.Int()):
            yield e, True
        case types.Record(fields):
            for name, field in fields:
                yield from _collections(ir.Apply(Op.INDEX, (e, ir.Literal(name))), field)
        case _:
            pass


def _holds(held: tuple[ir.Expr, bool], element: ir.Expr) -> ir.Expr:
    collection, is_sequence = held
    if not is_sequence:
        return ir.Apply(Op.IN, (element, collection))
    at = ir.Apply(Op.INDEX, (collection, ir.Name("x")))
    keys = ir.Bound(("x",), ir.Apply(Op.DOMAIN, (collection,)))
    return ir.Bind(ir.Binder.EXISTS, (keys,), equals(at, element))
