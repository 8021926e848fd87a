"""What is seen while a proof is tried."""

from __future__ import annotations

import io
from itertools import count

from holdfast.cli.prove_progress import ProofTable
from holdfast.prove.obligations import Obligation
from holdfast.prove.settle import Settled, Status


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def settled(lemma: str, action: str, status: Status = "proved") -> Settled:
    return Settled(Obligation(lemma, action, "consecution", ()), status, ())


def test_nobody_watches_a_line_comes_now_and_then() -> None:
    stream = io.StringIO()
    seconds = count(0, 6)
    table = ProofTable(stream, lambda: float(next(seconds)))
    table.begin(4)
    for action in ("A", "B", "C"):
        table.tell(settled("Safe", action))
    table.clear()
    lines = stream.getvalue().splitlines()
    assert lines
    assert all(line.endswith("of 4 settled") for line in lines)


def test_on_a_terminal_the_table_has_a_row_for_each_lemma() -> None:
    stream = Terminal()
    table = ProofTable(stream)
    table.begin(2)
    table.tell(settled("Safe", "Take"))
    table.tell(settled("Inv!3", "Give", "refuted"))
    table.clear()
    text = stream.getvalue()
    assert "Safe" in text
    assert "Inv!3" in text
    assert "Take" in text
