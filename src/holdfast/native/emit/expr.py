"""Expressions to C: statements that compute a value, and the expression that names it.

`emit_value` gives C for a value, `emit_truth` for a condition; both first write the
statements that these need. Nothing is evaluated that the interpreter would not evaluate,
except what cannot fail, and arguments (see `calls.py`).
"""

from __future__ import annotations

from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.native.emit import binders, builtins, calls, memo, updates
from holdfast.native.emit.constants import emit_constant, emit_literal, emit_shape, is_constant
from holdfast.native.emit.enabled import emit_composed, emit_enabled
from holdfast.native.emit.generator import Emitter, Generator
from holdfast.native.emit.names import Held, Local, Names, Operator
from holdfast.native.emit.operators import (
    GIVEN,
    LOGIC,
    MEMBERSHIP,
    ROWS,
    STEPS,
    TRUTHS,
    VALUES,
    WITHOUT_VALUE,
)
from holdfast.native.emit.values import emit_all, emit_row, emit_temporary

_FOLDABLE = (ir.Apply, ir.Bind, ir.Except, ir.If, ir.Case, ir.Let)


# ---- values ----


def emit_value(g: Generator, e: ir.Expr, names: Names) -> str:
    """C for the value of an expression, after the statements that compute it."""
    site = g.site(e)
    if site is not None:
        return _counted(g, e, names, site, "V")
    if _is_folded(g, e, names):
        return emit_constant(g, e)
    if memo.is_decided(g, e, names):
        return memo.emit_kept(g, e, names)
    match e:
        case ir.Literal(value):
            return emit_literal(g, value)
        case ir.Name(name):
            return _name(g, name, names)
        case ir.Apply(op, args):
            return _apply(g, e, op, args, names)
        case ir.Call():
            return calls.emit_call(g, e, names)
        case ir.Let(definitions, body):
            inner = calls.enter_let(g, definitions, names, body)
            return emit_value(g, body, inner)
        case ir.If() | ir.Case():
            return _chosen(g, e, names)
        case ir.Bind():
            return binders.emit_bind(g, e, names)
        case ir.Except():
            return updates.emit_except(g, e, names)
        case ir.Prime(ir.Name(name)):
            return f"present(c, c->next[{g.places[name]}])"
        case ir.Prime() | ir.Enabled():
            return f"truth_of({emit_truth(g, e, names)})"
        case ir.Lambda():
            raise AssertionError("an operator stands where a value is expected")
        case _:
            assert_never(e)


