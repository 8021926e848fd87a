"""The interface of every front end: a document is one spec that has been read.

A document is immutable: another text is another document. It knows how to find the model of its
spec, so that no code above the front ends has to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.source import Diagnostic, Source, Span, SpecError, errors

SymbolKind: TypeAlias = Literal[
    "constant",
    "variable",
    "definition",
    "instance",
    "assumption",
    "theorem",
    "automaton",
    "process",
]
PropertyKind: TypeAlias = Literal["invariant", "property", "postcondition"]
AxiomKind: TypeAlias = Literal["signature", "input-enabled", "compatibility", "where", "defined"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that a spec declares, and its location."""

    name: str
    kind: SymbolKind
    span: Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A formula of a spec that may be intended as a property, and the reason to assume so."""

    name: str
    kind: PropertyKind
    reason: str


@dataclass(frozen=True, slots=True)
class Scratch:
    """The scope of expressions that are evaluated and not checked.

    It has these definitions beside those of the spec, and those of the bundled modules. A spec
    with variables needs no behaviour.
    """

    definitions: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A query about a spec; what it leaves empty is taken from the model of the spec.

    `config` is the file of the model, if one is given. Constants are texts in the language of the
    spec. If invariants or properties are given, they replace those of the model; so does an alias.
    Each is a name or a formula in the scope of the spec. Given formulas are state predicates, or,
    with `actions`, actions. `automaton` is the root, in a language whose files have several. With
    `for_solvers` only solvers evaluate formulas, so that values need not be finite data. If it is
    `wide`, numbers have no widths, in a language in which they have. Without `claims`, temporal
    formulas and claims of a model in Promela are not checked, nor are those of the query; the
    claims of the model are checked only if all states are `explored`. With `weak_fairness`, every
    process is weakly fair. If the processes of a system cannot be counted, there is `room` for so
    many; `uncounted`: that is known from before. For a `proof`, the declared types of the variables
    are an invariant, in a language that has them.
    """

    config: Path | None = None
    constants: Mapping[str, str] = field(default_factory=dict)
    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deadlock: bool | None = None
    alias: str | None = None
    scratch: Scratch | None = None
    actions: bool = False
    automaton: str | None = None
    for_solvers: bool = False
    wide: bool = False
    claims: bool = True
    explored: bool = False
    weak_fairness: bool = False
    room: int | None = None
    uncounted: bool = False
    proof: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """For how many processes a system has room, if they could not be counted before.

    `most` is the limit of the model. A search that needs more ends with the error `lack`.
    """

    size: int
    most: int
    lack: str

    def larger(self) -> int | None:
        """The next size, None if there is none."""
        return None if self.size >= self.most else min(2 * self.size, self.most)


