"""Where names are in the texts of a spec: declared and used, with spans.

The index is read from the tables of the resolver, so that it agrees with what engines see. The
nodes of an algorithm's translation have spans in the algorithm; those that the translator made
have other text at their span, and are left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import origin_of
from holdfast.front.tla.names.references import operator_span
from holdfast.front.tla.names.suggestions import name_span
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import SYNONYMS
from holdfast.source import Span

Target: TypeAlias = sym.Symbol | sym.LabelName | sym.ResolvedModule
"""What a name can mean: a symbol, a label, or a module."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name in a text, what it means, and whether it is declared there."""

    span: Span
    target: Target
    declares: bool
    primed: bool = False


def occurrences(module: sym.ResolvedModule) -> list[Occurrence]:
    """The names in the text of a module and of those nested in it, in order, each once."""
    found: dict[tuple[str, int, int], Occurrence] = {}
    for each in _occurrences(module):
        span = each.span
        key = (span.source.name, span.start, span.end)
        # A name of an algorithm is declared at a location that its translation also uses.
        if _is_written(each) and (key not in found or each.declares):
            found[key] = each
    return [found[key] for key in sorted(found)]


def _is_written(each: Occurrence) -> bool:
    """Whether the text at the span is the name, and not something it was made from."""
    text, name = each.span.text, each.target.name
    return bool(name) and (text == name or SYNONYMS.get(text) in (name, name.rstrip(".")))


def declaration_of(target: Target) -> Span | None:
    """The location of the name in the declaration of a target; None for a built-in operator."""
    match target:
        case sym.BuiltIn():
            return None
        case sym.ResolvedModule():
            return target.node.name.span
        case sym.LabelName() | sym.Constant() | sym.Operator():
            return _named_part(target.span, target.name)
        case sym.Instantiated():
            return declaration_of(origin_of(target))
        case _:
            return target.span


def _named_part(span: Span, name: str) -> Span:
    """The part of a declaration that is the name: `F` of `F(_)`, `+` of `_ + _`."""
    at = span.source.text.find(name, span.start, span.end)
    return span if at < 0 else Span(span.source, at, at + len(name))


def same_target(one: Target, other: Target) -> bool:
    """Whether two names mean the same declaration, also if each was read by itself."""
    left, right = declaration_of(one), declaration_of(other)
    if left is None or right is None:
        return one is other
    return place_of(left) == place_of(right) and one.name == other.name


def place_of(span: Span) -> tuple[str, int, int]:
    """A span as a value that is equal for equal places of one file."""
    return span.source.name, span.start, span.end


def occurrence_at(found: Sequence[Occurrence], file: str, offset: int) -> Occurrence | None:
    """The name at an offset of a file, or the one that ends there; `found` is in order."""
    index = bisect_right(found, (file, offset), key=lambda o: (o.span.source.name, o.span.start))
    for each in reversed(found[max(0, index - 2) : index]):
        if each.span.source.name == file and each.span.start <= offset <= each.span.end:
            return each
    return None


# ---- reading the tables ----


def _occurrences(module: sym.ResolvedModule) -> Iterator[Occurrence]:
    yield Occurrence(module.node.name.span, module, True)
    for ident in module.node.extends:
        extended = _module_named(module, ident.name)
        if extended is not None:
            yield Occurrence(ident.span, extended, False)
    primed: set[int] = set()
    pending: list[tree.Node] = list(reversed(module.node.units))
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Module):
            nested = module.declared.get(id(node))
            if isinstance(nested, sym.ResolvedModule):
                yield from _occurrences(nested)
            continue
        if isinstance(node, tree.Postfix) and node.op == "'":
            primed.update(id(part) for part in tree.walk(node.arg) if isinstance(part, tree.Ref))
        yield from _at_node(module, node, id(node) in primed)
        pending.extend(reversed(tuple(tree.children(node))))


def _module_named(module: sym.ResolvedModule, name: str) -> sym.ResolvedModule | None:
    around: sym.ResolvedModule | None = module
    while around is not None:
        if name in around.modules:
            return around.modules[name]
        around = around.outer
    return module.dependencies.get(name)


def _at_node(module: sym.ResolvedModule, node: tree.Node, primed: bool) -> Iterator[Occurrence]:
    match node:
        case tree.Ref():
            used = module.uses.get(id(node))
            if used is not None and not isinstance(used, sym.Selection):
                yield Occurrence(name_span(node), used, False, primed)
        case tree.Path():
            yield from _path(module, node)
        case tree.Prefix() | tree.Infix() | tree.Postfix():
            used = module.uses.get(id(node))
            if used is not None and not isinstance(used, sym.BuiltIn | sym.Selection):
                yield Occurrence(operator_span(node), used, False)
        case tree.Substitution():
            used = module.uses.get(id(node))
            if used is not None and not isinstance(used, sym.Selection):
                yield Occurrence(node.name.span, used, False)
        case tree.Instance():
            instance = module.declared.get(id(node))
            if isinstance(instance, sym.Instance):
                yield Occurrence(node.module.span, instance.target, False)
        case tree.ModuleFact():
            cited = _module_named(module, node.name)
            if cited is not None:
                yield Occurrence(_named_part(node.span, node.name), cited, False)
        case _:
            yield from _declared(module, node)


