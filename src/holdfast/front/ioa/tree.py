"""The tree of a file of I/O automata: every name is resolved, every expression has its type.

The expressions are in `expression_nodes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from holdfast.front.ioa.expression_nodes import (
    Apply as Apply,
)
from holdfast.front.ioa.expression_nodes import (
    Bound as Bound,
)
from holdfast.front.ioa.expression_nodes import (
    Builtin as Builtin,
)
from holdfast.front.ioa.expression_nodes import (
    Call as Call,
)
from holdfast.front.ioa.expression_nodes import (
    ComponentVariable as ComponentVariable,
)
from holdfast.front.ioa.expression_nodes import (
    Expr as Expr,
)
from holdfast.front.ioa.expression_nodes import (
    Field as Field,
)
from holdfast.front.ioa.expression_nodes import (
    IfElse as IfElse,
)
from holdfast.front.ioa.expression_nodes import (
    Index as Index,
)
from holdfast.front.ioa.expression_nodes import (
    Literal as Literal,
)
from holdfast.front.ioa.expression_nodes import (
    Local as Local,
)
from holdfast.front.ioa.expression_nodes import (
    MapComprehension as MapComprehension,
)
from holdfast.front.ioa.expression_nodes import (
    MsetOf as MsetOf,
)
from holdfast.front.ioa.expression_nodes import (
    Node as Node,
)
from holdfast.front.ioa.expression_nodes import (
    Operator as Operator,
)
from holdfast.front.ioa.expression_nodes import (
    Parameter as Parameter,
)
from holdfast.front.ioa.expression_nodes import (
    Quantifier as Quantifier,
)
from holdfast.front.ioa.expression_nodes import (
    RecordOf as RecordOf,
)
from holdfast.front.ioa.expression_nodes import (
    SeqComprehension as SeqComprehension,
)
from holdfast.front.ioa.expression_nodes import (
    SeqOf as SeqOf,
)
from holdfast.front.ioa.expression_nodes import (
    SetComprehension as SetComprehension,
)
from holdfast.front.ioa.expression_nodes import (
    SetOf as SetOf,
)
from holdfast.front.ioa.expression_nodes import (
    Slice as Slice,
)
from holdfast.front.ioa.expression_nodes import (
    Temporal as Temporal,
)
from holdfast.front.ioa.expression_nodes import (
    TemporalFormula as TemporalFormula,
)
from holdfast.front.ioa.expression_nodes import (
    TupleOf as TupleOf,
)
from holdfast.front.ioa.expression_nodes import (
    Typed as Typed,
)
from holdfast.front.ioa.expression_nodes import (
    UserCall as UserCall,
)
from holdfast.front.ioa.expression_nodes import (
    Variable as Variable,
)
from holdfast.front.ioa.types import Type

# ---- statements ----


@dataclass(frozen=True, slots=True)
class Target(Node):
    """What is assigned: a state variable, or a local one, at a path of indices and fields."""

    name: str
    local: bool
    type: Type  # of the part that is assigned
    path: tuple[Expr | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`x = e`, `x[i].f = e`, or `x, y = e` with a tuple; all indices are evaluated before."""

    targets: tuple[Target, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if test: ... else: ...`."""

    test: Expr
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for x in domain: ...` over a range or a sequence, in order."""

    bound: Bound
    body: tuple[Statement, ...]


Statement: TypeAlias = Assign | If | For


# ---- automata ----


class Kind(Enum):
    """The kind of an action in a signature."""

    INPUT = "input"
    OUTPUT = "output"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Declared(Node):
    """A parameter or a state variable with its type."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Action(Node):
    """An action of a signature: those values of its parameters for which `where` is true."""

    kind: Kind
    name: str
    params: tuple[Declared, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Transition(Node):
    """One definition of an action: several of one action are alternatives."""

    kind: Kind
    name: str
    params: tuple[Declared, ...]
    precondition: Expr | None
    effect: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Named(Node):
    """An invariant or a temporal property; `invariant_of` is the name of the usual one."""

    name: str
    formula: Expr


@dataclass(frozen=True, slots=True)
class Task(Node):
    """A set of locally controlled actions that is treated fairly: `class tasks: t = {a, b}`."""

    name: str
    actions: tuple[str, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Automaton(Node):
    """A primitive automaton."""

    name: str
    params: tuple[Declared, ...]
    where: Expr | None
    signature: tuple[Action, ...]
    states: tuple[Declared, ...]
    initially: Expr | None
    transitions: tuple[Transition, ...]
    tasks: tuple[Task, ...] = ()
    invariants: tuple[Named, ...] = ()
    properties: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Component(Node):
    """`c: A(args)`, or `P: [A(args) for i in domain]` with the bound variable in `args`."""

    name: str
    automaton: str
    args: tuple[Expr, ...]
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class Composition(Node):
    """A composite automaton; `hidden` are output actions that are internal to it."""

    name: str
    params: tuple[Declared, ...]
    where: Expr | None
    components: tuple[Component, ...]
    hidden: tuple[str, ...] = ()
    invariants: tuple[Named, ...] = ()
    properties: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`def f(a: T) -> U: return body`: an abbreviation, which may call those before it."""

    name: str
    params: tuple[Declared, ...]
    result: Type
    body: Expr


@dataclass(frozen=True, slots=True)
class File(Node):
    """A file: its types by name, its functions and its automata, each in the order of the text."""

    types: tuple[tuple[str, Type], ...]
    functions: tuple[Function, ...]
    automata: tuple[Automaton | Composition, ...]
