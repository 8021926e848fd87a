"""What is seen while a proof is tried: on a terminal a live table, else a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from holdfast.prove.settle import Settled

_MARKS = {
    "proved": "[green]ok[/]",
    "refuted": "[red]x[/]",
    "unknown": "[yellow]??[/]",
    "timeout": "[yellow]..[/]",
}
_MOST_COLUMNS = 12


class ProofTable:
    """Tells `stream` which obligations are settled: a row for each lemma, a column an action."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.clock = clock
        self.started = clock()
        self.line = StatusLine(stream, clock)
        self.expected = 0
        self.settled: list[Settled] = []
        self.live: Live | None = None

    def begin(self, obligations: int) -> None:
        """Show an empty table, if somebody watches."""
        self.expected = obligations
        if not self.stream.isatty():
            return
        from rich.console import Console
        from rich.live import Live

        self.live = Live(
            self._table(), console=Console(file=self.stream), transient=True, refresh_per_second=8
        )
        self.live.start()

    def tell(self, settled: Settled) -> None:
        """Add what became of one obligation."""
        self.settled.append(settled)
        if self.live is not None:
            self.live.update(self._table())
        else:
            self.line.tell(self._line())

    def clear(self) -> None:
        """Remove the table from the terminal."""
        if self.live is not None:
            self.live.stop()
            self.live = None
        self.line.clear()

    def _line(self) -> str:
        proved = sum(1 for each in self.settled if each.status == "proved")
        seconds = self.clock() - self.started
        return f"{seconds:.0f} s: {proved} proved, {len(self.settled)} of {self.expected} settled"

    def _table(self) -> Table:
        from rich.markup import escape
        from rich.table import Table

        rows = list(dict.fromkeys(s.obligation.lemma for s in self.settled))
        columns = list(dict.fromkeys(s.obligation.action for s in self.settled))
        shown = columns[-_MOST_COLUMNS:]
        marks = {(s.obligation.lemma, s.obligation.action): _MARKS[s.status] for s in self.settled}
        table = Table(title=self._line(), title_justify="left", box=None, pad_edge=False)
        table.add_column("lemma", no_wrap=True)
        for column in shown:
            table.add_column(escape(column), justify="center", no_wrap=True)
        for row in rows:
            table.add_row(escape(row), *(marks.get((row, c), "") for c in shown))
        return table
