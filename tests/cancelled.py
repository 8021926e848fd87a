"""Asking a question in a thread of its own, and cancelling it from another."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import holdfast
from holdfast import Cancellation
from holdfast.verdict import Unknown

Result = TypeVar("Result")

SPECS = Path(__file__).parent.parent / "specs"
PROMISED = 1.0
SLACK = 2.0
"""Seconds of processor time that finishing may add."""
BUSY = 10.0
"""Seconds that a busy machine may add: everything here would otherwise take much longer."""

SLOW = r"(\A t \in SUBSET (1..40) : Cardinality(t) < 50)"
SLOW_AT_3 = r"(x = 3 => \A t \in SUBSET (1..40) : Cardinality(t) < 50 + x)"

COUNTER = r"""
---- MODULE Spec ----
EXTENDS Integers, FiniteSets
VARIABLES x, y
Init == x = 0 /\ y = 0
Next == (x' = x + 1 /\ y' = y) \/ (y' = y + 1 /\ x' = x)
Inv == x >= 0
====
"""
ENGINES = ("interp", "native")


def spec_of(folder: Path, text: str, config: str = "") -> holdfast.Specification:
    path = folder / "Spec.tla"
    path.write_text(text, encoding="utf-8")
    lines = "INIT Init\nNEXT Next\nINVARIANT Inv\nCHECK_DEADLOCK FALSE\n"
    path.with_suffix(".cfg").write_text(lines + config, encoding="utf-8")
    return holdfast.load(path)


def cancelled(
    ask: Callable[[Cancellation], Result], after: float, when: threading.Event | None = None
) -> Result:
    """The answer of a question in a thread of its own, cancelled so long after it began.

    With `when`, so long after that is set.
    """
    token, found = Cancellation(), list[Result]()
    thread = threading.Thread(target=lambda: found.append(ask(token)), daemon=True)
    thread.start()
    if when is not None:
        assert when.wait(60)
    time.sleep(after)
    assert thread.is_alive(), "the question ended too early"
    cancel_promptly(token, thread)
    assert found, "it never ended, or it raised"
    return found[0]


def cancel_promptly(token: Cancellation, thread: threading.Thread) -> None:
    """Cancel what a thread does; it ends as soon as promised, in time of this process."""
    pressed, used = time.monotonic(), time.process_time()
    token.cancel()
    thread.join(30)
    assert time.process_time() - used < PROMISED + SLACK
    assert time.monotonic() - pressed < PROMISED + BUSY


def is_cancelled(verdict: object) -> bool:
    return isinstance(verdict, Unknown) and verdict.cause == "cancelled"
