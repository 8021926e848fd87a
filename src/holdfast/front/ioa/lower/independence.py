"""Whether the iterations of a loop are independent, so that they need no order.

    for i in range(len(s)): s[i] = s[i] + 1       s:  [k \\in 1..Len(s) |-> s[k] + 1]

Iterations are independent if each of them reads and assigns the items of sequences only at the
loop variable. Every number of the range must then be an index, even if it is not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import Type

_Tree = TypeVar("_Tree")


@dataclass(frozen=True, slots=True)
class Pointwise:
    """A loop body about the items of sequences at the loop variable.

    `items` has a sequence for the name of each local variable that stands for its item.
    """

    items: Mapping[str, str]
    body: tuple[tree.Statement, ...]


def whole_name(variable: str) -> str:
    """The local variable for a sequence as it was before the loop, which has the same length."""
    return f"{variable}@"


def targets(statements: Sequence[tree.Statement]) -> Iterator[tree.Target]:
    """Everything that some statements assign."""
    for s in statements:
        match s:
            case tree.Assign(assigned):
                yield from assigned
            case tree.If(_, yes, no):
                yield from targets((*yes, *no))
            case tree.For(_, body):
                yield from targets(body)


def pointwise(
    s: tree.For, declared: Mapping[str, Type], known: Mapping[str, Type]
) -> Pointwise | None:
    """The body of a loop with independent iterations; `known` are local variables before it."""
    assigned = list(targets(s.body))
    items = {t.name: f"{t.name}@{s.bound.name}" for t in assigned if not t.local}
    carried = any(t.local and (t.name in known or t.name == s.bound.name) for t in assigned)
    if carried or not _is_simple_range(s.bound.domain) or s.bound.name in _bound_names(s.body):
        return None
    if not all(isinstance(declared[name], types.Seq) for name in items):
        return None
    body = _Replacement(s.bound.name, items, declared).all(s.body)
    if any(_mentions(x, items) for x in _nodes(body)):
        return None
    return Pointwise({local: name for name, local in items.items()}, body)


def _is_simple_range(e: tree.Expr | None) -> bool:
    match e:
        case tree.Call(Builtin.RANGE, (_,) | (_, _)):
            return True
        case _:
            return False


def _nodes(x: Any) -> Iterator[tree.Node]:
    """All nodes of a tree."""
    if isinstance(x, tuple):
        for item in x:
            yield from _nodes(item)
    elif isinstance(x, tree.Node):
        yield x
        for part in _parts(x).values():
            yield from _nodes(part)


def _parts(x: tree.Node) -> dict[str, Any]:
    """What a node consists of, by the names of the fields; a span is a tuple, too."""
    return {f.name: getattr(x, f.name) for f in fields(x) if f.name != "span"}


def _bound_names(body: tuple[tree.Statement, ...]) -> frozenset[str]:
    return frozenset(x.name for x in _nodes(body) if isinstance(x, tree.Bound))


def _mentions(x: tree.Node, names: Mapping[str, str]) -> bool:
    match x:
        case tree.Variable(name) | tree.Target(name, False):
            return name in names
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Replacement:
    """Replaces items at the loop variable, read or assigned, by local variables."""

    variable: str
    items: Mapping[str, str]
    declared: Mapping[str, Type]

    def all(self, x: _Tree) -> _Tree:
        """A tree in which every such item is replaced."""
        found: Any = x
        match x:
            case tree.Index(tree.Variable(name), tree.Local(i)) if self._is_item(name, i):
                return tree.Local(self.items[name], type=x.type, span=x.span)  # type: ignore[return-value]  # an expression for another
            case tree.Target(name, False, t, (tree.Local(i), *rest)) if self._is_item(name, i):
                path = self.all(tuple(rest))
                return tree.Target(self.items[name], True, t, path, span=x.span)  # type: ignore[return-value]  # a target for another
            case tuple():
                found = tuple(self.all(item) for item in x)
            case tree.Call(Builtin.LEN, (tree.Variable(name) as v,)) if name in self.items:
                whole = tree.Local(whole_name(name), type=v.type, span=v.span)
                found = replace(x, args=(whole,))
            case tree.Node():
                new = {name: self.all(part) for name, part in _parts(x).items()}
                found = replace(x, **new)
            case _:
                pass
        return found  # type: ignore[no-any-return]  # the same class as `x`

    def _is_item(self, name: str, index: str) -> bool:
        return name in self.items and index == self.variable
