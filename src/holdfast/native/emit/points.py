"""Points in the code of a step, between the parts of its body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from holdfast.native.emit.names import Names

Assigned: TypeAlias = frozenset[int]
Then: TypeAlias = Callable[[Assigned], None]


@dataclass(frozen=True, slots=True)
class Point:
    """A point in a step: names in scope, assigned variables, and the continuation."""

    names: Names
    assigned: Assigned
    then: Then

    def inside(self, names: Names) -> Point:
        """The same point with other names in scope."""
        return replace(self, names=names)

    def go_on(self) -> None:
        """Write what follows."""
        self.then(self.assigned)
