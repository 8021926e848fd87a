/* The alternating bit protocol: data over a channel that loses messages, and acknowledgements over another
   one. A thief takes messages away. The receiver checks that the data arrive in order.

   664 states, 1,744 transitions.
*/

#define NUMBERS 3

mtype = { data, ack };

chan forward = [1] of { mtype, bit, byte };
chan backward = [1] of { mtype, bit };

active proctype sender() {
    bit tag, reply;
    byte number;

    do
    :: forward!data(tag, number)
    :: backward?ack(reply);
        if
        :: reply == tag ->
            tag = 1 - tag;
            number = (number + 1) % NUMBERS
        :: else
        fi
    od
}

active proctype receiver() {
    bit expected, tag;
    byte number, last = NUMBERS - 1;

end:
    do
    :: forward?data(tag, number);
        if
        :: tag == expected ->
            assert(number == (last + 1) % NUMBERS);
            last = number;
            expected = 1 - expected
        :: else
        fi;
        backward!ack(tag)
    od
}

active proctype thief() {
end:
    do
    :: forward?data(_, _)
    :: backward?ack(_)
    od
}
