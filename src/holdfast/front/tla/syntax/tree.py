"""The tree of a TLA+ module as it was written.

One class per construct of the grammar, nothing resolved, parentheses kept. Operators
carry their canonical ASCII spelling (`front/tla/syntax/operators.py`); the span of a node tells
how the user spelled it. Spans are not compared, so two trees are equal when the texts
differ in layout, comments and spelling only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias, TypeVar

from holdfast.source import Source, Span

NOWHERE = Span(Source("<made by holdfast>", ""), 0, 0)
"""The span of a node that stands in no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A piece of syntax and where it stands."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---- names and binders ----


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name where it is declared or bound, or a module's name."""

    name: str


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A declared name with its arity: `x`, `Op(_, _)`, `_ + _`, `-. _`, `_ ^+`."""

    name: str
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """`x, y \\in S`, or `<<x, y>> \\in S` when `pattern`; unbounded when `domain` is None."""

    names: tuple[Ident, ...]
    domain: Expr | None
    pattern: bool = False


# ---- expressions ----


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A numeral, as written: `42`, `3.14`, `\\b101`, `\\o17`, `\\hFF`."""

    text: str


@dataclass(frozen=True, slots=True)
class String(Node):
    """A string; `text` is what stands between the quotes, escapes not decoded."""

    text: str


@dataclass(frozen=True, slots=True)
class At(Node):
    """`@` in an EXCEPT clause."""


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A name, with arguments if it has any: `x`, `Op(a, b)`.

    An operator symbol passed as an argument is a `Ref` too (`Fold(+, 0, s)`), and so is a
    reference to a proof step (`<1>2`).
    """

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One component of a path.

    `name` is an identifier, an operator symbol, a numeral, one of `<<`, `>>`, `@`, `:`, or
    empty for a part that is only an argument list.
    """

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Path(Node):
    """`I!Op(x)`, `I(a)!J!x`, `Thm!1!(y)!:`: at least two parts, joined by `!`."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Parens(Node):
    """`(e)`."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Prefix(Node):
    """`~ a`, `[] a`, `-. a`, `SUBSET a`."""

    op: str
    arg: Expr


