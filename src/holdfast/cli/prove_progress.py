"""The progress of a proof: a live table on a terminal, otherwise a line at intervals."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from holdfast.cli.status_line import StatusLine
from holdfast.report.progress import proof_text

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from holdfast.prove.options import ProofProgress
    from holdfast.prove.settle import Settled

_MARKS = {
    "proved": "[green]ok[/]",
    "refuted": "[red]x[/]",
    "unknown": "[yellow]??[/]",
    "timeout": "[yellow]..[/]",
}
_MOST_COLUMNS = 12


class ProofTable:
    """Prints obligations on `stream`: a row for each lemma, a column for each action."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream = stream
        self.line = StatusLine(stream, clock)
        self.settled: list[Settled] = []
        self.live: Live | None = None

    def __call__(self, progress: ProofProgress) -> None:
        """Show the status of one more obligation; an empty table at first, on a terminal."""
        if progress.latest is not None:
            self.settled.append(progress.latest)
        elif self.stream.isatty():
            self._begin(progress)
        if self.live is not None:
            self.live.update(self._table(progress))
        elif progress.latest is not None:
            self.line.tell(proof_text(progress))

    def _begin(self, progress: ProofProgress) -> None:
        from rich.console import Console
        from rich.live import Live

        console = Console(file=self.stream)
        table = self._table(progress)
        self.live = Live(table, console=console, transient=True, refresh_per_second=8)
        self.live.start()

    def clear(self) -> None:
        """Remove the table from the terminal."""
        if self.live is not None:
            self.live.stop()
            self.live = None
        self.line.clear()

    def _table(self, progress: ProofProgress) -> Table:
        from rich.markup import escape
        from rich.table import Table

        rows = list(dict.fromkeys(s.obligation.lemma for s in self.settled))
        columns = list(dict.fromkeys(s.obligation.action for s in self.settled))
        shown = columns[-_MOST_COLUMNS:]
        marks = {(s.obligation.lemma, s.obligation.action): _MARKS[s.status] for s in self.settled}
        table = Table(title=proof_text(progress), title_justify="left", box=None, pad_edge=False)
        table.add_column("lemma", no_wrap=True)
        for column in shown:
            table.add_column(escape(column), justify="center", no_wrap=True)
        for row in rows:
            table.add_row(escape(row), *(marks.get((row, c), "") for c in shown))
        return table
