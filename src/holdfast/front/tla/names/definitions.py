"""Resolves definitions and RECURSIVE declarations, of a module, a LET or a proof."""

from __future__ import annotations

import re
from collections.abc import Callable

from holdfast.front.suggest import did_you_mean
from holdfast.front.tla.names.declare import add_to_module, bind, declare, report_taken
from holdfast.front.tla.names.expressions import bind_names
from holdfast.front.tla.names.instances import resolve_named_instance
from holdfast.front.tla.names.resolver import HANDLERS, LabelFrame, Resolver, resolve_expr
from holdfast.front.tla.names.suggestions import declared_idents
from holdfast.front.tla.names.symbols import BuiltIn, Operator, Parameter, Unknown
from holdfast.front.tla.syntax import tree
from holdfast.source import Note

_WORD = re.compile(r"\w+")


def resolve_definition_unit(r: Resolver, unit: tree.Node, top: bool) -> None:
    """A unit that is allowed in a module, a LET and a proof; `top` in a module."""
    match unit:
        case tree.Definition():
            _operator(r, unit, top)
        case tree.FunctionDefinition():
            _function(r, unit, top)
        case tree.ModuleDefinition():
            resolve_named_instance(r, unit, top)
        case tree.Recursive():
            _recursive(r, unit, top)
        case tree.Broken():
            _broken(r, unit, top)
        case _:
            raise AssertionError(f"{type(unit).__name__} is not a definition")


def _broken(r: Resolver, unit: tree.Broken, top: bool) -> None:
    """A unit that could not be read: unknown names that it may declare are not reported."""
    if not unit.names:
        for level in r.pending:
            level.clear()
    r.excused.update(_WORD.findall(unit.span.text))
    for ident in unit.names:
        _pending_recursive(r, ident)
        unknown = Unknown(ident.name, ident.span)
        if not isinstance(r.scope.names.get(ident.name), BuiltIn):
            r.scope.bind(unknown)
            if top:
                r.module.names[ident.name] = unknown


def _operator(r: Resolver, unit: tree.Definition, top: bool) -> None:
    mark = r.scope.mark()
    params = tuple(Parameter(p.name, p.span, p.arity) for p in unit.params)
    for param, symbol in zip(unit.params, params, strict=True):
        bind(r, symbol, param)
    declared = _pending_recursive(r, unit.name)
    operator = declared or Operator(unit.name.name, unit.name.span, r.module, params)
    if declared is not None:
        # Only the last parameter matters, as in SANY: folds with an operator first rely on it.
        if declared.arity != len(params) or (params and params[-1].arity):
            _report_recursive_arity(r, declared, unit)
        operator.params = params
    free = declared is not None or _is_free(r, operator)
    operator.depth = r.depth
    if declared is not None:
        operator.node = unit
    _with_labels(r, operator, lambda: resolve_expr(r, unit.body))
    r.scope.restore(mark)
    _finish(r, operator, unit, top, free)


def _function(r: Resolver, unit: tree.FunctionDefinition, top: bool) -> None:
    declared = _pending_recursive(r, unit.name)
    operator = declared or Operator(unit.name.name, unit.name.span, r.module)
    if declared is not None and declared.arity:
        _report_recursive_arity(r, declared, unit)
        operator.params = ()
    free = declared is not None or _is_free(r, operator)
    operator.node = unit
    operator.depth = r.depth
    mark = r.scope.mark()

    def resolve_body() -> None:
        bind_names(r, unit.bounds)
        r.scope.bind(operator)
        resolve_expr(r, unit.body)

    _with_labels(r, operator, resolve_body)
    r.scope.restore(mark)
    _finish(r, operator, unit, top, free)


def _with_labels(r: Resolver, operator: Operator, resolve_body: Callable[[], None]) -> None:
    """Resolve a body whose labels belong to the operator."""
    r.label_frames.append(LabelFrame(operator.labels, r.scope.mark()))
    resolve_body()
    r.label_frames.pop()