@dataclass(frozen=True, slots=True)
class Infix(Node):
    """`a + b`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Postfix(Node):
    """`a'`, `a^+`."""

    op: str
    arg: Expr


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`A \\X B \\X C`: one product of three sets, not two products."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Junction(Node):
    """A list with bullets; `op` is `/\\` or `\\/`."""

    op: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`IF test THEN yes ELSE no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """`test -> value` in a CASE."""

    test: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`CASE p -> e [] q -> f [] OTHER -> g`."""

    arms: tuple[Arm, ...]
    other: Expr | None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`LET definitions IN body`."""

    units: tuple[LetUnit, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """`\\A`, `\\E`, `\\AA` or `\\EE` over bounds."""

    kind: str
    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`CHOOSE x \\in S : p`."""

    bound: Bound
    body: Expr


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    """`LAMBDA x, y : e`."""

    params: tuple[Ident, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetFilter(Node):
    """`{x \\in S : p}`."""

    bound: Bound
    test: Expr


@dataclass(frozen=True, slots=True)
class SetMap(Node):
    """`{e : x \\in S, y \\in T}`."""

    value: Expr
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`[x \\in S |-> e]`."""

    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class FunctionSet(Node):
    """`[S -> T]`."""

    domain: Expr
    range: Expr


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`name |-> e` in a record, `name : S` in a set of records."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Record(Node):
    """`[a |-> 1, b |-> 2]`."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class RecordSet(Node):
    """`[a : S, b : T]`."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Key(Node):
    """A step of an EXCEPT path: `[a, b]`, or `.name` (then `args` is empty)."""

    args: tuple[Expr, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Update(Node):
    """`!.a[1] = e` in an EXCEPT."""

    path: tuple[Key, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Except(Node):
    """`[f EXCEPT ![1] = e, !.a = d]`."""

    base: Expr
    updates: tuple[Update, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`f[a, b]`."""

    function: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """`r.name`."""

    record: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`<<a, b>>`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Box(Node):
    """`[action]_subscript`."""

    action: Expr
    subscript: Expr


@dataclass(frozen=True, slots=True)
class Angle(Node):
    """`<<action>>_subscript`."""

    action: Expr
    subscript: Expr


@dataclass(frozen=True, slots=True)
class Fairness(Node):
    """`WF_subscript(action)` or `SF_subscript(action)`; `kind` is `WF_` or `SF_`."""

    kind: str
    subscript: Expr
    action: Expr


@dataclass(frozen=True, slots=True)
class Label(Node):
    """`name(x, y):: body`."""

    name: str
    params: tuple[Ident, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class New(Node):
    """`NEW CONSTANT x \\in S` among the assumptions of a theorem; `level` may be empty."""

    level: str
    param: Param
    domain: Expr | None = None


@dataclass(frozen=True, slots=True)
class AssumeProve(Node):
    """`ASSUME a, NEW x PROVE p`; `boxed` for `[]ASSUME ... []PROVE`."""

    assumptions: tuple[Expr | New, ...]
    goal: Expr
    boxed: bool = False


@dataclass(frozen=True, slots=True)
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


# ---- units of a module ----


@dataclass(frozen=True, slots=True)
class Variables(Node):
    """`VARIABLES x, y`."""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Constants(Node):
    """`CONSTANTS N, Op(_)`."""

    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Recursive(Node):
    """`RECURSIVE Op(_)`."""

    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`Op(x, F(_)) == body`; also `a (+) b == body`, where `name` is the operator symbol."""

    name: Ident
    params: tuple[Param, ...]
    body: Expr
    local: bool = False


@dataclass(frozen=True, slots=True)
class FunctionDefinition(Node):
    """`f[x \\in S] == body`; `f` may be used in its own body."""

    name: Ident
    bounds: tuple[Bound, ...]
    body: Expr
    local: bool = False


@dataclass(frozen=True, slots=True)
class Substitution(Node):
    """`name <- value` in an INSTANCE."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Instance(Node):
    """`INSTANCE M WITH x <- e`."""

    module: Ident
    substitutions: tuple[Substitution, ...]
    local: bool = False


@dataclass(frozen=True, slots=True)
class ModuleDefinition(Node):
    """`I(p) == INSTANCE M WITH x <- p`."""

    name: Ident
    params: tuple[Param, ...]
    instance: Instance
    local: bool = False


@dataclass(frozen=True, slots=True)
class Assume(Node):
    """`ASSUME`, `ASSUMPTION` or `AXIOM`, perhaps named."""

    kind: str
    name: Ident | None
    body: Expr


@dataclass(frozen=True, slots=True)
class Theorem(Node):
    """`THEOREM`, `LEMMA`, `PROPOSITION` or `COROLLARY`, perhaps named, perhaps proved."""

    kind: str
    name: Ident | None
    body: Expr
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class UseHide(Node):
    """`USE facts DEFS names` or `HIDE ...`; `kind` is `USE` or `HIDE`."""

    kind: str
    facts: tuple[Fact, ...]
    defs: tuple[Fact, ...]
    only: bool = False


@dataclass(frozen=True, slots=True)
class Separator(Node):
    """A line of dashes between units."""


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """A unit that could not be read; `names` are those it seemed to declare."""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Module(Node):
    """`---- MODULE name ---- ... ====`."""

    name: Ident
    extends: tuple[Ident, ...]
    units: tuple[Unit, ...]


LetUnit: TypeAlias = Definition | FunctionDefinition | ModuleDefinition | Recursive | Broken

Unit: TypeAlias = (
    Variables
    | Constants
    | Recursive
    | Definition
    | FunctionDefinition
    | ModuleDefinition
    | Instance
    | Assume
    | Theorem
    | UseHide
    | Separator
    | Broken
    | Module
)


# ---- proofs: kept, not interpreted ----


@dataclass(frozen=True, slots=True)
class ModuleFact(Node):
    """`MODULE M` among the facts or definitions of a BY."""

    name: str


Fact: TypeAlias = Expr | ModuleFact


@dataclass(frozen=True, slots=True)
class Leaf(Node):
    """`OBVIOUS`, `OMITTED` or `BY ONLY facts DEF names`."""

    kind: str
    facts: tuple[Fact, ...] = ()
    defs: tuple[Fact, ...] = ()
    only: bool = False


@dataclass(frozen=True, slots=True)
class Steps(Node):
    """A structured proof; the last step is a QED."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Step(Node):
    """`<1>2. statement` and its proof.

    `label` is the text of the step token without its dots: `<1>2`, `<1>`, `<*>a`.
    """

    label: str
    statement: Statement
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """A statement to prove: plain (`kind` empty), `SUFFICES`, `CASE`, `HAVE` or `WITNESS`."""

    kind: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Take(Node):
    """`TAKE x \\in S`; the bounds may be unbounded."""

    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`PICK x \\in S : p`."""

    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Define(Node):
    """`DEFINE` definitions, or definitions on their own as a step."""

    units: tuple[LetUnit, ...]


@dataclass(frozen=True, slots=True)
class Qed(Node):
    """`QED`."""


Statement: TypeAlias = Claim | Take | Pick | Define | Instance | UseHide | Qed
Proof: TypeAlias = Leaf | Steps


# ---- walking ----

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
