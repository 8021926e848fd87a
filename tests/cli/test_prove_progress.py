"""What is seen while a proof is tried."""

from __future__ import annotations

import io
from itertools import count

from holdfast.cli.prove_progress import ProofTable
from holdfast.prove.obligations import Obligation
from holdfast.prove.options import ProofProgress
from holdfast.prove.settle import Settled, Status


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def settled(lemma: str, action: str, status: Status = "proved") -> Settled:
    return Settled(Obligation(lemma, action, "consecution", ()), status, ())


def told(expected: int, number: int, latest: Settled) -> ProofProgress:
    return ProofProgress(seconds=1.0, expected=expected, settled=number, proved=1, latest=latest)


def test_nobody_watches_a_line_comes_now_and_then() -> None:
    stream = io.StringIO()
    seconds = count(0, 6)
    table = ProofTable(stream, lambda: float(next(seconds)))
    table(ProofProgress(seconds=0.0, expected=4))
    for number, action in enumerate(("A", "B", "C"), start=1):
        table(told(4, number, settled("Safe", action)))
    table.clear()
    lines = stream.getvalue().splitlines()
    assert lines
    assert all(line.endswith("of 4 decided") for line in lines)


def test_on_a_terminal_the_table_has_a_row_for_each_lemma() -> None:
    stream = Terminal()
    table = ProofTable(stream)
    table(ProofProgress(seconds=0.0, expected=2))
    table(told(2, 1, settled("Safe", "Take")))
    table(told(2, 2, settled("Inv!3", "Give", "refuted")))
    table.clear()
    text = stream.getvalue()
    assert "Safe" in text
    assert "Inv!3" in text
    assert "Take" in text
