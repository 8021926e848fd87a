"""Candidates for properties of a spec without a model: its theorems, and likely invariants."""

from __future__ import annotations

from collections.abc import Container, Iterator

from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import STATE
from holdfast.front.tla.syntax import tree

_RELATIONS = frozenset(
    ("=", "/=", "<", ">", "<=", ">=", "\\in", "\\notin", "\\subseteq", "=>", "<=>", "/\\", "\\/")
)


def theorem_invariants(spec: Spec, specification: str) -> tuple[str, ...]:
    """The state predicates P of theorems `Spec => []P`."""
    found: list[str] = []
    for fact in spec.module.facts:
        match tree.strip_parens(fact.body):
            case tree.Infix("=>", tree.Ref(name, ()), right) if name == specification:
                found += _always(tree.strip_parens(right))
            case _:
                pass
    names = spec.module.names
    return tuple(dict.fromkeys(n for n in found if _is_predicate(names.get(n))))


def theorem_properties(spec: Spec) -> frozenset[str]:
    """The names P of theorems `Spec => P`, for any specification."""
    found: set[str] = set()
    for fact in spec.module.facts:
        match tree.strip_parens(fact.body):
            case tree.Infix("=>", tree.Ref(_, ()), right):
                found.update(_names(tree.strip_parens(right)))
            case _:
                pass
    return frozenset(found)


def parts_of(symbol: sym.Operator | None) -> set[sym.Operator]:
    """A definition and all definitions that it is made of."""
    found: set[sym.Operator] = set()
    pending = [] if symbol is None else [symbol]
    while pending:
        each = pending.pop()
        if each not in found and each.node is not None:
            found.add(each)
            uses = (each.module.uses.get(id(node)) for node in tree.walk(each.node))
            pending += [use for use in uses if isinstance(use, sym.Operator)]
    return found


def hides_variables(symbol: sym.Operator) -> bool:
    """Whether a formula contains `\\EE` or `\\AA`, which cannot be checked."""
    return any(
        isinstance(node, tree.Quantifier) and node.kind in ("\\EE", "\\AA")
        for node in _nodes(symbol)
    )


def has_fairness(symbol: sym.Operator) -> bool:
    """Whether a formula contains a fairness condition."""
    return any(isinstance(node, tree.Fairness) for node in _nodes(symbol))


def _nodes(symbol: sym.Operator) -> Iterator[tree.Node]:
    for part in parts_of(symbol):
        if part.node is not None:
            yield from tree.walk(part.node)


def _always(formula: tree.Node) -> Iterator[str]:
    """The names that a conjunction of `[]P` and `[](P /\\ Q)` is about."""
    match formula:
        case tree.Prefix("[]", arg):
            yield from _names(tree.strip_parens(arg))
        case tree.Infix("/\\", left, right):
            yield from _always(tree.strip_parens(left))
            yield from _always(tree.strip_parens(right))
        case tree.Junction("/\\", items):
            for item in items:
                yield from _always(tree.strip_parens(item))
        case _:
            pass


def _names(formula: tree.Node) -> Iterator[str]:
    match formula:
        case tree.Ref(name, ()):
            yield name
        case tree.Infix("/\\", left, right):
            yield from _names(tree.strip_parens(left))
            yield from _names(tree.strip_parens(right))
        case tree.Junction("/\\", items):
            for item in items:
                yield from _names(tree.strip_parens(item))
        case _:
            pass


def likely_invariants(spec: Spec, asked: Container[str]) -> tuple[str, ...]:
    """State formulas of the spec that nothing uses and that are not checked."""
    module = spec.module
    used = used_symbols(module)
    return tuple(
        symbol.name
        for symbol in module.own
        if isinstance(symbol, sym.Operator)
        and symbol.name not in asked
        and id(symbol) not in used
        and _is_predicate(symbol)
        and symbol.node is not None
        and _is_formula(tree.strip_parens(symbol.node.body))
    )


def _is_predicate(symbol: sym.Symbol | None) -> bool:
    return (
        isinstance(symbol, sym.Operator)
        and not symbol.params
        and not symbol.module.bundled
        and symbol.levels is not None
        and symbol.levels.level == STATE
    )


def _is_formula(body: tree.Node) -> bool:
    """Whether a definition's body is a formula, judged by its form."""
    match body:
        case tree.Quantifier() | tree.Junction() | tree.Prefix("~"):
            return True
        case tree.Infix(op, _, _):
            return op in _RELATIONS
        case tree.If(_, yes, no):
            return _is_formula(tree.strip_parens(yes)) and _is_formula(tree.strip_parens(no))
        case tree.Let(_, inner):
            return _is_formula(tree.strip_parens(inner))
        case _:
            return False


def used_symbols(*modules: sym.ResolvedModule) -> set[int]:
    """The identities of all symbols that some definition mentions."""
    return {
        id(module.uses[id(node)])
        for module in modules
        for unit in module.node.units
        if not isinstance(unit, tree.Theorem | tree.Assume)
        for node in tree.walk(unit)
        if id(node) in module.uses
    }
