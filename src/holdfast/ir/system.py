"""A transition system: declarations, initial predicate, actions and properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.ir.account import Account
from holdfast.ir.expr import Bound, Definition, Expr, Let, Node
from holdfast.ir.notation import TLA, Notation
from holdfast.ir.types import Signature, Type
from holdfast.source import Span

# ---- the body of an action: a small tree that every engine transcribes ----
#
# `expr` is the formula that a body comes from. Once every variable has its next value,
# TLC evaluates the rest as formulas, without branching; so do we.


@dataclass(frozen=True, slots=True)
class Test(Node):
    """Continues only if the formula holds."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """Gives `variable` its value; if it has one already, tests that they are equal."""

    variable: str
    value: Expr
    expr: Expr


@dataclass(frozen=True, slots=True)
class AssignFrom(Node):
    """Gives `variable` each element of a set in turn; tests membership if it has a value."""

    variable: str
    domain: Expr
    expr: Expr


@dataclass(frozen=True, slots=True)
class Keep(Node):
    """`UNCHANGED` of one variable."""

    variable: str
    expr: Expr


@dataclass(frozen=True, slots=True)
class Assert(Node):
    """Continues; a step on which the condition is false violates the assertion of that name.

    It does not restrict steps: `expr` is TRUE.
    """

    name: str
    condition: Expr
    expr: Expr


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """All parts, from left to right."""

    items: tuple[Body, ...]
    expr: Expr


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """Each part, one after the other, independently."""

    items: tuple[Body, ...]
    expr: Expr


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    """One of two bodies."""

    test: Expr
    yes: Body
    no: Body
    expr: Expr


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """The body of the first arm whose test holds; an error if none does and `other` is None."""

    arms: tuple[tuple[Expr, Body], ...]
    other: Body | None
    expr: Expr


@dataclass(frozen=True, slots=True)
class ForSome(Node):
    """The body for each value of the bound variables, independently."""

    bounds: tuple[Bound, ...]
    body: Body
    expr: Expr


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """The body for all values of the bound variables, one after the other, in one step."""

    bounds: tuple[Bound, ...]
    body: Body
    expr: Expr


@dataclass(frozen=True, slots=True)
class Within(Node):
    """The body with local definitions; also used for the arguments of a definition."""

    definitions: tuple[Definition, ...]
    body: Body
    expr: Expr


@dataclass(frozen=True, slots=True)
class Compose(Node):
    """`A \\cdot B`: a step of `first`, then one of `second` from the state reached."""

    first: Body
    second: Body
    expr: Expr


@dataclass(frozen=True, slots=True)
class Enter(Node):
    """The body of a procedure, with arguments: a recursive definition that assigns or branches."""

    procedure: str
    args: tuple[Expr, ...]
    expr: Expr


Body: TypeAlias = (
    Test
    | Assign
    | AssignFrom
    | Keep
    | Assert
    | Sequence
    | Branch
    | IfElse
    | Choice
    | ForSome
    | ForEach
    | Within
    | Compose
    | Enter
)


# ---- the system ----


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """A body with parameters, which may call itself."""

    name: str
    params: tuple[str, ...]
    body: Body


StoreSite: TypeAlias = tuple[str, str, int, int, Span | None]


@dataclass(frozen=True, slots=True)
class Store(Node):
    """A number that a step stores where only those from `low` to `high` fit; others are truncated.

    `text` is the store and `type` the type, in the language of the spec. It is only for warnings:
    the value, over the state before the step, is part of an assignment.
    """

    value: Expr
    low: int
    high: int
    text: str
    type: str

    @property
    def site(self) -> StoreSite:
        """What the warning is about: several actions may have the same."""
        return self.text, self.type, self.low, self.high, self.span


@dataclass(frozen=True, slots=True)
class Action(Node):
    """A named disjunct of the next-state relation; `args` are its arguments, if it has any.

    `bounds` are the quantifiers around it, from the outside in, the names of each visible in
    the sets of the next; `args`, the arguments of
    the definition that names it, mention only their names. `account` and `stores` are for reports.
    `parts` are the indices of the statements that it executes.
    """

    name: str
    body: Body
    bounds: tuple[tuple[Bound, ...], ...] = ()
    args: tuple[Expr, ...] = ()
    account: Account[Expr] | None = None
    stores: tuple[Store, ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def formula(self) -> Expr:
        """The disjunct itself, inside the local definitions around it."""
        e = self.body.expr
        while isinstance(e, Let):
            e = e.body
        return e


@dataclass(frozen=True, slots=True)
class Part(Node):
    """A statement of the spec; `group` is what it is part of, such as a process type."""

    group: str
    text: str


@dataclass(frozen=True, slots=True)
class Property(Node):
    """A formula with the name that the user gave it; an axiom is a hypothesis, never evaluated.

    An invariant is about transient states as well if it holds `everywhere`.
    """

    name: str
    expr: Expr
    axiom: bool = False
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Omission(Node):
    """A property of the spec that the system does not have, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """A constant or definition that the model replaces: `Nat <- Small`.

    `text` is the right-hand side in the model; `definition` is the one that the system calls
    instead of `name`, if any.
    """

    name: str
    text: str
    definition: str | None = None


