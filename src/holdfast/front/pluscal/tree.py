"""The tree of a PlusCal algorithm as it was written.

Statements are those of the manual, in either syntax; expressions are trees of TLA+.
Spans are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.tree import NOWHERE
from holdfast.source import Span

Fairness: TypeAlias = Literal["", "wf", "sf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of an algorithm and its location."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Label(Node):
    """`name:`, `name:+` or `name:-`; `mark` is the sign or empty."""

    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    """What every statement has: its label, and the macro call it came from.

    `call` is the outermost macro call whose expansion holds the statement; the span of
    the statement itself is then in the macro's body.
    """

    label: Label | None = None
    call: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`variable[i].f := value`, one part of an assignment statement."""

    variable: tla.Ident
    path: tuple[tla.Key, ...]
    value: tla.Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """`x := a || y[i] := b`."""

    parts: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class If(Statement):
    """`if test then yes else no end if`; `elsif` is an `If` that is all of `no`."""

    test: tla.Expr
    yes: Block
    no: Block


@dataclass(frozen=True, slots=True)
class Either(Statement):
    """`either a or b end either`."""

    branches: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class While(Statement):
    """`while test do body end while`."""

    test: tla.Expr
    body: Block


@dataclass(frozen=True, slots=True)
class With(Statement):
    """`with name \\in value do body end with`, or `name = value` unless `member`.

    Several bindings are nested statements.
    """

    name: tla.Ident
    member: bool
    value: tla.Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Await(Statement):
    """`await test` or `when test`."""

    test: tla.Expr


@dataclass(frozen=True, slots=True)
class Print(Statement):
    """`print value`."""

    value: tla.Expr


@dataclass(frozen=True, slots=True)
class Assert(Statement):
    """`assert test`."""

    test: tla.Expr


@dataclass(frozen=True, slots=True)
class Skip(Statement):
    """`skip`."""


@dataclass(frozen=True, slots=True)
class Return(Statement):
    """`return`."""


@dataclass(frozen=True, slots=True)
class Goto(Statement):
    """`goto target`."""

    target: tla.Ident


@dataclass(frozen=True, slots=True)
class Call(Statement):
    """`call procedure(args)`, with the unlabelled `return` or `goto` that follows it."""

    procedure: tla.Ident
    args: tuple[tla.Expr, ...]
    then: Return | Goto | None = None


@dataclass(frozen=True, slots=True)
class MacroCall(Statement):
    """`macro(args)`."""

    macro: tla.Ident
    args: tuple[tla.Expr, ...]


Stmt: TypeAlias = (
    Assign
    | If
    | Either
    | While
    | With
    | Await
    | Print
    | Assert
    | Skip
    | Return
    | Goto
    | Call
    | MacroCall
)
Block: TypeAlias = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """`name`, `name = value`, or `name \\in value` when `member`."""

    name: tla.Ident
    value: tla.Expr | None = None
    member: bool = False


@dataclass(frozen=True, slots=True)
class Macro(Node):
    """`macro name(params) begin body end macro`."""

    name: tla.Ident
    params: tuple[tla.Ident, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """`procedure name(params) variables locals begin body end procedure`."""

    name: tla.Ident
    params: tuple[Declaration, ...]
    locals: tuple[Declaration, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Process(Node):
    """`process name \\in id` when `many`, `process name = id` otherwise."""

    name: tla.Ident
    many: bool
    id: tla.Expr
    fairness: Fairness
    locals: tuple[Declaration, ...]
    body: Block


Part: TypeAlias = Macro | Procedure | Process


@dataclass(frozen=True, slots=True)
class Algorithm(Node):
    """A whole algorithm: either `processes`, or a `body` of its own."""

    name: str
    fair: bool
    variables: tuple[Declaration, ...]
    definitions: tuple[tla.Unit, ...]
    macros: tuple[Macro, ...]
    procedures: tuple[Procedure, ...]
    processes: tuple[Process, ...]
    body: Block


def bodies(algorithm: Algorithm) -> list[Block]:
    """The body of the algorithm and of every macro, procedure and process."""
    parts: list[Part] = [*algorithm.macros, *algorithm.procedures, *algorithm.processes]
    return [algorithm.body, *(part.body for part in parts)]


def blocks(statement: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside a statement."""
    match statement:
        case If(_, yes, no):
            return yes, no
        case Either(branches):
            return branches
        case While(_, body) | With(_, _, _, body):
            return (body,)
        case _:
            return ()


def with_blocks(statement: Stmt, new: tuple[Block, ...]) -> Stmt:
    """The statement with other blocks, as many as `blocks` gives."""
    match statement:
        case If():
            return replace(statement, yes=new[0], no=new[1])
        case Either():
            return replace(statement, branches=new)
        case While() | With():
            return replace(statement, body=new[0])
        case _:
            return statement


def walk(block: Block) -> Iterator[Stmt]:
    """Every statement of a block, outer ones first, in the order of the text."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from walk(inner)


def has_label(block: Block) -> bool:
    """Whether the block contains a label."""
    return any(statement.label for statement in walk(block))
