"""The units of a module and their proofs, which are kept and not interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from holdfast.front.tla.syntax.expression_nodes import Bound, Expr
from holdfast.front.tla.syntax.node import Ident, Node, Param


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Variables(Node):
    """`VARIABLES x, y`."""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Constants(Node):
    """`CONSTANTS N, Op(_)`."""

    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Recursive(Node):
    """`RECURSIVE Op(_)`."""

    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Definition(Node):
    """`Op(x, F(_)) == body`; also `a (+) b == body`, where `name` is the operator symbol."""

    name: Ident
    params: tuple[Param, ...]
    body: Expr
    local: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FunctionDefinition(Node):
    """`f[x \\in S] == body`; `f` may be used in its own body."""

    name: Ident
    bounds: tuple[Bound, ...]
    body: Expr
    local: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Substitution(Node):
    """`name <- value` in an INSTANCE."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Instance(Node):
    """`INSTANCE M WITH x <- e`."""

    module: Ident
    substitutions: tuple[Substitution, ...]
    local: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ModuleDefinition(Node):
    """`I(p) == INSTANCE M WITH x <- p`."""

    name: Ident
    params: tuple[Param, ...]
    instance: Instance
    local: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Assume(Node):
    """`ASSUME`, `ASSUMPTION` or `AXIOM`, perhaps named."""

    kind: str
    name: Ident | None
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Theorem(Node):
    """`THEOREM`, `LEMMA`, `PROPOSITION` or `COROLLARY`, perhaps named, perhaps proved."""

    kind: str
    name: Ident | None
    body: Expr
    proof: Proof | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UseHide(Node):
    """`USE facts DEFS names` or `HIDE ...`; `kind` is `USE` or `HIDE`."""

    kind: str
    facts: tuple[Fact, ...]
    defs: tuple[Fact, ...]
    only: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Separator(Node):
    """A line of dashes between units."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Broken(Node):
    """A unit that could not be read; `names` are those it seemed to declare."""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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


# ---- proofs ----


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ModuleFact(Node):
    """`MODULE M` among the facts or definitions of a BY."""

    name: str


Fact: TypeAlias = Expr | ModuleFact


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Leaf(Node):
    """`OBVIOUS`, `OMITTED` or `BY ONLY facts DEF names`."""

    kind: str
    facts: tuple[Fact, ...] = ()
    defs: tuple[Fact, ...] = ()
    only: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Steps(Node):
    """A structured proof; the last step is a QED."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step(Node):
    """`<1>2. statement` and its proof.

    `label` is the text of the step token without its dots: `<1>2`, `<1>`, `<*>a`.
    """

    label: str
    statement: Statement
    proof: Proof | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Claim(Node):
    """A statement to prove: plain (`kind` empty), `SUFFICES`, `CASE`, `HAVE` or `WITNESS`."""

    kind: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Take(Node):
    """`TAKE x \\in S`; the bounds may be unbounded."""

    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pick(Node):
    """`PICK x \\in S : p`."""

    bounds: tuple[Bound, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Define(Node):
    """`DEFINE` definitions, or definitions on their own as a step."""

    units: tuple[LetUnit, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Qed(Node):
    """`QED`."""


Statement: TypeAlias = Claim | Take | Pick | Define | Instance | UseHide | Qed
Proof: TypeAlias = Leaf | Steps
