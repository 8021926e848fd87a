"""The ring of StableRing.py, started in any state: with enough values it repairs itself.

With K >= N - 1 every behaviour in which the processes keep taking steps ends with one token. With
fewer values there need not be an end: four processes with two values can pass two tokens around
forever, and checking `converges` finds how.

    holdfast check StableRingAny.py --const N=4 --const K=3     81 states, and `converges` holds
    holdfast check StableRingAny.py --const N=4 --const K=2     `converges` is violated
"""

from holdfast.ioa import *


def has_token(s: Seq[int], i: int) -> bool:
    return s[0] == s[len(s) - 1] if i == 0 else s[i] != s[i - 1]


@automaton
def StableRingAny(N: int, K: int):
    where = N > 1 and K > 1

    class signature:
        @output
        def move(i: int):
            where = 0 <= i < N

    class states:
        s: Seq[int]

    initially = len(s) == N and all(0 <= s[i] < K for i in range(N))

    class transitions:
        @output
        @pre(i == 0 and s[0] == s[N - 1])
        def move(i):
            s[0] = (s[N - 1] + 1) % K

        @output
        @pre(i > 0 and s[i] != s[i - 1])
        def move(i):
            s[i] = s[i - 1]

    class tasks:
        moving = {move}

    invariant_of = len(s) == N and all(0 <= s[i] < K for i in range(N))

    class properties:
        converges = eventually(
            always(len({i for i in range(0, len(s)) if has_token(s, i)}) == 1)
        )
