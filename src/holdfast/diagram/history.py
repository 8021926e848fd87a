"""Undo and redo for an editor."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.diagram.diagram import Diagrams


@dataclass(frozen=True, slots=True)
class History:
    """Versions of a file, of which one is current; an operation discards those after it."""

    current: Diagrams
    past: tuple[Diagrams, ...] = ()
    future: tuple[Diagrams, ...] = ()

    def then(self, changed: Diagrams) -> History:
        """The history after an operation."""
        if changed == self.current:
            return self
        return History(changed, (*self.past, self.current))

    def undo(self) -> History:
        """The history with the version before; the same if there is none."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.current, *self.future))

    def redo(self) -> History:
        """The history with the version that was undone last; the same if there is none."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.current), self.future[1:])
