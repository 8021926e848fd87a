"""What names mean: the symbols of resolved modules, and the meaning of each occurrence.

A `ResolvedModule` keeps the syntax tree it was made from and two tables keyed by `id(node)`:

`declared`  nodes that introduce a name: the `Ident`s of bounds, of LAMBDA and of VARIABLES,
            a `Param`, `Definition`, `FunctionDefinition`, `ModuleDefinition`, `Instance`,
            `New`, `Theorem`, `Assume`, `Step`, `Label`, and a nested `Module`.
`uses`      nodes that use one: `Ref`, `Prefix`, `Infix`, `Postfix` (also for built-in
            operators), `Path` and the `Substitution`s of an INSTANCE (then the symbol is the
            constant or variable of the instantiated module that is substituted).

A use means a symbol, applied to the arguments of the node; those of a `Path` are the
arguments of all its parts, in order, because an operator that is reached through
`I(a)!Op(b)` takes the parameters of the instance and then its own. A path that selects a
part of a definition (`Op!1!(x)`) means a `Selection` instead. A node that could not be
resolved is in neither table, and there is a diagnostic about it.

`Instance.substitutions` is complete: where the text leaves out `x <- x`, `value` is the
visible symbol itself rather than an expression. An `Instantiated` symbol is another
module's symbol seen through an instance: its meaning is that of `original` after the
instance's substitutions. Symbols are compared by identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, Source, Span

if TYPE_CHECKING:
    from holdfast.front.tla.names.level_summary import Argument, ModuleLevels, Summary


@dataclass(slots=True, eq=False)
class BuiltIn:
    """An operator of the language: `TRUE`, `\\in`, `ENABLED`."""

    name: str
    arity: int
    span: Span = tree.NOWHERE


@dataclass(slots=True, eq=False)
class Constant:
    """`CONSTANT N`, `CONSTANT Op(_)`."""

    name: str
    span: Span
    module: ResolvedModule = field(repr=False)
    arity: int = 0


@dataclass(slots=True, eq=False)
class Variable:
    """`VARIABLE x`."""

    name: str
    span: Span
    module: ResolvedModule = field(repr=False)
    arity: int = 0


@dataclass(slots=True, eq=False)
class Parameter:
    """A parameter of a definition, a LAMBDA or a parametrised instance."""

    name: str
    span: Span
    arity: int = 0


@dataclass(slots=True, eq=False)
class BoundName:
    """A name bound by a quantifier, CHOOSE, a set or function constructor, TAKE or PICK."""

    name: str
    span: Span
    arity: int = 0


@dataclass(slots=True, eq=False)
class NewName:
    """A name that `NEW` declares in an ASSUME ... PROVE; `level` as in `levels.py`."""

    name: str
    span: Span
    arity: int
    level: int


@dataclass(slots=True, eq=False)
class LabelName:
    """`lab(x):: e`, reached by `Op!lab(y)`."""

    name: str
    span: Span
    node: tree.Label
    params: tuple[BoundName | Parameter, ...] = ()
    labels: dict[str, LabelName] = field(default_factory=dict)
    goal: Fact | None = None
    clause: int = 0


@dataclass(slots=True, eq=False)
class Operator:
    """A definition, of the module or of a LET; a function definition has no parameters.

    `node` is None from its RECURSIVE declaration until the definition is reached.
    """

    name: str
    span: Span
    module: ResolvedModule = field(repr=False)
    params: tuple[Parameter, ...] = ()
    node: tree.Definition | tree.FunctionDefinition | None = field(default=None, repr=False)
    recursive: bool = False
    depth: int = 0
    labels: dict[str, LabelName] = field(default_factory=dict, repr=False)
    levels: Summary | None = field(default=None, repr=False)

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.params)


@dataclass(slots=True, eq=False)
class Fact:
    """A theorem, an assumption or an assertion step of a proof, perhaps without a name.

    `body` is the formula, the ASSUME ... PROVE, or the whole statement of a step that is
    not a plain formula (`CASE`, `HAVE`, `PICK`, `SUFFICES`, QED).
    """

    name: str
    span: Span
    module: ResolvedModule = field(repr=False)
    node: tree.Theorem | tree.Assume | tree.Step = field(repr=False)
    body: tree.Expr | tree.Statement = field(repr=False)
    suffices: bool = False
    in_proof: bool = True
    labels: dict[str, LabelName] = field(default_factory=dict, repr=False)
    levels: Summary | None = field(default=None, repr=False)
    arity: int = 0
    params: tuple[Parameter, ...] = ()


@dataclass(slots=True, eq=False)
class StepName:
    """A named step of a proof that asserts nothing: DEFINE, USE, HIDE, INSTANCE."""

    name: str
    span: Span
    node: tree.Step = field(repr=False)
    arity: int = 0


@dataclass(slots=True, eq=False)
class Unknown:
    """A name whose declaration could not be read: its uses are not reported."""

    name: str
    span: Span
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Substitution:
    """`target <- value`; an implicit one has the visible symbol as its value."""

    target: Constant | Variable
    value: tree.Expr | Symbol
    node: tree.Substitution | None = None


@dataclass(slots=True, eq=False)
class Instance:
    """`I(p) == INSTANCE M WITH ...`, or an INSTANCE without a name."""

    name: str
    span: Span
    module: ResolvedModule = field(repr=False)
    target: ResolvedModule = field(repr=False)
    params: tuple[Parameter, ...]
    substitutions: tuple[Substitution, ...]
    node: tree.Instance = field(repr=False)
    members: dict[str, Instantiated] = field(default_factory=dict, repr=False)
    arguments: dict[Symbol, Argument] = field(default_factory=dict, repr=False)
    local: bool = False

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.params)

    def member(self, name: str) -> Instantiated | None:
        """What `I!name` means, if the module exports such a definition."""
        known = self.members.get(name)
        if known is None:
            original = self.target.exports.get(name)
            if isinstance(original, Operator | Instance | Instantiated | Fact):
                known = self.members[name] = Instantiated(name, original.span, self, original)
        return known


@dataclass(slots=True, eq=False)
class Instantiated:
    """A definition, theorem or instance of another module, seen through an instance."""

    name: str
    span: Span
    instance: Instance = field(repr=False)
    original: Operator | Instance | Instantiated | Fact
    members: dict[str, Instantiated] = field(default_factory=dict, repr=False)
    levels: Summary | None = field(default=None, repr=False)

    @property
    def params(self) -> tuple[Parameter, ...]:
        """The parameters of the instance, then its own."""
        return (*self.instance.params, *self.original.params)

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.params)

    def member(self, name: str) -> Instantiated | None:
        """What `I!J!name` means when this is `I!J`."""
        known = self.members.get(name)
        if known is None and isinstance(self.original, Instance | Instantiated):
            inner = self.original.member(name)
            if inner is not None:
                known = self.members[name] = Instantiated(name, inner.span, self.instance, inner)
        return known


Symbol: TypeAlias = (
    BuiltIn
    | Constant
    | Variable
    | Parameter
    | BoundName
    | NewName
    | Operator
    | Fact
    | StepName
    | Unknown
    | Instance
    | Instantiated
)


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """A part of a definition: `body` of `root`, with `args` for `params`.

    `params` are parameters and bound variables of the definitions and binders on the way to
    `body`; there is one argument for each, unless the selection is where an operator
    is expected. If `root` is `Instantiated`, its instances apply to `body` too.
    """

    root: Operator | Fact | Instantiated
    module: ResolvedModule = field(repr=False)
    body: tree.Node
    params: tuple[Parameter | BoundName, ...]
    args: tuple[tree.Expr, ...]


Meaning: TypeAlias = Symbol | Selection


@dataclass(slots=True, eq=False)
class ResolvedModule:
    """A module and what its names mean.

    `names` holds everything that is visible at the end of the module, declared there or
    imported by EXTENDS and INSTANCE, in order; `exports` is what another module that
    extends or instantiates this one sees (no LOCALs). `own` lists what the module itself
    declares, in the order of the text. A module is `incomplete` when one that it needs is
    missing, and `bundled` when it is holdfast's own.
    """

    name: str
    node: tree.Module = field(repr=False)
    source: Source = field(repr=False)
    outer: ResolvedModule | None = field(default=None, repr=False)
    extends: tuple[ResolvedModule, ...] = field(default=(), repr=False)
    names: dict[str, Symbol] = field(default_factory=dict, repr=False)
    exports: dict[str, Symbol] = field(default_factory=dict, repr=False)
    own: list[Symbol] = field(default_factory=list, repr=False)
    local: set[str] = field(default_factory=set, repr=False)
    modules: dict[str, ResolvedModule] = field(default_factory=dict, repr=False)
    instances: list[Instance] = field(default_factory=list, repr=False)
    facts: list[Fact] = field(default_factory=list, repr=False)
    records: list[tree.Record | tree.RecordSet] = field(default_factory=list, repr=False)
    declared: dict[int, Symbol | ResolvedModule | LabelName] = field(
        default_factory=dict, repr=False
    )
    uses: dict[int, Meaning] = field(default_factory=dict, repr=False)
    dependencies: dict[str, ResolvedModule] = field(default_factory=dict, repr=False)
    diagnostics: list[Diagnostic] = field(default_factory=list, repr=False)
    incomplete: bool = False
    bundled: bool = False
    levels: ModuleLevels | None = field(default=None, repr=False)

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The constants, also those of extended modules."""
        return tuple(s for s in self.names.values() if isinstance(s, Constant))

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, also those of extended modules."""
        return tuple(s for s in self.names.values() if isinstance(s, Variable))

    @property
    def assumptions(self) -> tuple[Fact, ...]:
        """The assumptions, those of extended modules first."""
        found = dict.fromkeys(a for m in self.extends for a in m.assumptions)
        found.update(dict.fromkeys(f for f in self.facts if isinstance(f.node, tree.Assume)))
        return tuple(found)

    @property
    def parameter_free(self) -> bool:
        """Whether an instance of this module, or of one around it, substitutes nothing."""
        if self.outer is not None and not self.outer.parameter_free:
            return False
        return not any(isinstance(s, Constant | Variable) for s in self.names.values())

    def extended(self) -> Iterator[ResolvedModule]:
        """The modules that are extended, directly or not, each once."""
        seen: set[ResolvedModule] = set()
        pending = list(reversed(self.extends))
        while pending:
            module = pending.pop()
            if module not in seen:
                seen.add(module)
                yield module
                pending.extend(reversed(module.extends))


def parameter_arities(symbol: Symbol) -> tuple[int, ...]:
    """The arity of each parameter; parameters of declared operators are expressions."""
    match symbol:
        case Operator() | Instance() | Instantiated() | Fact():
            return tuple(p.arity for p in symbol.params)
        case _:
            return (0,) * symbol.arity
