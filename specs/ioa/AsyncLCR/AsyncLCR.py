"""Electing a leader in a ring of three processes, after Le Lann, Chang and Roberts.

Each process sends its identifier to its successor. A process forwards an identifier that is
greater than its own and drops a smaller one; the process that gets its own identifier back has
the greatest one, and reports that it is the leader.

`send_recv` is an output of the sender and an input of the receiver: they take the step together.

Checked: only the process with the greatest identifier becomes the leader (`invariant_of`), and
some process does (`elected`). `forwarded` is the reason for the first: an identifier is only ever
in the queue of a process if it is greater than those of all processes on the way there. Without
it, `invariant_of` is not inductive.

    holdfast axioms AsyncLCR.py
    holdfast check AsyncLCR.py --const u0=1 --const u1=2 --const u2=3     12 states
    holdfast prove AsyncLCR.py --all-sizes                                proved for all identifiers
"""

from holdfast.ioa import *

Index: type = IntRange[0:3]
UID: type = nat
Status: type = Enum["UNKNOWN", "CHOSEN", "REPORTED"]


@automaton
def Process(i: Index, u: UID):
    class signature:
        @output
        def send_recv(src: Index, dst: Index, v: UID):
            where = src == i and dst == incre(i)

        @input
        def send_recv(src: Index, dst: Index, v: UID):
            where = src == decre(i) and dst == i

        @output
        def report(leader: Index):
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
def Sys(u0: UID, u1: UID, u2: UID):
    where = u0 != u1 and u1 != u2 and u2 != u0

    class components:
        P0: Process(0, u0)
        P1: Process(1, u1)
        P2: Process(2, u2)

    invariant_of = (
        implies(u0 != max(u0, u1, u2), P0.status == UNKNOWN)
        and implies(u1 != max(u0, u1, u2), P1.status == UNKNOWN)
        and implies(u2 != max(u0, u1, u2), P2.status == UNKNOWN)
    )

    class invariants:
        forwarded = (
            implies(u0 in P1.q, u0 > u1)
            and implies(u0 in P2.q, u0 > u1 and u0 > u2)
            and implies(u1 in P2.q, u1 > u2)
            and implies(u1 in P0.q, u1 > u2 and u1 > u0)
            and implies(u2 in P0.q, u2 > u0)
            and implies(u2 in P1.q, u2 > u0 and u2 > u1)
        )

    class properties:
        elected = eventually(
            P0.status == REPORTED or P1.status == REPORTED or P2.status == REPORTED
        )
