"""The expressions of I/O automata; `tree.py` exports them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from holdfast.front.ioa.types import Type
from holdfast.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of a file and its location."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Node):
    """An expression; two are equal if they are written alike."""

    type: Type = field(compare=False)


# ---- names ----


@dataclass(frozen=True, slots=True)
class Literal(Typed):
    """A Boolean, a number, a string, or a member of an Enum, which is its name."""

    value: bool | int | str

    def __eq__(self, other: object) -> bool:
        """Compare kinds, too: Python's True equals 1."""
        if not isinstance(other, Literal):
            return NotImplemented
        return type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        """Equal literals have equal hashes."""
        return hash(self.value)


@dataclass(frozen=True, slots=True)
class Local(Typed):
    """A bound variable, an argument of an action or a function, a local variable of an effect."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameter(Typed):
    """A parameter of the automaton."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable(Typed):
    """A state variable of the automaton itself."""

    name: str


@dataclass(frozen=True, slots=True)
class ComponentVariable(Typed):
    """`c.v`, `P[i].v` or `sub.P[i].v`: a state variable of a component, by the path to it.

    Each step is the name of a component and the index, if it is a sequence of components.
    """

    path: tuple[tuple[str, Expr | None], ...]
    name: str


# ---- operators ----


class Operator(Enum):
    """An operator with one or two operands; what it means depends on their types."""

    NOT = "not"
    NEGATE = "-x"
    INVERT = "~"
    OR = "or"
    AND = "and"
    IMPLIES = "implies"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    NOT_IN = "not in"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    MOD = "%"
    LEFT = "<<"
    RIGHT = ">>"
    BIT_AND = "&"
    BIT_OR = "|"
    BIT_XOR = "^"


@dataclass(frozen=True, slots=True)
class Apply(Typed):
    """An operator, applied; `a < b < c` is the conjunction of its parts.

    AND and OR have at least two operands, the others one or two.
    """

    operator: Operator
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfElse(Typed):
    """`yes if test else no`."""

    test: Expr
    yes: Expr
    no: Expr


class Builtin(Enum):
    """A built-in function that is neither a binder nor an operator.

    `set()`, `iset()` and `Mset()` are empty `SetOf`, `SetOf` and `MsetOf`.
    """

    LEN = "len"
    MAX = "max"  # of at least two numbers, or of one sequence or set
    MIN = "min"
    ABS = "abs"
    INCRE = "incre"  # of an IntRange: the type of its argument decides where it wraps
    DECRE = "decre"
    DISJOINT = "disjoint"
    RANGE = "range"  # of type Seq[int]; only where something ranges over it, or in `in`
    BV_EXTRACT = "bv_extract"  # the bit of a bvN at a position, 0 or 1: a bv1
    I_MIN = "i_min"  # the first index of a smallest element; of records, by their first field
    KEYS = "keys"  # `m.keys()`: the set of the keys of a Map
    COUNT = "count"  # `b.count(x)`: how often x is in a Mset or a sequence
    SET = "set"  # `set(s)`: the elements of a sequence


@dataclass(frozen=True, slots=True)
class Call(Typed):
    """A built-in function, applied."""

    function: Builtin
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class UserCall(Typed):
    """A function of the file, applied."""

    function: str
    args: tuple[Expr, ...]


# ---- binders ----


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """A bound variable of a type; `domain` is what it ranges over, a set or a sequence, if given.

    The variable of a `forall` without a domain ranges over its whole type.
    """

    name: str
    type: Type
    domain: Expr | None = None


@dataclass(frozen=True, slots=True)
class Quantifier(Typed):
    """`forall`, `all`, `exists`, `any`; conditions of a generator are part of the body."""

    universal: bool
    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class SetComprehension(Typed):
    """`{element for x in domain if condition}`."""

    element: Expr
    bounds: tuple[Bound, ...]
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class SeqComprehension(Typed):
    """`[element for x in domain if condition]` over a sequence."""

    element: Expr
    bound: Bound
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class MapComprehension(Typed):
    """`{key: value for key in domain}`: the key is the bound variable itself."""

    bound: Bound
    value: Expr


# ---- data ----


@dataclass(frozen=True, slots=True)
class SetOf(Typed):
    """`{a, b}` or `set()`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SeqOf(Typed):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TupleOf(Typed):
    """`(a, b)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MsetOf(Typed):
    """`Mset(a, b, b)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RecordOf(Typed):
    """`Msg(a, b)`: the constructor of a NamedTuple, with the values in the order of its fields."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field(Typed):
    """`x.f` of a NamedTuple."""

    record: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Index(Typed):
    """`x[i]` of a sequence, a tuple (the index is a literal) or a map."""

    of: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Slice(Typed):
    """`x[low:high]` of a sequence; neither may be negative."""

    of: Expr
    low: Expr | None
    high: Expr | None


class Temporal(Enum):
    """A temporal operator; it stands only in `class properties`."""

    ALWAYS = "always"
    EVENTUALLY = "eventually"
    LEADS_TO = "leads_to"


@dataclass(frozen=True, slots=True)
class TemporalFormula(Typed):
    """A temporal operator, applied; Boolean operators combine them."""

    operator: Temporal
    operands: tuple[Expr, ...]


Expr: TypeAlias = (
    Literal
    | Local
    | Parameter
    | Variable
    | ComponentVariable
    | Apply
    | IfElse
    | Call
    | UserCall
    | Quantifier
    | SetComprehension
    | SeqComprehension
    | MapComprehension
    | SetOf
    | SeqOf
    | TupleOf
    | MsetOf
    | RecordOf
    | Field
    | Index
    | Slice
    | TemporalFormula
)
