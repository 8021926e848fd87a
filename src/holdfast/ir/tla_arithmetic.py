"""The arithmetic operators that TLA+ has no symbols for, written as TLA+ expressions.

WRAP(x, 8)                     x % 256
WRAP_SIGNED(x, 8)              ((x + 128) % 256) - 128
DIVIDE_TRUNCATED(a, b)         DivideTruncated(a, b), which is defined by cases
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from holdfast.ir import expr as ir
from holdfast.ir.body import map_system
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.tla_names import fitting


def _definitions() -> dict[Op, ir.Definition]:
    a, b, zero = ir.Name("a"), ir.Name("b"), ir.Literal(0)

    def size(x: ir.Expr) -> ir.Expr:
        return ir.If(ir.Apply(Op.LT, (x, zero)), ir.Apply(Op.NEG, (x,)), x)

    quotient = ir.Apply(Op.DIV, (size(a), size(b)))
    remainder = ir.Apply(Op.MOD, (size(a), size(b)))
    same_sign = ir.Apply(Op.IFF, (ir.Apply(Op.LT, (a, zero)), ir.Apply(Op.LT, (b, zero))))
    divided = ir.If(same_sign, quotient, ir.Apply(Op.NEG, (quotient,)))
    rest = ir.If(ir.Apply(Op.LT, (a, zero)), ir.Apply(Op.NEG, (remainder,)), remainder)
    return {
        Op.DIVIDE_TRUNCATED: ir.Definition("DivideTruncated", ("a", "b"), divided),
        Op.REMAINDER_TRUNCATED: ir.Definition("RemainderTruncated", ("a", "b"), rest),
    }


DEFINITIONS = _definitions()


def spelled(e: ir.Expr, names: Mapping[Op, str] | None = None) -> ir.Expr:
    """An expression with TLA+'s operators only, and calls of `DEFINITIONS`, perhaps renamed."""

    def rule(e: ir.Expr) -> ir.Expr:
        e = ir.map_children(rule, e)
        match e:
            case ir.Apply(Op.DIVIDE_TRUNCATED | Op.REMAINDER_TRUNCATED as op, args):
                name = DEFINITIONS[op].name if names is None else names[op]
                return ir.Call(name, args, span=e.span)
            case ir.Apply(Op.WRAP, (value, width)):
                return ir.Apply(Op.MOD, (value, _power_of_two(width, 0)), span=e.span)
            case ir.Apply(Op.WRAP_SIGNED, (value, width)):
                half = _power_of_two(width, 1)
                moved = ir.Apply(Op.ADD, (value, half))
                rest = ir.Apply(Op.MOD, (moved, _power_of_two(width, 0)))
                return ir.Apply(Op.SUB, (rest, half), span=e.span)
            case _:
                return e

    return rule(e)


def _power_of_two(width: ir.Expr, less: int) -> ir.Expr:
    match width:
        case ir.Literal(int(n)):
            return ir.Literal(2 ** (n - less))
        case _:
            exponent = ir.Apply(Op.SUB, (width, ir.Literal(less))) if less else width
            return ir.Apply(Op.POWER, (ir.Literal(2), exponent))


def spelled_system(system: System) -> System:
    """A system with TLA+'s operators only, and definitions of the others that it applies."""
    taken = {*system.definitions, *system.variables, *system.constants}
    names = {op: fitting(d.name, taken) for op, d in DEFINITIONS.items()}
    called: set[str] = set()

    def change(e: ir.Expr) -> ir.Expr:
        changed = spelled(e, names)
        called.update(p.name for p in ir.walk(changed) if isinstance(p, ir.Call))
        return changed

    changed = map_system(change, system)
    used = {name: op for op, name in names.items() if name in called}
    added = {name: replace(DEFINITIONS[op], name=name) for name, op in used.items()}
    return replace(changed, definitions={**added, **changed.definitions})
