"""Which variables an action determines, and which it leaves out: the missing UNCHANGED."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.front.tla.index import nodes_around
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import origin_of
from holdfast.front.tla.syntax import tree


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of an action that leaves variables out, and their names.

    An `operand` of an infix `\\/` needs parentheses if something is added to it.
    """

    node: tree.Expr
    missing: tuple[str, ...]
    operand: bool = False


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
    return [branch for branch in frame.branches(body, frozenset()) if branch.missing]


@dataclass(frozen=True, slots=True)
class _Frame:
    module: sym.ResolvedModule

    def branches(self, node: tree.Expr, known: frozenset[str]) -> list[Branch]:
        """The alternatives below `node`, with what each leaves out beside those `known`.

        A variable is only left out if its next value is not mentioned at all: `x' > x` is enough.
        """
        parts = _alternatives(node)
        if parts is not None:
            found = [branch for part in parts for branch in self.branches(part, known)]
            infix, inside = isinstance(node, tree.Infix), set(map(id, parts))
            return [
                replace(b, operand=True) if infix and id(b.node) in inside else b for b in found
            ]
        match node:
            case tree.Junction("/\\", items):
                inner = [item for item in items if _alternatives(item) is not None]
                rest = [item for item in items if _alternatives(item) is None]
                own = known.union(*(self.primed(item) for item in rest))
                found = self.branches(inner[0], own) if len(inner) == 1 else []
                if len({branch.missing for branch in found}) > 1:
                    return found
            case tree.Quantifier("\\E", _, body) | tree.Let(_, body) | tree.Parens(body):
                return self.branches(body, known)
            case _:
                pass
        mentioned = known | self.primed(node)
        missing = tuple(v.name for v in self.module.variables if v.name not in mentioned)
        return [Branch(node, missing)]

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

    def primed(self, node: tree.Node) -> frozenset[str]:
        """The variables whose next values a formula mentions, also through what it calls."""
        found: set[str] = set()
        for frame, part in self._reached(node):
            match part:
                case tree.Postfix("'", arg) | tree.Prefix("UNCHANGED", arg):
                    found |= frame._variables(arg)
                case _:
                    pass
        return frozenset(found)

    def _variables(self, node: tree.Node) -> set[str]:
        """The variables in an expression, and in the definitions that it uses."""
        used = (frame.module.uses.get(id(part)) for frame, part in self._reached(node))
        return {symbol.name for symbol in used if isinstance(symbol, sym.Variable)}

    def _reached(self, node: tree.Node) -> Iterator[tuple[_Frame, tree.Node]]:
        """The nodes below a node, and those of the definitions that it uses, each once."""
        pending: list[tuple[_Frame, tree.Node]] = [(self, node)]
        seen: set[int] = set()
        while pending:
            frame, top = pending.pop()
            for part in tree.walk(top):
                yield frame, part
                called = frame._called(part)
                if called is not None and called.node is not None and id(called) not in seen:
                    seen.add(id(called))
                    pending.append((_Frame(called.module), called.node.body))

    def _called(self, node: tree.Node) -> sym.Operator | None:
        used = self.module.uses.get(id(node))
        if used is None or isinstance(used, sym.Selection | sym.Instantiated):
            return None
        origin = origin_of(used)
        return origin if isinstance(origin, sym.Operator) and not origin.module.bundled else None


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
