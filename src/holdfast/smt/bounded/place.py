"""Where and when an expression is evaluated, and what must hold there for it to have a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.smt.encoding import Condition
from holdfast.smt.terms.term import FALSE, TRUE, Term, and_, implies
from holdfast.source import Span

Path: TypeAlias = "tuple[Path, Term] | None"
"""The formulas under which something is evaluated, the last one first."""


def path_term(path: Path) -> Term:
    """The formula of a path."""
    terms = []
    while path is not None:
        path, last = path
        terms.append(last)
    return and_(*reversed(terms))


def goes_on(path: Path, earlier: Path) -> bool:
    """Whether everything that holds on the earlier path holds on this one, as far as is seen."""
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
    """A place in the text, and the formulas under which it is reached."""

    path: Path
    span: Span | None
    recorder: Recorder

    def require(self, condition: Term, message: str) -> None:
        """The expression here has a value only if the condition holds."""
        if condition is not TRUE and self.recorder.on:
            whole = implies(path_term(self.path), condition)
            if whole is not TRUE:
                self.recorder.conditions.append((whole, message, self.span))

    def under(self, guard: Term) -> Place:
        """The same place, reached only if the formula holds."""
        if guard is TRUE:
            return self
        return Place((self.path, guard), self.span, self.recorder)

    def fail(self, why: str) -> None:
        """The expression here has no value."""
        self.require(FALSE, f"this has a value ({why})")
