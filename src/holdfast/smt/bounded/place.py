"""The evaluation context of an expression: location, path condition, definedness."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.smt.encoding import Condition
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, implies
from holdfast.source import Span

Path: TypeAlias = "tuple[Path, Term] | None"
"""The path condition: formulas, the last one first."""


def path_term(path: Path) -> Term:
    """The conjunction of a path condition."""
    terms = []
    while path is not None:
        path, last = path
        terms.append(last)
    return and_(*reversed(terms))


def goes_on(path: Path, earlier: Path) -> bool:
    """Whether a path extends an earlier one, by a syntactic check."""
    terms = set()
    while path is not None and path is not earlier:
        path, last = path
        terms.add(last)
    if path is earlier:
        return True
    while earlier is not None:
        earlier, last = earlier
        if last not in terms:
            return False
    return True


@dataclass(slots=True)
class Recorder:
    """Collects conditions while `on`."""

    on: bool = False
    conditions: list[Condition] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Place:
    """A location in the source, and the path condition there."""

    path: Path
    span: Span | None
    recorder: Recorder

    def require(self, condition: Term, message: str) -> None:
        """Record that the expression is defined only if the condition holds."""
        if condition is not TRUE and self.recorder.on:
            whole = implies(path_term(self.path), condition)
            if whole is not TRUE:
                self.recorder.conditions.append((whole, message, self.span))

    def under(self, guard: Term) -> Place:
        """The same location under one more condition."""
        if guard is TRUE:
            return self
        return Place((self.path, guard), self.span, self.recorder)

    def fail(self, why: str) -> None:
        """Record that the expression is undefined."""
        self.require(FALSE, f"this has a value ({why})")
