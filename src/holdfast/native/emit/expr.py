"""Expressions to C: statements that compute a value, and the expression that names it.

`emit_value` gives C for a value, `emit_truth` for a condition; both first write the
statements that these need. Nothing is evaluated that the interpreter would not evaluate,
except what cannot fail, and arguments (see `calls.py`).
"""

from __future__ import annotations

from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.native.emit import binders, builtins, calls, memo, updates
from holdfast.native.emit.analysis import is_function_definition
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Local, Names, Operator

_FOLDABLE = (ir.Apply, ir.Bind, ir.Except, ir.If, ir.Case, ir.Let)
_LARGEST = (1 << 60) - 1

_VALUES: dict[Op, str] = {
    Op.UNION2: "set_union",
    Op.INTERSECT: "set_intersection",
    Op.MINUS_SET: "set_difference",
    Op.SUBSET: "set_subsets",
    Op.UNION: "set_big_union",
    Op.FUNCTION_SET: "set_functions",
    Op.INDEX: "fast_apply",
    Op.DOMAIN: "function_domain",
    Op.ADD: "fast_add",
    Op.SUB: "fast_sub",
    Op.NEG: "num_neg",
    Op.MUL: "num_mul",
    Op.DIV: "num_div",
    Op.DIVIDE: "num_divide",
    Op.MOD: "num_mod",
    Op.POWER: "num_pow",
    Op.RANGE: "set_interval",
}
_ROWS = {Op.SET: "set_of", Op.TUPLE: "tuple_of", Op.PRODUCT: "set_product"}
_GIVEN = {
    Op.NAT: "GIVEN_NAT",
    Op.INT: "GIVEN_INT",
    Op.REAL: "GIVEN_REAL",
    Op.STRING: "GIVEN_STRING",
}
# Conditions on values; the second of a pair of words says which arguments it takes.
_TRUTHS: dict[Op, str] = {
    Op.EQ: "equals(c, {0}, {1})",
    Op.NE: "!equals(c, {0}, {1})",
    Op.IN: "fast_in(c, {0}, {1})",
    Op.NOTIN: "!fast_in(c, {0}, {1})",
    Op.SUBSETEQ: "set_subset(c, {0}, {1})",
    Op.LT: "is_less(c, {0}, {1})",
    Op.LE: "is_at_most(c, {0}, {1})",
    Op.GT: "is_less(c, {1}, {0})",
    Op.GE: "is_at_most(c, {1}, {0})",
}
_MEMBERSHIP = frozenset((Op.IN, Op.NOTIN))
_LOGIC = frozenset((Op.AND, Op.OR, Op.NOT, Op.IMPLIES, Op.IFF, Op.UNCHANGED, Op.COMPOSE))
_STEPS = frozenset((Op.BOX_ACTION, Op.ANGLE_ACTION))
# The interpreter has no value for these either: using one is an error, which it words.
_WITHOUT_VALUE = frozenset((Op.INFINITY,))
SUPPORTED = frozenset(
    (
        *(*_VALUES, *_ROWS, *_GIVEN, *_TRUTHS, *_LOGIC, *_STEPS, *_WITHOUT_VALUE),
        *(Op.RECORD, Op.RECORD_SET, Op.BOOLEAN, Op.MODEL, Op.BUILTIN),
    )
)
"""The rows of the operator table that generated code can compute."""


def is_formula(e: ir.Expr) -> bool:
    """Whether the value of an expression is certainly a truth value."""
    match e:
        case ir.Apply(op, _):
            return op in _TRUTHS or op in _LOGIC or op in _STEPS
        case ir.Bind(binder, _, _):
            return binder in (Binder.FORALL, Binder.EXISTS)
        case ir.Literal(value):
            return isinstance(value, bool)
        case ir.Enabled():
            return True
        case _:
            return False


# ---- values ----


def emit_value(g: Generator, e: ir.Expr, names: Names) -> str:
    """C for the value of an expression, after the statements that compute it."""
    if isinstance(e, _FOLDABLE) and not g.folding and is_constant(g, e, names):
        return emit_constant(g, e, names)
    if memo.is_decided(g, e, names):
        return memo.emit_kept(g, e, names)
    match e:
        case ir.Literal(value):
            return _literal(g, value)
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


