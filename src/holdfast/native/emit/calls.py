"""Definitions to C functions; arguments, LET definitions and operators as arguments.

The interpreter evaluates an argument when it is first needed. Here an argument that every
evaluation of the definition needs, or that cannot fail, is evaluated before the call. Any
other one is tried before the call: if it fails, 0 is passed, and using that is the error.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.native.emit import binders, memo
from holdfast.native.emit.analysis import is_function_definition, operator_name
from holdfast.native.emit.constants import emit_constant_definition
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Local, Names, Operator
from holdfast.native.emit.operators import is_formula
from holdfast.native.emit.values import emit_temporary


def emit_call(g: Generator, e: ir.Call, names: Names) -> str:
    """The value of a definition, a LET definition or an operator parameter, applied."""
    match names.get(e.name):
        case Held():
            return g.value(ir.Name(e.name), names)
        case Local() as local:
            return emit_local(g, local)
        case Operator() as operator:
            return _call_operator(g, operator, e, names)
        case None:
            pass
    definition = g.system.definitions.get(e.name)
    if definition is None:
        return g.temporary("trap(c, TRAP_UNASSIGNED)")
    if definition.operators and definition.recursive:
        return _call_recursive(g, definition, e, names, {})
    if _is_inline(g, e, definition):
        inner = _bind_inline(g, definition, e.args, names, {})
        return g.value(definition.body, inner)
    level = g.analysis.levels.of_definition(e.name)
    if not definition.params and level == Level.CONSTANT:
        return emit_constant_definition(g, e.name)
    code = _call_definition(g, e, definition, names)
    return f"truth_of({code})" if is_formula(definition.body) else code


def emit_truth_call(g: Generator, e: ir.Call, names: Names) -> str | None:
    """A call as a condition, if the definition is a formula."""
    definition = g.system.definitions.get(e.name)
    if e.name in names or definition is None or not is_formula(definition.body):
        return None
    if definition.operators and definition.recursive:
        return None
    if _is_inline(g, e, definition):
        inner = _bind_inline(g, definition, e.args, names, {})
        return g.truth(definition.body, inner)
    if not definition.params and g.analysis.levels.of_definition(e.name) == Level.CONSTANT:
        return None
    return _call_definition(g, e, definition, names)


def _is_inline(g: Generator, e: ir.Call, definition: ir.Definition) -> bool:
    """Whether the body of a definition is written where it is called.

    This is so for operators as arguments, and for arguments that have an effect when they are
    evaluated, such as printing: they are evaluated if and when they are used.
    """
    if definition.operators:
        return True
    return not definition.recursive and not all(
        g.analysis.is_quiet(a) or g.analysis.needs_parameter(e.name, p)
        for p, a in zip(definition.params, e.args, strict=True)
    )


# ---- definitions of the system ----


def _call_definition(g: Generator, e: ir.Call, definition: ir.Definition, names: Names) -> str:
    level = g.analysis.levels.of_definition(e.name)
    key = (e.name, g.initial and level > Level.CONSTANT)
    name = g.definitions.get(key)
    if name is None:
        name = g.definitions[key] = f"def_{g.number()}"
        _write_definition(g, definition, name, key[1])
    codes = ["c"]
    for param, arg in zip(definition.params, e.args, strict=True):
        needed = g.analysis.needs_parameter(e.name, param)
        codes.append(_argument(g, arg, names, needed))
    kind = "u32" if is_formula(definition.body) else "V"
    return g.temporary(f"{name}({', '.join(codes)})", kind)


def _write_definition(g: Generator, definition: ir.Definition, name: str, initial: bool) -> None:
    kind = "u32" if is_formula(definition.body) else "V"
    params = "".join(f", V a{i}" for i in range(len(definition.params)))
    header = f"static {kind} {name}(Context *c{params})"
    shown = f"({', '.join(definition.params)})" if definition.params else ""
    about = g.about(f"{definition.name}{shown}", definition)
    before = g.initial, g.folding
    g.initial, g.folding = initial, False
    with g.function(header, about, own_frame=True):
        names = _bind_parameters(g, definition)
        if not initial and memo.is_asked_again(g, definition):
            memo.write_once_a_state(g, definition, kind)
        else:
            _write_body(g, definition, names, kind)
    g.initial, g.folding = before


def _bind_parameters(
    g: Generator, definition: ir.Definition, local: bool = False
) -> dict[str, Held]:
    names = {}
    for i, param in enumerate(definition.params):
        code = g.field(param)
        g.lines.add(f"{code} = a{i};")
        names[param] = Held(code, absent=not _needs(g, definition, param, local))
    return names


def _needs(g: Generator, definition: ir.Definition, param: str, local: bool) -> bool:
    if local:
        return not definition.recursive and g.analysis.needs(definition.body, param)
    return g.analysis.needs_parameter(definition.name, param)


def _write_body(g: Generator, definition: ir.Definition, names: Names, kind: str) -> None:
    """The body of a function, with a count of active calls if it is recursive."""
    body = definition.body
    if is_function_definition(definition):
        assert isinstance(body, ir.Bind)
        g.lines.add(f"return {binders.emit_rule(g, body, names)};")
        return
    if definition.recursive:
        g.lines.add(f"if (!enter(c)) return {'0' if kind == 'u32' else 'V_FALSE'};")
    emit = g.truth if kind == "u32" else g.value
    code = emit(body, names)
    if definition.recursive:
        code = g.temporary(code, kind)
        g.lines.add("c->depth--;")
    g.lines.add(f"return {code};")


def _argument(g: Generator, e: ir.Expr, names: Names, needed: bool) -> str:
    """C for an argument."""
    meaning = names.get(e.name) if isinstance(e, ir.Name) else None
    if isinstance(meaning, Held):
        return f"present(c, {meaning.code})" if needed and meaning.absent else meaning.code
    sure = [n for n, m in names.items() if isinstance(m, Held) and not m.absent]
    if needed or (not g.initial and g.analysis.is_total(e, sure)):
        return emit_temporary(g, e, names)
    return _tried(g, e, names)


def _tried(g: Generator, e: ir.Expr, names: Names) -> str:
    """The value of an expression, or 0 if it cannot be evaluated."""
    before = g.temporary("try_begin(c)", "u32")
    result = f"t{g.number()}"
    g.lines.add(f"V {result};")
    g.lines.open("")
    g.lines.add(f"{result} = {g.value(e, names)};")
    g.lines.close()
    g.lines.add(f"{result} = try_end(c, {before}, {result});")
    return result


# ---- what an expression depends on ----


def moves(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether an expression mentions the next state."""
    if g.analysis.level(e) >= Level.ACTION:
        return True
    used = (names[n] for n in g.analysis.names(e) if n in names)
    return any(isinstance(m, Local | Operator) and m.moves for m in used)


