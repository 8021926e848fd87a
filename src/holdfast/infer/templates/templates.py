"""Candidate lemmas of fixed forms, instantiated from the text of a spec.

    initial facts        \\A i \\in Node : i # m => arb[m] < arb[i]      a conjunct of Init
    bounds               pos >= -1                     a test `pos >= 0` and a step to `pos - 1`
    after an action      phase = "recv" => bus = e     the action that assigns both
    prefix agreement     \\A i \\in Node, k \\in pos + 1 .. 10 : active[i] => bit(i, k) = bit(m, k)
    paths of constants   u1 \\in q0 => u2 < u1

`components.py` has more forms. A candidate is a guess: it may be false in some reachable state,
and is used only if it is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.infer.guards import conjuncts, scenes, unfolded
from holdfast.infer.templates.agreement import prefix_agreements
from holdfast.infer.templates.components import sets_of_components
from holdfast.infer.templates.forms import (
    changes,
    compared_with,
    equals,
    for_all,
    holds_in,
    implies,
    initial_values,
    is_constant,
    literal,
    names_bound,
    new_name,
)
from holdfast.ir import expr as ir
from holdfast.ir import types
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System
from holdfast.native.emit.reach import variables_of


def candidates(system: System, asked: Sequence[Property]) -> tuple[ir.Expr, ...]:
    """The candidates of most forms, each once; `strengthen.py` has the others."""
    found = [
        *initial_facts(system),
        *bounds(system),
        *after_actions(system),
        *prefix_agreements(system, asked),
        *paths_of_constants(system),
        *sets_of_components(system, asked),
    ]
    return tuple(dict.fromkeys(found))


# ---- facts about initial states ----


def initial_facts(system: System) -> Iterator[ir.Expr]:
    """The conjuncts of Init that may remain true; sets of records field by field."""
    if system.init_formula is None:
        return
    for e in _conjuncts(system.init_formula, system):
        match e:
            case ir.Apply(Op.EQ, (ir.Name(name), value)) if name in system.variables:
                yield from _values(ir.Name(name), value)
            case ir.Apply(Op.IN, (ir.Name(name), domain)) if name in system.variables:
                yield from _members(ir.Name(name), domain, system)
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


def _members(e: ir.Expr, domain: ir.Expr, system: System) -> Iterator[ir.Expr]:
    """`e \\in domain`, for each value of a function and each field of a record."""
    match domain:
        case ir.Apply(Op.FUNCTION_SET, (keys, values)):
            x = new_name(system, e, domain)
            for inner in _members(ir.Apply(Op.INDEX, (e, ir.Name(x))), values, system):
                yield for_all(((x, keys),), inner)
        case ir.Apply(Op.RECORD_SET, fields):
            for name, values in zip(fields[::2], fields[1::2], strict=True):
                yield from _members(ir.Apply(Op.INDEX, (e, name)), values, system)
        case _:
            yield ir.Apply(Op.IN, (e, domain))


def _values(e: ir.Expr, value: ir.Expr) -> Iterator[ir.Expr]:
    """`e = value`, for each value of a function and each field of a record."""
    match value:
        case ir.Bind(ir.Binder.FUNCTION, (ir.Bound((x,), keys),), inner) if keys is not None:
            yield equals(ir.Apply(Op.DOMAIN, (e,)), keys)
            for part in _values(ir.Apply(Op.INDEX, (e, ir.Name(x))), inner):
                yield for_all(((x, keys),), part)
        case ir.Apply(Op.RECORD, fields) if not isinstance(e, ir.Name):
            for name, each in zip(fields[::2], fields[1::2], strict=True):
                yield from _values(ir.Apply(Op.INDEX, (e, name)), each)
        case ir.Literal():
            pass  # what is the same for all elements changes
        case _ if not isinstance(e, ir.Name):
            yield equals(e, value)
        case _:
            pass


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
        known = dict(_known(scene.guards, local))
        for control, value in scene.assigned:
            if not isinstance(value, ir.Literal):
                continue
            here = equals(ir.Name(control), value)
            assigned = (equals(ir.Name(n), e) for n, e in scene.assigned if n != control)
            guards = (g for g in scene.guards if not _gives(g, local))
            for fact in (substitute(f, known) for f in (*guards, *assigned)):
                read = variables_of(fact, system)
                fixed = not (read & changed) or _is_assignment(fact, read & changed)
                if read and fixed and control not in read and local.isdisjoint(ir_names(fact)):
                    yield implies(here, fact)


def _known(guards: Sequence[ir.Expr], local: frozenset[str]) -> Iterator[tuple[str, ir.Expr]]:
    """The parameters of an action to which a guard gives a value."""
    for guard in guards:
        given = _gives(guard, local)
        if given is not None:
            yield given


def _gives(guard: ir.Expr, local: frozenset[str]) -> tuple[str, ir.Expr] | None:
    match guard:
        case ir.Apply(Op.EQ, (ir.Name(name), e) | (e, ir.Name(name))):
            return (name, e) if name in local and local.isdisjoint(ir_names(e)) else None
        case _:
            return None


def _is_assignment(fact: ir.Expr, changed: frozenset[str]) -> bool:
    """Whether a fact is `x = e` and only `x` was changed."""
    match fact:
        case ir.Apply(Op.EQ, (ir.Name(name), value)):
            return changed == {name} and value != fact.args[0] and name not in ir_names(value)
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
                        inside = holds_in(*held, ir.Call(c), system)
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
