"""The expressions of TLA+ as they were written, one class per construct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from holdfast.front.tla.syntax.node import Ident, Node, Param

if TYPE_CHECKING:
    from holdfast.front.tla.syntax.unit_nodes import LetUnit


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bound(Node):
    """`x, y \\in S`, or `<<x, y>> \\in S` when `pattern`; unbounded when `domain` is None."""

    names: tuple[Ident, ...]
    domain: Expr | None
    pattern: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number(Node):
    """A numeral, as written: `42`, `3.14`, `\\b101`, `\\o17`, `\\hFF`."""

    text: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class String(Node):
    """A string; `text` is the text between the quotes, escapes not decoded."""

    text: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class At(Node):
    """`@` in an EXCEPT clause."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ref(Node):
    """A name, with arguments if it has any: `x`, `Op(a, b)`.

    An operator symbol passed as an argument is a `Ref` too (`Fold(+, 0, s)`), and so is a
    reference to a proof step (`<1>2`).
    """

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Part(Node):
    """One component of a path.

    `name` is an identifier, an operator symbol, a numeral, one of `<<`, `>>`, `@`, `:`, or
    empty for a part that is only an argument list.
    """

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Path(Node):
    """`I!Op(x)`, `I(a)!J!x`, `Thm!1!(y)!:`: at least two parts, joined by `!`."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Parens(Node):
    """`(e)`."""

    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prefix(Node):
    """`~ a`, `[] a`, `-. a`, `SUBSET a`."""

    op: str
    arg: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Infix(Node):
    """`a + b`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Postfix(Node):
    """`a'`, `a^+`."""

    op: str
    arg: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Times(Node):
    """`A \\X B \\X C`: one product of three sets, not two products."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Junction(Node):
    """A list with bullets; `op` is `/\\` or `\\/`."""

    op: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class If(Node):
    """`IF test THEN yes ELSE no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Arm(Node):
    """`test -> value` in a CASE."""

    test: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Case(Node):
    """`CASE p -> e [] q -> f [] OTHER -> g`."""

    arms: tuple[Arm, ...]
    other: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let(Node):
    """`LET definitions IN body`."""

    units: tuple[LetUnit, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Quantifier(Node):
    """`\\A`, `\\E`, `\\AA` or `\\EE` over bounds."""

    kind: str
    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(Node):
    """`CHOOSE x \\in S : p`."""

    bound: Bound
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lambda(Node):
    """`LAMBDA x, y : e`."""

    params: tuple[Ident, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetOf(Node):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetFilter(Node):
    """`{x \\in S : p}`."""

    bound: Bound
    test: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SetMap(Node):
    """`{e : x \\in S, y \\in T}`."""

    value: Expr
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Function(Node):
    """`[x \\in S |-> e]`."""

    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FunctionSet(Node):
    """`[S -> T]`."""

    domain: Expr
    range: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Field(Node):
    """`name |-> e` in a record, `name : S` in a set of records."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Record(Node):
    """`[a |-> 1, b |-> 2]`."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RecordSet(Node):
    """`[a : S, b : T]`."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Key(Node):
    """A step of an EXCEPT path: `[a, b]`, or `.name` (then `args` is empty)."""

    args: tuple[Expr, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Update(Node):
    """`!.a[1] = e` in an EXCEPT."""

    path: tuple[Key, ...]
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Except(Node):
    """`[f EXCEPT ![1] = e, !.a = d]`."""

    base: Expr
    updates: tuple[Update, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Index(Node):
    """`f[a, b]`."""

    function: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Dot(Node):
    """`r.name`."""

    record: Expr
    name: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tuple(Node):
    """`<<a, b>>`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Box(Node):
    """`[action]_subscript`."""

    action: Expr
    subscript: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Angle(Node):
    """`<<action>>_subscript`."""

    action: Expr
    subscript: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fairness(Node):
    """`WF_subscript(action)` or `SF_subscript(action)`; `kind` is `WF_` or `SF_`."""

    kind: str
    subscript: Expr
    action: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Label(Node):
    """`name(x, y):: body`."""

    name: str
    params: tuple[Ident, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class New(Node):
    """`NEW CONSTANT x \\in S` among the assumptions of a theorem; `level` may be empty."""

    level: str
    param: Param
    domain: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AssumeProve(Node):
    """`ASSUME a, NEW x PROVE p`; `boxed` for `[]ASSUME ... []PROVE`."""

    assumptions: tuple[Expr | New, ...]
    goal: Expr
    boxed: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Hole(Node):
    """An expression that could not be read; an error has been reported for it."""


Expr: TypeAlias = (
    Number
    | String
    | At
    | Ref
    | Path
    | Parens
    | Prefix
    | Infix
    | Postfix
    | Times
    | Junction
    | If
    | Case
    | Let
    | Quantifier
    | Choose
    | Lambda
    | SetOf
    | SetFilter
    | SetMap
    | Function
    | FunctionSet
    | Record
    | RecordSet
    | Except
    | Index
    | Dot
    | Tuple
    | Box
    | Angle
    | Fairness
    | Label
    | AssumeProve
    | Hole
)
