"""The names that are visible at one point of a module.

TLA+ has no shadowing, so one dictionary is enough: leaving a scope removes what was
bound since it was entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.tla.names.builtins import BUILT_INS
from holdfast.front.tla.names.symbols import ResolvedModule, Symbol


class Scope:
    """Names to symbols, and module names to modules."""

    def __init__(self) -> None:
        self.names: dict[str, Symbol] = dict(BUILT_INS)
        self.modules: dict[str, ResolvedModule] = {}
        self._undo: list[tuple[str, Symbol | None, Symbol]] = []

    def bind(self, symbol: Symbol) -> None:
        """Make `symbol` the meaning of its name until the scope is left."""
        name = symbol.name
        self._undo.append((name, self.names.get(name), symbol))
        self.names[name] = symbol

    def mark(self) -> int:
        """The current position, for `restore`."""
        return len(self._undo)

    def restore(self, mark: int) -> None:
        """Remove what was bound since `mark`."""
        undo, names = self._undo, self.names
        while len(undo) > mark:
            name, before, _ = undo.pop()
            if before is None:
                del names[name]
            else:
                names[name] = before

    def since(self, mark: int) -> Iterator[Symbol]:
        """What was bound since `mark`, in order."""
        return (symbol for _, _, symbol in self._undo[mark:])
