"""The array of StableArray.py, started in any state: it repairs itself.

Only the phases at the ends are constrained initially, so there may be many tokens. Tokens that
meet disappear, and none is created: if the processes keep taking steps, one token is left.

    holdfast check StableArrayAny.py --const N=5     256 states, and `converges` holds
"""

from holdfast.ioa import *

Phase: type = IntRange[0:4]


def legal_ends(s: Seq[Phase]) -> bool:
    return (s[0] == 1 or s[0] == 3) and (s[len(s) - 1] == 0 or s[len(s) - 1] == 2)


def has_token(s: Seq[Phase], i: int) -> bool:
    return (i > 0 and s[i - 1] == incre(s[i])) or (i < len(s) - 1 and s[i + 1] == incre(s[i]))


@automaton
def StableArrayAny(N: int):
    where = N >= 2

    class signature:
        @output
        def move(i: int):
            where = 0 <= i < N

    class states:
        s: Seq[Phase]

    initially = len(s) == N and legal_ends(s)

    class transitions:
        @output
        @pre(i == 0 and s[1] == incre(s[0]))
        def move(i):
            s[0] = incre(incre(s[0]))

        @output
        @pre(i == N - 1 and s[i - 1] == incre(s[i]))
        def move(i):
            s[i] = incre(incre(s[i]))

        @output
        @pre(0 < i < N - 1 and s[i - 1] == incre(s[i]))
        def move(i):
            s[i] = s[i - 1]

        @output
        @pre(0 < i < N - 1 and s[i + 1] == incre(s[i]))
        def move(i):
            s[i] = s[i + 1]

    # Some process that can move does: that is enough, whichever it is.
    class tasks:
        moving = {move}

    invariant_of = len(s) == N and legal_ends(s)

    class properties:
        converges = eventually(
            always(len({i for i in range(0, len(s)) if has_token(s, i)}) == 1)
        )
