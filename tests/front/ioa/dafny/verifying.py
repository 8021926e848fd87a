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


NAMES = """\
State: type = Enum[Parameter, Action, none]
lemma: type = NamedTuple[p: State, s: int, old: int]


def initially(s: int, p: int) -> int:
    return s + p


def pre_é(act: Seq[int]) -> int:
    return act[initially(0, 1)]


@automaton
def Types(s: int, p: Seq[int]):
    where = len(p) > 3
    class signature:
        @internal
        def é(s1: int, act: bool): where = s1 == s
        @output
        def seq(seq: State): pass
    class states:
        act: int
        State_: State
        module: lemma
        s0: int
    initially = act == initially(s, pre_é(p))
    class transitions:
        @internal
        def é(s1, act):
            module.old = s1
            State_ = none
            s0 = s
        @output
        @pre(forall(p, implies(0 <= p < 3, p + act > 0)) and seq == Action)
        def seq(seq):
            module = lemma(seq, 1, act)
    invariant_of = implies(State_ == Parameter, module.s > 0 or True)


@composition
def input(_n: int):
    class components:
        transitions: Types(_n, [1, 2, 3, 4])
    invariant_of = transitions.s0 == transitions.s0
"""
"""Names that Dafny or the translation itself uses."""

NESTED = """\
Colour: type = Enum[RED, GREEN]


@automaton
def Proc(i: int, c: Colour):
    where = i >= 0

    class signature:
        @output
        def send(src: int, tick: Colour): where = src == i and tick == c
        @input
        def take(k: int): where = k == i
        @internal
        def tick(tick: int, who: Colour): where = tick == i and who == c

    class states:
        n: nat

    initially = n == 0

    class transitions:
        @output
        @pre(n > 0)
        def send(src, tick):
            n = n - 1
        @input
        def take(k):
            n = n + 1
        @internal
        @pre(n > 3)
        def tick(tick, who):
            n -= 3


@composition
def Pair(a: int, N: nat):
    where = a > 0

    class components:
        R: [Proc(a, x) for x in Colour]
        one: Proc(0, RED)

    class invariants:
        small = forall(x, implies(x == RED, R[x].n >= 0)) and one.n >= 0


@automaton
def Env():
    class signature:
        @output
        def take(k: int): pass
        @input
        def send(src: int, tick: Colour): pass
    class states:
        busy: bool
    class transitions:
        @output
        @pre(not busy)
        def take(k):
            busy = True
        @input
        def send(src, tick):
            busy = False


@composition
def Nested(N: nat, S: Set[int]):
    where = N > 3 and all(x > N + 10 for x in S)

    class components:
        sub: Pair(N, N)
        many: [Proc(j, RED) for j in range(N + 1, N + 3)]
        some: [Proc(j, GREEN) for j in S]
        env: Env()

    hidden = {send}

    invariant_of = (
        sub.R[RED].n >= 0
        and all(many[j].n >= 0 for j in range(N + 1, N + 3))
        and all(some[j].n >= 0 for j in S)
    )
"""
"""A composition in a composition, sequences of components over sets, and a hidden action."""


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
