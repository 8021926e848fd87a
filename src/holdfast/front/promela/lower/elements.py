"""The statements of a process as a graph of elements, linked as Spin links them.

The elements decide which control points there are, and so the number of states. A choice or a
loop has a join, where its options end; a loop is entered through its join and left through an
exit. Blocks are elements of their own: to be before a block is another control point than to be
before its first statement, which only a loop inside the block leads back to.

    do :: a :: b -> break od; c          join, choice(a | b, goto exit), exit, c
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import assert_never

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.source import Span

SPECIAL = ("accept", "end", "progress")
"""Prefixes of labels that have a meaning of their own."""


class Kind(Enum):
    """The kind of an element."""

    STATEMENT = "a basic statement"
    GOTO = "a jump"
    JOIN = "the end of a choice, or where a loop begins again"
    EXIT = "where a loop is left to"
    CHOICE = "if or do"
    BLOCK = "{ ... }"
    ATOMIC = "atomic { ... }"
    D_STEP = "d_step { ... }"
    UNLESS = "... unless ..."
    END = "the end of the process"


HOPS = frozenset((Kind.GOTO, Kind.JOIN, Kind.EXIT))
BLOCKS = frozenset((Kind.BLOCK, Kind.ATOMIC, Kind.D_STEP))


@dataclass(slots=True, eq=False)
class Element:
    """A part of a process; `next` follows it, `parts` are its options, its body, or its escape.

    `atomic`: after it, control stays with the process. `bound`: it is inside an atomic block, also
    as the last statement. `d_step` is the deterministic step that it is in. `number` is that of
    Spin's trails, if it is known.
    """

    kind: Kind
    span: Span
    statement: tree.Statement | None = None
    parts: list[Chain] = field(default_factory=list)
    next: Element | None = None
    target: Element | None = None
    labels: list[str] = field(default_factory=list)
    atomic: bool = False
    bound: bool = False
    d_step: Element | None = None
    escapes: list[Chain] = field(default_factory=list)
    number: int | None = None


@dataclass(slots=True, eq=False)
class Chain:
    """Elements that follow each other; `join` is where the options of a choice end."""

    items: list[Element]
    join: Element | None = None

    @property
    def first(self) -> Element:
        """The first element."""
        return self.items[0]

    @property
    def last(self) -> Element:
        """The last element, or the join after it."""
        return self.join or self.items[-1]


@dataclass(frozen=True, slots=True)
class Graph:
    """The elements of a process or claim, from the first one, and those that have labels."""

    first: Element
    labels: dict[str, Element]
    elements: tuple[Element, ...]


def build_graph(
    body: tree.Statements,
    span: Span,
    visible: frozenset[str],
    numbers: Mapping[int, int] = MappingProxyType({}),
) -> Graph:
    """The elements of a body; `visible` are its labels that other processes refer to.

    `numbers` are those of `trail_numbers`.
    """
    builder = _Builder(visible, numbers)
    chain = builder.chain(body)
    end = builder.element(Kind.END, Span(span.source, span.end, span.end))
    end.number = numbers.get(id(body))
    chain.items.append(end)
    _link(chain, None)
    builder.resolve()
    for e in builder.elements:
        _patch(e)
    return Graph(chain.first, builder.labels, tuple(builder.elements))


class _Builder:
    def __init__(self, visible: frozenset[str], numbers: Mapping[int, int]) -> None:
        self.visible = visible
        self.numbers = numbers
        self.labels: dict[str, Element] = {}
        self.elements: list[Element] = []
        self.gotos: list[tuple[Element, tree.Goto]] = []
        self.exits: list[Element] = []

    def element(self, kind: Kind, span: Span, statement: tree.Statement | None = None) -> Element:
        made = Element(kind, span, statement, number=self.numbers.get(id(statement)))
        self.elements.append(made)
        return made

    def resolve(self) -> None:
        for element, goto in self.gotos:
            element.target = self.labels[goto.label]

    def chain(self, statements: tree.Statements) -> Chain:
        items: list[Element] = []
        for s in statements:
            self.add(s, items)
        return Chain(items)

    def add(self, s: tree.Statement, items: list[Element]) -> None:
        labels, s = unlabelled(s)
        if isinstance(s, tree.Goto | tree.Break) and self._is_step(labels):
            one = nodes.Number(1, "skip", span=s.span)
            items.append(self.element(Kind.STATEMENT, s.span, tree.Condition(one, span=s.span)))
            self._label(items[-1], labels)
            labels = []
        self._label(self._add(s, items), labels)

    def _is_step(self, labels: list[str]) -> bool:
        """Whether a jump with these labels is preceded by a step, so that one can be there."""
        return any(is_special(x) or x in self.visible for x in labels)

    def _label(self, element: Element, labels: list[str]) -> None:
        element.labels += labels
        self.labels.update(dict.fromkeys(labels, element))

    def _add(self, s: tree.Statement, items: list[Element]) -> Element:
        match s:
            case tree.If() | tree.Do():
                return self._choice(s, items)
            case tree.Unless(body, escape):
                return self._unless(s, body, escape, items)
            case tree.Block(kind, inner):
                kinds = {"plain": Kind.BLOCK, "atomic": Kind.ATOMIC, "d_step": Kind.D_STEP}
                e = self.element(kinds[kind], s.span, s)
                e.parts = [self.chain(inner)]
                if kind != "plain":
                    _make_atomic(e.parts[0], e if kind == "d_step" else None)
            case tree.Goto():
                e = self.element(Kind.GOTO, s.span, s)
                self.gotos.append((e, s))
            case tree.Break():
                e = self.element(Kind.GOTO, s.span, s)
                e.target = self.exits[-1]
            case tree.Labelled():
                raise AssertionError("labels are taken off before")
            case _:
                e = self.element(Kind.STATEMENT, s.span, s)
        items.append(e)
        return e

    def _choice(self, s: tree.If | tree.Do, items: list[Element]) -> Element:
        e, join = self.element(Kind.CHOICE, s.span, s), self.element(Kind.JOIN, s.span)
        is_loop = isinstance(s, tree.Do)
        exit_ = self.element(Kind.EXIT, s.span) if is_loop else join
        if is_loop:
            self.exits.append(exit_)
        chains = [self.chain(option) for option in s.options]
        if is_loop:
            self.exits.pop()
        chains.sort(key=lambda c: isinstance(c.first.statement, tree.Else))
        for chain in chains:
            _prune(chain)
            chain.join = join
        e.parts = chains
        items += [join, e, exit_] if is_loop else [e, join]
        return e

    def _unless(
        self, s: tree.Unless, body: tree.Statement, escape: tree.Statement, items: list[Element]
    ) -> Element:
        labels, body = unlabelled(body)
        if labels and isinstance(body, tree.Block):
            # The label is that of a block around the statement, in which one can be.
            inner = tree.Unless(tree.Block("plain", body.body, span=body.span), escape, span=s.span)
            block = self._add(tree.Block(body.kind, (inner,), span=s.span), items)
            block.number = self.numbers.get(id(body))
            self._label(block, labels)
            return block
        e, join = self.element(Kind.UNLESS, s.span, s), self.element(Kind.JOIN, s.span)
        e.parts = [self.chain(opened(body)), self.chain(opened(escape))]
        self._label(e.parts[0].first, labels)
        for chain in e.parts:
            chain.join = join
        _attach(*e.parts)
        items += [e, join]
        return e


def unlabelled(s: tree.Statement) -> tuple[list[str], tree.Statement]:
    """The labels of a statement, and the statement."""
    labels: list[str] = []
    while isinstance(s, tree.Labelled):
        labels.append(s.label)
        s = s.statement
    return labels, s


def is_special(label: str) -> bool:
    """Whether a label has a meaning of its own."""
    return label.startswith(SPECIAL)


def opened(s: tree.Statement) -> tree.Statements:
    """The statements of a plain block, whose braces are part of the `unless`."""
    return s.body if isinstance(s, tree.Block) and s.kind == "plain" else (s,)


def _prune(chain: Chain) -> None:
    """Drop a skip that follows another one or a print, except at the ends, as Spin does."""
    kept: list[Element] = []
    count = 0
    for e in chain.items:
        if not _is_idle(e) or e.labels:
            count = 0
        else:
            count += 1
            inside = e is not chain.first and e is not chain.items[-1]
            if count > 1 and inside and not isinstance(e.statement, tree.Print):
                continue
        kept.append(e)
    chain.items = kept


def _is_idle(e: Element) -> bool:
    match e.statement:
        case tree.Print() | tree.Condition(nodes.Number(1) | nodes.MtypeConstant(value=1)):
            return True
        case _:
            return False


# ---- links ----


def _link(chain: Chain, after: Element | None) -> None:
    """Set what follows each element of a chain that `after` follows."""
    following = [*chain.items[1:], after]
    for e, follower in zip(chain.items, following, strict=True):
        e.next = follower
        match e.kind:
            case Kind.CHOICE | Kind.UNLESS:
                for part in e.parts:
                    _link(part, part.join)
            case Kind.BLOCK | Kind.ATOMIC | Kind.D_STEP:
                _link(e.parts[0], follower)
            case Kind.STATEMENT | Kind.GOTO | Kind.JOIN | Kind.EXIT | Kind.END:
                pass
            case _:
                assert_never(e.kind)


def _walk(chain: Chain) -> Iterator[Element]:
    """The elements of a chain with its join, and those inside them; not inside a d_step."""
    for e in (*chain.items, *((chain.join,) if chain.join else ())):
        yield e
        if e.kind is not Kind.D_STEP:
            for part in e.parts:
                yield from _walk(part)


def _make_atomic(chain: Chain, d_step: Element | None) -> None:
    """Mark the elements of an atomic block; an atomic block in it is a plain one."""
    inner = _walk(chain) if d_step is None else _walk_all(chain)
    for e in inner:
        e.atomic = e.bound = True
        if d_step is not None:
            e.d_step = d_step
        if e.kind is Kind.ATOMIC or (e.kind is Kind.D_STEP and d_step is not None):
            e.kind = Kind.BLOCK
    _end_atomic(chain)


def _walk_all(chain: Chain) -> Iterator[Element]:
    for e in (*chain.items, *((chain.join,) if chain.join else ())):
        yield e
        for part in e.parts:
            yield from _walk_all(part)


def _end_atomic(chain: Chain) -> None:
    """After the last statement of an atomic block, control is free."""
    last = chain.items[-1]
    if last.kind in (Kind.BLOCK, Kind.ATOMIC):
        _end_atomic(last.parts[0])
    else:
        last.atomic = False


def _patch(e: Element) -> None:
    """A jump out of an atomic block ends it; one from its end into another continues there."""
    if e.kind is not Kind.GOTO or not e.bound:
        return
    assert e.target is not None
    if not e.target.bound:
        e.atomic = False
    elif not e.atomic:
        e.atomic = True


# ---- escapes ----


def _attach(chain: Chain, escape: Chain) -> None:
    for e in chain.items:
        _attach_to(e, escape)


def _attach_to(e: Element, escape: Chain) -> None:
    """Let a process leave an element by an escape, and the escapes that it has already."""
    if escape in e.escapes:
        return
    for inner in e.escapes:
        _attach(inner, escape)
    e.escapes.insert(0, escape)
    match e.kind:
        case Kind.UNLESS:
            _attach(e.parts[0], escape)
        case Kind.CHOICE:
            for part in e.parts:
                _attach(part, escape)
        case Kind.D_STEP:
            _attach_to(e.parts[0].first, escape)
        case Kind.BLOCK | Kind.ATOMIC:
            _attach(e.parts[0], escape)
        case _:
            pass
