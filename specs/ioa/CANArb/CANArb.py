"""Arbitration on a CAN bus: among nodes that start at the same time, the smallest field wins.

Every node sends its arbitration field bit by bit, the most significant bit first. The bus carries
0 if any node sends 0. A node that sent 1 and reads 0 has lost: it stops transmitting, which is to
send 1 from then on. `ids` are the arbitration fields, and node `m` has the smallest one.

A bit takes two steps: the nodes `send`, and the bus lets all of them `recv` its value. The nodes
and the bus both know whose turn it is, so nothing has to be assumed about the order of steps.

Checked: node `m` keeps transmitting (`invariant_of`). The reason: a node that still transmits
agrees with node `m` on all bits sent so far (`agreement`), so at the next bit it cannot send 0
where node `m` sends 1, as its field would be smaller.

    holdfast check CANArb.py --const "ids=[170, 38, 52]" --const m=1     23 states
    holdfast prove CANArb.py --all-sizes                                 proved for any `ids`
    holdfast prove CANArb.py --all-sizes --invariant invariant_of --strengthen
                                                                         the same, and finds lemmas itself
"""

from holdfast.ioa import *

Bit: type = IntRange[0:2]
Position: type = IntRange[-1:11]
Turn: type = Enum["SEND", "LISTEN"]
Node: type = NamedTuple["arb": bv11, "transmit": bool]


# The bit that a node sends; one that has lost sends 1.
def sent(node: Node, pos: int) -> int:
    return bv_extract(node.arb, pos) if node.transmit else 1


@automaton
def Nodes(ids: Seq[bv11]):
    class signature:
        @output
        def send(bits: Seq[Bit]):
            where = len(bits) == len(ids)

        @input
        def recv(bit: Bit):
            pass

    class states:
        nodes: Seq[Node]
        pos: Position
        turn: Turn

    initially = nodes == [Node(arb, True) for arb in ids] and pos == 10 and turn == SEND

    class transitions:
        @output
        @pre(turn == SEND and pos >= 0 and bits == [sent(node, pos) for node in nodes])
        def send(bits):
            turn = LISTEN

        @input
        def recv(bit):
            if turn == LISTEN and pos >= 0:
                nodes = [
                    Node(node.arb, node.transmit and sent(node, pos) == bit) for node in nodes
                ]
                pos = pos - 1
                turn = SEND


@automaton
def Bus(n: nat):
    class signature:
        @input
        def send(bits: Seq[Bit]):
            where = len(bits) == n

        @output
        def recv(bit: Bit):
            pass

    class states:
        value: Bit
        full: bool

    initially = value == 1 and not full

    class transitions:
        @input
        def send(bits):
            value = 0 if 0 in bits else 1
            full = True

        @output
        @pre(full and bit == value)
        def recv(bit):
            full = False


@composition
def CANArb(ids: Seq[bv11], m: nat):
    where = m < len(ids) and all(i == m or ids[m] < ids[i] for i in range(len(ids)))

    class components:
        all_nodes: Nodes(ids)
        bus: Bus(len(ids))

    invariant_of = len(all_nodes.nodes) == len(ids) and all_nodes.nodes[m].transmit

    class invariants:
        fields = len(all_nodes.nodes) == len(ids) and all(
            all_nodes.nodes[i].arb == ids[i] for i in range(len(ids))
        )
        turns = bus.full == (all_nodes.turn == LISTEN) and implies(bus.full, all_nodes.pos >= 0)
        conjunction = implies(
            bus.full and all_nodes.pos >= 0,
            (bus.value == 0) == any(sent(node, all_nodes.pos) == 0 for node in all_nodes.nodes),
        )
        agreement = all(
            implies(
                all_nodes.pos < p,
                all(
                    bv_extract(node.arb, p) == bv_extract(ids[m], p)
                    for node in all_nodes.nodes
                    if node.transmit
                ),
            )
            for p in range(0, 11)
        )
