/* A sliding window protocol, go-back-N: two messages may be unacknowledged, and sequence numbers are counted
   modulo 3. Messages may be lost. The receiver checks the order of the data.

   19,696 states, 46,470 transitions.
*/

#define WINDOW 2
#define MODULUS 3
#define DATA 4

chan forward = [2] of { byte, byte };
chan backward = [2] of { byte };

active proctype sender() {
    byte base, unacknowledged, data, acknowledged;

    do
    :: unacknowledged < WINDOW ->
        forward!(base + unacknowledged) % MODULUS, (data + unacknowledged) % DATA;
        unacknowledged++
    :: backward?acknowledged;
        do
        :: unacknowledged > 0 && base != acknowledged ->
            d_step {
                base = (base + 1) % MODULUS;
                data = (data + 1) % DATA;
                unacknowledged--
            }
        :: else -> break
        od
    :: unacknowledged > 0 && empty(forward) && empty(backward) -> unacknowledged = 0 /* go back */
    od
}

active proctype receiver() {
    byte expected, sequence, data, next;

end:
    do
    :: forward?sequence, data;
        if
        :: sequence == expected ->
            assert(data == next);
            next = (next + 1) % DATA;
            expected = (expected + 1) % MODULUS
        :: else
        fi;
        if
        :: backward!expected
        :: skip /* the acknowledgement is lost */
        fi
    od
}

active proctype thief() {
end:
    do
    :: forward?_, _
    od
}