@dataclass(frozen=True, slots=True)
class Model:
    """The system of a spec for a query, and how it was built.

    `formulas` are those of the query. `path` is the root file of the model, `config` describes
    where the model was found. `names` are visible in the spec, `kinds` has the kind of each
    property. `found` are definitions used because no model names any, `left_out` the properties of
    the model that the query replaces, `unasked` candidates that are not properties of the model.
    `replaced` are names that the model replaces by other definitions. `guessed` are the properties
    among `found`, `unasked_properties` other temporal formulas that look like properties. `room`
    is that of a system whose processes cannot be counted.
    """

    system: System
    formulas: tuple[Expr, ...]
    path: Path
    config: str | None
    names: tuple[str, ...]
    constants: Mapping[str, str]
    kinds: Mapping[str, PropertyKind]
    found: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    replaced: frozenset[str] = frozenset()
    notices: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    guessed: frozenset[str] = frozenset()
    unasked_properties: tuple[str, ...] = ()
    room: Room | None = None


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Invariants that a formula may depend on, by name.

    `given` is the system of the formula, with some of these invariants as hypotheses. `inductive`
    are the cases, each of one invariant, that together prove some of them by induction; for
    others there are none.
    """

    names: tuple[str, ...]
    given: Callable[[Collection[str]], System]
    inductive: Callable[[Collection[str]], Iterable[tuple[str, AxiomCase]]]


@dataclass(frozen=True, slots=True)
class AxiomCase:
    """A formula that must hold in every candidate: the invariant of a system that never steps.

    The initial states are all typed candidates for a witness; the formula `typed` of the system,
    in its `possible`, tests that a state is one, and `samples` are some, small ones first.
    `witness` is the violation in words. A case that cannot be expressed has no system, and a
    `problem`.
    """

    span: Span
    system: System | None
    witness: Callable[[Mapping[str, Value]], str]
    samples: Callable[[System], Iterator[Mapping[str, Value]]]
    hypotheses: Hypotheses | None = None
    problem: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class Axiom:
    """A condition that the theory of a language imposes on a construct of a spec.

    Without cases it is evidently true. If a case does not hold for a component alone, those of
    `composed` decide: the same for the component in the whole system.
    """

    kind: AxiomKind
    construct: str
    title: str
    span: Span
    cases: tuple[AxiomCase, ...] = ()
    composed: Callable[[], tuple[AxiomCase, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """How large a spec is: its automata, type definitions, and lines that are not empty."""

    automata: int = 0
    types: int = 0
    lines: int = 0


class Document(ABC):
    """A spec that has been read, with the diagnostics of its text."""

    __slots__ = ()

    has_widths: ClassVar[bool] = False
    """Whether numbers of the language have widths, so that a query can be `wide`."""

    has_processes: ClassVar[bool] = False
    """Whether behaviours are those of processes, so that a query can assume `weak_fairness`."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there are no errors, so that the spec has a meaning."""
        return not errors(self.diagnostics)

    def require_no_errors(self) -> None:
        """Raise SpecError if there are errors in the text."""
        if not self.ok:
            raise SpecError(*self.diagnostics)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the spec."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """All names that are visible in the spec, in the order of their declarations."""

    @property
    def predicates(self) -> tuple[str, ...]:
        """The names that may be those of state predicates."""
        return self.names

    @abstractmethod
    def symbols(self) -> tuple[Symbol, ...]:
        """The names that the spec declares in its own files, with their locations."""

    @abstractmethod
    def candidates(self) -> tuple[Candidate, ...]:
        """Formulas that may be intended as properties, the most likely first."""

    @abstractmethod
    def proposals(self, asked: Asked) -> dict[str, str]:
        """A small value for each constant that has none in the query, if there is no model."""

    @abstractmethod
    def build(self, asked: Asked, formulas: Sequence[Source] = ()) -> Model:
        """The system for a query, with formulas in the scope of the spec; raises SpecError.

        A formula is a state predicate over the names visible in the spec. The diagnostics of its
        errors have their spans in its source. The system has the definitions that it calls.
        """

    def dafny(self, automaton: str | None, k: int) -> str:
        """The spec in Dafny, with lemmas about `k` steps; raises SpecError."""
        message = "only I/O automata are translated to Dafny"
        raise SpecError(Diagnostic("unsupported", message, None, "translate it with --to tla"))

    def axioms(self, asked: Asked) -> tuple[Axiom, ...]:
        """The conditions that the theory of the language imposes on the spec; raises SpecError."""
        return ()

    def vacuities(self, asked: Asked) -> tuple[Axiom, ...]:
        """The statements that would make axioms vacuous, if they were true."""
        return ()

    def figures(self) -> Figures:
        """How large the spec is."""
        return Figures()

    def text_of(self, value: object) -> str:
        """A Python value as a text in the language of the spec; raises TypeError."""
        from holdfast.ir.notation import from_python, show

        # Sorted by text: the order of a Python set of strings is not reproducible.
        return show(from_python(value), sort=False)

    def defined_names(self, text: Source) -> tuple[str, ...] | None:
        """The names that a text of a session defines; None if it is an expression."""
        return None

    def formulas(self, texts: Sequence[Source], asked: Asked | None = None) -> tuple[Expr, ...]:
        """Formulas in the scope of the spec, without the system; raises SpecError."""
        return self.build(asked or Asked(), texts).formulas
