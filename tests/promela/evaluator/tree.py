"""The tree of a Promela program, as the reference evaluator reads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Ref:
    """A variable, an element or a field: one name, and perhaps an index, per step."""

    path: tuple[tuple[str, Expr | None], ...]


@dataclass(frozen=True, slots=True)
class Unary:
    op: str
    argument: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional:
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Run:
    process: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Probe:
    """`len`, `empty`, `full`, `nempty` or `nfull` of a channel."""

    kind: str
    channel: Ref


@dataclass(frozen=True, slots=True)
class Eval:
    """`eval(e)` in a receive."""

    argument: Expr


@dataclass(frozen=True, slots=True)
class Poll:
    receive: Receive


Expr: TypeAlias = Number | Ref | Unary | Binary | Conditional | Run | Probe | Poll
Pattern: TypeAlias = Number | Ref | Eval


@dataclass(frozen=True, slots=True)
class Assign:
    target: Ref
    value: Expr


@dataclass(frozen=True, slots=True)
class Condition:
    test: Expr


@dataclass(frozen=True, slots=True)
class Assert:
    test: Expr


@dataclass(frozen=True, slots=True)
class Print:
    pass


@dataclass(frozen=True, slots=True)
class Else:
    pass


@dataclass(frozen=True, slots=True)
class End:
    """The end of a process."""


@dataclass(frozen=True, slots=True)
class Send:
    channel: Ref
    arguments: tuple[Expr, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Receive:
    channel: Ref
    patterns: tuple[Pattern, ...]
    anywhere: bool
    keeps: bool


@dataclass(frozen=True, slots=True)
class Goto:
    label: str


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Choice:
    """`if` or `do`."""

    options: tuple[Body, ...]
    repeats: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A block; `kind` is empty, `atomic` or `d_step`."""

    kind: str
    body: Body


@dataclass(frozen=True, slots=True)
class Unless:
    body: Body
    escape: Body


Basic: TypeAlias = Assign | Condition | Assert | Print | Else | End | Send | Receive
Statement: TypeAlias = Basic | Goto | Break | Choice | Block | Unless


@dataclass(frozen=True, slots=True)
class Labelled:
    labels: tuple[str, ...]
    statement: Statement


Body: TypeAlias = tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class ChannelInit:
    capacity: int
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A variable; `bits` is that of `unsigned`, and `size` that of an array."""

    name: str
    type: str
    bits: int
    size: int | None
    init: Expr | ChannelInit | None


@dataclass(slots=True)
class Process:
    name: str
    parameters: tuple[Declaration, ...]
    active: int
    provided: Expr | None
    declarations: list[Declaration] = field(default_factory=list)
    starting: list[Declaration] = field(default_factory=list)  # initialised when it starts
    body: Body = ()


@dataclass(slots=True)
class Program:
    names: dict[str, int] = field(default_factory=dict)  # of mtype
    types: dict[str, tuple[Declaration, ...]] = field(default_factory=dict)
    variables: list[Declaration] = field(default_factory=list)
    processes: list[Process] = field(default_factory=list)
