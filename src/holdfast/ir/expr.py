"""Expressions: a dozen classes, with operators as rows of a table rather than classes.

Nothing is mutable and spans are not compared. Names are resolved lexically: the nearest
binder, then the definitions of the `System`, then its variables and constants. No local
name is also the name of a variable, a constant or a definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias, assert_never

from holdfast.ir.ops import Op
from holdfast.source import Span

if TYPE_CHECKING:
    from holdfast.ir.system import Body


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of the IR and the source text that it comes from."""

    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A Boolean, a number or a string."""

    value: bool | int | str

    def __eq__(self, other: object) -> bool:
        """Compare kinds, too: Python's True equals 1."""
        if not isinstance(other, Literal):
            return NotImplemented
        return type(self.value) is type(other.value) and self.value == other.value


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bound variable, a parameter, a variable or a constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A row of the operator table, applied."""

    op: Op
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A definition or an operator parameter, applied; an operator argument is a `Lambda`."""

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    """An operator without a name; it occurs only where an operator is expected."""

    params: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`name(params) == body`.

    `recursive` when the body may mention the definition itself; a parameter that is an
    operator is listed in `operators` with its arity.
    """

    name: str
    params: tuple[str, ...]
    body: Expr
    recursive: bool = False
    operators: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Let(Node):
    """Local definitions; each may use those before it."""

    definitions: tuple[Definition, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    """`IF test THEN yes ELSE no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Case(Node):
    """The value of the first arm whose test holds; `other` may be missing."""

    arms: tuple[tuple[Expr, Expr], ...]
    other: Expr | None


class Binder(Enum):
    """The kind of a `Bind`."""

    FORALL = "forall"
    EXISTS = "exists"
    CHOOSE = "choose"
    FILTER = "filter"
    MAP = "map"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """One name or a tuple of names ranging over a set; unbounded when `domain` is None."""

    names: tuple[str, ...]
    domain: Expr | None
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """A binder: quantifiers, CHOOSE, set filter, set map, function."""

    binder: Binder
    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Update(Node):
    """One clause of an EXCEPT: the keys of its path and the new value.

    In the value, `Name(OLD)` is the old value at that path (`@`).
    """

    path: tuple[Expr, ...]
    value: Expr


OLD = "@"
BETWEEN = "@between"
"""The variables of an `Enabled` that denotes the states between `A` and `B` of `A \\cdot B`."""
NEXT_FORM = "@next"
"""The suffix of names that a pass creates for values in the next state."""


@dataclass(frozen=True, slots=True)
class Except(Node):
    """`[base EXCEPT ...]`; the clauses apply one after the other."""

    base: Expr
    updates: tuple[Update, ...]


@dataclass(frozen=True, slots=True)
class Prime(Node):
    """The value of `body` in the next state."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Enabled(Node):
    """Whether some next state satisfies the action; a pass gives it the action's tree.

    `fresh` are hidden variables of the system that have a next value of their own here.
    """

    body: Expr
    tree: Body | None = field(default=None, compare=False, repr=False)
    fresh: tuple[str, ...] = ()


Expr: TypeAlias = (
    Literal | Name | Apply | Call | Lambda | Let | If | Case | Bind | Except | Prime | Enabled
)

TRUE = Literal(True)
FALSE = Literal(False)


def children(e: Expr) -> Iterator[Expr]:
    """The direct sub-expressions of `e`."""
    match e:
        case Literal() | Name():
            return
        case Apply(_, args) | Call(_, args):
            yield from args
        case Lambda(_, body) | Prime(body) | Enabled(body):
            yield body
        case Let(definitions, body):
            yield from (d.body for d in definitions)
            yield body
        case If(test, yes, no):
            yield from (test, yes, no)
        case Case(arms, other):
            for test, value in arms:
                yield test
                yield value
            if other is not None:
                yield other
        case Bind(_, bounds, body):
            yield from (b.domain for b in bounds if b.domain is not None)
            yield body
        case Except(base, updates):
            yield base
            for u in updates:
                yield from u.path
                yield u.value
        case _:
            assert_never(e)


def map_children(f: Callable[[Expr], Expr], e: Expr) -> Expr:
    """`e` with `f` applied to each direct sub-expression, and to those of the tree of an ENABLED.

    So the tree stays that of its action; where that is impossible, it is dropped.
    """
    match e:
        case Literal() | Name():
            return e
        case Apply(_, args) | Call(_, args):
            return replace(e, args=tuple(map(f, args)))
        case Lambda(_, body) | Prime(body):
            return replace(e, body=f(body))
        case Enabled(body, tree):
            return replace(e, body=f(body), tree=None if tree is None else _map_tree(f, tree))
        case Let(definitions, body):
            local = tuple(replace(d, body=f(d.body)) for d in definitions)
            return replace(e, definitions=local, body=f(body))
        case If(test, yes, no):
            return replace(e, test=f(test), yes=f(yes), no=f(no))
        case Case(arms, other):
            new_arms = tuple((f(t), f(v)) for t, v in arms)
            return replace(e, arms=new_arms, other=None if other is None else f(other))
        case Bind(_, bounds, body):
            return replace(e, bounds=tuple(map_bound(f, b) for b in bounds), body=f(body))
        case Except(base, updates):
            new = tuple(replace(u, path=tuple(map(f, u.path)), value=f(u.value)) for u in updates)
            return replace(e, base=f(base), updates=new)
        case _:
            assert_never(e)


def _map_tree(f: Callable[[Expr], Expr], tree: Body) -> Body | None:
    from holdfast.ir.body import map_tree  # bodies contain expressions, so they are imported later

    return map_tree(f, tree)


def map_bound(f: Callable[[Expr], Expr], bound: Bound) -> Bound:
    """A bound with `f` applied to the set that it ranges over."""
    return bound if bound.domain is None else replace(bound, domain=f(bound.domain))


def variables_in(e: Expr) -> Iterator[Name]:
    """The variables in what UNCHANGED or the subscript of `[A]_v` is about after all passes."""
    match e:
        case Name():
            yield e
        case Apply(Op.TUPLE, args):
            for a in args:
                yield from variables_in(a)
        case _:
            raise AssertionError("resolve_primes leaves variables and tuples of these")


def rewrite(rule: Callable[[Expr], Expr | None], e: Expr) -> Expr:
    """Apply `rule` bottom-up; a rule returns None to keep a node."""
    e = map_children(lambda child: rewrite(rule, child), e)
    return rule(e) or e


def walk_once(roots: Iterable[Expr]) -> Iterator[Expr]:
    """All expressions below some others; one that occurs several times, as an object, once."""
    seen: set[int] = set()
    for e in roots:
        pending = [e]
        while pending:
            e = pending.pop()
            if id(e) in seen:
                continue
            seen.add(id(e))
            yield e
            pending.extend(reversed(tuple(children(e))))


def walk(e: Expr) -> Iterator[Expr]:
    """`e` and every expression below it, parents first."""
    pending = [e]
    while pending:
        e = pending.pop()
        yield e
        pending.extend(reversed(tuple(children(e))))
