"""The expressions of Promela, after names are resolved.

`a.b[i].c` is a chain of `Index` and `Field` around a `Variable`. An array that is not indexed
means its first element, as in Spin: the resolver adds the index 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, TypeAlias

from holdfast.front.promela.types import Type
from holdfast.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a model, and its location.

    What a macro gives is at the use of the macro, what an inline gives is in the body of the
    inline: the statements of all its uses have the same locations.
    """

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared variable, parameter or channel; compared by identity of its declaration.

    `proctype` is the process type that it is local to, or None. `name` is that of the text,
    `unique` differs from those of all other symbols of the same process type: the second one
    named `x`, in another block, is `x#2`. That of a field of a typedef `T` is `T.x`. `length` is
    that of an array.
    """

    name: str
    unique: str
    type: Type
    span: Span = field(compare=False, repr=False)
    proctype: str | None = None
    length: int | None = None
    hidden: bool = False
    parameter: bool = False


class Predefined(Enum):
    """Variables that every model has; `_` is a value only in a send of a trace: any value."""

    PID = "_pid"
    LAST = "_last"
    PROCESSES = "_nr_pr"
    NON_PROGRESS = "np_"
    TIMEOUT = "timeout"
    ANY = "_"


class ChannelTest(Enum):
    """Functions of a channel."""

    LEN = "len"
    EMPTY = "empty"
    NONEMPTY = "nempty"
    FULL = "full"
    NONFULL = "nfull"


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A literal: a number, `true`, `false`, `skip` (1) or a character."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class MtypeConstant(Node):
    """A name of an mtype list, with its number."""

    name: str
    value: int
    subtype: str | None = None


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable or parameter."""

    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`array[index]`."""

    array: Place
    index: Expr


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`record.name`; `symbol` is its declaration in the typedef."""

    record: Place
    name: str
    symbol: Symbol


Place: TypeAlias = Variable | Index | Field


@dataclass(frozen=True, slots=True)
class PredefinedVariable(Node):
    """`_pid`, `_nr_pr`, `timeout`, ..."""

    which: Predefined


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`-e`, `!e`, `~e`."""

    op: Literal["-", "!", "~"]
    operand: Expr


BinaryOp: TypeAlias = Literal[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"
]


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """An operator with two operands; `&&` and `||` evaluate the second only if needed."""

    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`(test -> yes : no)`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`run P(args) priority n`: creates a process, and is its number."""

    proctype: str
    args: tuple[Expr, ...]
    priority: int | None = None


@dataclass(frozen=True, slots=True)
class TestChannel(Node):
    """`len(q)`, `full(q)`, ..."""

    test: ChannelTest
    channel: Expr


@dataclass(frozen=True, slots=True)
class Poll(Node):
    """`q?[args]`, or `q??[args]`: whether the message could be received."""

    channel: Expr
    args: tuple[ReceiveArg, ...]
    anywhere: bool


@dataclass(frozen=True, slots=True)
class Enabled(Node):
    """`enabled(pid)`."""

    pid: Expr


@dataclass(frozen=True, slots=True)
class PcValue(Node):
    """`pc_value(pid)`: Spin's number of its control point."""

    pid: Expr


@dataclass(frozen=True, slots=True)
class Priority(Node):
    """`get_priority(pid)`."""

    pid: Expr


@dataclass(frozen=True, slots=True)
class RemoteLabel(Node):
    """`P[pid]@label`; without a pid, the only process of that type."""

    proctype: str
    pid: Expr | None
    label: str


@dataclass(frozen=True, slots=True)
class RemoteVariable(Node):
    """`P[pid]:x`: a variable of another process; `place` starts at a symbol of that type."""

    proctype: str
    pid: Expr | None
    place: Place


Expr: TypeAlias = (
    Number
    | MtypeConstant
    | Variable
    | Index
    | Field
    | PredefinedVariable
    | Unary
    | Binary
    | Conditional
    | Run
    | TestChannel
    | Poll
    | Enabled
    | PcValue
    | Priority
    | RemoteLabel
    | RemoteVariable
)


# ---- the arguments of a receive ----


@dataclass(frozen=True, slots=True)
class Store(Node):
    """The field is stored in a variable."""

    place: Place


@dataclass(frozen=True, slots=True)
class Match(Node):
    """The field must equal a value: a constant, or `eval(e)`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Ignore(Node):
    """`_`: any field."""


ReceiveArg: TypeAlias = Store | Match | Ignore
