"""The layout of names, applications and operators.

A shape is a generator: it asks for the documents of its parts with `yield` and returns its
own, so that `printer.py` can drive trees of any depth without recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from holdfast.front.tla.print.layout import (
    CUT,
    LINE,
    NEWLINE,
    Doc,
    align,
    blank,
    bulleted,
    choice,
    concat,
    fill,
    first_characters,
    group,
    hang,
    join,
    nest,
    text,
)
from holdfast.front.tla.print.parentheses import DOT, PRODUCT, is_word
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import INDEX, INFIX, POSTFIX, PREFIX, Operator


class Slot(NamedTuple):
    """A part to lay out, and the operators directly before and after it."""

    node: tree.Node
    left: Operator | None = None
    right: Operator | None = None


Shape: TypeAlias = Generator[Slot, Doc, Doc]
Several: TypeAlias = Generator[Slot, Doc, list[Doc]]

_LOGIC = frozenset(("=>", "<=>", "~>", "-+->", "/\\", "\\/"))
LONG = 32
"""From this width on, what follows an expression moves to a line of its own."""


def each(nodes: Iterable[tree.Node]) -> Several:
    """The documents of several parts between delimiters."""
    docs = []
    for node in nodes:
        docs.append((yield Slot(node)))
    return docs


# ---- names and literals ----


def _ref(slot: Slot, e: tree.Ref | tree.Part) -> Shape:
    if not e.args:
        return text(e.name)
    docs = yield from each(e.args)
    args = fill(docs)
    pad = pad_before(args)
    match e.args:
        case (tree.Ref(name, ()),) if f"({name})" in INFIX:
            # `F(-)` would be read as the operator `(-)`.
            pad = " "
    near = group(e.name, "(", pad, args, ")")
    return choice(near, group(e.name, "(", nest(2, CUT, pad, args), ")"))


def pad_before(doc: Doc) -> str:
    """The space that keeps `( *` from beginning a comment."""
    return " " if first_characters(doc).startswith("*") else ""


def _path(slot: Slot, e: tree.Path) -> Shape:
    docs = yield from each(e.parts)
    # Beside the operator `!!`, a space keeps the exclamation marks apart.
    crowded = any(part.name.startswith("!") for part in e.parts)
    # A symbol at the end would run into what follows: `<<I!~ >>`.
    last = e.parts[-1]
    end = "" if last.args or is_word(last.name) else " "
    return concat(join(docs, " ! " if crowded else "!"), end)


def _parens(slot: Slot, e: tree.Parens) -> Shape:
    body = yield Slot(e.body)
    return concat("(", pad_before(body), align(body), ")")


# ---- operators ----


def _prefix(slot: Slot, e: tree.Prefix) -> Shape:
    arg = align((yield Slot(e.arg, PREFIX[e.op], slot.right)))
    symbol = "-" if e.op == "-." else e.op
    # Without the space, `- -x` and `~ ~x` would be read as the infix `--` and `~~`.
    space = symbol.isalpha() or first_characters(arg)[:1] in (symbol, ".", ">", "=", "|", "+")
    return concat(symbol, " " if space else "", arg)


def _postfix(slot: Slot, e: tree.Postfix) -> Shape:
    arg = yield Slot(e.arg, slot.left, POSTFIX[e.op])
    return _followed(arg, text(e.op))


def _index(slot: Slot, e: tree.Index) -> Shape:
    function = yield Slot(e.function, slot.left, INDEX)
    args = yield from each(e.args)
    return _followed(function, group("[", fill(args), "]"))


def _dot(slot: Slot, e: tree.Dot) -> Shape:
    record = yield Slot(e.record, slot.left, DOT)
    # A digit after the dot would be read as a decimal.
    space = " " if isinstance(e.record, tree.Number) and e.name[0].isdigit() else ""
    return _followed(record, text(f"{space}.{e.name}"))


def _followed(doc: Doc, rest: Doc) -> Doc:
    """`doc` and then `rest`, which must not be read as a part of a list that ends `doc`."""
    if doc.measure.in_list:
        return align(" ", align(doc), NEWLINE, rest)
    return concat(doc, rest)


def _infix(slot: Slot, e: tree.Infix) -> Shape:
    op = INFIX[e.op]
    operands = [e.right]
    first = e.left
    while op.left_associative and isinstance(first, tree.Infix) and first.op == e.op:
        operands.append(first.right)
        first = first.left
    operands = [first, *reversed(operands)]
    docs = yield from _operands(operands, slot, op)
    if e.op == ".." and all(map(_is_tight, operands)):
        return concat(docs[0], "..", docs[1])
    return _chain(op, docs)


def _times(slot: Slot, e: tree.Times) -> Shape:
    return _chain(PRODUCT, (yield from _operands(e.items, slot, PRODUCT)))


def _operands(nodes: Sequence[tree.Expr], slot: Slot, op: Operator) -> Several:
    docs = []
    for i, node in enumerate(nodes):
        left = op if i else slot.left
        right = op if i < len(nodes) - 1 else slot.right
        docs.append(align((yield Slot(node, left, right))))
    return docs


def _is_tight(e: tree.Expr) -> bool:
    """Whether `..` beside `e` needs no space."""
    match e:
        case tree.Number() | tree.Parens() | tree.Dot() | tree.Index():
            return True
        case tree.Ref(name):
            return is_word(name)
        case _:
            return False


def _chain(op: Operator, docs: list[Doc]) -> Doc:
    """Operands with the same operator between them."""
    symbol = op.symbol
    first, *rest = docs
    # An operator left of the bullets of a list ends that list.
    ends_list = any(doc.measure.in_list for doc in docs[:-1])
    if symbol in _LOGIC or ends_list:
        lines = (concat(LINE, symbol, " ", doc) for doc in rest)
        below = group(align(blank(len(symbol) + 1), first, *lines))
        is_list = first_characters(rest[0]) in ("/\\", "\\/")
        if len(rest) == 1 and is_list and not ends_list:
            return choice(concat(first, f" {symbol} ", rest[0]), below)
        return below
    if op.low == op.high == 5 and first.measure.flat <= LONG:
        return concat(first, f" {symbol}", hang(2, rest[0]))
    return concat(first, nest(2, *(group(LINE, symbol, " ", doc) for doc in rest)))


def _junction(slot: Slot, e: tree.Junction) -> Shape:
    return bulleted(e.op, (yield from each(e.items)))


OPERATORS: dict[type[tree.Node], Callable[[Slot, Any], Shape]] = {
    tree.Ref: _ref,
    tree.Part: _ref,
    tree.Path: _path,
    tree.Parens: _parens,
    tree.Prefix: _prefix,
    tree.Infix: _infix,
    tree.Postfix: _postfix,
    tree.Times: _times,
    tree.Junction: _junction,
    tree.Index: _index,
    tree.Dot: _dot,
}
"""The shape of names, applications and operators."""
