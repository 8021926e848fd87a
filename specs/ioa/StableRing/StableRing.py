"""Mutual exclusion on a ring of N processes with K values each, after Dijkstra.

Process 0 has the token if its value equals that of the last process, any other process if its
value differs from that of its predecessor. Whoever has the token may pass it on: process 0
counts modulo K, the others copy their predecessor.

From a state with one token, there is always exactly one.

    holdfast check StableRing.py --const N=3 --const K=4     28 states
    holdfast prove StableRing.py --all-sizes                 proved for all 1 < N < K
"""

from holdfast.ioa import *


def has_token(s: Seq[int], i: int) -> bool:
    return s[0] == s[len(s) - 1] if i == 0 else s[i] != s[i - 1]


@automaton
def StableRing(N: int, K: int):
    where = 1 < N < K

    class signature:
        @output
        def move(i: int):
            where = 0 <= i < N

    class states:
        s: Seq[int]

    initially = (
        len(s) == N
        and all(0 <= s[i] < K for i in range(N))
        and len({i for i in range(0, len(s)) if has_token(s, i)}) == 1
    )

    class transitions:
        @output
        @pre(i == 0 and s[0] == s[N - 1])
        def move(i):
            s[0] = (s[N - 1] + 1) % K

        @output
        @pre(i > 0 and s[i] != s[i - 1])
        def move(i):
            s[i] = s[i - 1]

    invariant_of = (
        len(s) == N
        and all(0 <= s[i] < K for i in range(N))
        and len({i for i in range(0, len(s)) if has_token(s, i)}) == 1
    )
