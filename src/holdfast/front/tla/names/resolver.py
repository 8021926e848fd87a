"""What every part of name resolution shares: the current module, its scope, its diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from holdfast.front.tla.names.scope import Scope
from holdfast.front.tla.names.symbols import Fact, LabelName, Operator, ResolvedModule
from holdfast.front.tla.syntax import tree
from holdfast.source import Diagnostic, Note, Severity, Span


class Library(Protocol):
    """Where modules come from; `modules.py` has the one that reads files."""

    def module(self, name: tree.Ident, importer: ResolvedModule) -> ResolvedModule | None:
        """The module of that name; None after an error in the importer's diagnostics."""

    def is_loaded(self, name: str) -> bool:
        """Whether a module of that name belongs to the specification already."""

    def home_of(self, name: str) -> str | None:
        """The bundled module that defines `name`, if there is one."""


@dataclass(slots=True)
class LabelFrame:
    """The labels of the definition or label being read, and where its scope begins."""

    labels: dict[str, LabelName]
    mark: int


@dataclass(slots=True)
class Unbound:
    """The diagnostic for an unknown name, and where it is used."""

    diagnostic: Diagnostic
    spans: list[Span]


@dataclass(slots=True)
class Resolver:
    """One module being resolved.

    `excepts` counts the EXCEPT values around the current position, `units` are those among
    which a name may be declared later, `pending` the RECURSIVE operators of each open LET
    that are not defined yet, and `goal`, `clause`, `new_names` record which part of an
    ASSUME ... PROVE is being read. Names in `excused` may be unknown: an error that
    explains it has been reported.
    """

    module: ResolvedModule
    library: Library
    scope: Scope
    excepts: int = 0
    label_frames: list[LabelFrame] = field(default_factory=list)
    units: list[tuple[tree.Node, ...]] = field(default_factory=list)
    pending: list[list[Operator]] = field(default_factory=lambda: [[]])
    goal: Fact | None = None
    clause: int = 0
    new_names: list[bool] = field(default_factory=list)
    unbound: dict[str, Unbound] = field(default_factory=dict)
    excused: set[str] = field(default_factory=set)

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Complain."""
        self.report(Diagnostic(code, message, span, help, notes))

    def warn(
        self, code: str, message: str, span: Span, help: str | None = None, *notes: Note
    ) -> None:
        """Remark."""
        severity: Severity = "warning"
        self.report(Diagnostic(code, message, span, help, notes, severity))

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic."""
        self.module.diagnostics.append(diagnostic)

    @property
    def depth(self) -> int:
        """How many LETs are open."""
        return len(self.pending) - 1


Handler: TypeAlias = Callable[[Resolver, Any], None]
"""Resolves the names in a node of one class; `Any` because the table below is by class."""

HANDLERS: dict[type[tree.Node], Handler] = {}
"""The function for each class of expression; filled by the modules that define them."""


def resolve_expr(r: Resolver, expr: tree.Node) -> None:
    """Resolve the names in an expression."""
    HANDLERS[type(expr)](r, expr)


def resolve_all(r: Resolver, exprs: Iterable[tree.Node]) -> None:
    """Resolve the names in each expression."""
    for expr in exprs:
        HANDLERS[type(expr)](r, expr)
