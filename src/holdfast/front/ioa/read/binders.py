"""Quantifiers and comprehensions."""

from __future__ import annotations

import ast

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.builtin_names import is_reserved
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.domains import read_domain
from holdfast.front.ioa.read.names import Binding, Role, Scope
from holdfast.front.ioa.read.type_reader import SIMPLE
from holdfast.front.ioa.types import BOOL, UNKNOWN, Map, Seq, Set, Type
from holdfast.front.suggest import wrong_number


def read_unbounded(c: Checker, scope: Scope, node: ast.Call, universal: bool) -> tree.Expr:
    """`forall(x, e)`, `forall([x, y], e)`, `exists(...)`: uses decide the types of variables."""
    word = "forall" if universal else "exists"
    if len(node.args) != 2 or node.keywords:
        count = len(node.args) + len(node.keywords)
        help = f"write `{word}(x, formula)` or `{word}([x, y], formula)`"
        c.error("ioa-argument-count", wrong_number(f"`{word}`", 2, count), node, help)
        return c.broken(node)
    names = _variables(c, node.args[0])
    if not names:
        return c.broken(node)
    bindings = {n.id: Binding(Role.BOUND, c.guess(n), c.span(n)) for n in names}
    inner = scope.having(bindings)
    if any(b.type == UNKNOWN for b in bindings.values()):
        c.scan(lambda: c.check(inner, node.args[1], BOOL))
    undetermined = [n for n in names if rules.is_unclear(bindings[n.id].type)]
    before = len(c.found)
    body = c.check(inner, node.args[1], BOOL)
    explained = len(c.found) > before or _has_unknown(scope, node.args[1])
    for n in () if explained else undetermined:
        message = f"nothing determines the type of `{n.id}`"
        help = f"say what it ranges over: `{'all' if universal else 'any'}(... for {n.id} in S)`"
        c.error("ioa-undetermined-type", message, n, help)
    bounds = tuple(tree.Bound(n.id, bindings[n.id].type, span=c.span(n)) for n in names)
    return tree.Quantifier(universal, bounds, body, type=BOOL, span=c.span(node))


def _has_unknown(scope: Scope, body: ast.expr) -> bool:
    """Whether a formula has a name whose declaration has a mistake."""
    names = (scope.names.get(n.id) for n in ast.walk(body) if isinstance(n, ast.Name))
    return any(b is not None and b.declared == UNKNOWN and b.part is None for b in names)


def _variables(c: Checker, node: ast.expr) -> list[ast.Name]:
    """The variables of a quantifier; empty after a message."""
    nodes = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    names = [n for n in nodes if isinstance(n, ast.Name)]
    if len(names) != len(nodes) or not names:
        c.error("ioa-bound", "a quantifier begins with a name or a list of names", node)
        return []
    for i, name in enumerate(names):
        report_reserved(c, name)
        if any(name.id == n.id for n in names[:i]):
            c.error("ioa-duplicate", f"`{name.id}` is bound twice", name)
            return []
    return names


def read_bounded(c: Checker, scope: Scope, node: ast.Call, universal: bool) -> tree.Expr:
    """`all(e for x in D if c)`, `any(...)`."""
    word = "all" if universal else "any"
    if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], ast.GeneratorExp):
        help = f"write `{word}(formula for x in domain)`"
        c.error("ioa-bound", f"`{word}` takes one generator", node, help)
        return c.broken(node)
    generator = node.args[0]
    inner, bounds, condition = _read_generators(c, scope, generator.generators)
    body = c.check(inner, generator.elt, BOOL)
    if condition is not None:
        operator = tree.Operator.IMPLIES if universal else tree.Operator.AND
        span = c.span(generator)
        body = tree.Apply(operator, (condition, body), type=BOOL, span=span)
    return tree.Quantifier(universal, bounds, body, type=BOOL, span=c.span(node))


def read_set(c: Checker, scope: Scope, node: ast.SetComp, hint: Type) -> tree.Expr:
    """`{e for x in D for y in E if c}`; D may be a type, whose values cannot be listed."""
    inner, bounds, condition = _read_generators(c, scope, node.generators, over_types=True)
    element = c.infer(inner, node.elt, hint.of if isinstance(hint, Set) else UNKNOWN)
    infinite = isinstance(hint, Set) and hint.infinite
    t = Set(element.type, infinite or any(map(_may_be_infinite, bounds)))
    return tree.SetComprehension(element, bounds, condition, type=t, span=c.span(node))


def _may_be_infinite(bound: tree.Bound) -> bool:
    """Whether a variable may have infinitely many values."""
    of = bound.domain
    return of is None or (isinstance(of.type, Set) and of.type.infinite)


