"""Invariants and constraints to C: conjuncts that a step cannot have changed are skipped.

A state that is expanded satisfies every invariant and every constraint. So does each
conjunct, and one that reads only variables which have kept their values still does. Where
evaluations are counted, all conjuncts are evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.system import Property
from holdfast.native.emit.generator import Generator

_BITS = 64


def write_predicate(g: Generator, predicate: Property, number: int, lasting: bool) -> None:
    """The function of one predicate; `lasting` if it holds in the predecessor."""
    header = f"static u32 predicate_{number}(Context *c)"
    with g.function(header, g.about(predicate.name, predicate), own_frame=True) as lines:
        if not lasting or g.sites is not None:
            lines.add(f"return {g.truth(predicate.expr, {})};")
            return
        for conjunct in _conjuncts(g, predicate.expr):
            mask = _mask(g, conjunct)
            lines.open("" if mask is None else f"if (c->changed & {mask:#x}ULL)")
            lines.add(f"if (!{g.truth(conjunct, {})}) return 0;")
            lines.close()
        lines.add("return 1;")


def _conjuncts(g: Generator, e: ir.Expr) -> Iterator[ir.Expr]:
    match e:
        case ir.Apply(Op.AND, args):
            for arg in args:
                yield from _conjuncts(g, arg)
        case ir.Call(name, ()) if _is_state_formula(g, name):
            yield from _conjuncts(g, g.system.definitions[name].body)
        case _:
            yield e


def _is_state_formula(g: Generator, name: str) -> bool:
    definition = g.system.definitions.get(name)
    if definition is None or definition.recursive or definition.params:
        return False
    body = definition.body
    is_conjunction = isinstance(body, ir.Apply) and body.op is Op.AND
    return is_conjunction and g.analysis.levels.of_definition(name) == Level.STATE


def _mask(g: Generator, e: ir.Expr) -> int | None:
    """The bits of the variables that a formula reads; None if it must always be evaluated."""
    read = g.reads.of(e)
    if read is None:
        return None
    mask = 0
    for name in read:
        mask |= 1 << g.variables[name] % _BITS
    # A constant formula is only evaluated in initial states.
    return mask or (1 << _BITS) - 1
