"""Constants to C: constant expressions are computed once, before the search."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.native.emit import binders
from holdfast.native.emit.analysis import is_function_definition
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Names

_LARGEST = (1 << 60) - 1


def is_constant(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether the value of an expression depends on neither the state nor a local name."""
    if g.analysis.level(e) != Level.CONSTANT or not g.analysis.is_repeatable(e):
        return False
    return g.analysis.names(e).isdisjoint(names)


def emit_constant(g: Generator, e: ir.Expr) -> str:
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
        lines.add(f"return {g.value(e, {})};")
    g.initial, g.folding = initial, folding
    number = g.constants[key] = len(g.constant_functions)
    g.constant_functions.append(name)
    return number


def emit_constant_definition(g: Generator, name: str) -> str:
    """A constant definition without parameters: computed once."""
    definition = g.system.definitions[name]
    match definition.body:
        case ir.Literal(value):
            return emit_literal(g, value)
        case ir.Apply(Op.MODEL, _):
            return g.value(definition.body, {})
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
    """A constant whose evaluation has an effect: evaluated once, and only if it is used."""
    number = g.constants.get(key)
    if number is None:
        number = g.constants[key] = len(g.constant_functions)
        g.constant_functions.append("constant_later")
        header = f"static V constant_when_needed_{number}(Context *c)"
        initial, folding = g.initial, g.folding
        g.initial, g.folding = False, True
        with g.function(header, g.about(definition.name, definition), own_frame=True) as lines:
            lines.add(f"if (c->constants[{number}]) return c->constants[{number}];")
            value = g.temporary(g.value(definition.body, {}))
            lines.add(f"if (!c->trap) {value} = value_permanent(c, {value});")
            lines.add(f"if (!c->trap) c->constants[{number}] = {value};")
            lines.add(f"return {value};")
        g.initial, g.folding = initial, folding
    return g.temporary(f"constant_when_needed_{number}(c)")


def _make_constant_of(g: Generator, key: object, definition: ir.Definition) -> int:
    if not is_function_definition(definition):
        return _make_constant(g, key, definition.body)
    # It is recursive, but is only evaluated where it is applied.
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


def emit_shape(g: Generator, fields: tuple[str, ...]) -> str:
    """The set of a record's field names."""
    ordered = tuple(sorted(fields, key=g.strings.__getitem__))
    shape = ir.Apply(Op.SET, tuple(ir.Literal(f) for f in ordered))
    return emit_constant(g, shape)


def emit_literal(g: Generator, value: bool | int | str) -> str:
    """C for a Boolean, a number or a string."""
    if isinstance(value, bool):
        return "V_TRUE" if value else "V_FALSE"
    if isinstance(value, str):
        return g.string(value)
    if abs(value) > _LARGEST:
        return "trap(c, TRAP_OVERFLOW)"
    return f"V_INT({value}LL)"
