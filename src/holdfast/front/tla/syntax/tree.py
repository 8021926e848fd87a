"""The tree of a TLA+ module as it was written.

One class per construct of the grammar, nothing resolved, parentheses kept. Operators
carry their canonical ASCII spelling (`front/tla/syntax/operators.py`); the span of a node shows
how the user spelled it. Spans are not compared, so two trees are equal when the texts
differ in layout, comments and spelling only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import TypeVar

from holdfast.front.tla.syntax.expression_nodes import (
    Angle as Angle,
    Arm as Arm,
    AssumeProve as AssumeProve,
    At as At,
    Bound as Bound,
    Box as Box,
    Case as Case,
    Choose as Choose,
    Dot as Dot,
    Except as Except,
    Expr as Expr,
    Fairness as Fairness,
    Field as Field,
    Function as Function,
    FunctionSet as FunctionSet,
    Hole as Hole,
    If as If,
    Index as Index,
    Infix as Infix,
    Junction as Junction,
    Key as Key,
    Label as Label,
    Lambda as Lambda,
    Let as Let,
    New as New,
    Number as Number,
    Parens as Parens,
    Part as Part,
    Path as Path,
    Postfix as Postfix,
    Prefix as Prefix,
    Quantifier as Quantifier,
    Record as Record,
    RecordSet as RecordSet,
    Ref as Ref,
    SetFilter as SetFilter,
    SetMap as SetMap,
    SetOf as SetOf,
    String as String,
    Times as Times,
    Tuple as Tuple,
    Update as Update,
)
from holdfast.front.tla.syntax.node import (
    NOWHERE as NOWHERE,
    Ident as Ident,
    Node as Node,
    Param as Param,
)
from holdfast.front.tla.syntax.unit_nodes import (
    Assume as Assume,
    Broken as Broken,
    Claim as Claim,
    Constants as Constants,
    Define as Define,
    Definition as Definition,
    Fact as Fact,
    FunctionDefinition as FunctionDefinition,
    Instance as Instance,
    Leaf as Leaf,
    LetUnit as LetUnit,
    Module as Module,
    ModuleDefinition as ModuleDefinition,
    ModuleFact as ModuleFact,
    Pick as Pick,
    Proof as Proof,
    Qed as Qed,
    Recursive as Recursive,
    Separator as Separator,
    Statement as Statement,
    Step as Step,
    Steps as Steps,
    Substitution as Substitution,
    Take as Take,
    Theorem as Theorem,
    Unit as Unit,
    UseHide as UseHide,
    Variables as Variables,
)

N = TypeVar("N", bound=Node)


_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def _field_names(node: Node) -> tuple[str, ...]:
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name != "span")
    return names


def children(node: Node) -> Iterator[Node]:
    """The direct parts of `node`, in the order of the text where fields follow it."""
    for name in _field_names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif type(value) is tuple:
            yield from value


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it, parents first."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(tuple(children(node))))


def map_children(f: Callable[[Node], Node], node: N) -> N:
    """`node` with `f` applied to each direct part; the same object if nothing changed."""
    changes: dict[str, object] = {}
    for name in _field_names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            new: object = f(value)
            if new is not value:
                changes[name] = new
        elif type(value) is tuple and value:
            items = tuple(f(item) for item in value)
            if any(a is not b for a, b in zip(items, value, strict=True)):
                changes[name] = items
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]  # field names are the class's own


def strip_parens(node: N) -> Node:
    """The tree without its parentheses: what the text means rather than how it looks."""
    while isinstance(node, Parens):
        node = node.body  # type: ignore[assignment]  # a Parens holds an expression
    return map_children(strip_parens, node)
