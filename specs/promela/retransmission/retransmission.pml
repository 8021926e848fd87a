/* A sender that sends again only when nothing else can happen: `timeout` holds if no process can move. The medium
   loses a message or an acknowledgement, but not for ever.

   119 states, 132 transitions.
*/

#define LAST 3
#define LOSSES 2

mtype = { message, ack };

chan out = [1] of { mtype, byte };
chan in = [1] of { mtype, byte };
byte delivered, lost;

active proctype sender() {
    byte number = 1, reply;

    do
    :: number <= LAST ->
        out!message(number);
        do
        :: in?ack(reply);
            if
            :: reply == number -> break
            :: else
            fi
        :: timeout -> out!message(number)
        od;
        number++
    :: else -> break
    od
}

active proctype medium() {
end:
    do
    :: atomic { lost < LOSSES && nempty(out) -> out?message(_); lost++ }
    :: atomic { lost < LOSSES && nempty(in) -> in?ack(_); lost++ }
    od
}

active proctype receiver() {
    byte number;

end:
    do
    :: out?message(number);
        if
        :: number == delivered + 1 -> delivered++
        :: else
        fi;
        in!ack(number)
    od
}

ltl all_delivered { <> (delivered == LAST) }
