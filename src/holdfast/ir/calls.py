"""The definitions that formulas call, and those that the tree of an action expands.

In the tree of `\\E m \\in msgs : Receive(m) \\/ Lose(m)` are the bodies of both definitions. What
is called is in the formula beside it: the formula of a branch has as many parts as the branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.ops import Op
from holdfast.ir.system import Body

Definitions: TypeAlias = Mapping[str, ir.Definition]
Written: TypeAlias = ir.Expr | None
"""The formula that a tree comes from, before calls are expanded; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Part:
    """A definition that a disjunct of the next-state relation calls, and its tree there."""

    name: str
    tree: Body


def called_by(formulas: Iterable[ir.Expr], definitions: Definitions) -> list[ir.Definition]:
    """The definitions that formulas call, also indirectly."""
    found: dict[str, ir.Definition] = {}
    pending = list(formulas)
    while pending:
        for part in ir.walk(pending.pop()):
            if isinstance(part, ir.Call) and part.name in definitions and part.name not in found:
                found[part.name] = definitions[part.name]
                pending.append(found[part.name].body)
    return list(found.values())


def expanded_calls(b: Body, written: Written, definitions: Definitions) -> tuple[ir.Call, ...]:
    """The calls between what is written and the formula of its tree, from outside to inside."""
    found: list[ir.Call] = []
    while isinstance(written, ir.Call) and written.span not in (None, b.expr.span):
        found.append(written)
        known = definitions.get(written.name)
        written = None if known is None or len(found) > len(definitions) else known.body
    return tuple(found)


def parts_of(b: Body, definitions: Definitions, written: Written = None) -> Iterator[Part]:
    """The outermost calls that are whole alternatives of an action."""
    calls = expanded_calls(b, written, definitions)
    if calls:
        yield Part(calls[0].name, b)
    elif isinstance(b, body.Within | body.Enter) and isinstance(b.expr, ir.Call):
        yield Part(b.expr.name, b)
    elif isinstance(b, body.Branch | body.ForSome | body.IfElse | body.Choice | body.Within):
        inside = written_parts(b, definitions)
        for item, formula in zip(trees_in(b), inside, strict=True):
            yield from parts_of(item, inside_of(b, definitions), formula)


def inside_of(b: Body, definitions: Definitions) -> Definitions:
    """The definitions inside a tree."""
    if not isinstance(b, body.Within) or not isinstance(b.expr, ir.Let):
        return definitions
    return {**definitions, **{d.name: d for d in b.definitions}}


def trees_in(b: Body) -> tuple[Body, ...]:
    """The trees directly inside a tree."""
    match b:
        case body.Sequence(items, _) | body.Branch(items, _):
            return items
        case body.IfElse(_, yes, no, _):
            return yes, no
        case body.Choice(arms, other, _):
            return (*(inner for _, inner in arms), *(() if other is None else (other,)))
        case body.ForSome(_, inner, _) | body.ForEach(_, inner, _) | body.Within(_, inner, _):
            return (inner,)
        case body.Compose(first, second, _):
            return first, second
        case _:
            return ()


def written_parts(b: Body, definitions: Definitions) -> tuple[Written, ...]:
    """What is written for each of the trees directly inside a tree."""
    items = trees_in(b)
    found = _written_parts(b.expr, definitions)
    return found if len(found) == len(items) else (None,) * len(items)


def _written_parts(e: ir.Expr, definitions: Definitions) -> tuple[Written, ...]:
    match e:
        case ir.Apply(Op.IMPLIES, (_, then)):
            return then, None
        case ir.Apply(Op.AND | Op.OR | Op.BOX_ACTION | Op.ANGLE_ACTION | Op.COMPOSE, args):
            return args
        case ir.If(_, yes, no):
            return yes, no
        case ir.Case(arms, other):
            return (*(value for _, value in arms), *(() if other is None else (other,)))
        case ir.Bind(_, _, inner) | ir.Let(_, inner):
            return (inner,)
        case ir.Call(name, _) if name in definitions:
            return (definitions[name].body,)
        case _:
            return ()