@dataclass(frozen=True, slots=True)
class System:
    """Everything that an engine needs to know about a specification and a model of it.

    The front end fills `specification` or the two formulas, and `properties`. Passes derive
    the explicit `init` and `actions` from these, and sort the properties: invariants, those
    about initial states, those about steps, and the temporal rest. `names` ranks the
    strings and model values: see `ir/ranks.py`. `replaced` are the constants and definitions that
    the model replaces. `compared` are the variables in the order in which two states are compared
    if both a symmetry and a view identify states; empty if nothing depends on it. `types` are
    those of variables and definitions, as far as they are known: the last pass fills them in.
    `hidden` are variables of instantiated modules, each with the expression that is substituted
    for it; below ENABLED it may have a next value of its own. With `shows_arguments`, a step is
    shown with the arguments of its action even if they are chosen from sets of the state.
    `declared` are the types of constants and variables in a language that declares them.
    States in which `transient` holds are passed within a step: they are neither stored nor counted
    nor checked. A state without successors in which `may_end` holds is not a deadlock. If
    behaviours are `maximal`, they stutter only in a state without successors, and there for ever;
    otherwise every state may stutter.
    `notation` is how the language of the spec writes values. `assumed` is how the system differs
    from the model, on request. `parts` are the statements of the spec, in a language that has them.
    `omitted` are properties of the spec that cannot be checked: no result is conclusive then.
    `unrestricted` are variables that are not in v, in a specification with `[][Next]_v`: engines
    take them to change in steps of Next only, which is not what the specification says.
    """

    name: str
    constants: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    assumptions: tuple[Property, ...] = ()
    specification: Expr | None = None
    init_formula: Expr | None = None
    next_formula: Expr | None = None
    init: Body | None = None
    actions: tuple[Action, ...] = ()
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    invariants: tuple[Property, ...] = ()
    properties: tuple[Property, ...] = ()
    initial_properties: tuple[Property, ...] = ()
    step_properties: tuple[Property, ...] = ()
    temporal: tuple[Property, ...] = ()
    fairness: tuple[Expr, ...] = ()
    constraints: tuple[Property, ...] = ()
    action_constraints: tuple[Property, ...] = ()
    view: Property | None = None
    symmetry: Property | None = None
    alias: Property | None = None
    postconditions: tuple[Property, ...] = ()
    possible: tuple[Property, ...] = ()
    check_deadlock: bool = True
    transient: Expr | None = None
    may_end: Expr | None = None
    maximal: bool = False
    names: tuple[str, ...] = ()
    replaced: tuple[Replacement, ...] = ()
    compared: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    omitted: tuple[Omission, ...] = ()
    unrestricted: tuple[str, ...] = ()
    hidden: tuple[tuple[str, Expr], ...] = ()
    shows_arguments: bool = False
    declared: Mapping[str, Type] = field(default_factory=dict)
    notation: Notation = TLA
    types: Mapping[str, Type | Signature] = field(default_factory=dict)