def depends(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether the value of an expression depends on the state."""
    if g.analysis.level(e) > Level.CONSTANT:
        return True
    used = (names[n] for n in g.analysis.names(e) if n in names)
    return any(not isinstance(m, Held) and m.depends for m in used)


# ---- LET ----


def enter_let(
    g: Generator,
    definitions: tuple[ir.Definition, ...],
    names: Names,
    body: ir.Expr | None = None,
) -> Names:
    """The names inside a LET; without `body`, of a LET around a part of an action."""
    inner = dict(names)
    for d in definitions:
        inner.pop(d.name, None)
    for i, d in enumerate(definitions):
        if is_function_definition(d):
            inner[d.name] = _function(g, d, inner)
            continue
        inner[d.name] = _meaning(g, d, inner, body, definitions[i + 1 :])
    return inner


def _function(g: Generator, d: ir.Definition, names: dict[str, Held | Local | Operator]) -> Held:
    """A recursive function of a LET; evaluated where it is applied."""
    assert isinstance(d.body, ir.Bind)
    code = g.field(d.name)
    g.lines.add(f"{code} = {binders.emit_rule(g, d.body, names, d.name)};")
    return Held(code)


def _meaning(
    g: Generator,
    d: ir.Definition,
    names: dict[str, Held | Local | Operator],
    body: ir.Expr | None,
    rest: tuple[ir.Definition, ...],
) -> Held | Local | Operator:
    """What a definition of a LET denotes."""
    if isinstance(d.body, ir.Name) and not d.params and isinstance(names.get(d.body.name), Held):
        return names[d.body.name]
    if isinstance(d.body, ir.Lambda):
        inlined = replace(d, params=d.body.params, body=d.body.body)
        return Operator(inlined, names, True, True, inline=True)
    moving, changing = moves(g, d.body, names), depends(g, d.body, names)
    if d.params:
        made = Operator(d, names, moving, changing, inline=bool(d.operators))
        if d.recursive:
            names[d.name] = made
        return made
    local = Local(d, names, moving, changing, region=g.region)
    if body is not None:
        if g.analysis.needs(body, d.name) or (
            not g.initial and g.analysis.is_total(d.body, _sure(names))
        ):
            held = Held(g.field(d.name))
            g.lines.add(f"{held.code} = {g.value(d.body, names)};")
            return held
        if _uses(g, d.name, body, rest) == 1:
            local.inline = True
            return local
    if body is not None or not (moving or (g.initial and changing)):
        local.cell = g.field(d.name)
        g.lines.add(f"{local.cell} = 0;")
    return local


def _sure(names: Names) -> list[str]:
    return [n for n, m in names.items() if isinstance(m, Held) and not m.absent]


def _uses(g: Generator, name: str, body: ir.Expr, rest: tuple[ir.Definition, ...]) -> int:
    later = sum(100 * g.analysis.uses(d.body, name) for d in rest)
    return g.analysis.uses(body, name) + later


def emit_local(g: Generator, local: Local) -> str:
    """The value of a LET definition without parameters."""
    if local.inline:
        return g.value(local.definition.body, local.names)
    if local.function is None:
        local.function = f"let_{g.number()}"
        about = g.about(f"LET {local.definition.name}", local.definition)
        header = f"static V {local.function}(Context *c, {g.frame.name} *f)"
        with g.function(header, about) as lines:
            if local.cell is not None:
                lines.add(f"if ({local.cell}) return {local.cell};")
            code = g.value(local.definition.body, local.names)
            if local.cell is not None:
                lines.add(f"{local.cell} = {code};")
                code = local.cell
            lines.add(f"return {code};")
    if local.cell is not None and local.region != g.region:
        g.lines.add(f"if (!{local.cell}) c->pinned++;")
    return g.temporary(f"{local.function}(c, f)")


# ---- operators ----


def _call_operator(g: Generator, operator: Operator, e: ir.Call, names: Names) -> str:
    definition = operator.definition
    if operator.inline and definition.recursive:
        return _call_recursive(g, definition, e, names, operator.names)
    if operator.inline:
        inner = _bind_inline(g, definition, e.args, names, operator.names)
        return g.value(definition.body, inner)
    if operator.function is None:
        operator.function = f"let_{g.number()}"
        _write_operator(g, operator, operator.function)
    codes = ["c", "f"]
    values = e.args if operator.values is None else [e.args[i] for i in operator.values]
    for param, arg in zip(definition.params, values, strict=True):
        codes.append(_argument(g, arg, names, _needs(g, definition, param, True)))
    return g.temporary(f"{operator.function}({', '.join(codes)})")


def _write_operator(g: Generator, operator: Operator, name: str) -> None:
    definition = operator.definition
    params = "".join(f", V a{i}" for i in range(len(definition.params)))
    frame = g.frame.name
    outer = "outer" if definition.recursive else "f"
    header = f"static V {name}(Context *c, {frame} *{outer}{params})"
    about = g.about(f"LET {definition.name}({', '.join(definition.params)})", definition)
    with g.function(header, about) as lines:
        if definition.recursive:
            lines.add(f"{frame} own = *outer, *f = &own;")
        bound = _bind_parameters(g, definition, local=True)
        _write_body(g, definition, {**operator.names, **bound}, "V")


def _call_recursive(
    g: Generator,
    definition: ir.Definition,
    e: ir.Call,
    names: Names,
    around: Names,
) -> str:
    """A recursive definition with operators as arguments, specialised for this call.

    Inside it the operators are known: `support.py` makes sure that it passes them on as they
    are.
    """
    operators = {name for name, _ in definition.operators}
    places = tuple(i for i, p in enumerate(definition.params) if p not in operators)
    rest = [i for i, p in enumerate(definition.params) if p in operators]
    taken = replace(definition, params=tuple(definition.params[i] for i in rest))
    inner = dict(_bind_inline(g, taken, tuple(e.args[i] for i in rest), names, around))
    made = Operator(
        replace(definition, params=tuple(definition.params[i] for i in places), operators=()),
        inner,
        moves(g, definition.body, inner),
        depends(g, definition.body, inner),
        inline=False,
        values=places,
    )
    inner[definition.name] = made
    return _call_operator(g, made, e, names)


def _bind_inline(
    g: Generator,
    definition: ir.Definition,
    args: tuple[ir.Expr, ...],
    names: Names,
    around: Names,
) -> Names:
    """The names inside a definition whose body is written where it is called."""
    inner = dict(around)
    for param, arg in zip(definition.params, args, strict=True):
        known = names.get(operator_name(arg) or "")
        if isinstance(known, Operator):
            inner[param] = known
            continue
        match arg:
            case ir.Lambda(params, body):
                made = ir.Definition(param, params, body, span=arg.span)
                inner[param] = Operator(made, names, moves(g, body, names), True, inline=True)
            case ir.Name(name) if isinstance(names.get(name), Held):
                inner[param] = names[name]
            case _:
                made = ir.Definition(param, (), arg, span=arg.span)
                moving, changing = moves(g, arg, names), depends(g, arg, names)
                if moving:
                    # Below ENABLED there is another next state: evaluate the argument before.
                    held = g.field(param)
                    g.lines.add(f"{held} = {_tried(g, arg, names)};")
                    inner[param] = Held(held, absent=True)
                    continue
                local = Local(made, names, moving, changing, region=g.region)
                if g.analysis.uses(definition.body, param) == 1 and not definition.operators:
                    local.inline = True
                else:
                    local.cell = g.field(param)
                    g.lines.add(f"{local.cell} = 0;")
                inner[param] = local
    return inner
