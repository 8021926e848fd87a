"""Vehicles on a road that reserve parts of it with a manager.

A place is a real number, and a part of the road any set of places, which may be infinite. A vehicle
requests a part, and the manager adds it to the contract of that vehicle if no other contract
overlaps it. A vehicle holds the last contract that it was told, moves only within what it holds,
and may release what it holds, except the place where it is.

Proved: no two vehicles are ever at one place (`invariant_of`). The reason: contracts are disjoint
(`contracts`), and a vehicle is at a place that it holds, within its contract (`covered`, `inside`).

    holdfast prove RoadReservation.py --all-sizes     proved for any number of vehicles
    holdfast axioms RoadReservation.py                hold

Only solvers have real numbers and infinite sets: `check` and `simulate` reject this model.
"""

from holdfast.ioa import *

Part: type = ISet[Real]


@automaton
def Manager(N: nat, start: Seq[Real]):
    where = len(start) == N

    class signature:
        @input
        def request(i: nat, part: Part):
            where = i < N

        @output
        def reply(i: nat, part: Part):
            where = i < N

        @input
        def release(i: nat, part: Part):
            where = i < N

    class states:
        contract: Seq[Part]

    initially = contract == [iset(start[i]) for i in range(N)]

    class transitions:
        @input
        def request(i, part):
            if all(j == i or disjoint(part, contract[j]) for j in range(N)):
                contract[i] = contract[i] | part

        @output
        @pre(part == contract[i])
        def reply(i, part):
            pass

        @input
        def release(i, part):
            contract[i] = contract[i] - part

    invariant_of = len(contract) == N


@automaton
def Vehicle(me: nat, start: Real):
    class signature:
        @output
        def request(i: nat, part: Part):
            where = i == me

        @input
        def reply(i: nat, part: Part):
            where = i == me

        @output
        def release(i: nat, part: Part):
            where = i == me

        @internal
        def move(i: nat, to: Real):
            where = i == me

    class states:
        held: Part
        place: Real

    initially = held == iset(start) and place == start

    class transitions:
        @output
        @pre(exists(reach, reach > 0 and part == {x for x in Real if place <= x <= place + reach}))
        def request(i, part):
            pass

        @input
        def reply(i, part):
            held = part

        @output
        @pre(part <= held and place not in part)
        def release(i, part):
            held = held - part

        @internal
        @pre(to in held)
        def move(i, to):
            place = to


@composition
def RoadReservation(N: nat, start: Seq[Real]):
    where = len(start) == N and forall([i, j], implies(0 <= i < j < N, start[i] != start[j]))

    class components:
        manager: Manager(N, start)
        V: [Vehicle(i, start[i]) for i in range(N)]

    invariant_of = forall([i, j], implies(0 <= i < j < N, V[i].place != V[j].place))

    class invariants:
        contracts = forall(
            [i, j], implies(0 <= i < j < N, disjoint(manager.contract[i], manager.contract[j]))
        )
        covered = all(V[i].held <= manager.contract[i] for i in range(N))
        inside = all(V[i].place in V[i].held for i in range(N))
