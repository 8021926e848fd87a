"""A robot that serves three machines.

The robot puts a workpiece into a machine that is ready, and takes it out when the machine has
reported that it is done. The robot cannot see the machines: it remembers what it did and what it
was told. A machine breaks if it is loaded while it is not idle, or unloaded before it is done.

Checked: what the robot believes is true, and no machine breaks.

    holdfast check ManufacturingCell.py     27 states
    holdfast prove ManufacturingCell.py     proved
"""

from holdfast.ioa import *

Place: type = IntRange[0:3]
Belief: type = Enum["READY", "BUSY", "FINISHED"]
Condition: type = Enum["IDLE", "WORKING", "DONE", "BROKEN"]


@automaton
def Robot():
    class signature:
        @output
        def load(i: Place):
            pass

        @output
        def unload(i: Place):
            pass

        @input
        def finish(i: Place):
            pass

    class states:
        belief: Seq[Belief]

    initially = belief == [READY, READY, READY]

    class transitions:
        @output
        @pre(belief[i] == READY)
        def load(i):
            belief[i] = BUSY

        @output
        @pre(belief[i] == FINISHED)
        def unload(i):
            belief[i] = READY

        @input
        def finish(i):
            belief[i] = FINISHED

    invariant_of = len(belief) == 3


@automaton
def Machine(place: Place):
    class signature:
        @input
        def load(i: Place):
            where = i == place

        @input
        def unload(i: Place):
            where = i == place

        @output
        def finish(i: Place):
            where = i == place

        @internal
        def wait(i: Place):
            where = i == place

    class states:
        condition: Condition

    initially = condition == IDLE

    class transitions:
        @input
        def load(i):
            condition = WORKING if condition == IDLE else BROKEN

        @input
        def unload(i):
            condition = IDLE if condition == DONE else BROKEN

        @output
        @pre(condition == WORKING)
        def finish(i):
            condition = DONE

        # Time passes, and nothing changes.
        @internal
        def wait(i):
            pass


@composition
def ManufacturingCell():
    class components:
        robot: Robot()
        M0: Machine(0)
        M1: Machine(1)
        M2: Machine(2)

    invariant_of = M0.condition != BROKEN and M1.condition != BROKEN and M2.condition != BROKEN

    class invariants:
        beliefs = (
            implies(robot.belief[0] == READY, M0.condition == IDLE)
            and implies(robot.belief[1] == READY, M1.condition == IDLE)
            and implies(robot.belief[2] == READY, M2.condition == IDLE)
            and implies(robot.belief[0] == FINISHED, M0.condition == DONE)
            and implies(robot.belief[1] == FINISHED, M1.condition == DONE)
            and implies(robot.belief[2] == FINISHED, M2.condition == DONE)
        )
