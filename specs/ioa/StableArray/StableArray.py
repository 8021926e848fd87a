"""Mutual exclusion on an array of processes, after Dijkstra.

Each process has a phase, which counts modulo 4, and sees the phases of its neighbours. A process
has the token if the phase of a neighbour is one ahead of its own, and the step it may then take
passes the token on. The phase of the first process is always odd, that of the last one even.

From a state with one token, no step creates another.

    holdfast check StableArray.py --const N=4     48 states
    holdfast prove StableArray.py --all-sizes     proved for every N >= 2
"""

from holdfast.ioa import *

Phase: type = IntRange[0:4]


def legal_ends(s: Seq[Phase]) -> bool:
    return (s[0] == 1 or s[0] == 3) and (s[len(s) - 1] == 0 or s[len(s) - 1] == 2)


def has_token(s: Seq[Phase], i: int) -> bool:
    return (i > 0 and s[i - 1] == incre(s[i])) or (i < len(s) - 1 and s[i + 1] == incre(s[i]))


@automaton
def StableArray(N: int):
    where = N >= 2

    class signature:
        @output
        def move(i: int):
            where = 0 <= i < N

    class states:
        s: Seq[Phase]

    initially = (
        len(s) == N
        and legal_ends(s)
        and len({i for i in range(0, len(s)) if has_token(s, i)}) <= 1
    )

    class transitions:
        # At the ends, two ahead keeps the phase odd or even.
        @output
        @pre(i == 0 and s[1] == incre(s[0]))
        def move(i):
            s[0] = incre(incre(s[0]))

        @output
        @pre(i == N - 1 and s[i - 1] == incre(s[i]))
        def move(i):
            s[i] = incre(incre(s[i]))

        # In between, a process copies the neighbour that is ahead.
        @output
        @pre(0 < i < N - 1 and s[i - 1] == incre(s[i]))
        def move(i):
            s[i] = s[i - 1]

        @output
        @pre(0 < i < N - 1 and s[i + 1] == incre(s[i]))
        def move(i):
            s[i] = s[i + 1]

    invariant_of = (
        len(s) == N
        and legal_ends(s)
        and len({i for i in range(0, len(s)) if has_token(s, i)}) <= 1
    )