def emit_temporary(g: Generator, e: ir.Expr, names: Names) -> str:
    """The same as `emit_value`, in a form that may be written more than once."""
    code = emit_value(g, e, names)
    return g.temporary(code) if "(" in code and not code.startswith("V_") else code


def _no_value(g: Generator) -> str:
    return g.temporary("trap(c, TRAP_NO_VALUE)")


def is_constant(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether neither the state nor a local name changes the value of an expression."""
    if g.analysis.level(e) != Level.CONSTANT or not g.analysis.is_quiet(e):
        return False
    return g.analysis.names(e).isdisjoint(names)


def emit_constant(g: Generator, e: ir.Expr, names: Names) -> str:
    """A constant expression: computed once, before the search."""
    # Not the node itself: to Python, FALSE and 0 are equal.
    key = repr(e)
    known = g.constants.get(key)
    if known is None:
        known = _make_constant(g, key, e)
    return f"CONSTANT({known})"


def _make_constant(g: Generator, key: object, e: ir.Expr) -> int:
    # What it uses is computed before it, because it is numbered before it.
    initial, folding = g.initial, g.folding
    g.initial, g.folding = False, True
    name = f"constant_{g.number()}"
    text = "" if e.span is None else e.span.text
    with g.function(f"static V {name}(Context *c)", g.about(text, e), own_frame=True) as lines:
        lines.add(f"return {emit_value(g, e, {})};")
    g.initial, g.folding = initial, folding
    number = g.constants[key] = len(g.constant_functions)
    g.constant_functions.append(name)
    return number


def emit_constant_definition(g: Generator, name: str) -> str:
    """A definition without parameters that no state changes: computed once."""
    definition = g.system.definitions[name]
    match definition.body:
        case ir.Literal(value):
            return _literal(g, value)
        case ir.Apply(Op.MODEL, _):
            return emit_value(g, definition.body, {})
        case _:
            pass
    key = ("definition", name)
    known = g.constants.get(key)
    if name in g.hosted:
        return _constant_given(g, key, definition)
    if not g.analysis.levels.is_pure(name):
        return _constant_when_needed(g, key, definition)
    if known is None:
        known = _make_constant_of(g, key, definition)
    return f"CONSTANT({known})"


def _constant_given(g: Generator, key: object, definition: ir.Definition) -> str:
    """A constant that the interpreter computes, when it is needed."""
    number = g.constants.get(key)
    if number is None:
        number = g.constants[key] = len(g.constant_functions)
        g.constant_functions.append("constant_later")
        header = f"static V constant_when_needed_{number}(Context *c)"
        with g.function(header, g.about(definition.name, definition)) as lines:
            lines.add(f"V value = c->constants[{number}];")
            lines.add("if (value) return value;")
            lines.add(f"value = host_call(c, {g.hosted[definition.name]}, 0, 0);")
            lines.add("if (!c->trap) value = value_permanent(c, value);")
            lines.add(f"if (!c->trap) c->constants[{number}] = value;")
            lines.add("return value;")
    return g.temporary(f"constant_when_needed_{number}(c)")


def _constant_when_needed(g: Generator, key: object, definition: ir.Definition) -> str:
    """A constant that does something when it is evaluated: once, and only if it is used."""
    number = g.constants.get(key)
    if number is None:
        number = g.constants[key] = len(g.constant_functions)
        g.constant_functions.append("constant_later")
        header = f"static V constant_when_needed_{number}(Context *c)"
        initial, folding = g.initial, g.folding
        g.initial, g.folding = False, True
        with g.function(header, g.about(definition.name, definition), own_frame=True) as lines:
            lines.add(f"if (c->constants[{number}]) return c->constants[{number}];")
            value = g.temporary(emit_value(g, definition.body, {}))
            lines.add(f"if (!c->trap) {value} = value_permanent(c, {value});")
            lines.add(f"if (!c->trap) c->constants[{number}] = {value};")
            lines.add(f"return {value};")
        g.initial, g.folding = initial, folding
    return g.temporary(f"constant_when_needed_{number}(c)")


def _make_constant_of(g: Generator, key: object, definition: ir.Definition) -> int:
    if not is_function_definition(definition):
        return _make_constant(g, key, definition.body)
    # It mentions itself, but is only evaluated where it is applied.
    number = g.constants[key] = len(g.constant_functions)
    name = f"constant_{g.number()}"
    g.constant_functions.append(name)
    initial, folding = g.initial, g.folding
    g.initial, g.folding = False, True
    header = f"static V {name}(Context *c)"
    assert isinstance(definition.body, ir.Bind)
    with g.function(header, g.about(definition.name, definition), own_frame=True) as lines:
        lines.add(f"return {binders.emit_rule(g, definition.body, {})};")
    g.initial, g.folding = initial, folding
    return number


def _literal(g: Generator, value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "V_TRUE" if value else "V_FALSE"
    if isinstance(value, str):
        return g.string(value)
    if abs(value) > _LARGEST:
        return "trap(c, TRAP_OVERFLOW)"
    return f"V_INT({value}LL)"


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


def _apply(  # what is evaluated, where and how
    g: Generator, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], names: Names
) -> str:
    if op in _TRUTHS or op in _LOGIC or op in _STEPS:
        return f"truth_of({emit_truth(g, e, names)})"
    if op in _GIVEN:
        return g.temporary(f"set_given(c, {_GIVEN[op]})")
    if op in _WITHOUT_VALUE:
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
    if op in _ROWS:
        return _row(g, _ROWS[op], values)
    return g.temporary(f"{_VALUES[op]}(c, {', '.join(values)})")


def emit_all(g: Generator, args: tuple[ir.Expr, ...], names: Names) -> list[str]:
    """C for each of some expressions."""
    return [emit_value(g, a, names) for a in args]


def emit_row(g: Generator, values: list[str]) -> str:
    """An array of values; `0` for none."""
    if not values:
        return "0"
    name = f"r{g.number()}"
    g.lines.add(f"V {name}[{len(values)}];")
    for i, value in enumerate(values):
        g.lines.add(f"{name}[{i}] = {value};")
    return name


def _row(g: Generator, function: str, values: list[str]) -> str:
    return g.temporary(f"{function}(c, {len(values)}, {emit_row(g, values)})")


def emit_shape(g: Generator, fields: tuple[str, ...]) -> str:
    """The set of a record's field names."""
    ordered = tuple(sorted(fields, key=g.strings.__getitem__))
    shape = ir.Apply(Op.SET, tuple(ir.Literal(f) for f in ordered))
    return emit_constant(g, shape, {})


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
    """C for a condition: 1 if the formula holds; another value than a truth value traps."""
    if isinstance(e, _FOLDABLE) and not g.folding and is_constant(g, e, names):
        return f"is_true(c, {emit_constant(g, e, names)})"
    if memo.is_decided(g, e, names):
        return f"is_true(c, {memo.emit_kept(g, e, names)})"
    match e:
        case ir.Literal(bool(value)):
            return "1" if value else "0"
        case ir.Apply(op, args) if op in _TRUTHS:
            return _comparison(g, op, args, names)
        case ir.Apply(Op.COMPOSE, _):
            from holdfast.native.emit.enabled import emit_composed

            return emit_composed(g, e, names)
        case ir.Apply(op, args) if op in _LOGIC or op in _STEPS:
            return _logic(g, op, args, names)
        case ir.Bind(Binder.FORALL | Binder.EXISTS, _, _):
            return binders.emit_quantifier(g, e, names)
        case ir.If() | ir.Case():
            return _chosen_truth(g, e, names)
        case ir.Let(definitions, body):
            inner = calls.enter_let(g, definitions, names, body)
            return emit_truth(g, body, inner)
        case ir.Enabled() | ir.Prime(ir.Enabled()):
            from holdfast.native.emit.enabled import emit_enabled

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
    if op in _MEMBERSHIP and isinstance(right, ir.Bind) and binders.is_filter(right):
        member = binders.emit_in_filter(g, args[0], right, names)
        return member if op is Op.IN else f"!{member}"
    values = emit_all(g, args, names)
    return g.temporary(_TRUTHS[op].format(*values), "u32")


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
    # All values are looked at before any are compared: one that is missing is an error.
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
