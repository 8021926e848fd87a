"""Candidate lemmas about the components of a system: what they hold at the same time.

order on a ring     \\A i, j, k \\in 0..N-1 : k between i and j, u[i] in q[j] => u[k] < u[i]
sets of components  \\A i \\in 0..N-1 : held[i] \\subseteq contract[i + 1]
the same for others the property about `held`, with `contract`
modes               belief[1] = "READY" => M0.condition = "IDLE"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from holdfast.infer.guards import scenes, unfolded
from holdfast.infer.templates.forms import (
    equals,
    for_all,
    holds_in,
    implies,
    initial_values,
    literal,
    new_name,
    new_names,
)
from holdfast.ir import expr as ir
from holdfast.ir import types
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Property, System

# ---- functions on the indices of components ----


@dataclass(frozen=True, slots=True)
class _Family:
    """A variable with a value for each index, from `first`; initially it is `start`, for `name`."""

    variable: str
    name: str
    keys: ir.Expr
    first: int
    start: ir.Expr

    def at(self, index: ir.Expr) -> ir.Expr:
        """Its value at an index."""
        return ir.Apply(Op.INDEX, (ir.Name(self.variable), index))

    def with_index(self, e: ir.Expr, index: ir.Expr) -> ir.Expr:
        """An expression about its index, for another index."""
        return substitute(e, {self.name: index})


def _families(system: System) -> Iterator[_Family]:
    for name, value in initial_values(system).items():
        match value:
            case ir.Bind(ir.Binder.FUNCTION, (ir.Bound((x,), keys),), start):
                match keys:
                    case ir.Apply(Op.RANGE, (ir.Literal(int(first)), _)):
                        yield _Family(name, x, keys, first, start)
                    case _:
                        pass
            case _:
                pass


def _range_of(family: _Family, system: System) -> types.Type | None:
    match system.types.get(family.variable):
        case types.Function(_, of) | types.Seq(of):
            return of
        case _:
            return None


# ---- order on a ring ----


def ring_orders(system: System) -> Iterator[ir.Expr]:
    """What is at `j` and was initially at `i` compares in one way to all on the way from `i`."""
    for family in _families(system):
        match _range_of(family, system), family.start:
            case (types.Seq(types.Int()), ir.Apply(Op.TUPLE, (start,))) | (
                types.Set(types.Int()),
                ir.Apply(Op.SET, (start,)),
            ):
                yield from _ring_orders(family, start, system)
            case _:
                pass


def _ring_orders(family: _Family, start: ir.Expr, system: System) -> Iterator[ir.Expr]:
    names = new_names(3, system, start, family.keys)
    i, j, k = map(ir.Name, names)
    own, other = family.with_index(start, i), family.with_index(start, k)
    is_sequence = isinstance(_range_of(family, system), types.Seq)
    inside = holds_in(family.at(j), is_sequence, own, system, k)
    for up in (True, False):
        for op in (Op.LT, Op.GT):
            given = ir.Apply(Op.AND, (_on_the_way(i, k, j, up), inside))
            fact = implies(given, ir.Apply(op, (other, own)))
            yield for_all([(name, family.keys) for name in names], fact)


def _on_the_way(i: ir.Expr, k: ir.Expr, j: ir.Expr, up: bool) -> ir.Expr:
    """`k` is on the way from `i`, which is not part of it, to `j`; indices go up or down."""
    less, at_most = (Op.LT, Op.LE) if up else (Op.GT, Op.GE)
    after_i, up_to_j = ir.Apply(less, (i, k)), ir.Apply(at_most, (k, j))
    around = ir.Apply(less, (j, i))
    ways = ((after_i, up_to_j), (up_to_j, around), (around, after_i))
    return ir.Apply(Op.OR, tuple(ir.Apply(Op.AND, way) for way in ways))


# ---- sets of components ----


def sets_of_components(system: System, asked: Sequence[Property]) -> Iterator[ir.Expr]:
    """Inclusions between sets of the same component, and the property for other sets."""
    families = [f for f in _families(system) if isinstance(_range_of(f, system), types.Set)]
    for f, g in permutations(families, 2):
        name = new_name(system, f.keys)
        index = ir.Name(name)
        other = _moved(index, g.first - f.first)
        inside = ir.Apply(Op.SUBSETEQ, (f.at(index), g.at(other)))
        yield for_all(((name, f.keys),), inside)
        for claimed in asked:
            yield from _for_another(_opened(claimed.expr, system), f, g)


def _opened(e: ir.Expr, system: System) -> ir.Expr:
    match e:
        case ir.Call(_, ()):
            return unfolded(e, system) or e
        case _:
            return e


def _for_another(e: ir.Expr, f: _Family, g: _Family) -> Iterator[ir.Expr]:
    """A claim about one family, about another one."""

    def other(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Apply(Op.INDEX, (ir.Name(name), index)) if name == f.variable:
                return g.at(_moved(index, g.first - f.first))
            case _:
                return None

    found = ir.rewrite(other, e)
    if found != e and not any(p == ir.Name(f.variable) for p in ir.walk(found)):
        yield found


def _moved(index: ir.Expr, by: int) -> ir.Expr:
    if by == 0:
        return index
    return ir.Apply(Op.ADD if by > 0 else Op.SUB, (index, literal(abs(by))))


# ---- modes ----

_MOST_MODES = 400


def modes(system: System) -> Iterator[ir.Expr]:
    """While something is in one mode, something else is in another one; modes are strings."""
    start = dict(_initial_modes(system))
    values = {name: _strings(name, system) for name in system.variables}
    found: list[ir.Expr] = []
    for one, other in permutations(start, 2):
        for mode in values[_variable_of(one)]:
            now = ir.Literal(mode)
            begins = start[one] == now
            for then in (start[other],) if begins else map(ir.Literal, values[_variable_of(other)]):
                found.append(implies(equals(one, now), equals(other, then)))
    if len(found) <= _MOST_MODES:
        yield from found


def _initial_modes(system: System) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """The variables and elements of tuples that are strings, and their first values."""
    for name, value in initial_values(system).items():
        match value:
            case ir.Literal(str()):
                yield ir.Name(name), value
            case ir.Apply(Op.TUPLE, items):
                for i, item in enumerate(items, 1):
                    if isinstance(item, ir.Literal) and isinstance(item.value, str):
                        yield ir.Apply(Op.INDEX, (ir.Name(name), ir.Literal(i))), item
            case _:
                pass


def _variable_of(e: ir.Expr) -> str:
    return next(p.name for p in ir.walk(e) if isinstance(p, ir.Name))


def _strings(name: str, system: System) -> tuple[str, ...]:
    """The strings that are assigned to a variable, or to a part of it."""
    assigned = [e for scene in scenes(system) for n, e in scene.assigned if n == name]
    start = initial_values(system).get(name)
    parts = [p for e in (*assigned, *(() if start is None else (start,))) for p in ir.walk(e)]
    operators = {p.args[0] for p in parts if isinstance(p, ir.Apply) and p.op is Op.BUILTIN}
    texts = [p for p in parts if isinstance(p, ir.Literal) and p not in operators]
    return tuple(dict.fromkeys(p.value for p in texts if isinstance(p.value, str)))