def _is_free(r: Resolver, operator: Operator) -> bool:
    """Whether the name of a definition is free; reports it if not, even for equal definitions."""
    before = r.scope.names.get(operator.name)
    if before is not None:
        report_taken(r, operator, before)
    return before is None


def _finish(
    r: Resolver,
    operator: Operator,
    unit: tree.Definition | tree.FunctionDefinition,
    top: bool,
    free: bool,
) -> None:
    operator.node, operator.span = unit, unit.name.span
    r.module.declared[id(unit)] = operator
    if not free:
        r.scope.bind(Unknown(operator.name, operator.span))
    elif r.scope.names.get(operator.name) is not operator:
        r.scope.bind(operator)
    if top:
        add_to_module(r.module, operator, unit.local)
        r.module.own.append(operator)


# ---- RECURSIVE ----


def _recursive(r: Resolver, unit: tree.Recursive, top: bool) -> None:
    for param in unit.params:
        places = tuple(Parameter("_", param.span) for _ in range(param.arity))
        operator = Operator(param.name, param.span, r.module, places, recursive=True)
        operator.depth = r.depth
        symbol = declare(r, operator)
        r.module.declared[id(param)] = symbol
        if top:
            add_to_module(r.module, symbol)
        if symbol is operator:
            r.pending[-1].append(operator)


def _pending_recursive(r: Resolver, name: tree.Ident) -> Operator | None:
    """The operator that RECURSIVE announced under this name, if its definition is due."""
    before = r.scope.names.get(name.name)
    if not isinstance(before, Operator) or not before.recursive or before.node is not None:
        return None
    for level in r.pending:
        if before in level:
            level.remove(before)
            if level is not r.pending[-1]:
                message = f"`{name.name}` is declared RECURSIVE outside this LET"
                help = "declare it in the LET that defines it"
                note = Note("declared here", before.span)
                r.error("recursive-scope", message, name.span, help, (note,))
    return before


def _report_recursive_arity(
    r: Resolver, declared: Operator, unit: tree.Definition | tree.FunctionDefinition
) -> None:
    note = Note("declared here", declared.span)
    message = f"the definition of `{declared.name}` does not fit its RECURSIVE declaration"
    r.error("recursive-arity", message, unit.name.span, None, (note,))


def check_all_defined(r: Resolver) -> None:
    """Report RECURSIVE declarations of this level without a definition."""
    for operator in r.pending[-1]:
        message = f"`{operator.name}` is declared RECURSIVE but never defined"
        others = (i.name for unit in r.units[-1] for i in declared_idents(unit))
        r.error("recursive-undefined", message, operator.span, did_you_mean(operator.name, others))
    r.pending[-1].clear()


def check_not_in_section(r: Resolver, unit: tree.Node, what: str) -> None:
    """Report what is not allowed between a RECURSIVE and its definitions."""
    if not any(r.pending):
        return
    later = {ident.name for other in r.units[-1] for ident in declared_idents(other)}
    waiting = [operator for level in r.pending for operator in level if operator.name in later]
    if waiting:
        names = ", ".join(f"`{operator.name}`" for operator in waiting)
        message = f"{what} is not allowed between RECURSIVE and the definition of {names}"
        note = Note("declared RECURSIVE here", waiting[0].span)
        r.error("recursive-section", message, unit.span, "move it up or down", (note,))


# ---- LET ----


def _let(r: Resolver, expr: tree.Let) -> None:
    mark = r.scope.mark()
    r.pending.append([])
    r.units.append(expr.units)
    for unit in expr.units:
        resolve_definition_unit(r, unit, top=False)
    check_all_defined(r)
    r.units.pop()
    r.pending.pop()
    resolve_expr(r, expr.body)
    r.scope.restore(mark)


HANDLERS[tree.Let] = _let