def read_list(c: Checker, scope: Scope, node: ast.ListComp, hint: Type) -> tree.Expr:
    """`[e for x in D if c]` over a sequence."""
    if len(node.generators) > 1:
        second = node.generators[1].target
        c.error("ioa-unsupported", "a list comprehension has one `for`", second)
        return c.broken(node)
    inner, bounds, condition = _read_generators(c, scope, node.generators)
    element = c.infer(inner, node.elt, hint.of if isinstance(hint, Seq) else UNKNOWN)
    if not bounds:
        return c.broken(node)
    domain = bounds[0].domain
    if domain is not None and isinstance(domain.type, Set):
        message = "a set has no order, so no sequence can be made from it"
        c.error("ioa-type", message, domain.span, "for a set write `{...}`")
        return c.broken(node)
    t = Seq(element.type)
    return tree.SeqComprehension(element, bounds[0], condition, type=t, span=c.span(node))


def read_map(c: Checker, scope: Scope, node: ast.DictComp, hint: Type) -> tree.Expr:
    """`{k: e for k in D}`; with a condition, the domain is the set that satisfies it."""
    target = node.generators[0].target
    if len(node.generators) > 1 or not (
        isinstance(node.key, ast.Name) and isinstance(target, ast.Name) and node.key.id == target.id
    ):
        message = "the key of a map is the variable itself: `{k: e for k in D}`"
        c.error("ioa-bound", message, node.key)
        return c.broken(node)
    inner, bounds, condition = _read_generators(c, scope, node.generators)
    value = c.infer(inner, node.value, hint.value if isinstance(hint, Map) else UNKNOWN)
    if not bounds:
        return c.broken(node)
    bound = bounds[0]
    if _may_be_infinite(bound):
        message = "a map has finitely many keys, and a set of the type `ISet` may be infinite"
        c.error("ioa-type", message, node.generators[0].iter)
        return c.broken(node)
    if condition is not None:
        key = tree.Local(bound.name, type=bound.type, span=bound.span)
        t = Set(bound.type)
        domain = tree.SetComprehension(key, bounds, condition, type=t, span=c.span(node))
        bound = tree.Bound(bound.name, bound.type, domain, span=bound.span)
    t_map = Map(bound.type, value.type)
    return tree.MapComprehension(bound, value, type=t_map, span=c.span(node))


def _read_generators(
    c: Checker, scope: Scope, generators: list[ast.comprehension], over_types: bool = False
) -> tuple[Scope, tuple[tree.Bound, ...], tree.Expr | None]:
    """The scope of a comprehension's element, its variables and its condition."""
    bounds: list[tree.Bound] = []
    conditions: list[tree.Expr] = []
    for generator in generators:
        bound = read_bound(c, scope, generator.target, generator.iter, over_types)
        if generator.is_async:
            c.error("ioa-unsupported", "`async` is not supported", generator.target)
        if bound is None:
            scope = scope.having(_unknown_names(c, generator.target))
        else:
            if any(b.name == bound.name for b in bounds):
                c.error("ioa-duplicate", f"`{bound.name}` is bound twice", bound.span)
            bounds.append(bound)
            scope = scope.having({bound.name: Binding(Role.BOUND, bound.type, bound.span)})
        conditions += [c.check(scope, test, BOOL) for test in generator.ifs]
    if len(conditions) > 1:
        span = conditions[0].span.to(conditions[-1].span)
        both = tree.Apply(tree.Operator.AND, tuple(conditions), type=BOOL, span=span)
        return scope, tuple(bounds), both
    return scope, tuple(bounds), conditions[0] if conditions else None


def _unknown_names(c: Checker, target: ast.expr) -> dict[str, Binding]:
    """The names of a wrong target, about whose uses there is nothing to report."""
    names = (n for n in ast.walk(target) if isinstance(n, ast.Name))
    return {n.id: Binding(Role.BOUND, UNKNOWN, c.span(n)) for n in names}


def read_bound(
    c: Checker, scope: Scope, target: ast.expr, domain: ast.expr, over_types: bool = False
) -> tree.Bound | None:
    """A variable and what it ranges over, or None after a message."""
    over: tree.Expr | None = None
    element = _whole_type(scope, domain) if over_types else None
    if element is None:
        over, element = read_domain(c, scope, domain)
    if not isinstance(target, ast.Name):
        c.error("ioa-bound", "one name ranges over a set or sequence", target)
        return None
    report_reserved(c, target)
    return tree.Bound(target.id, element, over, span=c.span(target))


def _whole_type(scope: Scope, node: ast.expr) -> Type | None:
    """The type that a variable ranges over, if it is one of the language: `int`, `Real`."""
    match node:
        case ast.Name(name) if name not in scope.names:
            return SIMPLE.get(name)
        case _:
            return None


def report_reserved(c: Checker, name: ast.Name) -> None:
    """Report a variable with a name of the language itself."""
    if is_reserved(name.id):
        c.error("ioa-name-clash", f"`{name.id}` is a name of the language itself", name)
