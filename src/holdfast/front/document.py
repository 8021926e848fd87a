"""What a front end gives for one spec, whatever the language.

A document is read once and does not change: another text is another document. It knows how the
model of its spec is found, so that nothing above the front ends has to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from holdfast.ir.expr import Expr
from holdfast.ir.system import System
from holdfast.source import Diagnostic, Source, Span, SpecError, errors

SymbolKind: TypeAlias = Literal[
    "constant", "variable", "definition", "instance", "assumption", "theorem"
]
PropertyKind: TypeAlias = Literal["invariant", "property", "postcondition"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that a spec declares, and where."""

    name: str
    kind: SymbolKind
    span: Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A formula of a spec that may be meant as a property, and why it looks like one."""

    name: str
    kind: PropertyKind
    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a spec, in the place of what its model says.

    `config` is the file of the model, if one is named. Constants are texts of the language. If
    invariants or properties are given, they are all that is asked about.
    """

    config: Path | None = None
    constants: Mapping[str, str] = field(default_factory=dict)
    invariants: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deadlock: bool | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """The system of a spec as it was asked for, and what there is to say about it.

    `formulas` are those that were given beside the spec. `path` is the file that was read in the
    end, `config` tells where its model was found. `names` are visible in the spec, `kinds` says
    what each property is. `found` are names taken for lack of a model, `left_out` properties of
    the model that are not asked about, `unasked` candidates that are none of the model.
    `replaced` are names for which the model puts other definitions.
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


class Document(ABC):
    """A spec that has been read, and everything there is to say about its text."""

    __slots__ = ()

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error, so that the spec means something."""
        return not errors(self.diagnostics)

    def require_no_errors(self) -> None:
        """Raise SpecError if there are mistakes in the text."""
        if not self.ok:
            raise SpecError(*self.diagnostics)

    @property
    @abstractmethod
    def name(self) -> str:
        """What the spec calls itself."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """All names that are visible in the spec, in the order of their declarations."""

    @abstractmethod
    def symbols(self) -> tuple[Symbol, ...]:
        """The names that the spec declares in its own files, and their places."""

    @abstractmethod
    def candidates(self) -> tuple[Candidate, ...]:
        """Formulas that may be meant as properties, the likeliest first."""

    @abstractmethod
    def proposals(self, asked: Asked) -> dict[str, str]:
        """A small value for each constant that neither a model nor what is asked gives one."""

    @abstractmethod
    def build(self, asked: Asked, formulas: Sequence[Source] = ()) -> Model:
        """The system that is asked for, and formulas in the scope of the spec.

        A formula is a text about single states that stands beside the spec: it may mention
        everything that is visible there, and a mistake in it has its place in this text. It is read
        together with the system, which has the definitions that it calls. Raises SpecError.
        """

    def formulas(self, texts: Sequence[Source], asked: Asked | None = None) -> tuple[Expr, ...]:
        """The formulas alone, in the scope of the spec; raises SpecError."""
        return self.build(asked or Asked(), texts).formulas
