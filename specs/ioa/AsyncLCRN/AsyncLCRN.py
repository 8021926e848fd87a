"""Electing a leader in a ring of any number of processes; AsyncLCR.py is the ring of three.

The processes are a sequence of components, `P[0]` to `P[N - 1]`, and `u` has their identifiers.
`forwarded` says the same as for three processes: `u[i]` is in the queue of `P[j]` only if it is
greater than the identifiers of all processes from `P[i]`, without it, to `P[j]`.

    holdfast check AsyncLCRN.py --const N=4 --const "u=[4, 3, 2, 1]"     43 states
    holdfast prove AsyncLCRN.py --all-sizes                              proved for any `N` and `u`
    holdfast prove AsyncLCRN.py --all-sizes --invariant invariant_of --strengthen
                                                                         the same, and finds the lemma itself
"""

from holdfast.ioa import *

UID: type = nat
Status: type = Enum["UNKNOWN", "CHOSEN", "REPORTED"]


def after(i: int, N: int) -> int:
    return 0 if i == N - 1 else i + 1


# Whether k is on the way from i to j, which is part of it; i is not.
def on_the_way(i: int, k: int, j: int) -> bool:
    return i < k <= j or k <= j < i or j < i < k


@automaton
def Process(N: nat, i: nat, u: UID):
    where = N >= 2 and i < N

    class signature:
        @output
        def send_recv(src: nat, dst: nat, v: UID):
            where = src == i and dst == after(i, N)

        @input
        def send_recv(src: nat, dst: nat, v: UID):
            where = src < N and dst == i and i == after(src, N)

        @output
        def report(leader: nat):
            where = leader == i

    class states:
        q: Seq[UID]
        status: Status

    initially = q == [u] and status == UNKNOWN

    class transitions:
        @output
        @pre(len(q) > 0 and v == q[0])
        def send_recv(src, dst, v):
            q = q[1:]

        @input
        def send_recv(src, dst, v):
            if v > u:
                q = q + [v]
            elif v == u:
                status = CHOSEN

        @output
        @pre(status == CHOSEN)
        def report(leader):
            status = REPORTED

    class tasks:
        sending = {send_recv}
        reporting = {report}


@composition
def Sys(N: nat, u: Seq[UID]):
    where = N >= 2 and len(u) == N and forall([i, j], implies(0 <= i < j < N, u[i] != u[j]))

    class components:
        P: [Process(N, i, u[i]) for i in range(N)]

    invariant_of = forall(
        [i, j],
        implies(0 <= i < N and 0 <= j < N and P[i].status != UNKNOWN, u[j] <= u[i]),
    )

    class invariants:
        forwarded = forall(
            [i, j, k],
            implies(
                0 <= i < N and 0 <= j < N and 0 <= k < N and on_the_way(i, k, j) and u[i] in P[j].q,
                u[k] < u[i],
            ),
        )

    class properties:
        elected = eventually(any(P[i].status == REPORTED for i in range(N)))
