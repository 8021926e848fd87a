/* A server that starts an agent for each request. The agent answers on the client's own channel and ends; its
   process number is used again. A client gets the answer to its own request.

   14,701 states, 42,968 transitions.
*/

#define CLIENTS 2
#define AGENTS 2

chan requests = [CLIENTS] of { chan, byte };
byte agents, busiest;

proctype agent(chan reply; byte value) {
    reply!(value + 1);
    agents--
}

proctype server() {
    chan reply;
    byte value;

end:
    do
    :: atomic {
            agents < AGENTS && nempty(requests) -> requests?reply, value;
            agents++;
            busiest = (agents > busiest -> agents : busiest);
            run agent(reply, value)
        }
    od
}

proctype client(byte me) {
    chan mine = [1] of { byte };
    byte value, rounds;

    do
    :: rounds < 2 ->
        requests!mine, me * 10 + rounds;
        mine?value;
        assert(value == me * 10 + rounds + 1);
        rounds++
    :: else -> break
    od
}

init {
    atomic {
        run client(1);
        run client(2);
        run server()
    }
}
