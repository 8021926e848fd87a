"""A Promela model after names are resolved: declarations, processes, statements, claims.

The preprocessor and `inline` leave no trace but spans. What Spin expands is expanded here, in
the same way, since it decides how many steps there are: `for` and `select` are loops, `x++` is an
assignment, `->` is `;`. Arguments of messages and of `run` that are records are one argument for
each field, and one for each element of an array in it. A declaration below a statement, or inside a
block, assigns when control is there: its variable has no initial value, and a statement stands for
it (`x = 0` without an initialiser, for an array that of the first element, for a record `_ = 0`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.front.promela.expression_nodes import (
    Expr,
    Node,
    Place,
    ReceiveArg,
    Symbol,
)
from holdfast.front.promela.types import Type
from holdfast.source import Span

# ---- statements ----


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`x = e`, `x++`, `x--`; also an initialiser that Spin executes as a step."""

    target: Place
    value: Expr


@dataclass(frozen=True, slots=True)
class Discard(Node):
    """`_ = e`: the value is evaluated and dropped."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """An expression as a statement: it waits until the expression is not 0. Also `skip`, `run`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Assertion(Node):
    """`assert(e)`."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Print(Node):
    """`printf("...", args)` or `printm(x)`: a step that changes nothing."""

    format: str | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Send(Node):
    """`q!args`; `q!!args` keeps the messages sorted."""

    channel: Expr
    args: tuple[Expr, ...]
    is_sorted: bool


@dataclass(frozen=True, slots=True)
class Receive(Node):
    """`q?args`; `q??args` takes the first message that matches; `q?<args>` leaves it there."""

    channel: Expr
    args: tuple[ReceiveArg, ...]
    anywhere: bool
    copies: bool


@dataclass(frozen=True, slots=True)
class SetPriority(Node):
    """`set_priority(pid, e)`."""

    pid: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Else(Node):
    """`else`, only as the first statement of an option, or of a block that is first in one."""


@dataclass(frozen=True, slots=True)
class Goto(Node):
    """`goto label`."""

    label: str


@dataclass(frozen=True, slots=True)
class Break(Node):
    """`break`: ends the innermost loop."""


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if ... fi`: one of the options whose first statement is executable."""

    options: tuple[Statements, ...]


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do ... od`: as `if`, again and again until a `break`."""

    options: tuple[Statements, ...]


@dataclass(frozen=True, slots=True)
class Block(Node):
    """`{ ... }`, `atomic { ... }` or `d_step { ... }`."""

    kind: Literal["plain", "atomic", "d_step"]
    body: Statements


@dataclass(frozen=True, slots=True)
class Unless(Node):
    """`body unless escape`."""

    body: Statement
    escape: Statement


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`label: statement`; there may be several labels, from the outside in.

    Labels are unique in a process type: one that another block, or another use of an inline,
    declares again has a number behind it, as `again#2`. `Goto` and `RemoteLabel` refer to that.
    """

    label: str
    label_span: Span = field(compare=False, repr=False)
    statement: Statement


Statement: TypeAlias = (
    Assign
    | Discard
    | Condition
    | Assertion
    | Print
    | Send
    | Receive
    | SetPriority
    | Else
    | Goto
    | Break
    | If
    | Do
    | Block
    | Unless
    | Labelled
)
Statements: TypeAlias = tuple[Statement, ...]


# ---- declarations ----


@dataclass(frozen=True, slots=True)
class ChannelType(Node):
    """`[capacity] of { type, ... }`; typedefs among the types are replaced by their fields."""

    capacity: int
    fields: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """A variable with its initial value; a channel with its type.

    For a local variable, the initial value is that in the initial state of the process. Every
    element of an array has the initial value, unless there are `elements`, one for each. Every
    element of an array of channels is a channel of its own.
    """

    symbol: Symbol
    initial: Expr | None = None
    elements: tuple[Expr, ...] = ()
    channel: ChannelType | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Typedef(Node):
    """A record type; the symbols of its fields have no scope."""

    name: str
    fields: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Proctype(Node):
    """`active [copies] proctype P(params) provided (e) { ... }`; `init` is one named `init`.

    `copies` is 0 if it is not active. `locals` are all variables that are declared in its body.
    """

    name: str
    params: tuple[Declaration, ...]
    locals: tuple[Declaration, ...]
    body: Statements
    copies: int = 0
    priority: int | None = None
    provided: Expr | None = None
    deterministic: bool = False


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """`never { ... }`, `trace { ... }` or `notrace { ... }`."""

    kind: Literal["never", "trace", "notrace"]
    name: str
    body: Statements
    locals: tuple[Declaration, ...] = ()


# ---- linear temporal logic ----


@dataclass(frozen=True, slots=True)
class Holds(Node):
    """A state formula inside an `ltl` block."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class LtlUnary(Node):
    """`[]p`, `<>p`, `X p`, `!p`."""

    op: Literal["[]", "<>", "X", "!"]
    operand: Ltl


@dataclass(frozen=True, slots=True)
class LtlBinary(Node):
    """`p U q`, `p W q`, `p V q` (release), `p && q`, `p || q`, `p -> q`, `p <-> q`."""

    op: Literal["U", "W", "V", "&&", "||", "->", "<->"]
    left: Ltl
    right: Ltl


Ltl: TypeAlias = Holds | LtlUnary | LtlBinary


@dataclass(frozen=True, slots=True)
class LtlProperty(Node):
    """`ltl name { formula }`."""

    name: str
    formula: Ltl


@dataclass(frozen=True, slots=True)
class MtypeList(Node):
    """`mtype = { ... }`: names with their numbers."""

    subtype: str | None
    names: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Model(Node):
    """A whole file, with what it includes. `proctypes` are in the order of the text."""

    mtypes: tuple[MtypeList, ...]
    typedefs: tuple[Typedef, ...]
    globals: tuple[Declaration, ...]
    proctypes: tuple[Proctype, ...]
    claims: tuple[Claim, ...]
    ltl: tuple[LtlProperty, ...]