def _declared(module: sym.ResolvedModule, node: tree.Node) -> Iterator[Occurrence]:
    """The name that a node introduces."""
    target = module.declared.get(id(node))
    if target is None:
        return
    match node:
        case tree.Definition(name) | tree.FunctionDefinition(name) | tree.ModuleDefinition(name):
            yield Occurrence(_named_part(name.span, name.name), target, True)
        case tree.Theorem(name=tree.Ident() as name) | tree.Assume(name=tree.Ident() as name):
            yield Occurrence(name.span, target, True)
        case tree.Step(label):
            yield Occurrence(node.span._replace(end=node.span.start + len(label)), target, True)
        case tree.New(param=param):
            yield Occurrence(_named_part(param.span, param.name), target, True)
        case tree.Param(name) | tree.Ident(name):
            yield Occurrence(_named_part(node.span, name), target, True)
        case tree.Label(name) if isinstance(target, sym.LabelName):
            yield Occurrence(node.span._replace(end=node.span.start + len(name)), target, True)
            bound = {symbol.name: symbol for symbol in target.params}
            for ident in node.params:
                if ident.name in bound:
                    yield Occurrence(ident.span, bound[ident.name], False)
        case _:
            pass


def _path(module: sym.ResolvedModule, path: tree.Path) -> Iterator[Occurrence]:
    """The parts of `I!J!Op!lab`: instances, then the definition, then labels in it."""
    meaning = module.uses.get(id(path))
    if meaning is None:
        return
    root = meaning.root if isinstance(meaning, sym.Selection) else meaning
    chain: list[sym.Symbol] = []
    while isinstance(root, sym.Instantiated):
        chain.append(root.instance)
        root = root.original
    chain.append(root)
    labels: dict[str, sym.LabelName] = {}
    for part in path.parts:
        while chain and chain[0].name != part.name:
            chain.pop(0)
        if chain:
            target = chain.pop(0)
            yield Occurrence(name_span(part), target, False)
            labels = target.labels if isinstance(target, sym.Operator | sym.Fact) else {}
        elif part.name in labels:
            yield Occurrence(name_span(part), labels[part.name], False)
            labels = labels[part.name].labels
        elif isinstance(meaning, sym.Selection):
            inner = _inner_definition(meaning, part.name)
            if inner is not None:
                yield Occurrence(name_span(part), inner, False)
                labels = inner.labels


def _inner_definition(selection: sym.Selection, name: str) -> sym.Operator | None:
    """The definition of a LET that a selector goes through."""
    root = origin_of(selection.root)
    if not isinstance(root, sym.Operator | sym.Fact) or root.node is None:
        return None
    for node in tree.walk(root.node):
        symbol = selection.module.declared.get(id(node))
        if isinstance(symbol, sym.Operator) and symbol.name == name and symbol is not root:
            return symbol
    return None


# ---- the tree around an offset ----


def nodes_around(module: tree.Module, offset: int) -> list[tree.Node]:
    """The nodes whose text contains an offset, from the module to the innermost one."""
    path: list[tree.Node] = []
    node: tree.Node | None = module
    name = module.span.source.name
    while node is not None:
        path.append(node)
        inside = [
            part
            for part in tree.children(node)
            if part.span.source.name == name and part.span.start <= offset <= part.span.end
        ]
        # Of two parts that touch at the offset, the one that begins there is meant.
        node = max(inside, key=lambda part: part.span.start, default=None)
    return path


def last_offset(module: tree.Module, offset: int) -> int:
    """The offset, or the end of the unit before it, if what follows it was not read yet."""
    name = module.span.source.name
    units = [u for u in module.units if u.span.source.name == name and u.span.start <= offset]
    return min((offset, *(u.span.end for u in units[-1:])))


def names_around(module: sym.ResolvedModule, offset: int) -> dict[str, Target]:
    """The names that are bound or defined inside expressions around an offset."""
    found: dict[str, Target] = {}
    for node in nodes_around(module.node, offset):
        inner = module.declared.get(id(node))
        if isinstance(inner, sym.ResolvedModule):
            module = inner
            found |= module.names
        for part in _binders(node):
            target = module.declared.get(id(part))
            if target is not None and target.name:
                found[target.name] = target
    return found


def _binders(node: tree.Node) -> Iterator[tree.Node]:
    """The nodes that introduce names which are visible inside of `node`."""
    match node:
        case tree.Definition(_, params) | tree.ModuleDefinition(_, params) | tree.Lambda(params):
            yield from params
        case tree.FunctionDefinition(_, bounds) | tree.Quantifier(_, bounds):
            yield from (ident for bound in bounds for ident in bound.names)
        case tree.Function(bounds) | tree.SetMap(_, bounds) | tree.Pick(bounds):
            yield from (ident for bound in bounds for ident in bound.names)
        case tree.Choose(bound) | tree.SetFilter(bound):
            yield from bound.names
        case tree.Let(units) | tree.Define(units):
            yield from units
        case tree.AssumeProve(assumptions):
            yield from assumptions
        case _:
            pass