def _is_folded(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether an expression is a constant that is computed before the search."""
    if g.folding or not (isinstance(e, _FOLDABLE) or (g.sites and isinstance(e, ir.Call))):
        return False
    return is_constant(g, e, names)


def _counted(g: Generator, e: ir.Expr, names: Names, site: int, kind: str) -> str:
    """An expression, after whose evaluation that is counted."""
    before, g.counting = g.counting, e
    emit, true = (emit_value, "== V_TRUE") if kind == "V" else (emit_truth, "!= 0")
    result = g.temporary(emit(g, e, names), kind)
    g.counting = before
    g.count_evaluation(site)
    g.count_truth(site, f"{result} {true}")
    return result


def _no_value(g: Generator) -> str:
    return g.temporary("trap(c, TRAP_NO_VALUE)")


def _name(g: Generator, name: str, names: Names) -> str:
    match names.get(name):
        case Held(code, absent):
            return f"present(c, {code})" if absent else code
        case Local() as local:
            return calls.emit_local(g, local)
        case Operator():
            raise AssertionError("an operator is not a value")
        case None:
            pass
    index = g.variables.get(name)
    if index is None:
        return g.temporary("trap(c, TRAP_UNASSIGNED)")
    return f"present(c, c->now[{index}])" if g.initial else f"c->now[{index}]"


def _apply(g: Generator, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], names: Names) -> str:
    if op in TRUTHS or op in LOGIC or op in STEPS:
        return f"truth_of({emit_truth(g, e, names)})"
    if op in GIVEN:
        return g.temporary(f"set_given(c, {GIVEN[op]})")
    if op in WITHOUT_VALUE:
        return _no_value(g)
    match op, args:
        case Op.MODEL, (ir.Literal(name),):
            return f"V_MODEL({g.models[str(name)]})"
        case Op.BOOLEAN, _:
            return _row(g, "set_of", ["V_FALSE", "V_TRUE"])
        case ((Op.RECORD | Op.RECORD_SET), _):
            return _record(g, op, args, names)
        case Op.BUILTIN, _:
            return builtins.emit_builtin(g, e, names)
        case Op.UNION, (ir.Apply(Op.SET, parts),):
            united = _row(g, "set_of", [])
            for part in parts:
                united = g.temporary(f"set_union(c, {united}, {emit_value(g, part, names)})")
            return united
        case _:
            pass
    values = emit_all(g, args, names)
    if op in ROWS:
        return _row(g, ROWS[op], values)
    return g.temporary(f"{VALUES[op]}(c, {', '.join(values)})")


def _row(g: Generator, function: str, values: list[str]) -> str:
    return g.temporary(f"{function}(c, {len(values)}, {emit_row(g, values)})")


def _record(g: Generator, op: Op, args: tuple[ir.Expr, ...], names: Names) -> str:
    fields = tuple(str(a.value) for a in args[::2] if isinstance(a, ir.Literal))
    if len(set(fields)) < len(fields):
        return _no_value(g)
    shape = emit_shape(g, fields)
    values = dict(zip(fields, emit_all(g, args[1::2], names), strict=True))
    ordered = sorted(fields, key=g.strings.__getitem__)
    function = "record_of" if op is Op.RECORD else "set_records"
    row = emit_row(g, [values[f] for f in ordered])
    return g.temporary(f"{function}(c, {shape}, {len(fields)}, {row})")


def _chosen(g: Generator, e: ir.If | ir.Case, names: Names) -> str:
    result = f"t{g.number()}"
    g.lines.add(f"V {result};")

    def put(part: ir.Expr) -> None:
        g.lines.add(f"{result} = {emit_value(g, part, names)};")

    arms, other = _arms(e)
    depth = 0
    for test, value in arms:
        g.lines.open(f"if ({emit_truth(g, test, names)})")
        put(value)
        g.lines.close("else")
        depth += 1
    if other is None:
        g.lines.add(f"{result} = trap(c, TRAP_NO_CASE);")
    else:
        put(other)
    for _ in range(depth):
        g.lines.close()
    return result


def _arms(e: ir.If | ir.Case) -> tuple[tuple[tuple[ir.Expr, ir.Expr], ...], ir.Expr | None]:
    if isinstance(e, ir.If):
        return ((e.test, e.yes),), e.no
    return e.arms, e.other


# ---- conditions ----


def emit_truth(g: Generator, e: ir.Expr, names: Names) -> str:
    """C for a condition: 1 if the formula holds; a value that is not a Boolean traps."""
    site = g.site(e)
    if site is not None:
        return _counted(g, e, names, site, "u32")
    if _is_folded(g, e, names):
        return f"is_true(c, {emit_constant(g, e)})"
    if memo.is_decided(g, e, names):
        return f"is_true(c, {memo.emit_kept(g, e, names)})"
    match e:
        case ir.Literal(bool(value)):
            return "1" if value else "0"
        case ir.Apply(op, args) if op in TRUTHS:
            return _comparison(g, op, args, names)
        case ir.Apply(Op.COMPOSE, _):
            return emit_composed(g, e, names)
        case ir.Apply(op, args) if op in LOGIC or op in STEPS:
            return _logic(g, op, args, names)
        case ir.Bind(Binder.FORALL | Binder.EXISTS, _, _):
            return binders.emit_quantifier(g, e, names)
        case ir.If() | ir.Case():
            return _chosen_truth(g, e, names)
        case ir.Let(definitions, body):
            inner = calls.enter_let(g, definitions, names, body)
            return emit_truth(g, body, inner)
        case ir.Enabled() | ir.Prime(ir.Enabled()):
            return emit_enabled(g, e, names)
        case ir.Call():
            inlined = calls.emit_truth_call(g, e, names)
            if inlined is not None:
                return inlined
        case _:
            pass
    return g.temporary(f"is_true(c, {emit_value(g, e, names)})", "u32")


def _comparison(g: Generator, op: Op, args: tuple[ir.Expr, ...], names: Names) -> str:
    right = args[1]
    if op in MEMBERSHIP and isinstance(right, ir.Bind) and binders.is_filter(right):
        member = binders.emit_in_filter(g, args[0], right, names)
        return member if op is Op.IN else f"!{member}"
    values = emit_all(g, args, names)
    return g.temporary(TRUTHS[op].format(*values), "u32")


def _logic(g: Generator, op: Op, args: tuple[ir.Expr, ...], names: Names) -> str:
    match op:
        case Op.NOT:
            return f"!{emit_truth(g, args[0], names)}"
        case Op.IFF:
            left = g.temporary(emit_truth(g, args[0], names), "u32")
            right = g.temporary(emit_truth(g, args[1], names), "u32")
            return f"({left} == {right})"
        case Op.UNCHANGED:
            return _unchanged(g, args[0], names)
        case Op.BOX_ACTION:
            return _either(g, args, names)
        case Op.ANGLE_ACTION:
            result = g.temporary(emit_truth(g, args[0], names), "u32")
            g.lines.open(f"if ({result})")
            g.lines.add(f"{result} = !{emit_truth(g, args[1], names)};")
            g.lines.close()
            return result
        case _:
            pass
    result = f"t{g.number()}"
    first = emit_truth(g, args[0], names) if args else ("1" if op is Op.AND else "0")
    g.lines.add(f"u32 {result} = {'!' if op is Op.IMPLIES else ''}{first};")
    for arg in args[1:]:
        g.lines.open(f"if ({'' if op is Op.AND else '!'}{result})")
        g.lines.add(f"{result} = {emit_truth(g, arg, names)};")
        g.lines.close()
    return result


def _either(g: Generator, args: tuple[ir.Expr, ...], names: Names) -> str:
    result = g.temporary(emit_truth(g, args[0], names), "u32")
    g.lines.open(f"if (!{result})")
    g.lines.add(f"{result} = {emit_truth(g, args[1], names)};")
    g.lines.close()
    return result


def _unchanged(g: Generator, e: ir.Expr, names: Names) -> str:
    # All values are read before any are compared: an undefined one is an error.
    pairs = []
    for variable in ir.variables_in(e):
        before = emit_temporary(g, variable, names)
        pairs.append((before, emit_temporary(g, ir.Prime(variable), names)))
    result = g.temporary("1", "u32")
    for before, after in pairs:
        g.lines.add(f"if ({result}) {result} = equals(c, {before}, {after});")
    return result


def _chosen_truth(g: Generator, e: ir.If | ir.Case, names: Names) -> str:
    result = f"t{g.number()}"
    g.lines.add(f"u32 {result} = 0;")
    arms, other = _arms(e)
    for test, value in arms:
        g.lines.open(f"if ({emit_truth(g, test, names)})")
        g.lines.add(f"{result} = {emit_truth(g, value, names)};")
        g.lines.close("else")
    if other is None:
        g.lines.add("trap(c, TRAP_NO_CASE);")
    else:
        g.lines.add(f"{result} = {emit_truth(g, other, names)};")
    for _ in arms:
        g.lines.close()
    return result


EMITTER = Emitter(emit_value, emit_truth)
