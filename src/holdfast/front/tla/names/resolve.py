"""Resolves a module: EXTENDS, then each unit in order."""

from __future__ import annotations

from holdfast.front.tla.names.declare import (
    declare_in_module,
    describe,
    first_declared,
    kind_of,
    same_origin,
)
from holdfast.front.tla.names.definitions import (
    check_all_defined,
    check_not_in_section,
    resolve_definition_unit,
)
from holdfast.front.tla.names.instances import find_module, resolve_instance
from holdfast.front.tla.names.proofs import resolve_assume, resolve_theorem, resolve_use
from holdfast.front.tla.names.resolver import Library, Resolver
from holdfast.front.tla.names.scope import Scope
from holdfast.front.tla.names.suggestions import flush_unbound
from holdfast.front.tla.names.symbols import Constant, ResolvedModule, Symbol, Variable
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.constructs import ASSUME_WORDS, THEOREM_WORDS
from holdfast.source import Note, Source


def resolve_module(node: tree.Module, source: Source, library: Library) -> ResolvedModule:
    """The meaning of a module's names; errors are in its `diagnostics`."""
    module = ResolvedModule(node.name.name, node, source)
    _resolve_units(Resolver(module, library, Scope()))
    return module


def _resolve_units(r: Resolver) -> None:
    module = r.module
    _extend(r)
    module.incomplete |= not module.name or any(map(_may_declare_anything, module.node.units))
    r.units.append(module.node.units)
    for unit in module.node.units:
        _unit(r, unit)
    check_all_defined(r)
    r.units.pop()
    flush_unbound(r)
    module.exports = {n: s for n, s in module.names.items() if n not in module.local}


def _may_declare_anything(unit: tree.Unit) -> bool:
    """Whether this is text that could not be read and has lost the names it declared."""
    if not isinstance(unit, tree.Broken) or unit.names:
        return False
    return not unit.span.text.startswith((*THEOREM_WORDS, *ASSUME_WORDS))


def _extend(r: Resolver) -> None:
    module = r.module
    extended: list[ResolvedModule] = []
    for ident in module.node.extends:
        other = find_module(r, ident)
        if other is None:
            module.incomplete = True
            continue
        module.incomplete |= other.incomplete
        extended.append(other)
        twice: list[tuple[Symbol, Symbol]] = []
        for name, symbol in other.exports.items():
            before = module.names.get(name)
            if before is None:
                module.names[name] = symbol
                r.scope.bind(symbol)
            elif before is not symbol and not same_origin(before, symbol):
                twice.append((before, symbol))
        for name, nested in other.modules.items():
            r.scope.modules.setdefault(name, nested)
            module.modules.setdefault(name, nested)
        if twice:
            _report_twice(r, ident, twice)
    module.extends = tuple(extended)


def _report_twice(r: Resolver, ident: tree.Ident, twice: list[tuple[Symbol, Symbol]]) -> None:
    """One message about the names that two extended modules give different meanings."""
    clashes = [pair for pair in twice if kind_of(pair[0]) is not kind_of(pair[1])]
    before, symbol = (clashes or twice)[0]
    names = ", ".join(f"`{one.name}`" for one, _ in (clashes or twice)[:5])
    notes = (first_declared(before), Note("the other one is here", symbol.span))
    if clashes:
        message = f"module `{ident.name}` declares {names}, which is already {describe(before)}"
        r.error("conflicting-extends", message, ident.span, None, notes)
    else:
        message = f"module `{ident.name}` declares {names} again; the first one counts"
        r.warn("ambiguous-extends", message, ident.span, None, *notes)


def _unit(r: Resolver, unit: tree.Unit) -> None:
    match unit:
        case (
            tree.Definition()
            | tree.FunctionDefinition()
            | tree.ModuleDefinition()
            | tree.Recursive()
            | tree.Broken()
        ):
            resolve_definition_unit(r, unit, top=True)
        case tree.Variables():
            check_not_in_section(r, unit, "a VARIABLE declaration")
            for ident in unit.names:
                variable = Variable(ident.name, ident.span, r.module)
                r.module.declared[id(ident)] = declare_in_module(r, variable)
        case tree.Constants():
            check_not_in_section(r, unit, "a CONSTANT declaration")
            for param in unit.params:
                constant = Constant(param.name, param.span, r.module, param.arity)
                r.module.declared[id(param)] = declare_in_module(r, constant)
        case tree.Instance():
            resolve_instance(r, unit, top=True)
        case tree.Theorem():
            check_not_in_section(r, unit, "a theorem")
            resolve_theorem(r, unit)
        case tree.Assume():
            check_not_in_section(r, unit, "an assumption")
            resolve_assume(r, unit)
        case tree.UseHide():
            check_not_in_section(r, unit, "USE or HIDE")
            resolve_use(r, unit)
        case tree.Module():
            check_not_in_section(r, unit, "a module")
            _nested(r, unit)
        case tree.Separator():
            pass


def _nested(r: Resolver, node: tree.Module) -> None:
    """A nested module sees what is above it; outside, only its name is visible."""
    name = node.name.name
    inner = ResolvedModule(name, node, r.module.source, r.module)
    inner.dependencies = r.module.dependencies
    inner.diagnostics = r.module.diagnostics
    inner.incomplete = r.module.incomplete
    mark = r.scope.mark()
    modules = dict(r.scope.modules)
    nested = Resolver(inner, r.library, r.scope)
    nested.units += r.units
    _resolve_units(nested)
    r.scope.restore(mark)
    r.scope.modules = modules
    r.module.declared[id(node)] = inner
    if name in modules or r.library.is_loaded(name):
        message = f"there is another module `{name}`"
        note = (Note("the other one", modules[name].node.name.span),) if name in modules else ()
        r.error("duplicate-module", message, node.name.span, "give one of them another name", note)
        return
    r.scope.modules[name] = inner
    r.module.modules[name] = inner
