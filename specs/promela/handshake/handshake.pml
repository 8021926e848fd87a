/* A connection with requests and replies as structured messages: a header, a kind and a body. Both sides check what they
   receive, and agree on the number of the connection.

   210 states, 316 transitions.
*/

mtype = { syn, syn_ack, ack, fin, reset };
mtype:phase = { closed, opening, open };

typedef Header {
    byte from;
    byte connection
};

typedef Packet {
    Header header;
    mtype kind
};

chan to_server = [1] of { Packet };
chan to_client = [1] of { Packet };
mtype:phase client_phase = closed;
mtype:phase server_phase = closed;
byte client_connection, server_connection;

active proctype client() {
    Packet sent, received;
    byte tries;

    sent.header.from = _pid;
    do
    :: tries < 2 ->
        tries++;
        sent.header.connection = tries;
        sent.kind = syn;
        client_phase = opening;
        to_server!sent;
        to_client?received;
        if
        :: received.kind == syn_ack && received.header.connection == tries ->
            client_connection = tries;
            client_phase = open;
            sent.kind = ack;
            to_server!sent;
            sent.kind = fin;
            to_server!sent;
            client_phase = closed
        :: received.kind == reset -> client_phase = closed
        fi
    :: else -> break
    od
}

active proctype server() {
    Packet received, sent;

    sent.header.from = _pid;
end:
    do
    :: to_server?received;
        assert(received.header.from != _pid);
        if
        :: received.kind == syn ->
            sent.header.connection = received.header.connection;
            if
            :: sent.kind = syn_ack; server_phase = opening
            :: sent.kind = reset
            fi;
            to_client!sent
        :: received.kind == ack ->
            server_connection = received.header.connection;
            server_phase = open
        :: received.kind == fin -> server_phase = closed
        fi
    od
}

ltl same_connection { [] (server_phase == open -> server_connection == client_connection) }
