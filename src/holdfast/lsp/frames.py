"""Which variables an action determines, and which it leaves out: the missing UNCHANGED."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.front.tla.index import nodes_around
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import origin_of
from holdfast.front.tla.syntax import tree

_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of an action that leaves variables out, and their names."""

    node: tree.Expr
    missing: tuple[str, ...]


def action_at(module: sym.ResolvedModule, offset: int) -> sym.Operator | None:
    """The definition of an action around an offset."""
    for node in nodes_around(module.node, offset):
        inner = module.declared.get(id(node))
        if isinstance(inner, sym.ResolvedModule):
            module = inner
        if isinstance(node, tree.Definition) and isinstance(inner, sym.Operator):
            level = None if inner.levels is None else inner.levels.level
            return inner if level in (2, None) else None
    return None


def missing_at(module: sym.ResolvedModule, offset: int) -> tuple[str, ...]:
    """The variables that the branch of an action around an offset leaves out."""
    action = action_at(module, offset)
    if action is None:
        return ()
    found = [b for b in branches(action) if b.node.span.start <= offset <= b.node.span.end + 1]
    if found:
        return min(found, key=lambda b: b.node.span.end - b.node.span.start).missing
    return next((b.missing for b in branches(action)), ())


def branches(action: sym.Operator) -> list[Branch]:
    """The parts of an action that leave variables out; none if it determines no variable."""
    if not isinstance(action.node, tree.Definition):
        return []
    body = action.node.body
    frame = _Frame(action.module)
    if not frame.mentions(body):
        return []
    return list(frame.branches(body, frozenset()))


@dataclass(frozen=True, slots=True)
class _Frame:
    module: sym.ResolvedModule

    def branches(self, node: tree.Expr, known: frozenset[str]) -> Iterator[Branch]:
        """The alternatives below `node` that leave variables out, beside those `known`."""
        parts = _alternatives(node)
        if parts is not None:
            for part in parts:
                yield from self.branches(part, known)
            return
        match node:
            case tree.Junction("/\\", items):
                inner = [item for item in items if _alternatives(item) is not None]
                rest = [item for item in items if _alternatives(item) is None]
                own = known.union(*(self.determined(item, 0) for item in rest))
                if len(inner) == 1 and self.mentions(inner[0]):
                    before = {b.missing for b in self.branches(inner[0], own)}
                    if len(before) > 1:
                        yield from self.branches(inner[0], own)
                        return
            case tree.Quantifier("\\E", _, body) | tree.Let(_, body) | tree.Parens(body):
                yield from self.branches(body, known)
                return
            case _:
                pass
        found = known | self.determined(node, 0)
        missing = tuple(v.name for v in self.module.variables if v.name not in found)
        if missing:
            yield Branch(node, missing)

    def mentions(self, node: tree.Node) -> bool:
        """Whether there is a prime, or UNCHANGED, below a node or in what it calls."""
        for part in tree.walk(node):
            if isinstance(part, tree.Postfix) and part.op == "'":
                return True
            if isinstance(part, tree.Prefix) and part.op == "UNCHANGED":
                return True
            called = self._called(part)
            if called is not None and called.levels is not None and called.levels.level == 2:
                return True
        return False

    def determined(self, node: tree.Node, depth: int) -> frozenset[str]:
        """The variables whose next values every way to satisfy a formula determines."""
        parts = _alternatives(node)
        if parts is not None:
            return frozenset.intersection(*(self.determined(p, depth) for p in parts))
        match node:
            case tree.Junction("/\\", items):
                return frozenset().union(*(self.determined(i, depth) for i in items))
            case tree.Infix("/\\", left, right):
                return self.determined(left, depth) | self.determined(right, depth)
            case tree.Parens(body) | tree.Let(_, body) | tree.Label(_, _, body):
                return self.determined(body, depth)
            case tree.Quantifier("\\E", _, body):
                return self.determined(body, depth)
            case tree.Infix("=" | "\\in", tree.Postfix("'", arg), _):
                return self._variables(arg, depth)
            case tree.Prefix("UNCHANGED", arg):
                return self._variables(arg, depth)
            case tree.Ref() | tree.Path():
                called = self._called(node)
                if called is None or depth >= _DEPTH or called.node is None:
                    return frozenset()
                return _Frame(called.module).determined(called.node.body, depth + 1)
            case _:
                return frozenset()

    def _called(self, node: tree.Node) -> sym.Operator | None:
        used = self.module.uses.get(id(node))
        if used is None or isinstance(used, sym.Selection | sym.Instantiated):
            return None
        origin = origin_of(used)
        return origin if isinstance(origin, sym.Operator) and not origin.module.bundled else None

    def _variables(self, node: tree.Node, depth: int) -> frozenset[str]:
        """The variables in a tuple of variables, perhaps defined elsewhere."""
        match node:
            case tree.Tuple(items):
                return frozenset().union(*(self._variables(i, depth) for i in items))
            case tree.Parens(body):
                return self._variables(body, depth)
            case tree.Ref(name, ()):
                if isinstance(self.module.uses.get(id(node)), sym.Variable):
                    return frozenset((name,))
                called = self._called(node)
                if called is None or depth >= _DEPTH or called.node is None:
                    return frozenset()
                return _Frame(called.module)._variables(called.node.body, depth + 1)
            case _:
                return frozenset()


def _alternatives(node: tree.Node) -> tuple[tree.Expr, ...] | None:
    """The alternatives of a disjunction or a choice; None for other formulas."""
    match node:
        case tree.Junction("\\/", items):
            return items
        case tree.Infix("\\/", left, right):
            return (left, right)
        case tree.If(_, yes, no):
            return (yes, no)
        case tree.Case(arms, other):
            return (*(arm.value for arm in arms), *(() if other is None else (other,)))
        case tree.Parens(body):
            return _alternatives(body)
        case _:
            return None
