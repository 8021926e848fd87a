"""The initial states: a value, or a set of values, for each variable, then what is left to test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from holdfast.front.ioa import tree
from holdfast.front.ioa.compose.instances import Instance, for_all
from holdfast.front.ioa.compose.searches import Search, not_enumerable
from holdfast.front.ioa.lower.domains import domain
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.walk import conjuncts
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op

Lower = Callable[[tree.Expr, Scope], ir.Expr]


def initial(leaf: Instance, lower: Lower, set_of: Lower) -> tuple[ir.Expr, ...]:
    """The conjuncts of the initial predicate of a primitive automaton."""
    assert isinstance(leaf.automaton, tree.Automaton)
    automaton, scope = leaf.automaton, leaf.scope()
    facts = conjuncts(automaton.initially)
    values = _values(automaton, Search(lower, set_of, scope, frozenset()), facts)
    chosen = [_choose(leaf, v, found) for v, found in values]
    equations = {(v.name, only) for v, found in values if (only := _single(found)) is not None}
    rest = [f for f in facts if not any(e in equations for e in _equations(f, lower, scope))]
    tests = [for_all(leaf.indices, lower(f, scope), f.span) for f in rest]
    return (*chosen, *tests)


def _equations(fact: tree.Expr, lower: Lower, scope: Scope) -> Iterator[tuple[str, ir.Expr]]:
    """What a fact says about a variable if it is `x == e`: that need not be tested again."""
    match fact:
        case tree.Apply(tree.Operator.EQ, (tree.Variable(name), e)):
            yield name, lower(e, scope)
        case tree.Apply(tree.Operator.EQ, (e, tree.Variable(name))):
            yield name, lower(e, scope)
        case _:
            return


def _values(
    automaton: tree.Automaton, search: Search, facts: tuple[tree.Expr, ...]
) -> list[tuple[tree.Declared, ir.Expr]]:
    """A set of values for each variable, those first that others depend on."""
    pending = {v.name: v for v in automaton.states}
    found: list[tuple[tree.Declared, ir.Expr]] = []
    while pending:
        unknown = frozenset(pending)
        inner = Search(search.lower, search.set_of, search.scope, unknown)
        for name, v in pending.items():
            term = tree.Variable(name, type=v.type, span=v.span)
            values = inner.values(term, facts)
            if values is not None:
                break
        else:  # nothing says which values it can have: all those of its type
            name, v = next(iter(pending.items()))
            values = domain(v.type)
        if values is None:
            raise not_enumerable(v)
        found.append((v, values))
        del pending[name]
    return found


def _choose(leaf: Instance, v: tree.Declared, values: ir.Expr) -> ir.Expr:
    """`x = e` or `x \\in S`, for all indices at once."""
    name = ir.Name(leaf.qualified(v.name), span=v.span)
    single = _single(values)
    if single is not None:
        for i in reversed(leaf.indices):
            single = ir.Bind(ir.Binder.FUNCTION, (ir.Bound((i.name,), i.domain),), single)
        return ir.Apply(Op.EQ, (name, single), span=v.span)
    for i in reversed(leaf.indices):
        # The set may depend on the index; the test for each index is among the others.
        each = ir.Bind(ir.Binder.MAP, (ir.Bound((i.name,), i.domain),), values)
        united = ir.Apply(Op.UNION, (each,)) if _mentions(values, i.name) else values
        values = ir.Apply(Op.FUNCTION_SET, (i.domain, united), span=v.span)
    return ir.Apply(Op.IN, (name, values), span=v.span)


def _single(values: ir.Expr) -> ir.Expr | None:
    match values:
        case ir.Apply(Op.SET, (only,)):
            return only
        case _:
            return None


def _mentions(e: ir.Expr, name: str) -> bool:
    return any(isinstance(part, ir.Name) and part.name == name for part in ir.walk(e))
