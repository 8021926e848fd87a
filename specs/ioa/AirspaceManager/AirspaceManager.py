"""Aircraft that reserve volumes of airspace with a manager.

A volume is a set of cells. An aircraft requests a volume, and the manager adds it to the contract
of that aircraft if no other contract overlaps it; in any case it replies with the contract as it
is then. The aircraft holds the cells of the last reply, until it releases them.

Checked: no two aircraft hold the same cell (`invariant_of`). The reason: contracts are disjoint
(`contracts`), and no aircraft holds a cell outside its contract (`covered`).

    holdfast check AirspaceManager.py --const N=2     279 states
    holdfast prove AirspaceManager.py --all-sizes     proved for any number of aircraft
"""

from holdfast.ioa import *

Cell: type = IntRange[0:3]
Volume: type = Set[Cell]
Mode: type = Enum["FLYING", "WAITING"]


@automaton
def Manager(N: nat):
    class signature:
        @input
        def request(i: nat, volume: Volume):
            where = i < N

        @output
        def reply(i: nat, volume: Volume):
            where = i < N

        @input
        def release(i: nat, volume: Volume):
            where = i < N

    class states:
        contract: Seq[Volume]
        waiting: Set[nat]

    initially = contract == [set() for i in range(N)] and waiting == set()

    class transitions:
        @input
        def request(i, volume):
            waiting = waiting + {i}
            if all(j == i or disjoint(volume, contract[j]) for j in range(N)):
                contract[i] = contract[i] + volume

        @output
        @pre(i in waiting and volume == contract[i])
        def reply(i, volume):
            waiting = waiting - {i}

        @input
        def release(i, volume):
            contract[i] = contract[i] - volume

    invariant_of = len(contract) == N


@automaton
def Aircraft(me: nat):
    class signature:
        @output
        def request(i: nat, volume: Volume):
            where = i == me

        @input
        def reply(i: nat, volume: Volume):
            where = i == me

        @output
        def release(i: nat, volume: Volume):
            where = i == me

    class states:
        held: Volume
        mode: Mode

    initially = held == set() and mode == FLYING

    class transitions:
        @output
        @pre(mode == FLYING and volume != set())
        def request(i, volume):
            mode = WAITING

        @input
        def reply(i, volume):
            held = volume
            mode = FLYING

        @output
        @pre(mode == FLYING and held != set() and volume == held)
        def release(i, volume):
            held = set()


@composition
def AirspaceManager(N: nat):
    where = N >= 2

    class components:
        manager: Manager(N)
        A: [Aircraft(i) for i in range(N)]

    invariant_of = forall([i, j], implies(0 <= i < j < N, disjoint(A[i].held, A[j].held)))

    class invariants:
        contracts = forall(
            [i, j], implies(0 <= i < j < N, disjoint(manager.contract[i], manager.contract[j]))
        )
        covered = all(all(c in manager.contract[i] for c in A[i].held) for i in range(N))
