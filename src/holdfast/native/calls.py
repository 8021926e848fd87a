"""Definitions to C functions; arguments, LET definitions and operators as arguments.

The interpreter evaluates an argument when it is first needed. Here an argument that every
evaluation of the definition needs, or that cannot fail, is evaluated before the call. Any
other one is tried before the call: if it fails, 0 is passed, and using that is the error.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.native import binders, expr, memo
from holdfast.native.analysis import is_function_definition, operator_name
from holdfast.native.generator import Generator
from holdfast.native.names import Held, Local, Names, Operator


def emit_call(g: Generator, e: ir.Call, names: Names, primed: bool) -> str:
    """The value of a definition, a LET definition or an operator parameter, applied."""
    match names.get(e.name):
        case Held():
            return expr.emit_value(g, ir.Name(e.name), names, primed)
        case Local() as local:
            return emit_local(g, local, primed)
        case Operator() as operator:
            return _call_operator(g, operator, e, names, primed)
        case None:
            pass
    definition = g.system.definitions.get(e.name)
    if definition is None:
        return g.temporary("trap(c, TRAP_UNASSIGNED)")
    if definition.operators and definition.recursive:
        return _call_recursive(g, definition, e, names, {}, primed)
    if _is_inline(g, e, definition):
        inner = _bind_inline(g, definition, e.args, names, {}, primed)
        return expr.emit_value(g, definition.body, inner, primed)
    level = g.analysis.levels.of_definition(e.name)
    if not definition.params and level == Level.CONSTANT:
        return expr.emit_constant_definition(g, e.name)
    code = _call_definition(g, e, definition, names, primed)
    return f"truth_of({code})" if expr.is_formula(definition.body) else code


def emit_truth_call(g: Generator, e: ir.Call, names: Names, primed: bool) -> str | None:
    """A call as a condition, if the definition is a formula."""
    definition = g.system.definitions.get(e.name)
    if e.name in names or definition is None or not expr.is_formula(definition.body):
        return None
    if definition.operators and definition.recursive:
        return None
    if _is_inline(g, e, definition):
        inner = _bind_inline(g, definition, e.args, names, {}, primed)
        return expr.emit_truth(g, definition.body, inner, primed)
    if not definition.params and g.analysis.levels.of_definition(e.name) == Level.CONSTANT:
        return None
    return _call_definition(g, e, definition, names, primed)


def _is_inline(g: Generator, e: ir.Call, definition: ir.Definition) -> bool:
    """Whether the body of a definition is written where it is called.

    So it is with operators as arguments, and with arguments that do something when they are
    evaluated, such as printing: they are evaluated if and when they are used.
    """
    if definition.operators:
        return True
    return not definition.recursive and not all(
        g.analysis.is_quiet(a) or g.analysis.needs_parameter(e.name, p)
        for p, a in zip(definition.params, e.args, strict=True)
    )


# ---- definitions of the system ----


def _call_definition(
    g: Generator, e: ir.Call, definition: ir.Definition, names: Names, primed: bool
) -> str:
    level = g.analysis.levels.of_definition(e.name)
    key = (e.name, primed and level > Level.CONSTANT, g.initial and level > Level.CONSTANT)
    name = g.definitions.get(key)
    if name is None:
        name = g.definitions[key] = f"def_{g.number()}"
        _write_definition(g, definition, name, key)
    codes = ["c"]
    for param, arg in zip(definition.params, e.args, strict=True):
        needed = g.analysis.needs_parameter(e.name, param)
        codes += _argument(g, arg, names, primed, needed, _is_primed(g, definition, param, key[1]))
    kind = "u32" if expr.is_formula(definition.body) else "V"
    return g.temporary(f"{name}({', '.join(codes)})", kind)


def _is_primed(g: Generator, definition: ir.Definition, param: str, primed: bool) -> bool:
    return not primed and g.analysis.is_primed(definition.body, param)


def _write_definition(
    g: Generator, definition: ir.Definition, name: str, key: tuple[str, bool, bool]
) -> None:
    primed, initial = key[1:]
    kind = "u32" if expr.is_formula(definition.body) else "V"
    params = _parameters(g, definition, primed)
    header = f"static {kind} {name}({', '.join(['Context *c', *(f'V {p}' for p in params)])})"
    shown = f"({', '.join(definition.params)})" if definition.params else ""
    tick = "'" if primed else ""
    about = g.about(f"{definition.name}{shown}{tick}", definition)
    before = g.initial, g.folding
    g.initial, g.folding = initial and not primed, False
    with g.function(header, about, own_frame=True):
        names = _bind_parameters(g, definition, primed)
        if not primed and not initial and memo.is_asked_again(g, definition):
            memo.write_once_a_state(g, definition, kind)
        else:
            _write_body(g, definition, names, primed, kind)
    g.initial, g.folding = before


def _parameters(g: Generator, definition: ir.Definition, primed: bool) -> list[str]:
    codes = []
    for i, param in enumerate(definition.params):
        codes.append(f"a{i}")
        if _is_primed(g, definition, param, primed):
            codes.append(f"b{i}")
    return codes


def _bind_parameters(
    g: Generator, definition: ir.Definition, primed: bool, local: bool = False
) -> dict[str, Held]:
    names = {}
    for i, param in enumerate(definition.params):
        code, later = g.field(param), None
        g.lines.add(f"{code} = a{i};")
        if _is_primed(g, definition, param, primed):
            later = g.field(f"{param}_later")
            g.lines.add(f"{later} = b{i};")
        needed = _needs(g, definition, param, local)
        names[param] = Held(code, later, absent=not needed or later is not None)
    return names


def _needs(g: Generator, definition: ir.Definition, param: str, local: bool) -> bool:
    if local:
        return not definition.recursive and g.analysis.needs(definition.body, param)
    return g.analysis.needs_parameter(definition.name, param)


def _write_body(
    g: Generator, definition: ir.Definition, names: Names, primed: bool, kind: str
) -> None:
    """The body of a function, and the count of calls if it can call itself."""
    body = definition.body
    if is_function_definition(definition):
        assert isinstance(body, ir.Bind)
        g.lines.add(f"return {binders.emit_rule(g, body, names, primed)};")
        return
    if definition.recursive:
        g.lines.add(f"if (!enter(c)) return {'0' if kind == 'u32' else 'V_FALSE'};")
    emit = expr.emit_truth if kind == "u32" else expr.emit_value
    code = emit(g, body, names, primed)
    if definition.recursive:
        code = g.temporary(code, kind)
        g.lines.add("c->depth--;")
    g.lines.add(f"return {code};")


def _argument(  # noqa: PLR0913  # what is evaluated, where and how
    g: Generator, e: ir.Expr, names: Names, primed: bool, needed: bool, both: bool
) -> list[str]:
    """C for an argument and, if `both`, for its value in the next state."""
    meaning = names.get(e.name) if isinstance(e, ir.Name) else None
    if isinstance(meaning, Held):
        now = meaning.later if primed and meaning.later is not None else meaning.code
        if needed and meaning.absent and not both:
            now = f"present(c, {now})"
        return [now, meaning.later or now] if both else [now]
    sure = [n for n, m in names.items() if isinstance(m, Held) and not m.absent]
    if (needed and not both) or (not primed and not g.initial and g.analysis.is_total(e, sure)):
        now = expr.emit_temporary(g, e, names, primed)
    else:
        now = _tried(g, e, names, primed)
    if not both:
        return [now]
    if moves(g, e, names) or not depends(g, e, names):
        return [now, now]
    return [now, _tried(g, e, names, True)]


def _tried(g: Generator, e: ir.Expr, names: Names, primed: bool) -> str:
    """The value of an expression, or 0 if it has none."""
    before = g.temporary("try_begin(c)", "u32")
    result = f"t{g.number()}"
    g.lines.add(f"V {result};")
    g.lines.open("")
    g.lines.add(f"{result} = {expr.emit_value(g, e, names, primed)};")
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
    """Whether a state changes the value of an expression."""
    if g.analysis.level(e) > Level.CONSTANT:
        return True
    used = (names[n] for n in g.analysis.names(e) if n in names)
    return any(m.later is not None if isinstance(m, Held) else m.depends for m in used)


# ---- LET ----


def enter_let(
    g: Generator,
    definitions: tuple[ir.Definition, ...],
    names: Names,
    body: ir.Expr | None = None,
    primed: bool = False,
) -> Names:
    """The names inside a LET; without `body`, of one around a part of an action."""
    inner = dict(names)
    for d in definitions:
        inner.pop(d.name, None)
    for i, d in enumerate(definitions):
        if is_function_definition(d):
            inner[d.name] = _function(g, d, inner, primed)
            continue
        fixed = primed and not d.params and depends(g, d.body, inner)
        if fixed:
            d = replace(d, body=ir.Prime(d.body, span=d.span))
        inner[d.name] = _meaning(g, d, inner, body, definitions[i + 1 :], fixed)
    return inner


def _function(
    g: Generator, d: ir.Definition, names: dict[str, Held | Local | Operator], primed: bool
) -> Held:
    """A function of a LET that mentions itself; evaluated where it is applied."""
    assert isinstance(d.body, ir.Bind)
    code, later = g.field(d.name), None
    g.lines.add(f"{code} = {binders.emit_rule(g, d.body, names, primed, d.name)};")
    if not primed and depends(g, d.body, names) and not moves(g, d.body, names):
        later = g.field(f"{d.name}_later")
        g.lines.add(f"{later} = {_rule_tried(g, d, names)};")
    return Held(code, later, absent=later is not None)


def _rule_tried(g: Generator, d: ir.Definition, names: Names) -> str:
    """The same function in the next state, or 0 if that is not known yet."""
    assert isinstance(d.body, ir.Bind)
    before = g.temporary("try_begin(c)", "u32")
    rule = binders.emit_rule(g, d.body, names, True, d.name)
    return g.temporary(f"try_end(c, {before}, {rule})")


def _meaning(  # noqa: PLR0913  # what is evaluated, where and how
    g: Generator,
    d: ir.Definition,
    names: dict[str, Held | Local | Operator],
    body: ir.Expr | None,
    rest: tuple[ir.Definition, ...],
    fixed: bool,
) -> Held | Local | Operator:
    """What a definition of a LET stands for; `fixed`: its value is that of the next state."""
    if isinstance(d.body, ir.Name) and not d.params and isinstance(names.get(d.body.name), Held):
        return names[d.body.name]
    if isinstance(d.body, ir.Lambda):
        inlined = replace(d, params=d.body.params, body=d.body.body)
        return Operator(inlined, names, True, True, inline=True)
    moving, changing = moves(g, d.body, names), not fixed and depends(g, d.body, names)
    if d.params:
        made = Operator(d, names, moving, changing, inline=bool(d.operators))
        if d.recursive:
            names[d.name] = made
        return made
    local = Local(d, names, moving, changing, region=g.region)
    if body is not None and not (changing and _used_primed(g, d.name, body, rest)):
        if g.analysis.needs(body, d.name) or (
            not g.initial and g.analysis.is_total(d.body, _sure(names))
        ):
            held = Held(g.field(d.name))
            g.lines.add(f"{held.code} = {expr.emit_value(g, d.body, names)};")
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


def _used_primed(g: Generator, name: str, body: ir.Expr, rest: tuple[ir.Definition, ...]) -> bool:
    return any(g.analysis.is_primed(e, name) for e in (body, *(d.body for d in rest))) or any(
        name in g.analysis.names(d.body) for d in rest
    )


def _uses(g: Generator, name: str, body: ir.Expr, rest: tuple[ir.Definition, ...]) -> int:
    later = sum(100 * g.analysis.uses(d.body, name) for d in rest)
    return g.analysis.uses(body, name) + later


def emit_local(g: Generator, local: Local, primed: bool) -> str:
    """The value of a LET definition without parameters."""
    primed = primed and local.depends
    if local.inline:
        return expr.emit_value(g, local.definition.body, local.names, primed)
    name = local.functions.get(primed)
    if name is None:
        name = local.functions[primed] = f"let_{g.number()}"
        tick = "'" if primed else ""
        about = g.about(f"LET {local.definition.name}{tick}", local.definition)
        header = f"static V {name}(Context *c, {g.frame.name} *f)"
        with g.function(header, about) as lines:
            if local.cell is not None and not primed:
                lines.add(f"if ({local.cell}) return {local.cell};")
            code = expr.emit_value(g, local.definition.body, local.names, primed)
            if local.cell is not None and not primed:
                lines.add(f"{local.cell} = {code};")
                code = local.cell
            lines.add(f"return {code};")
    if local.cell is not None and not primed and local.region != g.region:
        g.lines.add(f"if (!{local.cell}) c->pinned++;")
    return g.temporary(f"{name}(c, f)")


# ---- operators ----


def _call_operator(g: Generator, operator: Operator, e: ir.Call, names: Names, primed: bool) -> str:
    definition = operator.definition
    if operator.inline and definition.recursive:
        return _call_recursive(g, definition, e, names, operator.names, primed)
    if operator.inline:
        inner = _bind_inline(g, definition, e.args, names, operator.names, primed)
        return expr.emit_value(g, definition.body, inner, primed)
    primed = primed and operator.depends
    name = operator.functions.get(primed)
    if name is None:
        name = operator.functions[primed] = f"let_{g.number()}"
        _write_operator(g, operator, name, primed)
    codes = ["c", "f"]
    values = e.args if operator.values is None else [e.args[i] for i in operator.values]
    for param, arg in zip(definition.params, values, strict=True):
        needed = _needs(g, definition, param, True)
        codes += _argument(g, arg, names, primed, needed, _is_primed(g, definition, param, primed))
    return g.temporary(f"{name}({', '.join(codes)})")


def _write_operator(g: Generator, operator: Operator, name: str, primed: bool) -> None:
    definition = operator.definition
    params = "".join(f", V {p}" for p in _parameters(g, definition, primed))
    frame = g.frame.name
    outer = "outer" if definition.recursive else "f"
    header = f"static V {name}(Context *c, {frame} *{outer}{params})"
    about = g.about(f"LET {definition.name}({', '.join(definition.params)})", definition)
    with g.function(header, about) as lines:
        if definition.recursive:
            lines.add(f"{frame} own = *outer, *f = &own;")
        bound = _bind_parameters(g, definition, primed, local=True)
        _write_body(g, definition, {**operator.names, **bound}, primed, "V")


def _call_recursive(  # noqa: PLR0913  # what is evaluated, where and how
    g: Generator,
    definition: ir.Definition,
    e: ir.Call,
    names: Names,
    around: Names,
    primed: bool,
) -> str:
    """A recursive definition with operators as arguments: a function for this call alone.

    Inside it the operators are known: `support.py` makes sure that it passes them on as they
    are.
    """
    operators = {name for name, _ in definition.operators}
    places = tuple(i for i, p in enumerate(definition.params) if p not in operators)
    rest = [i for i, p in enumerate(definition.params) if p in operators]
    taken = replace(definition, params=tuple(definition.params[i] for i in rest))
    inner = dict(_bind_inline(g, taken, tuple(e.args[i] for i in rest), names, around, primed))
    made = Operator(
        replace(definition, params=tuple(definition.params[i] for i in places), operators=()),
        inner,
        moves(g, definition.body, inner),
        depends(g, definition.body, inner),
        inline=False,
        values=places,
    )
    inner[definition.name] = made
    return _call_operator(g, made, e, names, primed)


def _bind_inline(  # noqa: PLR0913  # what is evaluated, where and how
    g: Generator,
    definition: ir.Definition,
    args: tuple[ir.Expr, ...],
    names: Names,
    around: Names,
    primed: bool,
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
                local = Local(made, names, moving, changing, region=g.region)
                if g.analysis.uses(definition.body, param) == 1 and not definition.operators:
                    local.inline = True
                else:
                    local.cell = g.field(param)
                    g.lines.add(f"{local.cell} = 0;")
                inner[param] = _fixed(g, local, primed)
    return inner


def _fixed(g: Generator, local: Local, primed: bool) -> Local:
    """An argument whose value is that of the next state, if the call is primed."""
    if not primed:
        return local
    body = ir.Prime(local.definition.body)
    return replace(local, definition=replace(local.definition, body=body), depends=False)
