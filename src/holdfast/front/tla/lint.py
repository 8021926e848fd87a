"""Warnings about what is correct but probably not intended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holdfast.front.tla.names.declare import describe, origin_of
from holdfast.front.tla.names.symbols import (
    BoundName,
    Constant,
    NewName,
    Operator,
    Parameter,
    ResolvedModule,
    Selection,
    Symbol,
    Variable,
)
from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, Note


def lint(module: ResolvedModule) -> list[Diagnostic]:
    """Warnings about a root module without errors, and the modules nested in it."""
    found: list[Diagnostic] = []
    for part in _with_nested(module):
        found += _unused_definitions(part)
        found += _misleading_fields(part)
    return found


def _with_nested(module: ResolvedModule) -> Iterator[ResolvedModule]:
    yield module
    for nested in module.modules.values():
        if nested.outer is module:
            yield from _with_nested(nested)


# ---- definitions that nothing uses ----


def _unused_definitions(module: ResolvedModule) -> Iterator[Diagnostic]:
    """Definitions that only this module sees, and that it does not use."""
    used = {id(symbol) for part in _with_nested(module) for symbol in _used_symbols(part)}
    for symbol in module.declared.values():
        if not isinstance(symbol, Operator) or id(symbol) in used or symbol.name[0] == "_":
            continue
        is_local = symbol.name in module.local and module.names.get(symbol.name) is symbol
        if symbol.depth or is_local:
            where = "this LET" if symbol.depth else "this module, to which it is LOCAL"
            message = f"`{symbol.name}` is not used in {where}"
            yield Diagnostic("unused-definition", message, symbol.span, severity="warning")


def _used_symbols(module: ResolvedModule) -> Iterator[Symbol | Operator]:
    for meaning in module.uses.values():
        if isinstance(meaning, Selection):
            yield origin_of(meaning.root)
            yield from _definitions_in(meaning)
        else:
            yield meaning
            yield origin_of(meaning)


def _definitions_in(selection: Selection) -> Iterator[Operator]:
    """The LET definitions through which a selection may have gone."""
    root = origin_of(selection.root)
    if isinstance(root, Operator) and root.node is not None:
        for node in tree.walk(root.node):
            symbol = selection.module.declared.get(id(node))
            if isinstance(symbol, Operator):
                yield symbol


# ---- record fields that look like definitions ----


def _misleading_fields(module: ResolvedModule) -> Iterator[Diagnostic]:
    """Fields named like a definition, as if `[bar |-> 1]` used the value of `bar`.

    There is no warning if this record, or another one with the same fields, is made of
    declared names: its author knows that a field name is a string.
    """
    for record in module.records:
        for item in record.fields:
            symbol = module.names.get(item.name)
            span = item.span._replace(end=item.span.start + len(item.name))
            is_made = span.text != item.name  # by the translation of an algorithm
            if symbol is None or is_made or _is_deliberate(module, record):
                continue
            message = (
                f"field `{item.name}` does not take the value of {describe(symbol)} `{item.name}`"
            )
            help = "the name of a field is a string; a function with that value is `x :> e`"
            note = Note("declared here", symbol.span)
            yield Diagnostic("field-named-like-definition", message, span, help, (note,), "warning")


def _is_deliberate(module: ResolvedModule, record: tree.Record | tree.RecordSet) -> bool:
    names = {item.name for item in record.fields}
    for other in (module, *module.extended()):
        for candidate in other.records:
            if {item.name for item in candidate.fields} == names and _is_from_declarations(
                other, (item.value for item in candidate.fields)
            ):
                return True
    return False


_SETS = frozenset(("BOOLEAN", "Nat", "Int", "Real"))


def _is_from_declarations(module: ResolvedModule, exprs: Iterable[tree.Node]) -> bool:
    """Whether a constant, a variable or a bound variable occurs, also through definitions."""
    seen: set[Operator] = set()
    pending = [(module, node) for expr in exprs for node in tree.walk(expr)]
    while pending:
        home, node = pending.pop()
        meaning = home.uses.get(id(node))
        if meaning is None or isinstance(meaning, Selection):
            continue
        symbol = origin_of(meaning)
        if isinstance(symbol, Constant | Variable | Parameter | BoundName | NewName):
            return True
        if symbol.name in _SETS:
            return True
        if isinstance(symbol, Operator) and symbol not in seen and symbol.node is not None:
            seen.add(symbol)
            pending += [(symbol.module, inner) for inner in tree.walk(symbol.node)]
    return False
