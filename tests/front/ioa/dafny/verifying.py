"""A small file of automata, and what Dafny says about translations."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from holdfast.front.ioa.dafny.translation import dafny_text
from tests.front.ioa.given import accepted

needs_dafny = pytest.mark.skipif(
    shutil.which("dafny") is None, reason="dafny verifies translations when it is installed"
)

TICKETS = """\
@automaton
def Client(me: nat):
    where = me < 5

    class signature:
        @output
        def ask(i: nat):
            where = i == me

        @input
        def give(i: nat):
            where = i == me

    class states:
        waiting: bool
        tickets: nat

    initially = not waiting and tickets == 0

    class transitions:
        @output
        @pre(not waiting)
        def ask(i):
            waiting = True

        @input
        def give(i):
            waiting = False
            tickets += 1


@automaton
def Office(N: nat):
    where = N >= 1

    class signature:
        @input
        def ask(i: nat):
            where = i < N

        @output
        def give(i: nat):
            where = i < N

    class states:
        given: Seq[nat]
        queue: Seq[nat]

    initially = given == [0 for i in range(N)] and queue == []

    class transitions:
        @input
        def ask(i):
            queue = queue + [i]

        @output
        @pre(len(queue) > 0 and queue[0] == i)
        def give(i):
            queue = queue[1:]
            given[i] += 1

    invariant_of = len(given) == N


@composition
def Tickets():
    class components:
        C0: Client(0)
        C1: Client(1)
        office: Office(2)

    invariant_of = C0.tickets == office.given[0] and C1.tickets == office.given[1]
"""


def translated(text: str, root: str = "Tickets", k: int = 0) -> str:
    """A file in Dafny."""
    return dafny_text(accepted(text), root, k)


def failures(dafny: str, folder: Path, *options: str) -> list[str]:
    """The lemmas, functions and predicates that Dafny does not verify, in their order."""
    path = folder / "translated.dfy"
    path.write_text(dafny, encoding="utf-8")
    done = subprocess.run(
        ["dafny", "/compile:0", *options, str(path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "finished with" in done.stdout, done.stdout[-3000:]
    rows = dafny.splitlines()
    found: list[str] = []
    for number in re.findall(r"\((\d+),\d+\): Error", done.stdout):
        before = rows[: int(number)]
        heads = (re.match(r" *(?:lemma|function|predicate) ([^(<]*)", row) for row in before)
        found.append([head[1] for head in heads if head is not None][-1])
    return list(dict.fromkeys(found))
